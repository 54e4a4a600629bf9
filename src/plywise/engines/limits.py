"""Limits of a search, and the exceptions raised when one is reached."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Protocol

from plywise.arguments.numbers import as_number, as_whole
from plywise.errors import InputError
from plywise.process.recursion import MAX_PLIES


class Stop(Protocol):
    """A flag that stops a search; threading.Event is one."""

    def is_set(self) -> bool:
        """Return whether the search must stop."""


@dataclass(frozen=True)
class Limits:
    """When a search must stop. None: no limit.

    depth: plies from the root to the horizon, >= 0
    time: seconds, > 0
    nodes: >= 1
    stop: a flag that another thread sets
    watcher: called a few times a second with the SearchResult that the search would return if it stopped now
    partial: whether Ctrl-C ends the search with its answer so far; if False it raises KeyboardInterrupt. None: True if
        there is a limit, so that a caller without limits never mistakes a partial answer for a complete one
    """

    depth: int | None = None
    time: float | None = None
    nodes: int | None = None
    stop: Stop | None = None
    watcher: Callable[[Any], None] | None = None
    partial: bool | None = None

    def __post_init__(self) -> None:
        for name, fits, wanted in (
            ("depth", as_whole, "0 or more plies"),
            ("time", as_number, "a positive number of seconds"),
            ("nodes", as_whole, "1 or more"),
        ):
            given = getattr(self, name)
            if given is None:
                continue
            limit = fits(given)
            if limit is None or limit < 0 or (limit == 0 and name != "depth"):
                raise InputError(f"{name} must be {wanted}, not {given}")
            object.__setattr__(self, name, limit)  # the compiled search accepts only ints
        if self.stop is not None and not hasattr(self.stop, "is_set"):
            raise InputError(f"stop must be a flag, such as threading.Event(), not {self.stop!r}")
        if self.watcher is not None and not callable(self.watcher):
            raise InputError(f"watcher must be a function of a SearchResult, not {self.watcher!r}")

    @property
    def keeps_partial(self) -> bool:
        """Whether Ctrl-C ends the search with its answer so far."""
        if self.partial is not None:
            return self.partial
        return any(limit is not None for limit in (self.depth, self.time, self.nodes, self.stop))


class Stopped(Exception):
    """A limit was reached, or the stop flag set. `by` says which: "time", "nodes" or "interrupt"."""

    def __init__(self, by: str) -> None:
        super().__init__(by)
        self.by = by


class TooLong(InputError):
    """A line of play is longer than MAX_PLIES."""


def too_long(name: str) -> TooLong:
    """Return the error for a line of play that is longer than MAX_PLIES."""
    return TooLong(f"a line of play of {name} is over {MAX_PLIES:,} plies long: limit the depth or the time")
