"""Domineering 4x4: the free cells as a set of bits, a domino by its first cell."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import members

SIZE = 4
NOT_LAST_COLUMN = 0x7777
BOARD = 0xFFFF


class State(NamedTuple):
    """The free cells, and the side to move: MAX places upright."""

    free: int
    side: int


class Domineering(pw.Game):
    """Who cannot place a domino has lost."""

    name = "domineering-by-hand"
    alternating = True

    def initial(self) -> State:
        """Return the empty board."""
        return State(BOARD, pw.MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def places(self, state: State) -> int:
        """Return the upper or left cells of the dominoes that fit."""
        free = state.free
        return free & free >> SIZE if state.side == pw.MAX else free & free >> 1 & NOT_LAST_COLUMN

    def actions(self, state: State) -> Iterator[int]:
        """Yield the first cells of the dominoes that fit."""
        return members(self.places(state))

    def result(self, state: State, action: int) -> State:
        """Return the board with one more domino."""
        domino = 0b10001 if state.side == pw.MAX else 0b11
        return State(state.free & ~(domino << action), -state.side)

    def terminal(self, state: State) -> bool:
        """Return whether no domino fits."""
        return self.places(state) == 0

    def utility(self, state: State) -> int:
        """Return who has won."""
        return -state.side
