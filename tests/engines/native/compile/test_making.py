"""What compiles for an engine knows of its rules what the engine knows, whichever process found it out."""

import pytest

import plywise as pw
from plywise.engines.kernel.rule_probe import run_rule_probe
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.self_check import self_check
from tests.helpers.generated_games import FloatWood


class Words(pw.Game):
    """A game whose states are no words, so that its rules are translated."""

    utility_bounds = (-1, 1)

    def initial(self):
        return "-----", 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [place for place, cell in enumerate(state[0]) if cell == "-"]

    def result(self, state, action):
        board, side = state
        return board[:action] + ("X" if side == 1 else "O") + board[action + 1 :], -side

    def terminal(self, state):
        return "XX" in state[0] or "-" not in state[0]

    def utility(self, state):
        return 1 if "XX" in state[0] else -1


@pytest.mark.slow_with("floats", "translated")
@pytest.mark.parametrize("game", [FloatWood(), Words()], ids=["floats", "translated"])
def test_a_child_that_comes_after_the_one_that_compiled_the_rules_knows_what_that_found(game, tmp_path, monkeypatch):
    monkeypatch.setenv("PLYWISE_CACHE_DIR", str(tmp_path))
    engine = Engine(game)
    for maker in engine._makers:
        maker._compilers.clear()  # it has gone home
    engine.entry(run_rule_probe)
    self_check(engine)
