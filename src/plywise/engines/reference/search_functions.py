"""Turns an algorithm into a search function: its options, its SearchRun, and the result however the search ends."""

from collections.abc import Callable
from math import inf
from typing import TypedDict, TypeVar, Unpack

from plywise.arguments.keywords import spell_out
from plywise.engines.algorithms import Algorithm, names_where
from plywise.engines.limits import Limits, Stop, Stopped
from plywise.engines.reference.node import Node
from plywise.engines.reference.observer import Observer
from plywise.engines.reference.run import SearchRun
from plywise.engines.reference.table import table_of
from plywise.engines.reference.ties import prefer, prefer_stopped
from plywise.engines.results import Bound, SearchResult, bound_of
from plywise.engines.watching import watched
from plywise.errors import InputError
from plywise.game import MAX, Game, State, Value
from plywise.process.recursion import recursion_budget


class RunOptions(TypedDict, total=False):
    """Keyword options of every reference algorithm; see `run_search` and `SearchRun`."""

    time: float | None
    nodes: int | None
    stop: Stop | None
    watcher: Callable[[SearchResult], None] | None
    partial: bool | None
    table: float | None
    order: str
    seed: int
    evaluate: bool


class CutOptions(RunOptions, total=False):
    """RunOptions plus the cut rule."""

    cut: str


class MoveOptions(RunOptions, total=False):
    """RunOptions plus whether to search each root action exactly."""

    all_moves: bool


class SearchOptions(CutOptions, MoveOptions, total=False):
    """CutOptions, MoveOptions and the depth."""

    depth: int | None


class ObservedOptions(TypedDict, total=False):
    """Options that `run_search` passes on to the SearchRun."""

    cut: str
    order: str
    seed: int
    evaluate: bool
    observer: Observer | None


ValueOf = Callable[[SearchRun, Node, Value, Value], Value]


FUNCTIONS: dict[str, Callable[..., SearchResult]] = {}
"""Name -> search function of every algorithm that is not in SAMPLERS."""

SAMPLERS: dict[str, Callable[..., SearchResult]] = {}
"""Name -> function of the algorithms based on random playouts, which take other options: see `Algorithm.samples`."""

Function = TypeVar("Function", bound=Callable[..., SearchResult])


def searches(algorithm: Algorithm) -> Callable[[Function], Function]:
    """Return a decorator that registers a search function in FUNCTIONS under its algorithm."""

    def enter(function: Function) -> Function:
        FUNCTIONS[algorithm.name] = named = spell_out(run_search, SearchRun.__init__, passed=("alpha", "beta"))(
            function
        )
        return named

    return enter


def run_search(
    algorithm: Algorithm,
    value_of: ValueOf,
    game: Game,
    state: State = None,
    alpha: Value = -inf,
    beta: Value = inf,
    *,
    depth: int | None = None,
    time: float | None = None,
    nodes: int | None = None,
    stop: Stop | None = None,
    watcher: Callable[[SearchResult], None] | None = None,
    partial: bool | None = None,
    all_moves: bool = False,
    table: float | None = None,
    **options: Unpack[ObservedOptions],
) -> SearchResult:
    """Search a state with an algorithm and return its SearchResult.

    value_of(run, node, alpha, beta) returns the node's value, MAX's view.
    depth, time, nodes, stop, watcher, partial: see Limits; a stopped search returns its best answer so far
    all_moves: search each root action exactly
    table: the size in megabytes of a transposition table; algorithms that require a table always have one
    options: passed on to SearchRun

    Raises InputError for a bad limit or option, and for a line of play longer than MAX_PLIES; KeyboardInterrupt at
    Ctrl-C unless partial results are allowed.
    """
    if not alpha < beta:
        raise InputError(f"the window must have alpha < beta, not ({alpha}, {beta})")
    if (alpha, beta) != (-inf, inf) and (all_moves or not algorithm.windowed):
        which = f"; {names_where(lambda each: each.windowed)} do" if not algorithm.windowed else ""
        raise InputError(f"{algorithm.name}{' of all moves' if all_moves else ''} takes no window (alpha, beta){which}")
    memory = table_of(table) if algorithm.table == "always" or table is not None else None
    limits = Limits(depth, time, nodes, stop, watcher, partial)
    limits = watched(limits, lambda: _partial_result(run, algorithm, "interrupt"))
    run = SearchRun(game, state, limits, table=memory, **options)
    run.window = (alpha, beta)
    try:
        with recursion_budget() as run.recursion:
            value = run.iterate(
                lambda: every_action(run, value_of) if all_moves else value_of(run, run.root, alpha, beta)
            )
    except Stopped as stopped:
        return prefer_stopped(run, algorithm, _partial_result(run, algorithm, stopped.by))
    except KeyboardInterrupt:
        if not run.limits.keeps_partial:
            raise
        return _partial_result(run, algorithm, "interrupt")
    bound = bound_of(value, alpha, beta)
    line = run.root.line
    if line is not None and bound is (Bound.UPPER if run.player(run.root) == MAX else Bound.LOWER):
        line = None  # failed low for the player to move: no move is known to reach the value
    proved = bound is Bound.EXACT and run.proves(value)
    result = run.result(algorithm, value, line, bound, proved, "complete" if run.proves(value) else "depth")
    if run.observer is not None:  # the result must match the observed search
        return result
    return prefer(run, algorithm, result)


def every_action(run: SearchRun, value_of: ValueOf) -> Value:
    """Return the root's value by searching each action exactly; store their values in `run.action_values`."""
    root, values = run.root, {}
    run.action_values = {}
    run.enter(root)
    if run.is_leaf(root):
        return run.leave(root, run.leaf(root))
    sign = run.player(root)
    best: Value = -inf
    children = run.children(root)
    for child in children:
        value = value_of(run, child, -inf, inf)
        values[child.index] = (child.action, value)
        if sign * value > best:
            best = sign * value
            root.follow(child)
        run.action_values = {action: each for _, (action, each) in sorted(values.items())}
        run.update(root, child, sign * best)
    return run.leave(root, sign * best)


def _partial_result(run: SearchRun, algorithm: Algorithm, stopped_by: str) -> SearchResult:
    """Return the result of a stopped search: its last complete iteration, or the best child so far."""
    if run.completed is not None:
        done = run.completed
        return run.result(algorithm, done.value, done.line, Bound.EXACT, False, stopped_by)
    if run.game.terminal(run.root.state):
        return run.result(algorithm, run.game.utility(run.root.state), None, Bound.EXACT, True, "complete")
    bound = Bound.LOWER if run.player(run.root) == MAX else Bound.UPPER
    value_so_far, line = run.so_far if run.so_far is not None else (None, None)
    if run.guesses and run.horizon < (inf if run.limits.depth is None else run.limits.depth):
        value_so_far, line = None, None  # an estimate from the first iteration bounds no deeper value
    return run.result(algorithm, value_so_far, line, bound, False, stopped_by)
