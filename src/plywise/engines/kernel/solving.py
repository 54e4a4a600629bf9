"""Solving with the strong search: a state's value, each action's value, and a line of best play.

Values are found by null windows alone (MTD(f)). Many states can be solved by one call, each written as a row of words:

    the value, MAX's view | nodes entered | n | n times: action, its value | m | m actions of a line of best play

An action's value is in the view of the player to move. If only values are requested, n and m are 0.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.batches import MAX_LINE
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.config import Task
from plywise.engines.kernel.move_picker import MAX_PRIORITY, PLACES, SCORE, list_actions, place_of, take_best
from plywise.engines.kernel.search import end_value, probe, search, to_child, to_parent, unknown_node
from plywise.engines.kernel.table import grows_at, hash_key
from plywise.engines.kernel.thread_state import as_key, pointer, state_at

FRESH, MOVES, EXACT, LINE, PROMISING = (1 << bit for bit in range(5))
"""How to solve many states: each with an empty table; with actions; with the exact value of each of these; with a line
of best play; by the most promising of the best actions, by the game's `priority`, instead of the first."""

VALUE_WORDS = 4  # in a row without actions
NO_LINE = -1  # the length of a line that reaches a state where no action keeps the value: the rules are inconsistent


def mtdf(task: Task, state: Any, low: int, high: int, guess: int, depth: int, side: int, ply: int, top: int) -> int:
    """Return the value in `side`'s view of a state known to lie from low to high, by null windows from a guess on.

    Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996 (MTD(f)).
    """
    node = unknown_node(state, depth, side, ply, top)
    while low < high:
        beta = min(max(guess, low + 1), high)
        guess = search(task, node, beta - 1, beta)
        if guess < beta:
            high = guess
        else:
            low = guess
            guess += 1
    return low


def empty(task: Task) -> None:
    """Make the table empty and small; if it had grown, halve the weight of the move statistics."""
    work = task.work
    if work[slots.TABLE_BITS] > work[slots.FIRST_BITS_WORD]:
        for place in range(slots.HISTORY, slots.SIZE):
            work[place] >>= 1
    for place in range(task.config.entry_words << work[slots.TABLE_BITS]):
        task.table[place] = 0
    work[slots.FILLED] = 0
    work[slots.TABLE_BITS] = work[slots.FIRST_BITS_WORD]
    work[slots.GROWS_AT] = grows_at(work)


def renew(task: Task, state: Any) -> None:
    """If there is an archive, empty a table that does not contain the state and has grown or is about to grow.

    That is a table a quarter full: it would grow with a question that an empty table has room for, and get slower. A
    stopped search of the same state continues with its earlier results.
    """
    work = task.work
    if work[slots.ARCHIVE_BITS] > 0:
        key_hash = hash_key(task.config, as_key(task.game.key(state)))
        large = work[slots.TABLE_BITS] > work[slots.FIRST_BITS_WORD] or work[slots.FILLED] > work[slots.GROWS_AT] >> 2
        if key_hash != work[slots.QUESTION] and large:
            known, _, _ = probe(task, state, key_hash)
            if known == 0:
                empty(task)
        work[slots.QUESTION] = key_hash


# --- many states -----------------------------------------------------------------------------------------------------


def run_solving(
    game: Any,
    config: Any,
    state: Any,
    low: int,
    high: int,
    how: int,
    nodes: int,
    count: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    more: list[int],
    new: list[int],
) -> int:
    """The entry that solves many states; separate from the others, so that it is compiled only when needed.

    It solves `count` states, whose fields are consecutive in `more`, from index work[DONE] on, and writes their
    rows into `new`; returns how many are done. It stops early, between two states, after entering `nodes` nodes or when
    another row might not fit.

    state: any state, as a template. low, high: bounds of all values, MAX's view. how: FRESH and the like.
    """
    task = Task(game, config, pointer(work), pointer(stack), pointer(table))
    return solve_states(task, state, low, high, how, nodes, count, pointer(more), pointer(new))


