"""The positions that a strategy can reach, compiled: listed for certificates, and replayed from them.

A strategy has one action for each position in which its side moves, and covers all actions of the other side.
choosing.py chooses the action.

Positions are rows, in the order in which they were reached, level by level:

    CHOICE, CHILD, MET, PLY, the key's words, the state's words

`index` finds a row by its key, and by its ply if plies are counted: open addressing, each slot the number of a row plus
1, or 0. If plies are not counted, every ply is 0.

Like the rest of the kernel, this is plain Python over ints and also runs interpreted.
"""

from typing import Any

from plywise.bits import wrapped
from plywise.engines.choices import FORCED, FOUND, KNOWN, MAX_ACTION_SET, NONE, OPEN, OTHER, WON
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.choosing import is_won_at_once, reaches, static_choice
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.table import hash_combine
from plywise.engines.kernel.thread_state import as_key, enter, pointer, state_at

CHOICE, CHILD, MET, PLY, KEY = range(5)
"""Offsets in a row. CHILD: the row of the position after the action chosen."""


def hash_of(key: Any, ply: int) -> int:
    """Return a hash of a key and a ply."""
    key_hash = ply
    for part in key:
        key_hash = hash_combine(key_hash, part)
    return key_hash


def find_slot(key: Any, ply: int, width: int, bits: int, index: list[int], rows: list[int]) -> int:
    """Return the slot of a key in the index: its row's slot, or the free one where it belongs."""
    slot = hash_of(key, ply) & (1 << bits) - 1
    while index[slot] != 0:
        at = (index[slot] - 1) * width
        same = rows[at + PLY] == ply
        at += KEY
        for part in key:
            same = same and rows[at] == part
            at += 1
        if same:
            return slot
        slot = slot + 1 & (1 << bits) - 1
    return slot


def row_of(game: Any, state: Any, ply: int, width: int, bits: int, index: list[int], rows: list[int]) -> int:
    """Return the number of a state's row; -1 if there is none."""
    return index[find_slot(as_key(game.key(state)), ply, width, bits, index, rows)] - 1


def add_row(
    game: Any, state: Any, ply: int, width: int, bits: int, index: list[int], rows: list[int], work: list[int]
) -> int:
    """Return the number of a state's row; add one if its key is new."""
    key = as_key(game.key(state))
    slot = find_slot(key, ply, width, bits, index, rows)
    if index[slot] == 0:
        at = work[slots.WRITTEN] * width
        rows[at + CHOICE], rows[at + CHILD], rows[at + MET], rows[at + PLY] = OPEN, -1, 0, ply
        at += KEY
        for part in key:
            rows[at] = part
            at += 1
        for field in state:
            rows[at] = field
            at += 1
        work[slots.WRITTEN] += 1
        index[slot] = work[slots.WRITTEN]
    return index[slot] - 1


def expand(
    game: Any, config: Any, like: Any, side: int, goal: int, plies: int, width: int, bits: int, last: int,
    work: list[int], stack: list[int], index: list[int], rows: list[int],
) -> int:  # fmt: skip
    """Add the positions that follow those of the rows from work[DONE] to `last`; return how many rows are done.

    plies: 1 if plies are counted. width: words in a row. Positions won in one, which are most of them, have no row.
    It stops early if the rows might exceed work[ROWS_SIZE] in all, and at a row in which the other side can end the
    game without the goal, which is then marked as having no choice.
    """
    while work[slots.DONE] < last:
        enter(work, 0)
        at = work[slots.DONE] * width
        state = state_at(rows, at + width - len(like), like)
        choice, ply, end = rows[at + CHOICE], rows[at + PLY] + plies, list_all(game, state, 0, work, stack)
        if work[slots.WRITTEN] + end > work[slots.ROWS_SIZE]:
            break
        if choice == OTHER:
            for place in range(end):
                child = game.result(state, stack[place])
                if not game.terminal(child):
                    if not is_won_at_once(game, config, child, side, goal, end, work, stack):
                        add_row(game, child, ply, width, bits, index, rows, work)
                elif not reaches(game, config, child, side, goal):
                    rows[at + CHOICE] = NONE
        elif choice >> 1 >= end:
            rows[at + CHOICE] = NONE
        elif choice >= 0:
            child = game.result(state, stack[choice >> 1])
            rows[at + CHILD] = add_row(game, child, ply, width, bits, index, rows, work)
        if rows[at + CHOICE] == NONE:
            break
        work[slots.DONE] += 1
    done: int = work[slots.DONE]
    return done


def list_children(
    game: Any, like: Any, plies: int, width: int, bits: int, first: int, last: int, work: list[int], stack: list[int],
    index: list[int], rows: list[int], new: list[int],
) -> int:  # fmt: skip
    """Write the successors by the action sets of the rows from `first` to `last`, one number each; return how many.

    The sets, one for each row, are in `new`, and the output follows them: a position is the hash of its key, or FOUND
    if it has a row.
    """
    written = last - first
    for row in range(first, last):
        enter(work, 0)
        at, action_set = row * width, new[row - first]
        if action_set == 0:
            continue
        state, ply = state_at(rows, at + width - len(like), like), rows[at + PLY] + plies
        end = list_all(game, state, 0, work, stack)
        for place in range(MAX_ACTION_SET):
            if action_set >> place & 1 == 0:
                continue
            new[written] = FOUND
            if place < end:
                key = as_key(game.key(game.result(state, stack[place])))
                if index[find_slot(key, ply, width, bits, index, rows)] == 0:
                    new[written] = hash_of(key, ply) & (1 << 62) - 1
            written += 1
    return written - last + first


