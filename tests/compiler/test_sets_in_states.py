"""Sets in a state: what may be in them, and that its order, equality and class mean in compiled rules what they do."""

import pytest

import plywise as pw
from plywise.compiler.types.kinds import Refusal
from tests.helpers.rule_twins import SAME, compare_rules

WRITTEN = """
from dataclasses import dataclass
from typing import NamedTuple
import plywise as pw
class Cell(NamedTuple):
    r: int
    c: int
@dataclass(frozen=True)
class Odd:
    r: int
    def __eq__(self, other): return self.r % 2 == other.r % 2
    def __hash__(self): return self.r % 2
class G(pw.Game):
    def initial(self): return frozenset({{{first}}}), 0
    def player(self, state): return 1
    def actions(self, state): return [0, 1]
    def result(self, state, action): return state[0] | {{{put}}}, state[1] + 1
    def terminal(self, state): return state[1] > 3
    def utility(self, state): return len(state[0])
"""


def load(folder, first, put):
    file = folder / "written.py"
    file.write_text(WRITTEN.format(first=first, put=put))
    return pw.make(f"{file}:G")


@pytest.mark.slow
def test_sets_of_records_mean_the_same():
    assert compare_rules(pw.make("tests/data/sets_of_records.py:Sets"), positions=60) == SAME


@pytest.mark.parametrize(
    ("first", "put", "why"),
    [
        ("Cell(0, 0)", "(action, 1)", "values of several types; write values of one type"),
        ("Odd(1)", "Odd(action)", "Odds, which define their own equality; write tuples"),
    ],
)
def test_a_set_whose_things_would_lose_their_class_or_equality_is_refused(tmp_path, first, put, why):
    with pytest.raises(Refusal, match=why):
        compare_rules(load(tmp_path, first, put))


def test_a_plain_tuple_among_named_ones_that_play_did_not_show_is_refused(tmp_path):
    with pytest.raises(Refusal, match="put among the Cells of a frozenset; write a Cell instead"):
        compare_rules(load(tmp_path, "Cell(0, 0)", "(action, 1) if state[1] > 90 else (0, 0)"))
