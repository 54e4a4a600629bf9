"""The searches that are compiled: the textbook's, node for node the reference's, and the strong one.

This is plain Python over ints. It runs interpreted as it stands (slowly; the tests do), and engines.native compiles it
together with a game's rules. Only ints and arrays here: no input or output, no objects.

Values are ints. Where a game's values are floats, they are ints that stand for them in the same order, with the
opposite ints for the opposite values, so that one kernel serves both.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.features import (
    EXTENSIONS,
    KNOWLEDGE,
    LOOK_AHEAD,
    NULL_MOVE,
    NULL_WINDOWS,
    QUIESCENCE,
    REDUCTIONS,
    TABLE,
)
from plywise.engines.kernel.move_picker import (
    CHILD,
    HASH,
    HIGH,
    LOW,
    SCORE,
    keep_state,
    list_actions,
    note_cut,
    place_of,
    score,
    take_best,
)
from plywise.engines.kernel.table import (
    depth_of,
    grow,
    grows_at,
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
    CUTOFFS,
    DONE,
    ESTIMATES,
    FEATURES,
    FILLED,
    FIRST_BITS_WORD,
    FIRST_CUTOFFS,
    GROWS_AT,
    GUESSES,
    LEAVES,
    PATH,
    PRUNED,
    SELECTIVE,
    TABLE_BITS,
    TABLE_HITS,
    UNKNOWN,
    as_key,
    enter,
    fail_rule,
    pointer,
    state_at,
    to_value_word,
    to_whole,
)
from plywise.engines.values import INFINITE
from plywise.game import PLIES

DEEPEST_QUIESCENCE = -32  # plies beyond the horizon at which even noisy actions are not tried any more
NULL_MOVE_PLIES = 2  # that a search after passing is shallower
MAX_EXTENDED = 200  # plies from the root on, further ones are not extended
PASS = -(2**62)  # stands for no action

Memory = tuple[list[int], list[int], list[int]]
"""What a search works in: its working memory (see work.py), its stack of actions (ordering.py) and the table."""


# --- the strong search -----------------------------------------------------------------------------------------------


def to_parent(config: Any, value: int) -> int:
    """Return a child's value as its parent sees it: with distances, the end is one ply farther away."""
    return value - (value > 0) + (value < 0) if config.distance else value


def to_child(config: Any, value: int) -> int:
    """Return a bound at a parent as its child sees it, the opposite of `to_parent`."""
    return value + (value > 0) - (value < 0) if config.distance else value


