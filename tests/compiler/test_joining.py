"""Where types meet: what holds the values of both."""

import enum
import itertools
from typing import NamedTuple

import pytest

from plywise.compiler.types.joining import Cell, constant_cell, join, join_all, nesting
from plywise.compiler.types.kinds import (
    FLOAT,
    LETTER,
    NEVER,
    NONE,
    TEXT,
    TRUTH,
    WHOLE,
    Constant,
    ConstantDict,
    ConstantSet,
    List,
    Member,
    Record,
    Refusal,
    Row,
    Set,
    Tuple,
    Union,
)
from tests.helpers.in_turn import in_turn


class Colour(enum.Enum):
    RED, GREEN = 1, 2


class Pair(NamedTuple):
    left: int
    right: int


JOINED = [
    (WHOLE, WHOLE, WHOLE),
    (NEVER, TEXT, TEXT),
    (WHOLE, TRUTH, Union((WHOLE, TRUTH))),
    (LETTER, TEXT, TEXT),
    (WHOLE, FLOAT, Union((WHOLE, FLOAT))),
    (WHOLE, NONE, Union((WHOLE, NONE))),
    (Member(Colour), NONE, Union((Member(Colour), NONE))),
    (Tuple((WHOLE, LETTER)), Tuple((TRUTH, TEXT)), Tuple((Union((WHOLE, TRUTH)), TEXT))),
    (Tuple((WHOLE,)), Tuple((WHOLE, WHOLE)), Row(WHOLE)),
    (Tuple(()), Tuple((WHOLE, WHOLE)), Row(WHOLE)),
    (Tuple((WHOLE,)), Row(TRUTH), Row(Union((WHOLE, TRUTH)))),
    (Union((WHOLE, NONE)), TRUTH, Union((WHOLE, NONE, TRUTH))),
    (Union((WHOLE, NONE)), TEXT, Union((WHOLE, NONE, TEXT))),
    (Union((WHOLE, NONE)), Union((LETTER, NONE)), Union((WHOLE, NONE, LETTER))),
    (Record(Pair, ("left", "right"), (WHOLE, NONE)), Record(Pair, ("left", "right"), (WHOLE, WHOLE)),
     Record(Pair, ("left", "right"), (WHOLE, Union((NONE, WHOLE))))),
    (Constant((1, 2)), Tuple((WHOLE, WHOLE)), Tuple((WHOLE, WHOLE))),
    (Constant({1}), Constant({2, 3}), ConstantSet(constant_cell(WHOLE), False, True)),
    (Constant(frozenset()), Constant(frozenset({"a"})), ConstantSet(constant_cell(LETTER), True, False)),
    (ConstantSet(constant_cell(WHOLE), False, True), Constant({None}),
     ConstantSet(constant_cell(Union((WHOLE, NONE))), False, False)),
    (Constant({1: 2}), Constant({}), ConstantDict(constant_cell(WHOLE), constant_cell(WHOLE))),
]  # fmt: skip


@pytest.mark.parametrize(("one", "other", "both"), JOINED, ids=[f"{one} and {other}" for one, other, _ in JOINED])
def test_two_types_join_to_one_that_holds_both(one, other, both):
    assert join(one, other) == both
    assert join(both, one) == both
    assert join(both, other) == both


KINDS = [WHOLE, TRUTH, FLOAT, NONE, LETTER, TEXT, Member(Colour), Tuple((WHOLE,)), Tuple((WHOLE, WHOLE)), Row(WHOLE)]


def variants(kind):
    return set(kind.variants) if isinstance(kind, Union) else {kind}


@in_turn("three", list(itertools.combinations(KINDS, 3)))
def test_the_order_in_which_types_meet_does_not_matter(three):
    found = {frozenset(variants(join(join(a, b), c))) for a, b, c in itertools.permutations(three)}
    assert len(found) == 1
    once = join(join(*three[:2]), three[2])
    assert join(once, once) == once


def test_lists_that_meet_become_one():
    one, other = List(Cell()), List(Cell())
    one.cells[0].widen(WHOLE)
    assert one != other
    assert join(one, other) == one == other
    other.cells[0].widen(NONE)
    assert one.item == Union((WHOLE, NONE))


def test_a_list_and_a_set_are_two_types():
    assert isinstance(join(List(Cell()), Set(Cell())), Union)


def test_a_type_that_grows_without_end_is_refused():
    def grow():
        kind = NONE
        while nesting(kind) < 100:
            kind = join(kind, Tuple((kind, WHOLE)))

    with pytest.raises(Refusal, match="grows without end"):
        grow()


def test_the_leaves_of_a_union_are_its_number_and_those_of_all():
    both = Union((WHOLE, Tuple((TRUTH, FLOAT)), NONE))
    assert len(both.scalars) == 1 + 1 + 2
    assert [both.begin(number) for number in range(3)] == [1, 2, 4]


def test_a_constant_set_never_becomes_one_that_may_change():
    for constant in (Constant({1}), ConstantSet(constant_cell(WHOLE), False, True)):
        found = join(constant, Set(Cell()))
        assert isinstance(found, Union)
        assert len(found.variants) == 2


def test_what_a_constant_holds_never_changes():
    cell, other = constant_cell(WHOLE), Cell()
    other.widen(TEXT)
    for change in (lambda: cell.widen(TEXT), lambda: cell.unite(other), lambda: other.unite(cell)):
        with pytest.raises(Refusal, match="make a copy"):
            change()
    assert cell.kind == WHOLE
    assert constant_cell(WHOLE) is cell


def test_over_255_types_are_refused():
    with pytest.raises(Refusal, match=r"over 255 types, such as .*; write a table"):
        join_all(Constant(object()) for _ in range(256))
