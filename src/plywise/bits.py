"""Sets of small integers held as the bits of one int, and 64-bit arithmetic: the same answers interpreted and compiled.

Sixty-three cells fit one machine word with its sign to spare, so a board of marks is one number and a line of marks is
one `&`. Compiled rules know these functions as single machine instructions (plywise.engines.native.compile).

A board of 64 cells fits as well, as a word: a number from -2**63 to 2**63 - 1 in two's complement, negative where cell
63 is in the set. Python's own `&`, `|`, `^` and `~` take words to words. Not so `1 << 63`, a shift upwards that leaves
the word, and `>>` of a negative one: `bit`, `shifted_up` and `shifted_down` do that as 64 bits do.
"""

from collections.abc import Iterator

WORD = 2**64 - 1


def popcount(bits: int) -> int:
    """Return how many members the set has.

    >>> popcount(0b10110), popcount(-1)
    (3, 64)
    """
    return (bits & WORD).bit_count()


def lowest(bits: int) -> int:
    """Return the smallest member of a set that is not empty.

    >>> lowest(0b10100), lowest(bit(63))
    (2, 63)
    """
    return (bits & -bits).bit_length() - 1


def members(bits: int) -> Iterator[int]:
    """Yield the members in ascending order. As the answer of a game's `actions` this is the fast form.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    bits &= WORD
    while bits:
        yield lowest(bits)
        bits &= bits - 1


def bit(cell: int) -> int:
    """Return the set of one cell from 0 to 63, as a word.

    >>> bit(3), bit(63) == -2**63
    (8, True)
    """
    return 1 << cell if cell < 63 else -(2**63)


def shifted_up(word: int, places: int) -> int:
    """Return a word moved up by 0 to 63 places; what leaves the 64 bits is lost.

    >>> shifted_up(3, 63) == bit(63)
    True
    """
    return wrapped(word << places)


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
