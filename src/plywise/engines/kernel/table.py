"""The transposition table: the proved bounds of each state, in an array of words.

An entry holds, in the view of the player to move: bounds `low` and `high` on the state's value; the best action, by its
place in the game's own list; how deep the search was, and whether no estimate went into it, so that it holds at any
depth. This depends only on the state and the depth.

Keys are exact: an entry is never mistaken for another state's. There are two layouts; the config chooses one.

Packed, one word an entry, for solving games whose keys fit 63 bits: the key is mixed by an invertible hash, the hash's
low bits are the entry's number, and the remaining bits, the tag, are stored. A bound is stored as the plies to the end,
1 to 126 for a win and -1 to -126 for a loss, 0 for a draw, 127 and -127 for no bound.

    63              22 21     16 15     8 7      0
    +------------------+---------+--------+--------+
    | tag              | move+1  | high   | low    |
    +------------------+---------+--------+--------+

Wide, for everything else: the words of the key, then the meta word, then the two bounds. The first key word is mixed
with all the others, so that an entry written by two threads at once matches no key.

    meta:  63 .. 20 depth | 19 .. 3 move+1 | 2 proved | 1 0 used

An empty entry is all zero, and no entry in use is, so an empty one matches nothing.

The table grows with the work: it is the front part of an array whose rest is zero and takes no memory yet. The number
of an entry is the hash's low bits, so growing leaves an entry in place or moves it further back. Threads that share the
table all stop while it grows, and then restart with its contents.

The archive follows the largest table: see archive.py.
"""

from collections.abc import Sequence
from typing import Any

from plywise.bits import shifted_down, wrapped
from plywise.engines.kernel.thread_state import (
    BY_TABLE,
    FILLED,
    GROWS_AT,
    MAX_TABLE_BITS,
    STOP,
    TABLE_BITS,
    THREADS,
    Halt,
    prefetch,
)
from plywise.engines.values import INFINITE
from plywise.game import PLIES

PACKED_BITS = 63
TAG_BITS = 42
MIX = 0x1E3779B97F4A7C15  # odd, so that multiplying by it is invertible; 2**64 / golden ratio, less its top bits
MIX_WIDE = -7046029254386353131
MAX_MOVES = 62  # the greatest place of a move in a packed entry
MAX_SHORT = 126  # the greatest number of plies to the end in a packed entry
USED = 3

FIRST_BITS = 12  # a new table has 2**12 entries, which stay in the processor's nearest cache
GROWTH = 2  # bits that a table grows by
LARGE_BITS = 23  # a larger table waits for memory longer than it saves, until the work is much larger
LARGE_WORK = 8  # times its size
SHARED_BITS = 21  # the size of a new table of several threads, which have to stop while it grows
SHARED_WORK = 1  # times its size
NEVER = 2**62

# --- packed entries --------------------------------------------------------------------------------------------------


def mixed(key: int, bits: int) -> int:
    """Permute the numbers of this many bits: every bit of the key affects the low ones."""
    mask = (1 << bits) - 1
    key = (key * MIX) & mask
    key ^= key >> (bits >> 1)
    key = (key * MIX) & mask
    return key ^ key >> (bits >> 1)


def encode_bound(config: Any, low: int) -> int:
    """Return a lower bound as encoded in a packed entry (see the layout), rounded down if it does not fit.

    The negated upper bound is a lower bound of the negated value.
    """
    if not config.distance:
        return min(max(low, -127), 126)
    if low > 0:
        plies = max(PLIES - low, 1)
        return plies if plies <= MAX_SHORT else 0
    if low < 0:
        plies = PLIES + low
        return -127 if plies < 1 else -min(plies, MAX_SHORT)
    return 0


def decode_bound(config: Any, code: int) -> int:
    """Return the bound that a packed entry holds."""
    if code == 127:
        return INFINITE
    if code == -127:
        return -INFINITE
    if not config.distance:
        return code
    return PLIES - code if code > 0 else -PLIES - code if code < 0 else 0


def byte(word: int) -> int:
    """Return the number from -128 to 127 in a word's low eight bits."""
    return ((word & 0xFF) ^ 0x80) - 0x80


# --- the meta word ---------------------------------------------------------------------------------------------------