def walk(
    game: Any, state: Any, ply: int, plies: int, width: int, bits: int, top: int, work: list[int], stack: list[int],
    index: list[int], rows: list[int], entries: list[int],
) -> int:  # fmt: skip
    """Write the strategy's entries, starting at a state, in the order in which a checker reads them.

    An entry is the place of an action in the game's order. A state may share its key with the state of its row but list
    its actions differently, so the action is the first that leads to the chosen key. work[ENDS] counts the entries,
    work[DONE] the positions that a checker stores.
    """
    enter(work, ply)
    row = row_of(game, state, ply * plies, width, bits, index, rows) * width
    if row < 0 or rows[row + MET] != 0 or rows[row + CHOICE] in (WON, KNOWN):
        return 0
    choice = rows[row + CHOICE]
    rows[row + MET] = 1
    work[slots.DONE] += 1
    end, goal = list_all(game, state, top, work, stack), rows[row + CHILD]
    for place in range(top, end):
        child = game.result(state, stack[place])
        if game.terminal(child):
            continue
        if choice == OTHER:
            walk(game, child, ply + 1, plies, width, bits, end, work, stack, index, rows, entries)
        elif row_of(game, child, (ply + 1) * plies, width, bits, index, rows) == goal:
            if choice & FORCED == 0:
                entries[work[slots.ENDS]] = place - top
                work[slots.ENDS] += 1
            walk(game, child, ply + 1, plies, width, bits, end, work, stack, index, rows, entries)
            break
    return 1


def replay(
    game: Any, config: Any, state: Any, ply: int, side: int, goal: int, trusts: int, plies: int, within: int,
    width: int, bits: int, last: int, top: int, work: list[int], stack: list[int], index: list[int], rows: list[int],
    entries: list[int],
) -> int:  # fmt: skip
    """Add the rows of a certificate's positions, starting at an open state, in a checker's order; return 1.

    Return 0 if the certificate is no proof. A row is MET once its position is proved; a line that reaches a row not yet
    proved is a cycle. work[ENDS] counts the entries read, work[DONE] is their total.
    within: the maximum number of plies of a line, if they are counted. last: the maximum number of rows.
    """
    enter(work, ply)
    if plies == 1 and ply >= within:
        return 0
    row = row_of(game, state, ply * plies, width, bits, index, rows)
    if row >= 0:
        return rows[row * width + MET]
    choice = static_choice(game, config, state, side, goal, trusts, top, work, stack)
    if choice in (WON, KNOWN):
        return 1
    if choice == NONE or work[slots.WRITTEN] >= last:
        return 0
    end = list_all(game, state, top, work, stack)
    if choice == OPEN:
        if work[slots.ENDS] >= work[slots.DONE] or entries[work[slots.ENDS]] >= end - top:
            return 0
        choice = 2 * entries[work[slots.ENDS]]
        work[slots.ENDS] += 1
    row = add_row(game, state, ply * plies, width, bits, index, rows, work)
    rows[row * width + CHOICE] = choice
    first, behind = (top, end) if choice == OTHER else (top + (choice >> 1), top + (choice >> 1) + 1)
    for place in range(first, behind):
        child = game.result(state, stack[place])
        if game.terminal(child):
            if not reaches(game, config, child, side, goal):
                return 0
        elif replay(
            game, config, child, ply + 1, side, goal, trusts, plies, within, width, bits, last, end, work, stack,
            index, rows, entries,
        ) == 0:  # fmt: skip
            return 0
    rows[row * width + MET] = 1
    return 1


ADD, EXPAND, INDEX, WALK, REPLAY, FIND, LIST = range(7)
"""The tasks of `run_strategy`."""


def run_strategy(
    game: Any,
    config: Any,
    job: int,
    state: Any,
    side: int,
    goal: int,
    trusts: int,
    plies: int,
    ply: int,
    width: int,
    bits: int,
    last: int,
    work: list[int],
    stack: list[int],
    table: list[int],
    more: list[int],
    new: list[int],
) -> int:
    """The entry of all tasks with positions. The index, of 2**bits slots, is `table`, the rows are `more`.

    ADD: a first row. EXPAND: `expand`. INDEX: put the first `last` rows into an empty index. WALK: `walk`, into `new`.
    REPLAY: `replay`, of the entries in `new`, within `ply` plies. FIND: return a state's row, or -1. LIST:
    `list_children`, from row work[DONE] on.
    """
    works, actions, index, rows = pointer(work), pointer(stack), pointer(table), pointer(more)
    zero = wrapped(0)
    if job == EXPAND:
        return expand(game, config, state, side, goal, plies, width, bits, last, works, actions, index, rows)
    if job == ADD:
        return add_row(game, state, zero, width, bits, index, rows, works)
    if job == WALK:
        return walk(game, state, zero, plies, width, bits, zero, works, actions, index, rows, pointer(new))
    if job == REPLAY:
        return replay(
            game, config, state, zero, side, goal, trusts, plies, ply, width, bits, last, zero, works, actions, index,
            rows, pointer(new),
        )  # fmt: skip
    if job == LIST:
        return list_children(
            game, state, plies, width, bits, works[slots.DONE], last, works, actions, index, rows, pointer(new)
        )
    if job == FIND:
        return row_of(game, state, ply * plies, width, bits, index, rows)
    for row in range(zero, last):
        enter(works, zero)
        at = row * width
        one = state_at(rows, at + width - len(state), state)
        slot = find_slot(as_key(game.key(one)), rows[at + PLY], width, bits, index, rows)
        index[slot] = row + 1
    return last
