"""The rules of thumb of the search for play: what is left out, and what is searched more or less deep, and when.

Each is a bit of the features (play_features.py). docs/background/play_search.md has what each is worth, measured by
matches.
"""

from typing import Any

from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.selective.config import PlayTask
from plywise.engines.kernel.selective.memory import GREATEST, REDUCTIONS
from plywise.engines.kernel.selective.ordering import loses, threatens

MARGIN = 75
"""Points by which an estimate may be wrong, for each ply to the horizon."""

ESTIMATED_FROM, LATE_FROM, EXCHANGED_FROM = 8, 7, 6
"""Plies to the horizon up to which something is left out: by the estimate, late, by exchange."""

REDUCED_FROM, NULL_FROM, VERIFIED_FROM = 3, 3, 12
"""Plies to the horizon from which on something is tried."""

NULL_PLIES = 3
"""Plies by which a search after a pass is less deep, at least."""

DEPTHS = 64
"""Depths, and numbers of an action, for which the table of reductions has an entry."""


def is_far_above(features: int, depth: int, improving: int, static: int, beta: int) -> bool:
    """Return whether an estimate is so far above beta that no search is needed (reverse futility pruning)."""
    return (
        features & feature.REVERSE_FUTILITY != 0
        and depth <= ESTIMATED_FROM
        and static - MARGIN * (depth - improving) >= beta
    )


def may_try_pass(task: PlayTask, state: Any, depth: int, static: int, beta: int) -> bool:
    """Return whether to look if even a pass is good enough (null move)."""
    if not task.config.passes or task.work[slots.FEATURES] & feature.NULL_MOVE == 0:
        return False
    return depth >= NULL_FROM and static >= beta and bool(task.game.may_pass(state))


def null_depth(depth: int, static: int, beta: int) -> int:
    """Return how deep to search after a pass: the less, the better it looks."""
    return depth - NULL_PLIES - depth // 4 - min((static - beta) // (2 * MARGIN), 3)


def is_hopeless(features: int, depth: int, improving: int, tried: int, static: int, alpha: int) -> bool:
    """Return whether a quiet action, and all after it, can be left out, unless it threatens.

    So it is late (late-move pruning), and where the estimate is far below alpha (futility pruning).
    """
    if features & feature.LATE_PRUNING and depth <= LATE_FROM and tried > (4 + depth * depth) // (2 - improving):
        return True
    return features & feature.FUTILITY != 0 and depth <= ESTIMATED_FROM and static + MARGIN + MARGIN * depth <= alpha


def loses_too_much(task: PlayTask, state: Any, action: int, depth: int) -> bool:
    """Return whether a tactical action loses so much in the exchange that it can be left out."""
    if task.work[slots.FEATURES] & feature.EXCHANGE_PRUNING and depth <= EXCHANGED_FROM:
        return loses(task, state, action, -MARGIN * depth) and not threatens(task, state, action)
    return False


def reduction_of(work: list[int], depth: int, tried: int, wide: bool, improving: int, tense: int, scored: int) -> int:
    """Return by how many plies a late action is at first searched less deep (late-move reductions).

    tense: 1 if one of the players is threatened. scored: a quiet action's score; 0 for a tactical one that loses.
    """
    less = work[REDUCTIONS + min(depth, DEPTHS - 1) * DEPTHS + min(tried, DEPTHS - 1)] + 1 - improving - tense
    if wide:
        less -= 1
    less -= scored // (GREATEST // 2)
    return max(0, min(less, depth - 2))
