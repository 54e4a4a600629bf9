"""The memory of a search for play: the working memory and stack of each thread, and the shared table."""

from collections.abc import Callable
from math import log
from typing import Any

import numpy as np

from plywise.arguments.numbers import as_number
from plywise.engines.clock import Clock
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.selective import memory as place
from plywise.engines.kernel.selective.entries import (
    AGES,
    BUCKET,
    ENTRY_WORDS,
    NO_STATIC,
    UPPER,
    bucket_of,
    pack,
    place_of,
)
from plywise.engines.kernel.selective.values import WIN
from plywise.engines.play_weakness import NONE, Weakness
from plywise.errors import InputError
from plywise.process.memory import BUDGET, memory_megabytes

TABLE_MEGABYTES = 64.0
"""The default size of a table in megabytes."""

BUCKET_BYTES = 8 * ENTRY_WORDS * BUCKET
FIRST_BITS = 12
"""A table starts with 2**FIRST_BITS buckets and grows for searches that will fill more."""

FIRST_STACK, MAX_STACK = 2**18, 2**28
"""The initial and the maximum number of words of a stack; they take no memory until they are used."""

UNLIMITED = 2**62

BYTES_A_SECOND = 200e6
"""A lower bound on the rate at which a table grows: the system supplies zeroed memory, and the entries move."""

SAMPLED_BUCKETS = 250
"""The number of buckets sampled to estimate how full the table is."""

LINE_WORDS = 8
"""Words in one line of the processor's cache."""

Array = Any  # numpy.ndarray of int64


