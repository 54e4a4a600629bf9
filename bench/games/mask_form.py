"""Tic-tac-toe as a user writes it, its actions as the members of a mask, the fast form.

generator_form.py is the same game but for that.
"""

from typing import NamedTuple

import plywise as pw
from plywise.bits import members, popcount

FULL = 0b111_111_111
LINES = (
    0b000_000_111, 0b000_111_000, 0b111_000_000,  # rows
    0b001_001_001, 0b010_010_010, 0b100_100_100,  # columns
    0b100_010_001, 0b001_010_100,  # diagonals
)  # fmt: skip


def won(marks):
    """Return whether a set of cells holds a whole line."""
    for line in LINES:  # noqa: SIM110 - as in plywise.games.tictactoe
        if marks & line == line:
            return True
    return False


class MaskForm(pw.Game):
    """Tic-tac-toe with its actions as the members of a mask, the fast form."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        """The cells marked X and the cells marked O."""

        x: int
        o: int

    def initial(self):
        """Return the empty board."""
        return self.State(0, 0)

    def player(self, state):
        """Return whose turn it is, by the numbers of marks."""
        return pw.MAX if popcount(state.x) == popcount(state.o) else pw.MIN

    def actions(self, state):
        """Yield the empty cells."""
        return members(FULL & ~(state.x | state.o))

    def result(self, state, action):
        """Return the board with one more mark."""
        if self.player(state) == pw.MAX:
            return self.State(state.x | 1 << action, state.o)
        return self.State(state.x, state.o | 1 << action)

    def terminal(self, state):
        """Return whether a line is complete or the board full."""
        return state.x | state.o == FULL or won(state.x) or won(state.o)

    def utility(self, state):
        """Return 1 where X has won, -1 where O has, 0 for a draw."""
        return int(won(state.x)) - int(won(state.o))
