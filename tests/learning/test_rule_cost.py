"""The weight of a game's rules: counted, not timed, so that every run finds the same."""

import subprocess
import sys

import plywise as pw
from plywise.games.hex import Hex
from plywise.learning.rule_cost import MOST, count_instructions, weigh_rules
from tests.helpers.paths import ROOT


class Slow(Hex):
    """Hex that looks for its end a hundred times."""

    def terminal(self, state):
        found = [super(Slow, self).terminal(state) for _ in range(100)]
        return found[0]


def test_slow_rules_weigh_more():
    fast, slow = pw.make("hex:size=3"), Slow(size=3)
    assert weigh_rules(fast, 1) < 1 < weigh_rules(slow, 1) <= MOST
    assert weigh_rules(pw.make("kalah"), 1) < weigh_rules(pw.make("chess"), 1)


def test_every_process_counts_alike():
    names = ("hex:size=4", "checkers", "go:size=5")
    code = f"import plywise as pw\nfrom plywise.learning.rule_cost import weigh_rules\n\
print([weigh_rules(pw.make(name), 7) for name in {names}])"
    found = {
        subprocess.run(
            [sys.executable, "-c", code], cwd=ROOT, env={"PYTHONHASHSEED": seed, "PYTHONPATH": "src"},
            capture_output=True, text=True, check=True,
        ).stdout
        for seed in ("1", "2")
    }  # fmt: skip
    assert found == {f"{[weigh_rules(pw.make(name), 7) for name in names]}\n"}


def test_instructions_are_counted_and_another_trace_is_left_in_place():
    def trace(*_):
        return None

    sys.settrace(trace)
    try:
        counts = [count_instructions(lambda number=number: sum(each for each in range(number))) for number in (10, 20)]
        assert sys.gettrace() is trace
    finally:
        sys.settrace(None)
    assert 0 < counts[0] < counts[1]
    assert counts[1] - counts[0] == 10 * ((counts[1] - counts[0]) // 10)
