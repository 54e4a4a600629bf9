"""Domineering on 6 by 6 squares. State: a frozen dataclass with the set of free squares and whose turn it is."""

from dataclasses import dataclass
from itertools import product

import plywise as pw

SIZE = 6


@dataclass(frozen=True)
class State:
    """The free squares, and whether the player who places dominoes upright is to move."""

    free: frozenset[tuple[int, int]]
    upright: bool


class Domineering(pw.Game):
    """MAX places dominoes upright, MIN across; a player who cannot place one loses."""

    def initial(self):
        return State(frozenset(product(range(SIZE), repeat=2)), True)

    def player(self, state):
        return pw.MAX if state.upright else pw.MIN

    def actions(self, state):
        down, right = (1, 0) if state.upright else (0, 1)
        return [(row, column) for row, column in sorted(state.free) if (row + down, column + right) in state.free]

    def result(self, state, action):
        row, column = action
        other = (row + 1, column) if state.upright else (row, column + 1)
        return State(state.free - {action, other}, not state.upright)

    def terminal(self, state):
        return len(self.actions(state)) == 0

    def utility(self, state):
        return -1 if state.upright else 1
