"""The inputs of a learned evaluation, found in the words of positions: cells with few contents, in boards.

A cell is one item of a row, one bit of an int used as a set, or one member of a set; if several rows, ints or sets
describe the same board (black's men, white's men, the kings), one cell has a part in each. Constant items are left out,
except for the cells of a board, whose places tell which cells are neighbours.
"""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from plywise.engines.learned.model import Cell, Part
from plywise.engines.learned.positions import LONG, WIDEST, Leaf, narrowest_window

Array = Any  # numpy.ndarray

MAX_LABELS = 32
"""The maximum number of values of a number used as a whole; one with more is split into bits."""

MAX_NARROW = 127
"""The same of a number of at most WIDEST bits. Contents are numbered in 8 bits."""

MAX_CONTENTS = 16
"""The maximum number of contents of the cells of one board."""

MAX_BITS = 12
"""The number of bits of a state that distinguish the contents of a cell."""

LEAST_BOARD = 4
"""The minimum number of cells of a board."""

MAX_COUNTED = 120
"""The minimum number of cells of a board whose contents are counted."""

MAX_COUNTS = 200
"""The maximum number of contents that are counted."""

MAX_CELLS = 1800
"""The maximum number of cells; with the counts, they fit kernel/selective/memory.MAX_CELLS."""

HASHED = 0.3
"""Between this part of its values and the rest each bit of a hash is set: such an int is not looked at."""


class _Column:
    """The values of a part of a state in some positions: the labels, and the label of each position."""

    def __init__(self, part: Part, raw: Array, labels: dict[int, Any]) -> None:
        self.part = part
        numbers, self.places = np.unique(raw, return_inverse=True)
        self.numbers = [int(each) for each in numbers]
        self.labels = [labels[each] for each in self.numbers]

    @property
    def is_constant(self) -> bool:
        return len(self.labels) < 2


@dataclass(frozen=True)
class Board:
    """Cells with the same contents.

    first, last: the number of its first cell, and of the one after its last
    indices: the index of each cell: one number, or one for each row and column, or more
    """

    first: int
    last: int
    indices: tuple[tuple[int, ...], ...]

    @property
    def cells(self) -> int:
        """The number of cells."""
        return self.last - self.first


