"""Results are counted as they should be."""

import itertools

import pytest

from plywise.arena.scores import Scores, Tally


def test_pairs_are_counted_by_their_points():
    pairs = [(0, 0), (0, 0.5), (0.5, 0), (1, 0), (0, 1), (0.5, 0.5), (1, 0.5), (1, 1), (1, 1)]
    assert Scores.of_pairs(pairs).counts == (1, 2, 3, 1, 2)


def test_every_pair_has_its_mean_and_the_other_player_sees_the_rest():
    for pair in itertools.product((0.0, 0.5, 1.0), repeat=2):
        scores = Scores.of_pairs([pair])
        assert scores.mean == sum(pair) / 2
        assert scores.turned() == Scores.of_pairs([(1 - pair[0], 1 - pair[1])])


def test_counts_add_up():
    assert Scores((1, 2, 3, 4, 5)) + Scores((5, 0, 0, 0, 1)) == Scores((6, 2, 3, 4, 6))
    with pytest.raises(ValueError, match="shorter"):
        Scores((1, 2, 3, 4, 5)) + Scores((1, 2, 3))


def test_what_is_no_table_is_refused():
    for counts in ((1, 2), (1, 2, 3, 4), (-1, 0, 0, 0, 1)):
        with pytest.raises(ValueError, match="neither"):
            Scores(counts)


def test_variance_of_games_and_pairs():
    assert Scores((1, 0, 1)).variance == 0.25
    assert Scores((1, 2, 1)).variance == 0.125
    assert Scores((1, 0, 2, 0, 1)).variance == 0.125
    assert Scores((1, 4, 6, 4, 1)).variance == pytest.approx(0.125 / 2)  # independent games: half of (1, 2, 1)'s


def test_games_are_counted():
    tally = Tally()
    for score in (1, 0.5, 0.5, 0, 1, 1):
        tally = tally.with_game(score)
    assert tally == Tally(wins=3, draws=2, losses=1)
    assert (tally.games, tally.points) == (6, 4.0)
    assert tally.turned() == Tally(1, 2, 3)
    assert tally.merged(Tally(1, 1, 1)) == Tally(4, 3, 2)
    assert Scores.of_games(tally).mean == pytest.approx(4 / 6)
