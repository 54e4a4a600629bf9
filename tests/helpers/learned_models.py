"""Learned evaluations with weights drawn by lot, and what they say in plain Python."""

import random

import numpy as np

from plywise.engines.compiled import engine_for
from plywise.engines.learned.model import ACTIVE, PARTS_OF_A_POINT, LearnedModel, Table
from plywise.engines.native.selective.practice import Practice
from plywise.game import hashable_start
from plywise.learning.inputs import find_inputs

LONGEST_TABLE = 4096
MOST_POINTS = 50_000


def practice_of(game):
    """Return a game's Practice."""
    start = hashable_start(game, None)
    return Practice(engine_for(game, start), start)


def inputs_of(game, seed=1, games=60):
    """Return the inputs that some games show, and the positions."""
    practice = practice_of(game)
    rows = practice.play_random(seed, games, 300, 1, 3000)
    return find_inputs(practice.leaves, rows.words), rows


def random_model(inputs, seed, tables=40, own_scale=0.0, limit=2**15, units=0):
    """Return a model of these inputs: tables of one to five cells or counts, weights of all sizes."""
    source = random.Random(seed)
    radices, found, size = inputs.radices, [], 0
    for _ in range(tables):
        cells = source.sample(range(len(radices)), min(len(radices), source.randint(1, 5)))
        strides, entries = [], 1
        for cell in cells:
            strides.append(entries)
            entries *= radices[cell]
        if entries <= LONGEST_TABLE:
            found.append(Table(tuple(cells), tuple(strides), size))
            size += entries
    if source.random() < 0.5 and found:  # several tables may share their entries
        found.append(found[-1])
    weights = np.random.default_rng(seed).integers(-limit, limit, (size, 2)).astype(np.int16)
    counted = [(board.first, board.last) for board in inputs.counted]
    hidden = None if units == 0 else random_hidden(inputs, np.random.default_rng(seed + 1), units, limit)
    return LearnedModel(inputs.cells, counted, found, weights, own_scale, "made by lot", hidden)


def random_hidden(inputs, source, units, limit):
    """Return weights of hidden units: half of them of all sizes, half so small that they are between 0 and 1."""
    rows = sum(inputs.radices[: len(inputs.cells)]) + 2
    hidden = source.integers(-limit, limit, (rows, units, 2)).astype(np.int16)
    hidden[:-1, : units // 2] //= max(1, limit // 200)
    return hidden


def columns_of(inputs, words):
    """Return what cells and counts hold in each state."""
    contents = inputs.read(words)
    return np.concatenate([contents, inputs.counts(contents)], axis=1)


def plain_sum(model, columns, mover):
    """Return the estimate of one state by its columns, for MAX, in points: the learned part alone."""
    return plain_total(model, columns, mover) // PARTS_OF_A_POINT


def plain_total(model, columns, mover):
    """Return the same in parts of a point."""
    total = 0
    for table in model.tables:
        entry = table.first + sum(
            int(columns[cell]) * far for cell, far in zip(table.cells, table.strides, strict=True)
        )
        total += int(model.entries[entry][0 if mover > 0 else 1])
    return total + (plain_network(model, columns, mover) // ACTIVE if model.units else 0)


def plain_network(model, columns, mover):
    """Return the sum of the hidden units' activations times their weights, by NumPy."""
    weights = model.hidden[..., 0 if mover > 0 else 1].astype(np.int64)
    firsts = np.cumsum([0, *(len(cell.contents) for cell in model.cells)])[:-1]
    sums = weights[-2] + weights[firsts + columns[: len(firsts)]].sum(axis=0)
    return int(np.clip(sums, 0, ACTIVE) @ weights[-1])


def plain_points(model, columns, mover, own=0):
    """Return the estimate with the game's own evaluation, both in points."""
    total = (own * round(model.own_scale * 256) >> 8) + plain_sum(model, columns, mover)
    return max(-MOST_POINTS, min(MOST_POINTS, total))
