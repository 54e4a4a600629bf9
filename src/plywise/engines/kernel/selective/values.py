"""Values of the search for play: points, hundredths of the game's margin unit, such as a pawn, as small ints."""

from typing import Any

from plywise.game import FAR, PLIES

WIN = 60_000
"""What an outright win is worth, less one for every ply to it."""

NEARLY_WON = WIN - 1_000
"""Values beyond this are wins, and say how far away they are."""

MAX_POINTS = 50_000
"""No estimate is worth more."""

DRAW = 0

UNDECIDED = 1 << 20
"""Stands for a value that is not known at sight."""

SCALE_BITS = 16
"""Of a config's utility_scale, binary places."""


def to_points(game: Any, config: Any, value: Any) -> int:
    """Return a value of the game, MAX's view, as points. Compiled, a float comes as the word that stands for it."""
    return min(max(int(value * (100 / config.unit)), -MAX_POINTS), MAX_POINTS)


def end_points(game: Any, config: Any, bound: int, utility: Any, ply: int) -> int:
    """Return the utility of an end `ply` plies from the root as points: sooner wins are worth more.

    bound: the utility from which on a win is outright; 0: none is
    """
    if bound and utility >= bound:
        return WIN - ply
    if bound and utility <= -bound:
        return ply - WIN
    return to_points(game, config, utility)


def outcome_points(config: Any, outright: int, known: int, ply: int) -> int:
    """Return an outcome, as game.outcome encodes it in a side's view, as points; FAR as more than any.

    outright: the utility from which on a win is outright, as a whole number; 0: none is
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
    """Return a value as the table holds it: the plies to a win are counted from the state, not from the root."""
    if value > NEARLY_WON:
        return value + ply
    return value - ply if value < -NEARLY_WON else value


def from_entry(value: int, ply: int) -> int:
    """Return a value of the table as a search at a ply sees it: the opposite of `to_entry`."""
    if value > NEARLY_WON:
        return value - ply
    return value + ply if value < -NEARLY_WON else value
