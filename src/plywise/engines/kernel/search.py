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
    DIGEST,
    HIGH,
    LOW,
    RANK,
    keep_state,
    list_actions,
    note_cut,
    place_of,
    rank,
    take_best,
)
from plywise.engines.kernel.table import (
    approach,
    depth_of,
    digest_of,
    grow,
    grows_at,
    meta_word,
    move_of,
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
    broken,
    enter,
    state_at,
    valued,
    whole,
    words,
)
from plywise.engines.values import INFINITE
from plywise.game import PLIES

DEEPEST_QUIESCENCE = -32  # plies beyond the horizon at which even noisy actions are not tried any more
NULL_MOVE_PLIES = 2  # that a search after passing is shallower
MOST_EXTENDED = 200  # plies from the root on, further ones are not extended
PASS = -(2**62)  # stands for no action

Memory = tuple[list[int], list[int], list[int]]
"""What a search works in: its working memory (see work.py), its stack of actions (ordering.py) and the table."""


# --- the strong search -----------------------------------------------------------------------------------------------


def farther(plan: Any, value: int) -> int:
    """Return a child's value as its parent sees it: with distances, the end is one ply farther away."""
    return value - (value > 0) + (value < 0) if plan.distance else value


def nearer(plan: Any, value: int) -> int:
    """Return a bound at a parent as its child sees it, the opposite of `farther`."""
    return value + (value > 0) - (value < 0) if plan.distance else value


