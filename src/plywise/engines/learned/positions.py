"""Positions as the compiled rules hold them: what the words of a state mean, and rows of such words from games."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

Array = Any  # numpy.ndarray


LONG = "#"
"""Ends the path of a part of an int of more than 64 bits; its place ends with the number of its lowest bit."""


class Leaf(NamedTuple):
    """One small thing in a state.

    path: what it belongs to, the same for all items of a row: `.0[][]` is an item of a row of rows, the state's first
        item
    place: which item of it, one number for each row, or the thing of a set
    word, shift, width: which bits of the state's words
    labels: what the numbers that these bits make stand for; None: an int of 64 bits, or a part of a longer one
    """

    path: str
    place: tuple[int, ...]
    word: int
    shift: int
    width: int
    labels: Sequence[Any] | None


class Rows(NamedTuple):
    """Positions from games.

    words: a row for each, the state's words
    result: 1, 0 or -1, for a win of MAX, a draw, a win of MIN
    points: what the search found for MAX; 0 where there was none
    own: what the game's own evaluation says, in points; 0 where it has none
    mover: who is to move
    """

    words: Array
    result: Array
    points: Array
    own: Array
    mover: Array


WIDEST = 8
"""Bits in which the contents of a part must differ."""


def narrowest_window(numbers: Collection[int], width: int) -> tuple[int, int] | None:
    """Return the narrowest row of bits, its lowest and how many, in which some numbers of a width all differ.

    None where WIDEST bits do not suffice.

    >>> narrowest_window([0b0101, 0b1101, 0b1001], 4)
    (2, 2)
    """
    for size in range(WIDEST + 1):
        for shift in range(width - size + 1):
            if len({each >> shift & (1 << size) - 1 for each in numbers}) == len(numbers):
                return shift, size
    return None
