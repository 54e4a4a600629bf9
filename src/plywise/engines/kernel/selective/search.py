"""The search for play: principal variation search that is selective, on hooks that any game may give.

What it finds is an estimate, except that where all lines end, an end was reached. The rules of thumb, by which it
leaves something out or looks deeper, are marked in the code; docs/play_search.md says what each is worth.
"""

from typing import Any, NamedTuple

from plywise.bits import wrapped
from plywise.engines import play_features as feature
from plywise.engines.kernel import thread_state as word
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.listing import FULL, push_actions, push_tactical
from plywise.engines.kernel.selective.entries import (
    EXACT,
    LOWER,
    NO_STATIC,
    UPPER,
    bound_of,
    depth_of,
    fetch_entry,
    pack,
    place_of,
    probe_entry,
    static_of,
    store_entry,
    value_of,
)
from plywise.engines.kernel.selective.memory import (
    AGE,
    CLASSES_MADE,
    DEEPEST,
    KEYS,
    LINE_ROOM,
    LINES,
    NONE,
    PAST_KEYS,
    REDUCTIONS,
    ROOT_MARK,
    ROOT_MARKS,
    STATICS,
    TABLE_SIZE,
    note_best,
)
from plywise.engines.kernel.selective.ordering import (
    BAD,
    CLASS,
    GOOD,
    KILLER,
    PLACES,
    SCORE,
    STEP,
    is_tactical,
    learn_cut,
    limited_priority,
    loses,
    place_in_list,
    put_off,
    score_actions,
    take_next,
)
from plywise.engines.kernel.selective.values import (
    DRAW,
    NEARLY_WON,
    WIN,
    end_points,
    from_entry,
    to_entry,
    to_points,
)
from plywise.engines.kernel.table import hash_combine
from plywise.engines.kernel.thread_state import Halt, as_key, enter, fail_rule

INFINITE = WIN + 1

MARGIN, LESS_MARGIN = 75, 50
"""Points by which an estimate may be wrong, for each ply to the horizon."""
NULL_PLIES, VERIFIED_FROM = 3, 12
FUTILE_FROM, RAZORED_FROM, LATE_FROM, EXCHANGED_FROM = 8, 2, 7, 6
"""Plies to the horizon up to which something is left out."""
SINGULAR_FROM = 7
EXTENDED = 100
"""Plies from the root up to which something is looked at deeper."""


class Node(NamedTuple):
    """What a search knows of a node when it enters it.

    key: the hash of the state's `play_key`
    depth: plies to the horizon
    side: in whose view the window and the value are: the mover's, where the players take turns
    threatened: 1 if the mover is threatened, as in check
    passes: 1 if a pass may be tried here
    excluded: the place of an action that is not searched; -1: none
    top: the first free word of the stack
    """

    state: Any
    key: int
    depth: int
    side: int
    ply: int
    threatened: int
    passes: int
    excluded: int
    top: int


def hash_of(task: Task, state: Any) -> int:
    """Return the hash of a state's `play_key`; never 0."""
    key = wrapped(0)
    for part in as_key(task.game.play_key(state)):
        key = hash_combine(key, part)
    return key | 1 << 32


def is_threatened(task: Task, state: Any) -> int:
    """Return 1 if the mover is threatened. Asked of states that may be over, too."""
    return 1 if task.config.threats and task.game.threatened(state) else 0


def estimate(task: Task, state: Any, mover: int) -> int:
    """Return the estimate of a state in the mover's view, in points."""
    task.work[word.ESTIMATES] += 1
    return mover * to_points(task.game, task.config, task.game.evaluate(state))


def has_recurred(task: Task, state: Any, key: int, ply: int) -> bool:
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


def list_moves(task: Task, state: Any, tactical: bool, top: int) -> int:
    """Put a state's actions on the stack, or only the tactical ones; return where they end."""
    work = task.work
    room, most = work[word.STACK_SIZE] - STEP, top + (PLACES - 1) * STEP
    if tactical and task.config.lists_tactics:
        end = push_tactical(task.game, state, task.stack, top, STEP, min(room, most))
    else:
        end = push_actions(task.game, state, task.stack, top, STEP, min(room, most))
    if end == FULL:
        work[word.STOP] = word.BY_STACK if room < most else word.BY_RULE
        raise Halt
    return end


