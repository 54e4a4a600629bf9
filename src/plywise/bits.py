"""Sets of small integers held as the bits of one int: bit i is set when i is in the set.

Sixty-four cells fit one machine word, so a board of marks is one number and a line of marks is one `&`.
"""

from collections.abc import Iterator


def popcount(bits: int) -> int:
    """Return how many members the set has; `bits` >= 0.

    >>> popcount(0b10110)
    3
    """
    return bits.bit_count()


def lowest(bits: int) -> int:
    """Return the smallest member of a set that is not empty.

    >>> lowest(0b10100)
    2
    """
    return (bits & -bits).bit_length() - 1


def members(bits: int) -> Iterator[int]:
    """Yield the members in ascending order.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while bits:
        yield lowest(bits)
        bits &= bits - 1
