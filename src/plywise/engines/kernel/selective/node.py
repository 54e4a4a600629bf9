"""A node of the search for play, and the calls of the game's rules there."""

from typing import Any, NamedTuple

from plywise.bits import wrapped
from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.listing import FULL, push_actions, push_candidates, push_tactical
from plywise.engines.kernel.selective.config import PlayTask
from plywise.engines.kernel.selective.learned import OWN_BITS, OWN_SCALE, learned_points
from plywise.engines.kernel.selective.memory import (
    BLUR,
    BOUND,
    KEYS,
    NOT_KEPT,
    OUTRIGHT,
    PAST_KEYS,
    UNKNOWING,
    keep_estimate,
    kept_estimate,
)
from plywise.engines.kernel.selective.ordering import PLACES, STEP
from plywise.engines.kernel.selective.oversights import blur, is_familiar
from plywise.engines.kernel.selective.values import MAX_POINTS, UNDECIDED, end_points, outcome_points, to_points
from plywise.engines.kernel.table import MIX_WIDE
from plywise.engines.kernel.thread_state import Halt, as_key, fail_rule
from plywise.repetition import mixed


class Node(NamedTuple):
    """What a search knows of a node when it enters it.

    key: the hash of the state's `play_key`
    depth: plies to the horizon
    side: in whose view the window and the value are: the mover's, if the players take turns
    threatened: 1 if the mover is threatened, as in check
    passes: 1 if a pass may be tried here
    top: the first free word of the stack
    """

    state: Any
    key: int
    depth: int
    side: int
    ply: int
    threatened: int
    passes: int
    top: int


def hash_of(task: PlayTask, state: Any) -> int:
    """Return the hash of a state's `play_key`; never 0.

    Nothing else distinguishes states here, so each word is scrambled separately before they are added. In a chain of
    one multiplication per word, the next word could cancel a difference in the top bits (a queen on h8, a rook on h4).
    """
    key = salt = wrapped(0)
    for part in as_key(task.game.play_key(state)):
        salt = wrapped(salt + MIX_WIDE)
        key = wrapped(key + mixed(part ^ salt))
    return key | 1 << 32


def is_threatened(task: PlayTask, state: Any) -> int:
    """Return 1 if the mover is threatened. The state may be over."""
    return 1 if task.config.threats and task.game.under_threat(state) else 0


def mover_of(task: PlayTask, state: Any, side: int) -> int:
    """Return the player to move, which is `side` if the players take turns."""
    if task.config.alternating:
        return side
    mover = task.game.player(state)
    if mover * mover != 1:
        fail_rule(task.work)
    return mover


def estimate(task: PlayTask, state: Any, key: int, mover: int) -> int:
    """Return the estimate of a state in the mover's view, in points."""
    work = task.work
    work[slots.ESTIMATES] += 1
    points = kept_estimate(work, key)
    if points == NOT_KEPT:
        points = judge(task, state, mover)
        if work[BLUR] != 0:
            points = min(max(blur(work, key, points), -MAX_POINTS), MAX_POINTS)
        keep_estimate(work, key, points)
    return mover * points


def judge(task: PlayTask, state: Any, mover: int) -> int:
    """Return the evaluation of a state: the game's own, the learned one or their sum, for MAX, in points."""
    config, points = task.config, wrapped(0)
    if config.evaluates:
        points = to_points(task.game, config, task.game.evaluate(state))
    if config.learned:
        if config.evaluates:
            points = points * task.model[OWN_SCALE] >> OWN_BITS
        points = min(max(points + learned_points(state, mover, task.work, task.model), -MAX_POINTS), MAX_POINTS)
    return points


def has_recurred(task: PlayTask, state: Any, key: int, ply: int) -> bool:
    """Return whether a state was met before, in this line or in the game, since the last move that cannot be undone."""
    work = task.work
    here = KEYS + work[PAST_KEYS] + ply
    first = max(here - task.game.reversible_plies(state), KEYS)
    at = here - 2
    while at >= first:
        if work[at] == key:
            return True
        at -= 2 if task.config.alternating else 1
    return False


def list_moves(task: PlayTask, state: Any, key: int, tactical: bool, known: bool, top: int) -> int:
    """Put a state's actions on the stack, or only the tactical ones; return where they end.

    known: the game's `candidates` suffice, because its `bounds` were consulted
    """
    work = task.work
    room, most = work[slots.STACK_SIZE] - STEP, top + (PLACES - 1) * STEP
    if known and knows(task, key):
        end = push_candidates(task.game, state, task.stack, top, STEP, min(room, most))
    elif tactical and task.config.lists_tactics:
        end = push_tactical(task.game, state, task.stack, top, STEP, min(room, most))
    else:
        end = push_actions(task.game, state, task.stack, top, STEP, min(room, most))
    if end == FULL:
        work[slots.STOP] = slots.BY_STACK if room < most else slots.BY_RULE
        raise Halt
    return end


def ended(task: PlayTask, state: Any, side: int, ply: int) -> int:
    """Return the value of a state that is over, in a side's view."""
    task.work[slots.LEAVES] += 1
    return side * end_points(task.game, task.config, task.work[BOUND], task.game.utility(state), ply)


def ended_without_actions(task: PlayTask, state: Any, side: int, ply: int) -> int:
    """Return the value of a state that lists no actions. Raises Halt if that is no end of the game."""
    if not task.config.ends_without_actions:
        fail_rule(task.work)
    return ended(task, state, side, ply)


def knows(task: PlayTask, key: int) -> bool:
    """Return whether the game's `bounds` and `candidates` are used at a state."""
    work = task.work
    if not task.config.knowledge or work[slots.FEATURES] & feature.KNOWLEDGE == 0:
        return False
    return work[UNKNOWING] == 0 or is_familiar(work, key)


def value_at_sight(task: PlayTask, state: Any, key: int, side: int, ply: int, alpha: int, beta: int) -> int:
    """Return the value, in a side's view, of a state that is over or whose bounds decide a window; else UNDECIDED."""
    if knows(task, key):
        low, high = task.game.bounds(state)
        outright = task.work[OUTRIGHT]
        least, most = (
            outcome_points(task.config, outright, low, ply),
            outcome_points(task.config, outright, high, ply),
        )
        if least >= beta or most <= alpha or low == high:
            task.work[slots.LEAVES] += 1
            return most if most <= alpha else least
    elif is_over(task, state):
        return ended(task, state, side, ply)
    return wrapped(UNDECIDED)


def is_over(task: PlayTask, state: Any) -> bool:
    """Return whether a state is over, as far as that is known before its actions are listed."""
    if task.config.ends_without_actions:
        return bool(task.game.drawn_by_rule(state))
    return bool(task.game.terminal(state))
