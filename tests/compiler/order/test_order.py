"""Loops over sets: compiled where nobody can see their order, refused where somebody can."""

import re
from itertools import pairwise

import pytest

import plywise as pw
from plywise.compiler.kinds import Refusal
from tests.compiler.test_questions import states_of
from tests.helpers.paths import DATA
from tests.helpers.questions import Question, merged, read_questions
from tests.helpers.random_endings import write_ending
from tests.helpers.random_orders import ENDLESS, ERROR, TOP, answers, write_body
from tests.helpers.rule_twins import CompiledRules

SEEN = read_questions(DATA / "seen_orders.txt")
ORDERS = 8
AT_ONCE = 40


def game_asked(question, tmp_path):
    file = tmp_path / f"asked_{question.name.replace(' ', '_')}.py"
    file.write_text(merged([question]))
    return pw.load(f"{file}:G")


@pytest.mark.fast_with("0-10")
@pytest.mark.parametrize(("first", "last"), [*pairwise([0, 10, *range(AT_ONCE, len(SEEN), AT_ONCE), len(SEEN)])])
def test_a_loop_whose_order_can_be_seen_is_refused(first, last, tmp_path):
    asked = SEEN[first:last]
    file = tmp_path / "asked.py"
    file.write_text(merged(asked))
    game = pw.load(f"{file}:G")
    with pytest.raises(Refusal) as raised:
        CompiledRules(game)
    refused = {each.function.__name__: str(each) for each in raised.value.found_together}
    taken = [
        each.name
        for number, each in enumerate(asked)
        if not {f"q{number}", *re.findall(r"^def (\w+)", each.top, flags=re.MULTILINE)} & {*refused}
    ]
    assert taken == []
    assert [each for each in refused.values() if "order" not in each and "made of another set" not in each] == []


def what_is_wrong(question, tmp_path):
    """Return what is wrong with a random body: "" for nothing, "refused", or what differs."""
    try:
        compile(merged([question]), "asked", "exec")
        game = game_asked(question, tmp_path)
        rules = CompiledRules(game)
    except (SyntaxError, Refusal):
        return "refused"
    states = [state._replace(which=0) for state in states_of(game)[:8]]
    first, *others = (answers(merged([question]), states, order) for order in range(ORDERS))
    for state, expected, *more in zip(states, first, *others, strict=True):
        if {ENDLESS, ERROR} & {expected, *more}:
            continue
        if {expected} != {*more}:
            return f"the order can be seen: {expected}, {more}\n{question.body}"
        try:
            found = repr(int(rules.ask("evaluate", state)))
        except RuntimeError as error:
            if "the order in which a set is emptied may matter" in str(error):
                continue
            raise
        if found != expected:
            return f"{found} for {expected}\n{question.body}"
    return ""


@pytest.mark.slow
@pytest.mark.parametrize(("first", "last"), [*pairwise([2, 3, *range(43, 644, AT_ONCE)])])
def test_no_order_of_random_bodies_can_be_seen(first, last, tmp_path):
    found = [what_is_wrong(Question(str(seed), TOP, write_body(seed)), tmp_path) for seed in range(first, last)]
    assert [each for each in found if each not in ("", "refused")] == []
    assert "" in found


@pytest.mark.fast_with("3-6")  # one is refused, two are compiled
@pytest.mark.parametrize(("first", "last"), [*pairwise([0, 3, 6, 8, *range(60, 1100, 52)])])
def test_a_loop_that_ends_early_shows_no_order(first, last, tmp_path):
    """Whatever ends a loop over a set, what is compiled answers as Python does, in whatever order that goes."""
    asked = [Question(str(seed), *write_ending(seed)) for seed in range(first, last)]
    found = [what_is_wrong(each, tmp_path) for each in asked]
    assert [each for each in found if each not in ("", "refused")] == []
    assert min(found.count(""), found.count("refused")) >= len(asked) // 8


@pytest.mark.slow
def test_what_is_taken_out_twice_is_an_error(tmp_path):
    body = """todo = {1, 2}
seen = {1}
turns = 0
while todo:
    todo.pop()
    turns += 1
    for other in (1, 2, 3):
        if other not in seen:
            seen.add(other)
            todo.add(other)
return turns
"""
    game = game_asked(Question("twice", "", body), tmp_path)
    rules = CompiledRules(game)
    with pytest.raises(RuntimeError, match="the order in which a set is emptied may matter"):
        rules.ask("evaluate", game.initial())


@pytest.mark.slow
def test_sorting_a_set_in_which_two_tie_is_an_error(tmp_path):
    top = """class Tied(NamedTuple):
    r: int
    c: int
    def __lt__(self, other):
        return self.r < other.r"""
    game = game_asked(Question("tied", top, "return sorted({Tied(s.n % 2, 5), Tied(1, 4)})[0].c"), tmp_path)
    rules = CompiledRules(game)
    states = [state._replace(which=0) for state in states_of(game)]
    assert {state.n % 2 for state in states} == {0, 1}
    for state in states:
        if state.n % 2 == 0:
            assert rules.ask("evaluate", state) == game.evaluate(state) == 5
        else:
            with pytest.raises(OverflowError, match="their order is no order"):
                rules.ask("evaluate", state)
