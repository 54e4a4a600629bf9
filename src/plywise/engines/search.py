"""search(): one call that picks the engine and the algorithm, checks what it is given, and answers."""

import sys
from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, NamedTuple

from plywise.engines.features import features_of, features_without
from plywise.engines.limits import Limits, Stop
from plywise.engines.move_orders import NAMES, order_name
from plywise.engines.reference.algorithms import ALGORITHMS, KEEP_TABLE
from plywise.engines.results import SearchResult
from plywise.errors import InputError
from plywise.game import Game, State

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine

ENGINES = ("auto", "reference", "native")

REFERENCE_ONLY = ("observer", "alpha", "beta")
"""Options of the reference search; the native engine has no such."""

OPTIONS = ("cut", "order", "seed", *REFERENCE_ONLY)

TEXTBOOK_ALGORITHMS = ("minimax", "negamax", "alphabeta")
"""Those that enter the same nodes natively as the reference, in any order."""

STRONG_ALGORITHMS = ("pvs", "mtdf", "deepening")
"""Those that are natively the strong search, with a table and an order of its own."""

NATIVE_ALGORITHMS = (*TEXTBOOK_ALGORITHMS, *STRONG_ALGORITHMS)


class OrderOptions(NamedTuple):
    """How moves are looked at: the cut rule, their order, and the seed of a random order."""

    cut: str
    order: str
    seed: int


def search(
    game: Game,
    state: State = None,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    threads: int = 1,
    engine: str = "auto",
    algorithm: str | None = None,
    all_moves: bool = False,
    table: float | None = None,
    without: Iterable[str] = (),
    stop: Stop | None = None,
    **options: Any,
) -> SearchResult:
    """Search a state (None: the initial one) and return the SearchResult.

    depth in plies, time in seconds, nodes: where to stop. engine: "native", compiled; "reference", plain Python;
    "auto", native where the game and what is asked for allow it. algorithm: a name of `reference.ALGORITHMS`; without
    one, alpha-beta, and under a limit of time or nodes iterative deepening. threads: of a native search with a table.
    all_moves: search each root action exactly, for `action_values` and `best_actions`. table: megabytes of a
    transposition table. without: names of `features.FEATURES` that a native search with a table is to do without.
    stop: a flag, as threading.Event; when another thread sets it, the search ends as it does at Ctrl-C. options: cut,
    order, seed, observer, alpha, beta, as in `reference`.

    Raises InputError for anything of these that does not fit.

    >>> import plywise as pw
    >>> game = pw.make("tictactoe")
    >>> pw.search(game, game.parse_state(".XOOX.X.O"), all_moves=True).action_values
    {0: -1, 5: 0, 7: 1}
    """
    check_engine(engine, threads)
    features = features_without(without)
    for name in options:
        if name not in OPTIONS:
            raise TypeError(f"search() got an unexpected keyword argument {name!r}")
    if algorithm is None:
        algorithm = "alphabeta" if time is None and nodes is None else "deepening"
    if algorithm not in ALGORITHMS:
        raise InputError(f"no algorithm {algorithm!r}; there are {', '.join(ALGORITHMS)}")
    if table is not None and algorithm not in (*KEEP_TABLE, "pvs"):
        raise InputError(f"{algorithm} keeps no table; {', '.join(KEEP_TABLE)} do")
    limits = Limits(depth, time, nodes, stop)
    asked: dict[str, Any] = {"cut": "ge", "order": "given", "seed": 0} | options
    asked["order"] = order_name(game, asked["order"])
    how = OrderOptions(asked["cut"], asked["order"], asked["seed"])
    obstacle = _obstacle(algorithm, asked) or _obstacle_to_order(game, algorithm, how.order, table, all_moves)
    if engine == "native" and obstacle:
        raise InputError(obstacle)
    if engine != "reference" and not obstacle:
        start = game.initial() if state is None else state
        compiled = compiled_engine(game, start, required=engine == "native")
        if compiled is not None:
            if algorithm == "alphabeta":
                features = features_of(("table", "table-move"), without)
            return _native(compiled, start, algorithm, limits, features, threads, table, all_moves, how)
    if threads != 1:
        raise InputError(f"the reference engine searches with 1 thread, not {threads}")
    if table is not None:
        options["table"] = table
    limited = {"depth": depth, "time": time, "nodes": nodes, "stop": stop}
    try:
        result = ALGORITHMS[algorithm](game, state, all_moves=all_moves, **limited, **options)
    except BaseException:
        _untold.clear()
        raise
    tell()
    return result


