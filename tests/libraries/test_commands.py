"""Commands take games of other libraries by their names, and say in one line what is wrong with one."""

import json
import subprocess
import sys

import pytest

import plywise as pw
from plywise.errors import InputError
from tests.helpers.in_turn import in_turn

SPIEL, ZOO = "openspiel:tic_tac_toe", "pettingzoo:tictactoe_v3"
LATE = {SPIEL: "x(0,0) o(1,1) x(0,1) o(0,2) x(2,0)", ZOO: "0 4 1 2 6"}
BOTH = pytest.mark.parametrize("game", [SPIEL, ZOO])


@BOTH
def test_search_and_solve(plywise, game):
    for command in ("search", "solve"):
        code, out, err = plywise(command, game, "--moves", LATE[game], "--json")
        found = json.loads(out)
        assert (code, found["value"], found["position"]) == (0, 0, LATE[game])
        assert not [line for line in err.splitlines() if "is searched by the reference engine" not in line]


@BOTH
def test_count_and_check(plywise, game):
    code, out, _ = plywise("count", game, "--plies", "2", "--json")
    assert (code, "72" in out) == (0, True)
    code, out, _ = plywise("check", game, "--states", "40")
    assert (code, "laws hold" in out) == (0, True)


@BOTH
def test_play_by_the_library_s_words(plywise, game):
    code, out, _ = plywise("play", game, "--max", "human", "--min", "random", stdin=f"{LATE[game].split()[0]}\nquit\n")
    assert code == 0
    assert f"--moves '{LATE[game].split()[0]} " in out


@BOTH
def test_match_and_explain(plywise, game):
    code, out, _ = plywise("match", game, "random", "engine:nodes=20", "--games", "2")
    assert (code, "2 games" in out) == (0, True)
    code, out, _ = plywise("explain", game, "--moves", LATE[game])
    assert (code, "proved" in out) == (0, True)


def test_certificate(plywise, tmp_path):
    game = "openspiel:nim(pile_sizes=1;2;3)"
    file = tmp_path / "nim.txt"
    assert plywise("certify", game, "--player", "MIN", "--goal", "win", "--out", file)[0] == 0
    code, out, _ = plywise("verify", file, "--game", game)
    assert (code, out.partition(":")[0]) == (0, "proved")


def test_boards_are_drawn(plywise, tmp_path):
    code, out, _ = plywise("show", "openspiel:breakthrough(rows=4,columns=3)", "--svg", tmp_path / "board.svg")
    assert code == 0
    assert "4  b | b | b" in out
    assert (tmp_path / "board.svg").read_text().count("<text") > 12


@BOTH
def test_uci(plywise, game):
    first = LATE[game].split()[0]
    code, out, _ = plywise("uci", game, stdin=f"position startpos moves {first}\nd\ngo perft 1\nquit\n")
    assert code == 0
    assert "Nodes searched: 8" in out


