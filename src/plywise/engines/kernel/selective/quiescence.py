"""Beyond the horizon: only tactical actions are followed, until the state is quiet enough to be estimated."""

from plywise.bits import wrapped
from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.selective.config import PlayTask
from plywise.engines.kernel.selective.entries import (
    EXACT,
    LOWER,
    NO_STATIC,
    UPPER,
    decides,
    fetch_entry,
    pack,
    place_of,
    probe_entry,
    store_entry,
    value_of,
)
from plywise.engines.kernel.selective.memory import AGE, DEEPEST, OVERLOOK, TABLE_SIZE
from plywise.engines.kernel.selective.node import (
    Node,
    ended_without_actions,
    estimate,
    hash_of,
    is_threatened,
    list_moves,
    mover_of,
    value_at_sight,
)
from plywise.engines.kernel.selective.ordering import (
    PLACES,
    SCORE,
    STEP,
    is_tactical,
    limited_priority,
    loses,
    place_in_list,
    take_next,
)
from plywise.engines.kernel.selective.oversights import overlooks
from plywise.engines.kernel.selective.values import UNDECIDED, WIN, from_entry, to_entry
from plywise.engines.kernel.thread_state import enter


def quiesce(task: PlayTask, node: Node, alpha: int, beta: int) -> int:
    """Return a value as `search` does for a state beyond the horizon: only tactical actions are followed.

    The mover need not choose one (stand pat), unless threatened: then all actions are followed.
    """
    game, config, work, stack, table, _ = task
    state, key, depth, side, ply, threatened, _, top = node
    enter(work, ply)
    value = value_at_sight(task, state, key, side, ply, alpha, beta)
    if value != UNDECIDED:
        return value
    mover = mover_of(task, state, side)
    turned = mover * side
    if turned < 0:
        alpha, beta = -beta, -alpha
    if ply >= DEEPEST:
        return turned * estimate(task, state, key, mover)

    # The estimate comes before the table lookup: it often suffices, and takes no longer than the memory access.
    features, asked, static, best = work[slots.FEATURES], alpha, NO_STATIC, ply - WIN
    if threatened == 0:
        best = static = estimate(task, state, key, mover)
        if best >= beta or not config.tactics or features & feature.QUIESCENCE == 0:
            work[slots.LEAVES] += 1
            return turned * best
    data = probe_entry(table, key, work[TABLE_SIZE]) if features & feature.TABLE else wrapped(0)
    if data != 0:
        value = from_entry(value_of(data), ply)
        if decides(data, value, alpha, beta):
            work[slots.TABLE_HITS] += 1
            return turned * value
    alpha = max(alpha, best)

    end = list_moves(task, state, key, threatened == 0, False, top)
    if end == top and (threatened or not config.lists_tactics):
        return ended_without_actions(task, state, side, ply)
    for at in range(top, end, STEP):
        stack[at + SCORE] = limited_priority(task, state, stack[at]) * PLACES + (PLACES - 1 - (at - top) // STEP)
    for at in range(top, end, STEP):
        take_next(task, at, end)
        action = stack[at]
        if threatened == 0:
            if not config.lists_tactics and not is_tactical(task, state, action):
                continue
            if features & feature.EXCHANGE_PRUNING and loses(task, state, action, 0):
                continue
        if work[OVERLOOK] != 0 and overlooks(work, key, place_in_list(stack[at + SCORE]), ply, True):
            continue
        work[slots.PATH + ply] = action
        child = game.result(state, action)
        child_key = hash_of(task, child)
        fetch_entry(table, child_key, work[TABLE_SIZE])
        attacks = is_threatened(task, child)
        following = Node(child, child_key, depth - 1, -mover, ply + 1, attacks, 0, end)
        value = -quiesce(task, following, -beta, -alpha)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if value >= beta:
                    break
    if features & feature.TABLE:
        bound = LOWER if best >= beta else EXACT if best > asked else UPPER
        entry = pack(to_entry(best, ply), static, 0, bound, place_of(data), work[AGE])
        store_entry(table, key, work[TABLE_SIZE], entry)
    return turned * best
