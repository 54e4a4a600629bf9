"""Connect-3 on a ring: two sets of cells, three in a row by shifts of a set written twice."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import members


class State(NamedTuple):
    """The cells of the player to move, those of the other, and the side to move."""

    mine: int
    other: int
    side: int


class Ring(pw.Game):
    """Three in a row on a ring of n cells win."""

    name = "ring-by-hand"
    utility_bounds = (-1, 1)
    alternating = True

    def __init__(self, n: int = 10) -> None:
        self.n = n
        self.board = (1 << n) - 1

    def initial(self) -> State:
        """Return the empty ring."""
        return State(0, 0, pw.MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the empty cells."""
        return members(self.board & ~(state.mine | state.other))

    def result(self, state: State, action: int) -> State:
        """Return the ring with one more mark."""
        return State(state.other, state.mine | 1 << action, -state.side)

    def won(self, state: State) -> bool:
        """Return whether the one who moved last has three in a row."""
        twice = state.other | state.other << self.n
        return twice & twice >> 1 & twice >> 2 != 0

    def terminal(self, state: State) -> bool:
        """Return whether it is over."""
        return self.won(state) or state.mine | state.other == self.board

    def utility(self, state: State) -> int:
        """Return who has won."""
        return -state.side if self.won(state) else 0
