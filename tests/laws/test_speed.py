"""How fast rules are, and what makes them slow."""

import json
import runpy
import types

import pytest

import plywise as pw
from plywise.engines.search_warnings import forget_search_warnings
from plywise.errors import SearchWarning
from plywise.laws.speed import NAMES, calls_a_second, reasons, speed

WRITTEN = '''
import plywise as pw


class Slow(pw.Game):
    """Take one or two; the last one wins. Its rules do what is slow."""

    utility_bounds = (-1, 1)
    alternating = True
    compiles = COMPILES

    def initial(self):
        return (6, 1)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [k for k in sorted({1, 2}) if k <= state[0]]

    def result(self, state, action):
        items = list(state)
        items[0] -= action
        items[1] = -items[1]
        return tuple(items)

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -state[1]

    def evaluate(self, state):
        return helper(state)


def helper(state):
    return {0: 0, 1: state[1]}.get(state[0], 0)
'''


@pytest.fixture
def slow(tmp_path):
    """A game that is not compiled."""
    file = tmp_path / "slow_rules.py"
    file.write_text(WRITTEN.replace("COMPILES", "False"))
    return pw.make(f"{file}:Slow")


def test_each_rule_and_the_search_have_a_rate_in_plain_python(slow):
    report = speed(slow)
    assert [each.name for each in report.rules] == list(NAMES)
    assert all(each.python > 1000 and each.compiled is None for each in report.rules)
    assert sum(each.share for each in report.rules) == pytest.approx(1)
    assert [each.engine for each in report.searches] == ["reference"]
    assert report.searches[0].rate > 100
    assert (report.ratio, report.words) == (None, None)
    assert "does not compile" in str(report)
    json.dumps(report.to_dict(), allow_nan=False)


@pytest.mark.parametrize(
    ("rule", "line", "why"),
    [
        ("actions", "[k for k in sorted({1, 2})", "makes a set in each call"),
        ("actions", "[k for k in sorted({1, 2})", "makes a sorted list"),
        ("result", "items = list(state)", "builds a list in each call"),
        ("terminal", "return not self.actions(state)", "terminal lists all the moves"),
        ("evaluate", "{0: 0, 1: state[1]}.get", "makes a dict in each call"),
    ],
)
def test_what_makes_a_rule_slow_is_named_with_file_and_line(slow, rule, line, why):
    number = next(n for n, text in enumerate(WRITTEN.splitlines(), 1) if line in text)
    assert [each for each in reasons(slow, rule) if f"slow_rules.py:{number}: " in each and why in each]


@pytest.mark.parametrize(
    "body", ["return {0: 3, 1: 1}.get(s[0], 0)", "return s[0] in {1, 2}", "return {'a': 1, 'b': (2, 3)}[s]"]
)
def test_constants_that_are_looked_up_where_they_are_written_are_made_once(tmp_path, body):
    file = tmp_path / "constants.py"
    file.write_text(f"import plywise as pw\nclass Made(pw.Game):\n    def evaluate(self, s):\n        {body}\n")
    made = types.SimpleNamespace(evaluate=vars(runpy.run_path(str(file))["Made"])["evaluate"])
    assert list(reasons(made, "evaluate")) == []


@pytest.mark.parametrize("rule", ["player", "utility", "key"])
def test_a_rule_that_only_looks_something_up_has_no_reason_to_be_slow(slow, rule):
    assert list(reasons(slow, rule)) == []


def test_its_searches_do_not_warn(slow, recwarn):
    forget_search_warnings()
    speed(slow)
    assert not [each for each in recwarn if issubclass(each.category, SearchWarning)]


def test_the_rule_that_takes_most_time_is_named_last(slow):
    said = str(speed(slow))
    assert "slowest rule: " in said
    assert "times as fast" not in said


@pytest.mark.slow
def test_compiled_rules_are_faster_and_one_is_the_slowest(tmp_path):
    file = tmp_path / "slow_rules.py"
    file.write_text(WRITTEN.replace("COMPILES", "True").replace("return (6, 1)", "return (30, 1)"))
    report = speed(pw.make(f"{file}:Slow"))
    assert report.refusal == ""
    assert all(each.compiled > 5 * each.python for each in report.rules)
    assert report.ratio > 5
    assert report.words == 1
    assert "times as fast" in str(report)
    assert "trial positions" in str(report)


@pytest.mark.slow
def test_a_game_that_does_not_compile_says_why(tmp_path):
    file = tmp_path / "slow_rules.py"
    text = WRITTEN.replace("COMPILES", "True").replace("return [k for k in sorted({1, 2})", "return {k for k in (1, 2)")
    file.write_text(text.replace("if k <= state[0]]", "if k <= state[0]}"))
    report = speed(pw.make(f"{file}:Slow"))
    assert "a list, or sorted(...)" in report.refusal
    assert f"not compiled: {report.refusal}" in str(report)
    assert all(each.python for each in report.rules)


def test_a_rule_that_only_returns_a_constant_takes_a_nanosecond_at_least():
    assert [calls_a_second(each) for each in (None, 2e-11, 0.0, 0.25)] == [
        None,
        pytest.approx(1e9),
        pytest.approx(1e9),
        4,
    ]
