"""Trees of positions, as a worker makes them."""

import threading

import pytest

from plywise.engines.limits import Stopped
from plywise.live import explaining
from plywise.live.analysing import value_moves
from plywise.live.explaining import show_tree
from plywise.live.warm_games import WarmGames
from plywise.live.work import Work
from plywise.solvers.solver import Solver


def tree(game, depth, **asked):
    asked = {"game": game, "start": "", "moves": [], "owner": "one", "depth": depth} | asked
    return show_tree(Work(WarmGames(), asked, lambda news: None, threading.Event()))


@pytest.mark.parametrize(("asked", "most", "shown"), [(3, 2_000, 3), (3, 8, 1), (3, 15, 2), (1, 5, 1), (20, 2_000, 3)])
def test_a_tree_is_as_deep_as_was_asked_or_as_there_is_room(monkeypatch, asked, most, shown):
    monkeypatch.setattr(explaining, "TREE_NODES", most)
    found = tree("tictactoe", asked, start="XOXO.....") if asked < 20 else tree("tictactoe", asked, start="XOXOXO...")
    assert found["depth"] == shown
    assert found["html"].startswith("<!DOCTYPE html>")


OWN = """
import plywise as pw

class Piles(pw.Game):
    def initial(self): return [2, 1]
    def player(self, state): return state[1]
    def actions(self, state): return [1]
    def result(self, state, action): return [state[0] - action, -state[1]]
    def terminal(self, state): return state[0] == 0
    def utility(self, state): return -state[1]
"""


def test_a_tree_of_states_that_can_change_is_shown(tmp_path):
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    assert tree(f"{tmp_path}/own.py:Piles", 2, start="[2, 1]")["html"].startswith("<!DOCTYPE html>")


def values(game, start, seconds):
    asked = {"game": game, "start": start, "moves": [], "owner": "one", "seconds": seconds}
    told = []
    value_moves(Work(WarmGames(), asked, told.append, threading.Event()))
    return told


def test_exact_values_of_rules_that_cannot_be_compiled_are_found_in_plain_python_or_refused_in_words(monkeypatch):
    monkeypatch.setattr(Work, "solver", lambda work: None)
    found = values("tictactoe", "XOXO.....", 5)[-1]
    assert "why_none" not in found
    assert {word: value["text"] for word, value in found["values"].items()}["4"].startswith("win")
    told = values("tictactoe", ".........", 0)[-1]
    assert told["values"] == {}
    assert told["why_none"] == (
        "tictactoe: no move could be solved: that takes long with rules that cannot be compiled"
    )


def test_exact_values_of_states_that_cannot_be_hashed_are_refused_in_words(tmp_path):
    (tmp_path / "own.py").write_text(OWN, encoding="utf-8")
    told = values(f"{tmp_path}/own.py:Piles", "[2, 1]", 5)
    assert [each["why_none"] for each in told] == ["Piles: a state is a list, which cannot be hashed: write a tuple"]


def test_while_nothing_is_solved_that_is_told_after_each_round(monkeypatch):
    def not_yet(*_, **__):
        raise Stopped("time")

    monkeypatch.setattr(Solver, "solve", not_yet)
    told = [each for each in values("tictactoe", "XOXO.....", 0.5) if each["event"] == "values"]
    assert len(told) > 1
    assert not any(each["values"] for each in told)
    assert [each["final"] for each in told] == [False] * (len(told) - 1) + [True]
