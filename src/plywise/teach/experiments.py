"""Experiments: algorithms and move orders compared on one position."""

from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass
from typing import Any

from plywise.errors import InputError
from plywise.game import Game, State, Value
from plywise.search.counting import TooManyStates, count
from plywise.search.driver import search
from plywise.search.orders import order_names
from plywise.search.reference import ALGORITHMS

MOST_STATES = 100_000


@dataclass(frozen=True)
class Row:
    """One search of a comparison.

    depth: the limit, or the deepest ply where there was none. branching_factor: the effective one, b such that a
    uniform tree of that depth with b children a node has as many nodes, 1 + b + ... + b**depth (None at depth 0).
    ratio_to_minimax: nodes over those of the whole tree to that depth (None where that tree is too large to count).
    """

    algorithm: str
    order: str
    depth: int
    value: Value | None
    best: str | None
    nodes: int
    leaves: int
    cutoffs: int
    pruned: int
    time_s: float
    branching_factor: float | None
    ratio_to_minimax: float | None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data, for JSON."""
        return asdict(self)


def compare(
    game: Game,
    state: State = None,
    algorithms: Sequence[str] = ("minimax", "alphabeta"),
    orders: Sequence[str] = ("given",),
    depths: Sequence[int | None] = (None,),
    seed: int = 0,
    cut: str = "ge",
) -> Iterator[Row]:
    """Search one state with every algorithm, order and depth (None: no limit), and yield a Row for each as it is done.

    Raises InputError at once for an algorithm or an order that there is not.
    """
    for algorithm in algorithms:
        if algorithm not in ALGORITHMS:
            raise InputError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
    for order in orders:
        if order not in order_names(game):
            raise InputError(f"{game.name} has no order {order!r}; it has {', '.join(order_names(game))}")
    return _rows(game, state, algorithms, orders, depths, {"seed": seed, "cut": cut})


def _rows(
    game: Game,
    state: State,
    algorithms: Sequence[str],
    orders: Sequence[str],
    depths: Sequence[int | None],
    options: dict[str, Any],
) -> Iterator[Row]:
    for depth in depths:
        whole_tree = _nodes_of_whole_tree(game, state, depth)
        for algorithm in algorithms:
            for order in orders:
                result = search(
                    game, state, engine="reference", algorithm=algorithm, order=order, depth=depth, **options
                )
                if result.stopped_by == "interrupt":
                    raise KeyboardInterrupt  # half a search is no row of a comparison
                answer = result.to_dict()
                factor = effective_branching_factor(result.nodes, result.depth)
                yield Row(
                    order=order,
                    branching_factor=None if factor is None else round(factor, 4),
                    ratio_to_minimax=None if whole_tree is None else round(result.nodes / whole_tree, 6),
                    **{name: answer[name] for name in ROW_FROM_RESULT},
                )


ROW_FROM_RESULT = ("algorithm", "depth", "value", "best", "nodes", "leaves", "cutoffs", "pruned", "time_s")


def _nodes_of_whole_tree(game: Game, state: State, depth: int | None) -> int | None:
    """Return what minimax visits: every node down to the depth. None where that is too much to count."""
    try:
        return sum(count(game, state, depth, most_states=MOST_STATES).nodes_by_ply)
    except TooManyStates:
        return None


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
