"""The transposition table: what has been proved of each state, in an array of words.

An entry says of a state, in the view of the player to move: its value is `value` (EXACT), at least that (LOWER), or at
most that (UPPER); which action, by its place in the game's own list, was best; how deep the search was, and whether no
estimate went into it, so that it holds at any depth. That is a fact about the state and the depth alone.

Keys are exact: an entry never answers for another state. There are two layouts, of which the plan takes one.

Packed, one word an entry, for keys of at most PACKED_BITS: the key is mixed by a hash that can be undone, the hash's
top bits are the entry's number, and the rest of them, the tag, is stored.

     63              24 23     18 17  16 15          0
    +------------------+---------+------+-------------+
    | tag              | move+1  | kind | value       |
    +------------------+---------+------+-------------+

Wide, for everything else: the words of the key, then what is said of it, then the value. The first key word is mixed
with all the others, so that an entry that two threads wrote to at once matches no key.

     meta:  63 .. 20 depth | 19 .. 3 move+1 | 2 proved | 1 0 kind

kind is never 0 in an entry and always 0 in an empty one, so that an empty entry matches nothing.
"""

from collections.abc import Sequence
from typing import Any

from plywise.bits import shifted_down, wrapped
from plywise.search.work import FILLED, TABLE_BITS

LOWER, UPPER, EXACT = 1, 2, 3

PACKED_BITS = 52
MIX = 0x1E3779B97F4A7C15  # odd, so that multiplying by it can be undone; 2**64 / golden ratio, less its top bit
MIX_WIDE = -7046029254386353131
MOST_MOVES = 62  # a packed entry keeps no move whose place in the list is greater

# --- packed entries --------------------------------------------------------------------------------------------------


def mixed(key: int, bits: int) -> int:
    """Return another number of so many bits, each key another: bits of the key move to all higher places."""
    key ^= key >> (bits >> 1)
    return (key * MIX) & ((1 << bits) - 1)


def packed_entry(tag: int, kind: int, move: int, value: int) -> int:
    """Return an entry as a word."""
    place = move + 1 if move < MOST_MOVES else 0
    return wrapped(tag << 24) | place << 18 | kind << 16 | (value & 0xFFFF)


# --- what an entry says ----------------------------------------------------------------------------------------------


def meta_word(kind: int, proved: int, move: int, depth: int) -> int:
    """Return what is said of an entry's value as one word."""
    return depth << 20 | (move + 1) << 3 | proved << 2 | kind


def kind_of(meta: int) -> int:
    """Return EXACT, LOWER or UPPER."""
    return meta & 3


def proved_of(meta: int) -> int:
    """Return 1 where the value holds at any depth."""
    return meta >> 2 & 1


def move_of(meta: int) -> int:
    """Return the place in the game's list of the best action; -1 where it is not known."""
    return (meta >> 3 & 0x1FFFF) - 1


def depth_of(meta: int) -> int:
    """Return how many plies deep the search was."""
    return meta >> 20


# --- probe and store -------------------------------------------------------------------------------------------------


def stirred(digest: int, word: int) -> int:
    """Return a digest with one more word in it."""
    digest = wrapped((digest ^ word) * MIX_WIDE)
    return digest ^ shifted_down(digest, 29)


def slot_of(plan: Any, work: list[int], digest: int) -> int:
    """Return where in the table a key with this digest has its entry."""
    return shifted_down(wrapped(digest * MIX_WIDE), 64 - work[TABLE_BITS]) * (plan.key_words + 2)


def slot_for(plan: Any, work: list[int], key: Any) -> int:
    """Return where in the table a key has its entry."""
    digest = 0
    for word in key:
        digest = stirred(digest, word)
    return slot_of(plan, work, digest)


def guard_of(plan: Any, table: Sequence[int], slot: int, meta: int, value: int) -> int:
    """Return what the first key word of a wide entry is mixed with."""
    guard = meta ^ wrapped(value * MIX_WIDE)
    for place in range(1, plan.key_words):
        guard = wrapped((guard ^ table[slot + place]) * MIX_WIDE)
    return guard


def probe(plan: Any, table: Sequence[int], work: list[int], key: Any) -> tuple[int, int]:
    """Return what is said of a key, as one word, and the value; (0, 0) where nothing is known."""
    if plan.packed:
        code = mixed(key[0], plan.packed)
        spare = plan.packed - work[TABLE_BITS]
        entry = table[code >> spare]
        if (entry >> 16) & 3 == 0 or shifted_down(entry, 24) != code & ((1 << spare) - 1):
            return 0, 0
        value = entry & 0xFFFF
        return (entry >> 18 & 63) << 3 | 4 | (entry >> 16 & 3), value - ((value & 0x8000) << 1)
    slot = slot_for(plan, work, key)
    meta, value = table[slot + plan.key_words], table[slot + plan.key_words + 1]
    if meta == 0 or table[slot] ^ guard_of(plan, table, slot, meta, value) != key[0]:
        return 0, 0
    for place in range(1, plan.key_words):
        if table[slot + place] != key[place]:
            return 0, 0
    return meta, value


def store(plan: Any, table: list[int], work: list[int], key: Any, meta: int, value: int) -> None:
    """File what is said of a key, in the place of what was there."""
    if plan.packed:
        code = mixed(key[0], plan.packed)
        spare = plan.packed - work[TABLE_BITS]
        if table[code >> spare] == 0:
            work[FILLED] += 1
        table[code >> spare] = packed_entry(code & ((1 << spare) - 1), meta & 3, move_of(meta), value)
        return
    slot = slot_for(plan, work, key)
    if table[slot + plan.key_words] == 0:
        work[FILLED] += 1
    for place in range(1, plan.key_words):
        table[slot + place] = key[place]
    table[slot] = key[0] ^ guard_of(plan, table, slot, meta, value)
    table[slot + plan.key_words] = meta
    table[slot + plan.key_words + 1] = value


def grow(plan: Any, old: Sequence[int], old_work: list[int], new: list[int], new_work: list[int]) -> None:
    """File every entry of a table in another, larger one that is empty."""
    if plan.packed:
        old_spare, spare = plan.packed - old_work[TABLE_BITS], plan.packed - new_work[TABLE_BITS]
        for place in range(1 << old_work[TABLE_BITS]):
            entry = old[place]
            if entry != 0:
                code = place << old_spare | shifted_down(entry, 24)
                rest = code & ((1 << spare) - 1)
                new_work[FILLED] += 1
                new[code >> spare] = wrapped(rest << 24) | (entry & 0xFFFFFF)
        return
    width = plan.key_words + 2
    for place in range(1 << old_work[TABLE_BITS]):
        slot = place * width
        meta, value = old[slot + plan.key_words], old[slot + plan.key_words + 1]
        if meta != 0:
            digest = stirred(0, old[slot] ^ guard_of(plan, old, slot, meta, value))
            for word in range(1, plan.key_words):
                digest = stirred(digest, old[slot + word])
            goal = slot_of(plan, new_work, digest)
            new_work[FILLED] += 1
            for word in range(width):
                new[goal + word] = old[slot + word]


def entry_words(plan: Any) -> int:
    """Return how many words an entry has."""
    return 1 if plan.packed else plan.key_words + 2


def least_bits(plan: Any) -> int:
    """Return the least TABLE_BITS: a packed entry has 40 bits for the tag."""
    return max(6, plan.packed - 40)
