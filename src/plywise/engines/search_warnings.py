"""The warnings of a search, once a process and game: estimates without knowledge, and games that may never end.

They are Python warnings with their own categories; the command line prints each as one line on stderr.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from typing import NamedTuple

from plywise.engines.limits import Limits, TooLong
from plywise.engines.results import SearchResult
from plywise.engines.step_limit import with_step_limit
from plywise.errors import (
    EndlessGameWarning,
    NoEvaluationWarning,
    SaturatedEvaluationWarning,
    SearchWarning,
    warn_caller,
)
from plywise.game import MAX_ACTIONS, Game, State, defines
from plywise.game.random_play import random_lines
from plywise.game.reachable import finds_circle
from plywise.process.recursion import MAX_PLIES

TRIAL_LINES, TRIAL_PLIES, TRIAL_SECONDS = 5, 2_000, 1.0
"""The number of random lines tried before a search without limits, their length in plies, and their time limit."""

ATTEMPT_NODES, ATTEMPT_SECONDS = 2 * MAX_PLIES, 5.0
"""The limits of a trial search where play can go in circles, which shows whether the search gets out of them."""

_warned: set[tuple[type[SearchWarning], str, str]] = set()
_silent: ContextVar[bool] = ContextVar("_silent", default=False)


@contextmanager
def no_search_warnings() -> Iterator[None]:
    """Suppress search warnings in this context; the caller reports the limits of its searches."""
    token = _silent.set(True)
    try:
        yield
    finally:
        _silent.reset(token)


def forget_search_warnings() -> None:
    """Allow every warning to be given once more."""
    _warned.clear()


def warn_if_no_evaluation(result: SearchResult) -> None:
    """Warn if a search met its horizon in a game without `evaluate`."""
    game = result.game_object
    if result.proved or result.value is None or not result.stats.estimates or defines(game, "evaluate"):
        return
    advice = "search deeper" if _is_ours(game) else "define evaluate(state) in its rules, or search deeper"
    depth = f"{result.depth} {'ply' if result.depth == 1 else 'plies'}"
    _warn(
        game, NoEvaluationWarning, f"no evaluation: beyond the horizon it sees nothing (here after {depth}); {advice}"
    )


def warn_of_playouts(game: Game) -> None:
    """Warn that a game is played by Monte Carlo search because it has no evaluation."""
    text = "no evaluation: it is played by Monte Carlo search, which plays random games to their end; `plywise learn \
GAME --out FILE` makes an evaluation"
    _warn(game, NoEvaluationWarning, text)


def warn_if_saturated(result: SearchResult) -> None:
    """Warn if an estimate reached a utility bound, so that a value at a bound proves nothing."""
    if result.proved or not result.stats.saturated:
        return
    game = result.game_object
    low, high = game.utility_bounds
    text = f"evaluate reaches utility_bounds, ({low}, {high}), so a value at a bound is no proof; keep it strictly \
between them"
    _warn(game, SaturatedEvaluationWarning, text)


class Remedy(NamedTuple):
    """What a warning of an endless game advises: if random play meets no end, and if play can go in circles."""

    no_end: str
    circles: str


LIMIT_SEARCH = Remedy(
    "without a limit, a search of it may never end; limit its depth or time",
    "without a limit, a search of it may never end; limit its depth or time, or solve it (plywise solve), which counts "
    "endless play as a draw",
)
ESTIMATE = Remedy(
    "this may never finish; a search with a limit gives an estimate (plywise search --depth 8, --time 5)",
    "this may never finish; try plywise solve --method retrograde, which lists all positions, or a search with a limit "
    "(plywise search --depth 8, --time 5)",
)
"""The advice of a solver, which has no limits."""


def warn_if_endless(
    game: Game,
    state: State,
    limits: Limits | None = None,
    attempt: Callable[[Limits], object] | None = None,
    remedy: Remedy = LIMIT_SEARCH,
) -> None:
    """Warn before a search without limits if play can go in circles or random play meets no end.

    attempt: runs the search within limits, in plain Python. Raises TooLong if even that goes in circles.
    """
    limited = limits is not None and any((limits.depth is not None, limits.time, limits.nodes, limits.stop))
    if limited or _silent.get() or _key(game, EndlessGameWarning) in _warned:
        return
    try:
        plies = with_step_limit(lambda: plies_without_end(game, state))
    except Exception:  # noqa: BLE001 - a user's rules may raise anything, or never end: the search says what
        return
    circles = finds_circle(game, state)
    if attempt is not None and (plies or circles):
        _refuse_endless(game, attempt, circles)
    if plies:
        found = f"no end of the game was met in {TRIAL_LINES} random lines of {plies:,} plies"
        _warn(game, EndlessGameWarning, f"{found}: {remedy.no_end}")
    elif circles:
        _warn(game, EndlessGameWarning, f"a line of play can return to an earlier position: {remedy.circles}")


def _refuse_endless(game: Game, attempt: Callable[[Limits], object], circles: bool) -> None:
    """Raise TooLong if the first part of the search already follows one line of play without end."""
    try:
        attempt(Limits(nodes=ATTEMPT_NODES, time=ATTEMPT_SECONDS, partial=False))
    except TooLong:
        if not circles:
            raise
        raise TooLong(
            f"{game.name}: play goes in circles, so a search without a limit does not end: limit the depth or the time \
(--depth 8, --time 5), or solve the game (plywise solve), which counts endless play as a draw"
        ) from None
    except Exception:  # noqa: BLE001 - a user's rules may raise anything: the search says what
        return


def plies_without_end(game: Game, state: State) -> int:
    """Return the length of random lines that all meet no end; 0 if one ends, or if this takes too long."""
    lines = random_lines(game, state, TRIAL_LINES, TRIAL_PLIES, seconds=TRIAL_SECONDS, most_actions=MAX_ACTIONS)
    return TRIAL_PLIES if all(line.plies == TRIAL_PLIES for line in lines) else 0


def _is_ours(game: Game) -> bool:
    """Return whether a game is part of Plywise."""
    return type(game).__module__.startswith("plywise.")


def _key(game: Game, category: type[SearchWarning]) -> tuple[type[SearchWarning], str, str]:
    return category, type(game).__module__, game.name


def _warn(game: Game, category: type[SearchWarning], text: str) -> None:
    """Warn once a process and game."""
    key = _key(game, category)
    if _silent.get() or key in _warned:
        return
    _warned.add(key)
    warn_caller(f"{game.name}: {text}", category)
