"""A board of 81 bits, whose rows are counted with an array of NumPy."""

from typing import NamedTuple

import numpy as np

import plywise as pw

WEIGHTS = np.array([3, 1, 4, 1, 5, 9, 2, 6, 5])


class State(NamedTuple):
    board: int
    to_move: int


class RowsOfNumpy(pw.Game):
    name = "rows of NumPy"

    def initial(self):
        return State(1 << 80 | 0b101010101, 1)

    def player(self, s):
        return s.to_move

    def actions(self, s):
        return [cell for cell in range(9) if s.board >> cell & 1]

    def result(self, s, a):
        return State(s.board & ~(1 << a) | 1 << 9 * a + 8 & (1 << 80) - 1, -s.to_move)

    def terminal(self, s):
        return s.board & 511 == 0

    def weighed(self, s):
        rows = np.array([(s.board >> 9 * r & 511).bit_count() for r in range(9)])
        return int((rows * WEIGHTS).sum())

    def utility(self, s):
        return self.weighed(s) % 3 - 1

    def evaluate(self, s):
        return self.weighed(s) / 400