def meta_word(proved: int, move: int, depth: int) -> int:
    """Return an entry's depth, move and flags as one word."""
    return depth << 20 | (move + 1) << 3 | proved << 2 | USED


def proved_of(meta: int) -> int:
    """Return 1 if the bounds hold at any depth."""
    return meta >> 2 & 1


def move_of(meta: int) -> int:
    """Return the place of the best action in the game's list; -1 if it is unknown."""
    return (meta >> 3 & 0x1FFFF) - 1


def depth_of(meta: int) -> int:
    """Return how many plies deep the search was."""
    return meta >> 20


# --- probe and store -------------------------------------------------------------------------------------------------


def hash_combine(key_hash: int, word: int) -> int:
    """Return a hash with one more word in it."""
    key_hash = wrapped((key_hash ^ word) * MIX_WIDE)
    return key_hash ^ shifted_down(key_hash, 32)


def hash_key(config: Any, key: Any) -> int:
    """Return the hash of a key, whose low bits locate its entry; for a packed entry it is the key, mixed."""
    if config.packed:
        return mixed(key[0], config.packed)
    key_hash = 0
    for word in key:
        key_hash = hash_combine(key_hash, word)
    return key_hash


def slot_of(config: Any, bits: int, key_hash: int) -> int:
    """Return the place in the table of the entry of a key with this hash."""
    return (key_hash & ((1 << bits) - 1)) * config.entry_words


def prefetch_entry(config: Any, table: list[int], work: list[int], key_hash: int) -> None:
    """Prefetch the entry of a hash, which will soon be needed."""
    prefetch(table, slot_of(config, work[TABLE_BITS], key_hash))


def probe_packed(config: Any, table: Sequence[int], work: Sequence[int], key_hash: int) -> tuple[int, int, int]:
    """Return a key's meta word and the two bounds; the meta word is 0 if there is no entry."""
    bits = work[TABLE_BITS]
    return read_packed(config, table, slot_of(config, bits, key_hash), key_hash >> bits)


def read_packed(config: Any, table: Sequence[int], slot: int, tag: int) -> tuple[int, int, int]:
    """Return the result of `probe_packed` for the entry at a place if it has this tag."""
    entry = table[slot]
    if entry == 0 or shifted_down(entry, 22) != tag:
        return 0, 0, 0
    return (entry >> 16 & 63) << 3 | 4 | USED, decode_bound(config, byte(entry)), decode_bound(config, byte(entry >> 8))


def store_packed(config: Any, table: list[int], work: list[int], key_hash: int, meta: int, low: int, high: int) -> None:
    """Store an entry for a key, replacing the one in its place."""
    bits = work[TABLE_BITS]
    slot, tag = slot_of(config, bits, key_hash), key_hash >> bits
    work[FILLED] += is_new_packed(table, slot, tag)
    write_packed(config, table, slot, tag, meta, low, high)
    if work[FILLED] > work[GROWS_AT]:
        make_room(config, table, work)


def is_new_packed(table: Sequence[int], slot: int, tag: int) -> bool:
    """Return whether the entry at a place has another tag, or is empty."""
    return shifted_down(table[slot], 22) != tag or table[slot] == 0


def write_packed(config: Any, table: list[int], slot: int, tag: int, meta: int, low: int, high: int) -> None:
    """Write an entry, replacing the one in its place."""
    move = move_of(meta) + 1 if move_of(meta) < MAX_MOVES else 0
    bounds = (-encode_bound(config, -high) & 0xFF) << 8 | (encode_bound(config, low) & 0xFF)
    entry = wrapped(tag << 22) | move << 16 | bounds
    table[slot] = entry if entry != 0 else 63 << 16


def guard_of(config: Any, table: Sequence[int], slot: int) -> int:
    """Return the word that is mixed into the first key word of a wide entry."""
    guard = 0
    for place in range(1, config.key_words + 3):
        guard = wrapped((guard ^ table[slot + place]) * MIX_WIDE)
    return guard


def probe_wide(config: Any, table: Sequence[int], work: Sequence[int], key_hash: int, key: Any) -> tuple[int, int, int]:
    """Do what `probe_packed` does, with the key itself."""
    return read_wide(config, table, slot_of(config, work[TABLE_BITS], key_hash), key)


