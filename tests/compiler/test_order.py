"""Loops over sets: compiled where nobody can see their order, refused where somebody can."""

from itertools import pairwise

import pytest

import plywise as pw
from plywise.compiler.types.kinds import Refusal
from tests.compiler.test_questions import states_of
from tests.helpers.questions import Question, merged
from tests.helpers.random_endings import write_ending
from tests.helpers.random_orders import ENDLESS, ERROR, TOP, answers, write_body
from tests.helpers.rule_twins import CompiledRules

ORDERS = 8
AT_ONCE = 40
LOOKING = ("values.collections", "values.loops", "translation.methods", "values.set_operations")
"""Modules that ask whether the order of a set is known."""


@pytest.fixture
def unknown(monkeypatch):
    """Let no set have an order that is known, as sets of texts."""
    for each in LOOKING:
        monkeypatch.setattr(f"plywise.compiler.{each}.hashes_as_python", lambda kind: False)
    monkeypatch.setattr("plywise.compiler.layout.set_codec.SetCodec.is_ascending", False)


def game_asked(question, tmp_path):
    file = tmp_path / f"asked_{question.name.replace(' ', '_')}.py"
    file.write_text(merged([question]))
    return pw.make(f"{file}:G")


def what_is_wrong(question, tmp_path, orders):
    """Return what is wrong with a random body: "" for nothing, "refused", or what differs.

    orders: in how many orders plain Python must answer the same, and as what is compiled; 0: in its own order
    """
    try:
        compile(merged([question]), "asked", "exec")
        game = game_asked(question, tmp_path)
        rules = CompiledRules(game, only=["evaluate"])
    except (SyntaxError, Refusal):
        return "refused"
    states = [state._replace(which=0) for state in states_of(game)[:8]]
    first, *others = (answers(merged([question]), states, order) for order in [None, *range(orders)])
    for state, expected, *more in zip(states, first, *others, strict=True):
        if {ENDLESS, ERROR} & {expected, *more}:
            continue
        if not {*more} <= {expected}:
            return f"the order can be seen: {expected}, {more}\n{question.body}"
        if (found := repr(int(rules.ask("evaluate", state)))) != expected:
            return f"{found} for {expected}\n{question.body}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(("first", "last"), [*pairwise([43, 44, *range(83, 644, AT_ONCE)])])
def test_no_order_of_random_bodies_can_be_seen(first, last, tmp_path, unknown):
    found = [what_is_wrong(Question(str(seed), TOP, write_body(seed)), tmp_path, ORDERS) for seed in range(first, last)]
    assert [each for each in found if each not in ("", "refused")] == []
    assert "" in found


@pytest.mark.fast_with("3-6")  # one is refused, two are compiled
@pytest.mark.parametrize(("first", "last"), [*pairwise([0, 3, 6, 8, *range(60, 1100, 52)])])
def test_a_loop_that_ends_early_shows_no_order(first, last, tmp_path, unknown):
    """Whatever ends a loop over a set, what is compiled answers as Python does, in whatever order that goes."""
    asked = [Question(str(seed), *write_ending(seed)) for seed in range(first, last)]
    found = [what_is_wrong(each, tmp_path, ORDERS) for each in asked]
    assert [each for each in found if each not in ("", "refused")] == []
    assert len(asked) < AT_ONCE or {"", "refused"} <= {*found}


@pytest.mark.fast_with("3-6")
@pytest.mark.parametrize(("first", "last"), [*pairwise([3, 6, *range(60, 400, 34)])])
def test_loops_that_end_early_go_in_pythons_order(first, last, tmp_path):
    asked = [Question(str(seed), *write_ending(seed)) for seed in range(first, last)]
    asked += [Question(str(seed), TOP, write_body(seed)) for seed in range(first, last)]
    found = [what_is_wrong(each, tmp_path, 0) for each in asked]
    assert [each for each in found if each not in ("", "refused")] == []
    assert found.count("") > len(asked) * 3 // 4


@pytest.mark.slow
def test_sorting_a_set_in_which_two_tie_is_an_error(tmp_path):
    top = """class Tied(NamedTuple):
    r: int
    c: int
    def __lt__(self, other):
        return self.r < other.r"""
    game = game_asked(Question("tied", top, "return sorted({Tied(s.n % 2, 5), Tied(1, 4)})[0].c"), tmp_path)
    rules = CompiledRules(game, only=["evaluate"])
    states = [state._replace(which=0) for state in states_of(game)]
    assert {state.n % 2 for state in states} == {0, 1}
    for state in states:
        if state.n % 2 == 0:
            assert rules.ask("evaluate", state) == game.evaluate(state) == 5
        else:
            with pytest.raises(OverflowError, match=r"(make the order|the order is) undefined"):
                rules.ask("evaluate", state)
