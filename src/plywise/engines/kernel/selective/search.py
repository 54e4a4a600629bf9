"""The search for play: a selective principal variation search that uses optional hooks of the game.

Its results are estimates, except where all lines reach an end of the game. The heuristics for pruning and extending are
in margins.py.
"""

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
    depth_of,
    fetch_entry,
    pack,
    place_of,
    probe_entry,
    static_of,
    store_entry,
    value_of,
)
from plywise.engines.kernel.selective.margins import (
    REDUCED_FROM,
    VERIFIED_FROM,
    is_far_above,
    is_hopeless,
    loses_too_much,
    may_try_pass,
    null_depth,
    reduction_of,
)
from plywise.engines.kernel.selective.memory import (
    AGE,
    CLASSES_MADE,
    DEEPEST,
    KEYS,
    LINE_ROOM,
    LINES,
    NONE,
    OVERLOOK,
    PAST_KEYS,
    ROOT_MARK,
    ROOT_MARKS,
    STATICS,
    TABLE_SIZE,
    note_best,
)
from plywise.engines.kernel.selective.node import (
    Node,
    ended_without_actions,
    estimate,
    has_recurred,
    hash_of,
    is_threatened,
    list_moves,
    mover_of,
    value_at_sight,
)
from plywise.engines.kernel.selective.ordering import (
    BAD,
    CLASS,
    SCORE,
    STEP,
    note_cut,
    pass_over_quiet,
    pick,
    place_in_list,
    score_of,
    threatens,
)
from plywise.engines.kernel.selective.oversights import overlooks
from plywise.engines.kernel.selective.quiescence import quiesce
from plywise.engines.kernel.selective.values import DRAW, NEARLY_WON, UNDECIDED, WIN, from_entry, to_entry
from plywise.engines.kernel.thread_state import enter

INFINITE = WIN + 1


