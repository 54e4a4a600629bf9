"""Sim: colour the lines between five points; three of one's own that make a triangle lose."""
from enum import IntEnum
from itertools import combinations, permutations
from typing import NamedTuple

import plywise as pw

POINTS = range(5)
EDGES = list(combinations(POINTS, 2))


class Colour(IntEnum):
    RED = +1
    BLUE = -1

    @property
    def other(self):
        return Colour.BLUE if self is Colour.RED else Colour.RED


class State(NamedTuple):
    red: frozenset
    blue: frozenset
    turn: Colour

    def edges(self, colour):
        return self.red if colour == Colour.RED else self.blue


def triangle(edges):
    return any({(a, b), (b, c), (a, c)} <= edges for a, b, c in combinations(POINTS, 3))


class Sim(pw.Game):
    name = "sim"

    def initial(self):
        return State(frozenset(), frozenset(), Colour.RED)

    def player(self, state):
        return state.turn

    def actions(self, state):
        taken = state.red | state.blue
        return [edge for edge in EDGES if edge not in taken]

    def result(self, state, edge):
        if state.turn is Colour.RED:
            return State(state.red | {edge}, state.blue, state.turn.other)
        return State(state.red, state.blue | frozenset([edge]), state.turn.other)

    def terminal(self, state):
        return triangle(state.edges(state.turn.other)) or len(state.red) + len(state.blue) == len(EDGES)

    def utility(self, state):
        if triangle(state.red):
            return -1
        return 1 if triangle(state.blue) else 0

    def evaluate(self, state):
        def paths(edges):
            return sum(1 for a, b, c in permutations(POINTS, 3) if a < c and (min(a, b), max(a, b)) in edges and (min(b, c), max(b, c)) in edges)
        return (paths(state.blue) - paths(state.red)) / 64
