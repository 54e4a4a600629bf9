"""The memory of a native search: each thread's state and stack of actions, and the table they share."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import numpy as np

from plywise.arguments.numbers import as_number
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.archive import FROM_NODES, archive_bits
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.table import FIRST_BITS, NEVER, SHARED_BITS, grows_at, least_bits
from plywise.errors import InputError
from plywise.process.memory import BUDGET, memory_megabytes

UNLIMITED = 2**62
FIRST_STACK = 2**22  # words; they take no memory until they are used
FIRST_WORDS = 2**12  # words of a stack that every search uses
ENTRIES_A_SECOND = 2_000_000  # approximate rate of new entries
NOTHING = np.zeros(0, np.int64)

Array = Any  # numpy.ndarray of int64


class SearchMemory:
    """The arrays of one search. The table is kept from call to call.

    config: what the kernel is compiled for; None for an entry without table and stack
    features: the features the search uses (features.py)
    threads: the number of threads
    megabytes: the maximum size of the table
    seconds: the time limit of the search, if any
    first_bits: a growing table, used by one thread, starts with 2**first_bits entries
    lists: whether it lists actions, even without a config
    archive: start every question with a small table and an archive of results that took long (one thread only)
    works, stacks: an array for each thread
    table: one for all threads
    spare: a thread state whose counts belong to no search

    Raises InputError for a table larger than the machine's memory, before allocating any of it.
    """

    def __init__(
        self,
        config: KernelConfig | None,
        features: int = 0,
        threads: int = 1,
        megabytes: float | None = None,
        seconds: float | None = None,
        first_bits: int = FIRST_BITS,
        archive: bool = False,
        lists: bool = False,
    ) -> None:
        self.config = config
        if config is not None:
            check_megabytes(config, megabytes)
        self.max_bits = 0 if config is None else _max_bits(config, BUDGET.grant(self, megabytes))
        self.works: list[Array] = [_zeros(slots.SIZE) for _ in range(threads)]
        self.spare = _zeros(slots.SIZE)
        self.spare[slots.MAX_NODES] = UNLIMITED
        self.stacks: list[Array] = [_zeros(FIRST_STACK if config or lists else 1) for _ in range(threads)]
        self._archives = archive and threads == 1
        self._archive_bits = (0, 0)
        self.table: Array = NOTHING if config is None else self._allocate_table(config, asked=megabytes is not None)
        bits = 0 if config is None else self._first_bits(config, threads, seconds, first_bits)
        for number, work in enumerate(self.works):
            work[slots.MAX_NODES] = UNLIMITED
            work[slots.FEATURES] = features
            work[slots.SHUFFLE] = number
            work[slots.THREADS] = threads
            work[slots.STACK_SIZE] = len(self.stacks[number])
            work[slots.TABLE_BITS] = work[slots.FIRST_BITS_WORD] = bits
            work[slots.MAX_TABLE_BITS] = self.max_bits
            work[slots.GROWS_AT] = grows_at(work) if seconds is None else NEVER
            _, work[slots.MAX_ARCHIVE_BITS] = self._archive_bits
        self.clear_archive()
        if config is not None and bits <= FIRST_BITS:
            self._touch()

    def _touch(self) -> None:
        """Touch the memory that every search uses at once, so that a short search need not wait for the system."""
        self.clear_table()
        for array in (*self.works, *(stack[:FIRST_WORDS] for stack in self.stacks)):
            array += 0

    def _allocate_table(self, config: KernelConfig, asked: bool) -> Array:
        """Return the table's words: as many as requested; by default as many as the machine grants."""
        while not asked and self.max_bits > least_bits(config):
            try:
                return np.zeros(self._table_words(config), np.int64)
            except MemoryError:
                self.max_bits -= 1
        return _zeros(self._table_words(config))

    def _table_words(self, config: KernelConfig) -> int:
        """Return the number of words of the largest table, plus the archive."""
        self._archive_bits = archive_bits(config, self.max_bits) if self._archives else (0, 0)
        _, most = self._archive_bits
        return config.entry_words * ((1 << self.max_bits) + (1 << most if most else 0))

    def _first_bits(self, config: KernelConfig, threads: int, seconds: float | None, first_bits: int) -> int:
        """Return the bits of a new table: small if it grows.

        With a time limit, a size that suits it, because growing a large table may take too long.
        """
        bits = first_bits if threads == 1 else SHARED_BITS
        if seconds is not None:
            bits = max(first_bits, int(seconds * ENTRIES_A_SECOND).bit_length())
        return min(max(bits, least_bits(config)), self.max_bits)

    @property
    def nodes(self) -> int:
        """The nodes entered by all threads together."""
        return self.count(slots.NODES)

    def count(self, which: int) -> int:
        """Return a count summed over all threads."""
        return sum(int(work[which]) for work in self.works)

    def limit_nodes(self, nodes: int | None) -> None:
        """Limit all threads together to `nodes` more nodes; None: no limit."""
        for work in self.works:
            share = UNLIMITED if nodes is None else -(-nodes // len(self.works))
            work[slots.MAX_NODES] = min(UNLIMITED, int(work[slots.NODES]) + share)
            work[slots.LOOK_AT] = 0

    def clear_stops(self) -> None:
        """Prepare every thread: clear its stop word and set the table's size."""
        for work in (*self.works, self.spare):
            work[slots.STOP], work[slots.LOOK_AT] = slots.COMPLETE, 0
        for work in self.works[1:]:
            for which in (slots.TABLE_BITS, slots.GROWS_AT):
                work[which] = self.works[0][which]

    def move_to_front(self, number: int) -> None:
        """Move a thread's arrays to the front."""
        self.works.insert(0, self.works.pop(number))
        self.stacks.insert(0, self.stacks.pop(number))

    def clear_table(self) -> None:
        """Empty the table, and the archive."""
        words = 0 if self.config is None else self.config.entry_words
        self.table[: words << int(self.works[0][slots.TABLE_BITS])] = 0  # the rest takes no memory yet
        self.clear_filled()
        self.clear_archive()

    def clear_archive(self) -> None:
        """Empty the archive, if there is one, and shrink it."""
        first, most = self._archive_bits
        if self.config is not None and most:
            start = self.config.entry_words << self.max_bits
            self.table[start : start + (self.config.entry_words << int(self.works[0][slots.ARCHIVE_BITS]))] = 0
        for work in self.works:
            work[slots.ARCHIVE_BITS], work[slots.ARCHIVED_FROM] = first, FROM_NODES
            work[slots.ARCHIVED] = work[slots.RECALL_PLIES] = 0

    @contextmanager
    def without_archive(self) -> Iterator[None]:
        """In this context nothing is archived or recalled."""
        which = (slots.ARCHIVE_BITS, slots.RECALL_PLIES)
        before = [[int(work[each]) for each in which] for work in self.works]
        try:
            for work in self.works:
                work[list(which)] = 0
            yield
        finally:
            for work, values in zip(self.works, before, strict=True):
                work[list(which)] = values

    def clear_filled(self) -> None:
        """Reset the count of entries that the threads add to the table."""
        for work in self.works:
            work[slots.FILLED] = 0

    def lengthen_stacks(self) -> None:
        """Make every thread's stack four times as long, and keep its content."""
        for number, stack in enumerate(self.stacks):
            longer = _zeros(4 * len(stack))
            longer[: len(stack)] = stack
            self.stacks[number] = longer
            self.works[number][slots.STACK_SIZE] = len(longer)

    def copy_counts(self) -> list[Array]:
        """Return a copy of each thread's counts, for `restore_counts`."""
        return [work[: slots.PRUNED + int(work[slots.DEEPEST]) + 2].copy() for work in self.works]

    def restore_counts(self, before: Sequence[Array]) -> None:
        """Restore the counts, except the table's size, which belongs to the table's content."""
        for work, counts in zip(self.works, before, strict=True):
            table = [int(work[which]) for which in OF_THE_TABLE]
            work[: slots.PATH] = 0
            work[: len(counts)] = counts
            for which, value in zip(OF_THE_TABLE, table, strict=True):
                work[which] = value


OF_THE_TABLE = (
    slots.TABLE_BITS,
    slots.FILLED,
    slots.GROWS_AT,
    slots.MAX_TABLE_BITS,
    slots.ARCHIVE_BITS,
    slots.MAX_ARCHIVE_BITS,
    slots.ARCHIVED,
    slots.ARCHIVED_FROM,
    slots.RECALL_PLIES,
    slots.QUESTION,
)
"""The words that hold the table's size."""


def _zeros(words: int) -> Array:
    """Return an array of zeros; it takes no memory until it is used."""
    try:
        return np.zeros(words, np.int64)
    except MemoryError:
        need = f"{words * 8 / 2**20:,.0f} MB"
        raise InputError(f"cannot allocate {need} for the search; use a smaller table") from None


def check_megabytes(config: KernelConfig, megabytes: float | None) -> None:
    """Raise InputError for an invalid table size. None: any size."""
    memory = memory_megabytes()
    if megabytes is None:
        return
    if not (as_number(megabytes) or 0) > 0:
        raise InputError(f"table must be a positive number of megabytes, not {megabytes}")
    if megabytes > memory:
        raise InputError(f"table of {megabytes:g} MB is larger than this machine's memory ({memory:.0f} MB)")
    least = 2 ** least_bits(config) * 8 * config.entry_words / 2**20
    if megabytes < least:
        raise InputError(f"table of {megabytes:g} MB is too small; this game's takes {least:.3g} MB or more")


def _max_bits(config: KernelConfig, megabytes: float) -> int:
    """Return the bits of the largest table that fits the memory given."""
    bits = int(megabytes * 2**20 / (8 * config.entry_words)).bit_length() - 1
    bits = max(bits, least_bits(config))
    return bits if not config.packed else min(bits, config.packed)
