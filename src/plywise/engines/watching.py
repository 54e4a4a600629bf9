"""Reports a search's progress to a watcher a few times a second."""

import time
from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plywise.engines.limits import Limits, Stop

REPORT_EVERY = 0.25  # seconds


class _ReportingFlag:
    """A stop flag that calls a watcher when it is read and REPORT_EVERY has passed.

    Every search reads its flag constantly, at points where it may be stopped, so the result so far is consistent there.
    """

    def __init__(self, flag: Stop | None, watcher: Callable[[Any], None], so_far: Callable[[], Any]) -> None:
        self.flag = flag
        self.watcher = watcher
        self.so_far = so_far
        self.due = time.perf_counter() + REPORT_EVERY

    def is_set(self) -> bool:
        """Return whether the search is to stop."""
        if time.perf_counter() >= self.due:
            self.watcher(self.so_far())
            self.due = time.perf_counter() + REPORT_EVERY
        return self.flag is not None and self.flag.is_set()


def reporting_flag(flag: Stop | None, watcher: Callable[[Any], None], so_far: Callable[[], Any]) -> Stop:
    """Return a flag, set together with a given one, that reports the results so far to a watcher when it is read."""
    return _ReportingFlag(flag, watcher, so_far)


def watched(limits: Limits, so_far: Callable[[], Any]) -> Limits:
    """Return limits that report the results so far to their watcher, if any. so_far: returns the current result."""
    if limits.watcher is None:
        return limits
    return replace(limits, stop=_ReportingFlag(limits.stop, limits.watcher, so_far))
