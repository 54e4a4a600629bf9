"""
Three men's morris (9 points). First place your three men, then move one of them along a line.

    0 - 1 - 2
    | \ | / |
    3 - 4 - 5
    | / | \ |
    6 - 7 - 8

1 = white, -1 = black, 0 = empty
"""
import random

LINES = [(0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6)]
ADJACENT = {
    0: (1, 3, 4), 1: (0, 2, 4), 2: (1, 4, 5),
    3: (0, 4, 6), 4: (0, 1, 2, 3, 5, 6, 7, 8), 5: (2, 4, 8),
    6: (3, 4, 7), 7: (4, 6, 8), 8: (4, 5, 7),
}
MEN = 3


class Morris(object):
    def __init__(self):
        self.points = [0] * 9
        self.placed = {1: 0, -1: 0}

    def wins(self, color):
        return any(all(self.points[p] == color for p in line) for line in LINES)

    def do(self, color, move):
        src, dst = move
        if src is None:
            self.placed[color] += 1
        else:
            self.points[src] = 0
        self.points[dst] = color

    def undo(self, color, move):
        src, dst = move
        self.points[dst] = 0
        if src is None:
            self.placed[color] -= 1
        else:
            self.points[src] = color

    def moves(self, color):
        if self.placed[color] < MEN:
            candidates = [(None, p) for p in range(9) if self.points[p] == 0]
        else:
            candidates = [(s, d) for s in range(9) if self.points[s] == color
                          for d in ADJACENT[s] if self.points[d] == 0]
        # if we can win at once there is no need to look at anything else
        for move in candidates:
            self.do(color, move)
            if self.wins(color):
                return [move]
            self.undo(color, move)
        return candidates

    def finished(self):
        return self.wins(1) or self.wins(-1)

    def evaluate(self):
        """for white"""
        if self.wins(1):
            return 50
        if self.wins(-1):
            return -50
        return 3 * self.points[4] + self.points[0] + self.points[2] + self.points[6] + self.points[8]

    def show(self):
        for r in range(3):
            print(" ".join(".WB"[p] for p in self.points[3 * r:3 * r + 3]))
        print()


def negamax(game, depth, color):
    if depth == 0 or game.finished():
        return color * game.evaluate()
    best = -1000
    for move in game.moves(color):
        game.do(color, move)
        best = max(best, -negamax(game, depth - 1, -color))
        game.undo(color, move)
    return best


def choose(game, color, depth=4):
    best, choice = -1000, None
    moves = game.moves(color)
    random.shuffle(moves)
    for move in moves:
        game.do(color, move)
        value = -negamax(game, depth - 1, -color)
        game.undo(color, move)
        if value > best:
            best, choice = value, move
    return choice


def main():
    game, color = Morris(), 1
    for turn in range(50):
        move = choose(game, color)
        if move is None:
            break
        game.do(color, move)
        game.show()
        if game.finished():
            print("white" if color == 1 else "black", "wins")
            return
        color = -color
    print("draw")


if __name__ == "__main__":
    main()
