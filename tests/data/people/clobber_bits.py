"""Clobber on 4 x 3 with bitboards.

bit index = row * WIDTH + col. White moves onto a neighbouring black stone and removes it, and the other way round.
The player who cannot move has lost.
"""
import time

WIDTH, HEIGHT = 4, 3
CELLS = WIDTH * HEIGHT
FULL = (1 << CELLS) - 1
NOT_LEFT = sum(1 << i for i in range(CELLS) if i % WIDTH != 0)
NOT_RIGHT = sum(1 << i for i in range(CELLS) if i % WIDTH != WIDTH - 1)


def bits(mask):
    while mask:
        low = mask & -mask
        yield low.bit_length() - 1
        mask ^= low


def neighbours(bit):
    return ((bit & NOT_LEFT) >> 1) | ((bit & NOT_RIGHT) << 1) | (bit >> WIDTH) | ((bit << WIDTH) & FULL)


class Position:
    def __init__(self):
        self.stones = [0, 0]                # [white, black]
        for i in range(CELLS):
            r, c = divmod(i, WIDTH)
            self.stones[(r + c) % 2] |= 1 << i
        self.side = 0
        self.stack = []

    def moves(self):
        mine, theirs = self.stones[self.side], self.stones[self.side ^ 1]
        for src in bits(mine):
            for dst in bits(neighbours(1 << src) & theirs):
                yield src << 4 | dst

    def push(self, move):
        src, dst = move >> 4, move & 15
        self.stack.append(move)
        self.stones[self.side] ^= (1 << src) | (1 << dst)
        self.stones[self.side ^ 1] ^= 1 << dst
        self.side ^= 1

    def pop(self):
        move = self.stack.pop()
        self.side ^= 1
        src, dst = move >> 4, move & 15
        self.stones[self.side] ^= (1 << src) | (1 << dst)
        self.stones[self.side ^ 1] ^= 1 << dst
        return move

    def key(self):
        return self.stones[0], self.stones[1], self.side

    def __str__(self):
        rows = []
        for r in range(HEIGHT):
            row = ""
            for c in range(WIDTH):
                b = 1 << (r * WIDTH + c)
                row += "O" if self.stones[0] & b else "X" if self.stones[1] & b else "."
            rows.append(row)
        return "\n".join(rows)


class Solver:
    def __init__(self):
        self.tt = {}
        self.nodes = 0

    def wins(self, pos):
        """True if the side to move wins"""
        key = pos.key()
        if key in self.tt:
            return self.tt[key]
        self.nodes += 1
        result = False
        for move in pos.moves():
            pos.push(move)
            lost = not self.wins(pos)
            pos.pop()
            if lost:
                result = True
                break
        self.tt[key] = result
        return result


if __name__ == "__main__":
    pos = Position()
    print(pos)
    solver = Solver()
    t = time.time()
    print("first player", "wins" if solver.wins(pos) else "loses")
    print(solver.nodes, "nodes", round(time.time() - t, 2), "s")
