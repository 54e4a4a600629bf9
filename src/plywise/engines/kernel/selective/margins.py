"""The heuristics of the search for play: what is pruned, reduced or extended, and when.

Each is a bit of the features (play_features.py). docs/background/play_search.md has the gain of each, measured by
matches.
"""

from typing import Any

from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.selective.config import PlayTask
from plywise.engines.kernel.selective.memory import GREATEST, REDUCTIONS
from plywise.engines.kernel.selective.ordering import loses, threatens

MARGIN = 75
"""The assumed error of an estimate in points, for each ply to the horizon."""

ESTIMATED_FROM, LATE_FROM, EXCHANGED_FROM = 8, 7, 6
"""The maximum plies to the horizon for pruning: by the estimate, late moves, by exchange."""

REDUCED_FROM, NULL_FROM, VERIFIED_FROM = 3, 3, 12
"""The minimum plies to the horizon for these techniques."""

NULL_PLIES = 3
"""The minimum depth reduction of a search after a pass."""

DEPTHS = 64
"""The numbers of depths and of actions in the table of reductions."""


def is_far_above(features: int, depth: int, improving: int, static: int, beta: int) -> bool:
    """Return whether an estimate is so far above beta that no search is needed (reverse futility pruning)."""
    return (
        features & feature.REVERSE_FUTILITY != 0
        and depth <= ESTIMATED_FROM
        and static - MARGIN * (depth - improving) >= beta
    )


def may_try_pass(task: PlayTask, state: Any, depth: int, static: int, beta: int) -> bool:
    """Return whether to test if even a pass is good enough (null move)."""
    if not task.config.passes or task.work[slots.FEATURES] & feature.NULL_MOVE == 0:
        return False
    return depth >= NULL_FROM and static >= beta and bool(task.game.may_pass(state))


def null_depth(depth: int, static: int, beta: int) -> int:
    """Return how deep to search after a pass: less deep the better the position looks."""
    return depth - NULL_PLIES - depth // 4 - min((static - beta) // (2 * MARGIN), 3)


def is_hopeless(features: int, depth: int, improving: int, tried: int, static: int, alpha: int) -> bool:
    """Return whether a quiet action, and all after it, can be skipped, unless it threatens.

    That is for late actions (late-move pruning), and if the estimate is far below alpha (futility pruning).
    """
    if features & feature.LATE_PRUNING and depth <= LATE_FROM and tried > (4 + depth * depth) // (2 - improving):
        return True
    return features & feature.FUTILITY != 0 and depth <= ESTIMATED_FROM and static + MARGIN + MARGIN * depth <= alpha


def loses_too_much(task: PlayTask, state: Any, action: int, depth: int) -> bool:
    """Return whether a tactical action loses so much in the exchange that it can be skipped."""
    if task.work[slots.FEATURES] & feature.EXCHANGE_PRUNING and depth <= EXCHANGED_FROM:
        return loses(task, state, action, -MARGIN * depth) and not threatens(task, state, action)
    return False


def reduction_of(work: list[int], depth: int, tried: int, wide: bool, improving: int, tense: int, scored: int) -> int:
    """Return the depth reduction, in plies, of the first search of a late action (late-move reductions).

    tense: 1 if one of the players is threatened. scored: a quiet action's score; 0 for a tactical one that loses.
    """
    less = work[REDUCTIONS + min(depth, DEPTHS - 1) * DEPTHS + min(tried, DEPTHS - 1)] + 1 - improving - tense
    if wide:
        less -= 1
    less -= scored // (GREATEST // 2)
    return max(0, min(less, depth - 2))