def from_outcome(game: Any, config: Any, known: int) -> int:
    """Return an outcome that the game's `bounds` says, in the values of this search."""
    if config.distance:
        return known
    return to_value_word(game, (known + PLIES - 1) // PLIES if known > 0 else -((PLIES - 1 - known) // PLIES))


def end_value(game: Any, config: Any, state: Any) -> int:
    """Return a terminal state's value, MAX's view."""
    utility = game.utility(state)
    return to_whole(game, utility) * PLIES if config.distance else utility


def entry_holds(config: Any, meta: int, depth: int) -> bool:
    """Return whether an entry says what a search this deep would find: it is as deep, or rests on no estimate."""
    return not config.horizon or depth_of(meta) == depth or (proved_of(meta) == 1 and depth_of(meta) < depth)


def search(
    game: Any,
    config: Any,
    state: Any,
    key_hash: int,
    alpha: int,
    beta: int,
    low: int,
    high: int,
    depth: int,
    side: int,
    ply: int,
    top: int,
    memory: Memory,
) -> int:
    """Return v in `side`'s view: v <= alpha an upper bound, v >= beta a lower bound, otherwise the value (fail-soft).

    digest: that of the state's key, 0 where it is not known yet. low, high: from where to where the value is known to
    be, in the mover's view; alpha and beta are drawn in to them. side: who moves, where the players take turns. top:
    the first free word of the stack.
    """
    work, stack, table = memory
    enter(work, ply)
    features = work[FEATURES]
    knows = config.knowledge and features & KNOWLEDGE != 0
    if knows and low == -INFINITE and high == INFINITE:
        low, high = game.bounds(state)
        low, high = from_outcome(game, config, low), from_outcome(game, config, high)
        if low >= beta or high <= alpha or low == high:
            work[LEAVES] += 1
            return high if high <= alpha else low
    if not knows and game.terminal(state):
        work[LEAVES] += 1
        return side * end_value(game, config, state)
    stand_pat = -INFINITE  # beyond the horizon: what the mover has without any noisy action
    if config.horizon and depth <= 0:
        stand_pat = side * (work[UNKNOWN] if config.proof else game.evaluate(state))
        work[ESTIMATES] += 1
        work[GUESSES] += 1
        if not config.quiescence or features & QUIESCENCE == 0 or depth <= DEEPEST_QUIESCENCE or stand_pat >= beta:
            work[LEAVES] += 1
            return stand_pat
    mover, turned = side, 1
    if not config.alternating:
        mover = game.player(state)
        turned = mover * side
        if turned * turned != 1:
            fail_rule(work)
        if turned < 0:
            alpha, beta, stand_pat = -beta, -alpha, -stand_pat
    passing = config.null_move and features & NULL_MOVE and depth >= 3 and alpha + 1 == beta
    if passing and work[PATH + ply - 1] != PASS and mover * game.evaluate(state) >= beta and game.may_pass(state):
        work[PATH + ply] = PASS
        least, most = wrapped(-INFINITE), wrapped(INFINITE)  # a literal would be of another type than an int
        child, further, unknown = game.passed(state), depth - 1 - NULL_MOVE_PLIES, wrapped(0)
        value = -search(game, config, child, unknown, -beta, -alpha, least, most, further, -mover, ply + 1, top, memory)
        if value >= beta:
            work[SELECTIVE] += 1
            work[GUESSES] += 1
            return turned * beta  # no more: a value at a bound of the utilities would count as proved
    count = list_actions(game, config, state, knows, top, work, stack) if config.knowledge else 0
    first, guessed = -1, 0
    filed = features & TABLE != 0 and count != 1 and (not config.horizon or depth > 0)
    if filed:
        if key_hash == 0:
            key_hash = hash_key(config, as_key(game.key(state)))
        first, low, high, guessed = probe_bounds(game, config, state, key_hash, low, high, depth, work, table)
        if low >= beta or high <= alpha or low == high:
            work[TABLE_HITS] += 1
            work[GUESSES] += guessed
            return turned * (low if low >= beta else high)
    if not config.knowledge:
        count = list_actions(game, config, state, knows, top, work, stack)
    if count == 0:
        fail_rule(work)
    guesses = work[GUESSES]
    work[GUESSES] += guessed
    alpha, beta = max(alpha, low), min(beta, high)
    asked, best, best_place, end = alpha, -INFINITE, -1, top + count * config.move_words
    if config.quiescence and depth <= 0:
        work[SELECTIVE] += 1
        best, alpha, end = stand_pat, max(alpha, stand_pat), keep_noisy(game, config, state, top, end, stack)
        work[LEAVES] += end == top
    looked = config.alternating and features & LOOK_AHEAD != 0 and (not config.horizon or depth > 1)
    if looked:
        best, best_place, end = prune_by_bounds(game, config, state, alpha, beta, mover, ply, first, top, end, memory)
        if best >= beta or end == top:  # as cheap to find again as to look up
            work[CUTOFFS] += best >= beta
            return turned * min(max(best, low), high)
        alpha = max(alpha, best)
        if features & TABLE and end - top > config.move_words:
            best, best_place, end = prune_by_table(
                game, config, state, alpha, beta, depth, ply, best, best_place, top, end, memory
            )
            alpha = max(alpha, best)
    else:
        score_all(game, config, state, mover, ply, first, top, end, work, stack)
    at = top
    while at < end and alpha < beta:
        take_best(config, stack, at, end)
        action = stack[at]
        work[PATH + ply] = action
        least, most, below = -INFINITE, INFINITE, 0
        if looked:
            child = game.result(state, action) if config.past else state_at(stack, at + CHILD, state)
            least, most, below = stack[at + LOW], stack[at + HIGH], stack[at + HASH]
        else:
            child = game.result(state, action)
        testing = at > top and features & NULL_WINDOWS != 0 and alpha + 1 < beta
        further, less = plies_below(game, config, state, action, depth, ply, (at - top) // config.move_words, work)
        while True:
            ask = -to_child(config, alpha + 1 if testing or less > 0 else beta)
            floor, plies = -to_child(config, alpha), further - less
            value = -search(game, config, child, below, ask, floor, least, most, plies, -mover, ply + 1, end, memory)
            value = to_parent(config, value)
            if less > 0 and value > alpha:
                less = 0  # better than expected: search again, to the full depth
            elif less > 0 or not testing or value <= alpha or value >= beta:
                break
            else:
                testing = False  # better, by an unknown measure: search again for the value
        if less > 0:
            work[SELECTIVE] += 1
            work[GUESSES] += 1
        if value > best:
            best, best_place = value, place_of(stack[at + SCORE], work)
            alpha = max(alpha, value)
            if alpha >= beta:
                work[CUTOFFS] += 1
                work[FIRST_CUTOFFS] += at == top
                work[PRUNED + ply + 1] += (end - at) // config.move_words - 1
                note_cut(config, work, stack, mover, top, at, ply, min(4 + depth, 32) if config.horizon else 16)
        at += config.move_words
    best = min(max(best, low), high)
    if filed:  # what failed low is no lower bound, what failed high no upper one
        proved = 1 if work[GUESSES] == guesses else 0
        meta = meta_word(proved, best_place, depth if config.horizon else 0)
        least, most = best if best > asked else low, best if best < beta else high
        store(game, config, state, key_hash, meta, least, most, work, table)
    return turned * best


def probe(game: Any, config: Any, state: Any, key_hash: int, work: list[int], table: list[int]) -> tuple[int, int, int]:
    """Return what the table says of a state, as one word, and the two bounds; 0 first where it knows nothing."""
    if config.packed:
        return probe_packed(config, table, work, key_hash)
    return probe_wide(config, table, work, key_hash, as_key(game.key(state)))


def store(
    game: Any, config: Any, state: Any, key_hash: int, meta: int, low: int, high: int, work: list[int], table: list[int]
) -> None:
    """Let the table say so of a state."""
    if config.packed:
        store_packed(config, table, work, key_hash, meta, low, high)
    else:
        store_wide(config, table, work, key_hash, as_key(game.key(state)), meta, low, high)


def probe_bounds(
    game: Any,
    config: Any,
    state: Any,
    key_hash: int,
    low: int,
    high: int,
    depth: int,
    work: list[int],
    table: list[int],
) -> tuple[int, int, int, int]:
    """Return the place of the table's best action, the bounds drawn in to what the table knows, and whether it guesses.

    1 where it does: what follows from an estimate is one.
    """
    meta, least, most = probe(game, config, state, key_hash, work, table)
    if meta == 0:
        return -1, low, high, 0
    if not entry_holds(config, meta, depth):
        return move_of(meta), low, high, 0
    return move_of(meta), max(low, least), min(high, most), 1 - proved_of(meta)


def plies_below(
    game: Any, config: Any, state: Any, action: int, depth: int, ply: int, place: int, work: list[int]
) -> tuple[int, int]:
    """Return how deep an action is to be searched, and by how many plies less at first."""
    further, less = depth - 1, 0
    if config.extensions and work[FEATURES] & EXTENSIONS and ply < MAX_EXTENDED:
        longer = game.extension(state, action)
        further += longer
        work[SELECTIVE] += longer > 0
    if config.reductions and work[FEATURES] & REDUCTIONS and depth > 1:
        less = min(game.reduction(state, action, depth, place), depth - 1)
    return further, less


def keep_noisy(game: Any, config: Any, state: Any, top: int, end: int, stack: list[int]) -> int:
    """Keep only the noisy ones of the actions on the stack; return where they end."""
    kept = top
    for at in range(top, end, config.move_words):
        if game.noisy(state, stack[at]):
            stack[kept] = stack[at]
            kept += config.move_words
    return kept


def score_all(
    game: Any,
    config: Any,
    state: Any,
    mover: int,
    ply: int,
    first: int,
    top: int,
    end: int,
    work: list[int],
    stack: list[int],
) -> None:
    """Give each action on the stack its rank."""
    for at in range(top, end, config.move_words):
        place = (at - top) // config.move_words
        stack[at + SCORE] = score(game, state, stack[at], mover, ply, place, first, work)


def prune_by_bounds(
    game: Any,
    config: Any,
    state: Any,
    alpha: int,
    beta: int,
    mover: int,
    ply: int,
    first: int,
    top: int,
    end: int,
    memory: Memory,
) -> tuple[int, int, int]:
    """Look at what the game's `bounds` say of each child; keep the children, and rank the actions.

    Return the best value that some action is known to have, its place, and where on the stack the actions end that are
    still to be searched; those known to be no better than that, or than alpha, are gone. A value of beta or more means
    that nothing needs searching.
    """
    work, stack, table = memory
    best, best_place, kept = -INFINITE, -1, top
    knows = config.knowledge and work[FEATURES] & KNOWLEDGE != 0
    for at in range(top, end, config.move_words):
        action, place = stack[at], (at - top) // config.move_words
        work[PATH + ply] = action
        child = game.result(state, action)
        low, high = -INFINITE, INFINITE
        if knows:
            low, high = game.bounds(child)
            low, high = from_outcome(game, config, low), from_outcome(game, config, high)
            surely, at_most = to_parent(config, -high), to_parent(config, -low)
            if surely > best:
                best, best_place = surely, place
                if best >= beta:
                    return best, best_place, top
            if at_most <= max(alpha, best):
                best = max(best, min(at_most, alpha))
                continue
        stack[kept] = action
        stack[kept + SCORE] = score(game, state, action, mover, ply, place, first, work)
        stack[kept + LOW] = low
        stack[kept + HIGH] = high
        stack[kept + HASH] = 0
        if work[FEATURES] & TABLE:
            key_hash = hash_key(config, as_key(game.key(child)))
            stack[kept + HASH] = key_hash
            prefetch_entry(config, table, work, key_hash)
        keep_state(stack, kept + CHILD, child)
        kept += config.move_words
    return best, best_place, kept


def prune_by_table(
    game: Any,
    config: Any,
    state: Any,
    alpha: int,
    beta: int,
    depth: int,
    ply: int,
    best: int,
    best_place: int,
    top: int,
    end: int,
    memory: Memory,
) -> tuple[int, int, int]:
    """Do the same with what the table knows of each child (enhanced transposition cutoff; Schaeffer and Plaat 1996).

    best, best_place, end: as `prune_by_bounds` left them.
    """
    work, stack, table = memory
    kept = top
    for at in range(top, end, config.move_words):
        work[PATH + ply] = stack[at]
        child = game.result(state, stack[at]) if config.past else state_at(stack, at + CHILD, state)
        meta, least, most = probe(game, config, child, stack[at + HASH], work, table)
        if meta != 0 and entry_holds(config, meta, depth - 1):
            surely, at_most = to_parent(config, -most), to_parent(config, -least)
            if surely > best:
                best, best_place = surely, place_of(stack[at + SCORE], work)
                work[GUESSES] += 1 - proved_of(meta)
                if best >= beta:
                    work[TABLE_HITS] += 1
                    return best, best_place, top
            if at_most <= max(alpha, best):
                best = max(best, min(at_most, alpha))
                work[GUESSES] += 1 - proved_of(meta)
                continue
        if kept != at:
            for word in range(config.move_words):
                stack[kept + word] = stack[at + word]
        kept += config.move_words
    return best, best_place, kept


def root(game: Any, config: Any, state: Any, alpha: int, beta: int, depth: int, count: int, memory: Memory) -> int:
    """Return v, in the mover's view, of a state whose `count` actions lie at the bottom of the stack, best first.

    The action that reaches v comes to the bottom; the others keep their order.
    """
    work, stack, _ = memory
    enter(work, 0)
    mover, end = game.player(state), count * config.move_words
    best, asked = -INFINITE, alpha
    for at in range(0, end, config.move_words):
        action = stack[at]
        work[PATH] = action
        child = game.result(state, action)
        testing = at > 0 and work[FEATURES] & NULL_WINDOWS != 0 and alpha + 1 < beta
        while True:
            ask = -to_child(config, alpha + 1 if testing else beta)
            floor = -to_child(config, alpha)
            value = -search(game, config, child, 0, ask, floor, -INFINITE, INFINITE, depth - 1, -mover, 1, end, memory)
            value = to_parent(config, value)
            if not testing or value <= alpha or value >= beta:
                break
            testing = False
        if value > best:
            best = value
            if value > asked:
                to_front(config, stack, at)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


def to_front(config: Any, stack: list[int], at: int) -> None:
    """Move an action to the bottom of the stack; those before it move up by one."""
    action, ranked = stack[at], stack[at + SCORE]
    while at > 0:
        stack[at], stack[at + SCORE] = stack[at - config.move_words], stack[at - config.move_words + SCORE]
        at -= config.move_words
    stack[0], stack[SCORE] = action, ranked


def list_root(game: Any, config: Any, state: Any, ranked: int, work: list[int], stack: list[int]) -> int:
    """Put the root's actions at the bottom of the stack; return how many there are.

    ranked: 1 for the most promising first, 0 for the game's own order.
    """
    count = list_actions(game, config, state, False, 0, work, stack)
    end = count * config.move_words
    score_all(game, config, state, game.player(state), 0, -1, 0, end, work, stack)
    for at in range(0, end * ranked, config.move_words):
        take_best(config, stack, at, end)
    return count


# --- solving ---------------------------------------------------------------------------------------------------------


def mtdf(
    game: Any,
    config: Any,
    state: Any,
    low: int,
    high: int,
    guess: int,
    depth: int,
    side: int,
    ply: int,
    top: int,
    memory: Memory,
) -> int:
    """Return the value in `side`'s view of a state known to lie from low to high, by null windows from a guess on.

    Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996 (MTD(f)).
    """
    while low < high:
        beta = min(max(guess, low + 1), high)
        guess = search(game, config, state, 0, beta - 1, beta, -INFINITE, INFINITE, depth, side, ply, top, memory)
        if guess < beta:
            high = guess
        else:
            low = guess
            guess += 1
    return low


def mtdf_all(
    game: Any,
    config: Any,
    state: Any,
    low: int,
    high: int,
    states: list[int],
    answers: list[int],
    count: int,
    forget: int,
    memory: Memory,
) -> int:
    """Value `count` states, whose fields lie one after the other, from the work[DONE]th on; return how many there are.

    low, high: from where to where values may lie, MAX's view. state: any state, as a pattern. forget: 1 to empty the
    table before each, and let it be small again.
    """
    work, _, table = memory
    while work[DONE] < count:
        one = state_at(states, work[DONE] * len(state), state)
        if forget == 1 and (work[FILLED] > 0 or work[TABLE_BITS] > work[FIRST_BITS_WORD]):
            for word in range(config.entry_words << work[TABLE_BITS]):
                table[word] = 0
            work[FILLED] = 0
            work[TABLE_BITS] = work[FIRST_BITS_WORD]
            work[GROWS_AT] = grows_at(work)
        if game.terminal(one):
            answers[work[DONE]] = end_value(game, config, one)
        else:
            side = game.player(one)
            least, most = (low, high) if side > 0 else (-high, -low)
            answers[work[DONE]] = side * mtdf(game, config, one, least, most, 0, 0, side, 0, 0, memory)
        work[DONE] += 1
    return count


BESIDE_SEARCH = (root, to_front, list_root, mtdf, mtdf_all)
"""What calls `search` and is called once: compiled as a part of its caller (see build/copies.py)."""


LIST, ROOT, MTDF, MTDF_ALL, GROW = range(5)
"""What `run_strong` is asked to do."""


def run_strong(
    game: Any,
    config: Any,
    task: int,
    state: Any,
    alpha: int,
    beta: int,
    guess: int,
    depth: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    more: list[int],
    new: list[int],
) -> int:
    """The entry of everything that the strong search does; one, so that it is compiled and loaded once.

    LIST: `list_root`, ranked where guess is 1. ROOT: `root`. MEASURE: `mtdf` from alpha to beta, of a child of the
    root, in the view of the player `count`; where that is 0, of the root. MEASURE_ALL: `mtdf_all` of the states
    `more`, into `new`; forget where guess is 1. GROW: let the table grow.
    """
    memory = (pointer(work), pointer(stack), pointer(table))
    if task == LIST:
        return list_root(game, config, state, guess, memory[0], memory[1])
    if task == GROW:
        grow(config, memory[2], memory[0])
        return 0
    if task == ROOT:
        return root(game, config, state, alpha, beta, depth, count, memory)
    if task == MTDF:
        side = count if count != 0 else game.player(state)
        ply = count * count
        return mtdf(game, config, state, alpha, beta, guess, depth, side, ply, 0, memory)
    return mtdf_all(game, config, state, alpha, beta, pointer(more), pointer(new), count, guess, memory)
