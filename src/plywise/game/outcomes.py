"""Players, values and outcomes, shared by rules and searches."""

from math import inf
from typing import Any

MAX = +1
MIN = -1

State = Any
Action = Any
Value = int | float


PLIES = 2**14
"""A number greater than the length of any line of play: the scale of outcomes."""

MAX_ACTIONS = 1_000_000
"""A list with more actions than this is assumed to be infinite."""

FAR = 2**60
"""An outcome beyond every real one: no bound."""


INFINITE = 2**44 + 1
"""The utility and the search value of an outcome that a foreign game values at infinity."""


def finite(value: Any) -> Any:
    """Convert a foreign game's value to a utility: infinite ones to `INFINITE`.

    >>> finite(3), finite(float("-inf")) == -INFINITE
    (3, True)
    """
    if value == inf:
        return INFINITE
    return -INFINITE if value == -inf else value


def written_value(value: Value | None) -> Value | str | None:
    """Return a value for JSON: INFINITE as "inf"."""
    if value is None or abs(value) != INFINITE:
        return value
    return "inf" if value > 0 else "-inf"


def outcome(utility: int, plies: int) -> int:
    """Encode an end worth `utility`, `plies` from here, as one number: sooner wins and later losses rank higher.

    >>> outcome(1, 3) > outcome(1, 5) > outcome(0, 9) == 0 > outcome(-1, 8) > outcome(-1, 2)
    True
    """
    if utility > 0:
        return utility * PLIES - plies
    return utility * PLIES + plies if utility < 0 else 0


def split_outcome(encoded: int) -> tuple[int, int]:
    """Return the utility and the plies of a number made by `outcome`.

    >>> split_outcome(outcome(2, 3)), split_outcome(outcome(-1, 8)), split_outcome(outcome(0, 9))
    ((2, 3), (-1, 8), (0, 0))
    """
    utility = -(-abs(encoded) // PLIES)
    plies = utility * PLIES - abs(encoded)
    return (utility if encoded > 0 else -utility), plies


def player_word(player: int) -> str:
    """Return "MAX" or "MIN"."""
    return "MAX" if player == MAX else "MIN"
