"""Ratings: known strengths are found again, with honest errors, and what cannot be rated is told."""

import itertools
import sys

import numpy as np
import pytest

from plywise.arena.elo import estimate
from plywise.arena.ratings import Pair, rate
from plywise.arena.scores import Scores
from plywise.errors import InputError
from tests.helpers.simulated_scores import game_chances

TRUE = {"anna": 180.0, "bert": 60.0, "carl": 0.0, "dora": -40.0, "emil": -200.0}
FIRST_MOVE = 35.0


def play(source: np.random.Generator, first: str, second: str, draws: float) -> float:
    """Return what the first to move scores."""
    return source.choice(3, p=game_chances(TRUE[first] - TRUE[second] + FIRST_MOVE, draws)) / 2


def tournament(seed: int, pairs: int, draws: float = 0.4) -> list[Pair]:
    """Return the pairs of a round robin."""
    source = np.random.default_rng(seed)
    return [
        Pair(first, second, play(source, first, second, draws), 1 - play(source, second, first, draws))
        for first, second in itertools.combinations(TRUE, 2)
        for _ in range(pairs)
    ]


def test_known_strengths_are_found():
    found = rate(tournament(seed=1, pairs=400))
    assert [player.name for player in found.players] == list(TRUE)
    for player in found.players:
        assert player.rating == pytest.approx(TRUE[player.name], abs=3 * player.error / 1.96)
        assert 8 < player.error < 20
        assert player.games == 4 * 2 * 400
    assert found.first_move == pytest.approx(FIRST_MOVE, abs=3 * found.first_move_error / 1.96)
    assert sum(player.rating for player in found.players) == pytest.approx(0, abs=1e-6)
    assert found.notes == ()


def coverage(tournaments: int, pairs: int, draws: float) -> tuple[float, float]:
    """Return how often the intervals of ratings, and that of the first move's worth, hold the truth."""
    held, of_first = [], []
    for seed in range(tournaments):
        found = rate(tournament(seed, pairs, draws))
        held += [abs(player.rating - TRUE[player.name]) <= player.error for player in found.players]
        of_first.append(abs(found.first_move - FIRST_MOVE) <= found.first_move_error)
    return float(np.mean(held)), float(np.mean(of_first))


@pytest.mark.slow
def test_errors_are_honest():
    held, _ = coverage(40, 40, 0.6)
    assert 0.89 <= held <= 0.99


@pytest.mark.slow
@pytest.mark.parametrize("draws", [0.0, 0.4, 0.8])
def test_errors_are_honest_with_many_draws_and_few(draws):
    held, of_first = coverage(400, 60, draws)
    assert 0.92 <= held <= 0.98
    assert 0.92 <= of_first <= 0.98


def test_two_players_are_rated_as_their_match_is_estimated():
    pairs = [Pair("a", "b", 1, 0.5)] * 30 + [Pair("a", "b", 0.5, 0)] * 20 + [Pair("b", "a", 1, 0)] * 25
    first, second = rate(pairs, first_move=False).players
    alone = estimate(Scores((0, 20, 25, 30, 0)))
    assert first.rating - second.rating == pytest.approx(alone.elo, abs=1e-4)
    assert 2 * first.error == pytest.approx(alone.error, rel=0.05)
    assert first.superiority == pytest.approx(alone.superiority, abs=0.01)
    assert (first.points, second.points, first.games) == (30 * 1.5 + 20 * 0.5 + 25, 30 * 0.5 + 20 * 1.5 + 25, 150)


def test_order_of_the_games_and_who_is_named_first_do_not_matter():
    pairs = tournament(seed=3, pairs=10)
    turned = [Pair(pair.second, pair.first, 1 - pair.swapped, 1 - pair.score) for pair in reversed(pairs)]
    one, other = rate(pairs), rate(turned)
    for mine, theirs in zip(one.players, other.players, strict=True):
        assert mine.name == theirs.name
        assert mine.rating == pytest.approx(theirs.rating, abs=1e-4)
        assert mine.error == pytest.approx(theirs.error, rel=1e-4)


def test_who_won_all_or_lost_all_is_rated_by_a_stated_prior():
    pairs = [Pair("best", "mid", 1, 1)] * 20 + [Pair("mid", "worst", 1, 1)] * 20 + [Pair("best", "worst", 1, 1)] * 20
    found = rate(pairs)
    assert [player.name for player in found.players] == ["best", "mid", "worst"]
    assert all(np.isfinite([player.rating, player.error]).all() for player in found.players)
    assert found.players[0].rating > 300
    assert "0.5 drawn games" in found.notes[0]


def test_a_prior_is_for_those_alone_who_need_one():
    assert rate([Pair("a", "b", 1, 1)] * 99 + [Pair("a", "b", 1, 0)], first_move=False).notes == ()
    assert rate([Pair("a", "b", 1, 0)] * 100, first_move=False).notes == ()
    assert len(rate([Pair("a", "b", 1, 0)] * 100).notes) == 1  # whoever moved first won: its worth is not finite


def test_pools_that_never_met_are_told():
    found = rate([Pair("a", "b", 1, 0.5), Pair("a", "b", 0, 0.5)] * 10 + [Pair("c", "d", 1, 0.5), Pair("d", "c", 1, 0)])
    assert "2 pools" in found.notes[0]
    assert [player.pool for player in found.players] == [0, 0, 1, 1]
    assert [player.superiority is None for player in found.players] == [False, True, False, True]
    for pool in (0, 1):
        assert sum(player.rating for player in found.players if player.pool == pool) == pytest.approx(0, abs=1e-6)


def test_games_all_alike_leave_doubt():
    for players in (rate([Pair("a", "b", 0.5, 0.5)] * 50).players, rate([Pair("a", "b", 1, 0.5)] * 50).players):
        assert all(player.error > 3 for player in players)


def test_single_games_are_rated():
    found = rate([Pair("a", "b", 1)] * 30 + [Pair("b", "a", 1)] * 10, first_move=False)
    assert found.players[0].rating - found.players[1].rating == pytest.approx(190.8485, abs=1e-3)
    assert found.players[0].games == 40


def test_what_cannot_be_rated_is_refused(monkeypatch):
    with pytest.raises(InputError, match="no games"):
        rate([])
    with pytest.raises(InputError, match="a cannot play against themselves"):
        rate([Pair("a", "a", 1, 0)])
    monkeypatch.setitem(sys.modules, "scipy", None)
    with pytest.raises(InputError, match=r"ratings need SciPy, which is not installed: pip install 'plywise\[arena\]'"):
        rate([Pair("a", "b", 1, 0)])
