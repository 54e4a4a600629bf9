"""Fitting: the kernel's sums are those of plain Python, the loss falls, and planted weights are found again."""

import math
import random

import numpy as np
import pytest

import plywise as pw
from plywise.learning.fitting import EPOCHS, FALL, PLACES, RATE, Evaluation, Positions
from plywise.learning.patterns import find_patterns
from plywise.learning.symmetries import Found, find_symmetries, side_cells
from tests.helpers.learned_models import columns_of, inputs_of, plain_sum, practice_of

UNIT = 1 << PLACES


class Plain:
    """The same evaluation and the same fit, written down once more: a weight for each entry and player to move."""

    def __init__(self, evaluation, weights):
        self.evaluation, self.weights = evaluation, weights.copy()
        self.squares = np.full(weights.shape, UNIT, np.int64)
        board = evaluation.inputs.boards[0]
        self.board = range(board.first, board.last)

    def entries(self, columns, side):
        """Yield the place and the sign of each weight that counts for a position."""
        start, starts = 0, []
        for pattern in self.evaluation.patterns:
            starts.append(start)
            start += pattern.entries
        for start, pattern in zip(starts, self.evaluation.patterns, strict=True):
            for image in pattern.images:
                entry = 0
                for radix, column in zip(pattern.radices, image.columns, strict=True):
                    content = int(columns[column])
                    if image.contents is not None and column in self.board:
                        content = image.contents[content]
                    entry = entry * radix + content
                yield (start + entry, side ^ image.exchanges), -1 if image.exchanges else 1

    def logit(self, columns, side, own=0):
        return own + sum(sign * int(self.weights[place]) for place, sign in self.entries(columns, side))

    def learn(self, columns, side, target, own, rate):
        guess = 1.0 / (1.0 + math.exp(-(self.logit(columns, side, own) / UNIT)))
        slope = guess - target / UNIT
        if slope * slope <= 1e-9:
            return
        square, step = int(slope * slope * UNIT), slope * rate * UNIT
        for place, sign in self.entries(columns, side):
            self.squares[place] += square
            self.weights[place] -= sign * int(step / math.sqrt(int(self.squares[place]) / UNIT))


@pytest.fixture(scope="module", params=["hex:size=3", "mnk", "othello"])
def known(request):
    """Return a game's inputs, positions and symmetric patterns."""
    game = pw.make(request.param)
    inputs, rows = inputs_of(game)
    practice = practice_of(game)
    some = np.linspace(0, len(rows.words) - 1, 60).astype(int)
    found = find_symmetries(inputs, rows.words[some], rows.mover[some], practice)
    patterns = find_patterns(inputs, found, 1, side_cells(inputs, rows.words, rows.mover))
    return practice, inputs, rows, patterns


def positions_of(inputs, rows, count, own=0.0):
    """Return what is learned from the first of some rows."""
    source = np.random.default_rng(5)
    return Positions(
        inputs.read(rows.words[:count]),
        (rows.mover[:count] < 0).astype(np.int8),
        source.random(count),
        own * source.integers(-300, 300, count).astype(float),
    )


@pytest.mark.slow_with("mnk-0.0", "mnk-0.75")
@pytest.mark.parametrize("own_scale", [0.0, 0.75])
def test_the_kernel_finds_the_weights_of_plain_python(known, own_scale):
    practice, inputs, rows, patterns = known
    evaluation = Evaluation(inputs, [*patterns[:3], *patterns[-3:]], own_scale)
    positions = positions_of(inputs, rows, 60, own=1.0)
    plain = Plain(evaluation, evaluation.weights)
    evaluation.fit(positions, positions, practice)
    columns = columns_of(inputs, rows.words[:60])
    rate = RATE / len(evaluation.images)
    for _ in range(EPOCHS):
        for row, side, target, own in zip(columns, positions.side, positions.target, positions.own, strict=True):
            plain.learn(
                row, int(side), int(target * UNIT), int(own * (own_scale / 100) * float(UNIT)), round(rate * 1e6) / 1e6
            )
        rate *= FALL
    assert np.abs(plain.weights).max() > UNIT // 100
    assert (plain.weights == evaluation.weights).all()


