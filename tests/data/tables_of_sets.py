"""A game that looks things up in tables of sets, and in tables by words, records, pairs of pairs and sets."""

from dataclasses import dataclass
from enum import Enum
from typing import NamedTuple

import plywise as pw


class Colour(Enum):
    RED = "r"
    BLUE = "b"


class Cell(NamedTuple):
    r: int
    c: int


@dataclass(frozen=True)
class Edge:
    one: Cell
    other: Cell


SIZE = 4
CELLS = [Cell(r, c) for r in range(SIZE) for c in range(SIZE)]
NEAR = {cell: {other for other in CELLS if abs(cell.r - other.r) + abs(cell.c - other.c) == 1} for cell in CELLS}
SHAPES = [frozenset({cell, *NEAR[cell]}) for cell in CELLS]
EDGE_OF = {shape: frozenset().union(*(NEAR[cell] for cell in shape)) - shape for shape in SHAPES}
GRAPH = {"home": {"mill", "inn"}, "mill": {"home"}, "inn": {"home", "far", "wood"}, "far": {"inn"}, "wood": set()}
ROADS = [("home", {"mill", "inn"}), ("inn", {"home"}), ("wood", set())]
WORDS = {
    word: i for i, word in enumerate(["home", "mill", "inn", "far", "wood", "lake", "hill", "ford", "a", "home s"])
}
EDGES = {Edge(one, other): 3 * i for i, one in enumerate(CELLS) for other in sorted(NEAR[one])}
PAIRS = {((r, c), (c, colour)): r - c for r in range(4) for c in range(4) for colour in Colour}
NUMBERS = {-3: 1, 0.5: 2, 7.0: 3, True: 4, "x": 5, "xyz": 6, None: 7, (1, 2): 8, ("a", 0.25): 9, 2**40: 10}
MIXED = [frozenset({1, 2}), frozenset({"a"}), frozenset({(1, 2)}), frozenset()]
FAR = [{1, 1000, 2**40}, {5, 1000}, {-(10**9)}]


NEAR_HOME = frozenset({Cell(0, 0), Cell(0, 1)})
FAR_CELLS = [frozenset({Cell(-1, 9)}), frozenset({Cell(9, 9), Cell(0, 0)})]


class State(NamedTuple):
    at: Cell
    n: int
    town: str
    men: frozenset[Cell]


class Tables(pw.Game):
    def initial(self):
        return State(Cell(1, 1), 0, "home", frozenset({Cell(0, 1)}))

    def player(self, state):
        return 1 if state.n % 2 == 0 else -1

    def actions(self, state):
        return sorted(NEAR[state.at])

    def result(self, state, action):
        towns = sorted(GRAPH[state.town])
        town = towns[action.c % len(towns)] if towns else "home"
        return State(action, state.n + 1, town, state.men ^ {action} | NEAR[action] & EDGE_OF[SHAPES[state.n]])

    def terminal(self, state):
        return state.n >= 6

    def utility(self, state):
        shape = SHAPES[(state.at.r * SIZE + state.at.c + state.n) % len(SHAPES)]
        found = len(EDGE_OF[shape] & state.men) + 10 * len(shape & state.men) + 100 * (state.at in shape)
        found += 1000 * sum(cell.r * cell.c for cell in EDGE_OF[shape]) + len(NEAR[state.at] - state.men)
        if shape & state.men in EDGE_OF:
            found += 7
        if state.men in SHAPES:
            found += 9
        near = NEAR[state.at] | {state.at}
        near.add(Cell(0, 0))
        found += 13 * len(near) + 17 * isinstance(NEAR[state.at], frozenset) + 19 * isinstance(shape, frozenset)
        several = {state.men, SHAPES[state.n], state.men & shape, EDGE_OF[shape], NEAR_HOME}
        found += 41 * len(several) + 43 * (shape in several) + 47 * (state.men in several)
        counts = {(1, state.men): 3}
        counts[1, SHAPES[state.n]] = 5
        found += 53 * len(counts) + counts[1, state.men]
        found += 31 * len(EDGE_OF[shape] | state.men) + 37 * len(state.men ^ SHAPES[state.n] | FAR_CELLS[state.n % 2])
        return found + (23 if frozenset(near) == SHAPES[5] else 0) + (29 if NEAR[state.at] <= near else 0)

    def evaluate(self, state):
        nothing = Edge(Cell(0, 0), Cell(0, 0))
        found = WORDS[state.town] + EDGES.get(Edge(state.at, Cell(state.n % 4, 1)), -1) + EDGES.get(nothing, 50)
        found += PAIRS[(state.at, (state.at.c, Colour.RED if state.n % 2 else Colour.BLUE))]
        found += sum(i * len(towns) for i, (town, towns) in enumerate(ROADS, 1) if state.town in towns or town == "inn")
        found += sum(NUMBERS.get(key, 100) for key in (state.n - 3, state.n * 0.5, state.n * 7.0, state.n == 1))
        found += sum(NUMBERS.get(key, 100) for key in ("xyz"[: state.n], None if state.n else 3, (state.n, 2)))
        found += NUMBERS.get(("a", state.n / 4), 100) + NUMBERS.get((1 << 40) * state.n, 1000)
        found += sum(state.n in mixed for mixed in MIXED) + sum((1, state.n) in mixed for mixed in MIXED)
        return found + sum(10**state.n in far for far in FAR) + max(FAR[state.n % 3]) % 97


LINES = [frozenset(pair) for pair in ("ab", "bc", "cd", "de", "ea", "ac")]
WEIGHT = {line: 2**i for i, line in enumerate(LINES)}


@dataclass(frozen=True)
class Drawn:
    left: frozenset[frozenset[str]] = frozenset(LINES)
    red: frozenset[frozenset[str]] = frozenset()
    n: int = 0


class Lines(pw.Game):
    """Its state has sets of sets, as are the edges of a graph."""

    def initial(self):
        return Drawn()

    def player(self, state):
        return 1 if state.n % 2 == 0 else -1

    def actions(self, state):
        return [line for line in LINES if line in state.left]

    def result(self, state, action):
        red = state.red | {action} if state.n % 2 == 0 else state.red
        return Drawn(state.left - {action}, red, state.n + 1)

    def terminal(self, state):
        return not state.left

    def utility(self, state):
        seen = {LINES[0]: 5, LINES[state.n % 6]: 7}
        found = sum(WEIGHT[line] for line in state.red) + 100 * len(set(LINES) - state.red)
        found += sum(1000 * (sum(point in line for line in state.red) >= 2) for point in "abcde")
        return found + sum(seen.get(line, 1) for line in state.red) + 3 * (frozenset({"a", "b"}) in state.red)
