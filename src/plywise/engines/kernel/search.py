"""The strong search: alpha-beta with a transposition table, bounds from the game, and full move ordering.

This is plain Python over ints and arrays: no input or output, no objects. It also runs interpreted (slowly; the tests
do), and engines.native compiles it together with a game's rules.

Values are ints. Float values are replaced by ints in the same order, with opposite ints for opposite values, so that
one kernel serves both.
"""

from typing import Any, NamedTuple

from plywise.bits import wrapped
from plywise.engines import features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.archive import archive, recall
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.move_picker import (
    CHILD,
    HASH,
    HIGH,
    LOW,
    SCORE,
    keep_noisy,
    keep_state,
    list_actions,
    move_entry,
    move_to_front,
    note_cut,
    place_of,
    score,
    score_all,
    take_best,
)
from plywise.engines.kernel.table import (
    depth_of,
    hash_key,
    meta_word,
    move_of,
    prefetch_entry,
    probe_packed,
    probe_wide,
    proved_of,
    store_packed,
    store_wide,
)
from plywise.engines.kernel.thread_state import (
    as_key,
    count_estimate,
    count_guess,
    enter,
    fail_rule,
    state_at,
    to_value_word,
    to_whole,
)
from plywise.engines.values import INFINITE
from plywise.game import PLIES

DEEPEST_QUIESCENCE = -32  # plies beyond the horizon after which even noisy actions are not tried
NULL_MOVE_DEPTH = 3  # the least plies to the horizon at which passing is tried
NULL_MOVE_PLIES = 2  # how much shallower a search after passing is
MAX_EXTENDED = 200  # plies from the root beyond which nothing is extended
PASS = -(2**62)  # stands for no action


class Node(NamedTuple):
    """What a search knows of a node when it enters it.

    key_hash: the hash of the state's key; 0: not computed yet
    low, high: bounds of the state's value, in the mover's view
    depth: plies to the horizon
    side: the mover, where the players take turns; the view of the window and of the value
    ply: distance from the root
    top: the first free word of the stack
    """

    state: Any
    key_hash: int
    low: int
    high: int
    depth: int
    side: int
    ply: int
    top: int


def unknown_node(state: Any, depth: int, side: int, ply: int, top: int) -> Node:
    """Return a node whose state has not been examined."""
    return Node(state, wrapped(0), wrapped(-INFINITE), wrapped(INFINITE), depth, side, ply, top)  # no literals


# --- values ----------------------------------------------------------------------------------------------------------


def to_parent(config: Any, value: int) -> int:
    """Return a child's value as its parent sees it: with distances, the end is one ply farther away."""
    return value - (value > 0) + (value < 0) if config.distance else value


def to_child(config: Any, value: int) -> int:
    """Return a bound at a parent as its child sees it, the opposite of `to_parent`."""
    return value + (value > 0) - (value < 0) if config.distance else value


def from_outcome(game: Any, config: Any, known: int) -> int:
    """Return an outcome from the game's `bounds` as a value of this search."""
    if config.distance:
        return known
    utility = (known + PLIES - 1) // PLIES if known > 0 else -((PLIES - 1 - known) // PLIES)
    return utility if config.whole else to_value_word(game, utility)


def end_value(game: Any, config: Any, state: Any) -> int:
    """Return a terminal state's value, MAX's view."""
    utility = game.utility(state)
    if config.distance:
        return to_whole(game, utility) * PLIES
    return to_whole(game, utility) if config.whole else utility


def ask_bounds(game: Any, config: Any, state: Any) -> tuple[int, int]:
    """Return the game's `bounds` of a state as values of this search."""
    low, high = game.bounds(state)
    return from_outcome(game, config, low), from_outcome(game, config, high)


def estimate(task: Task, state: Any) -> int:
    """Return the estimate of a state at the horizon, MAX's view, and count it."""
    if task.config.proof or task.work[slots.FEATURES] & feature.BLIND:
        return count_estimate(task.work, task.work[slots.UNKNOWN])
    return count_estimate(task.work, task.game.evaluate(state))


# --- the recursion ---------------------------------------------------------------------------------------------------


