"""Sets of small integers held as the bits of one int, and 64-bit arithmetic: the same answers interpreted and compiled.

Sixty-three cells fit one machine word with its sign to spare, so a board of marks is one number and a line of marks is
one `&`. Compiled rules know these functions as single machine instructions (plywise.search.build).
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
    """Yield the members in ascending order. As the answer of a game's `actions` this is the fast form.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    while bits:
        yield lowest(bits)
        bits &= bits - 1


def wrapped(number: int) -> int:
    """Return a whole number as 64 bits hold it, in two's complement: from -2**63 to 2**63 - 1.

    In compiled rules every number is held so already, and one that does not fit is refused: see `product`.

    >>> wrapped(2**63), wrapped(-1)
    (-9223372036854775808, -1)
    """
    return (number + 2**63) % 2**64 - 2**63


def product(word: int, other: int) -> int:
    """Return the product of two whole numbers as 64 bits hold it; compiled, `word * other` refuses to grow so large.

    >>> product(2**62, 6)
    -9223372036854775808
    """
    return wrapped(word * other)


def shifted_down(word: int, places: int) -> int:
    """Return a 64-bit word moved down by 0 to 63 places, with zeros coming in at the top (>> brings in the sign).

    >>> shifted_down(-1, 60)
    15
    """
    return wrapped((word % 2**64) >> places)


def swapped_bytes(word: int) -> int:
    """Return a 64-bit word with its eight bytes in the opposite order.

    >>> hex(swapped_bytes(0x0102030405060708))
    '0x807060504030201'
    """
    return int.from_bytes((word % 2**64).to_bytes(8, "little"), "big", signed=True)
