"""The subtraction game: take one, two or three from a pile; whoever takes the last one wins.

plywise check examples/subtraction.py:Subtraction
plywise search examples/subtraction.py:Subtraction:stones=10
plywise play examples/subtraction.py:Subtraction --max human --min engine
"""

from typing import NamedTuple

import plywise as pw


class Subtraction(pw.Game):
    """Take one, two or three stones from the pile; whoever takes the last one wins."""

    utility_bounds = (-1, 1)

    class State(NamedTuple):
        """The stones left, and who is to move."""

        stones: int
        side: int

    def __init__(self, stones: int = 21, most: int = 3) -> None:
        if stones < 1 or most < 1:
            raise pw.InputError("stones and most must be 1 or more")
        self.stones, self.most = stones, most

    def initial(self):
        return self.State(self.stones, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1, min(self.most, state.stones) + 1)

    def result(self, state, action):
        return self.State(state.stones - action, -state.side)

    def terminal(self, state):
        return state.stones == 0

    def utility(self, state):
        return -state.side
