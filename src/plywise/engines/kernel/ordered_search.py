"""The textbook search with its own order for each node's children, compiled: the orders of engines/move_orders.py.

It enters the same nodes as the reference in the same order, node for node; move_orders.py defines each order. Like the
rest of the kernel, this is plain Python over ints and also runs interpreted.

A node's actions are on a stack: the action, its score, and its place in the game's own list. Learned orders are in
`notes` and `table`:

    notes   KILLERS ..    ply -> the two actions that last cut there, NO_ACTION if there is none
            LAST_LINE ..  the previous iteration's line of best play: its length, then its actions
            LINES ..      ply -> the best line found from there, in the same form
            HISTORY ..    slots: action, player, how much it cut (0: the slot is free)
    table   for `table`: slots: the state's words, the place of its best action + 1 (0: free)
            for `best`, `ideal`, `worst`: known values of states, in the layout of kernel/perft.py
"""

from typing import Any

from plywise.engines import features as feature
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.perft import find_record, keep_key
from plywise.engines.kernel.table import hash_combine
from plywise.engines.kernel.textbook import CUT_GE, NO_CUT
from plywise.engines.kernel.thread_state import (
    Halt,
    as_word,
    check_stop,
    count_estimate,
    enter,
    fail_rule,
    pointer,
    state_words,
)
from plywise.engines.move_orders import (
    BACKWARD,
    BEST,
    CAPTURE,
    FORWARD,
    GIVEN,
    HISTORY,
    IDEAL,
    ITERATION,
    KILLER_PLIES,
    KILLERS,
    LINE_KEPT,
    MAX_HISTORIES,
    MAX_STATES,
    PRIORITY,
    RANDOM,
    REVERSE,
    SHALLOW_PLIES,
    TABLE,
    TEXTBOOK,
    THREAT,
    WORST,
    numbered,
)
from plywise.engines.values import INFINITE
from plywise.game import MAX_ACTIONS
from plywise.process.recursion import MAX_PLIES

Memory = tuple[list[int], list[int], list[int], list[int]]
"""A search's memory: its thread state (see thread_state.py), its stack of actions, its table and its notes."""

SCORE, PLACE, MOVE_WORDS = 1, 2, 3
NO_ACTION = -(2**62)
FAR = 2**39
"""A greater number of plies means no horizon."""

LINE_WORDS = LINE_KEPT + 1
KILLERS_AT = 0
LAST_LINE = KILLERS_AT + 2 * KILLER_PLIES
LINES = LAST_LINE + LINE_WORDS
HISTORY_AT = LINES + (LINE_KEPT + 1) * LINE_WORDS
HISTORY_BITS = 17
HISTORY_SLOT = 3
NOTES = HISTORY_AT + (HISTORY_SLOT << HISTORY_BITS)
"""The number of words in the notes."""

STATES_BITS = 21
VALUES_BITS = 20
LOW, HIGH = 1, 2
"""Offset of the bounds in a record of values, after the plies."""


def search_in_order(
    game: Any, state: Any, alpha: int, beta: int, depth: int, ply: int, mark: int, top: int, memory: Memory
) -> int:
    """Return v, MAX's view: v <= alpha an upper bound, v >= beta a lower bound, otherwise the state's value.

    mark: for the random order, the node's number; for `iteration`, 1 on the previous iteration's line. top: the first
    free word of the stack.
    """
    work, stack, table, notes = memory
    enter(work, ply)
    if ply <= LINE_KEPT:
        notes[LINES + ply * LINE_WORDS] = 0
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
    best, floor = -mover * INFINITE, alpha if mover > 0 else beta
    end = list_in_order(game, state, mover, depth, ply, mark, top, memory)
    at, done = top, False
    while at < end and not done:
        take_first(work, stack, at, end)
        action, place = stack[at], stack[at + PLACE]
        work[slots.PATH + ply] = action
        below = child_mark(mark, action, place, ply, work, notes)
        child = game.result(state, action)
        value = search_in_order(game, child, alpha, beta, depth - 1, ply + 1, below, end, memory)
        if mover * value > mover * best:
            best = value
            note_line(notes, work, ply, action, best)
            if work[slots.ORDER] == TABLE and mover * best > mover * floor:
                store_move(state_words(game, state), place, table, work)
        if work[slots.CUT_RULE] != NO_CUT:
            if mover > 0:
                alpha = max(alpha, best)
            else:
                beta = min(beta, best)
            if alpha > beta or (alpha == beta and work[slots.CUT_RULE] == CUT_GE):
                work[slots.CUTOFFS] += 1
                work[slots.FIRST_CUTOFFS] += at == top
                work[slots.PRUNED + ply + 1] += (end - at) // MOVE_WORDS - 1
                note_cut(work, notes, mover, action, depth, ply)
                done = True
        at += MOVE_WORDS
    return best


