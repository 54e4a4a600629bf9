"""The engine by Monte Carlo search: where it plays by it, what it says, and that it plays no worse for it."""

import warnings
from itertools import pairwise
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.engines.monte_carlo import MonteCarloSearch
from plywise.engines.play_features import has_evaluation
from plywise.engines.search_warnings import forget_search_warnings
from plywise.errors import NoEvaluationWarning
from plywise.game import MAX, MIN
from plywise.play.player import Allowance
from plywise.play.players.engine import EnginePlayer
from plywise.play.players.named import make_player
from plywise.play.referee import play_game

HEX = pw.make("examples/hex.py:Hex:size=5")
HEXAPAWN = pw.make("examples/hexapawn.py:Hexapawn:rows=3,columns=3")
NIM = pw.make("nim", heaps="3-4-5")


def test_a_game_without_an_evaluation_is_played_by_it_unless_something_else_is_asked_for():
    assert not has_evaluation(HEX)
    assert has_evaluation(pw.make("connect4"))
    usual = EnginePlayer()
    assert usual.keeps_search(HEX)
    assert not usual.is_selective(HEX)
    assert not usual.keeps_search(pw.make("connect4"))
    assert not EnginePlayer(depth=3).keeps_search(HEX)
    assert EnginePlayer(level=3).is_selective(HEX)
    assert EnginePlayer(search="mcts").keeps_search(pw.make("connect4"))


def test_it_says_so_once_and_names_what_would_help():
    forget_search_warnings()
    player = EnginePlayer(nodes=50)
    with pytest.warns(NoEvaluationWarning, match="Monte Carlo search.*plywise learn GAME --out FILE"):
        assert player.think(HEX, HEX.initial()).algorithm == "mcts"
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        player.think(HEX, HEX.initial())


def words(record):
    return [move.word for move in record.moves]


@pytest.mark.parametrize("limits", [{}, {"nodes": 5_000}, {"time": 0.3}])
def test_what_can_be_searched_to_the_end_is_proved_as_before(limits):
    for game in (HEXAPAWN, NIM):
        found = EnginePlayer(**limits).think(game, game.initial())
        assert (found.algorithm, found.proved) == ("deepening", True)


def test_a_won_game_without_an_evaluation_is_won():
    for seed in range(4):
        players = {MAX: EnginePlayer(nodes=3_000), MIN: make_player(f"random:seed={seed}")}
        assert play_game(NIM, players).utility == 1


def test_it_beats_the_blind_exact_search():
    mcts, exact = EnginePlayer(nodes=1_000, search="mcts"), EnginePlayer(nodes=1_000, search="exact")
    assert play_game(HEX, {MAX: mcts, MIN: exact}).utility == 1
    assert play_game(HEX, {MAX: exact, MIN: mcts}).utility == -1


def test_it_keeps_its_tree_and_begins_anew_with_another_game():
    player = EnginePlayer(search="mcts", nodes=300, seed=2)
    first = words(play_game(HEX, {MAX: player, MIN: player}))
    [search] = player._searches
    assert isinstance(search, MonteCarloSearch)
    assert words(play_game(HEX, {MAX: player, MIN: player})) == first
    assert player._searches == [search]
    other = EnginePlayer(search="mcts", nodes=300, seed=3)
    assert words(play_game(HEX, {MAX: other, MIN: other})) != first


def test_levels_play_more_random_games_the_higher_they_are():
    played = [EnginePlayer(level=level, search="mcts").think(HEX, HEX.initial()).nodes for level in (1, 4, 8)]
    assert all(low < high for low, high in pairwise(played))


def test_time_on_a_clock_is_kept():
    allowance = Allowance(clocks={MAX: 2.0, MIN: 2.0})
    player = EnginePlayer()
    player.begin(HEX, HEX.initial())
    assert player.think(HEX, HEX.initial(), allowance=allowance).time_s < 2


@pytest.mark.parametrize(
    ("who", "said"),
    [
        ("engine:search=mcts,depth=3", "it takes no depth"),
        ("engine:search=mcts,without=null-move", "can do without features"),
        ("engine:search=exact,algorithm=mcts", "give one of them"),
        ("engine:algorithm=uct", "exact, selective, mcts"),
        ("engine:search=mcts,nodes=0", "nodes must be 1 or more"),
    ],
)
def test_settings_that_cannot_be_are_refused(who, said):
    with pytest.raises(pw.InputError, match=said) as error:
        make_player(who)
    assert "\n" not in str(error.value)


def test_both_names_of_the_setting_mean_the_same():
    assert make_player("engine:algorithm=mcts,nodes=9") == make_player("engine:search=mcts,nodes=9")


class Sets(pw.Game):
    """A game that no compiler takes: its states hold a set that changes."""

    compiles = False

    class State(NamedTuple):
        left: frozenset
        side: int

    def initial(self):
        return self.State(frozenset(range(4)), MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return sorted(state.left)

    def result(self, state, action):
        return self.State(state.left - {action}, -state.side)

    def terminal(self, state):
        return not state.left

    def utility(self, state):
        return -state.side


def test_a_game_that_is_not_compiled_is_searched_exactly_unless_random_games_are_asked_for():
    game = Sets()
    assert EnginePlayer(nodes=200).think(game, game.initial()).algorithm == "deepening"
    found = EnginePlayer(nodes=60, search="mcts").think(game, game.initial())
    assert (found.algorithm, found.engine) == ("mcts", "reference")
