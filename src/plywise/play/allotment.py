"""How much of an allowance a player takes for one move."""

from typing import NamedTuple, TypeVar

from plywise.play.player import Allowance

Number = TypeVar("Number", int, float)

MOVES_AHEAD = 25
"""A move gets this part of the time left, as if so many moves were still to come, or fewer until there is more time,"""

INCREMENT_TAKEN = 0.8
"""and this much of the increment, so that some of it is saved,"""

MAX_OF_CLOCK = 0.5
"""but never more than this part of the time left, or before more time comes, """
MOST_AT_LAST = 0.9
"""this part."""

MARGIN, MOST_OF_MARGIN = 0.02, 0.1
"""Seconds by which a move comes early, because nobody is told at once what the time is; of little time, this part."""

SHORTEST = 0.001
"""Seconds that a move takes in any case."""


class Allotment(NamedTuple):
    """The limits of the search for one move. None: no limit."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def is_unlimited(self) -> bool:
        """Whether nothing is limited."""
        return self.time is None and self.nodes is None and self.depth is None

    def within(self, allowance: Allowance, side: int) -> "Allotment":
        """Return a player's own limits, made stricter where the allowance of its side demands it.

        >>> Allotment(nodes=500).within(Allowance(time=1.0, nodes=2000), side=1)
        Allotment(time=0.98, nodes=500, depth=None)
        """
        return Allotment(
            least(self.time, seconds_for_move(allowance, side)),
            least(self.nodes, allowance.nodes),
            least(self.depth, allowance.depth),
        )

    def half(self) -> "Allotment":
        """Return half the time and half the nodes."""
        return Allotment(self.time and self.time / 2, self.nodes and max(1, self.nodes // 2), self.depth)


def seconds_for_move(allowance: Allowance, side: int) -> float | None:
    """Return the seconds in which a side should have chosen its move; None where no time is counted.

    >>> seconds_for_move(Allowance(time=1.0), side=1)
    0.98
    >>> round(seconds_for_move(Allowance(clocks={1: 60.0, -1: 5.0}, increment=1.0), side=1), 3)
    3.18
    """
    seconds = [] if allowance.time is None else [allowance.time]
    if allowance.clocks is not None:
        left = allowance.clocks[side]
        ahead = min(allowance.moves_to_go or MOVES_AHEAD, MOVES_AHEAD)
        most = max(MAX_OF_CLOCK, MOST_AT_LAST / ahead) * left
        seconds.append(min(left / ahead + INCREMENT_TAKEN * allowance.increment, most))
    return early(min(seconds)) if seconds else None


def seconds_left(allowance: Allowance, side: int) -> float | None:
    """Return the seconds after which a side has lost on time; None where no time is counted."""
    return least(allowance.time, None if allowance.clocks is None else allowance.clocks[side])


def early(seconds: float) -> float:
    """Return a little less, so that what takes so long still comes in time."""
    return max(SHORTEST, seconds - min(MARGIN, MOST_OF_MARGIN * seconds))


def least(*limits: Number | None) -> Number | None:
    """Return the least of some limits; None where there is none."""
    return min((limit for limit in limits if limit is not None), default=None)
