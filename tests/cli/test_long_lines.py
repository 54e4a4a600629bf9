"""A line of play of hundreds of moves is shortened for people, and whole for programs."""

import json

import pytest

from plywise.cli.messages import FIRST_MOVES

LADDER = """
from plywise import Game


class Ladder(Game):
    \"\"\"Climb one rung at a time; whoever reaches the top wins.\"\"\"

    def initial(self):
        return 0, 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return ["climb"]

    def result(self, state, action):
        return state[0] + 1, -state[1]

    def terminal(self, state):
        return state[0] == 546

    def utility(self, state):
        return -state[1]
"""


@pytest.mark.parametrize("command", ["search", "solve"])
def test_a_long_line_is_shortened_in_text_and_whole_in_json(plywise, tmp_path, monkeypatch, command):
    (tmp_path / "ladder.py").write_text(LADDER, encoding="utf-8")
    monkeypatch.chdir(tmp_path)
    words = (command, "ladder.py:Ladder", "--engine", "reference")
    out = plywise(*words)[1]
    (line,) = (each for each in out.splitlines() if "line climb" in each)
    whole = json.loads(plywise(*words, "--json")[1])["pv"]
    assert set(whole) == {"climb"}
    assert len(whole) >= 200
    assert line.endswith(f" ... ({len(whole)} moves; --json prints them)")
    assert FIRST_MOVES <= line.count("climb") < FIRST_MOVES + 2
