"""check(): the laws, and then that the compiled rules say the same."""

import pytest

import plywise as pw
from tests.helpers.stones import STONES_FILE

OVERFLOWING = f"""{STONES_FILE}

class Wide(Stones):
    def wide(self, stones):
        return stones * 2**600 * 2**500 // 2**600 // 2**500


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
def test_a_rule_that_computes_too_large_a_number_is_not_compiled_and_that_is_noted(rule, plywise, tmp_path):
    names = {"evaluate": "WideEvaluation", "priority": "WidePriority", "utility": "WideUtility"}
    file = tmp_path / f"wide_{rule}.py"
    file.write_text(OVERFLOWING)
    text = f"{file}:{names.get(rule, 'WideResult')}"
    report = pw.check(pw.make(text), thorough=True)
    assert report.ok, str(report)
    assert "compiled" not in report.laws
    [note] = [each for each in report.notes if "cannot be compiled" in each]
    assert f"{rule} computes too large a number" in note
    assert file.name in note
    assert "\n" not in note
    code, out, _ = plywise("check", text, "--thorough")
    assert code == 0
    assert note in out


@pytest.mark.fast_with("2**40 * 2**20 // 2**60-WideResult")
@pytest.mark.parametrize("name", ["WideEvaluation", "WidePriority", "WideUtility", "WideResult"])
@pytest.mark.parametrize("large", ["2**20 // 2**20", "2**40 * 2**20 // 2**60"])
def test_the_same_rules_without_overflow_break_no_law(tmp_path, name, large):
    file = tmp_path / "narrow.py"
    file.write_text(OVERFLOWING.replace("2**600 * 2**500 // 2**600 // 2**500", large))
    report = pw.check(pw.make(f"{file}:{name}"), thorough=True)
    assert report.ok, str(report)
    assert "compiled" in report.laws