class PlayMemory:
    """The arrays of a search for play, reused from move to move of a game.

    features: of play_features.py, as a bit mask
    weakness: what the search overlooks
    outright: the utility of an outright win, in the kernel's representation and as an integer
    megabytes: the maximum size of the table; None: TABLE_MEGABYTES, or less on a small machine
    works, stacks: an array for each thread
    table: one for all threads
    age: the number of the search, modulo AGES

    Raises InputError for a table larger than the machine's memory, before allocating any of it.
    """

    def __init__(
        self,
        threads: int,
        megabytes: float | None,
        features: int,
        weakness: Weakness = NONE,
        outright: tuple[int, int] = (0, 0),
    ) -> None:
        check_table(megabytes)
        granted = BUDGET.grant(self, megabytes or min(TABLE_MEGABYTES, memory_megabytes() / 4))
        self.max_bits = max(FIRST_BITS, int(granted * 2**20 / BUCKET_BYTES).bit_length() - 1)
        self.threads, self.features, self.weakness, self.outright = threads, features, weakness, outright
        self.clear()

    def clear(self) -> None:
        """Discard everything. The table takes no memory until it is used."""
        self.bits, self.age = FIRST_BITS, 0
        self.table: Array = _zeros(self._table_words(FIRST_BITS))
        self.works: list[Array] = [_new_work() for _ in range(self.threads)]
        self.stacks: list[Array] = [_zeros(FIRST_STACK) for _ in range(self.threads)]

    def begin(self, entries: int, nodes: int | None) -> None:
        """Prepare for another search. entries: that it may store. nodes: that it may enter; None: no limit."""
        self.age = (self.age + 1) % AGES
        self.grow(entries)
        share = UNLIMITED if nodes is None else max(1, -(-nodes // self.threads))
        for work, stack in zip(self.works, self.stacks, strict=True):
            work[: slots.COUNTS] = 0
            work[slots.FEATURES] = self.features
            work[slots.MAX_NODES] = share
            work[slots.STACK_SIZE] = len(stack)
            work[place.TABLE_SIZE] = self.bits
            work[place.AGE] = self.age
            work[place.ROOT_MARK] = 0
            work[place.BOUND], work[place.OUTRIGHT] = self.outright
            overlooks, blur, seed, unknowing = self.weakness.words
            work[place.OVERLOOK], work[place.BLUR], work[place.SEED] = overlooks, blur, seed
            work[place.UNKNOWING] = unknowing

    def grow(self, entries: int, is_stopped: Callable[[], bool] = lambda: False) -> None:
        """Grow the table for this many entries, up to its maximum size; existing entries are kept.

        is_stopped: polled meanwhile; if it returns True, nothing changes
        """
        wanted = min((entries // BUCKET).bit_length(), self.max_bits)
        if wanted <= self.bits:
            return
        row = BUCKET * ENTRY_WORDS
        table = _zeros(self._table_words(wanted))
        before, after = self.table.reshape(-1, row), table.reshape(-1, row)
        for slot in range(0, row, ENTRY_WORDS):
            used = before[:, slot + 1].nonzero()[0]
            locks, held = before[used, slot], before[used, slot + 1]
            buckets = (locks ^ held) & ((1 << wanted) - 1)
            after[buckets, slot], after[buckets, slot + 1] = locks, held
            if is_stopped():
                return
        self.table, self.bits = table, wanted

    def make_room(self, entries: int, clock: Clock) -> None:
        """Grow the table between two iterations of a one-threaded search; other threads would still use the old table.

        If growing may take longer than the clock allows, or the search must stop, the table is left unchanged.
        """
        if 8 * ENTRY_WORDS * entries <= clock.left * BYTES_A_SECOND:
            self.grow(entries, clock.is_flagged)
        for work in self.works:
            work[place.TABLE_SIZE] = self.bits

    def lengthen_stack(self, number: int) -> None:
        """Give a thread a longer stack. Raises InputError if it gets too long."""
        size = 4 * len(self.stacks[number])
        if size > MAX_STACK:
            raise InputError("a line of play has too many moves for this machine's memory")
        self.stacks[number] = _zeros(size)
        self.works[number][slots.STACK_SIZE] = size

    def count(self, which: int) -> int:
        """Return a count summed over all threads."""
        return sum(int(work[which]) for work in self.works)

    def probe(self, key: int) -> int:
        """Return the data of a key's entry; 0 if there is none."""
        at = self._find(key)
        return 0 if at is None else int(self.table[at + 1])

    def suggest(self, key: int, action_place: int) -> None:
        """Make the search of a state try the action at a place first; the rest of the entry is valid for any state."""
        at = self._find(key)
        if at is not None and place_of(int(self.table[at + 1])) == action_place:
            return
        at = bucket_of(key, self.bits) if at is None else at
        data = pack(WIN, NO_STATIC, 0, UPPER, action_place, self.age)
        self.table[at], self.table[at + 1] = key ^ data, data

    def fullness(self) -> float:
        """Return the fraction of the table that this search has filled, from 0 to 1, estimated from a sample."""
        data = self.table[1 : SAMPLED_BUCKETS * BUCKET * ENTRY_WORDS : ENTRY_WORDS]
        return float(((data != 0) & ((data & (AGES - 1)) == self.age)).mean())

    def _find(self, key: int) -> int | None:
        """Return the place of a key's entry; None if there is none."""
        first = bucket_of(key, self.bits)
        words = self.table[first : first + BUCKET * ENTRY_WORDS].tolist()
        for at in range(0, BUCKET * ENTRY_WORDS, ENTRY_WORDS):
            if words[at + 1] and words[at] ^ words[at + 1] == key:
                return first + at
        return None

    def _table_words(self, bits: int) -> int:
        return (ENTRY_WORDS * BUCKET) << bits


def check_table(megabytes: float | None) -> None:
    """Raise InputError for an invalid table size. None: any size."""
    if megabytes is None:
        return
    if not (as_number(megabytes) or 0) > 0:
        raise InputError(f"table must be a positive number of megabytes, not {megabytes}")
    if megabytes > memory_megabytes():
        raise InputError(
            f"table of {megabytes:g} MB is larger than this machine's memory ({memory_megabytes():.0f} MB)"
        )


def _new_work() -> Array:
    """Return a thread's working memory, with nothing learned yet."""
    work = _zeros(place.SIZE)
    work[place.CLASSES_MADE : place.CLASSES_MADE + place.DEEPEST] = place.NONE
    work[place.REDUCTIONS : place.REDUCTIONS + 64 * 64] = REDUCTIONS
    return work


def _reductions() -> Array:
    """Return the depth reduction of an action, by depth and number of the action."""
    table = np.zeros((64, 64), np.int64)
    for depth in range(1, 64):
        for number in range(1, 64):
            table[depth, number] = int(0.5 + log(depth) * log(number) / 2.0)
    return table.reshape(-1)


REDUCTIONS = _reductions()


def _zeros(words: int) -> Array:
    """Return an array of zeros, aligned to a cache line; it takes no memory until it is used."""
    try:
        room = np.zeros(words + LINE_WORDS, np.int64)
        first = -room.ctypes.data // room.itemsize % LINE_WORDS
        return room[first : first + words]
    except MemoryError:
        raise InputError(f"cannot allocate {words * 8 / 2**20:,.0f} MB for the search") from None
