"""A small game for tests of tuning: its evaluation has weights that are wrong, and it is plain what is right."""

import inspect
from typing import NamedTuple

import plywise as pw


class Coins(pw.Game):
    """Take the first or the last coin of a row, in turns; whoever has more in the end wins."""

    compiles = False
    utility_bounds = (-200, 200)

    lead = pw.Weight(-2, -10, 10)  # of what MAX has more: its sign is wrong
    ends = pw.Weight((0, 0), -10, 10)  # of the coins at the ends, for the player to move

    class State(NamedTuple):
        first: int
        last: int
        lead: int
        side: int

    def __init__(self, coins: int = 12):
        self.coins = tuple(1 + (5 * place * place + 3 * place) % 11 for place in range(coins))

    def initial(self):
        return self.State(0, len(self.coins) - 1, 0, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return ("first", "last")

    def result(self, state, action):
        first, last, lead, side = state
        if action == "first":
            return self.State(first + 1, last, lead + side * self.coins[first], -side)
        return self.State(first, last - 1, lead + side * self.coins[last], -side)

    def terminal(self, state):
        return state.first > state.last

    def utility(self, state):
        return state.lead

    def evaluate(self, state):
        first, last = self.coins[state.first], self.coins[state.last]
        return self.lead * state.lead + state.side * (self.ends[0] * first + self.ends[1] * last)


COINS_FILE = f"from typing import NamedTuple\n\nimport plywise as pw\n\n\n{inspect.getsource(Coins)}"
