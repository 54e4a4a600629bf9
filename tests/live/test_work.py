"""Jobs as a worker does them: the position that is asked about."""

import threading

import pytest

from plywise.errors import InputError
from plywise.live.warm_games import WarmGames
from plywise.live.work import Work

RULES = """
import plywise as pw

class Pile(pw.Game):
    def initial(self): return (9, 1)
    def player(self, state): return state[1]
    def actions(self, state): return [1, 2]
    def result(self, state, action): return (max(0, state[0] - action), -state[1])
    def terminal(self, state): return state[0] == 0
    def utility(self, state): return -state[1]
"""


def position(path, **asked):
    asked = {"game": f"{path}:Pile", "start": "(9, 1)", "moves": ["1", "2"], "owner": "one"} | asked
    return Work(WarmGames(), asked, lambda news: None, threading.Event()).line()[0][-1]


def test_rules_that_lead_elsewhere_than_on_the_board_are_refused_in_one_line(tmp_path):
    path = tmp_path / "pile.py"
    path.write_text(RULES, encoding="utf-8")
    assert position(path) == position(path, position="(6, 1)") == (6, 1)
    assert position(path, position="told in a way that cannot be read back") == (6, 1)
    with pytest.raises(InputError, match="Pile: the same moves lead to another position than on the board"):
        position(path, position="(5, 1)")
    with pytest.raises(InputError, match=r"another position than on the board: .* If the file was changed, restart"):
        position(path, moves=["1", "3"], position="(5, 1)")
