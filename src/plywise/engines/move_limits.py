"""Limits of a search for play: depth, nodes, soft and hard time, and pondering on the opponent's time."""

from dataclasses import dataclass, replace

from plywise.arguments.numbers import as_number, as_whole
from plywise.engines.limits import Stop
from plywise.errors import InputError

MAX_DEPTH = 128
"""The maximum depth of a search for play."""

LEAST_SECONDS = 0.0001
"""Stands for zero seconds; the search still returns an answer."""


@dataclass(frozen=True)
class MoveLimits:
    """When a search for play must end. None: no limit.

    depth: iterations, at most MAX_DEPTH
    nodes: of all threads together
    hard: seconds after which it is stopped wherever it is
    soft: seconds after which no new iteration starts if the best action has been stable; somewhat later if it has just
        changed or looks worse than before
    mate: stop at a win in this many moves of the player to move
    stop: a flag that another thread sets
    pondering: a flag; while it is set no time counts, and once it is cleared all time since the start counts
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
        """Return the same limits with another stop flag."""
        return replace(self, stop=stop)

    def with_flags(self, stop: Stop, pondering: Stop) -> "MoveLimits":
        """Return the same limits with these flags."""
        return replace(self, stop=stop, pondering=pondering)

    def with_nodes(self, nodes: int) -> "MoveLimits":
        """Return the same limits with another node limit."""
        return replace(self, nodes=nodes)
