"""Environments of PettingZoo in Plywise: named by GAME texts, stepped together with PettingZoo's own, and refused."""

import pickle
import random

import numpy as np
import pytest
from pettingzoo.classic.chess import chess
from pettingzoo.classic.connect_four import connect_four
from pettingzoo.classic.go import go
from pettingzoo.classic.tictactoe import tictactoe

import plywise as pw
from plywise.errors import InputError
from plywise.games.loading import make
from plywise.libraries.pettingzoo import UNKNOWN, _copied

ENVIRONMENTS = {
    "pettingzoo:tictactoe_v3": (tictactoe, {}),
    "pettingzoo:connect_four_v3": (connect_four, {}),
    "pettingzoo:chess_v6": (chess, {}),
    "pettingzoo:go_v5(board_size=5)": (go, {"board_size": 5}),
}

REFUSED = {
    "pettingzoo:chess": "did you mean chess_v6?",
    "pettingzoo:rps_v2": "at the same time",
    "pettingzoo:texas_holdem_v4": "do not see everything",
    "pettingzoo:go_v5(board_size=0)": "at least 1",
    "pettingzoo:go_v5(komi=much)": "must be a number",
    "pettingzoo:go_v5(size=5)": "did you mean board_size?",
    "pettingzoo:": "is not of the form pettingzoo:name",
}


@pytest.mark.slow_with("pettingzoo:chess_v6")
@pytest.mark.parametrize("text", ENVIRONMENTS)
def test_random_games_in_lock_step(text):
    module, parameters = ENVIRONMENTS[text]
    game, env, chance = make(text), module.env(**parameters), random.Random(4)
    assert game.name == text
    for _ in range(2):
        env.reset()
        state = game.initial()
        for agent in env.agent_iter():
            seen, _, over, cut, _ = env.last()
            assert game.terminal(state) == (over or cut)
            if over or cut:
                assert game.utility(state) == env.unwrapped.rewards[env.possible_agents[0]]
                break
            assert game.player(state) == (pw.MAX if agent == env.possible_agents[0] else pw.MIN)
            assert game.actions(state) == [n for n, allowed in enumerate(seen["action_mask"]) if allowed]
            action = chance.choice(game.actions(state))
            state = game.result(state, action)
            env.step(action)
            if len(state.moves()) == 60:
                break
        assert game.parse_state(game.format_state(state)) == state
        assert pickle.loads(pickle.dumps(state)) == state


def test_states_stay_as_they_are():
    game = make("pettingzoo:connect_four_v3")
    before = game.initial()
    drawn = before.picture()
    one, other = game.result(before, 3), game.result(before, 3)
    assert before.picture() == drawn != one.picture()
    assert one == other
    assert game.parse_state("0 1 2") == game.parse_state("2 1 0")


class Shared:
    """Two attributes that are one list, and a way back to the whole."""

    def __init__(self):
        self.one = self.other = [1, [2]]
        self.whole, self.table = self, {"numbers": np.arange(3)}


def test_copies_are_those_of_deepcopy():
    first = Shared()
    copied = _copied(first, UNKNOWN)
    assert copied.one is copied.other
    assert copied.whole is copied
    assert copied.one == first.one
    assert copied.one[1] is not first.one[1]
    copied.table["numbers"][0] = 9
    assert first.table["numbers"][0] == 0


def test_boards_of_two_sizes_at_once():
    small, large = make("pettingzoo:go_v5(board_size=3)"), make("pettingzoo:go_v5(board_size=5)")
    for _ in range(2):
        assert len(small.actions(small.parse_state("4 0"))) == 8
        assert len(large.actions(large.parse_state("12 0"))) == 24


def test_the_value_of_tic_tac_toe():
    assert (
        pw.search(
            make("pettingzoo:tictactoe_v3"), state=make("pettingzoo:tictactoe_v3").parse_state("4 0"), table=1
        ).value
        == 0
    )


def test_moves_of_chess_have_words():
    game = make("pettingzoo:chess_v6")
    assert game.parse_state("e2e4 e7e5").moves() != game.parse_state("d2d4 d7d5").moves()


@pytest.mark.parametrize(("text", "said"), REFUSED.items())
def test_refused_in_one_line(text, said):
    with pytest.raises(InputError, match=said.replace("?", "\\?")) as refused:
        make(text)
    assert "\n" not in str(refused.value)


def test_objects():
    env = tictactoe.env()
    game = pw.libraries.from_pettingzoo(env)
    assert pw.search(game, depth=1).best_word == "0"
    with pytest.raises(InputError, match="does not record which actions"):
        pw.search(game, env)
    with pytest.raises(InputError, match="takes an AEC environment"):
        pw.libraries.from_pettingzoo("tictactoe_v3")
