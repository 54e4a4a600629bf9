"""The textbook searches, compiled: node for node the same as the reference's."""

from typing import Any

from plywise.engines import features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.thread_state import as_word, count_estimate, end_line, enter, fail_rule, note_line, pointer
from plywise.engines.values import INFINITE
from plywise.game import MAX_ACTIONS

NO_CUT, CUT_GE, CUT_GT = range(3)
"""The cut rules of `textbook`: plain minimax; cut when alpha >= beta; cut only when alpha > beta."""


def textbook(game: Any, state: Any, alpha: int, beta: int, depth: int, ply: int, cut: int, work: list[int]) -> int:
    """Return v, MAX's view: v <= alpha an upper bound, v >= beta a lower bound, otherwise the state's value.

    This is the fail-soft reference search, unchanged: it enters the same nodes in the same order.
    """
    enter(work, ply)
    kept = ply < slots.LINE_PLIES
    if kept:
        end_line(work, ply)
    if game.terminal(state):
        work[slots.LEAVES] += 1
        return game.utility(state)
    if depth == 0:
        work[slots.LEAVES] += 1
        value = work[slots.UNKNOWN] if work[slots.FEATURES] & feature.BLIND else game.evaluate(state)
        return count_estimate(work, value)
    mover = game.player(state)
    if mover * mover != 1:
        fail_rule(work)
    best = -mover * INFINITE
    done, listed = False, 0
    for action in game.actions(state):
        listed += 1
        if listed > MAX_ACTIONS:
            fail_rule(work)
        if done:
            work[slots.PRUNED + ply + 1] += 1
            continue
        work[slots.PATH + ply] = as_word(action)
        value = textbook(game, game.result(state, action), alpha, beta, depth - 1, ply + 1, cut, work)
        if mover * value > mover * best:
            best = value
            if kept:
                note_line(work, ply, as_word(action), best)
        if cut != NO_CUT:
            if mover > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha > beta or (alpha == beta and cut == CUT_GE):
                work[slots.CUTOFFS] += 1
                work[slots.FIRST_CUTOFFS] += listed == 1
                done = True
    if best == -mover * INFINITE:
        fail_rule(work)
    return best


# --- entries: the functions that Python calls, with arrays as working memory ------------------------------------------


def run_textbook(game: Any, state: Any, alpha: int, beta: int, depth: int, ply: int, cut: int, work: list[int]) -> int:
    """The entry of `textbook`."""
    return textbook(game, state, alpha, beta, depth, ply, cut, pointer(work))
