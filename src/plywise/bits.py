"""Sets of small integers as the bits of one int, and 64-bit arithmetic: the same results interpreted and compiled.

Sixty-three cells fit into one machine word without its sign bit, so a board of marks is one number, and testing a line
of marks is one `&`. In compiled rules these functions become single machine instructions
(plywise.engines.native.compile). A larger board is one number, too, of as many words as it takes: `popcount`, `lowest`,
`members` and `without_lowest` take sets of any size.

A board of 64 cells also fits into a word: a number from -2**63 to 2**63 - 1 in two's complement, negative if cell 63
is in the set. Python's own `&`, `|`, `^` and `~` take words to words. `1 << 63`, a left shift out of the word and `>>`
of a negative word do not: use `bit`, `shifted_up` and `shifted_down`, which work as on 64 bits.
"""

from collections.abc import Iterator

WORD = 2**64 - 1


def _unsigned(bits: int) -> int:
    """Return a set whose word may have cell 63, and so be negative, as a number that is not."""
    return bits if bits >= 0 else bits & WORD


def popcount(bits: int) -> int:
    """Return the number of members.

    >>> popcount(0b10110), popcount(-1), popcount(1 << 80 | 1)
    (3, 64, 2)
    """
    return _unsigned(bits).bit_count()


def lowest(bits: int) -> int:
    """Return the smallest member of a non-empty set; compiled rules refuse an empty one.

    >>> lowest(0b10100), lowest(bit(63))
    (2, 63)
    """
    return (bits & -bits).bit_length() - 1


def members(bits: int) -> Iterator[int]:
    """Yield the members in ascending order: the fastest form for a game's `actions`.

    >>> list(members(0b10110))
    [1, 2, 4]
    """
    bits = _unsigned(bits)
    while bits:
        yield lowest(bits)
        bits &= bits - 1


def bit(cell: int) -> int:
    """Return the set that holds one cell, from 0 to 63, as a word. Raises ValueError for any other.

    >>> bit(3), bit(63) == -2**63
    (8, True)
    """
    if cell < 63:
        return 1 << cell
    if cell > 63:
        raise ValueError(f"a word has no cell {cell}")
    return -(2**63)


def shifted_up(word: int, places: int) -> int:
    """Shift a word left by 0 to 63 places; bits that leave the word are lost.

    >>> shifted_up(3, 63) == bit(63)
    True
    """
    return wrapped(word << places)


def wrapped(number: int) -> int:
    """Wrap an integer to 64 bits in two's complement: -2**63 to 2**63 - 1.

    >>> wrapped(2**63), wrapped(-1)
    (-9223372036854775808, -1)
    """
    return (number + 2**63) % 2**64 - 2**63


def product(word: int, other: int) -> int:
    """Return a product wrapped to 64 bits; a plain `word * other` that overflows makes compiled ints wider.

    >>> product(2**62, 6)
    -9223372036854775808
    """
    return wrapped(word * other)


def wrapped_sum(word: int, other: int) -> int:
    """Return a sum wrapped to 64 bits; a plain `word + other` that overflows makes compiled ints wider.

    >>> wrapped_sum(2**63 - 1, 1) == bit(63)
    True
    """
    return wrapped(word + other)


def difference(word: int, other: int) -> int:
    """Return a difference wrapped to 64 bits; a plain `word - other` that overflows makes compiled ints wider.

    >>> difference(bit(63), 1) == 2**63 - 1
    True
    """
    return wrapped(word - other)


def without_lowest(bits: int) -> int:
    """Return a set without its smallest member; of the empty set, the empty set.

    `bits & bits - 1` does the same, but not in a word with cell 63, whose loop would never end.

    >>> without_lowest(0b10100), without_lowest(bit(63))
    (16, 0)
    """
    return bits & (bits - 1 if bits > 0 else wrapped(bits - 1))


def shifted_down(word: int, places: int) -> int:
    """Shift a 64-bit word right by 0 to 63 places, filling with zeros (>> fills with the sign).

    >>> shifted_down(-1, 60)
    15
    """
    return wrapped((word % 2**64) >> places)


def swapped_bytes(word: int) -> int:
    """Reverse the order of a 64-bit word's eight bytes.

    >>> hex(swapped_bytes(0x0102030405060708))
    '0x807060504030201'
    """
    return int.from_bytes(word.to_bytes(8, "little", signed=True), "big", signed=True)
