"""An engine that uses the search for play: the same games again, one search a game, and features left out."""

import pickle

import pytest

import plywise as pw
from plywise.game import MAX, MIN
from plywise.play.clocks import TimeControl
from plywise.play.players import make_player
from plywise.play.players.engine import EnginePlayer
from plywise.play.referee import play_game

GAME = pw.make("kalah")
WHO = "engine:search=selective,nodes=300"


def played(*whos, control=None):
    players = {side: make_player(who) for side, who in zip((MAX, MIN), whos, strict=True)}
    return play_game(GAME, players, control=control or TimeControl()), players


def words(record):
    return [move.word for move in record.moves]


def test_it_plays_the_same_game_again_also_with_players_that_have_played():
    record, players = played(WHO, WHO)
    assert record.ended_by == "rules"
    assert words(played(WHO, WHO)[0]) == words(record)
    assert words(play_game(GAME, players)) == words(record)


def test_a_feature_that_is_left_out_changes_its_games():
    without = played(f"{WHO},without=reductions+history", WHO)[0]
    assert words(without) != words(played(WHO, WHO)[0])


def test_each_player_keeps_one_search_for_all_its_moves():
    player = make_player(WHO)
    state = GAME.initial()
    player.begin(GAME, state)
    kept = player._search_for_play(GAME, state)
    for _ in range(4):
        state = GAME.result(state, player.choose(GAME, state))
        assert player._search_for_play(GAME, state) is kept
    assert make_player(WHO)._searches == []


def test_clocks_are_kept():
    record = played("engine:search=selective", "engine:search=selective", control=TimeControl(base=1.0))[0]
    assert record.ended_by == "rules"


def test_what_it_finds_is_told_as_selective():
    thought = make_player(WHO).consider(GAME, GAME.initial())
    assert (thought.finding.algorithm, thought.finding.selective, thought.finding.proved) == ("selective", True, False)


def test_it_can_be_sent_to_another_process():
    player = make_player(WHO)
    player.begin(GAME, GAME.initial())
    other = pickle.loads(pickle.dumps(player))
    assert other.choose(GAME, GAME.initial()) == make_player(WHO).choose(GAME, GAME.initial())


def test_a_game_that_cannot_be_compiled_is_searched_all_the_same():
    tree = pw.Tree([[3, 5], [6, 9]])
    assert EnginePlayer(search="selective", depth=2).choose(tree, tree.initial()) == 1


@pytest.mark.parametrize(
    ("who", "why"),
    [
        ("engine:search=deep", "exact, selective, mcts"),
        ("engine:without=null-move", "only an engine with search=selective"),
        ("engine:search=selective,without=nothing", "no feature 'nothing'"),
    ],
)
def test_settings_that_cannot_be_are_refused(who, why):
    with pytest.raises(pw.InputError, match=why):
        make_player(who)
