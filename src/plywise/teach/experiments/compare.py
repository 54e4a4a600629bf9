"""Compare algorithms and move orders on one position, at several depths, and with theory."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict, dataclass, fields
from typing import Any, NamedTuple

from plywise.arguments.names import hint
from plywise.engines.algorithms import ALGORITHMS, names_where, referenced_algorithm
from plywise.engines.compiled import compiled_engine
from plywise.engines.limits import Limits
from plywise.engines.move_orders import ITERATING, order_name, order_names
from plywise.engines.results import SearchResult
from plywise.engines.search import ENGINES, search
from plywise.errors import InputError
from plywise.game import Game, State, Value, hashable_start
from plywise.teach.experiments.theory import COUNT_SECONDS, Whole, WholeTrees, effective_branching_factor

TELLING_ORDERS = ("worst", "random", "given", "priority", "killers", "history", "table", "ideal")
"""The orders of alpha-beta compared by default, if the game can be compiled."""

OWN = "own"
"""The order used only by the native engine's strong searches: table, killers, history and so on."""

NATIVE_BUDGET = 500_000_000
REFERENCE_BUDGET = 200_000
PLAIN_BUDGET = 1_000_000
"""The node limit of a search that was not named: some seconds. PLAIN: if the game cannot be compiled."""


@dataclass(frozen=True)
class Row(Mapping[str, Any]):
    """One search of a comparison, its figures as attributes and as keys.

    The fields from ratio_to_minimax on are None if the whole tree is too large to count.

    order: a name in engines/move_orders.py, one of the game's orders, or "own", the strong search's
    depth: the limit, or the deepest ply if there was none
    nodes, leaves, cutoffs, pruned: the search's counts
    first_move_cutoffs: the cutoffs that came after the first action searched
    first_move_rate: their share of all cutoffs (None without cutoffs)
    ordering_nodes: the cost of the order itself, not counted in `nodes`
    branching_factor: the effective branching factor, b such that 1 + b + ... + b**depth = nodes (None at depth 0)
    ratio_to_minimax: nodes / minimax_nodes
    minimax_nodes: the nodes of the whole tree to that depth
    uniform: whether that tree is uniform; then b is whole, and any algorithm must read at least knuth_moore leaves
    b: the branching factor of the uniform tree with as many leaves at that depth
    b_to_d: b**depth, the leaves that minimax reads
    b_to_half_d: the square root of b_to_d
    knuth_moore: b**ceil(depth/2) + b**floor(depth/2) - 1
    """

    algorithm: str
    order: str
    engine: str
    depth: int
    value: Value | None
    best: str | None
    nodes: int
    leaves: int
    cutoffs: int
    first_move_cutoffs: int
    first_move_rate: float | None
    pruned: int
    ordering_nodes: int
    time_s: float
    branching_factor: float | None
    ratio_to_minimax: float | None
    minimax_nodes: int | None
    uniform: bool | None
    b: float | None
    b_to_d: float | None
    b_to_half_d: float | None
    knuth_moore: float | None

    def __getitem__(self, name: str) -> Any:
        if name not in FIGURES:
            raise KeyError(name)
        return getattr(self, name)

    def __iter__(self) -> Iterator[str]:
        return iter(FIGURES)

    def __len__(self) -> int:
        return len(FIGURES)

    def to_dict(self) -> dict[str, Any]:
        """Return the row as plain data, for JSON."""
        return asdict(self)


FIGURES = tuple(each.name for each in fields(Row))
"""The names of a row's fields, in order."""


class Series(NamedTuple):
    """An algorithm in an order, and how to run it.

    engine: "native" or "reference"
    budget: the node limit for each search (None: no limit, as for named algorithms)
    """

    algorithm: str
    order: str
    engine: str
    budget: int | None


class Watcher:
    """Follows the progress of a comparison; this one ignores it."""

    def begin(self, series: Series, depth: int | None) -> None:
        """A search begins."""

    def leave_out(self, sentence: str) -> None:
        """A series ends early; the sentence names the series, the depth and the reason."""


