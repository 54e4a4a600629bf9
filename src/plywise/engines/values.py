"""Values as the compiled search holds them: ints.

An int is itself. A float is the int whose bits, read as a number, are its magnitude's, with its sign: greater floats
are greater ints, opposite floats opposite ints, and neighbours among the ints are neighbours among the floats.

With distances (solving), a value is outcome * SCALE less one for each ply that it takes: a sooner win is worth more, a
later loss too.
"""

import struct
from math import inf

from plywise.game import PLIES, Value

INFINITE = 2**63 - 1
"""Greater than every value; -INFINITE is less."""

MAX_VALUE = 2**62
"""Utilities and evaluations that are ints are less than this, and more than -MAX_VALUE."""

MAX_UTILITY = MAX_VALUE // PLIES // 4
"""Where plies count, utilities are less than this, and more than -MAX_UTILITY."""

FLOAT_PRIORITY_PLACES = 36
"""A priority that is a float counts by the int that stands for it, without so many of its low bits."""


def float_to_word(number: float) -> int:
    """Return the int that stands for a float.

    >>> float_to_word(-2.5) < float_to_word(0.0) == 0 < float_to_word(1e-9) < float_to_word(3)
    True
    """
    magnitude: int = struct.unpack("<q", struct.pack("<d", abs(number)))[0]
    return -magnitude if number < 0 else magnitude


def priority_word(priority: Value) -> int:
    """Return what a priority counts by: an int by itself, a float by the int that stands for it, less its low bits."""
    return float_to_word(priority) >> FLOAT_PRIORITY_PLACES if isinstance(priority, float) else int(priority)


def word_to_float(word: int) -> float:
    """Return the float that an int stands for.

    >>> word_to_float(float_to_word(-2.5))
    -2.5
    """
    number: float = struct.unpack("<d", struct.pack("<q", abs(word)))[0]
    return -number if word < 0 else number


def to_word(value: Value, floats: bool) -> int:
    """Return a value, finite or not, as the compiled search holds it."""
    if value in (inf, -inf):
        return INFINITE if value > 0 else -INFINITE
    return float_to_word(value) if floats else int(value)


def from_word(word: int, floats: bool) -> Value:
    """Return what a word of the compiled search says."""
    if abs(word) == INFINITE:
        return inf if word > 0 else -inf
    return word_to_float(word) if floats else word
