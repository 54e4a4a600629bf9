"""Slide: two against two on a cross of words; moves are enums or None, a dict of neighbours, sorted with keys."""
from enum import Enum, IntEnum
from typing import NamedTuple, Optional

import plywise as pw


class Place(IntEnum):
    NORTH = 0
    WEST = 1
    MIDDLE = 2
    EAST = 3
    SOUTH = 4
    CELLAR = 5


class Go(Enum):
    A_FORWARD = ("a", 1)
    A_BACK = ("a", -1)
    B_FORWARD = ("b", 1)
    B_BACK = ("b", -1)


RING = [Place.NORTH, Place.EAST, Place.MIDDLE, Place.SOUTH, Place.CELLAR, Place.WEST]
NEXT = dict(zip(RING, RING[1:] + RING[:1]))
BACK = {b: a for a, b in NEXT.items()}


class Pair(NamedTuple):
    a: Place
    b: Optional[Place]


class State(NamedTuple):
    light: Pair
    dark: Pair
    moves: int = 0


class Slide(pw.Game):
    name = "slide"
    utility_bounds = (-2, 2)

    def __init__(self, limit: int = 12):
        self.limit = limit

    def initial(self):
        return State(Pair(Place.NORTH, Place.WEST), Pair(Place.MIDDLE, Place.SOUTH))

    def player(self, state):
        return (pw.MAX, pw.MIN)[state.moves % 2]

    def sides(self, state):
        return (state.light, state.dark) if state.moves % 2 == 0 else (state.dark, state.light)

    def target(self, pair, go):
        which, step = go.value
        place = pair.a if which == "a" else pair.b
        if place is None:
            return None
        return NEXT[place] if step > 0 else BACK[place]

    def actions(self, state):
        mine, _ = self.sides(state)
        free = [go for go in Go if (to := self.target(mine, go)) is not None and to not in mine]
        return sorted(free, key=lambda go: (self.target(mine, go), go.name), reverse=True) + [None]

    def result(self, state, go):
        mine, yours = self.sides(state)
        if go is not None:
            to = self.target(mine, go)
            mine = Pair(to, mine.b) if go.value[0] == "a" else Pair(mine.a, to)
            if to == yours.b:
                yours = Pair(yours.a, None)
            elif to == yours.a and yours.b is not None:
                yours = Pair(yours.b, None)
        light, dark = (mine, yours) if state.moves % 2 == 0 else (yours, mine)
        return State(light, dark, state.moves + 1)

    def terminal(self, state):
        return state.light.b is None or state.dark.b is None or state.moves >= self.limit

    def utility(self, state):
        return 2 * ((state.dark.b is None) - (state.light.b is None))

    def evaluate(self, state):
        near = min((abs(a - b) for a in state.light for b in state.dark if a is not None and b is not None), default=9)
        return near / 8 if state.moves % 2 else -near / 8
