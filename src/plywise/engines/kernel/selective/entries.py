"""The table of the search for play: the results of earlier searches of a state, which prove nothing.

Entries are in buckets of four, one cache line each. An entry is two words: its data, and the hash of the
state's `play_key` combined with them by exclusive or, so that an entry written by two threads at once matches no state.

    63      47 46     30 29    22 21   20 19     6 5   0
    +---------+---------+--------+-------+--------+-----+
    | value   | static  | depth  | bound | place  | age |
    +---------+---------+--------+-------+--------+-----+

value: exact or a bound. static: the estimate of the state itself; NO_STATIC if there is none. place: of the best
action among the state's, from 1; 0 if none is known. age: of the search that wrote it, so that entries of earlier moves
of a game are replaced first.
"""

from plywise.engines.kernel.thread_state import prefetch

ENTRY_WORDS, BUCKET = 2, 4
LOWER, UPPER, EXACT = 1, 2, 3
NO_STATIC = -(1 << 16)
AGES = 64
PLACES = 1 << 14
KEPT = 4
"""An entry of the same search is kept if it is deeper by this many plies."""
OLDER = 8
"""Each search since an entry was written reduces its worth by this many plies of depth."""


def value_of(data: int) -> int:
    """Return the value that an entry holds."""
    return data >> 47


def static_of(data: int) -> int:
    """Return the estimate of the state itself."""
    return data << 17 >> 47


def depth_of(data: int) -> int:
    """Return how deep the search was."""
    return data >> 22 & 255


def bound_of(data: int) -> int:
    """Return LOWER, UPPER or EXACT."""
    return data >> 20 & 3


def place_of(data: int) -> int:
    """Return the place of the best action; -1 if none is known."""
    return (data >> 6 & PLACES - 1) - 1


def decides(data: int, value: int, alpha: int, beta: int) -> bool:
    """Return whether an entry's bound answers a window. value: the entry's, as the search sees it (values.py)."""
    bound = bound_of(data)
    return bound == EXACT or (bound == LOWER and value >= beta) or (bound == UPPER and value <= alpha)


def pack(value: int, static: int, depth: int, bound: int, place: int, age: int) -> int:
    """Return the data of an entry."""
    held = place + 1 if place + 1 < PLACES else 0
    return value << 47 | (static & 0x1FFFF) << 30 | min(max(depth, 0), 255) << 22 | bound << 20 | held << 6 | age


def bucket_of(key: int, bits: int) -> int:
    """Return where the bucket of a key begins, in a table of 2**bits buckets."""
    return (key & (1 << bits) - 1) * (ENTRY_WORDS * BUCKET)


def fetch_entry(table: list[int], key: int, bits: int) -> None:
    """Prefetch a bucket that will soon be read."""
    prefetch(table, bucket_of(key, bits))


def probe_entry(table: list[int], key: int, bits: int) -> int:
    """Return the data of a key's entry; 0 if there is none."""
    first = bucket_of(key, bits)
    for at in range(first, first + ENTRY_WORDS * BUCKET, ENTRY_WORDS):
        if table[at] ^ table[at + 1] == key:
            return table[at + 1]
    return 0


def store_entry(table: list[int], key: int, bits: int, data: int) -> None:
    """Write an entry, replacing the one of the same key, otherwise the one that is worth least."""
    first = bucket_of(key, bits)
    chosen, least = first, 1 << 30
    for at in range(first, first + ENTRY_WORDS * BUCKET, ENTRY_WORDS):
        held = table[at + 1]
        if table[at] ^ held == key:
            if (
                bound_of(data) != EXACT
                and depth_of(data) + KEPT < depth_of(held)
                and data & AGES - 1 == held & AGES - 1
            ):
                return
            chosen = at
            break
        worth = depth_of(held) - OLDER * ((data - held) & AGES - 1)
        if held == 0:
            worth = -(1 << 20)
        if worth < least:
            chosen, least = at, worth
    table[chosen], table[chosen + 1] = key ^ data, data
