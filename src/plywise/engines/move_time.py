"""How much of a player's clock goes into one move: a soft limit, which is usual, and a hard one."""

from typing import NamedTuple

MOVES_AHEAD = 30
"""A move gets this part of the time left, where nobody says how many moves it is for,"""

INCREMENT_TAKEN = 0.75
"""and this much of the increment."""

LATENCY = 0.015
"""Seconds that each move takes on its way: of the increment, or where that is less, of the clock."""

HARD_FACTOR = 4.0
"""A hard limit is this many soft ones,"""

MAX_OF_CLOCK = 0.25
"""but never more than this part of the time left, unless few moves are to come."""

OVERHEAD = 0.1
"""Seconds of the clock that are never planned for: on a busy machine a program's turn comes late."""

SHORTEST = 0.001
"""Seconds for a move in any case."""


class MoveTime(NamedTuple):
    """Seconds for a move, as `MoveLimits` has them."""

    soft: float
    hard: float


def time_for_move(
    left: float, increment: float = 0.0, moves_to_go: int | None = None, overhead: float = OVERHEAD
) -> MoveTime:
    """Return the seconds for a move.

    left: on the player's clock; may be less than 0. increment: gained with each move. moves_to_go: until the clock gets
    more time. overhead: seconds that are never planned for.

    >>> time_for_move(60.1, 0.1)
    MoveTime(soft=2.06, hard=8.26)
    >>> time_for_move(1.0, 0.01)
    MoveTime(soft=0.025, hard=0.1)
    >>> time_for_move(0.02, 0.01), time_for_move(10.1, moves_to_go=1)
    (MoveTime(soft=0.001, hard=0.001), MoveTime(soft=7.99, hard=8.99))
    """
    ahead = MOVES_AHEAD if moves_to_go is None else min(max(moves_to_go, 1), MOVES_AHEAD)
    usable = left - overhead - ahead * max(0.0, LATENCY - max(0.0, increment))
    most = usable * max(MAX_OF_CLOCK, 0.9 / ahead)
    gained = INCREMENT_TAKEN * max(0.0, increment - LATENCY)
    soft = min(usable / ahead + gained, 0.8 * usable, most)
    return MoveTime(_rounded(soft), _rounded(min(HARD_FACTOR * soft, most)))


def _rounded(seconds: float) -> float:
    """Return seconds that are some in any case, to three digits."""
    return max(SHORTEST, float(f"{seconds:.3g}"))
