"""The searches that are compiled: the textbook's, node for node the reference's, and the strong one.

This is plain Python over ints. It runs interpreted as it stands (slowly; the tests do), and plywise.search.build
compiles it together with a game's rules. Only ints and arrays here: no input or output, no objects.

Values are ints. Where a game's values are floats, they are ints that stand for them in the same order, with the
opposite ints for the opposite values, so that one kernel serves both.
"""

from typing import Any

from plywise.game import PLIES
from plywise.search.ordering import (
    KNOWLEDGE,
    LOOK_AHEAD,
    MOVE_WORDS,
    NULL_WINDOWS,
    TABLE,
    listed_at,
    note_cut,
    place_moves,
    put,
    rank,
    take_best,
)
from plywise.search.table import (
    EXACT,
    LOWER,
    UPPER,
    depth_of,
    grow,
    kind_of,
    meta_word,
    move_of,
    probe,
    proved_of,
    store,
)
from plywise.search.values import INFINITE
from plywise.search.work import (
    BY_TABLE,
    CUTOFFS,
    ESTIMATES,
    FEATURES,
    FILLED,
    GUESSES,
    LEAVES,
    MOST_FILLED,
    PATH,
    PRUNED,
    STOP,
    TABLE_HITS,
    Halt,
    as_key,
    as_word,
    end_line,
    enter,
    note_line,
    words,
)

NO_CUT, CUT_GE, CUT_GT = range(3)
"""The cut rules of `textbook`: plain minimax; cut when alpha >= beta; cut only when alpha > beta."""


def textbook(
    game: Any, state: Any, alpha: int, beta: int, depth: int, ply: int, cut: int, work: list[int]
) -> int:
    """Return v, MAX's view: v <= alpha an upper bound, v >= beta a lower bound, otherwise the state's value.

    The search of the reference, fail-soft, with nothing added: it enters the same nodes in the same order.
    """
    enter(work, ply)
    end_line(work, ply)
    if game.terminal(state):
        work[LEAVES] += 1
        return game.utility(state)
    if depth == 0:
        work[LEAVES] += 1
        work[ESTIMATES] += 1
        work[GUESSES] += 1
        return game.evaluate(state)
    mover = game.player(state)
    best = -mover * INFINITE
    done = False
    for action in game.actions(state):
        if done:
            work[PRUNED + ply + 1] += 1
            continue
        work[PATH + ply] = as_word(action)
        value = textbook(game, game.result(state, action), alpha, beta, depth - 1, ply + 1, cut, work)
        if mover * value > mover * best:
            best = value
            note_line(work, ply, as_word(action), best)
        if cut != NO_CUT:
            if mover > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha > beta or (alpha == beta and cut == CUT_GE):
                work[CUTOFFS] += 1
                done = True
    return best


# --- the strong search -----------------------------------------------------------------------------------------------


def farther(plan: Any, value: int) -> int:
    """Return a child's value as its parent sees it: with distances, the end is one ply farther away."""
    return value - (value > 0) + (value < 0) if plan.distance else value


def nearer(plan: Any, value: int) -> int:
    """Return a bound at a parent as its child sees it, the opposite of `farther`."""
    return value + (value > 0) - (value < 0) if plan.distance else value


def scaled(plan: Any, known: int) -> int:
    """Return an outcome that the game's `bounds` says, in the values of this search."""
    if plan.distance:
        return known
    return (known + PLIES - 1) // PLIES if known > 0 else -((PLIES - 1 - known) // PLIES)


def holds(plan: Any, meta: int, depth: int) -> bool:
    """Return whether an entry says what a search this deep would find: it is as deep, or rests on no estimate."""
    return not plan.horizon or (depth_of(meta) == depth or (proved_of(meta) == 1 and depth_of(meta) < depth))


