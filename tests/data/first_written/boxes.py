"""Dots and boxes, two by two: a frozenset of the numbers of the lines drawn; tables made by comprehension."""
from itertools import product
from typing import FrozenSet, NamedTuple

import plywise as pw

WIDE = HIGH = 2
ACROSS = {(r, c): r * WIDE + c for r, c in product(range(HIGH + 1), range(WIDE))}
DOWN = {(r, c): len(ACROSS) + r * (WIDE + 1) + c for r in range(HIGH) for c in range(WIDE + 1)}
LINES = len(ACROSS) + len(DOWN)
BOXES = [frozenset({ACROSS[r, c], ACROSS[r + 1, c], DOWN[r, c], DOWN[r, c + 1]}) for r, c in product(range(HIGH), range(WIDE))]


class State(NamedTuple):
    drawn: FrozenSet[int]
    score: int          # boxes of the first player less those of the second
    first: bool


class Boxes(pw.Game):
    name = "boxes"
    utility_bounds = (-WIDE * HIGH, WIDE * HIGH)
    max_plies = LINES

    def initial(self):
        return State(frozenset(), 0, True)

    def player(self, state):
        return 1 if state.first else -1

    def actions(self, state):
        return [line for line in range(LINES) if line not in state.drawn]

    def result(self, state, line):
        drawn = state.drawn | {line}
        made = sum(1 for box in BOXES if line in box and box <= drawn)
        if made:
            return state._replace(drawn=drawn, score=state.score + made * self.player(state))
        return state._replace(drawn=drawn, first=not state.first)

    def terminal(self, state):
        return len(state.drawn) == LINES

    def utility(self, state):
        return state.score

    def evaluate(self, state):
        threes = len([box for box in BOXES if len(box - state.drawn) == 1])
        return state.score * 0.75 + (threes * 0.125 if state.first else -threes * 0.125)
