"""search(): checks the arguments, picks the engine and the algorithm, and returns the result."""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING, Any, TypedDict, Unpack

from plywise.arguments.keywords import spell_out
from plywise.arguments.names import hint
from plywise.arguments.numbers import as_whole
from plywise.engines.algorithms import ALPHABETA, DEEPENING, SELECTIVE, Algorithm, algorithm_of, names_where
from plywise.engines.announcing import compile_seconds
from plywise.engines.backends import (
    Backend,
    Native,
    NativeOrReference,
    NativeWhenReady,
    Reference,
    ReferenceThenNative,
    Request,
)
from plywise.engines.compiled import compiled_engine, has_native_engine
from plywise.engines.fallback import Fallback
from plywise.engines.features import BLIND, features_of, features_without
from plywise.engines.limits import Limits, Stop
from plywise.engines.move_limits import MoveLimits
from plywise.engines.move_orders import NAMES, order_name
from plywise.engines.reference import alphabeta
from plywise.engines.reference.observer import Observer
from plywise.engines.reference.run import SearchRun
from plywise.engines.results import SearchResult
from plywise.engines.sampling import Sampling, unless_left
from plywise.engines.search_warnings import warn_if_endless, warn_if_no_evaluation, warn_if_saturated
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import InputError
from plywise.game import Game, State, Value, hashable_start
from plywise.game.trial_play import Unchanged

if TYPE_CHECKING:
    from plywise.engines.native.preparation import Preparation

ENGINES = ("auto", "reference", "native")

REFERENCE_ONLY = ("observer", "alpha", "beta")
"""Options that only the reference search takes."""


class FurtherOptions(TypedDict, total=False):
    """Keyword options that `search` passes on.

    cut, order, seed: see `OrderOptions`
    evaluate: if False, all states at the horizon count the same, as in a game without `evaluate`
    observer: notified of every event
    alpha, beta: the window
    """

    cut: str
    order: str
    seed: int
    evaluate: bool
    observer: Observer | None
    alpha: Value
    beta: Value


@spell_out(alphabeta, SearchRun.__init__)
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
    watcher: Callable[[SearchResult], None] | None = None,
    partial: bool | None = None,
    **options: Unpack[FurtherOptions],
) -> SearchResult:
    """Search a state (None: the initial one) and return the SearchResult.

    depth, time, nodes: the limits, in plies, seconds and nodes
    engine: "native" (compiled), "reference" (plain Python), or "auto": native if the game and the options allow it
    algorithm: a name in `algorithms.ALGORITHMS`; the default is alpha-beta, or iterative deepening if time or nodes are
        limited. "selective" is the search for play, which estimates and proves next to nothing. "mcts" plays random
        games, as many as `nodes`, and takes seed, threads and table: see reference/mcts.py
    threads: for a native search with a table
    all_moves: search each root action exactly, for `action_values` and `best_actions`
    table: the size of the transposition table in megabytes
    without: features to switch off: names of `features.FEATURES` in a native search with a table, of
        `play_features.PLAY_FEATURES` in "selective"
    stop: a flag, such as threading.Event; when another thread sets it, the search returns its answer so far
    watcher: called a few times a second with the result that the search would return if it stopped now
    partial: whether Ctrl-C ends the search with its answer so far; the default is True if there is a limit, and
        otherwise KeyboardInterrupt is raised
    options: cut, order, seed, evaluate, observer, alpha, beta, as in `reference`

    A game is compiled at its first search. With `time` or `stop`, "auto" does not wait for the compiler: the reference
    searches until the engine is ready, and the result's `engine` names the one that answered. "native", "selective" and
    "mcts" wait, and `time` counts from when they start to search.

    Warns once a process and game: with NoEvaluationWarning if a search meets its horizon in a game without `evaluate`,
    and with EndlessGameWarning if there is no limit and random play did not finish the game.

    Raises InputError for invalid arguments.

    >>> import plywise as pw
    >>> game = pw.make("tictactoe")
    >>> pw.search(game, game.parse_state(".XOOX.X.O"), all_moves=True).action_values
    {0: -1, 5: 0, 7: 1}
    """
    compiled_before = compile_seconds()
    start = hashable_start(game, state)
    unchanged = Unchanged(game, start)
    check_engine(engine, threads)
    chosen = _usual_algorithm(time, nodes) if algorithm is None else algorithm_of(algorithm)
    if chosen.is_selective:
        _check_selective(engine, options)
        player = SelectiveSearch(game, threads=threads, table=table, without=without)
        limits = Limits(depth, time, nodes, stop, watcher, partial)
        warn_if_endless(game, start, limits)
        found = _with_compile_time(_for_play(player, start, limits, all_moves), compiled_before)
        unchanged.confirm()
        return found
    if chosen.samples:
        others = {"all_moves": all_moves, "without": tuple(without), **options}
        sampling = Sampling(chosen, game, start, engine, threads, table, others)
        found = _with_compile_time(sampling.search(Limits(depth, time, nodes, stop, watcher, partial)), compiled_before)
        unchanged.confirm()
        return found
    features = features_without(without)
    if table is not None and not (chosen.keeps_table or chosen.is_strong):
        raise InputError(f"{chosen.name} uses no table; {names_where(lambda each: each.keeps_table)} do")
    limits = Limits(depth, time, nodes, stop, watcher, partial)
    asked: dict[str, Any] = {"cut": "ge", "order": "given", "seed": 0, **options}
    asked["order"] = order_name(game, asked["order"])
    own = features_of(("table", "table-move"), without) if chosen.is_textbook else features
    own |= 0 if asked.get("evaluate", True) else BLIND
    waits = engine == "native" or not _has_limits_to_keep(limits)
    how = asked["cut"], asked["order"], asked["seed"], waits, options
    request = Request(game, start, chosen, all_moves, threads, table, own, *how)
    obstacle = _obstacle(chosen, asked, table) or _obstacle_to_order(game, chosen, asked["order"], table, all_moves)
    unobserved = Reference(replace(request, options={**options, "observer": None}))
    warn_if_endless(game, start, limits, unobserved.search if chosen.is_textbook else None)
    fallback = Fallback(game)
    found = _backend(engine, request, limits, obstacle, fallback).search(limits)
    fallback.report()
    unchanged.confirm()
    if asked.get("evaluate", True):
        warn_if_no_evaluation(found)
        warn_if_saturated(found)
    return _with_compile_time(replace(found, fallback=fallback.reason), compiled_before)


