"""plywise check, from outside."""

import pytest

from tests.helpers.program import SUBTRACTION, interrupted

BROKEN = '''
import plywise as pw


class Coins(pw.Game):
    """Take a coin; lists the same action twice."""

    def initial(self):
        return 3

    def player(self, state):
        return 1 if state % 2 else -1

    def actions(self, state):
        return [1, 1]

    def result(self, state, action):
        return state - action

    def terminal(self, state):
        return state == 0

    def utility(self, state):
        return 1
'''


@pytest.mark.slow_with("nim:heaps=1-2-2,misere=1")
@pytest.mark.parametrize("game", ["nim", "nim:heaps=1-2-2,misere=1", SUBTRACTION])
def test_sound_games_pass_the_check(answer, game):
    found = answer("check", game)
    assert (found["ok"], found["broken"], found["complete"]) == (True, [], True)
    assert found["states"] > found["terminals"] > 0


@pytest.mark.slow
def test_the_check_asks_every_reachable_state(answer):
    found = answer("check", "tictactoe", "--thorough")
    assert (found["ok"], found["states"], found["terminals"]) == (True, 5_478, 958)


def test_a_broken_law_is_named_with_a_state_and_exit_code_one(answer, plywise, tmp_path):
    (tmp_path / "mine.py").write_text(BROKEN)
    game = f"{tmp_path / 'mine.py'}:Coins"
    found = answer("check", game, code=1)
    assert not found["ok"]
    assert any(breach["position"] == "3" and "twice" in breach["detail"] for breach in found["broken"])
    code, out, err = plywise("check", game)
    assert (code, err) == (1, "")
    assert "listed twice" in out


def test_a_check_of_a_game_too_large_says_so_and_repeats_with_its_seed(plywise):
    words = ("check", "nim", "--states", "50", "--seed", "5", "--thorough")
    code, out, _ = plywise(*words)
    assert code == 0
    assert "seed 5" in out
    assert plywise(*words)[1] == out


def test_the_command_says_what_it_left_out_and_takes_thorough(answer):
    words = ("check", "nim:heaps=4-5", "--states", "20", "--compiled", "0")
    for more in ((), ("--thorough",)):
        found = answer(*words, *more)
        assert found["found"] >= found["states"]
        assert found["cut_short"] == []
        assert not found["complete"]


@pytest.mark.slow
def test_ctrl_c_ends_a_check():
    code, out, err = interrupted("check", "nim:heaps=19-19-19", "--states", "999999", "--thorough")
    assert (code, out) == (130, "")
    assert "Traceback" not in err


UNCOMPILED = '''
import plywise as pw


class Coins(pw.Game):
    """Take one or two coins; the last one wins."""

    utility_bounds = (-1, 1)
    alternating = True
    compiles = False

    def initial(self):
        return (6, 1)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [k for k in (1, 2) if k <= state[0]]

    def result(self, state, action):
        return (state[0] - action, -state[1])

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -state[1]
'''


def test_the_speed_of_each_rule_is_told_where_asked(answer, plywise, tmp_path):
    file = tmp_path / "coins.py"
    file.write_text(UNCOMPILED)
    found = answer("check", f"{file}:Coins", "--speed")
    assert {rule["name"] for rule in found["speed"]["rules"]} > {"terminal", "actions", "result"}
    assert all(rule["python"] > 0 for rule in found["speed"]["rules"])
    assert [search["engine"] for search in found["speed"]["searches"]] == ["reference"]
    code, out, err = plywise("check", f"{file}:Coins", "--speed")
    assert (code, err) == (0, "")
    assert "slowest rule: " in out
    assert "terminal lists all the moves" in out


def test_a_game_that_breaks_a_law_is_not_measured(plywise, tmp_path):
    file = tmp_path / "coins.py"
    file.write_text(BROKEN)
    code, out, _ = plywise("check", f"{file}:Coins", "--speed")
    assert code == 1
    assert "calls a second" not in out
