"""Elo, its interval, who is stronger, and normalized Elo: against figures from elsewhere, and against the truth."""

from math import exp, log, sqrt
from statistics import NormalDist

import numpy as np
import pytest

from plywise.arena.elo import elo_of, estimate, score_of
from plywise.arena.scores import Scores
from tests.helpers.simulated_scores import draw_counts

MATCHES = 600


def test_elo_is_the_logarithm_of_the_odds():
    assert elo_of(10 / 11) == pytest.approx(400)
    assert elo_of(0.5) == 0
    for elo in (-1000, -3.5, 0, 0.1, 720):
        assert elo_of(score_of(elo)) == pytest.approx(elo, abs=1e-9)
    assert score_of(-1e9) == 0
    assert score_of(1e9) == 1


def test_no_games_say_nothing():
    assert estimate(Scores()) is None


@pytest.mark.parametrize("counts", [(57, 1600, 4800, 3200, 169), (40, 300, 700, 350, 60), (500, 900, 700)])
def test_many_pairs_agree_with_the_normal_approximation(counts):
    found, scores = estimate(Scores(counts)), Scores(counts)
    deviation = sqrt(scores.variance / scores.total)
    ends = [elo_of(scores.mean + side * 1.96 * deviation) for side in (-1, 1)]
    assert found.elo == pytest.approx(elo_of(scores.mean))
    assert found.error == pytest.approx((ends[1] - ends[0]) / 2, rel=0.01)
    assert found.superiority == pytest.approx(NormalDist().cdf((scores.mean - 0.5) / deviation), abs=2e-3)


def test_published_figures_of_a_chess_program():
    # Reckless, progress page, 2025-12-06: Elo 30.09 +- 2.56, nElo 56.71 +- 4.80, Ptnml 59, 1751, 4800, 3267, 169
    found = estimate(Scores((59, 1751, 4800, 3267, 169)))
    assert found.elo == pytest.approx(
        30.09, abs=0.3
    )  # its page says no more of how the five and the Elo belong together
    assert found.error == pytest.approx(2.56, abs=0.05)
    assert found.normalized == pytest.approx(56.71, abs=0.6)
    assert found.normalized_error == pytest.approx(4.80, abs=0.01)


def test_normalized_elo_is_one_for_games_and_pairs():
    # Independent games, taken singly or by twos: the same mean and deviation of a game.
    single, paired = estimate(Scores((1, 2, 3))), estimate(Scores((1, 4, 10, 12, 9)))
    assert single.normalized == pytest.approx(paired.normalized)
    assert single.normalized_error * sqrt(6) == pytest.approx(paired.normalized_error * sqrt(2 * 36))
    assert estimate(Scores((1, 0, 3))).normalized == pytest.approx(800 / log(10) * 0.25 / sqrt(3 / 16))


@pytest.mark.parametrize("pairs", [1, 5, 1000])
def test_all_won_is_no_number_but_a_bound(pairs):
    found = estimate(Scores((0, 0, 0, 0, pairs)))
    assert (found.score, found.elo, found.high, found.error, found.normalized) == (1, None, None, None, None)
    assert found.low == pytest.approx(elo_of(exp(-(NormalDist().inv_cdf(0.975) ** 2) / 2 / pairs)))
    turned = estimate(Scores((pairs, 0, 0, 0, 0)))
    assert (turned.elo, turned.low, turned.high) == (None, None, pytest.approx(-found.low))
    assert found.superiority == pytest.approx(NormalDist().cdf(sqrt(2 * pairs * log(2))))
    assert turned.superiority == pytest.approx(1 - found.superiority)


def test_all_drawn_is_equal_and_not_certain():
    found = estimate(Scores((0, 0, 20, 0, 0)))
    assert (found.elo, found.superiority, found.normalized) == (0, 0.5, None)
    assert found.low == pytest.approx(-found.high)
    assert 10 < found.high < 60


def test_turned_scores_turn_the_estimate():
    found, turned = estimate(Scores((3, 9, 20, 14, 2))), estimate(Scores((2, 14, 20, 9, 3)))
    assert found.elo == pytest.approx(-turned.elo)
    assert (found.low, found.high) == (pytest.approx(-turned.high), pytest.approx(-turned.low))
    assert found.superiority == pytest.approx(1 - turned.superiority)
    assert found.normalized == pytest.approx(-turned.normalized)


def covered(elo: float, pairs: int, matches: int = MATCHES, draws: float = 0.4) -> float:
    """Return how often the interval holds the true difference."""
    tables = draw_counts(elo, pairs, matches, seed=round(1000 * draws) + pairs, draws=draws)
    estimates = [estimate(Scores(tuple(int(count) for count in table))) for table in tables]
    return float(
        np.mean(
            [
                (found.low is None or found.low <= elo) and (found.high is None or elo <= found.high)
                for found in estimates
            ]
        )
    )


@pytest.mark.slow_with("0", "5", "20")
@pytest.mark.parametrize("elo", [0, 5, 20])
def test_intervals_cover_the_truth(elo):
    assert 0.92 <= covered(elo, 200) <= 0.98


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.05, 0.4, 0.8])
@pytest.mark.parametrize("pairs", [25, 100, 500])
@pytest.mark.parametrize("elo", [0, 5, 20, 150])
def test_intervals_cover_the_truth_in_all_lengths(elo, pairs, draws):
    assert 0.92 <= covered(elo, pairs, 2000, draws) <= 0.98


@pytest.mark.slow
def test_superiority_is_calibrated():
    # Between equals, the likelihood of superiority is below any bound as often as the bound says.
    tables = draw_counts(0, 300, 1500, seed=5)
    found = np.array([estimate(Scores(tuple(int(count) for count in table))).superiority for table in tables])
    for bound in (0.025, 0.1, 0.3, 0.5, 0.7, 0.9, 0.975):
        assert np.mean(found < bound) == pytest.approx(bound, abs=0.025 + 3 * sqrt(bound * (1 - bound) / 1500))