def read_wide(config: Any, table: Sequence[int], slot: int, key: Any) -> tuple[int, int, int]:
    """Do what `read_packed` does, with the key itself.

    Each word is read once: between two reads another thread may have written.
    """
    first, guard, place = table[slot], 0, 0
    for word in key:
        if place > 0:
            if table[slot + place] != word:
                return 0, 0, 0
            guard = wrapped((guard ^ word) * MIX_WIDE)
        place += 1
    meta, low, high = table[slot + place], table[slot + place + 1], table[slot + place + 2]
    for said in (meta, low, high):
        guard = wrapped((guard ^ said) * MIX_WIDE)
    if meta == 0 or first ^ guard != key[0]:
        return 0, 0, 0
    return meta, low, high


def store_wide(
    config: Any, table: list[int], work: list[int], key_hash: int, key: Any, meta: int, low: int, high: int
) -> None:
    """Do what `store_packed` does, with the key itself."""
    slot = slot_of(config, work[TABLE_BITS], key_hash)
    work[FILLED] += is_new_wide(config, table, slot, key)
    write_wide(config, table, slot, key, meta, low, high)
    if work[FILLED] > work[GROWS_AT]:
        make_room(config, table, work)


def is_new_wide(config: Any, table: Sequence[int], slot: int, key: Any) -> bool:
    """Return whether the entry at a place is another key's, or empty."""
    return table[slot + config.key_words] == 0 or table[slot] ^ guard_of(config, table, slot) != key[0]


def write_wide(config: Any, table: list[int], slot: int, key: Any, meta: int, low: int, high: int) -> None:
    """Do what `write_packed` does, with the key itself."""
    place = slot
    for word in key:
        table[place] = word
        place += 1
    table[slot + config.key_words] = meta
    table[slot + config.key_words + 1] = low
    table[slot + config.key_words + 2] = high
    table[slot] = key[0] ^ guard_of(config, table, slot)


def make_room(config: Any, table: list[int], work: list[int]) -> None:
    """Grow the table. Raises Halt if other threads use it, so that they stop."""
    if work[THREADS] > 1:
        work[STOP] = BY_TABLE
        raise Halt
    grow(config, table, work)


def grow(config: Any, table: list[int], work: list[int]) -> None:
    """Make the table four times as large, up to its maximum."""
    bits = work[TABLE_BITS]
    more = min(GROWTH, work[MAX_TABLE_BITS] - bits)
    work[FILLED] = 0
    if more <= 0:
        work[GROWS_AT] = NEVER
        return
    work[TABLE_BITS] = bits + more
    work[GROWS_AT] = grows_at(work)
    spread(config, table, 0, bits, more)


def spread(config: Any, table: list[int], start: int, bits: int, more: int) -> None:
    """Move the entries of a table of 2**bits entries, which begins at `start`, to their places in one 2**more as large.

    The array behind it is empty.
    """
    for number in range(1 << bits):
        slot = start + number * config.entry_words
        if config.packed:
            entry = table[slot]
            if entry != 0:
                tag = shifted_down(entry, 22)
                table[slot] = 0
                goal = start + ((tag & ((1 << more) - 1)) << bits | number)
                table[goal] = wrapped((tag >> more) << 22) | (entry & 0x3FFFFF)
        elif table[slot + config.key_words] != 0:
            key_hash = hash_combine(0, table[slot] ^ guard_of(config, table, slot))
            for place in range(1, config.key_words):
                key_hash = hash_combine(key_hash, table[slot + place])
            goal = start + slot_of(config, bits + more, key_hash)
            if goal != slot:
                for place in range(config.entry_words):
                    table[goal + place] = table[slot + place]
                    table[slot + place] = 0


def grows_at(work: Sequence[int]) -> int:
    """Return the number of new entries from a thread after which the table should grow."""
    bits = work[TABLE_BITS]
    if work[THREADS] > 1:
        return (SHARED_WORK << bits) // work[THREADS]
    return 3 << bits >> 2 if bits < LARGE_BITS else LARGE_WORK << bits


def least_bits(config: Any) -> int:
    """Return the least TABLE_BITS at which the tag fits a packed entry."""
    return max(6, config.packed - TAG_BITS)
