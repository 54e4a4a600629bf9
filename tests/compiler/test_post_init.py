"""Dataclasses that look at themselves when they are made, compiled next to plain Python."""

import pytest

import plywise as pw
from plywise.compiler.types.kinds import Refusal
from tests.helpers.rule_twins import SAME, CompiledRules, compare_rules

WRITTEN = """
from dataclasses import InitVar, dataclass, replace
import plywise as pw
{state}
class G(pw.Game):
    def initial(self): return State(0)
    def player(self, state): return 1
    def actions(self, state): return [0, 1]
    def result(self, state, action): return replace(state, n=state.n + 1)
    def terminal(self, state): return state.n > 3
    def utility(self, state): return state.n
"""


def load(folder, state):
    file = folder / "written.py"
    file.write_text(WRITTEN.format(state=state))
    return pw.make(f"{file}:G")


def test_objects_that_complete_themselves_mean_the_same():
    assert compare_rules(pw.make("tests/data/post_init.py:Completed"), positions=60) == SAME


def test_what_post_init_raises_is_raised(tmp_path):
    checked = "    def __post_init__(self):\n        if self.n == 9: raise ValueError('nine')"
    game = load(tmp_path, f"@dataclass(frozen=True)\nclass State:\n    n: int\n{checked}")
    with pytest.raises(ValueError, match="nine"):
        CompiledRules(game, only=["result"]).ask("result", type(game.initial())(8), 1)


OWN = "    def __init__(self, n): object.__setattr__(self, 'n', n % 3)"


@pytest.mark.parametrize(
    ("state", "why"),
    [
        (OWN, "defines __init__; write a function"),
        ("    by: InitVar[int] = 1\n    def __post_init__(self, by): pass", "has an InitVar; write a function"),
        ("    def __post_init__(self):\n        for name in 'n': object.__setattr__(self, name, 1)", "__setattr__"),
    ],
)
def test_what_is_made_in_another_way_is_refused_by_replace_too(tmp_path, state, why):
    with pytest.raises(Refusal, match=why):
        CompiledRules(load(tmp_path, f"@dataclass(frozen=True)\nclass State:\n    n: int\n{state}"))