# --- the order of a node's children ----------------------------------------------------------------------------------


def list_in_order(game: Any, state: Any, mover: int, depth: int, ply: int, mark: int, top: int, memory: Memory) -> int:
    """Put a state's actions with their scores on the stack, from `top` on; return where they end."""
    work, stack, table, notes = memory
    at, place = top, 0
    for action in game.actions(state):
        if at > work[slots.STACK_SIZE] - MOVE_WORDS or place > MAX_ACTIONS:
            work[slots.STOP] = slots.BY_RULE if place > MAX_ACTIONS else slots.BY_STACK
            raise Halt
        stack[at], stack[at + SCORE], stack[at + PLACE] = as_word(action), 0, place
        at += MOVE_WORDS
        place += 1
    if place == 0:
        fail_rule(work)
    order = work[slots.ORDER]
    known = probe_move(state_words(game, state), table, work) if order == TABLE else -1
    if order != GIVEN:
        for move in range(top, at, MOVE_WORDS):
            action, place = stack[move], stack[move + PLACE]
            if order == PRIORITY:
                stack[move + SCORE] = game.priority(state, action)
            elif order == TEXTBOOK:
                stack[move + SCORE] = kind_of(game, state, action)
            elif order in (BEST, IDEAL, WORST):
                work[slots.PATH + ply] = action
                child, plies = game.result(state, action), SHALLOW_PLIES - 1 if order == BEST else depth - 1
                value = mover * search_child_value(game, child, -INFINITE, INFINITE, plies, ply + 1, work, table)
                stack[move + SCORE] = -value if order == WORST else value
            elif order == TABLE:
                stack[move + SCORE] = 1 if place == known else 0
            else:
                stack[move + SCORE] = score_in_order(mover, action, place, ply, mark, work, notes)
    return at


def kind_of(game: Any, state: Any, action: int) -> int:
    """Return the kind of an action in the textbook's order, as move_orders.kind_of does."""
    if game.noisy(state, action):
        return CAPTURE
    if game.makes_threat(state, action):
        return THREAT
    return FORWARD if game.goes_forward(state, action) else BACKWARD


def score_in_order(mover: int, action: int, place: int, ply: int, mark: int, work: list[int], notes: list[int]) -> int:
    """Return an action's score in the orders that need neither rules nor a table."""
    order = work[slots.ORDER]
    if order == REVERSE:
        return place
    if order == RANDOM:
        return numbered(mark, place)
    if order == ITERATION:
        return child_mark(mark, action, place, ply, work, notes)
    if order == KILLERS and ply < KILLER_PLIES:
        killers = KILLERS_AT + 2 * ply
        return 2 if notes[killers] == action else 1 if notes[killers + 1] == action else 0
    if order == HISTORY:
        return notes[history_slot(mover, action, notes) + 2]
    return 0


def child_mark(mark: int, action: int, place: int, ply: int, work: list[int], notes: list[int]) -> int:
    """Return the mark of the node that an action of a marked node leads to."""
    if work[slots.ORDER] == RANDOM:
        return numbered(mark, place)
    if work[slots.ORDER] == ITERATION and mark == 1 and ply < notes[LAST_LINE] and notes[LAST_LINE + 1 + ply] == action:
        return 1
    return 0


def take_first(work: list[int], stack: list[int], here: int, end: int) -> None:
    """Move the action with the greatest score from `here` to `end` to the front; ties keep the game's order."""
    if work[slots.ORDER] == GIVEN:
        return
    first = here
    for at in range(here + MOVE_WORDS, end, MOVE_WORDS):
        score = stack[at + SCORE]
        if score > stack[first + SCORE] or (score == stack[first + SCORE] and stack[at + PLACE] < stack[first + PLACE]):
            first = at
    if first != here:
        for part in range(MOVE_WORDS):
            stack[first + part], stack[here + part] = stack[here + part], stack[first + part]


# --- what is learnt --------------------------------------------------------------------------------------------------


def note_line(notes: list[int], work: list[int], ply: int, action: int, value: int) -> None:
    """Set the best line from a ply to an action and then the best line from the next ply."""
    if ply == 0:
        work[slots.SO_FAR] = value
    if ply < LINE_KEPT:
        line = LINES + ply * LINE_WORDS
        after = line + LINE_WORDS
        length = min(notes[after], LINE_KEPT - ply - 1)
        notes[line], notes[line + 1] = length + 1, action
        for place in range(1, length + 1):
            notes[line + 1 + place] = notes[after + place]


