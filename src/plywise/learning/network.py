"""A small network: the contents of all cells -> hidden units -> one logit, trained by Adam.

Kingma and Ba, "Adam: a method for stochastic optimization", 2014. The images of a unit under the symmetries of the game
are units, too, and share its weights, so that the network has the symmetries as the patterns have them.

Weights and gradients are rounded to a grid, on which float64 represents every sum of a batch exactly. So the order of
additions does not matter, and neither do the threads of NumPy's matrix products.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any

import numpy as np

from plywise.engines.learned.model import ACTIVE, PARTS_OF_A_POINT, POINTS_TO_LOGIT
from plywise.learning.inputs import Inputs
from plywise.learning.symmetries import Found, Symmetry

Array = Any  # numpy.ndarray

BATCH = 512
"""The number of positions of a step."""

EPOCHS, LEAST_SHOWN, MOST_SHOWN = 5, 100_000, 3_000_000
"""How often a position is shown; the minimum and the maximum shown in all."""

RATE = 0.004
"""The learning rate of the first step, which falls to 0 linearly."""

MEAN, SQUARE, TINY = 0.9, 0.999, 1e-8
"""Adam's decay of the means of gradients and of their squares, and its smallest divisor."""

GRID, SLOPES = 2.0**20, 2.0**30
"""The parts of 1 of weights and activations, and of the gradients of sums."""

STEEPEST = 2.0**5
"""The maximum magnitude of a weight."""

SPREAD, LAST = 0.5, 0.2
"""Initial weights: those of a unit give its sums about this deviation; its own in the logit is at most this."""

MAX_WEIGHT = 2**15 - 1


@dataclass(frozen=True)
class Mirror:
    """A symmetry, as it acts on the network.

    sources: for each input of a unit's image, the unit's own input. exchanges: the players change sides
    """

    sources: Array
    exchanges: bool


