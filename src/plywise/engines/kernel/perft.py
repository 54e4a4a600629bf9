"""Counting lines of play, compiled (perft): how many lines have a given length, and how many of them end there.

Nothing is left out, but what follows states that are the same game (that share a key) is counted once and then looked
up. Like the rest of the kernel, this is plain Python over ints and also runs interpreted.
"""

from typing import Any

from plywise.engines.kernel import thread_state as word
from plywise.engines.kernel.table import hash_combine
from plywise.engines.kernel.thread_state import Halt, as_key, as_word, enter, fail_rule, pointer

MAX_LINES = 2**62
"""Counts stop short of this: the sum of two of them still fits a word."""

LOOKED_UP = 2
"""Lines of fewer plies than this are counted anew each time: that is as quick as a table."""

PLIES, LINES, ENDINGS, RECORD = range(4)
"""Offsets of the numbers in a table record, after the words of the key."""


def lines(game: Any, state: Any, plies: int, ply: int, bits: int, work: list[int], table: list[int]) -> int:
    """Return how many lines of play from a state are `plies` >= 1 long; add to work[ENDS] how many end there.

    ply: that of the state. bits: the table has 2**bits records; 0: there is none, and every line is followed.
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
            work[word.ENDS] += table[at + ENDINGS]
            return table[at + LINES]
    before, found = work[word.ENDS], 0
    for action in game.actions(state):
        work[word.PATH + ply] = as_word(action)
        child = game.result(state, action)
        if plies > 1:
            found += lines(game, child, plies - 1, ply + 1, bits, work, table)
            if found >= MAX_LINES:
                work[word.STOP] = word.BY_COUNT
                raise Halt
        else:
            found += 1
            if game.terminal(child):
                work[word.ENDS] += 1
    if plies == 1 and found == 0:
        fail_rule(work)
    if plies >= looked_up:
        table[at + PLIES], table[at + LINES], table[at + ENDINGS] = plies, found, work[word.ENDS] - before
        keep_key(as_key(game.key(state)), at, table)
    return found


def find_record(key: Any, plies: int, bits: int, table: list[int]) -> tuple[int, bool]:
    """Return where the table keeps the counts for a key and a number of plies, and whether they are there."""
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


def run_lines(game: Any, state: Any, plies: int, bits: int, work: list[int], table: list[int]) -> int:
    """The entry of `lines`."""
    return lines(game, state, plies, 0, bits, pointer(work), pointer(table))
