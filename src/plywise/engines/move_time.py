"""How much of a player's clock to spend on one move: a soft limit and a hard one."""

from typing import NamedTuple

MOVES_AHEAD = 30
"""The part of the remaining time for a move, if the number of moves to the next time control is unknown,"""

INCREMENT_TAKEN = 0.75
"""plus this part of the increment."""

LATENCY = 0.015
"""Seconds of overhead per move: taken from the increment or, if that is smaller, from the clock."""

HARD_FACTOR = 4.0
"""The hard limit is this many soft limits,"""

MAX_OF_CLOCK = 0.25
"""but at most this part of the remaining time, unless few moves remain."""

OVERHEAD = 0.1
"""Seconds of the clock never planned for, because on a busy machine a program gets its turn late."""

SHORTEST = 0.001
"""The minimum number of seconds for a move."""


class MoveTime(NamedTuple):
    """Seconds for a move, as used by `MoveLimits`."""

    soft: float
    hard: float


def time_for_move(
    left: float, increment: float = 0.0, moves_to_go: int | None = None, overhead: float = OVERHEAD
) -> MoveTime:
    """Return the seconds for a move.

    left: on the player's clock; may be negative. increment: gained with each move. moves_to_go: until the next time
    control. overhead: seconds never planned for.

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
    """Return seconds rounded to three digits, at least the minimum."""
    return max(SHORTEST, float(f"{seconds:.3g}"))
