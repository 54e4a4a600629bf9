"""Limits of a search, and the exceptions raised when one is reached."""

from collections.abc import Callable
from dataclasses import dataclass
from math import isfinite
from typing import Any, Protocol

from plywise.errors import InputError


class Stop(Protocol):
    """A flag that stops a search; threading.Event is one."""

    def is_set(self) -> bool:
        """Return whether the search is to stop."""


@dataclass(frozen=True)
class Limits:
    """When a search must stop. None: no limit.

    depth: plies from the root to the horizon, >= 0
    time: seconds, > 0
    nodes: >= 1
    stop: a flag that another thread sets
    watcher: called a few times a second with the SearchResult that the search would give if it were stopped then
    """

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    stop: Stop | None = None
    watcher: Callable[[Any], None] | None = None

    def __post_init__(self) -> None:
        if self.depth is not None and not (isinstance(self.depth, int) and self.depth >= 0):
            raise InputError(f"depth must be 0 or more plies, not {self.depth}")
        seconds = self.time
        if seconds is not None and not (isinstance(seconds, (int, float)) and isfinite(seconds) and seconds > 0):
            raise InputError(f"time must be a positive number of seconds, not {self.time}")
        if self.nodes is not None and not (isinstance(self.nodes, int) and self.nodes >= 1):
            raise InputError(f"nodes must be 1 or more, not {self.nodes}")


class Stopped(Exception):
    """A limit was reached. `by` says which: "time" or "nodes"."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by


class TooLong(InputError):
    """A line of play is longer than any search follows."""
