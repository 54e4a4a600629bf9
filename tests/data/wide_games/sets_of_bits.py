"""Bits of a board of 81 cells in frozensets, whose order decides which move is first."""

from typing import NamedTuple

import plywise as pw

CELLS = frozenset(1 << 10 * i + i % 3 for i in range(9))


class State(NamedTuple):
    free: frozenset[int]
    taken: int
    to_move: int


class SetsOfBits(pw.Game):
    name = "sets of bits"

    def initial(self):
        return State(CELLS, 0, 1)

    def player(self, s):
        return s.to_move

    def actions(self, s):
        return list(s.free)

    def result(self, s, a):
        return State(s.free - {a}, s.taken * 3 + a % 7, -s.to_move)

    def terminal(self, s):
        return len(s.free) < 5

    def utility(self, s):
        total = s.taken
        for cell in s.free:
            total = total * 5 + cell % 11
        return total % 3 - 1
