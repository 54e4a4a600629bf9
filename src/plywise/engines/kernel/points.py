"""Results of games as whole numbers that can be added up: points."""

from typing import Any

MAX_POINTS = 2**40
"""No result is worth more points."""


def to_result(game: Any, config: Any, value: Any) -> int:
    """Return a value of the game as points, of which config.unit has 100.

    Compiled, a float comes as the word that stands for it.
    """
    return int(min(max(value * (100 / config.unit), -MAX_POINTS), MAX_POINTS))


__all__ = ["MAX_POINTS", "to_result"]