def search(task: Task, node: Node, alpha: int, beta: int) -> int:
    """Return v in `node.side`'s view: v <= alpha an upper bound, v >= beta a lower bound, otherwise the value.

    Fail-soft: v may lie outside the window. Raises Halt at a limit.
    """
    game, config, work, stack, _ = task
    state, key_hash, low, high, depth, side, ply, top = node

    # 1. Count the node.
    enter(work, ply)
    entered, features = work[slots.NODES], work[slots.FEATURES]

    # 2. Is it known without a search: by the game's bounds, or because the game is over?
    knows = config.knowledge and features & feature.KNOWLEDGE != 0
    if knows and low == -INFINITE and high == INFINITE:
        low, high = ask_bounds(game, config, state)
        if low >= beta or high <= alpha or low == high:
            work[slots.LEAVES] += 1
            return high if high <= alpha else low
    if not knows and game.terminal(state):
        work[slots.LEAVES] += 1
        return side * end_value(game, config, state)

    # 3. At the horizon: estimate. With quiescence, that is what the mover has without any noisy action (stand pat).
    stand_pat = -INFINITE
    if config.horizon and depth <= 0:
        stand_pat = side * estimate(task, state)
        quiet = not config.quiescence or features & feature.QUIESCENCE == 0 or depth <= DEEPEST_QUIESCENCE
        if quiet or stand_pat >= beta:
            work[slots.LEAVES] += 1
            return stand_pat

    # 4. From here on in the mover's view.
    mover, turned = side, 1
    if not config.alternating:
        mover = game.player(state)
        turned = mover * side
        if turned * turned != 1:
            fail_rule(work)
        if turned < 0:
            alpha, beta, stand_pat = -beta, -alpha, -stand_pat

    # 5. Null move: a mover who is well off even after passing will hardly be worse off after a move.
    passing = config.null_move and features & feature.NULL_MOVE and depth >= NULL_MOVE_DEPTH and alpha + 1 == beta
    if passing and work[slots.PATH + ply - 1] != PASS and mover * game.evaluate(state) >= beta and game.may_pass(state):
        work[slots.PATH + ply] = PASS
        child = unknown_node(game.passed(state), depth - 1 - NULL_MOVE_PLIES, -mover, ply + 1, top)
        if -search(task, child, -beta, -alpha) >= beta:
            work[slots.SELECTIVE] += 1
            count_guess(work, mover * beta)
            return turned * beta  # no more: a value at a bound of the utilities would count as proved

    # 6. Consult the table, except for a single candidate.
    count = list_actions(task, state, knows, top) if config.knowledge else 0
    first, guessed = -1, 0
    stored = features & feature.TABLE != 0 and count != 1 and (not config.horizon or depth > 0)
    if stored:
        if key_hash == 0:
            key_hash = hash_key(config, as_key(game.key(state)))
        first, low, high, guessed = probe_bounds(task, state, key_hash, low, high, depth, ply)
        if low >= beta or high <= alpha or low == high:
            work[slots.TABLE_HITS] += 1
            work[slots.GUESSES] += guessed
            return turned * (low if low >= beta else high)

    # 7. List the actions. Beyond the horizon only the noisy ones.
    if not config.knowledge:
        count = list_actions(task, state, knows, top)
    if count == 0:
        fail_rule(work)
    guesses = work[slots.GUESSES]
    work[slots.GUESSES] += guessed
    alpha, beta = max(alpha, low), min(beta, high)
    asked, best, best_place, end = alpha, -INFINITE, -1, top + count * config.move_words
    if config.quiescence and depth <= 0:
        work[slots.SELECTIVE] += 1
        best, alpha, end = stand_pat, max(alpha, stand_pat), keep_noisy(task, state, top, end)
        work[slots.LEAVES] += end == top

    # 8. Look one ply ahead: at each child's bounds, from the game and from the table.
    looked = config.alternating and features & feature.LOOK_AHEAD != 0 and (not config.horizon or depth > 1)
    if looked:
        best, best_place, end = prune_by_bounds(task, state, alpha, beta, mover, ply, first, top, end)
        if best >= beta or end == top:  # as cheap to find again as to look up
            work[slots.CUTOFFS] += best >= beta
            return turned * min(max(best, low), high)
        if features & feature.TABLE and end - top > config.move_words:
            best, best_place, end = prune_by_table(task, node, max(alpha, best), beta, best, best_place, end)
        alpha = max(alpha, best)
    else:
        score_all(task, state, mover, ply, first, top, end)

    # 9. Search the children, the best first; test each later one only for being better (principal variation search).
    at = top
    while at < end and alpha < beta:
        take_best(task, at, end)
        work[slots.PATH + ply] = stack[at]
        following, least, most, below = take_child(task, state, at, looked)
        testing = at > top and features & feature.NULL_WINDOWS != 0 and alpha + 1 < beta
        further, less = plies_below(task, state, stack[at], depth, ply, (at - top) // config.move_words)
        while True:
            ask = -to_child(config, alpha + 1 if testing or less > 0 else beta)
            child = Node(following, below, least, most, further - less, -mover, ply + 1, end)
            value = to_parent(config, -search(task, child, ask, -to_child(config, alpha)))
            if less > 0 and value > alpha:
                less = 0  # better than expected: search again, to the full depth
            elif less > 0 or not testing or value <= alpha or value >= beta:
                break
            else:
                testing = False  # better, by an unknown amount: search again for the value
        work[slots.SELECTIVE] += less > 0
        work[slots.GUESSES] += less > 0
        if value > best:
            best, best_place = value, place_of(stack[at + SCORE], work)
            alpha = max(alpha, value)
            if alpha >= beta:
                count_cutoff(task, mover, ply, depth, top, at, end)
        at += config.move_words

    # 10. Store the proved bounds: a value that failed low is no lower bound, one that failed high no upper bound.
    best = min(max(best, low), high)
    if stored:
        low, high, nodes = best if best > asked else low, best if best < beta else high, work[slots.NODES] - entered
        keep(task, node, key_hash, best_place, work[slots.GUESSES] == guesses, low, high, nodes)
    return turned * best


# --- the table -------------------------------------------------------------------------------------------------------


def entry_holds(config: Any, meta: int, depth: int) -> bool:
    """Return whether an entry holds at this depth: it is at least as deep, or rests on no estimate."""
    return not config.horizon or depth_of(meta) == depth or (proved_of(meta) == 1 and depth_of(meta) < depth)


def probe(task: Task, state: Any, key_hash: int) -> tuple[int, int, int]:
    """Return the table's entry for a state, as one word, and the two bounds; the word is 0 if there is none."""
    if task.config.packed:
        return probe_packed(task.config, task.table, task.work, key_hash)
    return probe_wide(task.config, task.table, task.work, key_hash, as_key(task.game.key(state)))


def probe_bounds(
    task: Task, state: Any, key_hash: int, low: int, high: int, depth: int, ply: int
) -> tuple[int, int, int, int]:
    """Return the place of the table's best action, the bounds narrowed by the table, and whether they are a guess.

    A guess (1) rests on an estimate; otherwise 0. Near the root the archive is consulted as well.
    """
    meta, least, most = probe(task, state, key_hash)
    if meta == 0 and ply < task.work[slots.RECALL_PLIES]:
        meta, least, most = recall(task, state, key_hash)
    if meta == 0:
        return -1, low, high, 0
    if not entry_holds(task.config, meta, depth):
        return move_of(meta), low, high, 0
    return move_of(meta), max(low, least), min(high, most), 1 - proved_of(meta)


def store(task: Task, state: Any, key_hash: int, meta: int, low: int, high: int) -> None:
    """Store `meta`, `low` and `high` of a state in the table."""
    if task.config.packed:
        store_packed(task.config, task.table, task.work, key_hash, meta, low, high)
    else:
        store_wide(task.config, task.table, task.work, key_hash, as_key(task.game.key(state)), meta, low, high)


def keep(task: Task, node: Node, key_hash: int, place: int, proved: int, low: int, high: int, nodes: int) -> None:
    """Store a search's result, the place of the best action and the bounds; after many nodes, in the archive too."""
    meta = meta_word(proved, place, node.depth if task.config.horizon else 0)
    store(task, node.state, key_hash, meta, low, high)
    if task.work[slots.ARCHIVE_BITS] > 0 and nodes >= task.work[slots.ARCHIVED_FROM]:
        archive(task, node.state, key_hash, meta, low, high)


# --- the children of a node ------------------------------------------------------------------------------------------


def plies_below(task: Task, state: Any, action: int, depth: int, ply: int, place: int) -> tuple[int, int]:
    """Return how deep to search an action, and by how many plies less at first."""
    config, features = task.config, task.work[slots.FEATURES]
    further, less = depth - 1, 0
    if config.extensions and features & feature.EXTENSIONS and ply < MAX_EXTENDED:
        longer = task.game.extension(state, action)
        further += longer
        task.work[slots.SELECTIVE] += longer > 0
    if config.reductions and features & feature.REDUCTIONS and depth > 1:
        less = min(task.game.reduction(state, action, depth, place), depth - 1)
    return further, less


def prune_by_bounds(
    task: Task, state: Any, alpha: int, beta: int, mover: int, ply: int, first: int, top: int, end: int
) -> tuple[int, int, int]:
    """Evaluate the game's `bounds` of each child; keep the children, and score the actions.

    Return the best value that some action is known to have, its place, and where on the stack the actions still to be
    searched end; those known to be no better than that, or than alpha, are dropped. With a value of beta or more,
    nothing needs searching.
    """
    game, config, work, stack, table = task
    best, best_place, kept = -INFINITE, -1, top
    knows = config.knowledge and work[slots.FEATURES] & feature.KNOWLEDGE != 0
    for at in range(top, end, config.move_words):
        action, place = stack[at], (at - top) // config.move_words
        work[slots.PATH + ply] = action
        child = game.result(state, action)
        low, high = -INFINITE, INFINITE
        if knows:
            low, high = ask_bounds(game, config, child)
            surely, at_most = to_parent(config, -high), to_parent(config, -low)
            if surely > best:
                best, best_place = surely, place
                if best >= beta:
                    return best, best_place, top
            if at_most <= max(alpha, best):
                best = max(best, min(at_most, alpha))
                continue
        stack[kept] = action
        stack[kept + SCORE] = score(task, state, action, mover, ply, place, first)
        stack[kept + LOW] = low
        stack[kept + HIGH] = high
        stack[kept + HASH] = 0
        if work[slots.FEATURES] & feature.TABLE:
            key_hash = hash_key(config, as_key(game.key(child)))
            stack[kept + HASH] = key_hash
            prefetch_entry(config, table, work, key_hash)
        keep_state(stack, kept + CHILD, child)
        kept += config.move_words
    return best, best_place, kept


def prune_by_table(
    task: Task, node: Node, alpha: int, beta: int, best: int, best_place: int, end: int
) -> tuple[int, int, int]:
    """Do the same with the table's entry for each child (enhanced transposition cutoff; Schaeffer and Plaat 1996).

    best, best_place, end: as `prune_by_bounds` left them.
    """
    game, config, work, stack, _ = task
    kept = node.top
    for at in range(node.top, end, config.move_words):
        work[slots.PATH + node.ply] = stack[at]
        child = game.result(node.state, stack[at]) if config.past else state_at(stack, at + CHILD, node.state)
        meta, least, most = probe(task, child, stack[at + HASH])
        if meta != 0 and entry_holds(config, meta, node.depth - 1):
            surely, at_most = to_parent(config, -most), to_parent(config, -least)
            if surely > best:
                best, best_place = surely, place_of(stack[at + SCORE], work)
                work[slots.GUESSES] += 1 - proved_of(meta)
                if best >= beta:
                    work[slots.TABLE_HITS] += 1
                    return best, best_place, node.top
            if at_most <= max(alpha, best):
                best = max(best, min(at_most, alpha))
                work[slots.GUESSES] += 1 - proved_of(meta)
                continue
        if kept != at:
            move_entry(task, at, kept)
        kept += config.move_words
    return best, best_place, kept


def take_child(task: Task, state: Any, at: int, looked: bool) -> tuple[Any, int, int, int]:
    """Return the state an action leads to, the bounds of its value, and the hash of its key.

    looked: these are on the stack. The state is computed again if another action's result may have overwritten its
    past.
    """
    stack = task.stack
    if not looked:
        return task.game.result(state, stack[at]), wrapped(-INFINITE), wrapped(INFINITE), wrapped(0)
    child = task.game.result(state, stack[at]) if task.config.past else state_at(stack, at + CHILD, state)
    return child, stack[at + LOW], stack[at + HIGH], stack[at + HASH]


def count_cutoff(task: Task, mover: int, ply: int, depth: int, top: int, at: int, end: int) -> None:
    """Count the cutoff by the action at `at`, and the actions skipped, up to `end`; remember the action."""
    work, step = task.work, task.config.move_words
    work[slots.CUTOFFS] += 1
    work[slots.FIRST_CUTOFFS] += at == top
    work[slots.PRUNED + ply + 1] += (end - at) // step - 1
    note_cut(task, mover, top, at, ply, min(4 + depth, 32) if task.config.horizon else 16)


# --- the root --------------------------------------------------------------------------------------------------------


def list_root(task: Task, state: Any, ranked: int) -> int:
    """Put the root's actions at the bottom of the stack; return their number.

    ranked: 1 for the most promising first, 0 for the game's own order.
    """
    count = list_actions(task, state, False, 0)
    end = count * task.config.move_words
    score_all(task, state, task.game.player(state), 0, -1, 0, end)
    for at in range(0, end * ranked, task.config.move_words):
        take_best(task, at, end)
    return count


def search_root(task: Task, state: Any, alpha: int, beta: int, depth: int, count: int) -> int:
    """Return v, in the mover's view, of a state whose `count` actions lie at the bottom of the stack, best first.

    The action that reaches v comes to the bottom; the others keep their order.
    """
    game, config, work, stack, _ = task
    enter(work, 0)
    mover, end = game.player(state), count * config.move_words
    best, asked = -INFINITE, alpha
    for at in range(0, end, config.move_words):
        action = stack[at]
        work[slots.PATH] = action
        following = game.result(state, action)
        testing = at > 0 and work[slots.FEATURES] & feature.NULL_WINDOWS != 0 and alpha + 1 < beta
        while True:
            ask = -to_child(config, alpha + 1 if testing else beta)
            floor = -to_child(config, alpha)
            child = unknown_node(following, depth - 1, -mover, wrapped(1), end)
            value = to_parent(config, -search(task, child, ask, floor))
            if not testing or value <= alpha or value >= beta:
                break
            testing = False
        if value > best:
            best = value
            if value > asked:
                move_to_front(task, at)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best
