"""A learned evaluation as data: the parts of a state it uses, the tables it sums, and its hidden units."""

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any, NamedTuple

PARTS_OF_A_POINT = 16
"""The scale of weights: kernel/selective/learned.WEIGHT_BITS binary places."""

ACTIVE = 1024
"""The greatest activation of a hidden unit, and the scale of its weights: kernel/selective/learned.UNIT_BITS."""

POINTS_TO_LOGIT = 100
"""Points per unit of the log odds of winning."""


class Part(NamedTuple):
    """A part of a state that belongs to a cell: see positions.Leaf.

    bit: of an int used as a bit set; None: the whole
    """

    path: str
    place: tuple[int, ...]
    bit: int | None


@dataclass(frozen=True)
class Cell:
    """A cell: something in a state with few possible contents.

    parts: its parts in the state
    contents: the possible contents of its parts, one label for each part; the first stands for all not seen in learning
    """

    parts: tuple[Part, ...]
    contents: tuple[tuple[Any, ...], ...]


@dataclass(frozen=True)
class Table:
    """A table of the evaluation.

    cells: the cells whose contents index it: the model's cells, followed by the counting cells
    strides: the stride of each cell's contents
    first: the number of its entry for contents of 0
    """

    cells: tuple[int, ...]
    strides: tuple[int, ...]
    first: int


@dataclass(frozen=True)
class LearnedModel:
    """A learned evaluation, which the kernel evaluates: see kernel/selective/learned.py.

    cells: the cells it uses
    counted: for each board of cells, the numbers of its first cell and of the one after the last; their contents are
    counted, which appends one cell for each content
    tables: may share entries
    entries: pairs of weights, for MAX to move and for MIN to move, an array of int16 with two columns
    hidden: the weights of hidden units, an array of int16 with three axes: rows, units and the player to move. It has a
    row for each content of each cell, one for the constants, and one for the units' weights in the estimate. None: it
    has no units
    own_scale: the weight of the game's own evaluation; 0: it has none
    name: the file it was read from, for messages
    """

    cells: Sequence[Cell]
    counted: Sequence[tuple[int, int]]
    tables: Sequence[Table]
    entries: Any
    own_scale: float = 0.0
    name: str = ""
    hidden: Any = None

    @property
    def units(self) -> int:
        """The number of hidden units."""
        return 0 if self.hidden is None else self.hidden.shape[1]

    @property
    def weights(self) -> int:
        """The number of weights."""
        return int(self.entries.size) + (0 if self.hidden is None else int(self.hidden.size))
