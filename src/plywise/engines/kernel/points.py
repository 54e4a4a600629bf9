"""Results of games as integers that can be summed: points."""

from typing import Any

MAX_POINTS = 2**40
"""No result is worth more points."""


def to_result(game: Any, config: Any, value: Any) -> int:
    """Return a value of the game as points, 100 to a config.unit.

    In compiled code a float is passed as the word that represents it.
    """
    return int(min(max(value * (100 / config.unit), -MAX_POINTS), MAX_POINTS))


__all__ = ["MAX_POINTS", "to_result"]
