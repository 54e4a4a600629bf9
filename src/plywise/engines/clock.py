"""The clock of a native search: when it must stop, and whether another iteration is worth starting.

All timing decisions are made here. Threads ask the clock how long to wait and whether time is up; iterative deepening
asks it before each depth; completing the principal variation may extend it briefly.
"""

import time
from math import inf

from plywise.engines.limits import Limits, Stop

PATIENCE = 0.25  # seconds between two checks that the searches are still entering nodes
FLAG_PATIENCE = 0.005  # seconds between two checks of a flag
GRACE = 0.005  # seconds that remain in any case to complete the principal variation


class Clock:
    """When a search must stop.

    hard: the time.perf_counter() at which running searches are stopped
    soft: the time after which no further iteration starts; at most `hard`
    depth: the last iteration; None: no limit
    flag: stops the searches as well when it is set
    """

    def __init__(
        self,
        seconds: float | None = None,
        *,
        soft: float | None = None,
        depth: int | None = None,
        flag: Stop | None = None,
    ) -> None:
        self.began = time.perf_counter()
        self.hard = inf if seconds is None else self.began + seconds
        self.soft = self.hard if soft is None else min(self.hard, self.began + soft)
        self.depth = depth
        self.flag = flag

    @property
    def elapsed(self) -> float:
        """Seconds since the search began."""
        return time.perf_counter() - self.began

    @property
    def left(self) -> float:
        """Seconds until running searches are stopped."""
        return self.hard - time.perf_counter()

    def is_up(self) -> bool:
        """Return whether time is up."""
        return time.perf_counter() >= self.hard

    def is_flagged(self) -> bool:
        """Return whether the flag is set."""
        return self.flag is not None and self.flag.is_set()

    def patience(self) -> float:
        """Return how many seconds to wait until the next check."""
        patience = PATIENCE if self.flag is None else FLAG_PATIENCE
        return max(0.0, patience if self.is_up() else min(patience, self.hard - time.perf_counter()))

    def refusal(self, depth: int) -> str:
        """Return why an iteration to `depth` should not start, "depth" or "time"; "" if it should."""
        if self.depth is not None and depth > self.depth:
            return "depth"
        return "time" if time.perf_counter() >= self.soft else ""

    def set_deadline(self, deadline: float) -> None:
        """Set the deadline to a time.perf_counter()."""
        self.hard = self.soft = deadline

    def postpone(self, seconds: float) -> None:
        """Extend the deadline by seconds that were not spent searching."""
        self.hard += seconds
        self.soft += seconds

    def give_grace(self) -> None:
        """Extend the deadline to at least GRACE seconds from now, to complete an answer already found."""
        self.hard = max(self.hard, time.perf_counter() + GRACE)


def start_clock(limits: Limits) -> Clock:
    """Return the clock of a search with these limits, started now."""
    return Clock(limits.time, depth=limits.depth, flag=limits.stop)
