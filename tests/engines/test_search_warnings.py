"""A search that sees nothing beyond its horizon says so, once; and one of a game that may never end."""

import subprocess
import sys
import warnings
from typing import ClassVar

import pytest

import plywise as pw
from plywise.engines import search_warnings, step_limit
from plywise.engines.reference.observer import Observer
from plywise.engines.search_warnings import (
    forget_search_warnings,
    no_search_warnings,
    plies_without_end,
    warn_if_endless,
)
from plywise.solvers.solver import Solver
from tests.helpers.paths import ROOT
from tests.helpers.plain_games import Endless, Flat, Ring


@pytest.fixture
def warned():
    """Return the warnings of searches, from now on."""
    forget_search_warnings()
    with warnings.catch_warnings(record=True) as found:
        warnings.simplefilter("always", pw.errors.SearchWarning)
        yield found
    forget_search_warnings()


def ring(**limits):
    return pw.search(Ring(), engine="reference", **limits)


class Longer(Ring):
    """A ring of so many places that no machine sees all lines of play in two seconds."""

    name = "Ring"

    def initial(self):
        return self.State((0,) * 24, pw.MAX)


@pytest.mark.parametrize("limits", [{"depth": 2}, {"nodes": 30}, {"time": 2}], ids=str)
def test_a_blind_search_says_so(warned, limits):
    pw.search(Longer(), engine="reference", **limits)
    (warning,) = warned
    assert warning.category is pw.errors.NoEvaluationWarning
    assert str(warning.message).startswith("Ring: no evaluation: beyond the horizon it sees nothing (here after ")
    assert str(warning.message).endswith("; define evaluate(state) in its rules, or search deeper")
    assert warning.filename == __file__  # whoever called is to blame


def test_it_is_said_once_a_game(warned):
    ring(depth=2)
    ring(depth=3)
    assert len(warned) == 1
    pw.search(Flat(), engine="reference", depth=2)
    assert len(warned) == 2


class Knows(Ring):
    def evaluate(self, state):
        return 0.5


def test_nothing_is_said_where_no_horizon_was_met(warned):
    near_the_end = Ring.State((1, 1, -1, 1, -1, -1, 0, 0, 1, -1), pw.MAX)
    ring(state=near_the_end, depth=8)
    ring(state=near_the_end)
    pw.search(Knows(), engine="reference", depth=2)
    ring(depth=2, evaluate=False)  # nothing else was asked for
    with no_search_warnings():
        ring(depth=2)
    pw.explain(Ring(), engine="reference", depth=1)
    assert not warned


def test_of_a_game_of_plywise_s_own_only_a_deeper_search_sees_more(warned):
    pw.search(pw.make("nim"), engine="reference", depth=1)
    assert str(warned[0].message).endswith("; search deeper")


def test_a_game_without_an_end_is_noted_before_a_search_without_limits(warned, monkeypatch):
    with pytest.raises(pw.InputError, match=r"a search without a limit does not end: limit the depth or the time"):
        pw.search(Endless(), engine="reference")
    assert not warned  # one line is enough
    monkeypatch.setattr(search_warnings, "TRIAL_SECONDS", 60.0)  # on a busy machine, too
    warn_if_endless(Endless(), Endless().initial())
    assert [each.category for each in warned] == [pw.errors.EndlessGameWarning]
    assert "no end of the game was met in 5 random lines of 2,000 plies" in str(warned[0].message)
    pw.search(Endless(), engine="reference", depth=2)
    assert [each.category for each in warned] == [pw.errors.EndlessGameWarning, pw.errors.NoEvaluationWarning]


class Rooms(pw.Game):
    """From a to b and back for ever, or out through c."""

    utility_bounds = (-1, 1)
    doors: ClassVar = {"a": ["b"], "b": ["a", "c"], "c": ["d", "a"]}

    def initial(self):
        return ("a", pw.MAX)

    def player(self, state):
        return state[1]

    def actions(self, state):
        return self.doors[state[0]]

    def result(self, state, action):
        return (action, -state[1])

    def terminal(self, state):
        return state[0] == "d"

    def utility(self, state):
        return 1


