"""What rules share with one another and with other processes: lists that grow, and the order of what is in a set."""

import inspect
import threading
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.laws import hash_seed
from tests.helpers.stones import STONES_FILE, Stones

SEEN_BY_ALL = []
SEEN_IN_A_HELPER = []


def remember(state):
    SEEN_IN_A_HELPER.append(state)


class ClassListGrows(Stones):
    seen = []  # noqa: RUF012 - that is the mistake

    def result(self, state, action):
        self.seen.append(state)
        return super().result(state, action)


class GlobalListGrows(Stones):
    def result(self, state, action):
        SEEN_BY_ALL.append(action)
        return super().result(state, action)


class HelpersListGrows(Stones):
    def terminal(self, state):
        remember(state)
        return super().terminal(state)


class ListOfTheBaseClassGrows(ClassListGrows):
    pass


class Caches(Stones):
    known = {}  # noqa: RUF012 - a cache may grow

    def utility(self, state):
        return self.known.setdefault(state, -state.side)


class OutOfASet(Stones):
    names = frozenset(str(number) for number in range(1, 8))

    def actions(self, state):
        return [int(name) for name in self.names if int(name) <= state.stones]


class OutOfASetMadeThere(Stones):
    def actions(self, state):
        return [len(name) for name in {"x", "xx", "xxx", "xxxx", "xxxxx"} if len(name) <= state.stones]


class SortedOutOfASet(OutOfASet):
    def actions(self, state):
        return sorted(super().actions(state))


@pytest.mark.parametrize("game", [ClassListGrows, GlobalListGrows, HelpersListGrows, ListOfTheBaseClassGrows])
def test_a_list_that_rules_add_to_is_found(game):
    report = pw.check(game(5), compiled=0)
    assert [each.law for each in report.broken] == ["result"]
    assert "changed the game" in report.broken[0].detail


@pytest.mark.slow_with("SortedOutOfASet")
@pytest.mark.parametrize("game", [Stones, Caches, SortedOutOfASet])
def test_rules_that_share_nothing_but_caches_are_sound(game):
    report = pw.check(game(5), compiled=0)
    assert report.ok
    assert not report.notes or "typed" in report.notes[0]


@pytest.mark.slow_with("OutOfASet")
@pytest.mark.parametrize("game", [OutOfASet, OutOfASetMadeThere])
def test_an_order_that_depends_on_the_hash_seed_is_found(game):
    report = pw.check(game(5), compiled=0)
    assert [each.law for each in report.broken] == ["deterministic"]
    assert "another process" in report.broken[0].detail


def test_it_is_found_in_a_file_of_the_users_own(tmp_path):
    file = tmp_path / "own.py"
    file.write_text(f"{STONES_FILE}\n\n{inspect.getsource(OutOfASet)}")
    report = pw.check(pw.make(f"{file}:OutOfASet:stones=5"), compiled=0)
    assert [each.law for each in report.broken] == ["deterministic"]


CACHED = """
from functools import cache

@cache
def least(stones):
    return least(stones - 1) if stones > 1 else stones

{}
"""


def test_it_is_found_beside_functions_with_a_cache(tmp_path):
    file = tmp_path / "cached.py"
    own = inspect.getsource(OutOfASet).replace("if int(name)", "if least(9) <= int(name)")
    file.write_text(STONES_FILE + CACHED.format(own))
    report = pw.check(pw.make(f"{file}:OutOfASet:stones=5"), compiled=0)
    assert [each.law for each in report.broken] == ["deterministic"]
    assert not any("was not tested" in note for note in report.notes)


def test_moves_of_two_classes_that_are_equal_are_named():
    class New(NamedTuple):
        at: int

    class Old(NamedTuple):
        at: int

    class Both(Stones):
        def actions(self, state):
            return [New(1), Old(1)]

        def result(self, state, action):
            return super().result(state, action.at)

    detail = pw.check(Both(5), compiled=0).broken[0].detail
    assert "as New and as Old: New(at=1), which it equals; NamedTuples of two classes" in detail


def test_rules_without_sets_are_not_asked_elsewhere(monkeypatch):
    monkeypatch.setattr(hash_seed, "_ask", lambda *words: pytest.fail("asked"))
    assert pw.check(Stones(5), compiled=0).ok


def test_a_game_that_cannot_be_sent_is_noted():
    game = SortedOutOfASet(5)
    game.lock = threading.Lock()
    report = pw.check(game, compiled=0)
    assert report.ok
    assert any("hash seed was not tested" in note for note in report.notes)