def compare(
    game: Game,
    state: State = None,
    algorithms: Sequence[str] | None = None,
    orders: Sequence[str] | None = None,
    depths: Sequence[int | None] = (None,),
    *,
    engine: str = "auto",
    most_nodes: int | None = None,
    seed: int = 0,
    cut: str = "ge",
    watcher: Watcher | None = None,
) -> Iterator[Row]:
    """Search one state with every algorithm, order and depth (None: no limit); yield a Row as each search ends.

    algorithms, orders: by default an instructive selection that takes seconds, see `plan_series`
    engine: "native", "reference", or "auto", which is native if possible
    most_nodes: a search that needs more is skipped, with all deeper ones of its series (None: see Series.budget)
    seed, cut: as in `engines.search.search`

    Raises InputError at once for an unknown algorithm, order or engine and for an invalid limit.
    """
    start = hashable_start(game, state)
    Limits(nodes=most_nodes)
    lines = plan_series(game, start, algorithms, orders, engine, cut)
    if most_nodes is not None:
        lines = [line._replace(budget=most_nodes) for line in lines]
    return _make_rows(game, start, lines, depths, watcher or Watcher(), {"seed": seed, "cut": cut})


MOST_PLOTTED, DEEPEST_PLOTTED = 600_000, 14
"""The limits of a plot's depths if none are given: nodes of the whole tree, and depth."""


def choose_depths(game: Game, state: State = None) -> range:
    """Return depths for a plot: from 1 to the end of the game, or as deep as minimax takes seconds."""
    trees, deepest, leaves = WholeTrees(game, hashable_start(game, state), native=False), 1, 1
    for depth in range(1, DEEPEST_PLOTTED + 1):
        whole = trees.count_to(depth)
        if whole is None or whole.depth < depth or whole.nodes > MOST_PLOTTED:
            break
        deepest, growth, leaves = depth, whole.leaves / leaves, whole.leaves
        if trees.counted is not None and trees.counted.time_s * growth > COUNT_SECONDS:
            break  # counting the next ply would already take long
    return range(1, deepest + 1)


def plan_series(
    game: Game,
    state: State,
    algorithms: Sequence[str] | None = None,
    orders: Sequence[str] | None = None,
    engine: str = "auto",
    cut: str = "ge",
) -> list[Series]:
    """Return the series to compare: each algorithm in each order.

    By default, natively: minimax, alpha-beta in TELLING_ORDERS, and iterative deepening; otherwise `classic` in the
    game's order. Without orders: the game's order, or OWN for the native strong searches. Without algorithms: those of
    `classic` that support the orders.

    Raises InputError for an unknown name, and for an algorithm that does not support an order.
    """
    if engine not in ENGINES:
        raise InputError(f"no engine {engine!r}; {hint(engine, ENGINES)}")
    algorithms = None if algorithms is None else [referenced_algorithm(each).name for each in algorithms]
    named = [order if order == OWN else order_name(game, order) for order in orders or ()]
    native = engine != "reference" and compiled_engine(game, state, required=engine == "native") is not None
    strong = native and cut == "ge"
    if algorithms is None and orders is None and native:
        pairs = [("minimax", "given")]
        pairs += [("alphabeta", order) for order in TELLING_ORDERS if order in order_names(game)]
        pairs += [("deepening", OWN)] if strong else []
    else:
        pairs = [
            (algorithm, order)
            for algorithm in (classic() if algorithms is None else algorithms)
            for order in (named if orders is not None else [_usual_order(algorithm, strong)])
        ]
    misfits = {pair: _explain_misfit(game, *pair, engine, strong) for pair in dict.fromkeys(pairs)}
    found = [
        _make_series(game, *pair, native, algorithms is not None) for pair, misfit in misfits.items() if not misfit
    ]
    if len(found) < len(misfits) and (algorithms is not None or not found):
        raise InputError(next(filter(None, misfits.values())))
    return found


def classic() -> list[str]:
    """Return the algorithms compared by default: the reference engine's, without variants of others."""
    compared = [each for each in ALGORITHMS.values() if each.variant_of is None and not each.only_by_name]
    return [each.name for each in compared if each.has_reference]


