"""The reference search's transposition table: a dictionary from states to proved bounds."""

import os
from collections.abc import Hashable
from typing import NamedTuple

from plywise.arguments.numbers import as_number
from plywise.errors import InputError
from plywise.game import Action, State, Value

ENTRY_BYTES = 500
"""The approximate size in bytes of an entry with its key and state in CPython."""


class Entry(NamedTuple):
    """Bounds of the value v of a state searched `depth` plies deep: lower <= v <= upper.

    proved: the bounds rest on no estimate
    move: the action that proves the mover's bound (MAX: the lower; MIN: the upper), or None
    state: the state searched; states that share a key by symmetry have different actions

    A proved entry also holds for deeper searches, but not necessarily for shallower ones, which may reach their
    horizon.
    """

    state: State
    depth: float
    proved: bool
    lower: Value
    upper: Value
    move: Action | None

    def holds_at(self, depth: float) -> bool:
        """Return whether the bounds hold for a search of this many plies."""
        return self.depth == depth or (self.proved and self.depth < depth)

    def joined(self, other: "Entry") -> "Entry":
        """Combine two entries that hold at the same depth."""
        return self._replace(
            depth=max(self.depth, other.depth),
            lower=max(self.lower, other.lower),
            upper=min(self.upper, other.upper),
        )


class DictTable:
    """A transposition table of at most `most` entries; when full, it drops the oldest."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.entries: dict[Hashable, Entry] = {}

    def probe(self, key: Hashable) -> Entry | None:
        """Return the entry stored for this key, or None."""
        return self.entries.get(key)

    def store(self, key: Hashable, new: Entry) -> None:
        """Store the result of a search. An estimate never replaces a proof; consistent entries are joined."""
        old = self.entries.get(key)
        if old is None:
            if self.most is not None and len(self.entries) >= self.most:
                del self.entries[next(iter(self.entries))]
        elif old.proved and not new.proved:
            return
        else:
            if new.move is None and old.state == new.state:
                new = new._replace(move=old.move)
            if (old.proved and new.proved) or (old.depth == new.depth and old.proved == new.proved):
                new = new.joined(old)
        self.entries[key] = new


def table_of(megabytes: float | None) -> DictTable:
    """Return a table of about this size; None: it grows as needed.

    Raises InputError for a size that is not positive or larger than the machine's memory.
    """
    if megabytes is None:
        return DictTable()
    if not (as_number(megabytes) or 0) > 0:
        raise InputError(f"table must be a positive number of megabytes, not {megabytes}")
    memory = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20 if hasattr(os, "sysconf") else 2**20
    if megabytes > memory:
        raise InputError(f"table of {megabytes:g} MB is larger than this machine's memory ({memory:.0f} MB)")
    return DictTable(max(1, int(megabytes * 2**20 / ENTRY_BYTES)))
