"""The reference search's transposition table: a plain dictionary of what has been proved of each state."""

import os
from collections.abc import Hashable
from typing import NamedTuple

from plywise.arguments.numbers import as_number
from plywise.errors import InputError
from plywise.game import Action, State, Value

ENTRY_BYTES = 500
"""The approximate size of an entry with its key and state in CPython."""


class Entry(NamedTuple):
    """A fact about (state, depth) alone: lower <= v <= upper, v the value of a search `depth` plies deep.

    proved: no estimate went into the bounds
    move: the action that proves the mover's side of it (MAX: the lower bound; MIN: the upper), or None
    state: the one searched, because states that share a key by symmetry do not share their actions

    A deeper search proves the same as a proved entry; a shallower one, which would meet its horizon, need not.
    """

    state: State
    depth: float
    proved: bool
    lower: Value
    upper: Value
    move: Action | None

    def holds_at(self, depth: float) -> bool:
        """Return whether a search to this many plies would find the same."""
        return self.depth == depth or (self.proved and self.depth < depth)

    def joined(self, other: "Entry") -> "Entry":
        """Combine two entries that hold at the same depth."""
        return self._replace(
            depth=max(self.depth, other.depth),
            lower=max(self.lower, other.lower),
            upper=min(self.upper, other.upper),
        )


class DictTable:
    """A transposition table of at most `most` entries; when it is full the oldest goes."""

    def __init__(self, most: int | None = None) -> None:
        self.most = most
        self.entries: dict[Hashable, Entry] = {}

    def probe(self, key: Hashable) -> Entry | None:
        """Return what is known of the states with this key."""
        return self.entries.get(key)

    def store(self, key: Hashable, new: Entry) -> None:
        """Store what a search proved. An estimate never replaces a proof; consistent entries are joined."""
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
    """Return a table of about this size; None: as large as the search needs.

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
