"""Values in the compiled search are ints.

An int represents itself. A float is represented by the bits of its magnitude, read as an int, with its sign. This keeps
the order of floats, negation is negation, and adjacent ints are adjacent floats.

With distances (solving), a value is outcome * SCALE minus one per ply: an earlier win is worth more, and so is a later
loss.
"""

import struct
from math import inf, isnan

from plywise.game import PLIES, Value

INFINITE = 2**63 - 1
"""Greater than every value; -INFINITE is less."""

MAX_VALUE = 2**62
"""The magnitude of an int utility or evaluation is less than this."""

MAX_UTILITY = MAX_VALUE // PLIES // 4
"""If plies count, the magnitude of a utility is less than this."""

FLOAT_PRIORITY_PLACES = 36
"""The number of low bits dropped from the int of a float priority."""


def float_to_word(number: float) -> int:
    """Return the int that represents a float.

    >>> float_to_word(-2.5) < float_to_word(0.0) == 0 < float_to_word(1e-9) < float_to_word(3)
    True
    """
    magnitude: int = struct.unpack("<q", struct.pack("<d", abs(number)))[0]
    return -magnitude if number < 0 else magnitude


def word_to_float(word: int) -> float:
    """Return the float that an int represents.

    >>> word_to_float(float_to_word(-2.5))
    -2.5
    """
    number: float = struct.unpack("<d", struct.pack("<q", abs(word)))[0]
    return -number if word < 0 else number


def comparable_priority(priority: Value) -> Value:
    """Return a priority as it is compared: an int unchanged, a float without the low bits that compiled searches drop.

    Raises TypeError or ValueError if it is not a number.

    >>> comparable_priority(2.5) < comparable_priority(3) == 3, comparable_priority(1 / 3)
    (True, 0.3333320617675781)
    """
    if not isinstance(priority, float):
        return int(priority)
    if isnan(priority):
        raise ValueError("no number")
    return word_to_float(float_to_word(priority) >> FLOAT_PRIORITY_PLACES << FLOAT_PRIORITY_PLACES)


def to_word(value: Value, floats: bool) -> int:
    """Return a value, finite or not, in the compiled search's representation."""
    if value in (inf, -inf):
        return INFINITE if value > 0 else -INFINITE
    return float_to_word(value) if floats else int(value)


def from_word(word: int, floats: bool) -> Value:
    """Return the value that a word of the compiled search represents."""
    if abs(word) == INFINITE:
        return inf if word > 0 else -inf
    return word_to_float(word) if floats else word
