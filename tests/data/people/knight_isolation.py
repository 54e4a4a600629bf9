"""Isolation with knights on 5x5: you can not go back to a square where anybody has been. No move = lost."""
import random
import turtle

SIZE = 5
JUMPS = [(-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1)]


class Board:
    def __init__(self):
        self.used = [[False] * SIZE for _ in range(SIZE)]
        self.pos = {1: (0, 0), 2: (SIZE - 1, SIZE - 2)}
        for r, c in self.pos.values():
            self.used[r][c] = True

    def options(self, player):
        r, c = self.pos[player]
        result = []
        for dr, dc in JUMPS:
            y, x = r + dr, c + dc
            if 0 <= y < SIZE and 0 <= x < SIZE and not self.used[y][x]:
                result.append((y, x))
        return result

    def go(self, player, square):
        """moves the knight and returns where it came from"""
        old = self.pos[player]
        self.pos[player] = square
        self.used[square[0]][square[1]] = True
        return old

    def take_back(self, player, old):
        r, c = self.pos[player]
        self.used[r][c] = False
        self.pos[player] = old


class AIPlayer:
    def __init__(self, board, me, max_depth=5):
        self.board = board
        self.me = me
        self.enemy = 3 - me
        self.max_depth = max_depth

    def evaluate(self):
        return len(self.board.options(self.me)) - len(self.board.options(self.enemy))

    def best_move(self):
        best, choice = -1000, None
        for square in self.board.options(self.me):
            old = self.board.go(self.me, square)
            value = self.min_turn(self.max_depth - 1, best, 1000)
            self.board.take_back(self.me, old)
            if value > best:
                best, choice = value, square
        return choice

    def max_turn(self, depth, alpha, beta):
        options = self.board.options(self.me)
        if not options:
            return -100
        if depth == 0:
            return self.evaluate()
        for square in options:
            old = self.board.go(self.me, square)
            alpha = max(alpha, self.min_turn(depth - 1, alpha, beta))
            self.board.take_back(self.me, old)
            if alpha >= beta:
                break
        return alpha

    def min_turn(self, depth, alpha, beta):
        options = self.board.options(self.enemy)
        if not options:
            return 100
        if depth == 0:
            return self.evaluate()
        for square in options:
            old = self.board.go(self.enemy, square)
            beta = min(beta, self.max_turn(depth - 1, alpha, beta))
            self.board.take_back(self.enemy, old)
            if alpha >= beta:
                break
        return beta


CELL = 80


def square(pen, r, c, color):
    pen.penup()
    pen.goto(c * CELL - SIZE * CELL / 2, r * CELL - SIZE * CELL / 2)
    pen.pendown()
    pen.fillcolor(color)
    pen.begin_fill()
    for _ in range(4):
        pen.forward(CELL)
        pen.left(90)
    pen.end_fill()


def draw(pen, board):
    for r in range(SIZE):
        for c in range(SIZE):
            color = "grey" if board.used[r][c] else "white"
            if (r, c) == board.pos[1]:
                color = "red"
            elif (r, c) == board.pos[2]:
                color = "blue"
            square(pen, r, c, color)
    turtle.update()


def main():
    turtle.tracer(0)
    turtle.title("Knight isolation")
    pen = turtle.Turtle()
    pen.hideturtle()
    board = Board()
    ai = AIPlayer(board, 2)
    player = 1
    while board.options(player):
        draw(pen, board)
        if player == ai.me:
            board.go(player, ai.best_move())
        else:
            board.go(player, random.choice(board.options(player)))
        player = 3 - player
    draw(pen, board)
    print("player", player, "has no move and loses")
    turtle.done()


if __name__ == "__main__":
    main()
