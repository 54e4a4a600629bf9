"""The engine auto goes on with the reference where compiled rules fail, and says so in one line."""

import threading
from dataclasses import replace

import pytest

import plywise as pw
from plywise.engines import fallback, perft
from plywise.engines.backends import LEAST_TIME, NativeOrReference
from plywise.engines.fallback import Fallback
from plywise.engines.limits import Limits
from plywise.errors import InputError, NativeFailure
from tests.helpers.program import COMPILING

GAME = pw.make("tictactoe")
SAID = "tictactoe is searched by the reference engine: the compiled rules failed: too great\n"


@pytest.fixture(autouse=True)
def _nothing_was_told(monkeypatch):
    monkeypatch.setattr(fallback, "_reported", [])


def fail(*words, **options):
    raise NativeFailure("tictactoe: the compiled rules failed: too great")


def by_reference(limits):
    return pw.algorithms.deepening(GAME, **vars(limits))


class Answers:
    """A backend that answers as a function does."""

    def __init__(self, search):
        self.search = search


def either(natively, reference, told=None):
    return NativeOrReference(Answers(natively), Answers(reference), told or Fallback(GAME)).search


def answer(natively=fail, **limits):
    told = Fallback(GAME)
    found = either(natively, by_reference, told)(Limits(**limits))
    told.report()
    return replace(found, fallback=told.reason)


def test_the_reference_answers_and_that_is_said_once(capsys):
    assert (answer().engine, answer().value) == ("reference", 0)
    assert answer().fallback == "the compiled rules failed: too great"
    assert capsys.readouterr().err == SAID


def test_the_limits_hold_for_the_reference_too():
    assert (answer(nodes=100).nodes, answer(nodes=100).stopped_by) == (100, "nodes")
    assert answer(depth=2).depth == 2
    assert answer(time=0.02).stopped_by == "time"
    flag = threading.Event()
    flag.set()
    stopped = answer(stop=flag)
    assert (stopped.stopped_by, stopped.nodes) == ("interrupt", 0)
    assert stopped.best in GAME.actions(GAME.initial())


def test_the_reference_has_the_time_that_is_left():
    def fail_late(limits):
        threading.Event().wait(0.05)
        fail()

    asked = []
    limits = Limits(time=30.0)
    either(fail_late, asked.append)(limits)
    either(fail_late, asked.append)(replace(limits, time=0.04))
    assert 10 < asked[0].time <= 29.95
    assert asked[1].time == LEAST_TIME


def test_what_is_wrong_in_python_too_is_raised(capsys):
    def refuse(limits):
        raise InputError("a rule raised")

    with pytest.raises(InputError, match="a rule raised"):
        answer(refuse)
    assert capsys.readouterr().err == ""


def test_counting_goes_on_with_plain_rules(monkeypatch, capsys):
    monkeypatch.setattr(perft, "_Counter", fail)
    assert pw.count(GAME, plies=4, merge=False).nodes_by_ply == [1, 9, 72, 504, 3024]
    assert COMPILING.sub("", capsys.readouterr().err) == SAID
    with pytest.raises(NativeFailure, match="too great"):
        pw.count(GAME, plies=4, engine="native")


def test_why_the_reference_searches_is_said_where_it_is_asked_for_threads():
    game = pw.make("tictactoe")
    game.utility = lambda state: 0
    with pytest.raises(InputError) as refused:
        pw.search(game, threads=2)
    assert str(refused.value) == (
        "the reference engine searches with 1 thread, not 2: utility is set on the game object; "
        "rules are methods of its class"
    )


def test_of_rules_that_turn_out_not_to_compile_while_time_runs_it_is_said(capsys):
    game = pw.make("tictactoe")
    game.utility = lambda state: 0
    assert pw.search(game, time=0.05).engine == "reference"
    assert "utility is set on the game object" in capsys.readouterr().err