class Inputs:
    """The inputs of an evaluation: cells, those of boards first.

    leaves: the state's, in the compiled representation
    cells, boards: those found
    """

    def __init__(self, leaves: Sequence[Leaf], cells: Sequence[Cell], boards: Sequence[Board]) -> None:
        self.leaves = {(leaf.path, leaf.place): leaf for leaf in leaves}
        self.cells, self.boards = list(cells), list(boards)

    @cached_property
    def counted(self) -> list[Board]:
        """The boards whose contents are counted."""
        found, left = [], MAX_COUNTS
        for board in self.boards:
            count = len(self.cells[board.first].contents)
            if board.cells <= MAX_COUNTED and count <= left:
                found.append(board)
                left -= count
        return found

    @cached_property
    def radices(self) -> list[int]:
        """The number of contents of each cell, followed by the number of values of each count."""
        counted = [board.cells + 1 for board in self.counted for _ in self.cells[board.first].contents]
        return [len(cell.contents) for cell in self.cells] + counted

    def read(self, words: Array) -> Array:
        """Return the contents of the cells in each state, as numbers of 8 bits, one row a state."""
        found = np.zeros((len(words), len(self.cells)), np.int8)
        given = np.ascontiguousarray(words, np.int64).view(np.uint64)
        for number in range(len(self.cells)):
            found[:, number] = self._contents(number, given)
        return found

    def counts(self, contents: Array) -> Array:
        """Return the number of cells of each board with each content, one row per state, in the order of `radices`."""
        columns = [
            (contents[:, board.first : board.last] == content).sum(axis=1)
            for board in self.counted
            for content in range(len(self.cells[board.first].contents))
        ]
        return np.array(columns, np.int8).reshape(len(columns), len(contents)).T

    def change_rates(self, words: Array) -> Array:
        """Return how often each cell and count differs between states that a search evaluates one after another.

        These are mostly siblings, which differ by two moves. words: of consecutive positions
        """
        contents = self.read(words)
        columns = np.concatenate([contents, self.counts(contents)], axis=1)
        return (columns[2:] != columns[:-2]).mean(axis=0)

    def write(self, words: Array, contents: Array) -> Array:
        """Return states with other contents of their cells, and everything else as in `words`."""
        found = words.copy().view(np.uint64)
        for number, parts in enumerate(self._parts):
            for part in parts:
                held = found[:, part.word]
                found[:, part.word] = held & part.others | part.bits[contents[:, number]]
        return found.view(np.int64)

    @cached_property
    def _parts(self) -> list[list["_Bits"]]:
        return [
            [self._bits_of(part, [labels[place] for labels in cell.contents]) for place, part in enumerate(cell.parts)]
            for cell in self.cells
        ]

    def _bits_of(self, part: Part, labels: Sequence[Any]) -> "_Bits":
        leaf = self.leaves[part.path, part.place]
        low, width = (leaf.shift, leaf.width) if part.bit is None else (leaf.shift + part.bit, 1)
        mask = (1 << width) - 1
        bits = [(_raw_of(leaf, part, label) & mask) << low for label in labels]
        return _Bits(leaf.word, np.uint64(~(mask << low) & 2**64 - 1), np.array(bits, np.uint64))

    def _contents(self, number: int, words: Array) -> Array:
        """Return the content of a cell in each state; 0 for an unknown one."""
        parts = self._parts[number]
        found = np.zeros(len(words), np.int8)
        held = [words[:, part.word] & ~part.others for part in parts]
        for content in range(len(self.cells[number].contents) - 1, 0, -1):
            same = held[0] == parts[0].bits[content]
            for each, part in zip(held[1:], parts[1:], strict=True):
                same &= each == part.bits[content]
            found[same] = content
        if len(parts[0].bits) > 1:  # contents that differ only in a missing part are equal: the first one counts
            same = held[0] == parts[0].bits[0]
            for each, part in zip(held[1:], parts[1:], strict=True):
                same &= each == part.bits[0]
            found[same] = 0
        return found


class _Bits(NamedTuple):
    """The bits of a state for a part of a cell.

    word: of the state. others: all other bits of that word. bits: their values for each content of the cell
    """

    word: int
    others: Any
    bits: Array


def _bits(words: Array, word: int, low: int, width: int) -> Array:
    return words.view(np.uint64)[:, word] >> np.uint64(low) & np.uint64((1 << width) - 1)


def _raw_of(leaf: Leaf, part: Part, label: Any) -> int:
    """Return the bits that represent a label."""
    if part.bit is not None or leaf.labels is None:
        return int(label)
    return leaf.labels.index(label)


def find_inputs(leaves: Sequence[Leaf], words: Array) -> Inputs:
    """Return the inputs found in positions of a game. words: a row for each, in the layout described by the leaves."""
    words = np.ascontiguousarray(words, np.int64)
    families: dict[Any, dict[tuple[int, ...], _Column]] = {}
    wholes = _wholes(leaves, words)
    for leaf in leaves:
        seen = [_whole(leaf, words)] if leaf in wholes else _bit_columns(leaf, words)
        for family, index, column in seen:
            families.setdefault(family, {})[index] = column
    families = {name: own for each in families.items() for name, own in _planes(*each)}
    families = {name: own for name, own in families.items() if not all(each.is_constant for each in own.values())}
    boards, cells = list[Board](), list[Cell]()
    singles: list[_Column] = []
    for group in _groups({name: _without_constant_bits(own) for name, own in families.items()}):
        indices = sorted({index for own in group.values() for index in own})
        columns = [[families[name].get(index) for name in group] for index in indices]
        if len(_shared_contents(columns)) > MAX_CONTENTS:
            columns = [[own.get(index) for own in group.values()] for index in indices]
        if len(indices) < LEAST_BOARD:
            singles += [each for column in columns for each in column if each is not None and not each.is_constant]
            continue
        if len(cells) + len(indices) > MAX_CELLS:
            continue
        contents = _shared_contents(columns)
        own = [
            Cell(tuple(each.part for each in column if each is not None), _own(contents, column)) for column in columns
        ]
        boards.append(Board(len(cells), len(cells) + len(own), tuple(indices)))
        cells += own
    room = MAX_CELLS - len(cells)
    cells += [Cell((each.part,), tuple((label,) for label in _frequent(each))) for each in singles[:room]]
    return Inputs(leaves, cells, boards)


