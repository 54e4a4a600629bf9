"""Telling a watcher how far a search has come, a few times a second, while it goes on."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plywise.engines.limits import Limits, Stop

TELL_EVERY = 0.25  # seconds


class _Telling:
    """A stop flag that tells a watcher each time it is looked at and TELL_EVERY has passed.

    Every search looks at its flag all the time, where it may be stopped: there the result so far is consistent.
    """

    def __init__(self, flag: Stop | None, watcher: Callable[[Any], None], so_far: Callable[[], Any]) -> None:
        self.flag = flag
        self.watcher = watcher
        self.so_far = so_far
        self.due = time.perf_counter() + TELL_EVERY

    def is_set(self) -> bool:
        """Return whether the search is to stop."""
        if time.perf_counter() >= self.due:
            self.watcher(self.so_far())
            self.due = time.perf_counter() + TELL_EVERY
        return self.flag is not None and self.flag.is_set()


def telling(flag: Stop | None, watcher: Callable[[Any], None], so_far: Callable[[], Any]) -> Stop:
    """Return a flag, set with another one if that is given, that tells a watcher the results so far when looked at."""
    return _Telling(flag, watcher, so_far)


def watched(limits: Limits, so_far: Callable[[], Any]) -> Limits:
    """Return limits under which their watcher, if any, is told the results so far. so_far: returns the one of now."""
    if limits.watcher is None:
        return limits
    return replace(limits, stop=_Telling(limits.stop, limits.watcher, so_far))