def search(
    game: Any,
    plan: Any,
    state: Any,
    alpha: int,
    beta: int,
    depth: int,
    side: int,
    ply: int,
    top: int,
    work: list[int],
    stack: list[int],
    table: list[int],
) -> int:
    """Return v in `side`'s view: v <= alpha an upper bound, v >= beta a lower bound, otherwise the value (fail-soft).

    side: who moves, where the players take turns; top: the first free word of the stack. low and high are what is
    known of the value so far; alpha and beta are drawn in to them, so that a value between is always wanted.
    """
    enter(work, ply)
    features = work[FEATURES]
    low, high = -INFINITE, INFINITE
    if plan.knowledge and features & KNOWLEDGE:
        least, most = game.bounds(state)
        low, high = scaled(plan, least), scaled(plan, most)
        if low >= beta or low == high:
            work[LEAVES] += 1
            return low
        if high <= alpha:
            work[LEAVES] += 1
            return high
    elif game.terminal(state):
        work[LEAVES] += 1
        return side * game.utility(state) * (PLIES if plan.distance else 1)
    if plan.horizon and depth <= 0:
        work[LEAVES] += 1
        work[ESTIMATES] += 1
        work[GUESSES] += 1
        return side * game.evaluate(state)
    mover, turned = side, 1
    if not plan.alternating:
        mover = game.player(state)
        turned = mover * side
        if turned < 0:
            alpha, beta = -beta, -alpha
    first = -1
    if features & TABLE:
        meta, value = probe(plan, table, work, as_key(game.key(state)))
        if meta != 0:
            first = move_of(meta)
            if holds(plan, meta, depth):
                if kind_of(meta) & LOWER:
                    low = max(low, value)
                if kind_of(meta) & UPPER:
                    high = min(high, value)
                if low >= beta or high <= alpha or low == high:
                    work[TABLE_HITS] += 1
                    work[GUESSES] += 1 - proved_of(meta)
                    return turned * (low if low >= beta else high)
    guesses = work[GUESSES]
    alpha, beta = max(alpha, low), min(beta, high)
    count = place_moves(game, plan, state, mover, ply, first, top, work, stack)
    best, best_place, asked, place, after = -INFINITE, -1, alpha, 0, top + MOVE_WORDS * count
    if features & LOOK_AHEAD and plan.alternating and count > 1 and (not plan.horizon or depth > 1):
        best = look_ahead(game, plan, state, asked, beta, depth, count, top, work, stack, table)
    if best < beta:
        while place < count:
            action = take_best(stack, top, count, place)
            work[PATH + ply] = action
            child = game.result(state, action)
            testing = place > 0 and features & NULL_WINDOWS != 0 and alpha + 1 < beta
            while True:
                ask = -nearer(plan, alpha + 1 if testing else beta)
                value = -search(
                    game, plan, child, ask, -nearer(plan, alpha), depth - 1, -mover, ply + 1, after, work, stack, table
                )
                value = farther(plan, value)
                if not testing or value <= alpha or value >= beta:
                    break
                testing = False  # better, by an unknown measure: search again for the value
            if value > best:
                best, best_place = value, listed_at(stack, top, place, work)
                alpha = max(alpha, value)
                if alpha >= beta:
                    work[CUTOFFS] += 1
                    work[PRUNED + ply + 1] += count - place - 1
                    note_cut(work, mover, action, ply, 64 if not plan.horizon else min(depth * depth, 4096))
                    break
            place += 1
    best = min(max(best, low), high)
    if features & TABLE:
        kind = LOWER if best >= beta else UPPER if best <= asked else EXACT
        if (kind == LOWER and best == high) or (kind == UPPER and best == low):
            kind = EXACT
        proved = 1 if work[GUESSES] == guesses else 0
        meta = meta_word(kind, proved, best_place, depth if plan.horizon else 0)
        store(plan, table, work, as_key(game.key(state)), meta, best)
        if work[FILLED] > work[MOST_FILLED]:
            work[STOP] = BY_TABLE
            raise Halt
    return turned * best


def look_ahead(
    game: Any,
    plan: Any,
    state: Any,
    alpha: int,
    beta: int,
    depth: int,
    count: int,
    top: int,
    work: list[int],
    stack: list[int],
    table: list[int],
) -> int:
    """Return what is known of the actions without searching any: the greatest value that one of them surely has.

    It is as good as a search where it is beta or more (enhanced transposition cutoff; Schaeffer and Plaat 1996).
    Otherwise -INFINITE is returned.
    """
    for place in range(count):
        child = game.result(state, stack[top + MOVE_WORDS * place])
        value = -INFINITE
        if plan.knowledge and work[FEATURES] & KNOWLEDGE:
            least, most = game.bounds(child)
            value = farther(plan, -scaled(plan, most))
        if value < beta and work[FEATURES] & TABLE:
            meta, known = probe(plan, table, work, as_key(game.key(child)))
            if meta != 0 and kind_of(meta) & UPPER and holds(plan, meta, depth - 1):
                value = max(value, farther(plan, -known))
                if value >= beta:
                    work[GUESSES] += 1 - proved_of(meta)
        if value >= beta:
            work[TABLE_HITS] += 1
            return value
    return -INFINITE


