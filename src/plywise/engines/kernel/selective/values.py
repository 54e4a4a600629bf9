"""Values of the search for play: points, hundredths of the game's margin unit, such as a pawn, as small ints."""

from typing import Any

from plywise.game import FAR, PLIES

WIN = 60_000
"""The value of an outright win, minus one for every ply to it."""

NEARLY_WON = WIN - 1_000
"""Values beyond this are wins, and include their distance."""

MAX_POINTS = 50_000
"""The maximum estimate."""

DRAW = 0

UNDECIDED = 1 << 20
"""Stands for a value that only a search can determine."""

SCALE_BITS = 16
"""The binary places of a config's utility_scale."""


def to_points(game: Any, config: Any, value: Any) -> int:
    """Return a value of the game, MAX's view, as points. In compiled code a float is passed as the word for it."""
    return min(max(int(value * (100 / config.unit)), -MAX_POINTS), MAX_POINTS)


def end_points(game: Any, config: Any, bound: int, utility: Any, ply: int) -> int:
    """Return the utility of an end `ply` plies from the root as points: sooner wins are worth more.

    bound: the utility from which a win is outright; 0: none is
    """
    if bound and utility >= bound:
        return WIN - ply
    if bound and utility <= -bound:
        return ply - WIN
    return to_points(game, config, utility)


def outcome_points(config: Any, outright: int, known: int, ply: int) -> int:
    """Return an outcome, encoded by game.outcome in a side's view, as points; FAR is more than any.

    outright: the utility from which a win is outright, as an integer; 0: none is
    """
    size = known if known > 0 else -known
    utility = -(-size // PLIES)
    if size >= FAR:
        points = WIN + 1
    elif outright and utility >= outright:
        points = WIN - ply - (utility * PLIES - size)
    else:
        points = min(utility * config.utility_scale >> SCALE_BITS, MAX_POINTS)
    return points if known > 0 else -points


def to_entry(value: int, ply: int) -> int:
    """Return a value as stored in the table: the plies to a win are counted from the state, not from the root."""
    if value > NEARLY_WON:
        return value + ply
    return value - ply if value < -NEARLY_WON else value


def from_entry(value: int, ply: int) -> int:
    """Return a value from the table for a search at a ply: the inverse of `to_entry`."""
    if value > NEARLY_WON:
        return value - ply
    return value + ply if value < -NEARLY_WON else value
