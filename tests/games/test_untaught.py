"""The games of bench/untaught: lawful, compiled, ended within bounds, and the same as OpenSpiel's where it has them."""

import random

import pyspiel
import pytest
from bench import learning
from bench.learning import numbers, peer_of, player_of, untaught

import plywise as pw
from plywise.game import defines
from tests.helpers.twins import SAME, compare

LONGEST = {
    "Hex": 49, "Clobber": 29, "Amazons": 28, "Ataxx": 60, "Breakthrough": 120, "Domineering": 18, "LinesOfAction": 80,
    "ConnectFour": 56, "Konane": 35, "Nudge": 36,
}  # fmt: skip
"""Plies that a game can last at most."""
FIRST_MOVES = {
    "Ataxx": [1, 16, 244], "Domineering": [1, 30, 800], "LinesOfAction": [1, 24, 524], "Konane": [1, 4, 12],
    "Nudge": [1, 25, 600],
}  # fmt: skip
IN_OPENSPIEL = ("Hex", "Clobber", "Amazons", "Breakthrough", "ConnectFour")
HOOKS = ("evaluate", "priority", "bounds", "noisy", "candidates", "threatened")
TEXTS = {text.rpartition(":")[2]: text for text in untaught()}
GAMES = {name: pw.make(text) for name, text in TEXTS.items()}


def test_there_are_ten_games_without_knowledge():
    assert GAMES.keys() == LONGEST.keys()
    assert {*FIRST_MOVES, *IN_OPENSPIEL} == GAMES.keys()
    for name, game in GAMES.items():
        assert not [each for each in HOOKS if hasattr(pw.Game, each) and defines(game, each)], name


@pytest.mark.parametrize("name", GAMES)
def test_random_games_end_in_time(name):
    game = GAMES[name]
    for seed in range(2):
        dice, state, plies = random.Random(seed), game.initial(), 0
        while not game.terminal(state):
            state = game.result(state, dice.choice(list(game.actions(state))))
            plies += 1
        assert plies <= LONGEST[name]
        assert game.utility(state) in (-1, 0, 1)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_the_laws_hold(name):
    report = pw.check(GAMES[name], states=40, playouts=2, compiled=0)
    assert report.ok, str(report)


@pytest.mark.slow
@pytest.mark.parametrize("name", GAMES)
def test_a_compiled_search_is_the_references_twin(name):
    assert compare(GAMES[name], depths=(1, 2), positions=3, strong=True) == SAME


@pytest.mark.parametrize("name", FIRST_MOVES)
def test_the_first_moves_are_counted(name):
    assert pw.count(GAMES[name], plies=2, engine="reference").nodes_by_ply == FIRST_MOVES[name]


@pytest.mark.parametrize("name", IN_OPENSPIEL)
def test_openspiel_plays_by_the_same_rules(name):
    game = GAMES[name]
    text, translate = peer_of(game)
    for seed in range(5):
        dice, state, spiel = random.Random(seed), game.initial(), pyspiel.load_game(text).new_initial_state()
        while not game.terminal(state):
            actions = {tuple(numbers(spiel, translate(game, state, each))): each for each in game.actions(state)}
            assert set(actions) == set(turns(spiel, len(next(iter(actions)))))
            played = dice.choice(sorted(actions))
            for number in played:
                spiel.apply_action(number)
            state = game.result(state, actions[played])
        assert spiel.is_terminal()
        assert game.utility(state) == spiel.returns()[0]


def turns(spiel, steps):
    """Yield the numbers of all turns of so many steps."""
    for number in spiel.legal_actions():
        if steps == 1:
            yield (number,)
        else:
            after = spiel.child(number)
            yield from ((number, *rest) for rest in turns(after, steps - 1))


@pytest.mark.slow_with("Breakthrough")
@pytest.mark.parametrize("name", ["Clobber", "Breakthrough"])
def test_openspiels_mcts_plays_a_match(name):
    result = pw.match(GAMES[name], ["random", player_of("openspiel:mcts=60")], games=6, openings=2, workers=0)
    assert not result.failures
    assert result.players[1].tally.wins > result.players[1].tally.losses


def test_a_game_that_openspiel_lacks_is_refused():
    with pytest.raises(pw.InputError, match="OpenSpiel has no such game"):
        pw.match(GAMES["Konane"], ["random", player_of("openspiel:mcts=60")], games=2, workers=0)


def test_a_row_says_who_won_and_how_much_time_it_took(capsys, monkeypatch):
    monkeypatch.setattr(
        "sys.argv", ["learning", f"{learning.FOLDER}/clobber.py:Clobber", "openspiel:mcts=40", "random", "--games", "2"]
    )
    learning.main()
    out = capsys.readouterr().out
    assert '"wins": ' in out
    assert '"openspiel:mcts=40": ' in out
    assert out.startswith('{"game": "clobber.py:Clobber"')
