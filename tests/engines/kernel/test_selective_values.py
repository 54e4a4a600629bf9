"""Values of the search for play: what a game's bounds say, as points."""

from itertools import product
from types import SimpleNamespace

import pytest

from plywise.engines.kernel.selective.ordering import loses
from plywise.engines.kernel.selective.values import MAX_POINTS, SCALE_BITS, WIN, end_points, outcome_points
from plywise.game import FAR, outcome


def config(unit):
    scale = round(100 / unit * 2**SCALE_BITS)
    return SimpleNamespace(unit=unit, utility_scale=scale)


@pytest.mark.parametrize(("unit", "bound"), [(1, 1), (45.5, 10_000), (5, 64), (0.03, 0)])
def test_an_outcome_is_worth_what_the_end_will_be_worth_when_it_is_reached(unit, bound):
    given = config(unit)
    for utility, plies, ply in product((-64, -10, -1, 0, 1, 10, 63, 64), (0, 1, 5, 40), (0, 3)):
        at_the_end = end_points(None, given, bound, utility, ply + plies)
        assert abs(outcome_points(given, bound, outcome(utility, plies), ply) - at_the_end) <= 1, (utility, plies, ply)


def test_sooner_wins_and_later_losses_are_better_and_nothing_known_is_beyond_all():
    given = config(1)
    known = [-FAR, outcome(-1, 2), outcome(-1, 8), 0, outcome(1, 9), outcome(1, 3), FAR]
    points = [outcome_points(given, 1, each, 4) for each in known]
    assert points == sorted(points)
    assert points[0] == -points[-1] < -WIN
    assert points[-2] == WIN - 4 - 3
    assert outcome_points(config(0.001), 0, outcome(900, 3), 0) == MAX_POINTS


@pytest.mark.parametrize("unit", [1, 50, 0.5])
def test_what_an_exchange_loses_is_counted_in_points(unit):
    game = SimpleNamespace(exchange_value=lambda state, action: action)
    task = SimpleNamespace(game=game, config=SimpleNamespace(unit=unit, exchanges=True))
    assert loses(task, None, -2 * unit, -199)
    assert not loses(task, None, -2 * unit, -200)