def check_engine(engine: str, threads: int) -> None:
    """Raise InputError where there is no such engine, or nobody searches with so many threads."""
    if engine not in ENGINES:
        raise InputError(f"no engine {engine!r}; there are {', '.join(ENGINES)}")
    if not isinstance(threads, int) or not 1 <= threads <= 256:
        raise InputError(f"threads must be from 1 to 256, not {threads}")


def _obstacle(algorithm: str, options: dict[str, Any]) -> str:
    """Return why what is asked for is the reference's alone; "" where the native engine does it too."""
    if algorithm not in NATIVE_ALGORITHMS:
        return f"{algorithm} is the reference's alone; the native engine has {', '.join(NATIVE_ALGORITHMS)}"
    for name in options:
        if name in REFERENCE_ONLY and options[name] is not None:
            return f"the native engine takes no {name}; the engine reference does"
    return ""


def _obstacle_to_order(game: Game, algorithm: str, order: str, table: float | None, all_moves: bool) -> str:
    """Return why an order is the reference's alone; "" where the native engine has it too."""
    if order == "given":
        return ""
    if order in game.orders():
        return f"{game.name}'s own order {order} is the reference's alone; the native engine has {', '.join(NAMES)}"
    if algorithm not in TEXTBOOK_ALGORITHMS or table is not None:
        return f"the native engine takes an order with {', '.join(TEXTBOOK_ALGORITHMS)} without a table"
    return "the native engine takes no order where all moves are searched" if all_moves else ""


_refused: set[str] = set()
_untold: list[str] = []


def tell() -> None:
    """Say on stderr, once, which game the reference searches, and why: after the answer, which may be an error."""
    while _untold:
        print(_untold.pop(), file=sys.stderr)


def compiled_engine(game: Game, state: State, required: bool) -> "Engine | None":
    """Return the game's engine. Where it cannot be compiled, raise if required, otherwise say so once on stderr.

    So too where it cannot hold the state.
    """
    if not game.compiles:
        if required:
            raise InputError(f"{game.name} is searched by the reference only")
        return None
    from plywise.engines.native.compile.rules import NotCompilable
    from plywise.engines.native.engines import engine_of

    try:
        engine = engine_of(game)
        engine.plain(state)
        return engine
    except NotCompilable as error:
        if required:
            raise
        if game.name not in _refused:
            _refused.add(game.name)
            _untold.append(f"{game.name} is searched by the reference engine: {error}")
        return None


def _native(
    engine: "Engine",
    state: State,
    algorithm: str,
    limits: Limits,
    features: int,
    threads: int,
    table: float | None,
    all_moves: bool,
    how: OrderOptions,
) -> SearchResult:
    from plywise.engines.native import ordered, strong, textbook

    if how.cut not in ("ge", "gt"):
        raise InputError(f"no cut rule {how.cut!r}; there are ge, gt")
    if algorithm in textbook.TEXTBOOK and table is None:
        if threads != 1:
            raise InputError(f"{algorithm} searches with 1 thread; pvs, mtdf, deepening take {threads}")
        if how.order != "given":
            return ordered.search_ordered(engine, state, algorithm, limits, *how)
        return textbook.search_textbook(engine, state, algorithm, limits, how.cut, all_moves)
    if how.cut != "ge":
        raise InputError("a search with a table cuts by ge")
    return strong.search_strong(engine, state, algorithm, limits, features, threads, table, all_moves)
