"""Positions of play for small drawings: each game of the package, and games of users, in good order or not."""

import pytest

import plywise as pw
from plywise.games import REGISTRY, make
from plywise.games.sample_lines import SAMPLE_LINES
from plywise.play.samples import sample_states
from tests.helpers.paths import EXAMPLES


@pytest.mark.parametrize("name", REGISTRY)
def test_each_game_is_shown_in_play(name):
    game = make(name)
    states = sample_states(game)
    assert len(states) == 1 + len(SAMPLE_LINES[name].split())
    assert not game.terminal(states[-1])
    assert game.cells(states[-1])


@pytest.mark.parametrize("text", ["connect4:width=4,height=4", "hex:size=3", "nim:heaps=1-1", "go:size=2"])
def test_other_parameters_are_shown_too(text):
    game = make(text)
    states = sample_states(game)
    assert states[0] == game.initial()
    assert len(states) > 1


@pytest.mark.parametrize("name", ["hexapawn.py:Hexapawn", "clobber.py:Clobber", "subtraction.py:Subtraction"])
def test_a_game_of_a_user_is_shown_in_random_play(name):
    game = make(f"{EXAMPLES / name}")
    states = sample_states(game)
    assert len(states) > 1
    assert not game.terminal(states[-1])
    assert states == sample_states(game)


def test_a_game_that_is_over_at_once_is_shown_as_it_begins():
    class Over(pw.Game):
        def initial(self):
            return (0,)

        def player(self, state):
            return pw.MAX

        def actions(self, state):
            return []

        def result(self, state, action):
            raise AssertionError

        def terminal(self, state):
            return True

        def utility(self, state):
            return 0

    assert sample_states(Over()) == [(0,)]