OWN = {
    "count.py:Count": """
import pyspiel
import plywise as pw

ENUMS = pyspiel.GameType
KIND = ENUMS(
    short_name="my_count", long_name="Count", dynamics=ENUMS.Dynamics.SEQUENTIAL,
    chance_mode=ENUMS.ChanceMode.DETERMINISTIC, information=ENUMS.Information.PERFECT_INFORMATION,
    utility=ENUMS.Utility.ZERO_SUM, reward_model=ENUMS.RewardModel.TERMINAL, max_num_players=2, min_num_players=2,
    provides_information_state_string=True, provides_information_state_tensor=False,
    provides_observation_string=True, provides_observation_tensor=False, parameter_specification={})

class MyCount(pyspiel.Game):
    def __init__(self, params=None):
        super().__init__(KIND, pyspiel.GameInfo(2, 0, 2, -1.0, 1.0, 0.0, 10), params or {})

    def new_initial_state(self, state=None):
        return MyState(self)

class MyState(pyspiel.State):
    def __init__(self, game):
        super().__init__(game)
        self.total = self.turn = 0

    def current_player(self):
        return pyspiel.PlayerId.TERMINAL if self.is_terminal() else self.turn

    def _legal_actions(self, player):
        return [0, 1]

    def _apply_action(self, action):
        self.total, self.turn = self.total + action + 1, 1 - self.turn

    def _action_to_string(self, player, action):
        return f"add {action + 1}"

    def is_terminal(self):
        return self.total >= 7

    def returns(self):
        return [0.0, 0.0] if not self.is_terminal() else [1.0, -1.0] if self.turn else [-1.0, 1.0]

    def __str__(self):
        return str(self.total)

pyspiel.register_game(KIND, MyCount)

class Count(type(pw.libraries.from_openspiel(MyCount()))):
    def key(self, state):
        return str(state.spiel), state.spiel.current_player()
""",
    "take.py:Take": """
import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from plywise.libraries.pettingzoo import PettingZooGame

class Env(AECEnv):
    metadata = {"name": "take_v0"}

    def __init__(self):
        self.possible_agents = ["a", "b"]
        self.action_spaces = dict.fromkeys(self.possible_agents, spaces.Discrete(2))

    def action_space(self, agent):
        return self.action_spaces[agent]

    def reset(self, seed=None, options=None):
        self.left, self.agents, self.agent_selection = 7, ["a", "b"], "a"
        self.rewards = self._cumulative_rewards = {"a": 0, "b": 0}
        self.terminations, self.truncations = {"a": False, "b": False}, {"a": False, "b": False}
        self.infos = {"a": {}, "b": {}}

    def observe(self, agent):
        return {"observation": np.array([self.left]), "action_mask": np.array([1, self.left > 1])}

    def step(self, action):
        self.left -= action + 1
        me, self.agent_selection = self.agent_selection, "b" if self.agent_selection == "a" else "a"
        if not self.left:
            self.rewards, self.terminations = {me: 1, self.agent_selection: -1}, {"a": True, "b": True}

class Take(PettingZooGame):
    utility_bounds = (-1, 1)

    def __init__(self):
        super().__init__(Env())
""",
}


@pytest.mark.parametrize("game", OWN)
def test_games_of_a_user_s_own_with_workers(plywise, tmp_path, game):
    (tmp_path / game.partition(":")[0]).write_text(OWN[game])
    code, out, _ = plywise("solve", tmp_path / game, "--json")
    assert (code, json.loads(out)["outcome"]) == (0, "win")
    code, out, _ = plywise("match", tmp_path / game, "random", "random", "--games", "2", "--workers", "2")
    assert (code, "2 games" in out) == (0, True)


@pytest.mark.parametrize("game", ["openspiel:backgammon", "openspiel:hex(board_size=0)", "openspiel:hex(", "openspiel:",
                                  "pettingzoo:rps_v2", "pettingzoo:go_v5(board_size=x)", "openspiel:hexx"])  # fmt: skip
@in_turn("command", ["search", "solve", "play", "count", "check", "explain", "show", "uci", "compile"])
def test_bad_games_in_one_line(plywise, command, game):
    code, out, err = plywise(command, game)
    assert (code, out) == (2, "")
    assert len(err.splitlines()) == 1


def test_a_library_that_is_not_installed(plywise, monkeypatch):
    for module, game, extra in (("open_spiel", SPIEL, "openspiel"), ("pettingzoo.classic", ZOO, "pettingzoo")):
        monkeypatch.setitem(sys.modules, module, None)
        code, out, err = plywise("search", game)
        assert (code, out) == (2, "")
        assert err.endswith(f"which is not installed: pip install 'plywise[{extra}]'\n")
    for take in (pw.libraries.as_openspiel, pw.libraries.as_pettingzoo):
        with pytest.raises(InputError, match="which is not installed"):
            take(pw.make("tictactoe"))


def test_no_library_is_imported_before_it_is_asked_for():
    code = (
        "import sys, plywise as pw, plywise.libraries.openspiel, plywise.libraries.pettingzoo\n"
        "pw.search(pw.make('nim:heaps=1-2'), engine='reference')\n"
        "pw.libraries.from_openspiel, pw.libraries.as_pettingzoo\n"
        "print({'pyspiel', 'open_spiel', 'pettingzoo', 'gymnasium', 'chess'} & set(sys.modules))"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout == "set()\n"
