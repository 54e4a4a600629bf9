"""The sequential test: its ratios are right, and it errs as rarely as it promises."""

import math
from math import log

import numpy as np
import pytest

from plywise.arena.likelihood import most_likely_with_ratio
from plywise.arena.scores import Scores
from plywise.arena.sprt import RunningSprt, Sprt
from plywise.errors import InputError
from tests.helpers.score_tables import (
    FASTCHESS_TABLES,
    LOGISTIC_TABLES,
    NORMALIZED_TABLES,
    likelihood_with_moments,
    ratio_of,
)
from tests.helpers.simulated_scores import pair_chances

TABLES = [("logistic", *table) for table in LOGISTIC_TABLES] + [("normalized", *table) for table in NORMALIZED_TABLES]
MATCHES = 200


def errors_allowed(matches):
    """Return a number of errors of chance 1 in 20: more than so many happen once in a thousand series of matches."""
    errors, chance = 0, 0.95**matches
    seen = chance
    while seen < 0.999:
        chance *= (matches - errors) / (errors + 1) * 0.05 / 0.95
        errors += 1
        seen += chance
    return errors


ERRORS_ALLOWED = errors_allowed(MATCHES)


@pytest.mark.parametrize(("model", "counts", "elo0", "elo1", "ratio"), TABLES)
def test_ratios_are_those_of_the_published_formulas(model, counts, elo0, elo1, ratio):
    test = Sprt(elo0, elo1, model=model)
    assert test.ratio(Scores(counts)) == pytest.approx(ratio, abs=1e-7)
    expected = "H1" if ratio >= log(19) else "H0" if ratio <= -log(19) else None
    assert test.verdict(Scores(counts)) == expected


def test_tables_have_every_verdict():
    assert {Sprt(elo0, elo1, model=model).verdict(Scores(counts)) for model, counts, elo0, elo1, _ in TABLES} == {
        "H0",
        "H1",
        None,
    }


@pytest.mark.slow_with("counts15-0-5-0.896728542")
@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), [*LOGISTIC_TABLES, NORMALIZED_TABLES[2]])
def test_tables_by_brute_force(counts, elo0, elo1, ratio):
    normalized = (counts, elo0, elo1, ratio) in NORMALIZED_TABLES
    assert ratio_of(counts, elo0, elo1, normalized) == pytest.approx(ratio, abs=1e-8)


@pytest.mark.slow
@pytest.mark.parametrize(("counts", "elo0", "elo1", "ratio"), NORMALIZED_TABLES)
def test_normalized_tables_by_brute_force(counts, elo0, elo1, ratio):
    assert ratio_of(counts, elo0, elo1, True) == pytest.approx(ratio, abs=1e-8)


@pytest.mark.parametrize(("model", "counts", "elo0", "elo1", "ratio"), FASTCHESS_TABLES)
def test_ratios_are_those_in_fastchess_s_tests(model, counts, elo0, elo1, ratio):
    assert Sprt(elo0, elo1, model=model).ratio(Scores(counts)) == pytest.approx(ratio, abs=0.006)


def test_normalized_ratio_of_a_clean_sweep_is_that_of_two_points():
    # All probability is on the best and the worst score: p = (1 + t / sqrt(1 + t^2)) / 2 of the best, where 5 is t.
    t = math.sqrt(2) * 5 * log(10) / 800
    expected = 104 * log(1 + t / math.sqrt(1 + t * t))
    assert Sprt(0, 5, model="normalized").ratio(Scores((0, 0, 0, 0, 104))) == pytest.approx(expected, abs=0.001)


@pytest.mark.parametrize("bounds", [(0, 250), (-1000, 1000), (300, 2000), (-50_000, -236)])
@pytest.mark.parametrize(
    "counts", [(0, 3, 10, 40, 90), (90, 40, 10, 3, 0), (0, 0, 5, 200, 3), (7, 0, 0, 0, 9), (1, 1, 1)]
)
def test_normalized_bounds_may_be_wide(counts, bounds):
    test, scores = Sprt(*bounds, model="normalized"), Scores(counts)
    seen = [count or 1e-3 for count in counts]
    for elo in bounds:
        ratio = elo * math.sqrt(scores.games_each) * log(10) / 800
        chances = most_likely_with_ratio(seen, scores.levels, ratio)
        mean = np.dot(chances, scores.levels)
        deviation = math.sqrt(np.dot(chances, (np.array(scores.levels) - mean) ** 2))
        assert sum(chances) == pytest.approx(1)
        assert mean - 0.5 == pytest.approx(ratio * deviation, rel=1e-6)
    assert test.ratio(scores) == pytest.approx(-Sprt(-bounds[1], -bounds[0], model="normalized").ratio(scores.turned()))


@pytest.mark.fast_with("counts0-2.5", "counts1-6.0", "counts2-0.4")
@pytest.mark.parametrize("ratio", [0.4, 2.5, 6.0])
@pytest.mark.parametrize("counts", [(3, 10, 50, 100, 200), (40, 1, 1e-3, 5, 5), (1e-3, 1, 1e-3, 30, 10)])
def test_no_distribution_with_a_great_ratio_is_likelier(counts, ratio):
    chances = most_likely_with_ratio(counts, [0, 0.25, 0.5, 0.75, 1], ratio)
    found = sum(count * log(chance) for count, chance in zip(counts, chances, strict=True))
    others = [likelihood_with_moments(counts, mean, ratio) for mean in np.linspace(0.52, 0.99, 24)]
    assert max(others) <= found + 1e-9