@pytest.mark.parametrize("algorithm", ["minimax", "alphabeta"])
@pytest.mark.parametrize("engine", ["auto", "reference", "native"])
def test_a_search_that_goes_in_circles_is_refused_before_anything_is_compiled(warned, engine, algorithm):
    with pytest.raises(pw.InputError) as refused:
        pw.search(Rooms(), engine=engine, algorithm=algorithm)
    assert str(refused.value).startswith("Rooms: play goes in circles, so a search without a limit does not end: ")
    assert "plywise solve" in str(refused.value)
    assert not warned
    assert not pw.search(Rooms(), engine="reference", depth=4).proved


def test_an_observer_is_told_nothing_of_the_attempt(warned):
    class Counts(Observer):
        entered = 0

        def enter(self, node, alpha, beta):
            self.entered += 1

    observer = Counts()
    with pytest.raises(pw.InputError, match="play goes in circles"):
        pw.search(Rooms(), observer=observer)
    assert observer.entered == 0
    pw.search(Rooms(), depth=3, observer=observer)
    assert observer.entered > 0


class Lobby(Rooms):
    """The way out comes first, and wins: alpha-beta cuts off the circle behind the other door."""

    doors: ClassVar = {"a": ["d", "b"], "b": ["e", "a"]}

    def terminal(self, state):
        return state[0] in "de"

    def utility(self, state):
        return 1 if state[0] == "d" else -1


def test_a_search_that_leaves_the_circles_is_only_warned_of_them(warned):
    found = pw.search(Lobby(), engine="reference")
    assert (found.value, found.proved) == (1, True)
    assert [each.category for each in warned] == [pw.errors.EndlessGameWarning]


class Sure(Ring):
    utility_bounds = (-1, 1)

    def evaluate(self, state):
        return 1


def test_an_evaluation_at_a_bound_is_noted(warned):
    found = pw.search(Sure(), engine="reference", depth=2)
    assert not found.proved
    assert [each.category for each in warned] == [pw.errors.SaturatedEvaluationWarning]
    assert str(warned[0].message).startswith("Sure: evaluate reaches utility_bounds, (-1, 1), so ")


def test_lines_that_end_are_no_reason_to_warn(warned):
    assert plies_without_end(Ring(), Ring().initial()) == 0
    assert plies_without_end(Endless(), Endless().initial()) == 2_000
    ring(state=Ring.State((1, 1, -1, 1, -1, -1, 0, 0, 1, -1), pw.MAX))
    assert not warned


@pytest.mark.parametrize("engine", ["auto", "reference"])
def test_solve_does_not_warn_of_circles_that_it_solves_backwards(warned, engine):
    assert pw.solve(Endless(), engine=engine).value == 0
    assert not warned


class Counter(Endless):
    """Count up for ever: no position comes twice."""

    def result(self, state, action):
        return self.State(state.place + action, -state.side)


@pytest.mark.slow
def test_solve_advises_an_estimate_of_a_game_without_an_end(warned):
    Solver(Counter(), engine="native").warn(Counter().initial())
    assert [each.category for each in warned] == [pw.errors.EndlessGameWarning]
    assert str(warned[0].message).endswith(
        "this may never finish; a search with a limit gives an estimate (plywise search --depth 8, --time 5)"
    )


def test_a_warning_names_the_line_that_called_plywise(warned):
    pw.search(Lobby(), engine="reference")
    assert warned[0].filename == __file__


@pytest.mark.slow
def test_at_the_command_line_it_is_one_line_on_stderr():
    game = f"{ROOT / 'tests/helpers/plain_games.py'}:Ring"
    words = [sys.executable, "-m", "plywise", "search", game, "--depth", "2", "--engine", "reference", "--json"]
    done = subprocess.run(words, capture_output=True, text=True, check=True)
    assert done.stdout.startswith("{")
    assert done.stderr.startswith("Ring: no evaluation: beyond the horizon it sees nothing")
    assert len(done.stderr.splitlines()) == 1


class Stuck(Endless):
    """Its rules never return."""

    def terminal(self, state):
        while True:
            pass


def test_a_rule_that_never_ends_does_not_hold_up_the_search(monkeypatch):
    monkeypatch.setattr(step_limit, "MAX_STEPS", 10_000)
    warn_if_endless(Stuck(), Stuck().initial())