def ended(task: Task, state: Any, side: int, ply: int) -> int:
    """Return the value of a state that is over, in a side's view."""
    task.work[word.LEAVES] += 1
    return side * end_points(task.game, task.config, task.game.utility(state), ply)


def is_over(task: Task, state: Any) -> bool:
    """Return whether a state is over, as far as that is known before its actions are listed."""
    if task.config.ends_without_actions:
        return bool(task.game.drawn(state))
    return bool(task.game.terminal(state))


# --- beyond the horizon ----------------------------------------------------------------------------------------------


def quiesce(task: Task, node: Node, alpha: int, beta: int) -> int:
    """Return a value as `search` does, of a state beyond the horizon: only tactical actions are followed.

    The mover need not take one (stand pat), unless threatened: then all actions are followed.
    """
    game, config, work, stack, table = task
    state, key, depth, side, ply, threatened, _, _, top = node
    enter(work, ply)
    if is_over(task, state):
        return ended(task, state, side, ply)
    mover, turned = side, 1
    if not config.alternating:
        mover = game.player(state)
        turned = mover * side
        if turned < 0:
            alpha, beta = -beta, -alpha
    if ply >= DEEPEST:
        return turned * estimate(task, state, mover)
    features, asked, static, known = work[word.FEATURES], alpha, NO_STATIC, -1
    if features & feature.TABLE:
        data = probe_entry(table, key, work[TABLE_SIZE])
        if data != 0:
            value, bound, static, known = (
                from_entry(value_of(data), ply),
                bound_of(data),
                static_of(data),
                place_of(data),
            )
            if bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha):
                work[word.TABLE_HITS] += 1
                return turned * value
    best = ply - WIN
    if threatened == 0:
        if static == NO_STATIC:
            static = estimate(task, state, mover)
        best = static
        if best >= beta or not config.tactics or features & feature.QUIESCENCE == 0:
            work[word.LEAVES] += 1
            return turned * best
        alpha = max(alpha, best)
    end = list_moves(task, state, threatened == 0, top)
    if end == top and config.ends_without_actions and (threatened or not config.lists_tactics):
        return ended(task, state, side, ply)
    for at in range(top, end, STEP):
        stack[at + SCORE] = limited_priority(task, state, stack[at]) * PLACES + (PLACES - 1 - (at - top) // STEP)
    for at in range(top, end, STEP):
        take_next(task, at, end)
        action = stack[at]
        if threatened == 0:
            if not config.lists_tactics and not is_tactical(task, state, action):
                continue
            if config.gains and features & feature.GAIN_PRUNING:
                most = static + to_points(game, config, game.gain(state, action)) + 2 * MARGIN
                if most <= alpha:
                    best = max(best, most)
                    continue
            if features & feature.EXCHANGE_PRUNING and loses(task, state, action, 0):
                continue
        work[word.PATH + ply] = action
        child = game.result(state, action)
        following = Node(
            child, hash_of(task, child), depth - 1, -mover, ply + 1, is_threatened(task, child), 0, wrapped(-1), end
        )
        value = -quiesce(task, following, -beta, -alpha)
        if value > best:
            best = value
            if value > alpha:
                alpha = value
                if value >= beta:
                    break
    if features & feature.TABLE:
        bound = LOWER if best >= beta else EXACT if best > asked else UPPER
        store_entry(table, key, work[TABLE_SIZE], pack(to_entry(best, ply), static, 0, bound, known, work[AGE]))
    return turned * best


# --- the recursion ---------------------------------------------------------------------------------------------------


def search(task: Task, node: Node, alpha: int, beta: int) -> int:
    """Return v in `node.side`'s view: v <= alpha an upper bound, v >= beta a lower bound, otherwise an estimate.

    Raises Halt at a limit.
    """
    game, config, work, stack, table = task
    state, key, depth, side, ply, threatened, passes, excluded, top = node
    work[LINES + ply * LINE_ROOM] = 0

    # 1. At the horizon.
    if depth <= 0:
        return quiesce(task, node, alpha, beta)

    # 2. Is the game over, or would it go round in circles? No line here is better than the shortest win.
    enter(work, ply)
    features = work[word.FEATURES]
    if excluded < 0 and ply > 0:
        if is_over(task, state):
            return ended(task, state, side, ply)
        if config.recurs and has_recurred(task, state, key, ply):
            return wrapped(DRAW)
    work[KEYS + work[PAST_KEYS] + ply] = key
    mover, turned = side, 1
    if not config.alternating:
        mover = game.player(state)
        turned = mover * side
        if turned * turned != 1:
            fail_rule(work)
        if turned < 0:
            alpha, beta = -beta, -alpha
    if ply >= DEEPEST:
        return turned * estimate(task, state, mover)
    alpha, beta = max(alpha, ply - WIN), min(beta, WIN - ply - 1)
    if alpha >= beta:
        return turned * alpha
    wide = beta - alpha > 1 or ply == 0

    # 3. What does the table say?
    known, static, found, held, kind = -1, NO_STATIC, 0, -1, 0
    data = probe_entry(table, key, work[TABLE_SIZE]) if features & feature.TABLE and excluded < 0 else wrapped(0)
    if data != 0:
        known, static, held, kind = place_of(data), static_of(data), depth_of(data), bound_of(data)
        found = from_entry(value_of(data), ply)
        if not wide and held >= depth:
            if kind == EXACT or (kind == LOWER and found >= beta) or (kind == UPPER and found <= alpha):
                work[word.TABLE_HITS] += 1
                return turned * found
    elif features & feature.INTERNAL_REDUCTION and depth >= 4 and excluded < 0:
        depth -= 1  # nothing is known of it: it is searched less deep, and known the next time

    # 4. What does it look like, and does it look better than two plies ago?
    improving = 0
    if threatened:
        static = NO_STATIC
    elif static == NO_STATIC:
        static = estimate(task, state, mover)
    work[STATICS + ply] = static
    if threatened == 0 and ply >= 2:
        improving = 1 if static > work[STATICS + ply - 2] else 0

    # 5. Far above beta, or far below alpha: a look at it will do.
    calm = not wide and threatened == 0 and excluded < 0 and config.estimates
    if calm and -NEARLY_WON < beta < NEARLY_WON:
        if (
            features & feature.REVERSE_FUTILITY
            and depth <= FUTILE_FROM
            and static - MARGIN * (depth - improving) >= beta
        ):
            work[word.SELECTIVE] += 1
            return turned * static
        if features & feature.RAZORING and depth <= RAZORED_FROM and static + 3 * MARGIN * depth <= alpha:
            below = Node(state, key, wrapped(0), mover, ply, threatened, passes, excluded, top)
            value = quiesce(task, below, alpha, beta)
            if value <= alpha:
                return turned * value

    # 6. Trials: a pass, which must be worse than the best action (null move), verified near the root; and whether
    # the table's action is the only good one (singular extension).
    longer_known = 0
    trial = 0
    if calm and features & feature.NULL_MOVE and config.passes and passes and depth >= 3 and static >= beta:
        trial = 1 if game.may_pass(state) else 0
    elif features & feature.SINGULAR and depth >= SINGULAR_FROM and known >= 0 and excluded < 0 and ply > 0:
        if held >= depth - 3 and kind & LOWER and -NEARLY_WON < found < NEARLY_WON:
            trial = 3
    while trial:
        less = NULL_PLIES + depth // 4 + min((static - beta) // (2 * MARGIN), 3) if trial < 3 else 0
        if trial == 1:
            child = game.passed(state)
            work[CLASSES_MADE + ply] = NONE
            work[word.PATH + ply] = 0
            trying = Node(child, hash_of(task, child), depth - less, -mover, ply + 1, wrapped(0), 0, wrapped(-1), top)
            low, high, sign = -beta, 1 - beta, -1
        elif trial == 2:
            trying = Node(state, key, depth - less, mover, ply, threatened, 0, wrapped(-1), top)
            low, high, sign = beta - 1, beta, 1
        else:
            goal = found - 2 * depth
            trying = Node(state, key, (depth - 1) // 2, mover, ply, threatened, 0, wrapped(known), top)
            low, high, sign = goal - 1, goal, 1
        value = sign * search(task, trying, low, high)
        if trial == 1 and value >= beta:
            work[word.SELECTIVE] += 1
            if depth < VERIFIED_FROM:
                return turned * (beta if value > NEARLY_WON else value)
            trial = 2
            continue
        if trial == 2 and value >= beta:
            return turned * value
        if trial == 3 and value < high:
            longer_known = 1
        trial = 0
    work[STATICS + ply] = static
    work[KEYS + work[PAST_KEYS] + ply] = key

    # 7. List the actions, and put them in order.
    end = list_moves(task, state, False, top)
    if end == top:
        if not config.ends_without_actions:
            fail_rule(work)
        return ended(task, state, side, ply)
    score_actions(task, state, mover, ply, known, top, end)

    # 8. Search them, the best first; each later one only for being better, and at first less deep.
    best, best_place, asked, tried, at = -INFINITE, -1, alpha, 0, top
    while at < end:
        take_next(task, at, end)
        action, scored, number = stack[at], stack[at + SCORE] // PLACES, stack[at + CLASS]
        place, tactical = place_in_list(stack[at + SCORE]), number < 0
        if (
            tactical
            and GOOD // 2 < scored < 2 * GOOD
            and features & feature.EXCHANGE_ORDER
            and loses(task, state, action, 0)
        ):
            put_off(task, at)
            continue
        at += STEP
        if place == excluded or (ply == 0 and work[ROOT_MARKS + place] != work[ROOT_MARK]):
            continue
        tried += 1
        poor = scored < BAD // 2
        child = game.result(state, action)
        child_key = hash_of(task, child)
        fetch_entry(table, child_key, work[TABLE_SIZE])
        attacks = is_threatened(task, child)
        if ply > 0 and best > -NEARLY_WON and attacks == 0 and threatened == 0 and config.estimates:
            if not tactical and features & feature.LATE_PRUNING and depth <= LATE_FROM and config.tactics:
                if tried > (4 + depth * depth) // (2 - improving):
                    work[word.SELECTIVE] += 1
                    continue
            if not tactical and features & feature.FUTILITY and depth <= FUTILE_FROM and scored < KILLER // 4:
                if static + MARGIN + MARGIN * depth <= alpha:
                    work[word.SELECTIVE] += 1
                    continue
            if poor and features & feature.EXCHANGE_PRUNING and depth <= EXCHANGED_FROM:
                if loses(task, state, action, -MARGIN * depth):
                    work[word.SELECTIVE] += 1
                    continue
        longer, less = 0, 0
        if attacks and features & feature.THREAT_EXTENSION and ply < EXTENDED:
            longer = 1
        if place == known:
            longer = max(longer, longer_known)
        if features & feature.REDUCTIONS and depth >= 3 and tried > 1 + wide and (not tactical or poor):
            less = work[REDUCTIONS + min(depth, 63) * 64 + min(tried, 63)] + 1 - improving - wide
            if attacks or threatened:
                less -= 1
            if not tactical:
                less -= 1 if scored >= KILLER // 4 else scored // 8192
            less = max(0, min(less, depth - 2))
        work[word.PATH + ply] = action
        work[CLASSES_MADE + ply] = ~number if tactical else number
        testing = tried > 1
        while True:
            high = alpha + 1 if testing else beta
            deep = depth - 1 + longer - less
            following = Node(child, child_key, deep, -mover, ply + 1, attacks, 1, wrapped(-1), end)
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
                note_best(work, ply, action)
                if ply == 0:
                    work[word.SO_FAR] = value
                if value >= beta:
                    work[word.CUTOFFS] += 1
                    work[word.FIRST_CUTOFFS] += tried == 1
                    if not tactical:
                        learn_cut(task, mover, ply, depth, top, at - STEP)
                    break

    # 9. Store what was found.
    if tried == 0:
        return turned * asked
    if excluded < 0 and features & feature.TABLE and (ply > 0 or work[ROOT_MARK] == 0):
        bound = LOWER if best >= beta else EXACT if best > asked else UPPER
        kept = best_place if best_place >= 0 else known
        store_entry(table, key, work[TABLE_SIZE], pack(to_entry(best, ply), static, depth, bound, kept, work[AGE]))
    return turned * best
