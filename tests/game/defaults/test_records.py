"""What cannot be hashed is named, with what to write instead."""

import operator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
import pytest

import plywise as pw
from plywise.game.defaults.records import CachePerGame, is_whole, why_unhashable
from tests.helpers.plain_games import OfDicts, Rows


class Held(NamedTuple):
    board: Any
    side: int = 1


@dataclass
class Loose:
    stones: int


@dataclass(frozen=True)
class Frozen:
    held: Any


class Strange:
    __hash__ = None


WHY = [
    (Held(1), ""),
    ({"board": {}, "turn": 1}, "a state is a dict, .* with the fields board, turn; the dict board as a tuple$"),
    ({(0, 0): "b"}, "a state is a dict, .* write a tuple with one item for each cell"),
    (Held([1, 2]), "^field board of a state is a list, which cannot be hashed: write a tuple$"),
    (Held([[1], [2]]), "write a tuple of tuples$"),
    (Held({1}), "field board of a state is a set, .* write a frozenset$"),
    (Held(np.zeros((2, 2))), r"is a NumPy array, .* tuple\(map\(tuple, board.tolist\(\)\)\)$"),
    (Held(np.zeros(2)), r"as in tuple\(board\)$"),
    (Held((1, (2, [3]))), "^item 1 of item 1 of field board of a state is a list"),
    (Loose(3), r"a state is a Loose, .* write @dataclass\(frozen=True\) above its class$"),
    (Frozen(bytearray(3)), "field held of a state is a bytearray, .* write bytes$"),
    (Held(Strange()), "a Strange, .* or give its class __eq__ and __hash__$"),
]


@pytest.mark.parametrize(("value", "why"), WHY, ids=lambda value: str(value)[:40])
def test_what_cannot_be_hashed_is_named(value, why):
    import re

    found = why_unhashable(value)
    assert re.search(why, found), found
    assert bool(found) == bool(why)
    assert len(found.splitlines()) <= 1


class OfLists(Rows):
    def actions(self, state):
        return [list(action) for action in super().actions(state)]


@pytest.mark.slow_with("solve")
@pytest.mark.parametrize("ask", [pw.search, pw.solve, pw.explain, pw.count, pw.compare])
def test_whoever_remembers_states_says_what_to_write(ask):
    if ask is not pw.compare:  # which compiles, and dicts of values of several types do not
        ask(OfDicts())  # its states are frozen
    with pytest.raises(pw.InputError, match=r"^OfLists: an action is a list, which cannot be hashed: write a tuple$"):
        ask(OfLists())


def test_the_textbook_s_algorithms_need_no_hash():
    assert pw.algorithms.minimax(OfDicts()).nodes == 2


def test_check_says_it_once():
    assert pw.check(OfDicts(), compiled=0).ok  # its states are frozen
    report = pw.check(OfLists(), compiled=0)
    assert [breach.law for breach in report.broken] == ["hashable"]
    assert "an action is a list" in report.broken[0].detail


class OfArrays(Rows):
    def initial(self):
        return Held(np.zeros((3, 3)))


def test_what_is_kept_of_a_game_goes_with_it():
    kept, game = CachePerGame(), Rows()
    kept.keep(game, 5)
    assert kept.get(game) == 5
    assert kept.get(Rows()) is None
    del game
    assert not kept._kept


def test_whole_numbers_are_pythons_and_numpys():
    assert all(map(is_whole, (3, np.int8(3), np.array(3))))
    assert not any(map(is_whole, (True, 3.0, np.float64(3), np.array([3]), int, operator)))  # operator.__index__ exists
