"""Bridg-it: red joins left to right, blue top to bottom, over crossing lattices. Points add; components by union-find."""
from dataclasses import dataclass
from typing import NamedTuple

import plywise as pw

SIZE = 4


class Point(NamedTuple):
    x: int
    y: int

    def __add__(self, other):
        return Point(self.x + other.x, self.y + other.y)

    def __sub__(self, other):
        return Point(self.x - other.x, self.y - other.y)

    def __mul__(self, k):
        return Point(self.x * k, self.y * k)

    def turned(self):
        return Point(self.y, self.x)


RIGHT, DOWN = Point(1, 0), Point(0, 1)


@dataclass(frozen=True)
class Bridge:
    """Where a bridge's middle lies, and whether it runs across."""

    middle: Point
    across: bool

    @property
    def ends(self):
        way = RIGHT if self.across else DOWN
        return self.middle - way, self.middle + way


class State(NamedTuple):
    red: tuple = ()
    blue: tuple = ()

    @property
    def turn(self):
        return 1 if len(self.red) == len(self.blue) else -1

    def is_free(self, middle):
        return all(bridge.middle != middle for bridge in self.red + self.blue)


MIDDLES = [Point(x, y) for y in range(1, 2 * SIZE - 2) for x in range(1, 2 * SIZE - 2) if (x + y) % 2 == 0]


def connected(bridges, is_start, is_goal):
    parent = {}

    def find(p):
        parent.setdefault(p, p)
        while parent[p] != p:
            p = parent[p]
        return p

    for bridge in bridges:
        one, other = bridge.ends
        parent[find(one)] = find(other)
    starts = [find(p) for p in list(parent) if is_start(p)]
    return any(find(p) in starts for p in list(parent) if is_goal(p))


class BridgIt(pw.Game):
    def initial(self):
        return State()

    def player(self, state):
        return state.turn

    def actions(self, state):
        return [m for m in MIDDLES if state.is_free(m)]

    def result(self, state, action):
        if state.turn == 1:
            bridge = Bridge(action, action.x % 2 == 1)
            return state._replace(red=(*state.red, bridge))
        return state._replace(blue=state.blue + (Bridge(action, action.x % 2 == 0),))

    def won(self, state, turn):
        if turn == 1:
            return connected(state.red, lambda p: p.x == 0, lambda p: p.x == 2 * SIZE - 2)
        return connected(state.blue, lambda p: p.y == 0, lambda p: p.y == 2 * SIZE - 2)

    def terminal(self, state):
        return self.won(state, -state.turn) or not any(state.is_free(m) for m in MIDDLES)

    def utility(self, state):
        return 1 if self.won(state, 1) else -1 if self.won(state, -1) else 0

    def evaluate(self, state):
        return (len({p.x for b in state.red for p in b.ends}) - len({p.y for b in state.blue for p in b.ends})) / 20
