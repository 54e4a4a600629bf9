"""The memory budget shared by all searches of this process.

Each search is granted memory for its table when it begins, and returns it when it is deleted. The grants together
never exceed what the process may use, so a server can search many games at once: the more searches there are, the
smaller the tables for which no size was requested.
"""

import gc
import os
import threading
import weakref
from collections.abc import Iterator
from contextlib import suppress
from functools import cache
from pathlib import Path

from plywise.errors import InputError

MAX_MEGABYTES = 1024.0
"""The largest table for which no size was requested."""

SHARE = 0.5
"""The share of the memory for all tables for which no size was requested."""

LEAST_MEGABYTES = 8.0
"""The smallest grant, made even if nothing is left."""


_parts = 1


def share_memory(parts: int) -> None:
    """Limit this process to one of `parts` equal shares of the memory, for processes that search side by side."""
    global _parts
    _parts = parts


def memory_megabytes() -> float:
    """Return how much memory this process may use: its share of the machine's, or of its control group's limit."""
    return _all_megabytes() / _parts


@cache
def _all_megabytes() -> float:
    """Return how much memory there is: the machine's, or less where the process's control group has a limit."""
    if not hasattr(os, "sysconf"):
        return 2.0**20
    machine = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**20
    return min([machine, *control_group_limits(Path("/"))])


def control_group_limits(root: Path) -> Iterator[float]:
    """Yield the limits, in megabytes, of the control groups that this process is in, of either version.

    root: where the file system begins
    Source: the Linux kernel's documentation, "Control Group v2", memory.max, and "cgroup-v1/memory.txt".
    """
    with suppress(OSError, ValueError):
        for line in (root / "proc/self/cgroup").read_text().splitlines():
            _, controllers, place = line.split(":", 2)
            if not controllers:
                yield from _limits_above(root / "sys/fs/cgroup", place, "memory.max")
            elif "memory" in controllers.split(","):
                yield from _limits_above(root / "sys/fs/cgroup/memory", place, "memory.limit_in_bytes")


def _limits_above(top: Path, place: str, name: str) -> Iterator[float]:
    """Yield the limits of a group and of all groups that hold it."""
    group = top / place.lstrip("/")
    for each in (group, *group.parents):
        with suppress(OSError, ValueError):  # no file, or "max"
            yield int((each / name).read_text()) / 2**20
        if each == top:
            break


class Budget:
    """The memory that may be granted, and the grants so far.

    granted: megabytes
    asked_for: the part of it that was requested explicitly; the rest could be smaller
    """

    def __init__(self) -> None:
        self.granted = 0.0
        self.asked_for = 0.0
        self._lock = threading.RLock()  # a finalizer may run while it is held

    def grant(self, owner: object, asked: float | None) -> float:
        """Return how many megabytes a search's table may take; they are returned when the owner is deleted.

        asked: the size requested; None for up to MAX_MEGABYTES, but never more than half of what is left

        Raises InputError if more is requested than is available.
        """
        with self._lock:
            if not self._is_enough(asked):
                gc.collect()  # searches that are over but not yet gone
            if asked is not None and not self._is_enough(asked):
                raise InputError(
                    f"table of {asked:g} MB: other searches take {self.asked_for:,.0f} MB "
                    f"of this process's {memory_megabytes():,.0f} MB"
                )
            found = self._usual() if asked is None else asked
            self.granted += found
            self.asked_for += asked or 0.0
        weakref.finalize(owner, self._give_back, found, asked or 0.0).atexit = False
        return found

    def _is_enough(self, asked: float | None) -> bool:
        if asked is None:
            return self._usual() == min(MAX_MEGABYTES, memory_megabytes() / 4)
        return asked <= memory_megabytes() - self.asked_for

    def _usual(self) -> float:
        """Return the size of a table for which none was requested."""
        memory = memory_megabytes()
        left = max(0.0, memory * SHARE - self.granted)
        return max(LEAST_MEGABYTES, min(MAX_MEGABYTES, memory / 4, left / 2))

    def _give_back(self, megabytes: float, asked: float) -> None:
        with self._lock:
            self.granted -= megabytes
            self.asked_for -= asked


BUDGET = Budget()
"""The budget of this process."""