def test_nothing_played_decides_nothing():
    assert Sprt(0, 5).ratio(Scores()) == 0
    assert Sprt(0, 5, model="normalized").verdict(Scores((0, 0, 0))) is None


def test_the_other_player_s_test_is_the_mirror_image():
    for model in ("logistic", "normalized"):
        ratio = Sprt(-5, 10, model=model).ratio(Scores((3, 9, 20, 14, 2)))
        assert Sprt(-10, 5, model=model).ratio(Scores((2, 14, 20, 9, 3))) == pytest.approx(-ratio)


def test_bounds_follow_from_the_error_probabilities():
    test = Sprt(0, 5, alpha=0.01, beta=0.1)
    assert (test.lower, test.upper) == (pytest.approx(log(0.1 / 0.99)), pytest.approx(log(0.9 / 0.01)))
    assert [test.decide(ratio) for ratio in (test.lower, 0.0, test.upper)] == ["H0", None, "H1"]


@pytest.mark.parametrize(
    ("bounds", "settings", "message"),
    [
        ((5, 5), {}, "SPRT bounds 5,5"),
        ((5, 0), {}, "the lower one first"),
        ((0, float("nan")), {}, "SPRT bounds 0,nan"),
        ((float("-inf"), 0), {}, "SPRT bounds -inf,0"),
        ((0, 1e6), {}, "beyond all differences"),
        ((0, 1e7), {"model": "normalized"}, "beyond all differences"),
        ((0, 5), {"alpha": 0}, "SPRT alpha=0"),
        ((0, 5), {"beta": 0.5}, "SPRT beta=0.5"),
        ((0, 5), {"model": "bayesian"}, "no SPRT model 'bayesian'; there are logistic and normalized"),
    ],
)
def test_impossible_tests_are_refused(bounds, settings, message):
    with pytest.raises(InputError, match=message):
        Sprt(*bounds, **settings)


def test_a_running_test_stops_at_its_first_verdict():
    running, fed = RunningSprt(Sprt(0, 200)), 0
    while running.feed(0, 0.5) is None:
        fed += 1
    assert running.verdict == "H0"
    decided = (running.scores, running.ratio)
    assert running.scores.total == fed + 1
    assert Sprt(0, 200).verdict(Scores((0, fed, 0, 0, 0))) is None  # not sooner
    for _ in range(50):
        assert running.feed(1, 1) == "H0"
    assert (running.scores, running.ratio) == decided


# --- error rates ------------------------------------------------------------------------------------------------------


def verdicts(test: Sprt, elo: float, matches: int, seed: int, at_once: int, draws: float = 0.4) -> list[str | None]:
    """Return the verdicts of matches between players who differ by so much; at_once: pairs between two looks."""
    source, chances = np.random.default_rng(seed), pair_chances(elo, draws)
    found = []
    for _ in range(matches):
        running = RunningSprt(test)
        while running.verdict is None:
            counts = source.multinomial(at_once, chances)
            running.feed_scores(Scores(tuple(int(count) for count in counts)))
        found.append(running.verdict)
    return found


@pytest.mark.slow_with("5-H1")
@pytest.mark.parametrize(("elo", "right"), [(0, "H0"), (5, "H1"), (20, "H1")])
def test_it_errs_as_rarely_as_declared(elo, right):
    found = verdicts(Sprt(0, 5), elo, MATCHES, seed=elo, at_once=100)
    assert sum(verdict != right for verdict in found) <= ERRORS_ALLOWED


def test_between_its_bounds_it_says_either():
    found = verdicts(Sprt(0, 20), 10, MATCHES, seed=1, at_once=25)
    assert 60 <= found.count("H1") <= 140


@pytest.mark.slow
@pytest.mark.parametrize(("elo", "right"), [(0, "H0"), (5, "H1"), (20, "H1")])
def test_it_errs_as_rarely_as_declared_in_many_matches(elo, right):
    found = verdicts(Sprt(0, 5), elo, 2000, seed=100 + elo, at_once=100)
    assert sum(verdict != right for verdict in found) <= errors_allowed(2000)


@pytest.mark.slow
@pytest.mark.parametrize(("model", "draws"), [("logistic", 0.05), ("logistic", 0.8), ("normalized", 0.4)])
@pytest.mark.parametrize(("elo", "right"), [(0, "H0"), (20, "H1")])
def test_it_errs_as_rarely_as_declared_with_a_look_at_every_pair(elo, right, draws, model):
    true = elo
    if model == "normalized":  # the difference in Elo that a normalized one of 20 is
        true = elo and normalized_to_elo(elo, draws)
    found = verdicts(Sprt(0, 20, model=model), true, 500, seed=elo, at_once=1, draws=draws)
    assert sum(verdict != right for verdict in found) <= errors_allowed(500)


def normalized_to_elo(wanted: float, draws: float) -> float:
    """Return the difference in Elo at which the normalized one is as wanted, by bisection."""
    low, high = 0.0, 100.0
    for _ in range(60):
        middle = (low + high) / 2
        chances, levels = pair_chances(middle, draws), np.arange(5) / 4
        mean = chances @ levels
        ratio = (mean - 0.5) / np.sqrt(2 * (chances @ levels**2 - mean**2)) * 800 / log(10)
        low, high = (middle, high) if ratio < wanted else (low, middle)
    return low