def search(task: PlayTask, node: Node, alpha: int, beta: int) -> int:
    """Return v in `node.side`'s view: v <= alpha an upper bound, v >= beta a lower bound, otherwise an estimate.

    Raises Halt at a limit.
    """
    game, config, work, stack, table, _ = task
    state, key, depth, side, ply, threatened, passes, top = node
    work[LINES + ply * LINE_ROOM] = 0
    if depth <= 0:
        return quiesce(task, node, alpha, beta)

    # 1. Is the game over, or is the position repeated? No line here is better than the shortest win.
    enter(work, ply)
    features = work[slots.FEATURES]
    if ply > 0:
        value = value_at_sight(task, state, key, side, ply, alpha, beta)
        if value != UNDECIDED:
            return value
        if config.recurs and has_recurred(task, state, key, ply):
            return wrapped(DRAW)
    mover = mover_of(task, state, side)
    turned = mover * side
    if turned < 0:
        alpha, beta = -beta, -alpha
    if ply >= DEEPEST:
        return turned * estimate(task, state, key, mover)
    alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
    if alpha >= beta:
        return turned * alpha
    wide = beta - alpha > 1 or ply == 0

    # 2. What does the table say?
    data = probe_entry(table, key, work[TABLE_SIZE]) if features & feature.TABLE else wrapped(0)
    known, found = place_of(data), from_entry(value_of(data), ply)
    if data != 0 and not wide and depth_of(data) >= depth and decides(data, found, alpha, beta):
        work[slots.TABLE_HITS] += 1
        return turned * found

    # 3. What is the estimate, and is it better than two plies ago? If it is far above beta, it suffices.
    static = static_of(data) if data != 0 and threatened == 0 else NO_STATIC
    if threatened == 0 and static == NO_STATIC:
        static = estimate(task, state, key, mover)
    improving = 1 if threatened == 0 and ply >= 2 and static > work[STATICS + ply - 2] else 0
    calm = not wide and threatened == 0 and config.estimates and -NEARLY_WON < beta < NEARLY_WON
    if calm and is_far_above(features, depth, improving, static, beta):
        return turned * static

    # 4. Would even a pass be good enough (null move)? From a certain depth on, a search without passes verifies it.
    work[STATICS + ply] = static
    work[KEYS + work[PAST_KEYS] + ply] = key
    less = null_depth(depth, static, beta)
    verifying, trying = False, calm and passes and may_try_pass(task, state, depth, static, beta)
    while trying:
        after = (
            Node(state, key, less, mover, ply, threatened, 0, top) if verifying else pass_from(task, node, mover, less)
        )
        low = beta - 1 if verifying else -beta
        value = search(task, after, low, low + 1)
        if not verifying:
            value = -value
        trying = value >= beta and depth >= VERIFIED_FROM and not verifying
        verifying = trying
        if value >= beta and not trying:
            return turned * min(value, NEARLY_WON)
    work[STATICS + ply] = static
    work[KEYS + work[PAST_KEYS] + ply] = key

    # 5. List the actions. The table's comes first; the others are sorted only after it has been searched.
    end = list_moves(task, state, key, False, ply > 0, top)
    if end == top:
        return ended_without_actions(task, state, side, ply)
    if known >= (end - top) // STEP:
        known = -1
    prunes = ply > 0 and threatened == 0 and config.estimates and config.tactics

    # 6. Search them, the best first; test each later one only for being better, and at first less deep.
    best, best_place, asked, tried, at = -INFINITE, -1, alpha, 0, top
    while at < end:
        pick(task, state, mover, ply, known, top, at, end)
        action, scored, number = stack[at], score_of(stack, at), stack[at + CLASS]
        place, tactical, poor = place_in_list(stack[at + SCORE]), number < 0, scored < BAD // 2
        here, at = at, at + STEP
        if ply == 0 and work[ROOT_MARKS + place] != work[ROOT_MARK]:
            continue
        striking = threatened != 0 or (tactical and not poor)
        if ply > 0 and work[OVERLOOK] != 0 and overlooks(work, key, place, ply, striking):
            continue
        tried += 1
        if prunes and best > -NEARLY_WON:
            if not tactical and is_hopeless(features, depth, improving, tried, static, alpha):
                others = pass_over_quiet(task, state, at, end)
                tried, at = tried + (others - at) // STEP, others
                if not threatens(task, state, action):
                    continue
            elif poor and loses_too_much(task, state, action, depth):
                continue
        child = game.result(state, action)
        child_key = hash_of(task, child)
        fetch_entry(table, child_key, work[TABLE_SIZE])
        attacks = is_threatened(task, child)
        less = 0
        if features & feature.REDUCTIONS and depth >= REDUCED_FROM and tried > 1 + wide and (not tactical or poor):
            less = reduction_of(work, depth, tried, wide, improving, attacks | threatened, 0 if tactical else scored)
        work[slots.PATH + ply] = action
        work[CLASSES_MADE + ply] = ~number if tactical else number
        testing = tried > 1
        while True:
            high = alpha + 1 if testing else beta
            following = Node(child, child_key, depth - 1 - less, -mover, ply + 1, attacks, 1, end)
            value = -search(task, following, -high, -alpha)
            if less > 0 and value > alpha:
                less = 0  # better than expected: to the full depth
            elif testing and alpha < value < beta:
                testing = False  # better, by an unknown amount
            else:
                break
        if value > best:
            best = value
            if value > alpha:
                alpha, best_place = value, place
                note_best(work, ply, action, value)
                if value >= beta:
                    work[slots.FIRST_CUTOFFS] += tried == 1
                    note_cut(task, mover, ply, depth, top, here)
                    break

    # 7. Store the result.
    if tried == 0:
        return turned * (estimate(task, state, key, mover) if work[OVERLOOK] != 0 else asked)
    if features & feature.TABLE and (ply > 0 or work[ROOT_MARK] == 0):
        bound = LOWER if best >= beta else EXACT if best > asked else UPPER
        kept = best_place if best_place >= 0 else known
        store_entry(table, key, work[TABLE_SIZE], pack(to_entry(best, ply), static, depth, bound, kept, work[AGE]))
    return turned * best


def pass_from(task: PlayTask, node: Node, mover: int, depth: int) -> Node:
    """Return the node after a pass, to be searched to a depth."""
    ply = node.ply
    task.work[CLASSES_MADE + ply], task.work[slots.PATH + ply] = NONE, 0
    child = task.game.passed(node.state)
    return Node(child, hash_of(task, child), depth, -mover, ply + 1, wrapped(0), 0, node.top)