def _wholes(leaves: Sequence[Leaf], words: Array) -> set[Leaf]:
    """Return the leaves used as a whole: those with few values, taken together for each row."""
    found: dict[str, list[Leaf]] = {}
    seen: dict[str, set[int]] = {}
    for leaf in leaves:
        values = set(np.unique(_bits(words, leaf.word, leaf.shift, leaf.width)).tolist())
        if len(values) <= (MAX_NARROW if leaf.width <= WIDEST else MAX_LABELS):
            found.setdefault(leaf.path, []).append(leaf)
            seen.setdefault(leaf.path, set()).update(values)
    return {
        leaf
        for path, alike in found.items()
        if len(seen[path]) <= MAX_NARROW and narrowest_window(seen[path], max(leaf.width for leaf in alike))
        for leaf in alike
    }


Columns = Iterable[tuple[Any, tuple[int, ...], _Column]]
"""For each column its family, its place there, and the column."""


def _whole(leaf: Leaf, words: Array) -> tuple[Any, tuple[int, ...], _Column]:
    raw = _bits(words, leaf.word, leaf.shift, leaf.width)
    labels = {int(each): _label(leaf, int(each)) for each in np.unique(raw)}
    return (leaf.path, ""), leaf.place, _Column(Part(leaf.path, leaf.place, None), raw, labels)


def _bit_columns(leaf: Leaf, words: Array) -> Columns:
    """Yield the bits of a leaf, but for those of a hash."""
    raw = _bits(words, leaf.word, leaf.shift, leaf.width)
    seen = np.unique(raw)
    means = [float((seen >> np.uint64(bit) & np.uint64(1)).mean()) for bit in range(leaf.width)]
    if leaf.width > 32 and sum(HASHED < each < 1 - HASHED for each in means) >= leaf.width - 1:
        return
    for bit in range(leaf.width):
        own = raw >> np.uint64(bit) & np.uint64(1)
        part = Part(leaf.path, leaf.place, bit)
        yield (leaf.path, "bit"), _place_of_bit(leaf, bit), _Column(part, own, {0: 0, 1: 1})


def _without_constant_bits(own: dict[tuple[int, ...], _Column]) -> dict[tuple[int, ...], _Column]:
    """Return a family without its constant bits: they do not make a cell of a board, though a cell may have one."""
    return {index: each for index, each in own.items() if each.part.bit is None or not each.is_constant}


def _place_of_bit(leaf: Leaf, bit: int) -> tuple[int, ...]:
    """Return the place of a bit of a leaf: the bits of a longer int are numbered consecutively."""
    *before, lowest = leaf.place or (0,)
    return (*before, lowest + bit) if leaf.path.endswith(LONG) else (*leaf.place, bit)


def _label(leaf: Leaf, raw: int) -> Any:
    """Return the value represented by the bits of a leaf."""
    if leaf.labels is None:
        return raw - 2**leaf.width if leaf.width == 64 and raw >> 63 else raw
    return leaf.labels[raw] if raw < len(leaf.labels) else raw