def test_the_tables_of_the_search_are_the_weights_that_were_fitted(known):
    _, inputs, rows, patterns = known
    evaluation = Evaluation(inputs, patterns)
    source = np.random.default_rng(1)
    evaluation.set_points(source.integers(-3000, 3000, evaluation.weights.shape).astype(np.int16))
    points = evaluation.points.copy()
    plain, model = Plain(evaluation, points), evaluation.model()
    for row, mover in zip(columns_of(inputs, rows.words[:200]), rows.mover[:200], strict=True):
        assert plain_sum(model, row, int(mover)) == plain.logit(row, int(mover < 0)) // 16


def test_weights_are_the_same_after_they_were_read(known):
    _, inputs, _, patterns = known
    evaluation, again = Evaluation(inputs, patterns), Evaluation(inputs, patterns)
    points = np.random.default_rng(2).integers(-(2**15) + 1, 2**15, evaluation.weights.shape).astype(np.int16)
    evaluation.set_points(points)
    assert (evaluation.points == points).all()
    again.set_points(evaluation.points)
    assert (again.weights == evaluation.weights).all()
    with pytest.raises(ValueError):  # noqa: PT011 - it says no more
        evaluation.set_points(points[1:])


def test_weights_stop_at_what_the_file_can_hold(known):
    _, inputs, _, patterns = known
    evaluation = Evaluation(inputs, patterns[:1])
    evaluation.weights[:] = 2**50
    assert set(evaluation.points.ravel().tolist()) == {2**15 - 1}
    evaluation.weights[:] = -(2**50)
    assert set(evaluation.points.ravel().tolist()) == {-(2**15) + 1}


def test_the_loss_falls_and_is_that_of_plain_python(known):
    practice, inputs, rows, patterns = known
    evaluation = Evaluation(inputs, patterns)
    positions = Positions(
        inputs.read(rows.words), (rows.mover < 0).astype(np.int8), (rows.result + 1) / 2, rows.own * 0.0
    )
    before = evaluation.loss(positions, practice)
    assert before == pytest.approx(math.log(2), abs=1e-4)
    evaluation.fit(positions, positions, practice)
    after = evaluation.loss(positions, practice)
    assert after < before - 0.02
    plain, columns = Plain(evaluation, evaluation.weights), columns_of(inputs, rows.words)
    total = 0.0
    for row, side, target in zip(columns[:300], positions.side, positions.target, strict=False):
        logit = max(-30, min(30, plain.logit(row, int(side)) / UNIT))
        total += math.log1p(math.exp(-logit)) + (1 - target) * logit
    held = positions.take(np.arange(300))
    assert evaluation.loss(held, practice) == pytest.approx(total / 300, abs=1e-3)


def test_planted_weights_are_found_again():
    game = pw.make("hex:size=3")
    practice = practice_of(game)
    inputs, _ = inputs_of(game)
    patterns = find_patterns(inputs, Found(None, (), ()), 1)[:9]
    assert all(len(each.radices) == 1 for each in patterns)
    source = random.Random(3)
    planted = Evaluation(inputs, patterns)
    planted.set_points(np.array([[source.randint(-2000, 2000)] * 2 for _ in planted.weights], np.int16))
    board = inputs.boards[0].cells
    contents = np.zeros((6_000, len(inputs.cells)), np.int8)
    contents[:, :board] = np.random.default_rng(4).integers(0, 3, (6_000, board))
    plain = Plain(planted, planted.weights)
    columns = np.concatenate([contents, inputs.counts(contents)], axis=1)
    logits = np.array([plain.logit(row, 0) for row in columns]) / UNIT
    positions = Positions(contents, np.zeros(6_000, np.int8), 1 / (1 + np.exp(-logits)), np.zeros(6_000))
    found = Evaluation(inputs, patterns)
    found.fit(positions, positions, practice, epochs=12)
    plain.weights = found.weights
    again = np.array([plain.logit(row, 0) for row in columns[:500]]) / UNIT
    assert np.abs(again - logits[:500]).mean() < 0.1
