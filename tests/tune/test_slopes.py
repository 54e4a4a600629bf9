"""How much each weight adds to what a position is worth."""

import random

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.game.weights import weights_of, with_weights
from plywise.tune.flat import list_items, to_numbers
from plywise.tune.slopes import Slopes
from tests.helpers.coins import Coins


def positions(game, count, seed=1):
    source = random.Random(seed)
    found = []
    while len(found) < count:
        state = game.initial()
        while not game.terminal(state):
            found.append(state)
            state = game.result(state, source.choice(list(game.actions(state))))
    return found[:count]


def test_slopes_are_the_terms_of_the_evaluation():
    game = Coins()
    slopes = Slopes(game, list_items(game))
    for state in positions(game, 50):
        first, last = game.coins[state.first], game.coins[state.last]
        assert slopes.at(state) == [state.lead, state.side * first, state.side * last]
        assert slopes.value(state) == game.evaluate(state)


@pytest.mark.parametrize("name", ["othello:size=6", "breakthrough"])
def test_slopes_say_what_the_evaluation_is_with_any_weights(name):
    game = pw.make(name)
    items = list_items(game)
    slopes, source = Slopes(game, items), random.Random(2)
    other = with_weights(game, {each: _vary(source, value, items, each) for each, value in weights_of(game).items()})
    moves = [
        new - old
        for new, old in zip(to_numbers(items, weights_of(other)), to_numbers(items, weights_of(game)), strict=True)
    ]
    for state in positions(game, 60):
        expected = game.evaluate(state) + sum(by * slope for by, slope in zip(moves, slopes.at(state), strict=True))
        if abs(expected) < game.utility_bounds[1] * 0.8 and abs(game.evaluate(state)) < game.utility_bounds[1] * 0.8:
            assert other.evaluate(state) == pytest.approx(expected, abs=1e-3)


def _vary(source, value, items, name):
    """Return a weight a little changed, within its range."""
    item = next(each for each in items if each.name == name)
    near = [item.fit(each + source.randint(-20, 20)) for each in (value if isinstance(value, tuple) else (value,))]
    return tuple(near) if isinstance(value, tuple) else near[0]


def test_a_weight_at_the_end_of_its_range_is_moved_the_other_way():
    game = with_weights(Coins(), {"lead": 10, "ends": (-10, 10)})
    state = positions(game, 3)[2]
    assert Slopes(game, list_items(game)).at(state) == Slopes(Coins(), list_items(Coins())).at(state)


@pytest.mark.parametrize("value", [None, "1", True, float("nan"), float("inf")])
def test_an_evaluation_that_is_no_number_is_refused(value):
    class Broken(Coins):
        def evaluate(self, state):
            return value

    with pytest.raises(InputError, match=r"Broken: evaluate returns .*, not a number"):
        Slopes(Broken(), list_items(Broken())).at(Broken().initial())