def _planes(name: Any, own: dict[tuple[int, ...], _Column]) -> Iterable[tuple[Any, dict[tuple[int, ...], _Column]]]:
    """Yield a family; one for each int if a row has few ints of many bits, which are sets of the same cells.

    If it has many ints of few bits, these are the rows of a board.
    """
    varying = _without_constant_bits(own)
    ints, bits = {index[:-1] for index in varying}, {index[-1:] for index in varying}
    if name[1] != "bit" or len(ints) < 2 or 2 * len(ints) > len(bits):
        yield name, own
        return
    for each in sorted({index[:-1] for index in own}):
        yield (*name, each), {index[-1:]: column for index, column in own.items() if index[:-1] == each}


Group = dict[Any, dict[tuple[int, ...], _Column]]
"""Families about one board, by their names."""


def _groups(families: Group) -> list[Group]:
    """Return the families, grouped by board: those whose indices are mostly the same."""
    found: list[Group] = []
    for name, own in families.items():
        for group in found:
            there = {index for each in group.values() for index in each}
            common = there & own.keys()
            if () in own or 2 * len(common) <= len(there | own.keys()):
                continue
            both = [*group.values(), own]
            columns = [[each.get(index) for each in both] for index in sorted(there | own.keys())]
            if len(_shared_contents(columns)) <= MAX_CONTENTS and _bits_of(columns) <= MAX_BITS:
                group[name] = own
                break
        else:
            found.append({name: own})
    return sorted(found, key=lambda group: -len({index for each in group.values() for index in each}))


def _shared_contents(columns: Sequence[Sequence[_Column | None]]) -> list[tuple[Any, ...]]:
    """Return the contents of cells, the most frequent first; a missing part has its most frequent label."""
    seen: Counter[tuple[Any, ...]] = Counter()
    usual = _usual(columns)
    for column in columns:
        number, factors = np.zeros(1, np.int64), []
        for each in column:
            if each is not None:
                number = number * len(each.labels) + each.places
                factors.append(len(each.labels))
        for code, count in zip(*np.unique(number, return_counts=True), strict=True):
            labels, rest = [], int(code)
            for place in reversed(range(len(column))):
                each = column[place]
                if each is None:
                    labels.append(usual[place])
                else:
                    labels.append(each.labels[rest % len(each.labels)])
                    rest //= len(each.labels)
            seen[tuple(reversed(labels))] += int(count)
    return sorted(seen, key=lambda labels: (-seen[labels], repr(labels)))


def _bits_of(columns: Sequence[Sequence[_Column | None]]) -> int:
    """Return the number of bits of a state in which the contents of such cells differ."""
    found = 0
    for place in range(len(columns[0])):
        numbers = {number for column in columns if (each := column[place]) is not None for number in each.numbers}
        window = narrowest_window(numbers, 64)
        found += MAX_BITS + 1 if window is None else window[1]
    return found


def _usual(columns: Sequence[Sequence[_Column | None]]) -> list[Any]:
    """Return the most frequent label of each part."""
    found = []
    for place in range(len(columns[0])):
        counts: Counter[Any] = Counter()
        for column in columns:
            each = column[place]
            if each is not None:
                counts.update(dict(zip(each.labels, np.bincount(each.places).tolist(), strict=True)))
        found.append(min(counts, key=lambda label: (-counts[label], repr(label))))
    return found


def _own(contents: Sequence[tuple[Any, ...]], column: Sequence[_Column | None]) -> tuple[tuple[Any, ...], ...]:
    """Return the board's contents restricted to a cell, which may lack a part."""
    return tuple(
        tuple(label for label, each in zip(held, column, strict=True) if each is not None) for held in contents
    )


def _frequent(column: _Column) -> list[Any]:
    """Return the labels of a part, the most frequent first."""
    counts = np.bincount(column.places).tolist()
    return [
        label
        for _, _, label in sorted(
            (-count, repr(label), label) for count, label in zip(counts, column.labels, strict=True)
        )
    ]
