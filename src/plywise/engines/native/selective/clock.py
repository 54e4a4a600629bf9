"""The clock of a search for play: when it must stop, and whether another iteration is worth starting."""

from collections.abc import Sequence
from time import perf_counter

from plywise.engines.clock import FLAG_PATIENCE, Clock
from plywise.engines.move_limits import MoveLimits

STEADY, FRESH = 0.7, 1.3
"""Fractions of the soft limit to use if the best action has been stable, and if it has just changed."""

STEADY_AFTER = 6
"""The number of iterations after which the best action counts as stable."""

WORSE_BY = 30
"""If the value drops by this many points from one iteration to the next, ..."""

IF_WORSE = 1.5
"""... the soft limit is multiplied by this."""


class PlayClock(Clock):
    """When a search for play must stop: see MoveLimits."""

    def __init__(self, limits: MoveLimits) -> None:
        super().__init__(flag=limits.stop)
        self.pondering = limits.pondering
        if limits.began is not None:
            self.began = limits.began
        if limits.hard is not None:
            self.hard = self.began + limits.hard
        self.soft_seconds = limits.soft

    @property
    def is_pondering(self) -> bool:
        """Whether the search is pondering, so that no time counts yet."""
        return self.pondering is not None and self.pondering.is_set()

    def is_up(self) -> bool:
        """Return whether time is up."""
        return perf_counter() >= self.hard and not self.is_pondering

    def patience(self) -> float:
        """Return how many seconds to wait until the next check."""
        return FLAG_PATIENCE if self.is_pondering else super().patience()

    def is_enough(self, best: Sequence[int], values: Sequence[int]) -> bool:
        """Return whether no further iteration is worth starting.

        best, values: the best action and its value after each iteration so far, in the mover's view.
        """
        if self.is_pondering:
            return False
        if perf_counter() >= self.hard:
            return True
        return self.soft_seconds is not None and self.elapsed >= self.soft_seconds * stretch(best, values)


def stretch(best: Sequence[int], values: Sequence[int]) -> float:
    """Return the factor of the soft limit: greater if the best action has just changed or its value has dropped.

    >>> round(stretch([7] * 9, [20] * 9), 2), round(stretch([7, 7, 9], [20, 20, 25]), 2)
    (0.7, 1.3)
    >>> round(stretch([7] * 9, [20] * 8 + [-60]), 2)
    1.05
    """
    since = next((count for count, each in enumerate(reversed(best)) if each != best[-1]), len(best))
    part = FRESH - (FRESH - STEADY) * min(since - 1, STEADY_AFTER) / STEADY_AFTER
    if len(values) > 1 and values[-1] <= values[-2] - WORSE_BY:
        part *= IF_WORSE
    return part
