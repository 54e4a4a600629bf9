"""What a value holds, field by field: which values cannot change, and where others have."""

import array
import collections
import dataclasses
import enum
from decimal import Decimal
from fractions import Fraction
from typing import NamedTuple

import numpy as np
import pytest

from plywise.game.contents import contents_of, first_change, is_immutable


class Side(enum.Enum):
    MAX = 1


class Cell(NamedTuple):
    row: int
    items: object


@dataclasses.dataclass(frozen=True)
class Frozen:
    item: object


@dataclasses.dataclass
class Thawed:
    item: object


FIXED = [
    1, 1.5, "x", b"x", True, None, 1j, Side.MAX, Fraction(1, 2), Decimal(1), (1, ("x", None)), frozenset({1}),
    Cell(1, (2,)), Frozen((1,)), np.int64(3), range(3), int, len,
]  # fmt: skip


@pytest.mark.parametrize("value", FIXED, ids=repr)
def test_values_that_nothing_can_change_in_place(value):
    assert is_immutable(value)
    assert is_immutable((value, (value,)))


HOLDING = [list, lambda item: ([item],), lambda item: Cell(1, [item]), lambda item: Frozen([item]), Thawed, np.array]


@pytest.mark.parametrize("make", HOLDING)
def test_values_that_hold_something_that_can_change(make):
    assert not is_immutable(make([1]))


CHANGES = {
    "a list": ([1, 2], lambda it: it.append(3), "[2] was absent and is now 3"),
    "a nested list": ([[1], [2]], lambda it: it[1].pop(), "[1][0] was 2 and is now absent"),
    "a dict": ({"a": 1}, lambda it: it.update(a=2), "['a'] was 1 and is now 2"),
    "a set": ({1}, lambda it: it.add(2), "it was {1} and is now {1, 2}"),
    "an array of NumPy": (np.zeros(2), lambda it: it.__setitem__(1, 5), "[1] was 0.0 and is now 5.0"),
    "an array": (array.array("b", [1, 2]), lambda it: it.append(3), "3"),
    "a deque": (collections.deque([1]), lambda it: it.append(2), "2"),
    "a bytearray": (bytearray(b"ab"), lambda it: it.append(7), "x07"),
    "a dataclass": (Thawed([1]), lambda it: it.item.append(2), "item[1] was absent and is now 2"),
    "a frozen dataclass": (Frozen([1]), lambda it: it.item.append(2), "item[1] was absent and is now 2"),
    "a named tuple": (Cell(1, [2]), lambda it: it.items.clear(), "items[0] was 2 and is now absent"),
    "another type": ([1], lambda it: it.__setitem__(0, True), "[0] was 1 and is now True"),
}


@pytest.mark.parametrize("what", CHANGES)
def test_a_change_is_named_with_its_place(what):
    value, change, told = CHANGES[what]
    before = contents_of(value)
    assert first_change(before, contents_of(value)) is None
    change(value)
    assert told in str(first_change(before, contents_of(value)))


def test_what_holds_itself_is_compared_too():
    value = [1]
    value.append(value)
    before = contents_of(value)
    assert first_change(before, contents_of(value)) is None
    value[0] = 2
    assert str(first_change(before, contents_of(value))) == "[0] was 1 and is now 2"
