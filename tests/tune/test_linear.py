"""Numbers that know their slopes compute as numbers do, and the slopes are what moving a weight a little shows."""

import math
import operator
import random

import pytest

from plywise.game.weights import Weight
from plywise.tune.flat import list_items
from plywise.tune.linear import Linear
from plywise.tune.slopes import Slopes
from tests.helpers.coins import Coins

SMOOTH = [operator.add, operator.sub, operator.mul, operator.truediv]
STEP = 1e-6


@pytest.mark.parametrize("operation", SMOOTH)
@pytest.mark.parametrize("forms", ["both", "first", "second"])
def test_arithmetic_is_that_of_numbers(operation, forms):
    source = random.Random(1)
    for _ in range(20):
        first, second = source.uniform(1, 9), source.uniform(-9, -1)

        def worked_out(first, second):
            a = Linear(first, {0: 1}) if forms != "second" else first
            b = Linear(second, {1: 1}) if forms != "first" else second
            return operation(a, b)

        found = worked_out(first, second)
        assert found.value == operation(first, second)
        for place, moved in ((0, (first + STEP, second)), (1, (first, second + STEP))):
            if place in found.slopes:
                assert found.slopes[place] == pytest.approx((operation(*moved) - found.value) / STEP, rel=1e-3)


def test_signs_and_comparisons():
    weight = Linear(-4, {2: 1})
    assert (abs(weight).value, abs(weight).slopes, (-weight).slopes, (+weight).slopes) == (4, {2: -1}, {2: -1}, {2: 1})
    assert weight == -4
    assert weight < 0
    assert weight <= -4
    assert 0 > weight >= -4
    assert bool(weight)
    assert not Linear(0, {2: 1})
    assert max(weight, -9) is weight
    assert max(weight, 3) == 3


def test_rounding_keeps_the_slopes():
    weight = 3 * Linear(7, {0: 1})
    assert (weight // 2).value == 10
    assert (weight // 2).slopes == {0: 1.5}
    assert (100 // Linear(7, {0: 1})).value == 14
    for number in (round(weight / 2), round(weight / 2, 1), math.floor(weight / 2), math.ceil(weight / 2)):
        assert number.slopes == {0: 1.5}
    assert [round(weight / 2).value, math.floor(weight / 2).value, math.ceil(weight / 2).value] == [10, 10, 11]


@pytest.mark.parametrize("use", [lambda weight: [1, 2, 3][weight], lambda weight: weight | 1, math.sqrt, range, hash])
def test_what_only_a_number_can_do_is_refused(use):
    with pytest.raises(TypeError):
        use(Linear(1, {0: 1}))


class Odd(Coins):
    """Its evaluation makes something of a weight that no sum is."""

    power = Weight(3, 1, 9)

    def evaluate(self, state):
        return super().evaluate(state) + 10 ** int(self.power) // 1000


class Typed(Coins):
    """Its evaluation is another one for weights that are not plain numbers."""

    def evaluate(self, state):
        return super().evaluate(state) if isinstance(self.lead, int) else 7


@pytest.mark.parametrize("game", [Odd(), Typed()])
def test_where_numbers_with_slopes_do_not_do_weights_are_moved(game):
    state = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    items = list_items(game)
    first, last = game.coins[state.first], game.coins[state.last]
    expected = {"lead": state.lead, "ends 1": state.side * first, "ends 2": state.side * last}
    found = dict(zip(map(str, items), Slopes(game, items).at(state), strict=True))
    assert {name: found[name] for name in expected} == expected
    assert found.get("power", 1) > 0


def test_a_row_of_weights_and_a_single_one():
    game = Coins()
    state, items = game.initial(), list_items(game)
    assert Slopes(game, items).nonzero(state) == {at: by for at, by in enumerate(Slopes(game, items).at(state)) if by}
