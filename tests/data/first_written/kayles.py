"""Kayles: the rows of pins as a sorted tuple of any length; knock down one pin or two beside each other."""
from functools import lru_cache

import plywise as pw


@lru_cache(maxsize=None)
def grundy(n):
    reached = {grundy(a) ^ grundy(n - take - a) for take in (1, 2) if take <= n for a in range((n - take) // 2 + 1)}
    mex = 0
    while mex in reached:
        mex += 1
    return mex


class Kayles(pw.Game):
    utility_bounds = (-1, 1)

    def __init__(self, pins: str = "5-4"):
        self.rows = tuple(sorted(int(part) for part in pins.split("-")))

    def initial(self):
        return (pw.MAX, *self.rows)

    def player(self, state):
        side, *_ = state
        return side

    def actions(self, state):
        _, *rows = state
        seen = []
        for place, row in enumerate(rows):
            if row in rows[:place]:
                continue                      # the same row again
            for take in 1, 2:
                for left in range((row - take) // 2 + 1):
                    seen.append((place, take, left))
        return seen

    def result(self, state, action):
        side, *rows = state
        place, take, left = action
        row = rows.pop(place)
        rows += filter(None, (left, row - take - left))
        return (-side, *sorted(rows))

    def terminal(self, state):
        return state[1:] == ()

    def utility(self, state):
        return -state[0]

    def evaluate(self, state):
        total = 0
        for row in state[1:]:
            total ^= grundy(row)
        return 0.5 * state[0] * (1 if total else -1)

