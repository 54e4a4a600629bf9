"""The game for tests to which the game does not matter: as a class to derive from, and as the text of a user's file."""

import inspect
from typing import NamedTuple

import plywise as pw


class Stones(pw.Game):
    """Take one, two or three stones; whoever takes the last one wins."""

    class State(NamedTuple):
        stones: int
        side: int

    def __init__(self, stones: int = 10):
        self.stones = stones

    def initial(self):
        return self.State(self.stones, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return range(1, min(3, state.stones) + 1)

    def result(self, state, action):
        return self.State(state.stones - action, -state.side)

    def terminal(self, state):
        return state.stones == 0

    def utility(self, state):
        return -state.side


STONES_FILE = f"from typing import NamedTuple\n\nimport plywise as pw\n\n\n{inspect.getsource(Stones)}"