def _usual_order(algorithm: str, strong: bool) -> str:
    return OWN if strong and ALGORITHMS[algorithm].is_strong else "given"


def _is_textbook(game: Game, algorithm: str, order: str) -> bool:
    """Return whether the native engine enters the same nodes as the reference."""
    return ALGORITHMS[algorithm].is_textbook and order not in game.orders()


def _explain_misfit(game: Game, algorithm: str, order: str, engine: str, strong: bool) -> str:
    """Return why an algorithm does not support an order; "" if it does."""
    if order == OWN:
        fits = strong and ALGORITHMS[algorithm].is_strong
        strong_ones = names_where(lambda each: each.is_strong)
        return "" if fits else f"only {strong_ones} of the native engine use the order {OWN}"
    if order in ITERATING and ALGORITHMS[algorithm].table == "always":
        return f"{algorithm} uses its own table and does not support the order {order}"
    if engine == "native" and not _is_textbook(game, algorithm, order):
        return f"the native engine has no {algorithm} in the order {order}; the reference engine has"
    return ""


def _make_series(game: Game, algorithm: str, order: str, native: bool, asked: bool) -> Series:
    """Return a series with its engine and budget. asked: whether the algorithm was named."""
    if native and (order == OWN or _is_textbook(game, algorithm, order)):
        return Series(algorithm, order, "native", None if asked else NATIVE_BUDGET)
    budget = REFERENCE_BUDGET if native else PLAIN_BUDGET
    return Series(algorithm, order, "reference", None if asked else budget)


def _make_rows(
    game: Game,
    state: State,
    lines: Sequence[Series],
    depths: Sequence[int | None],
    watcher: Watcher,
    options: dict[str, Any],
) -> Iterator[Row]:
    trees = WholeTrees(game, state, any(line.engine == "native" for line in lines))
    ended: set[Series] = set()
    for depth in depths:
        whole = trees.count_to(depth)
        for line in lines:
            if line in ended:
                continue
            watcher.begin(line, depth)
            result = _run_search(game, state, line, depth, whole, options)
            if result is not None:
                yield _make_row(line, result, whole)
                continue
            ended.add(line)
            where = "" if depth is None else f", from depth {depth} on"
            series = f"{line.algorithm} in the order {line.order}{where}: over {line.budget:,} nodes"
            watcher.leave_out(f"left out: {series}")


def _run_search(
    game: Game, state: State, line: Series, depth: int | None, whole: "Whole | None", options: dict[str, Any]
) -> SearchResult | None:
    """Return the result of a search; None if it takes more nodes than its budget."""
    exhaustive = ALGORITHMS[line.algorithm].exhaustive
    if line.budget is not None and exhaustive and whole is not None and whole.nodes > line.budget:
        return None
    options = options if line.order == OWN else options | {"order": line.order}
    result = search(
        game,
        state,
        engine=line.engine,
        algorithm=line.algorithm,
        depth=depth,
        nodes=line.budget,
        partial=False,
        **options,
    )
    return None if result.stopped_by == "nodes" else result


ROW_FROM_RESULT = (
    *("engine", "depth", "value", "best", "nodes", "leaves", "cutoffs", "first_move_cutoffs", "pruned"),
    *("ordering_nodes", "time_s"),
)


def _make_row(line: Series, result: SearchResult, whole: "Whole | None") -> Row:
    answer = result.to_dict()
    factor = effective_branching_factor(result.nodes, result.depth)
    theory = dict.fromkeys(("uniform", "b", "b_to_d", "b_to_half_d", "knuth_moore"))
    return Row(
        algorithm=line.algorithm,
        order=line.order,
        first_move_rate=round(result.first_move_cutoffs / result.cutoffs, 6) if result.cutoffs else None,
        branching_factor=None if factor is None else round(factor, 4),
        ratio_to_minimax=None if whole is None else round(result.nodes / whole.nodes, 9),
        minimax_nodes=None if whole is None else whole.nodes,
        **{name: answer[name] for name in ROW_FROM_RESULT},
        **(theory if whole is None else whole.theory()),
    )
