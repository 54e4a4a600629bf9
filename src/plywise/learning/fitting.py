"""Fitting: the weights of an evaluation by logistic regression on positions and how their games ended."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, Protocol

import numpy as np

from plywise.engines.learned.model import PARTS_OF_A_POINT, POINTS_TO_LOGIT, LearnedModel, Table
from plywise.learning.inputs import Inputs
from plywise.learning.network import Network
from plywise.learning.patterns import Image, Pattern

Array = Any  # numpy.ndarray

PLACES = 32
"""The binary places of logits and probabilities: see engines/kernel/fitting.py."""

EPOCHS = 2
RATE, FALL = 4.0, 0.5
"""The learning rate for all tables together in the first epoch, and its factor for each next epoch."""

HELD_OUT = 20
"""One position in this many is held out."""

MAX_WEIGHT = 2**15 - 1


class Fitter(Protocol):
    """Fits weights to rows: see engines.native.selective.practice.Practice."""

    def fit(
        self, cells: Array, targets: Array, tables: Array, count: int, rate: float, weights: Array, squares: Array,
        learns: bool = True,
    ) -> float:  # fmt: skip
        """Process the rows once; return the mean loss."""
        ...


@dataclass(frozen=True)
class Positions:
    """Training data, a row for each position.

    contents: of its cells (Inputs.read)
    side: 0 if MAX is to move, 1 if MIN is
    target: the probability that MAX wins
    own: the game's own evaluation, in points
    """

    contents: Array
    side: Array
    target: Array
    own: Array

    def __len__(self) -> int:
        return len(self.side)

    def take(self, rows: Array) -> "Positions":
        """Return some of the rows, in this order."""
        return Positions(self.contents[rows], self.side[rows], self.target[rows], self.own[rows])


class Evaluation:
    """Patterns and their weights, and a network that is added to them.

    weights: for each entry of the patterns, one after another, the logits for MAX to move and for MIN to move, with
    PLACES binary places
    own_scale: the weight of the game's own evaluation
    """

    def __init__(
        self, inputs: Inputs, patterns: Sequence[Pattern], own_scale: float = 0.0, network: Network | None = None
    ) -> None:
        self.inputs, self.patterns, self.own_scale, self.network = inputs, list(patterns), own_scale, network
        self.starts = [0, *np.cumsum([each.entries for each in patterns]).tolist()]
        self.weights: Array = np.zeros((self.starts[-1], 2), np.int64)

    @property
    def points(self) -> Array:
        """The weights as ints of 16 bits: those of tables in parts of a point, then the network's."""
        points = np.rint(self.weights * (POINTS_TO_LOGIT * PARTS_OF_A_POINT / float(1 << PLACES)))
        found = np.clip(points, -MAX_WEIGHT, MAX_WEIGHT).astype(np.int16)
        return found if self.network is None else np.concatenate([found, self.network.points.reshape(-1, 2)])

    def set_points(self, points: Array) -> None:
        """Set weights returned by `points`. Raises ValueError if their number differs."""
        count = len(self.weights)
        if self.network is not None:
            self.network.set_points(points[count:].reshape(self.network.weights.shape))
            points = points[:count]
        if points.shape != self.weights.shape:
            raise ValueError
        self.weights = np.rint(points * (float(1 << PLACES) / (POINTS_TO_LOGIT * PARTS_OF_A_POINT))).astype(np.int64)

    @cached_property
    def images(self) -> list[tuple[int, Image]]:
        """All tables: the number of the pattern, and the image of it."""
        return [(number, image) for number, each in enumerate(self.patterns) for image in each.images]

    @cached_property
    def exchanges(self) -> list[tuple[int, ...]]:
        """The exchanges of contents in images."""
        return sorted({image.contents for _, image in self.images if image.contents is not None})

    def fit(
        self, positions: Positions, held_out: Positions, fitter: Fitter, epochs: int = EPOCHS, seed: int = 0
    ) -> float:
        """Fit the weights, starting from their current values; return the mean loss on held-out positions.

        The network is fitted to what the tables leave.
        """
        squares = np.full(self.weights.shape, 1 << PLACES, np.int64)
        tables, rate = self._described(), RATE / len(self.images)
        given = self._rows(positions)
        for _ in range(epochs):
            fitter.fit(*given, tables, len(self.images), rate, self.weights, squares)
            rate *= FALL
        if self.network is not None:
            logits = self._logits(given, positions.side)
            self.network.fit(positions.contents, positions.side, positions.target, logits, seed)
        return self.loss(held_out, fitter)

    def loss(self, positions: Positions, fitter: Fitter) -> float:
        """Return the mean loss on positions."""
        given, squares = self._rows(positions), np.ones(1, np.int64)
        if self.network is not None:
            added = self.network.logits(positions.contents, positions.side) * float(1 << PLACES)
            given[1][:, 1] += added.astype(np.int64)
        return fitter.fit(*given, self._described(), len(self.images), 0.0, self.weights, squares, learns=False)

    def _rows(self, positions: Positions) -> tuple[Array, Array]:
        """Return the columns of the positions, and their targets, in the kernel's format."""
        contents, columns = positions.contents, [positions.contents, self.inputs.counts(positions.contents)]
        for exchange in self.exchanges:
            board = self.inputs.boards[0]
            columns.append(np.array(exchange, np.int8)[contents[:, board.first : board.last]])
        cells = np.concatenate([*columns, positions.side.reshape(-1, 1).astype(np.int8)], axis=1)
        logits = positions.own * (self.own_scale / POINTS_TO_LOGIT)
        targets = np.stack([positions.target, logits], axis=1) * float(1 << PLACES)
        return np.ascontiguousarray(cells), np.ascontiguousarray(targets.astype(np.int64))

    def _logits(self, given: tuple[Array, Array], side: Array) -> Array:
        """Return the logits of the tables and of the game's own evaluation. given: as `_rows` returns it"""
        cells, targets = given
        total = targets[:, 1].copy()
        for number, image in self.images:
            entry = np.full(len(cells), self.starts[number])
            for column, stride in zip(self._columns(image), self.patterns[number].strides, strict=True):
                entry += cells[:, column].astype(np.int64) * stride
            total += (-1 if image.exchanges else 1) * self.weights[entry, side ^ image.exchanges]
        return total / float(1 << PLACES)

    def _columns(self, image: Image) -> tuple[int, ...]:
        """Return the columns that an image reads: those of exchanged contents follow all others."""
        if image.contents is None:
            return image.columns
        board = self.inputs.boards[0]
        first = len(self.inputs.radices) + self.exchanges.index(image.contents) * board.cells
        return tuple(first + each - board.first if board.first <= each < board.last else each for each in image.columns)

    def _described(self) -> Array:
        """Return the tables in the kernel's format: see engines/kernel/fitting.py."""
        count, ends, body = len(self.images), list[int](), list[int]()
        for number, image in self.images:
            body += [self.starts[number], -1 if image.exchanges else 1, int(image.exchanges)]
            for column, stride in zip(self._columns(image), self.patterns[number].strides, strict=True):
                body += [column, stride]
            ends.append(count + len(body))
        return np.array([*ends, *body], np.int64)

    # --- as the search has it -----------------------------------------------------------------------------------------

    def model(self, name: str = "") -> LearnedModel:
        """Return the evaluation in the search's format: tables that share weights if they read the same."""
        points = self.points[: len(self.weights)]
        tables, entries = list[Table](), [points]
        at = len(points)
        known: dict[object, int] = {}
        for number, image in self.images:
            pattern = self.patterns[number]
            first = self.starts[number]
            if image.exchanges or image.contents is not None:
                key = number, image.contents, image.exchanges, tuple(self._is_on_board(image))
                if key not in known:
                    own = points[self.starts[number] : self.starts[number + 1]]
                    known[key] = at
                    entries.append(self._exchanged(own, pattern, image))
                    at += len(own)
                first = known[key]
            tables.append(Table(image.columns, pattern.strides, first))
        counted = [(board.first, board.last) for board in self.inputs.counted]
        hidden = None if self.network is None else self.network.hidden(self.network.points)
        return LearnedModel(self.inputs.cells, counted, tables, np.concatenate(entries), self.own_scale, name, hidden)

    def _is_on_board(self, image: Image) -> Iterator[bool]:
        for each in image.columns:
            yield bool(self.inputs.boards) and self.inputs.boards[0].first <= each < self.inputs.boards[0].last

    def _exchanged(self, own: Array, pattern: Pattern, image: Image) -> Array:
        """Return the table of an image indexed by its cells' contents before any exchange."""
        found = own.reshape(*pattern.radices, 2)
        for place, (radix, inside) in enumerate(zip(pattern.radices, self._is_on_board(image), strict=True)):
            if inside and image.contents is not None:
                found = np.take(found, [image.contents[content] for content in range(radix)], axis=place)
        if image.exchanges:
            found = -found[..., ::-1]
        return found.reshape(-1, 2)
