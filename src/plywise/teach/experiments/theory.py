"""Theoretical figures of a whole tree: how many nodes minimax visits, and how few leaves alpha-beta can read."""

from contextlib import suppress
from math import ceil, floor
from typing import Any, NamedTuple

from plywise.engines.perft import count
from plywise.engines.reference.perft import Counted, TooManyStates
from plywise.engines.reference.perft import count as count_plainly
from plywise.game import Game, State

MAX_STATES = 100_000
COUNT_SECONDS = 10.0
FEW_SECONDS = 1.0
"""Counting stops if the last count took over FEW_SECONDS and the next would take over COUNT_SECONDS."""

MAX_LINES = 2**60
MAX_CHECKED = 20_000


# --- the whole tree --------------------------------------------------------------------------------------------------


class Whole(NamedTuple):
    """A whole tree to a depth, as minimax visits it.

    nodes, leaves: their numbers
    depth: its deepest ply
    branching: the number of children of every inner node if it is uniform, else None
    """

    nodes: int
    leaves: int
    depth: int
    branching: int | None

    def theory(self) -> dict[str, Any]:
        """Return the theoretical figures of a uniform tree with as many leaves: see Row."""
        depth, uniform = self.depth, self.branching is not None
        b: float = self.branching if self.branching is not None else self.leaves ** (1 / depth) if depth else 1
        minimal = b ** ceil(depth / 2) + b ** floor(depth / 2) - 1
        return {
            "uniform": uniform,
            "b": b if uniform else round(b, 4),
            "b_to_d": self.leaves,
            "b_to_half_d": round(self.leaves**0.5, 2),
            "knuth_moore": minimal if uniform else round(minimal, 2),
        }


class WholeTrees:
    """Counts a game's tree from a state, one depth after another, as long as that takes only seconds.

    native: whether to count with the compiled rules
    """

    def __init__(self, game: Game, state: State, native: bool) -> None:
        self.game = game
        self.state = state
        self.native = native
        self.took = (-1, 0.0)  # the deepest count so far, and the seconds it took
        self.counted: Counted | None = None

    def count_to(self, depth: int | None) -> Whole | None:
        """Return the tree to a depth (None: to the end of every line); None if it is too large to count."""
        if self.counted is None or depth is None or len(self.counted.nodes_by_ply) <= depth:
            with suppress(TooManyStates):
                self.counted = self._count(depth) or self.counted
        if self.counted is None or (depth is not None and depth > self.counted.plies):
            return None
        if depth is None and self.counted.complete_games is None:
            return None
        last = self.counted.plies if depth is None else depth
        nodes = [number for number in self.counted.nodes_by_ply[: last + 1] if number]
        if sum(nodes) > MAX_LINES:
            return None
        last = len(nodes) - 1
        ends = sum(filter(None, self.counted.terminal_by_ply[:last]))
        return Whole(sum(nodes), ends + nodes[-1], last, None if ends else self._branching(nodes))

    def _count(self, depth: int | None) -> Counted | None:
        """Count the tree; return None if that would take too long. Raises TooManyStates."""
        if depth is None or not self.native:
            return count_plainly(self.game, self.state, depth, most_states=MAX_STATES)
        before, seconds = self.took
        for plies in range(before + 1 if before >= 0 else depth, depth + 1):
            growth, widest = self._growth()
            slow = seconds > FEW_SECONDS and seconds * growth > COUNT_SECONDS
            if slow or widest * growth > MAX_LINES:
                return None
            self.counted = count(self.game, self.state, plies)
            seconds = self.counted.time_s
            self.took = plies, seconds
        return self.counted

    def _growth(self) -> tuple[float, int]:
        """Return the ratio of the last counted ply's width to the previous one's, and its width."""
        nodes = self.counted.nodes_by_ply if self.counted is not None else [1]
        return (nodes[-1] / nodes[-2] if len(nodes) > 1 and nodes[-2] else 1.0), nodes[-1]

    def _branching(self, nodes: list[int]) -> int | None:
        """Return the number of children of every inner node if the tree is uniform, else None.

        nodes: by ply; all lines are equally long

        The states of each ply are checked one by one, unless there are too many.
        """
        b = nodes[1] if len(nodes) > 1 else 1
        if any(number != b**ply for ply, number in enumerate(nodes)):
            return None
        states = {self.state}
        for _ in nodes[1:]:
            if len(states) > MAX_CHECKED:
                break
            below = set()
            for state in states:
                children = [self.game.result(state, action) for action in self.game.actions(state)]
                if len(children) != b:
                    return None
                below.update(children)
            states = below
        return b


def effective_branching_factor(nodes: int, depth: int) -> float | None:
    """Return b such that 1 + b + b**2 + ... + b**depth = nodes. Source: Nilsson 1971; Russell and Norvig, AIMA.

    >>> effective_branching_factor(15, 3)
    2.0
    """
    if depth < 1 or nodes <= 1:
        return None
    low, high = 0.0, float(nodes)
    for _ in range(200):
        middle = (low + high) / 2
        total = 1.0
        for _ in range(depth):
            total = total * middle + 1
            if total > nodes:
                break
        low, high = (low, middle) if total > nodes else (middle, high)
    return round(high, 9)
