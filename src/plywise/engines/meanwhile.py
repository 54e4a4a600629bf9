"""A search that must end in time while its engine is still being compiled: until then, the reference searches."""

import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import TYPE_CHECKING

from plywise.engines.limits import Limits, Stop
from plywise.engines.results import SearchResult

if TYPE_CHECKING:
    from plywise.engines.native.preparation import Preparation

LEAST_TIME = 0.02
"""Seconds; with fewer left, an engine that has just become ready is not asked."""

Search = Callable[[Limits], SearchResult]


class ReadyOrStopped:
    """A flag that is set when an engine is ready or the caller's own flag is set."""

    def __init__(self, ready: Event, stop: Stop | None) -> None:
        self.ready = ready
        self.stop = stop
        self.for_engine = False

    def is_set(self) -> bool:
        """Return whether the reference is to stop; remember whether that is for the engine's sake."""
        if self.stop is not None and self.stop.is_set():
            return True
        self.for_engine = self.ready.is_set()
        return self.for_engine


def search_meanwhile(
    preparation: "Preparation", limits: Limits, by_reference: Search, natively: Search
) -> SearchResult:
    """Search with the reference until the engine is ready, and then with the engine for the time that is left.

    Return the result that looked deeper. by_reference, natively: search with other limits of time and another flag.
    """
    began = time.perf_counter()
    flag = ReadyOrStopped(preparation.ready, limits.stop)
    found = by_reference(replace(limits, stop=flag))
    if not flag.for_engine:
        return found
    left = None if limits.time is None else limits.time - (time.perf_counter() - began)
    if left is not None and left < LEAST_TIME:
        return found
    better = natively(replace(limits, time=left))
    if better.value is None or (not better.proved and better.depth < found.depth):
        better = replace(found, stopped_by=better.stopped_by)
    return replace(better, time_s=time.perf_counter() - began)
