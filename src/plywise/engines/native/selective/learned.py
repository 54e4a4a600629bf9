"""A learned evaluation as the array that the kernel reads: see kernel/selective/learned.py."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plywise.engines.kernel.selective import learned as place
from plywise.engines.kernel.selective.memory import MAX_CELLS, MAX_TABLES, MAX_UNITS, MAX_WORDS
from plywise.engines.learned.model import Cell, LearnedModel, Part
from plywise.engines.learned.positions import WIDEST, Leaf, narrowest_window
from plywise.errors import InputError

Array = Any  # numpy.ndarray of int32

NO_MODEL: Array = np.zeros(1, np.int64)
"""The model passed to the kernel if nothing was learned."""

MAX_CODE_BITS = 12
"""Bits of a cell."""


class Window:
    """The bits of a state's words that distinguish the contents of a part.

    narrow: only as many as the known contents need; otherwise all bits of a part that has few

    Raises InputError if there are none, or too many.
    """

    def __init__(
        self, part: Part, labels: Sequence[Any], leaves: dict[tuple[str, tuple[int, ...]], Leaf], narrow: bool = False
    ) -> None:
        leaf = leaves.get((part.path, part.place))
        if leaf is None:
            raise InputError("the state does not have the parts that the evaluation reads")
        self.word = leaf.word
        if part.bit is not None:
            if part.bit >= leaf.width:
                raise InputError("the state does not have the parts that the evaluation reads")
            self.shift, self.width = leaf.shift + part.bit, 1
            self.codes = {label: int(label) for label in labels if label in (0, 1)}
            return
        raw = {label: _raw(leaf, label) for label in labels}
        known = {label: each for label, each in raw.items() if each is not None}
        found = narrowest_window(set(known.values()), leaf.width)
        if found is None:
            raise InputError("the state does not have the parts that the evaluation reads")
        self.shift, self.width = found if narrow or leaf.width > WIDEST else (0, leaf.width)
        mask = (1 << self.width) - 1
        self.codes = {label: each >> self.shift & mask for label, each in known.items()}
        self.shift += leaf.shift


def _raw(leaf: Leaf, label: Any) -> int | None:
    """Return the bits of a leaf with the value of a label; None if it cannot have that value."""
    if leaf.labels is None:
        return int(label) & (1 << leaf.width) - 1 if isinstance(label, (int, float)) else None
    try:
        return int(leaf.labels.index(label))
    except (ValueError, TypeError):
        return None


def model_array(model: LearnedModel, leaves: Sequence[Leaf], words: int) -> Array:
    """Return the array for states of this many words. Raises InputError if the model does not fit the game."""
    known = {(leaf.path, leaf.place): leaf for leaf in leaves}
    counts = _counts(model)
    cells = len(model.cells) + sum(counts.values())
    if cells > MAX_CELLS or len(model.tables) > MAX_TABLES or words > MAX_WORDS or model.units > MAX_UNITS:
        raise InputError("the learned evaluation has too many parts")
    builder = _Builder(cells, len(model.tables), words)
    for number, cell in enumerate(model.cells):
        builder.add_cell(number, cell, known)
    first = len(model.cells)
    for (begin, end), count in counts.items():
        builder.counts[begin:end] = first
        builder.contents[first] = end - begin  # all of them have the first content
        for number in builder.contents[begin:end].tolist():
            builder.contents[first] -= 1
            builder.contents[first + number] += 1
        first += count
    return builder.build(model)


def _counts(model: LearnedModel) -> dict[tuple[int, int], int]:
    """Return how many cells count the contents of each board."""
    return {(begin, end): len(model.cells[begin].contents) for begin, end in model.counted}


class _Builder:
    """The parts of the array as they are found."""

    def __init__(self, cells: int, tables: int, words: int) -> None:
        self.bits = np.full(64 * words, -1, np.int64)
        self.parts: list[list[int]] = [[] for _ in range(cells)]
        self.codes: list[Array] = [np.zeros(1, np.int64) for _ in range(cells)]
        self.counts = np.full(cells, -1, np.int64)
        self.contents = np.zeros(cells, np.int64)
        self.lists: list[list[int]] = [[] for _ in range(cells)]

    def add_cell(self, number: int, cell: Cell, leaves: dict[tuple[str, tuple[int, ...]], Leaf]) -> None:
        """Find where a cell is."""
        labels = [sorted({each[place] for each in cell.contents}, key=repr) for place in range(len(cell.parts))]
        parts = list(zip(cell.parts, labels, strict=True))
        windows = [Window(part, own, leaves) for part, own in parts]
        if sum(window.width for window in windows) > MAX_CODE_BITS:
            windows = [Window(part, own, leaves, narrow=True) for part, own in parts]
        shift = 0
        ups = []
        for window in windows:
            self.parts[number] += [window.word, window.shift, (1 << window.width) - 1, shift]
            begin = 64 * window.word + window.shift
            self.bits[begin : begin + window.width] = number
            ups.append(shift)
            shift += window.width
        if shift > MAX_CODE_BITS:
            raise InputError("the state does not have the parts that the evaluation reads")
        codes = np.zeros(1 << shift, np.int64)
        for content, labels in reversed(list(enumerate(cell.contents))):
            held = [window.codes.get(label) for window, label in zip(windows, labels, strict=True)]
            if all(each is not None for each in held):
                codes[sum(each << up for each, up in zip(held, ups, strict=True) if each is not None)] = content
        self.codes[number], self.contents[number] = codes, codes[0]

    def build(self, model: LearnedModel) -> Array:
        """Return the array."""
        for number, table in enumerate(model.tables):
            for cell, stride in zip(table.cells, table.strides, strict=True):
                self.lists[cell] += [number, stride]
        sections: dict[int, Array] = {place.BITS: self.bits}
        at = place.HEADER + len(self.bits)

        def listed(lists: Sequence[Any], ends: bool) -> Array:
            """Return where each list begins, and then the lists; ends: and where the last one ends."""
            nonlocal at
            heads, body = [], at + len(lists) + ends
            for each in lists:
                heads.append(body)
                body += len(each)
            found = np.concatenate(
                [np.array(heads + [body] * ends, np.int64), *(np.array(each, np.int64) for each in lists)]
            )
            at += len(found)
            return found

        sections[place.PARTS] = listed(self.parts, True)
        sections[place.CODES] = listed(self.codes, False)
        sections[place.LISTS] = listed(self.lists, True)
        rows, hidden = self._hidden(model, at + 3 * len(self.counts) + len(model.tables))
        entries = at + 3 * len(self.counts) + len(model.tables) + len(hidden)
        starts = [
            entries
            + table.first
            + sum(int(self.contents[cell]) * stride for cell, stride in zip(table.cells, table.strides, strict=True))
            for table in model.tables
        ]
        sections |= {place.COUNTS: self.counts, place.FIRST: self.contents, place.STARTS: np.array(starts, np.int64)}
        sections |= {place.ROWS: rows, place.HIDDEN: hidden}
        header = np.zeros(place.HEADER, np.int64)
        header[[place.CELLS, place.TABLES, place.UNITS]] = len(self.counts), len(model.tables), model.units
        header[place.OWN_SCALE] = round(model.own_scale * (1 << place.OWN_BITS))
        begin = place.HEADER
        for name, section in sections.items():
            header[name] = begin
            begin += len(section)
        assert begin == entries
        header[place.OUTPUT] = entries - model.units
        return np.concatenate([header, *sections.values(), _packed(model.entries)]).astype(np.int64)

    def _hidden(self, model: LearnedModel, at: int) -> tuple[Array, Array]:
        """Return where each cell's weights begin, and the hidden units at this place: sums, then weights."""
        firsts = np.cumsum([1, *(len(cell.contents) for cell in model.cells)])[:-1]
        rows = np.resize(at + firsts * model.units, len(self.counts))
        if model.hidden is None:
            return rows, np.zeros(0, np.int64)
        weights = _packed(model.hidden)
        sums = weights[-2] + weights[firsts - 1 + self.contents[: len(firsts)]].sum(axis=0)
        return rows, np.concatenate([sums, *weights[:-2], weights[-1]])


def _packed(weights: Array) -> Array:
    return (weights[..., 1].astype(np.int64) << 32) + weights[..., 0]


__all__ = ["NO_MODEL", "Window", "model_array"]
