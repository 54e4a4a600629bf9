"""What learning asks of the compiled rules: games that fail or never end, and states that are none of the game's."""

import subprocess
import sys

import pytest

import plywise as pw
from plywise.errors import InputError
from tests.helpers.learned_models import practice_of
from tests.helpers.program import PROGRAM

RING = '''
import plywise as pw

class Ring(pw.Game):
    """Links that a player shortens; a turned state may close them into a ring, which the rules follow for ever."""

    def initial(self):
        return ((1, 2, 3, 4, 5, 6, 7, 7), 0, 1)

    def player(self, state):
        return state[2]

    def end(self, links):
        at = 0
        while links[at] != at:
            at = links[at]
        return at

    def actions(self, state):
        return [place for place in range(7) if state[0][place] == place + 1]

    def result(self, state, action):
        links = state[0]
        new = links[:action] + (action if action % 2 else min(action + 2, 7),) + links[action + 1 :]
        return (new, state[1] + 1, -state[2])

    def terminal(self, state):
        return state[1] >= 5 or self.end(state[0]) < 3

    def utility(self, state):
        return 1 if self.end(state[0]) % 2 else -1
'''


@pytest.mark.slow
def test_rules_that_go_round_for_ever_on_a_turned_state_are_no_obstacle(tmp_path):
    (tmp_path / "ring.py").write_text(RING)
    words = [PROGRAM, "learn", "ring.py:Ring", "--games", "20", "--workers", "1", "--out", "ring.eval"]
    done = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True, timeout=200)
    assert done.returncode in (0, 1), done.stderr
    assert "generation 0" in done.stdout


FAILS = """
import plywise as pw

class Fails(pw.Game):
    def initial(self):
        return (0, 1)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return (1, 2)

    def result(self, state, action):
        return (state[0] + action, -state[1])

    def terminal(self, state):
        return state[0] >= END

    def utility(self, state):
        return 7 // (state[0] - 20)
"""


def load(folder, monkeypatch, end):
    monkeypatch.setattr(sys, "path", list(sys.path))
    (folder / f"fails{end}.py").write_text(FAILS.replace("END", str(end)))
    return practice_of(pw.make(f"{folder}/fails{end}.py:Fails"))


def test_a_rule_that_fails_in_a_game_is_located(tmp_path, monkeypatch):
    practice = load(tmp_path, monkeypatch, 20)
    with pytest.raises(InputError, match="ZeroDivisionError") as raised:
        practice.play_random(1, 100, 300, 1, 1000)
    assert len(str(raised.value).splitlines()) == 1


def test_games_that_are_longer_than_asked_leave_nothing(tmp_path, monkeypatch):
    practice = load(tmp_path, monkeypatch, 30)
    assert len(practice.play_random(1, 50, 5, 1, 1000).words) == 0
    rows = practice.play_random(1, 50, 300, 1, 1000)
    assert len(rows.words) > 100
    assert set(rows.result.tolist()) <= {1, 0, -1}
    again = practice.play_random(1, 50, 300, 1, 1000)
    assert (again.words == rows.words).all()
    assert len(practice.play_random(1, 50, 300, 1, 7).words) == 7
