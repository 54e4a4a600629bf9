"""Gomoku on 9 x 9: two bitboards in rows of ten bits, moves as the bits that they set."""

from typing import NamedTuple

import plywise as pw

SIZE, ROW = 9, 10
BOARD = sum(1 << ROW * r + c for r in range(SIZE) for c in range(SIZE))
DIRECTIONS = (1, ROW - 1, ROW, ROW + 1)


class State(NamedTuple):
    black: int
    white: int
    to_move: int


class Gomoku(pw.Game):
    name = "gomoku on bits"

    def initial(self):
        return State(0, 0, pw.MAX)

    def player(self, s):
        return s.to_move

    def actions(self, s):
        taken = s.black | s.white
        if not taken:
            return [1 << 44]
        near = taken | taken << 1 | taken >> 1
        near = (near | near << ROW | near >> ROW) & BOARD & ~taken
        found = []
        while near:
            low = near & -near
            near ^= low
            found.append(low)
        return found

    def result(self, s, a):
        if s.to_move == pw.MAX:
            return State(s.black | a, s.white, pw.MIN)
        return State(s.black, s.white | a, pw.MAX)

    def five(self, stones):
        for d in DIRECTIONS:
            two = stones & stones >> d
            four = two & two >> 2 * d
            if four & stones >> 4 * d:
                return True
        return False

    def terminal(self, s):
        return self.five(s.black) or self.five(s.white) or s.black | s.white == BOARD

    def utility(self, s):
        return 1 if self.five(s.black) else -1 if self.five(s.white) else 0

    def evaluate(self, s):
        found = 0
        for d in DIRECTIONS:
            found += (s.black & s.black >> d).bit_count() - (s.white & s.white >> d).bit_count()
        return found / 100
