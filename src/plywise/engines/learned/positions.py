"""Positions in the compiled representation: the meaning of a state's words, and rows of such words from games."""

from collections.abc import Collection, Sequence
from typing import Any, NamedTuple

Array = Any  # numpy.ndarray


LONG = "#"
"""The suffix of the path of a part of an int of more than 64 bits; its place ends with the number of its lowest bit."""


class Leaf(NamedTuple):
    """One elementary item of a state.

    path: its container, the same for all items of a row: `.0[][]` is an item of a row of rows, the state's first item
    place: its index, one number for each row, or the member of a set
    word, shift, width: its bits in the state's words
    labels: the values represented by these bits; None: an int of 64 bits, or a part of a longer one
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
    points: the search's value for MAX; 0 if there was no search
    own: the game's own evaluation, in points; 0 if it has none
    mover: the player to move
    """

    words: Array
    result: Array
    points: Array
    own: Array
    mover: Array


WIDEST = 8
"""The maximum number of bits in which the contents of a part must differ."""


def narrowest_window(numbers: Collection[int], width: int) -> tuple[int, int] | None:
    """Return the narrowest range of bits, as lowest bit and count, in which some numbers of a width all differ.

    None if WIDEST bits do not suffice.

    >>> narrowest_window([0b0101, 0b1101, 0b1001], 4)
    (2, 2)
    """
    for size in range(WIDEST + 1):
        for shift in range(width - size + 1):
            if len({each >> shift & (1 << size) - 1 for each in numbers}) == len(numbers):
                return shift, size
    return None