def note_cut(work: list[int], notes: list[int], mover: int, action: int, depth: int, ply: int) -> None:
    """Note that an action cut, `plies` from the horizon."""
    if work[slots.ORDER] == KILLERS and ply < KILLER_PLIES:
        killers = KILLERS_AT + 2 * ply
        if notes[killers] != action:
            notes[killers + 1] = notes[killers]
            notes[killers] = action
    elif work[slots.ORDER] == HISTORY:
        slot = history_slot(mover, action, notes)
        if notes[slot + 2] == 0:
            if work[slots.HISTORIES] >= MAX_HISTORIES:
                return
            work[slots.HISTORIES] += 1
            notes[slot], notes[slot + 1] = action, mover
        notes[slot + 2] += 1 if depth > FAR else depth * depth


def history_slot(mover: int, action: int, notes: list[int]) -> int:
    """Return the slot of a player's action in the history."""
    place = hash_combine(hash_combine(0, mover), action) & ((1 << HISTORY_BITS) - 1)
    while True:
        slot = HISTORY_AT + place * HISTORY_SLOT
        if notes[slot + 2] == 0 or (notes[slot] == action and notes[slot + 1] == mover):
            return slot
        place = (place + 1) & ((1 << HISTORY_BITS) - 1)


def state_slot(key: Any, table: list[int]) -> int:
    """Return the slot of a state's best action."""
    key_hash = 0
    for part in key:
        key_hash = hash_combine(key_hash, part)
    place = key_hash & ((1 << STATES_BITS) - 1)
    while True:
        at = place * (len(key) + 1)
        if table[at + len(key)] == 0:
            return at
        same, each = True, at
        for part in key:
            same = same and table[each] == part
            each += 1
        if same:
            return at
        place = (place + 1) & ((1 << STATES_BITS) - 1)


def probe_move(key: Any, table: list[int], work: list[int]) -> int:
    """Return the place of a state's best action; -1 if none is known."""
    return table[state_slot(key, table) + len(key)] - 1


def store_move(key: Any, place: int, table: list[int], work: list[int]) -> None:
    """Store the place of a state's best action."""
    at = state_slot(key, table)
    if table[at + len(key)] == 0:
        if work[slots.REMEMBERED] >= MAX_STATES:
            return
        work[slots.REMEMBERED] += 1
        for part in key:
            table[at] = part
            at += 1
    else:
        at += len(key)
    table[at] = place + 1


# --- what a child is worth -------------------------------------------------------------------------------------------


def search_child_value(
    game: Any, state: Any, alpha: int, beta: int, depth: int, ply: int, work: list[int], table: list[int]
) -> int:
    """Return v as `search_in_order` does: alpha-beta with a table, in the game's own order, its nodes counted apart."""
    enter_for_order(work, ply)
    if game.terminal(state):
        return game.utility(state)
    if depth == 0:
        return work[slots.UNKNOWN] if work[slots.FEATURES] & feature.BLIND else game.evaluate(state)
    key = state_words(game, state)
    at, known = find_record(key, depth, VALUES_BITS, table)
    if known:
        if table[at + LOW] >= beta or table[at + LOW] == table[at + HIGH]:
            return table[at + LOW]
        if table[at + HIGH] <= alpha:
            return table[at + HIGH]
    mover = game.player(state)
    if mover * mover != 1:
        fail_rule(work)
    best, floor, ceiling = -mover * INFINITE, alpha, beta
    for action in game.actions(state):
        if alpha >= beta:
            break
        work[slots.PATH + ply] = as_word(action)
        value = search_child_value(game, game.result(state, action), alpha, beta, depth - 1, ply + 1, work, table)
        if mover > 0:
            best = max(best, value)
            alpha = max(alpha, best)
        else:
            best = min(best, value)
            beta = min(beta, best)
    if best == -mover * INFINITE:
        fail_rule(work)
    table[at] = depth
    table[at + LOW] = best if best > floor else -INFINITE
    table[at + HIGH] = best if best < ceiling else INFINITE
    keep_key(key, at, table)
    return best


def enter_for_order(work: list[int], ply: int) -> None:
    """Count a node entered for an order. Raises Halt at a limit."""
    if work[slots.ORDERING_NODES] & 255 == 0:
        check_stop(work)
    if work[slots.ORDERING_NODES] >= work[slots.MAX_NODES]:
        work[slots.STOP] = slots.BY_NODES
        raise Halt
    work[slots.ORDERING_NODES] += 1
    work[slots.ORDERING_DEEPEST] = max(work[slots.ORDERING_DEEPEST], ply)
    if ply > MAX_PLIES:
        work[slots.STOP] = slots.BY_PLIES
        raise Halt


def run_in_order(
    game: Any,
    state: Any,
    depth: int,
    mark: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    more: list[int],
) -> int:
    """The entry of `search_in_order`, with an open window. more: the notes."""
    memory = (pointer(work), pointer(stack), pointer(table), pointer(more))
    return search_in_order(game, state, -INFINITE, INFINITE, depth, 0, mark, 0, memory)