def scaled(game: Any, plan: Any, known: int) -> int:
    """Return an outcome that the game's `bounds` says, in the values of this search."""
    if plan.distance:
        return known
    return valued(game, (known + PLIES - 1) // PLIES if known > 0 else -((PLIES - 1 - known) // PLIES))


def end_value(game: Any, plan: Any, state: Any) -> int:
    """Return a terminal state's value, MAX's view."""
    utility = game.utility(state)
    return whole(game, utility) * PLIES if plan.distance else utility


def holds(plan: Any, meta: int, depth: int) -> bool:
    """Return whether an entry says what a search this deep would find: it is as deep, or rests on no estimate."""
    return not plan.horizon or depth_of(meta) == depth or (proved_of(meta) == 1 and depth_of(meta) < depth)


def search(
    game: Any,
    plan: Any,
    state: Any,
    digest: int,
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
    knows = plan.knowledge and features & KNOWLEDGE != 0
    if knows and low == -INFINITE and high == INFINITE:
        low, high = game.bounds(state)
        low, high = scaled(game, plan, low), scaled(game, plan, high)
        if low >= beta or high <= alpha or low == high:
            work[LEAVES] += 1
            return high if high <= alpha else low
    if not knows and game.terminal(state):
        work[LEAVES] += 1
        return side * end_value(game, plan, state)
    calm = -INFINITE  # beyond the horizon: what the mover has without any noisy action
    if plan.horizon and depth <= 0:
        calm = side * (work[UNKNOWN] if plan.proof else game.evaluate(state))
        work[ESTIMATES] += 1
        work[GUESSES] += 1
        if not plan.quiescence or features & QUIESCENCE == 0 or depth <= DEEPEST_QUIESCENCE or calm >= beta:
            work[LEAVES] += 1
            return calm
    mover, turned = side, 1
    if not plan.alternating:
        mover = game.player(state)
        turned = mover * side
        if turned * turned != 1:
            broken(work)
        if turned < 0:
            alpha, beta, calm = -beta, -alpha, -calm
    passing = plan.null_move and features & NULL_MOVE and depth >= 3 and alpha + 1 == beta
    if passing and work[PATH + ply - 1] != PASS and mover * game.evaluate(state) >= beta and game.may_pass(state):
        work[PATH + ply] = PASS
        least, most = wrapped(-INFINITE), wrapped(INFINITE)  # a literal would be of another type than an int
        child, further, unknown = game.passed(state), depth - 1 - NULL_MOVE_PLIES, wrapped(0)
        value = -search(game, plan, child, unknown, -beta, -alpha, least, most, further, -mover, ply + 1, top, memory)
        if value >= beta:
            work[SELECTIVE] += 1
            work[GUESSES] += 1
            return turned * beta  # no more: a value at a bound of the utilities would count as proved
    count = list_actions(game, plan, state, knows, top, work, stack) if plan.knowledge else 0
    first, guessed = -1, 0
    filed = features & TABLE != 0 and count != 1 and (not plan.horizon or depth > 0)
    if filed:
        if digest == 0:
            digest = digest_of(plan, as_key(game.key(state)))
        first, low, high, guessed = recall(game, plan, state, digest, low, high, depth, work, table)
        if low >= beta or high <= alpha or low == high:
            work[TABLE_HITS] += 1
            work[GUESSES] += guessed
            return turned * (low if low >= beta else high)
    if not plan.knowledge:
        count = list_actions(game, plan, state, knows, top, work, stack)
    if count == 0:
        broken(work)
    guesses = work[GUESSES]
    work[GUESSES] += guessed
    alpha, beta = max(alpha, low), min(beta, high)
    asked, best, best_place, end = alpha, -INFINITE, -1, top + count * plan.move_words
    if plan.quiescence and depth <= 0:
        work[SELECTIVE] += 1
        best, alpha, end = calm, max(alpha, calm), keep_noisy(game, plan, state, top, end, stack)
        work[LEAVES] += end == top
    looked = plan.alternating and features & LOOK_AHEAD != 0 and (not plan.horizon or depth > 1)
    if looked:
        best, best_place, end = look_ahead(game, plan, state, alpha, beta, mover, ply, first, top, end, memory)
        if best >= beta or end == top:  # as cheap to find again as to look up
            work[CUTOFFS] += best >= beta
            return turned * min(max(best, low), high)
        alpha = max(alpha, best)
        if features & TABLE and end - top > plan.move_words:
            best, best_place, end = look_up(
                game, plan, state, alpha, beta, depth, ply, best, best_place, top, end, memory
            )
            alpha = max(alpha, best)
    else:
        rank_all(game, plan, state, mover, ply, first, top, end, work, stack)
    at = top
    while at < end and alpha < beta:
        take_best(plan, stack, at, end)
        action = stack[at]
        work[PATH + ply] = action
        least, most, below = -INFINITE, INFINITE, 0
        if looked:
            child = game.result(state, action) if plan.past else state_at(stack, at + CHILD, state)
            least, most, below = stack[at + LOW], stack[at + HIGH], stack[at + DIGEST]
        else:
            child = game.result(state, action)
        testing = at > top and features & NULL_WINDOWS != 0 and alpha + 1 < beta
        further, less = plies_below(game, plan, state, action, depth, ply, (at - top) // plan.move_words, work)
        while True:
            ask = -nearer(plan, alpha + 1 if testing or less > 0 else beta)
            floor, plies = -nearer(plan, alpha), further - less
            value = -search(game, plan, child, below, ask, floor, least, most, plies, -mover, ply + 1, end, memory)
            value = farther(plan, value)
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
            best, best_place = value, place_of(stack[at + RANK], work)
            alpha = max(alpha, value)
            if alpha >= beta:
                work[CUTOFFS] += 1
                work[FIRST_CUTOFFS] += at == top
                work[PRUNED + ply + 1] += (end - at) // plan.move_words - 1
                note_cut(plan, work, stack, mover, top, at, ply, min(4 + depth, 32) if plan.horizon else 16)
        at += plan.move_words
    best = min(max(best, low), high)
    if filed:  # what failed low is no lower bound, what failed high no upper one
        proved = 1 if work[GUESSES] == guesses else 0
        meta = meta_word(proved, best_place, depth if plan.horizon else 0)
        least, most = best if best > asked else low, best if best < beta else high
        file(game, plan, state, digest, meta, least, most, work, table)
    return turned * best


def probe(game: Any, plan: Any, state: Any, digest: int, work: list[int], table: list[int]) -> tuple[int, int, int]:
    """Return what the table says of a state, as one word, and the two bounds; 0 first where it knows nothing."""
    if plan.packed:
        return probe_packed(plan, table, work, digest)
    return probe_wide(plan, table, work, digest, as_key(game.key(state)))


def file(
    game: Any, plan: Any, state: Any, digest: int, meta: int, low: int, high: int, work: list[int], table: list[int]
) -> None:
    """Let the table say so of a state."""
    if plan.packed:
        store_packed(plan, table, work, digest, meta, low, high)
    else:
        store_wide(plan, table, work, digest, as_key(game.key(state)), meta, low, high)


def recall(
    game: Any, plan: Any, state: Any, digest: int, low: int, high: int, depth: int, work: list[int], table: list[int]
) -> tuple[int, int, int, int]:
    """Return the place of the table's best action, the bounds drawn in to what the table knows, and whether it guesses.

    1 where it does: what follows from an estimate is one.
    """
    meta, least, most = probe(game, plan, state, digest, work, table)
    if meta == 0:
        return -1, low, high, 0
    if not holds(plan, meta, depth):
        return move_of(meta), low, high, 0
    return move_of(meta), max(low, least), min(high, most), 1 - proved_of(meta)


def plies_below(
    game: Any, plan: Any, state: Any, action: int, depth: int, ply: int, place: int, work: list[int]
) -> tuple[int, int]:
    """Return how deep an action is to be searched, and by how many plies less at first."""
    further, less = depth - 1, 0
    if plan.extensions and work[FEATURES] & EXTENSIONS and ply < MOST_EXTENDED:
        longer = game.extension(state, action)
        further += longer
        work[SELECTIVE] += longer > 0
    if plan.reductions and work[FEATURES] & REDUCTIONS and depth > 1:
        less = min(game.reduction(state, action, depth, place), depth - 1)
    return further, less


def keep_noisy(game: Any, plan: Any, state: Any, top: int, end: int, stack: list[int]) -> int:
    """Keep only the noisy ones of the actions on the stack; return where they end."""
    kept = top
    for at in range(top, end, plan.move_words):
        if game.noisy(state, stack[at]):
            stack[kept] = stack[at]
            kept += plan.move_words
    return kept


def rank_all(
    game: Any,
    plan: Any,
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
    for at in range(top, end, plan.move_words):
        place = (at - top) // plan.move_words
        stack[at + RANK] = rank(game, state, stack[at], mover, ply, place, first, work)


def look_ahead(
    game: Any,
    plan: Any,
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
    knows = plan.knowledge and work[FEATURES] & KNOWLEDGE != 0
    for at in range(top, end, plan.move_words):
        action, place = stack[at], (at - top) // plan.move_words
        work[PATH + ply] = action
        child = game.result(state, action)
        low, high = -INFINITE, INFINITE
        if knows:
            low, high = game.bounds(child)
            low, high = scaled(game, plan, low), scaled(game, plan, high)
            surely, at_most = farther(plan, -high), farther(plan, -low)
            if surely > best:
                best, best_place = surely, place
                if best >= beta:
                    return best, best_place, top
            if at_most <= max(alpha, best):
                best = max(best, min(at_most, alpha))
                continue
        stack[kept] = action
        stack[kept + RANK] = rank(game, state, action, mover, ply, place, first, work)
        stack[kept + LOW] = low
        stack[kept + HIGH] = high
        stack[kept + DIGEST] = 0
        if work[FEATURES] & TABLE:
            digest = digest_of(plan, as_key(game.key(child)))
            stack[kept + DIGEST] = digest
            approach(plan, table, work, digest)
        keep_state(stack, kept + CHILD, child)
        kept += plan.move_words
    return best, best_place, kept


def look_up(
    game: Any,
    plan: Any,
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

    best, best_place, end: as `look_ahead` left them.
    """
    work, stack, table = memory
    kept = top
    for at in range(top, end, plan.move_words):
        work[PATH + ply] = stack[at]
        child = game.result(state, stack[at]) if plan.past else state_at(stack, at + CHILD, state)
        meta, least, most = probe(game, plan, child, stack[at + DIGEST], work, table)
        if meta != 0 and holds(plan, meta, depth - 1):
            surely, at_most = farther(plan, -most), farther(plan, -least)
            if surely > best:
                best, best_place = surely, place_of(stack[at + RANK], work)
                work[GUESSES] += 1 - proved_of(meta)
                if best >= beta:
                    work[TABLE_HITS] += 1
                    return best, best_place, top
            if at_most <= max(alpha, best):
                best = max(best, min(at_most, alpha))
                work[GUESSES] += 1 - proved_of(meta)
                continue
        if kept != at:
            for word in range(plan.move_words):
                stack[kept + word] = stack[at + word]
        kept += plan.move_words
    return best, best_place, kept


def root(game: Any, plan: Any, state: Any, alpha: int, beta: int, depth: int, count: int, memory: Memory) -> int:
    """Return v, in the mover's view, of a state whose `count` actions lie at the bottom of the stack, best first.

    The action that reaches v comes to the bottom; the others keep their order.
    """
    work, stack, _ = memory
    enter(work, 0)
    mover, end = game.player(state), count * plan.move_words
    best, asked = -INFINITE, alpha
    for at in range(0, end, plan.move_words):
        action = stack[at]
        work[PATH] = action
        child = game.result(state, action)
        testing = at > 0 and work[FEATURES] & NULL_WINDOWS != 0 and alpha + 1 < beta
        while True:
            ask = -nearer(plan, alpha + 1 if testing else beta)
            floor = -nearer(plan, alpha)
            value = -search(game, plan, child, 0, ask, floor, -INFINITE, INFINITE, depth - 1, -mover, 1, end, memory)
            value = farther(plan, value)
            if not testing or value <= alpha or value >= beta:
                break
            testing = False
        if value > best:
            best = value
            if value > asked:
                to_front(plan, stack, at)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


def to_front(plan: Any, stack: list[int], at: int) -> None:
    """Move an action to the bottom of the stack; those before it move up by one."""
    action, ranked = stack[at], stack[at + RANK]
    while at > 0:
        stack[at], stack[at + RANK] = stack[at - plan.move_words], stack[at - plan.move_words + RANK]
        at -= plan.move_words
    stack[0], stack[RANK] = action, ranked


def list_root(game: Any, plan: Any, state: Any, ranked: int, work: list[int], stack: list[int]) -> int:
    """Put the root's actions at the bottom of the stack; return how many there are.

    ranked: 1 for the most promising first, 0 for the game's own order.
    """
    count = list_actions(game, plan, state, False, 0, work, stack)
    end = count * plan.move_words
    rank_all(game, plan, state, game.player(state), 0, -1, 0, end, work, stack)
    for at in range(0, end * ranked, plan.move_words):
        take_best(plan, stack, at, end)
    return count


# --- solving ---------------------------------------------------------------------------------------------------------


def measure(
    game: Any,
    plan: Any,
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
        guess = search(game, plan, state, 0, beta - 1, beta, -INFINITE, INFINITE, depth, side, ply, top, memory)
        if guess < beta:
            high = guess
        else:
            low = guess
            guess += 1
    return low


def measure_all(
    game: Any,
    plan: Any,
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
            for word in range(plan.entry_words << work[TABLE_BITS]):
                table[word] = 0
            work[FILLED] = 0
            work[TABLE_BITS] = work[FIRST_BITS_WORD]
            work[GROWS_AT] = grows_at(work)
        if game.terminal(one):
            answers[work[DONE]] = end_value(game, plan, one)
        else:
            side = game.player(one)
            least, most = (low, high) if side > 0 else (-high, -low)
            answers[work[DONE]] = side * measure(game, plan, one, least, most, 0, 0, side, 0, 0, memory)
        work[DONE] += 1
    return count


BESIDE_SEARCH = (root, to_front, list_root, measure, measure_all)
"""What calls `search` and is called once: compiled as a part of its caller (see build/copies.py)."""


LIST, ROOT, MEASURE, MEASURE_ALL, GROW = range(5)
"""What `run_strong` is asked to do."""


def run_strong(
    game: Any,
    plan: Any,
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

    LIST: `list_root`, ranked where guess is 1. ROOT: `root`. MEASURE: `measure` from alpha to beta, of a child of the
    root, in the view of the player `count`; where that is 0, of the root. MEASURE_ALL: `measure_all` of the states
    `more`, into `new`; forget where guess is 1. GROW: let the table grow.
    """
    memory = (words(work), words(stack), words(table))
    if task == LIST:
        return list_root(game, plan, state, guess, memory[0], memory[1])
    if task == GROW:
        grow(plan, memory[2], memory[0])
        return 0
    if task == ROOT:
        return root(game, plan, state, alpha, beta, depth, count, memory)
    if task == MEASURE:
        side = count if count != 0 else game.player(state)
        ply = count * count
        return measure(game, plan, state, alpha, beta, guess, depth, side, ply, 0, memory)
    return measure_all(game, plan, state, alpha, beta, words(more), words(new), count, guess, memory)
