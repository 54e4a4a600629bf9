"""States that change, frozen and thawed: the same value comes back, and shares nothing with another."""

import re
from collections import deque
from dataclasses import dataclass

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.game.contents import contents_of, first_change
from plywise.game.freezing.forms import Unfit, form_of, objects_in
from plywise.game.freezing.source import Source
from plywise.game.freezing.states import learn_states


@dataclass
class Piece:
    """A piece that moves."""

    square: int
    name: str


class Slots:
    """A state with slots."""

    __slots__ = ("rows", "turn")

    def __init__(self, rows, turn):
        self.rows, self.turn = rows, turn


def frozen_and_thawed(values):
    """Return each value as it is frozen, and as it is thawed from that."""
    source = Source("Forms on trial")
    form = form_of(values)
    source.add(f"def freeze(it):\n    return {form.freeze(source, 'it')}")
    source.add(f"def thaw(frozen):\n    return {form.thaw(source, 'frozen')}")
    names = source.run(__name__)
    return [(frozen, names["thaw"](frozen)) for frozen in map(names["freeze"], values)]


def same(one, other):
    return first_change(contents_of(one), contents_of(other)) is None


numbers = st.integers(-9, 9)
pieces = st.builds(Piece, numbers, st.sampled_from("PNBK"))
STATES = {
    "rows": st.lists(st.lists(numbers, min_size=3, max_size=3), min_size=2, max_size=2),
    "rows of any length": st.lists(st.lists(numbers, max_size=4), max_size=4),
    "dict with fixed keys": st.fixed_dictionaries({"A": numbers, "B": st.lists(numbers, max_size=3)}),
    "dict with any keys": st.dictionaries(st.tuples(numbers, numbers), st.sampled_from("xo"), max_size=5),
    "set": st.sets(numbers, max_size=5),
    "deque": st.lists(numbers, max_size=5).map(deque),
    "bytearray": st.binary(max_size=9).map(bytearray),
    "piece or None": st.lists(st.none() | pieces, min_size=2, max_size=5),
    "object with slots": st.builds(Slots, st.lists(st.lists(pieces, max_size=2), max_size=3), st.booleans()),
}


@pytest.mark.parametrize("states", STATES.values(), ids=STATES)
def test_a_state_comes_back_as_it_was_and_shares_nothing(states):
    @given(st.lists(states, min_size=1, max_size=4))
    def comes_back(values):
        for value, (frozen, thawed) in zip(values, frozen_and_thawed(values), strict=True):
            hash(frozen)
            assert same(thawed, value)
            assert type(thawed) is type(value)
            assert thawed is not value
            assert not objects_in([value, thawed], {})[1]

    comes_back()


@given(st.lists(STATES["rows"], min_size=2, max_size=4))
def test_frozen_states_are_equal_exactly_if_the_states_are(values):
    frozen = [each for each, _ in frozen_and_thawed(values)]
    for n, one in enumerate(values):
        assert [one == other for other in values] == [frozen[n] == other for other in frozen]


def test_a_list_that_is_in_two_places_is_named():
    row = [0, 0]
    with pytest.raises(Unfit, match=re.escape("['board'][0] and ['board'][1] are one list")):
        objects_in({"board": [row, row]}, {})


class Ring:
    """A place that knows the next one, and the one before."""

    def __init__(self, number):
        self.number, self.next, self.before = number, None, None


def test_objects_in_several_places_and_cycles_come_back_as_they_were():
    rings = [Ring(number) for number in range(3)]
    for one, other in zip(rings, [*rings[1:], rings[0]], strict=True):
        one.next, other.before = other, one
    states = [{"here": rings[number], "all": list(rings), "none": None} for number in range(3)]
    source = Source("rings")
    learn_states(states).write(source)
    names = source.run("tests")
    for number, state in enumerate(states):
        frozen = names["freeze"](state)
        assert names["freeze"](names["thaw"](frozen)) == frozen
        here = names["thaw"](frozen)["here"]
        assert here.number == number
        assert here.next.before is here
        assert here.next.next.next is here
        thawed = names["thaw"](frozen)
        assert any(each is thawed["here"] for each in thawed["all"])
    assert len({names["freeze"](each) for each in states}) == 3


def test_a_length_that_the_samples_did_not_have_is_refused():
    source = Source("lengths")
    learn_states([{"a": [1, "x"], "b": [2]}]).write(source)
    names = source.run("tests")
    with pytest.raises(ValueError, match="a length that it did not have"):
        names["freeze"]({"a": [1, "x"], "b": [2], "c": [3]})


@pytest.mark.parametrize("value", [{frozenset([1]): iter([])}, [iter([])]], ids=["a dict", "a list"])
def test_what_cannot_be_frozen_is_refused_by_name(value):
    with pytest.raises(Unfit, match="iterator"):
        frozen_and_thawed([value])


@pytest.mark.parametrize("empty", [[], {}, deque()], ids=["list", "dict", "deque"])
def test_what_was_always_empty_is_refused_when_it_is_not(empty):
    source = Source("empty")
    learn_states([[1, empty]]).write(source)
    names = source.run("tests")
    assert names["thaw"](names["freeze"]([1, empty])) == [1, empty]
    full = {1: Piece(1, "a")} if isinstance(empty, dict) else type(empty)([Piece(1, "a")])
    with pytest.raises(ValueError, match="a length that it did not have"):
        names["freeze"]([1, full])
