"""A game whose rules change is noticed at the next search: fingerprints, and what a watch on them sees."""

import math
import operator

import numpy as np
import pytest

import plywise as pw
from plywise.engines.dependencies import fingerprint as fingerprints
from plywise.engines.native.compile import cached_library
from plywise.engines.native.compile.engine import fingerprint_of
from tests.helpers.stones import Stones

SCALE = 1
WEIGHTS = [1, [2, 3]]
ARRAY = np.array([1, 2, 3])


def tripled(number, by=3):
    return number * by


def around(hidden):
    def helper(number):
        return number + hidden

    def change(value):
        nonlocal hidden
        hidden = value

    return helper, change


shifted, shift_by = around(0)
power = math.pow


class Plain(Stones):
    UNIT = 2
    TABLE = (1, 2, 3)

    def __init__(self, worth=1):
        super().__init__(5)
        self.worth = worth
        self.named = 1
        self.table = [1, [2]]
        self.ways = {1: 2}

    @property
    def doubled(self):
        return 2 * self.worth

    def factor(self):
        return self.table[0] * self.UNIT + self.TABLE[1] + self.table[1][0] + self.doubled

    def utility(self, state, extra=1):
        found = state.side * self.worth * getattr(self, "named") * self.factor() * extra  # noqa: B009
        return shifted(tripled(found)) * SCALE + WEIGHTS[1][0] + ARRAY[0] + int(power(1.0, 2.0)) + self.ways[1]


class Compiled(Plain):
    """Of the same, what can be compiled."""

    def __init__(self):
        super().__init__()
        self.table = [[1], [2]]

    def utility(self, state, extra=1):
        return shifted(tripled(state.side * self.worth * self.UNIT * self.table[1][0])) * SCALE


def other_utility(self, state):
    return 7 * state.side


def replaced(game, monkeypatch):
    monkeypatch.setattr(type(game), "utility", other_utility)


CHANGES = {
    "an attribute": lambda game, patch: setattr(game, "worth", 9),
    "an attribute of another type": lambda game, patch: setattr(game, "worth", 1.0),
    "an attribute reached by its name": lambda game, patch: setattr(game, "named", 9),
    "a list": lambda game, patch: game.table.__setitem__(0, 7),
    "an equal number of another type in a list": lambda game, patch: game.table.__setitem__(0, True),
    "a list in a list": lambda game, patch: game.table[1].__setitem__(0, 7),
    "a longer list": lambda game, patch: game.table.append(7),
    "a dict": lambda game, patch: game.ways.__setitem__(1, 7),
    "a class attribute": lambda game, patch: patch.setattr(Plain, "UNIT", 7),
    "a class attribute hidden by the object's": lambda game, patch: setattr(game, "UNIT", 7),
    "a method": replaced,
    "a method's code": lambda game, patch: patch.setattr(Plain.factor, "__code__", Plain.initial.__code__),
    "a method's default": lambda game, patch: patch.setattr(Plain.utility, "__defaults__", (5,)),
    "a rule of the object's own": lambda game, patch: setattr(game, "utility", lambda state: 3),
    "a global": lambda game, patch: patch.setitem(globals(), "SCALE", 5),
    "a global of another type": lambda game, patch: patch.setitem(globals(), "SCALE", True),
    "a global list": lambda game, patch: WEIGHTS[1].__setitem__(0, 7),
    "an array": lambda game, patch: ARRAY.__setitem__(0, 7),
    "a global that hides a builtin": lambda game, patch: patch.setitem(globals(), "int", float),
    "a helper": lambda game, patch: patch.setitem(globals(), "tripled", lambda number: number),
    "a helper's code": lambda game, patch: patch.setattr(tripled, "__code__", (lambda number, by: number).__code__),
    "a helper's default": lambda game, patch: patch.setattr(tripled, "__defaults__", (4,)),
    "a variable around a helper": lambda game, patch: shift_by(4),
    "one builtin for another of its name": lambda game, patch: patch.setitem(globals(), "power", operator.pow),
}


@pytest.mark.parametrize("change", CHANGES)
def test_whatever_changes_in_the_rules_changes_the_fingerprint(change, monkeypatch):
    game = Plain()
    before = fingerprint_of(game)
    assert fingerprint_of(game) == before == fingerprint_of(Plain())
    try:
        CHANGES[change](game, monkeypatch)
        assert fingerprint_of(game) != before
    finally:
        shift_by(0)
        WEIGHTS[1][0], ARRAY[0] = 2, 1
        monkeypatch.undo()
    if change not in ("a method", "a helper"):
        assert fingerprint_of(Plain()) == before


def test_what_the_rules_do_not_use_does_not_count():
    game = Plain()
    before = fingerprint_of(game)
    game.notes = ["mine"]
    game.name = "another"
    assert fingerprint_of(game) == before


def test_an_unchanged_game_is_not_fingerprinted_anew(monkeypatch):
    game = Plain()
    before = fingerprint_of(game)
    monkeypatch.setattr(fingerprints, "DependencyTrace", lambda *words: pytest.fail("taken anew"))
    assert fingerprint_of(game) == before
    assert fingerprint_of(Plain()) == before


@pytest.mark.slow
def test_many_games_are_told_apart_and_recognised():
    games = [Plain(worth) for worth in range(300)]
    taken = [fingerprint_of(game) for game in games]
    assert len(set(taken)) == 300
    assert [fingerprint_of(game) for game in games] == taken
    assert len(fingerprints._cached) <= fingerprints.MAX_CACHED


@pytest.mark.slow
@pytest.mark.parametrize("change", ["an attribute", "a list in a list", "a global", "a helper's code", "a method"])
def test_after_a_change_the_compiled_search_is_the_references(change, monkeypatch):
    game = Compiled()
    solver = pw.Solver(game)

    def values():
        answers = [pw.search(game, engine=engine).value for engine in ("native", "reference")]
        return [*answers, pw.solve(game).value, solver.solve().value]

    before = values()
    assert len(set(before)) == 1
    CHANGES[change](game, monkeypatch)
    after = values()
    assert len(set(after)) == 1
    assert after != before


def test_sources_that_changed_since_they_were_imported_have_no_cache(monkeypatch, tmp_path):
    """The fingerprint of a library that was replaced while it ran is one that no other process has."""
    here = cached_library.library()
    monkeypatch.setattr(cached_library, "IMPORTED", 0.0)
    digests = {cached_library.library.__wrapped__() for _ in range(2)}
    assert len(digests) == 2
    assert here not in digests
    monkeypatch.undo()
    assert cached_library.library.__wrapped__() == here
