"""A leaf: one small thing that a state holds, and where it is in the words of the compiled rules."""

from collections.abc import Sequence
from typing import Any, NamedTuple


class Leaf(NamedTuple):
    """One small thing in a state.

    path: what it belongs to, the same for all items of a row: `.0[][]` is an item of a row of rows, the state's first
        item
    index: which item of it, one number for each row, or the thing of a set
    word, shift, width: which bits of the state's words
    labels: what the numbers that these bits make stand for; None: an int of 64 bits, or a part of a longer one
    """

    path: str
    index: tuple[int, ...]
    word: int
    shift: int
    width: int
    labels: Sequence[Any] | None
