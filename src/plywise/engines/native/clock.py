"""The clock of a native search: when it has to stop, and whether another iteration is worth beginning.

Nothing else decides that. Threads ask the clock how long to wait and whether time is up; iterative deepening asks it
before each depth; whoever searches for the rest of a line asks it for a little longer.
"""

import time
from math import inf

from plywise.engines.limits import Limits, Stop

PATIENCE = 0.25  # seconds between two looks at whether the searches still enter nodes
FLAG_PATIENCE = 0.005  # seconds between two looks at a flag
GRACE = 0.005  # seconds that are always left to find the rest of a line


class Clock:
    """When a search has to stop.

    hard: the time.perf_counter() at which running searches are stopped
    soft: that from which on no further iteration is begun; no later than `hard`
    depth: the last iteration; None: there is no last one
    flag: stops the searches, too
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

    def is_up(self) -> bool:
        """Return whether the time is over."""
        return time.perf_counter() >= self.hard

    def is_flagged(self) -> bool:
        """Return whether the flag is set."""
        return self.flag is not None and self.flag.is_set()

    def patience(self) -> float:
        """Return how many seconds to wait until the next look."""
        patience = PATIENCE if self.flag is None else FLAG_PATIENCE
        return max(0.0, patience if self.is_up() else min(patience, self.hard - time.perf_counter()))

    def refusal(self, depth: int) -> str:
        """Return why an iteration to `depth` is not worth beginning, "depth" or "time"; "" where it is."""
        if self.depth is not None and depth > self.depth:
            return "depth"
        return "time" if time.perf_counter() >= self.soft else ""

    def set_deadline(self, deadline: float) -> None:
        """Stop at another time.perf_counter()."""
        self.hard = self.soft = deadline

    def postpone(self, seconds: float) -> None:
        """Stop later: what took these seconds was no search."""
        self.hard += seconds
        self.soft += seconds

    def give_grace(self) -> None:
        """Leave a moment in any case: what comes now finishes an answer that is found already."""
        self.hard = max(self.hard, time.perf_counter() + GRACE)


def start_clock(limits: Limits) -> Clock:
    """Return the clock of a search with these limits, started now."""
    return Clock(limits.time, depth=limits.depth, flag=limits.stop)