def solve_states(
    task: Task, state: Any, low: int, high: int, how: int, nodes: int, count: int, states: list[int], rows: list[int]
) -> int:
    """Do what `run_solving` does, with pointers alone."""
    work = task.work
    last = work[slots.NODES] + nodes
    while work[slots.DONE] < count and work[slots.NODES] < last:
        one = state_at(states, work[slots.DONE] * len(state), state)
        if not solve_one(task, one, low, high, rows, how):
            break
        work[slots.DONE] += 1
    done: int = work[slots.DONE]
    return done


def solve_one(task: Task, state: Any, low: int, high: int, rows: list[int], how: int) -> bool:
    """Solve a state, and write its row at work[WRITTEN]; return False, and write nothing, if the row does not fit."""
    game, config, work, stack, _ = task
    row, before, over = work[slots.WRITTEN], work[slots.NODES], game.terminal(state)
    count = 0 if over or not how & MOVES else list_actions(task, state, False, 0)
    if work[slots.ROWS_SIZE] - row < 4 + 2 * count + MAX_LINE:
        return False
    if how & FRESH and (work[slots.FILLED] > 0 or work[slots.TABLE_BITS] > work[slots.FIRST_BITS_WORD]):
        empty(task)
    end, at = count * config.move_words, row + 3
    if over:
        rows[row] = end_value(game, config, state)
    else:
        renew(task, state)
        side = game.player(state)
        least, most = (low, high) if side > 0 else (-high, -low)
        value = mtdf(task, state, least, most, wrapped(0), 0, side, wrapped(0), end)
        rows[row] = side * value
        guess = value
        if not how & EXACT:
            least, most, guess = value - 1, value, value - 1
        for here in range(0, end, config.move_words):
            work[slots.PATH] = rows[at] = stack[here]
            rows[at + 1] = worth(task, state, stack[here], side, least, most, guess, end)
            at += 2
    rows[row + 2] = count
    length = write_line(task, state, rows, row, at + 1, how) if how & LINE and count > 0 else 0
    rows[at], rows[row + 1] = length, work[slots.NODES] - before
    work[slots.WRITTEN] = at + 1 + max(length, 0)
    return True


def worth(task: Task, state: Any, action: int, mover: int, low: int, high: int, guess: int, top: int) -> int:
    """Return an action's value for the mover: exact from low to high, otherwise an upper or a lower bound.

    guess: the first value tested
    """
    config, child = task.config, task.game.result(state, action)
    least, most, first = -to_child(config, high), -to_child(config, low), -to_child(config, guess)
    return to_parent(config, -mtdf(task, child, least, most, first, -1, -mover, wrapped(1), top))


def write_line(task: Task, state: Any, rows: list[int], row: int, at: int, how: int) -> int:
    """Write a line of best play starting at `at`; return its length, or NO_LINE. row: where the state's row begins."""
    game, config, work, stack, _ = task
    value, length = rows[row], 0  # MAX's view
    while length < MAX_LINE and not game.terminal(state):
        count, side = list_actions(task, state, False, 0), game.player(state)
        end = count * config.move_words
        rank(task, state, end, how)
        found = False
        for here in range(0, end, config.move_words):
            take_best(task, here, end)
            action = work[slots.PATH] = stack[here]
            if length == 0:
                found = rows[row + 4 + 2 * place_of(stack[here + SCORE], work)] == side * value
            else:
                goal = side * value
                found = worth(task, state, action, side, goal - 1, goal, goal - 1, end) >= goal
            if found:
                rows[at + length] = action
                break
        if not found:
            return NO_LINE
        state = game.result(state, rows[at + length])
        value = to_child(config, value)
        length += 1
    return length


def rank(task: Task, state: Any, end: int, how: int) -> None:
    """Score each action on the stack: the most promising first, or else in the game's order."""
    for at in range(0, end, task.config.move_words):
        promise, place = 0, at // task.config.move_words
        if how & PROMISING:
            promise = min(max(task.game.priority(state, task.stack[at]), -MAX_PRIORITY), MAX_PRIORITY)
        task.stack[at + SCORE] = promise * PLACES + (PLACES - 1 - place)
