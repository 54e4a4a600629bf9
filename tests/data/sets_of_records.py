"""A game whose state has sets of all kinds of things: NamedTuples, dataclasses, members of Enums, pairs of pairs."""

from dataclasses import dataclass
from enum import Enum, IntEnum
from typing import NamedTuple

import plywise as pw


class Side(Enum):
    RED = "r"
    GREEN = "g"


class Rank(IntEnum):
    HIGH = 5
    LOW = -3
    MIDDLE = 1


class Cell(NamedTuple):
    r: int
    c: int

    def __add__(self, step):
        return Cell(self.r + step[0], self.c + step[1])


@dataclass(frozen=True)
class Man:
    at: Cell
    side: Side


@dataclass(frozen=True, order=True)
class Spot:
    x: int
    y: int

    @property
    def near(self):
        return [Spot(self.x + dx, self.y + dy) for dx, dy in ((0, 1), (1, 0))]


EAST = (0, 1)
BY_CELL = {Cell(r, c): r * 5 + c for r in range(4) for c in range(4)}
BY_SPOT = {Spot(x, y): x * 7 + y for x in range(4) for y in range(4)}


class State(NamedTuple):
    cells: frozenset[Cell]
    men: frozenset[Man]
    spots: frozenset[Spot]
    edges: frozenset[tuple[tuple[int, int], tuple[int, int]]]
    ranks: frozenset[Rank]
    n: int


class Sets(pw.Game):
    def initial(self):
        return State(
            cells=frozenset({Cell(1, 2), Cell(0, 1)}),
            men=frozenset(),
            spots=frozenset({Spot(1, 1)}),
            edges=frozenset({((0, 0), (0, 1))}),
            ranks=frozenset({Rank.HIGH, Rank.LOW}),
            n=0,
        )

    def player(self, state):
        return 1 if state.n % 2 == 0 else -1

    def actions(self, state):
        return [Cell(0, 0), Cell(0, 1), Cell(1, 2), Cell(2, 2), Cell(2, 0)]

    def result(self, state, action):
        men = set(state.men)
        men.add(Man(action, Side.RED if state.n % 2 else Side.GREEN))
        spots = state.spots | {Spot(action.r, action.c)}
        for spot in sorted(state.spots):
            for near in spot.near:
                if near.x < 3 and near.y < 3 and near not in state.spots:
                    spots -= {near}
        edges = state.edges | {((action.r, action.c), (0, state.n))}
        ranks = state.ranks ^ {list(Rank)[action.c]}
        return State(state.cells ^ {action}, frozenset(men), frozenset(spots), edges, ranks, state.n + 1)

    def terminal(self, state):
        return state.n >= 4

    def utility(self, state):
        start = min(state.cells, default=Cell(0, 1))
        value = sum(i * BY_CELL[cell] for i, cell in enumerate(sorted(state.cells), 1))
        value += sum(i * BY_SPOT[spot] for i, spot in enumerate(sorted(state.spots), 1))
        value += sum(i * int(rank) for i, rank in enumerate(sorted(state.ranks), 1))
        value += 100 * ((1, 2) in state.cells) + 1000 * (start + EAST in state.cells)
        value += 3 * (Man(Cell(0, 0), Side.GREEN) in state.men) + 5 * any(man.side is Side.RED for man in state.men)
        return value + 10_000 * max((one[0] for one, _ in state.edges), default=0) + start.r

    def evaluate(self, state):
        step = (-1, 0) if state.n % 2 else (0, 1)
        return 2 * (tuple(x + 1 for x in step) in state.cells) + (((2, 2), (0, 1)) in state.edges)
