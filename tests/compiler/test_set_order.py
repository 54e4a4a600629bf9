"""Sets in Python's own order: which have one, and that it is part of a game's fingerprint."""

import os
import subprocess
import sys
from collections.abc import Iterator
from dataclasses import dataclass, field
from enum import Enum, IntEnum
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.compiler.types.set_order import has_own_order, is_in_order, note_computed, slots_of
from plywise.engines.dependencies.fingerprint import fingerprint


class Level(IntEnum):
    LOW, HIGH = 1, 2


class Colour(Enum):
    RED, BLUE = 1, 2


class Spot(NamedTuple):
    row: int
    column: int


@dataclass(frozen=True)
class Stone:
    row: int
    name: object = None
    remark: str = field(default="", compare=False)


@dataclass(frozen=True)
class Salted:
    row: int

    def __hash__(self) -> int:
        return hash(f"{self.row}")


class Odd(int):
    def __hash__(self) -> int:
        return hash(str(self))


ORDERED = [
    set(), {1, -5, 2**70}, {0.5, float("inf")}, {(1, 2), ()}, {Spot(1, 2)}, {Stone(1, 2)},
    {frozenset({1, 2}), frozenset()}, {Level.LOW, Level.HIGH}, {(1, (2.5, frozenset({Spot(1, 2)})))},
]  # fmt: skip
UNORDERED = [
    {"a"}, {b"a"}, {Colour.RED}, {(1, "a")}, {Spot(1, "a")}, {Stone(1, "a")}, {Salted(1)}, {Odd(1)},
    {float("nan")}, {frozenset({"a"})}, {len}, {int},
]  # fmt: skip
(ORDERED if sys.version_info >= (3, 12) else UNORDERED).extend([{None}, {Stone(1)}])


@pytest.mark.parametrize("many", ORDERED, ids=str)
def test_sets_of_numbers_have_one_order(many):
    assert has_own_order(many)
    assert is_in_order(many)


@pytest.mark.parametrize("many", UNORDERED, ids=str)
def test_sets_of_what_has_another_hash_in_each_process_have_none(many):
    assert not has_own_order(many)


def test_the_slots_of_a_set_are_read_from_memory():
    many = {3, 8, 16}
    assert slots_of(many) == [0, 1, -1, 2, -1, -1, -1, -1]
    many.discard(8)
    slots = slots_of(many)
    assert sorted(slots) == [-2, *[-1] * 5, 0, 1], "one was given up"
    assert [list(many)[place] for place in slots if place >= 0] == list(many)
    assert slots_of([1, 2]) is None
    assert slots_of({}.keys()) is None


def test_a_computed_set_has_an_order_that_no_fingerprint_knows():
    one, other = {1, 2}, {2, 3}
    assert not is_in_order(note_computed(one | other, one, other))
    assert is_in_order(one)
    frozen = frozenset(one)
    assert is_in_order(note_computed(frozenset(frozen), frozen)), "the same object"


class Walk(pw.Game):
    """A game that names a table, which differs from object to object."""

    def __init__(self, table: object) -> None:
        self.table = table

    def initial(self) -> int:
        return 0

    def player(self, state: int) -> int:
        return 1

    def actions(self, state: int) -> Iterator[int]:
        yield from self.table[state]  # type: ignore[index]

    def result(self, state: int, action: int) -> int:
        return action

    def terminal(self, state: int) -> bool:
        return state > 3

    def utility(self, state: int) -> float:
        return 0


def taken(table):
    return fingerprint(Walk(table), False, "")


@pytest.mark.parametrize("made_by", [set, frozenset])
def test_a_fingerprint_tells_orders_apart(made_by):
    one, other = made_by([8, 0]), made_by([0, 8])
    assert one == other
    assert list(one) != list(other)
    assert taken([one]) != taken([other])
    assert taken({1: ({2: one},)}) != taken({1: ({2: other},)})
    assert taken([one]) == taken([made_by([8, 0])])


def test_a_fingerprint_tells_tables_apart_in_which_a_loop_goes_alike():
    one, other = {1, 2}, set(range(40))
    for each in range(40):
        if each not in one:
            other.discard(each)
    assert list(one) == list(other)
    assert taken([one]) != taken([other]), "a copy of the other has another table"


def test_a_fingerprint_tells_sets_and_frozensets_apart():
    assert taken([{1, 2}]) != taken([frozenset({1, 2})])


def test_a_fingerprint_is_taken_anew_where_a_set_changes_its_order():
    game = Walk([{8, 0}])
    before, order = fingerprint(game, False, ""), list(game.table[0])
    game.table[0].remove(order[0])
    game.table[0].add(order[0] + 8 * 3)
    game.table[0].discard(order[0] + 8 * 3)
    game.table[0].add(order[0])
    assert game.table[0] == {8, 0}
    assert (fingerprint(game, False, "") == before) == (list(game.table[0]) == order)


ASK = """
import sys
from tests.compiler.test_set_order import taken
words = {f"w{i}": i for i in range(50)}
print(list(set(words))[:5], taken([set(words), {3, 1}]), taken([{words[each] * 1000 for each in set(words)}]))
"""


def test_the_order_of_strings_is_in_no_fingerprint_and_what_is_made_in_it_is():
    said = set()
    for seed in "12":
        ask = [sys.executable, "-c", ASK]
        said.add(subprocess.run(ask, env=os.environ | {"PYTHONHASHSEED": seed}, capture_output=True, text=True).stdout)
    (first, words, made), (second, same_words, other) = (each.rsplit(maxsplit=2) for each in said)
    assert first != second
    assert words == same_words
    assert made != other
