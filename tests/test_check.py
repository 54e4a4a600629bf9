"""check(): the laws, and then that the compiled rules say the same."""

import pytest

import plywise as pw

OVERFLOWING = """
from typing import NamedTuple

import plywise as pw


class Wide(pw.Game):
    class State(NamedTuple):
        stones: int
        side: int

    def wide(self, stones):
        return stones * 2**40 * 2**20 // 2**60

    def initial(self):
        return self.State(10, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        for count in range(1, min(3, state.stones) + 1):
            yield count

    def result(self, state, action):
        return self.State(state.stones - action, -state.side)

    def terminal(self, state):
        return state.stones == 0

    def utility(self, state):
        return -state.side


class WideEvaluation(Wide):
    def evaluate(self, state):
        return self.wide(state.stones)


class WidePriority(Wide):
    def priority(self, state, action):
        return self.wide(state.stones + action)


class WideUtility(Wide):
    def utility(self, state):
        return -state.side * self.wide(9)


class WideResult(Wide):
    def result(self, state, action):
        return self.State(self.wide(state.stones) - action, -state.side)
"""


@pytest.mark.fast_with("evaluate", "result")
@pytest.mark.parametrize("rule", ["evaluate", "priority", "utility", "result"])
def test_a_rule_that_overflows_when_compiled_breaks_the_law(rule, plywise, tmp_path):
    names = {"evaluate": "WideEvaluation", "priority": "WidePriority", "utility": "WideUtility"}
    file = tmp_path / f"wide_{rule}.py"
    file.write_text(OVERFLOWING)
    text = f"{file}:{names.get(rule, 'WideResult')}"
    report = pw.check(pw.load(text))
    assert not report.ok
    [broken] = report.broken
    assert broken.law == "compiled"
    assert rule in broken.detail
    assert file.name in broken.detail
    assert "\n" not in str(broken)
    code, out, _ = plywise("check", text)
    assert code == 1
    assert "law 'compiled' is broken" in out
    assert rule in out


@pytest.mark.fast_with("WideResult")
@pytest.mark.parametrize("name", ["WideEvaluation", "WidePriority", "WideUtility", "WideResult"])
def test_the_same_rules_without_overflow_break_no_law(tmp_path, name):
    file = tmp_path / "narrow.py"
    file.write_text(OVERFLOWING.replace("2**40 * 2**20 // 2**60", "2**20 // 2**20"))
    report = pw.check(pw.load(f"{file}:{name}"))
    assert report.ok, str(report)
    assert "compiled" in report.laws
