"""The network: its gradient, its images under symmetries, and what it learns that single cells cannot."""

import math

import numpy as np
import pytest

import plywise as pw
from plywise.learning.fitting import Evaluation, Positions
from plywise.learning.models import KINDS, evaluation_of
from plywise.learning.network import Network
from plywise.learning.patterns import find_patterns
from plywise.learning.symmetries import Found, find_symmetries, side_cells
from tests.helpers.learned_models import columns_of, inputs_of, plain_sum, practice_of

KIND = {each.name: each for each in KINDS}


@pytest.fixture(scope="module", params=["hex:size=3", "mnk", "othello"])
def known(request):
    """Return a game's Practice, inputs, positions, symmetries and patterns."""
    game = pw.make(request.param)
    inputs, rows = inputs_of(game)
    practice = practice_of(game)
    some = np.linspace(0, len(rows.words) - 1, 60).astype(int)
    found = find_symmetries(inputs, rows.words[some], rows.mover[some], practice)
    return practice, inputs, rows, found, find_patterns(inputs, found, 1, side_cells(inputs, rows.words, rows.mover))


def sample(inputs, rows, count):
    """Return contents, player to move, targets and logits of some positions."""
    source = np.random.default_rng(5)
    contents = inputs.read(rows.words[:count])
    return contents, (rows.mover[:count] < 0).astype(np.int8), source.random(count), source.normal(size=count)


def loss_of(network, contents, side, target, logit):
    total = network.logits(contents, side) + logit
    return float(np.sum(np.logaddexp(0, total) - target * total))


def test_the_gradient_is_that_of_the_loss(known):
    _, inputs, rows, found, _ = known
    network = Network(inputs, found, range(len(inputs.cells)), 32, 3)
    given = sample(inputs, rows, 200)
    slope = network._slope(*given)
    source = np.random.default_rng(6)
    places = [tuple(each) for each in np.argwhere(np.abs(slope) > 0.02)]
    assert len(places) > 50
    for place in [places[number] for number in source.integers(0, len(places), 12)]:
        step, before = 2.0**-12, network.weights[place]
        losses = []
        for sign in (-1, 1):
            network.weights[place] = before + sign * step
            losses.append(loss_of(network, *given))
        network.weights[place] = before
        assert (losses[1] - losses[0]) / (2 * step) == pytest.approx(slope[place], rel=0.05, abs=0.02), place


def test_the_gradient_is_the_same_to_the_bit_in_any_order(known):
    _, inputs, rows, found, _ = known
    network = Network(inputs, found, range(len(inputs.cells)), 32, 3)
    given = sample(inputs, rows, 500)
    slope = network._slope(*given)
    for seed in range(5):
        order = np.random.default_rng(seed).permutation(len(given[0]))
        assert (network._slope(*(each[order] for each in given)) == slope).all()
    halves = [network._slope(*(each[part] for each in given)) for part in (slice(0, 250), slice(250, 500))]
    assert (halves[0] + halves[1] == slope).all()


def test_an_image_has_the_same_value_or_the_opposite(known):
    _, inputs, rows, found, _ = known
    network = Network(inputs, found, range(inputs.boards[0].first, inputs.boards[0].last), 64, 3)
    contents, side, *_ = sample(inputs, rows, 300)
    values, board = network.logits(contents, side), inputs.boards[0]
    assert len(found.symmetries) > 1
    assert np.abs(values).max() > 0.05
    for symmetry in found.symmetries:
        image = contents.copy()
        own = contents[:, board.first : board.last]
        image[:, board.first : board.last] = np.array(symmetry.contents)[own][:, symmetry.cells]
        sign = -1 if symmetry.exchanges else 1
        assert network.logits(image, side ^ symmetry.exchanges) == pytest.approx(sign * values, abs=1e-12)


def test_units_share_weights_only_with_their_images(known):
    _, inputs, _, found, _ = known
    for count in (1, 16, 32, 64):
        network = Network(inputs, found, range(len(inputs.cells)), count, 3)
        own = max(1, count // len(found.symmetries)) if len(found.symmetries) <= count else count
        assert network.weights.shape[1] == own
        hidden = network.hidden(network.weights)
        assert hidden.shape[1] <= count
        assert len(np.unique(hidden.reshape(len(hidden), -1), axis=1).T) > own


def test_cells_that_are_no_inputs_have_no_weights(known):
    _, inputs, rows, found, _ = known
    network = Network(inputs, found, [1], 16, 3)
    contents, side, target, logit = sample(inputs, rows, 300)
    network.fit(contents, side, target, logit, 1)
    first, last = network.firsts[1], network.firsts[2]
    assert network.weights[first:last].any()
    assert not network.weights[:first].any()
    assert not network.weights[last:-2].any()


def test_weights_are_the_same_after_they_were_read(known):
    _, inputs, _, found, patterns = known
    made = [evaluation_of(KIND["network"], inputs, found, patterns, 0.0, seed) for seed in (1, 2)]
    points = made[0].points
    made[1].set_points(points)
    assert (made[1].points == points).all()
    assert (made[1].model().hidden == made[0].model().hidden).all()
    with pytest.raises(ValueError):  # noqa: PT011 - it says no more
        made[0].set_points(points[1:])


def test_the_search_gets_the_network_that_was_fitted(known):
    practice, inputs, rows, found, patterns = known
    evaluation = evaluation_of(KIND["network"], inputs, found, patterns, 0.0, 1)
    given = inputs.read(rows.words), (rows.mover < 0).astype(np.int8), (rows.result + 1) / 2, rows.own * 0.0
    positions = Positions(*given)
    before = evaluation.loss(positions, practice)
    after = evaluation.fit(positions, positions, practice, seed=4)
    tables = Evaluation(inputs, evaluation.patterns)
    tables.weights = evaluation.weights
    assert after < min(before, tables.loss(positions, practice)) - 0.01
    model, columns = evaluation.model(), columns_of(inputs, rows.words)
    logits = evaluation._logits(evaluation._rows(positions), positions.side) + evaluation.network.logits(*given[:2])
    assert model.units in (16, 32)
    for number in range(0, len(rows.words), 40):
        estimate = plain_sum(model, columns[number], int(rows.mover[number]))
        assert estimate == pytest.approx(100 * logits[number], abs=6), "rounding of all weights"


def test_it_learns_what_single_cells_cannot():
    inputs, _ = inputs_of(pw.make("hex:size=3"))
    practice, board = practice_of(pw.make("hex:size=3")), inputs.boards[0]
    source = np.random.default_rng(1)
    contents = np.zeros((20_000, len(inputs.cells)), np.int8)
    contents[:, board.first : board.last] = source.integers(0, 3, (20_000, board.cells))
    target = np.where((contents[:, 0] == 1) ^ (contents[:, 4] == 1), 0.95, 0.05)
    positions = Positions(contents, np.zeros(20_000, np.int8), target, np.zeros(20_000))
    losses = {}
    for name in ("cells", "network"):
        evaluation = evaluation_of(
            KIND[name], inputs, Found(None, (), ()), find_patterns(inputs, Found(None, (), ()), 1), 0.0, 1
        )
        losses[name] = evaluation.fit(positions, positions, practice, seed=2)
    least = -(0.95 * math.log(0.95) + 0.05 * math.log(0.05))
    assert losses["cells"] > least + 0.3
    assert losses["network"] < losses["cells"] - 0.2
