"""Counting lines of play, compiled (perft): how many lines have a given length, and how many of them end there.

Every line is counted, but the continuations of states that share a key are counted once and then looked up. Like the
rest of the kernel, this is plain Python over ints and also runs interpreted.
"""

from typing import Any

from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.listing import list_all
from plywise.engines.kernel.table import hash_combine
from plywise.engines.kernel.thread_state import Halt, as_key, as_word, enter, fail_rule, pointer

MAX_LINES = 2**62
"""Counts stay below this, so the sum of two of them still fits a word."""

LOOKED_UP = 2
"""Lines of fewer plies than this are counted each time, which is as fast as a table."""

PLIES, LINES, ENDINGS, RECORD = range(4)
"""Offsets of the numbers in a table record, after the words of the key."""


def lines(
    game: Any, state: Any, plies: int, ply: int, bits: int, top: int, work: list[int], stack: list[int],
    table: list[int],
) -> int:  # fmt: skip
    """Return how many lines of play from a state are `plies` >= 1 long; add to work[ENDS] how many end there.

    ply: that of the state. bits: the table has 2**bits records; 0: no table, every line is followed.
    top: the first free word of the stack.
    """
    enter(work, ply)
    if game.terminal(state):
        return 0
    at, known = 0, False
    looked_up = LOOKED_UP if bits > 0 else plies + 1
    if plies >= looked_up:
        key = as_key(game.key(state))
        at, known = find_record(key, plies, bits, table)
        if known:
            work[slots.ENDS] += table[at + ENDINGS]
            return table[at + LINES]
    before, found, end = work[slots.ENDS], 0, list_all(game, state, top, work, stack)
    if end == top:
        fail_rule(work)
    for place in range(top, end):
        work[slots.PATH + ply] = stack[place]
        child = game.result(state, stack[place])
        if plies > 1:
            found = add_lines(found, lines(game, child, plies - 1, ply + 1, bits, end, work, stack, table), work)
        else:
            found += 1
            if game.terminal(child):
                work[slots.ENDS] += 1
    if plies >= looked_up:
        table[at + PLIES], table[at + LINES], table[at + ENDINGS] = plies, found, work[slots.ENDS] - before
        keep_key(as_key(game.key(state)), at, table)
    return found


def listed_lines(game: Any, state: Any, plies: int, ply: int, bits: int, work: list[int], table: list[int]) -> int:
    """Do the same if the game's rule returns its actions instead of yielding them; they are taken one by one.

    Writing them to memory first would only take longer: a set of cells, for example, is one word.
    """
    enter(work, ply)
    if game.terminal(state):
        return 0
    at, known = 0, False
    looked_up = LOOKED_UP if bits > 0 else plies + 1
    if plies >= looked_up:
        at, known = find_record(as_key(game.key(state)), plies, bits, table)
        if known:
            work[slots.ENDS] += table[at + ENDINGS]
            return table[at + LINES]
    before, found = work[slots.ENDS], 0
    for action in game.actions(state):
        work[slots.PATH + ply] = as_word(action)
        child = game.result(state, action)
        if plies > 1:
            found = add_lines(found, listed_lines(game, child, plies - 1, ply + 1, bits, work, table), work)
        else:
            found += 1
            if game.terminal(child):
                work[slots.ENDS] += 1
    if plies == 1 and found == 0:
        fail_rule(work)
    if plies >= looked_up:
        table[at + PLIES], table[at + LINES], table[at + ENDINGS] = plies, found, work[slots.ENDS] - before
        keep_key(as_key(game.key(state)), at, table)
    return found


def count_moves(
    game: Any, state: Any, plies: int, ply: int, bits: int, top: int, work: list[int], stack: list[int],
    table: list[int],
) -> int:  # fmt: skip
    """Do the same in a game that `ends_without_actions`, counting moves after draws as well.

    The states at the last ply are never computed: the moves of those before it are counted. So work[ENDS] counts the
    lines that end a ply earlier. Continuations of states with the same `play_key` are counted once.
    """
    enter(work, ply)
    at, known = 0, False
    looked_up = LOOKED_UP if bits > 0 else plies + 1
    if plies >= looked_up:
        at, known = find_record(as_key(game.play_key(state)), plies, bits, table)
        if known:
            work[slots.ENDS] += table[at + ENDINGS]
            return table[at + LINES]
    before, found, end = work[slots.ENDS], 0, list_all(game, state, top, work, stack)
    if plies == 1:
        work[slots.ENDS] += end == top
        return end - top
    for place in range(top, end):
        work[slots.PATH + ply] = stack[place]
        child = game.result(state, stack[place])
        found = add_lines(found, count_moves(game, child, plies - 1, ply + 1, bits, end, work, stack, table), work)
    if plies >= looked_up:
        table[at + PLIES], table[at + LINES], table[at + ENDINGS] = plies, found, work[slots.ENDS] - before
        keep_key(as_key(game.play_key(state)), at, table)
    return found


def add_lines(found: int, more: int, work: list[int]) -> int:
    """Return the sum of two counts. Raises Halt if it could overflow a word."""
    if found + more >= MAX_LINES:
        work[slots.STOP] = slots.BY_COUNT
        raise Halt
    return found + more


def find_record(key: Any, plies: int, bits: int, table: list[int]) -> tuple[int, bool]:
    """Return the table's place for the counts of a key and a number of plies, and whether they are there."""
    key_hash = plies
    for part in key:
        key_hash = hash_combine(key_hash, part)
    at = (key_hash & (1 << bits) - 1) * (len(key) + RECORD)
    same, place = table[at + len(key) + PLIES] == plies, at
    for part in key:
        same = same and table[place] == part
        place += 1
    return at + len(key), same


def keep_key(key: Any, at: int, table: list[int]) -> None:
    """Write a key's words before the numbers of its record."""
    at -= len(key)
    for part in key:
        table[at] = part
        at += 1


def run_lines(
    game: Any, state: Any, plies: int, moves: int, bits: int, work: list[int], stack: list[int], table: list[int]
) -> int:
    """The entry of `lines`; moves: 1 for `count_moves`."""
    if moves != 0:
        return count_moves(game, state, plies, 0, bits, 0, pointer(work), pointer(stack), pointer(table))
    return lines(game, state, plies, 0, bits, 0, pointer(work), pointer(stack), pointer(table))


def run_listed_lines(game: Any, state: Any, plies: int, bits: int, work: list[int], table: list[int]) -> int:
    """The entry of `listed_lines`."""
    return listed_lines(game, state, plies, 0, bits, pointer(work), pointer(table))