class Network:
    """Hidden units and their weights.

    count: of units, including images. read: the cells that are inputs

    weights: for each unit that is no image, and each player to move: a row for each content of each cell, one for the
    constant, and one for its weight in the logit; axes as in LearnedModel.hidden
    """

    def __init__(self, inputs: Inputs, found: Found, read: Sequence[int], count: int, seed: int) -> None:
        self.inputs = inputs
        radices = inputs.radices[: len(inputs.cells)]
        self.firsts: Array = np.cumsum([0, *radices])
        self.rows = int(self.firsts[-1])
        self.mirrors = list(self._mirrors(found, radices))
        if not 1 <= len(self.mirrors) <= count:
            self.mirrors = [Mirror(np.arange(self.rows), False)]
        self.own = count // len(self.mirrors)
        own = self.own
        self.is_read: Array = np.zeros(self.rows + 2)
        self.is_read[-2:] = 1
        for cell in read:
            self.is_read[self.firsts[cell] : self.firsts[cell + 1]] = 1
        source = np.random.Generator(np.random.PCG64(seed))
        self.weights: Array = source.uniform(-1, 1, (self.rows + 2, own, 2)) * (SPREAD / len(radices) ** 0.5)
        self.weights[-2] += SPREAD
        self.weights[-1] = source.uniform(-1, 1, (own, 2)) * LAST
        self.weights *= self.is_read[:, None, None]

    def _mirrors(self, found: Found, radices: Sequence[int]) -> Iterator[Mirror]:
        for symmetry in found.symmetries:
            yield Mirror(np.array(list(self._sources(found, symmetry, radices))), symmetry.exchanges)

    def _sources(self, found: Found, symmetry: Symmetry, radices: Sequence[int]) -> Iterator[int]:
        board = found.board
        assert board is not None
        for cell, radix in enumerate(radices):
            inside = board.first <= cell < board.last
            own = board.first + symmetry.cells.index(cell - board.first) if inside else cell
            for content in range(radix):
                yield int(self.firsts[own]) + (symmetry.contents[content] if inside else content)

    # --- with images --------------------------------------------------------------------------------------------------

    def hidden(self, weights: Array) -> Array:
        """Return the weights of all units, images included."""
        return np.concatenate([self._image(weights, each) for each in self.mirrors], axis=1)

    def _image(self, weights: Array, mirror: Mirror) -> Array:
        image = np.concatenate([weights[mirror.sources], weights[-2:]])
        if mirror.exchanges:
            image = image[..., ::-1].copy()
            image[-1] *= -1
        return image

    def _gathered(self, slopes: Array) -> Array:
        """Return the gradient of the weights that the images share, from that of all units."""
        own = self.weights.shape[1]
        found = np.zeros(self.weights.shape)
        for number, mirror in enumerate(self.mirrors):
            part = slopes[:, number * own : (number + 1) * own]
            if mirror.exchanges:
                part = part[..., ::-1].copy()
                part[-1] *= -1
            found[mirror.sources] += part[:-2]
            found[-2:] += part[-2:]
        return found * self.is_read[:, None, None]

    # --- as data ------------------------------------------------------------------------------------------------------

    @property
    def scales(self) -> Array:
        """The parts of 1 in which each row of the weights is stored."""
        found = np.full((self.rows + 2, 1, 1), float(ACTIVE))
        found[-1] = POINTS_TO_LOGIT * PARTS_OF_A_POINT
        return found

    @property
    def points(self) -> Array:
        """The weights as ints of 16 bits."""
        return np.clip(np.rint(self.weights * self.scales), -MAX_WEIGHT, MAX_WEIGHT).astype(np.int16)

    def set_points(self, points: Array) -> None:
        """Set weights returned by `points`."""
        self.weights = points / self.scales

    # --- training -----------------------------------------------------------------------------------------------------

    def fit(self, contents: Array, side: Array, target: Array, logit: Array, seed: int) -> None:
        """Fit the weights to positions. logit: what is added to the network's, for each position"""
        source = np.random.Generator(np.random.PCG64(seed))
        shown = min(max(EPOCHS * len(side), LEAST_SHOWN), MOST_SHOWN)
        steps = -(-shown // BATCH)
        means, squares = np.zeros(self.weights.shape), np.zeros(self.weights.shape)
        order, at = source.permutation(len(side)), 0
        for step in range(steps):
            if at + BATCH > len(order):
                order, at = source.permutation(len(side)), 0
            rows = order[at : at + BATCH]
            at += BATCH
            slope = self._slope(contents[rows], side[rows], target[rows], logit[rows]) / len(rows)
            means += (1 - MEAN) * (slope - means)
            squares += (1 - SQUARE) * (slope * slope - squares)
            rate = RATE * (1 - step / steps) * (1 - SQUARE ** (step + 1)) ** 0.5 / (1 - MEAN ** (step + 1))
            self.weights -= rate * means / (np.sqrt(squares) + TINY)
            np.clip(self.weights, -STEEPEST, STEEPEST, out=self.weights)

    def logits(self, contents: Array, side: Array) -> Array:
        """Return the network's logit for each position."""
        found = np.zeros(len(side))
        hidden = self.hidden(self._on_grid())
        for first in range(0, len(side), 64 * BATCH):
            for mover in (0, 1):
                rows = first + np.flatnonzero(side[first : first + 64 * BATCH] == mover)
                ones = self._ones(contents[rows])
                active = np.clip(ones @ hidden[:-2, :, mover] + hidden[-2, :, mover], 0, 1)
                found[rows] = active @ hidden[-1, :, mover]
        return found

    def _slope(self, contents: Array, side: Array, target: Array, logit: Array) -> Array:
        """Return the gradient of the loss, summed over some positions."""
        hidden = self.hidden(self._on_grid())
        slopes = np.zeros(hidden.shape)
        for mover in (0, 1):
            rows = np.flatnonzero(side == mover)
            ones = self._ones(contents[rows])
            sums = ones @ hidden[:-2, :, mover] + hidden[-2, :, mover]
            active, last = np.clip(sums, 0, 1), hidden[-1, :, mover]
            guess = 1 / (1 + np.exp(-np.clip(active @ last + logit[rows], -30, 30)))
            slope = np.rint((guess - target[rows]) * GRID) / GRID
            below = np.rint(np.outer(slope, last) * ((sums > 0) & (sums < 1)) * SLOPES) / SLOPES
            slopes[:-2, :, mover] = ones.T @ below
            slopes[-2, :, mover] = below.sum(axis=0)
            slopes[-1, :, mover] = slope @ active
        return self._gathered(slopes)

    def _on_grid(self) -> Array:
        return np.rint(self.weights * GRID) / GRID

    def _ones(self, contents: Array) -> Array:
        """Return the inputs of some positions: 1 for the content that each cell has, 0 for the others."""
        found = np.zeros((len(contents), self.rows))
        np.put_along_axis(found, contents + self.firsts[:-1], 1.0, axis=1)
        return found
