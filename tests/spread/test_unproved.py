"""The check of a journal: it finds what is missing, what is false, and what a proof lacks, by itself."""

import random

import pytest

import plywise as pw
from plywise.errors import InputError
from plywise.spread.jobs import SpreadTask
from plywise.spread.questions import EXPAND, LEVEL, PROVE, read_question
from plywise.spread.unproved import find_unproved
from tests.spread.runs import RandomGame, solved

GAME = pw.make("connect4", width=4, height=4)


def is_fact(key):
    return read_question(key).kind == PROVE


@pytest.fixture(scope="module")
def answers():
    return solved(GAME, ply=2, at_once=2, job_nodes=300)[1]


def check(answers, **options):
    return find_unproved(GAME, GAME.initial(), answers.items(), **options)


def test_each_fact_that_is_missing_is_missed_or_not_needed(answers):
    facts = [key for key in answers if is_fact(key) and "undecided" not in answers[key]]
    needed = 0
    for key in facts:
        found = check({each: answer for each, answer in answers.items() if each != key}, value=0)
        assert found.low <= 0 <= found.high, "less is proved, but nothing false"
        if not found.is_proved:
            needed += 1
            question = read_question(key)
            assert found.jobs == [f"prove >={question.value}: {question.name}"], "the very job that was taken away"
    assert needed > len(facts) / 2


def test_each_fact_that_is_false_is_noticed_or_makes_no_difference(answers):
    noticed = 0
    facts = [key for key in answers if is_fact(key) and "undecided" not in answers[key]]
    for key in facts:
        value = read_question(key).value
        false = {"high": value - 1} if "low" in answers[key] else {"low": value}
        found = check(answers | {key: false})
        noticed += not (found.is_proved and found.value == 0)
    assert noticed > len(facts) / 2


def test_what_contradicts_itself_is_no_proof(answers):
    for value in (-1, 1):
        claim = {"low": 1} if value == 1 else {"high": -1}
        found = check(answers | {f"prove >={max(value, 0)} in 9: empty": claim})
        assert found.low > found.high
        assert not found.is_proved


def test_estimates_and_hints_where_to_look_prove_nothing(answers):
    hints = {key: answer for key, answer in answers.items() if not is_fact(key)}
    found = check(hints)
    assert (found.low, found.high, found.facts) == (-1, 1, 0)
    facts = {key: answer for key, answer in answers.items() if read_question(key).kind in (PROVE, LEVEL, EXPAND)}
    assert check(facts) == check(answers)
    lost = check({key: answer for key, answer in answers.items() if is_fact(key)})  # nobody says where to look
    assert (lost.is_proved, lost.unused > 0) == (False, True)


def test_the_jobs_listed_are_enough(answers):
    """Doing what is listed, again and again, proves the value: with no help from the search."""
    work = SpreadTask(GAME, GAME.initial()).prepare()
    kept = {key: answer for key, answer in answers.items() if read_question(key).kind == LEVEL}
    rounds = 0
    while not (found := check(kept)).is_proved:
        rounds += 1
        assert found.jobs
        for job in found.jobs:
            question = read_question(job.replace(":", " in 10000000:", 1))
            kept[question.key] = work(question.key)
    assert (found.value, rounds < 20) == (0, True)
    assert check(kept, value=1).is_proved


@pytest.mark.fast_with("0", "1", "4", "8")
@pytest.mark.parametrize("seed", range(10))
def test_random_games_with_facts_taken_away(seed):
    game, source = RandomGame(seed, nodes=40), random.Random(seed)
    _, answers = solved(game, ply=2, job_nodes=6, estimate_nodes=3)
    value = game.value()
    for _ in range(6):
        kept = {key: answer for key, answer in answers.items() if not is_fact(key) or source.random() < 0.8}
        found = find_unproved(game, game.initial(), kept.items())
        assert found.low <= value <= found.high
        assert found.is_proved == (not found.jobs)


def test_another_value_has_other_jobs():
    found = check({"enumerate ply 1: empty": {"positions": 2}}, value=1)
    names = ["1", "2"]
    assert (found.positions, found.value, found.is_proved) == (3, 1, False)
    assert found.jobs[0] in [f"prove >=1: {name}" for name in names], "one move that wins is enough"
    assert len(found.jobs) == 1, "more than 1 nobody can get"
    draw = check({"enumerate ply 1: empty": {"positions": 2}}, value=0)
    assert sorted(draw.jobs)[1:] == [f"prove >=1: {name}" for name in names], "and no move may be better"


def test_what_is_no_answer_is_refused(answers):
    for key, answer in (("prove >=1 in 5: 44", {"low": 0}), ("prove >=1 in 5: 44", None), ("guess 44", {})):
        with pytest.raises(InputError):
            check(answers | {key: answer})
