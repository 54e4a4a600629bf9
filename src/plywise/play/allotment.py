"""Time management: how much of an allowance a player spends on one move."""

from typing import NamedTuple, TypeVar

from plywise.play.player import Allowance

Number = TypeVar("Number", int, float)

MOVES_AHEAD = 25
"""Divide the time left by this number of moves, or by the moves to the next time control if they are fewer."""

INCREMENT_TAKEN = 0.8
"""Share of the increment spent on each move; the rest is saved."""

MAX_OF_CLOCK = 0.5
"""Largest share of the time left that one move may take."""
MAX_OF_CLOCK_AT_LAST = 0.9
"""The same for the last move before the next time control."""

MARGIN, MAX_MARGIN_SHARE = 0.02, 0.1
"""Seconds by which a move is early, to allow for delays; at most this share of the move's time."""

SHORTEST = 0.001
"""Least number of seconds for a move."""


class Allotment(NamedTuple):
    """The limits of the search for one move. None: no limit."""

    time: float | None = None
    nodes: int | None = None
    depth: int | None = None

    @property
    def is_unlimited(self) -> bool:
        """Whether there is no limit."""
        return self.time is None and self.nodes is None and self.depth is None

    def within(self, allowance: Allowance, side: int) -> "Allotment":
        """Return these limits, tightened to the allowance of a side.

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
    """Return the seconds a side should spend on its move; None in an untimed game.

    >>> seconds_for_move(Allowance(time=1.0), side=1)
    0.98
    >>> round(seconds_for_move(Allowance(clocks={1: 60.0, -1: 5.0}, increment=1.0), side=1), 3)
    3.18
    """
    seconds = [] if allowance.time is None else [allowance.time]
    if allowance.clocks is not None:
        left = allowance.clocks[side]
        ahead = min(allowance.moves_to_go or MOVES_AHEAD, MOVES_AHEAD)
        most = max(MAX_OF_CLOCK, MAX_OF_CLOCK_AT_LAST / ahead) * left
        seconds.append(min(left / ahead + INCREMENT_TAKEN * allowance.increment, most))
    return early(min(seconds)) if seconds else None


def seconds_left(allowance: Allowance, side: int) -> float | None:
    """Return the seconds after which a side loses on time; None in an untimed game."""
    return least(allowance.time, None if allowance.clocks is None else allowance.clocks[side])


def early(seconds: float) -> float:
    """Return slightly fewer seconds, so that a search of that length ends in time."""
    return max(SHORTEST, seconds - min(MARGIN, MAX_MARGIN_SHARE * seconds))


def least(*limits: Number | None) -> Number | None:
    """Return the smallest limit; None if all are None."""
    return min((limit for limit in limits if limit is not None), default=None)
