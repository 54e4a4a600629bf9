"""The regression finds weights that are known, and says honestly whether it found anything."""

from array import array

import numpy as np
import pytest

from plywise.errors import InputError
from plywise.tune.fitting import PRIORS, SHARES, Trust, find_trust, fit
from plywise.tune.flat import Item, list_items, to_numbers, to_weights
from plywise.tune.practice import Practice, Sample
from tests.helpers.coins import Coins
from tests.helpers.stones import Stones

ITEMS = [
    Item("corner", None, 20, 0, 200, True),
    Item("move", 0, 5, -50, 50, True),
    Item("move", 1, 5, -50, 50, True),
    Item("noise", None, 0.0, -50, 50, False),
]
TRUE = np.array([120.0, 30.0, -20.0, 0.0])
SCALE = 40.0


def sample_of(value: float, slopes) -> Sample:
    """Return a position with a slope for each weight."""
    return Sample(value, array("q", range(len(slopes))), array("d", slopes))


def practice(seed: int, games: int, true: np.ndarray = TRUE) -> list[Practice]:
    """Return games of which nothing but the true weights decides who wins."""
    source = np.random.default_rng(seed)
    found = []
    for _ in range(games):
        slopes = source.normal(0, 1, size=len(ITEMS))
        wins = source.random() < 1 / (1 + np.exp(-(slopes @ true) / SCALE))
        value = float(slopes @ [each.value for each in ITEMS])
        found.append(Practice(float(wins), (sample_of(value, slopes),)))
    return found


def test_known_weights_are_found_up_to_scale():
    found = fit(ITEMS, practice(1, 6000))
    numbers = np.array(to_numbers(ITEMS, found.weights))
    assert numbers / found.scale == pytest.approx(TRUE / SCALE, abs=0.25)
    assert found.after < found.before - 0.05
    assert found.certain_by > 4
    assert found.positions + found.held_out == 6000


def test_weights_that_are_right_stay_and_nothing_is_claimed():
    right = np.array([float(each.value) for each in ITEMS])
    found = fit(ITEMS, practice(2, 4000, 4 * right))
    assert abs(found.before - found.after) < 0.01
    assert abs(found.certain_by) < 3
    assert found.weights["corner"] == pytest.approx(20, abs=8)


def test_weights_that_are_upside_down_are_turned():
    upside_down = -3 * np.array([0.0, 5.0, 5.0, 0.0])
    found = fit(ITEMS[1:3], [_without_first(each) for each in practice(7, 4000, upside_down)])
    assert found.weights["move"][0] < -1
    assert found.weights["move"][1] < -1
    assert found.after < found.before - 0.01


def _without_first(game: Practice) -> Practice:
    """Return a game whose positions show the two moves alone."""
    (sample,) = game.samples
    slopes = sample.slopes[1:3]
    return Practice(game.score, (sample_of(5 * sum(slopes), slopes),))


def test_weights_stay_in_their_ranges_and_whole():
    found = fit(ITEMS, practice(3, 3000, 50 * TRUE))
    assert 0 <= found.weights["corner"] <= 200
    assert all(-50 <= each <= 50 for each in found.weights["move"])
    assert isinstance(found.weights["corner"], int)
    assert all(isinstance(each, int) for each in found.weights["move"])
    assert isinstance(found.weights["noise"], float)


def test_the_same_games_give_the_same_weights():
    assert fit(ITEMS, practice(4, 500)) == fit(ITEMS, practice(4, 500))


@pytest.mark.parametrize(
    ("games", "message"),
    [
        ([], "the weights change no value"),
        (practice(5, 1), "too few games"),
        ([Practice(1.0, each.samples) for each in practice(5, 50)], "all games had the same result"),
    ],
)
def test_games_that_say_nothing_are_refused(games, message):
    with pytest.raises(InputError, match=message):
        fit(ITEMS, games)


def test_one_game_held_out_makes_nothing_certain():
    for seed in range(5):
        last, *others = practice(seed, 5)
        known = [Practice(float(number % 2), each.samples) for number, each in enumerate(others)]
        several = Practice(last.score, tuple(sample for each in practice(seed, 7) for sample in each.samples))
        assert fit(ITEMS, [several, *known]).certain_by == 0


def test_draws_are_half_a_win():
    drawn = [Practice(0.5, each.samples) for each in practice(6, 3000)]
    drawn[1] = drawn[1]._replace(score=1.0)
    found = fit(ITEMS, drawn)
    assert np.abs(to_numbers(ITEMS, found.weights)).max() / found.scale < 0.02  # nothing that a position shows matters


def test_items_are_the_numbers_of_the_weights():
    items = list_items(Coins())
    assert [str(each) for each in items] == ["lead", "ends 1", "ends 2"]
    assert to_weights(items, [3.4, 20, -1.6]) == {"lead": 3, "ends": (10, -2)}
    assert to_numbers(items, {"ends": (1, 2), "lead": 3}) == [3, 1, 2]
    assert [str(each) for each in list_items(Coins(), ["ends"])] == ["ends 1", "ends 2"]


def test_what_cannot_be_tuned_is_refused():
    with pytest.raises(InputError, match="Coins has no weight 'end'; did you mean ends"):
        list_items(Coins(), ["end"])
    with pytest.raises(InputError, match=r"Stones declares no weights to tune: see plywise\.Weight"):
        list_items(Stones())


def test_searches_are_trusted_where_outcomes_tell_little():
    games = []
    for each in practice(11, 300):
        (sample,) = each.samples
        games.append(each._replace(samples=(sample._replace(later=float(np.asarray(sample.slopes) @ TRUE)),)))
    assert find_trust(ITEMS, games, SCALE).share == SHARES[-1]
    known, alone = (np.array(to_numbers(ITEMS, fit(ITEMS, each).weights)) for each in (games, practice(11, 300)))
    assert np.linalg.norm(known - TRUE) < np.linalg.norm(alone - TRUE)


def test_searches_that_know_nothing_are_not_trusted():
    source, games = np.random.default_rng(12), []
    for each in practice(12, 3000):
        (sample,) = each.samples
        games.append(Practice(each.score, (sample._replace(later=float(source.normal(0, 200))),)))
    assert find_trust(ITEMS, games, SCALE).share == 0


def test_few_games_are_held_by_a_strong_prior_and_many_by_a_weak_one():
    nothing = np.zeros(len(ITEMS))
    assert find_trust(ITEMS, practice(13, 60, nothing), SCALE).prior < PRIORS[0]
    assert find_trust(ITEMS, practice(14, 6000, TRUE), SCALE).prior > PRIORS[-1]


def test_with_games_too_few_to_tell_the_least_is_trusted():
    assert find_trust(ITEMS, practice(15, 1), SCALE) == Trust(PRIORS[0], SHARES[0])
