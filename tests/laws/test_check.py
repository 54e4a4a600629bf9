"""check(): the laws, and then that the compiled rules say the same."""

import pytest

import plywise as pw
from tests.helpers.stones import STONES_FILE

OVERFLOWING = f"""{STONES_FILE}

class Wide(Stones):
    def wide(self, stones):
        return stones * 2**40 * 2**20 // 2**60


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
    report = pw.check(pw.load(text), thorough=True)
    assert not report.ok
    [broken] = report.broken
    assert broken.law == "compiled"
    assert rule in broken.detail
    assert file.name in broken.detail
    assert "\n" not in str(broken)
    code, out, _ = plywise("check", text, "--thorough")
    assert code == 1
    assert "law 'compiled' is broken" in out
    assert rule in out


@pytest.mark.fast_with("WideResult")
@pytest.mark.parametrize("name", ["WideEvaluation", "WidePriority", "WideUtility", "WideResult"])
def test_the_same_rules_without_overflow_break_no_law(tmp_path, name):
    file = tmp_path / "narrow.py"
    file.write_text(OVERFLOWING.replace("2**40 * 2**20 // 2**60", "2**20 // 2**20"))
    report = pw.check(pw.load(f"{file}:{name}"), thorough=True)
    assert report.ok, str(report)
    assert "compiled" in report.laws