def _backend(engine: str, request: Request, limits: Limits, obstacle: str, fallback: Fallback) -> Backend:
    """Return the backend for a request. obstacle: why only the reference can answer; "" if the native one can too."""
    if engine == "native" and obstacle:
        raise InputError(obstacle)
    native, reference = Native(request), Reference(request)
    if engine != "reference" and not obstacle:
        preparation = _preparation(request, limits)
        if engine == "native":
            return native if preparation is None else NativeWhenReady(native, reference, preparation)
        either = NativeOrReference(native, reference, fallback)
        if preparation is not None:
            return ReferenceThenNative(reference, either, preparation, fallback)
        if compiled_engine(request.game, request.start, False, fallback, request.waits) is not None:
            return either
    if request.threads != 1:
        why = obstacle or fallback.reason
        because = f": {why}" if why else ""
        raise InputError(f"the reference engine searches with 1 thread, not {request.threads}{because}")
    return reference


def _with_compile_time(found: SearchResult, before: float) -> SearchResult:
    """Return a result with its compile time. before: the compile seconds of this thread before the search."""
    return replace(found, compile_s=compile_seconds() - before)


def _check_selective(engine: str, options: Mapping[str, Any]) -> None:
    """Raise InputError for options that the search for play does not support."""
    if engine == "reference":
        names = names_where(lambda each: each.has_reference)
        raise InputError(f"{SELECTIVE.name} runs only in the native engine; the reference has {names}")
    usual: dict[str, Any] = {"cut": "ge", "order": "given", "seed": options.get("seed"), "evaluate": True}
    for name, given in options.items():
        if given != usual.get(name):
            raise InputError(f"{SELECTIVE.name} takes no {name}: it sets its own move order and window")


def _for_play(player: SelectiveSearch, state: State, limits: Limits, all_moves: bool) -> SearchResult:
    """Return the result of a search for play. Ctrl-C ends it as `Limits.partial` says."""
    if limits.depth == 0:
        raise InputError(f"{SELECTIVE.name} looks 1 ply ahead or more, not 0")
    given = MoveLimits(depth=limits.depth, nodes=limits.nodes, hard=limits.time, stop=limits.stop)
    return unless_left(player.search(state, given, watcher=limits.watcher, all_moves=all_moves), limits)


def _preparation(request: Request, limits: Limits) -> "Preparation | None":
    """Return the engine's preparation, started, if the search has limits meanwhile; None if it need not wait."""
    if not (request.game.compiles and _has_limits_to_keep(limits) and has_native_engine()):
        return None
    from plywise.engines.native.preparation import plan_of, prepare

    game, has_table = request.game, request.table is not None
    return prepare(game, plan_of(game, request.start, request.algorithm, limits, request.order, has_table))


def _has_limits_to_keep(limits: Limits) -> bool:
    """Return whether a search may have to end before its engine is compiled."""
    return limits.time is not None or limits.stop is not None


def _usual_algorithm(time: float | None, nodes: int | None) -> Algorithm:
    """Return the default algorithm; with a limit of time or nodes, one that always has an answer."""
    return ALPHABETA if time is None and nodes is None else DEEPENING


def check_engine(engine: str, threads: int) -> None:
    """Raise InputError for an unknown engine or an invalid number of threads."""
    if engine not in ENGINES:
        raise InputError(f"no engine {engine!r}; {hint(engine, ENGINES)}")
    if not 1 <= (as_whole(threads) or 0) <= 256:
        raise InputError(f"threads must be from 1 to 256, not {threads}")


def _obstacle(algorithm: Algorithm, options: dict[str, Any], table: float | None) -> str:
    """Return why only the reference can run the search; "" if the native engine can too."""
    if algorithm.native is None:
        names = names_where(lambda each: each.native is not None)
        return f"{algorithm.name} runs only in the reference engine; the native engine has {names}"
    for name in options:
        if name in REFERENCE_ONLY and options[name] is not None:
            return f"the native engine takes no {name}; the engine reference does"
    if table is not None and options["cut"] == "gt":
        return "a native search with a table supports only the cut rule ge"
    return ""


def _obstacle_to_order(game: Game, algorithm: Algorithm, order: str, table: float | None, all_moves: bool) -> str:
    """Return why only the reference has a move order; "" if the native engine has it too."""
    if order == "given":
        return ""
    if order in game.orders():
        return (
            f"{game.name}'s own order {order} runs only in the reference engine; the native one has {', '.join(NAMES)}"
        )
    if not algorithm.is_textbook or table is not None:
        return f"the native engine takes an order with {names_where(lambda each: each.is_textbook)} without a table"
    return "the native engine takes no order where all moves are searched" if all_moves else ""
