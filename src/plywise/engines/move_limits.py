"""When a search for play ends: limits of depth and nodes, two of time, and what may wait for the other side's move."""

from dataclasses import dataclass, replace

from plywise.arguments.numbers import as_number, as_whole
from plywise.engines.limits import Stop
from plywise.errors import InputError

MAX_DEPTH = 128
"""No search for play goes deeper."""

LEAST_SECONDS = 0.0001
"""Stands for no time at all: there is an answer nevertheless."""


@dataclass(frozen=True)
class MoveLimits:
    """When a search for play must end. None: no limit.

    depth: iterations, at most MAX_DEPTH
    nodes: of all threads together
    hard: seconds after which it is stopped wherever it is
    soft: seconds after which nothing new is begun, where the best action has been the best for a while; somewhat
        later where it has just changed, or looks worse than before
    mate: a win in so many moves of the player to move is enough
    stop: a flag that another thread sets
    pondering: a flag; while it is set no time counts, and when it is cleared, all since the beginning counts
    began: the time.perf_counter() from which time counts; None: now
    """

    depth: int | None = None
    nodes: int | None = None
    hard: float | None = None
    soft: float | None = None
    mate: int | None = None
    stop: Stop | None = None
    pondering: Stop | None = None
    began: float | None = None

    def __post_init__(self) -> None:
        for name in ("depth", "nodes", "mate"):
            given = getattr(self, name)
            if given is not None and (as_whole(given) or 0) < 1:
                raise InputError(f"{name} must be 1 or more, not {given}")
        for name in ("hard", "soft"):
            given = getattr(self, name)
            if given is not None and (as_number(given) is None or given < 0):
                raise InputError(f"time must be a positive number of seconds, not {given}")

    @property
    def max_depth(self) -> int:
        """The depth of the last iteration."""
        return MAX_DEPTH if self.depth is None else min(self.depth, MAX_DEPTH)

    def stopped_by(self, stop: Stop | None) -> "MoveLimits":
        """Return the same limits with another flag."""
        return replace(self, stop=stop)

    def with_flags(self, stop: Stop, pondering: Stop) -> "MoveLimits":
        """Return the same limits with these flags."""
        return replace(self, stop=stop, pondering=pondering)

    def with_nodes(self, nodes: int) -> "MoveLimits":
        """Return the same limits with another one of nodes."""
        return replace(self, nodes=nodes)
