"""A learned evaluation as data: which parts of a state it looks at, and the tables that it sums up."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

PARTS_OF_A_POINT = 16
"""In which weights are kept: kernel/selective/learned.WEIGHT_BITS binary places."""

POINTS_TO_LOGIT = 100
"""Points to a unit of the logarithm of the odds of winning."""


class Part(NamedTuple):
    """A part of a state that a cell is made of: see positions.Leaf.

    bit: of an int that is a set of bits; None: the whole
    """

    path: str
    place: tuple[int, ...]
    bit: int | None


@dataclass(frozen=True)
class Cell:
    """Something with few contents that a state holds.

    parts: where it is
    contents: what its parts may hold, one label for each part; the first stands for all that learning never saw
    """

    parts: tuple[Part, ...]
    contents: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Table:
    """A table of the evaluation.

    cells: by whose contents it is indexed: those of the model, and behind them what counts them
    strides: how far apart two neighbouring contents of each lie
    first: the number of its entry for contents of 0
    """

    cells: tuple[int, ...]
    strides: tuple[int, ...]
    first: int


@dataclass(frozen=True)
class LearnedModel:
    """A learned evaluation, which the kernel evaluates as tables: see kernel/selective/learned.py.

    cells: what it looks at
    counted: for each board of cells, the numbers of its first cell and of the one behind the last; the contents of its
        cells are counted, so it adds as many cells behind all others as they have contents
    tables: may share entries
    entries: pairs of weights, where MAX is to move and where MIN is, an array of int16 with two columns
    own_scale: what the game's own evaluation counts; 0: it has none
    name: what it was read from, for messages
    """

    cells: Sequence[Cell]
    counted: Sequence[tuple[int, int]]
    tables: Sequence[Table]
    entries: Any
    own_scale: float = 0.0
    name: str = ""