def root(
    game: Any,
    plan: Any,
    state: Any,
    alpha: int,
    beta: int,
    depth: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
) -> int:
    """Return v, in the mover's view, of a state whose `count` actions lie at the bottom of the stack, best first.

    The action that reaches v comes to the bottom; the others keep their order.
    """
    enter(work, 0)
    mover = game.player(state)
    best, asked = -INFINITE, alpha
    for place in range(count):
        action = stack[MOVE_WORDS * place]
        work[PATH] = action
        child = game.result(state, action)
        testing = place > 0 and work[FEATURES] & NULL_WINDOWS != 0 and alpha + 1 < beta
        while True:
            ask = -nearer(plan, alpha + 1 if testing else beta)
            value = -search(
                game, plan, child, ask, -nearer(plan, alpha), depth - 1, -mover, 1, MOVE_WORDS * count, work, stack, table
            )
            value = farther(plan, value)
            if not testing or value <= alpha or value >= beta:
                break
            testing = False
        if value > best:
            best = value
            if value > asked:
                to_front(stack, place)
            alpha = max(alpha, value)
            if alpha >= beta:
                break
    return best


def to_front(stack: list[int], place: int) -> None:
    """Move a root action to the bottom of the stack; those before it move up by one."""
    action, ranked = stack[MOVE_WORDS * place], stack[MOVE_WORDS * place + 1]
    for at in range(MOVE_WORDS * (place + 1) - 1, MOVE_WORDS - 1, -1):
        stack[at] = stack[at - MOVE_WORDS]
    stack[0], stack[1] = action, ranked


def list_root(game: Any, plan: Any, state: Any, ranked: int, work: list[int], stack: list[int]) -> int:
    """Put the root's actions at the bottom of the stack; return how many there are.

    ranked: 1 for the most promising first, 0 for the game's own order.
    """
    count, mover = 0, game.player(state)
    for action in game.actions(state):
        word = as_word(action)
        put(stack, 0, count, word, rank(game, state, word, mover, 0, False, work), work)
        count += 1
    for place in range(count * ranked):
        take_best(stack, 0, count, place)
    return count


def zero_in(
    game: Any,
    plan: Any,
    state: Any,
    low: int,
    high: int,
    guess: int,
    depth: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
) -> int:
    """Return the value of a state, known to lie from low to high, by null windows alone, from a guess on.

    Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996 (MTD(f)).
    """
    while low < high:
        beta = max(guess, low + 1)
        guess = root(game, plan, state, beta - 1, beta, depth, count, work, stack, table)
        if guess < beta:
            high = guess
        else:
            low = guess
    return low


# --- entries: the functions that Python calls, with arrays to work in ------------------------------------------------


def run_textbook(
    game: Any, state: Any, alpha: int, beta: int, depth: int, ply: int, cut: int, work: list[int]
) -> int:
    """The entry of `textbook`."""
    return textbook(game, state, alpha, beta, depth, ply, cut, words(work))


LIST, ROOT, ZERO_IN, GROW = range(4)
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
    new_work: list[int],
    new: list[int],
) -> int:
    """The entry of everything that the strong search does; one, so that it is compiled and loaded once.

    LIST: `list_root`, ranked where guess is 1. ROOT: `root`. ZERO_IN: `zero_in` from alpha to beta. GROW: `grow` the table into `new`.
    """
    if task == GROW:
        grow(plan, words(table), words(work), words(new), words(new_work))
        return 0
    if task == LIST:
        return list_root(game, plan, state, guess, words(work), words(stack))
    if task == ROOT:
        return root(game, plan, state, alpha, beta, depth, count, words(work), words(stack), words(table))
    return zero_in(game, plan, state, alpha, beta, guess, depth, count, words(work), words(stack), words(table))
