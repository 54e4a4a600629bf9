"""How states and actions are encoded, as far as plain Python shows it: what fits, what does not, and the words."""

import enum
import itertools
import json
import random
import string
from dataclasses import dataclass
from typing import NamedTuple

import pytest

from plywise.compiler.layout.codec import (
    LetterCodec,
    MemberCodec,
    NumberCodec,
    RowCodec,
    TruthCodec,
    TupleCodec,
    UnionCodec,
    Words,
    bits_for,
)
from plywise.compiler.layout.descriptions import restore
from plywise.compiler.layout.observation import Observer, action_codec
from plywise.compiler.types.kinds import Refusal
from plywise.errors import LayoutOverflow


class Colour(enum.Enum):
    RED, GREEN, BLUE = "r", "g", "b"


class Side(enum.IntEnum):
    WHITE, BLACK = 1, -1


class Pair(NamedTuple):
    left: object
    right: object


@dataclass(frozen=True)
class Card:
    suit: object
    rank: int


def observe(*values, **options):
    return Observer(**options).observe(values)


MANY = {
    "ints": ([0, 5, -7, 900], 901, [2**40, "5", None, 1.0]),
    "bools": ([True, False], True, [1, 0, None]),
    "floats": ([0.5, -1e300], 7.25, [1, float("nan"), "x"]),
    "letters": (["x", "o", "."], "o", ["z", "xo", "", 1]),
    "words of one length": (["xo", "ox"], "xx", ["x", "xxx", "xz"]),
    "words of several": (["", "xo"], "oxo", ["z", "x" * 40, None]),
    "enum": ([Colour.RED], Colour.BLUE, ["r", Side.WHITE]),
    "int enum": ([Side.WHITE], Side.BLACK, [1, -1, Colour.RED]),
    "None or int": ([None, 3], 4, ["x", 2**40]),
    "pair": ([(1, "a"), (2, "b")], (9, "a"), [(1,), (1, "a", 2), ("a", 1), Pair(1, "a"), [1, "a"]]),
    "named pair": ([Pair(1, "a")], Pair(2, "a"), [(1, "a"), Pair("a", 1)]),
    "dataclass": ([Card(Colour.RED, 3)], Card(Colour.BLUE, 4), [(Colour.RED, 3), Card("r", 3)]),
    "row of small ints": ([(0, 1, 2, 1), (2, 2, 2, 2)], (1, 1, 0, 0), [(0, 1, 2, 9), (0, 1, 2), (0, 1, 2, "x")]),
    "rows of rows": ([((0, 1), (1, 1), (0, 0))], ((1, 0), (0, 1), (1, 1)), [((0, 1), (1, 1)), ((0, 1, 1),) * 3]),
    "stack": ([(), (1,), (1, 2, 3)], (3, 3), [tuple(range(40)), (1, "a"), None]),
    "set of ints": ([frozenset({1, 5}), frozenset()], frozenset({2, 4, 5}), [frozenset({9}), {1, 5}, (1,)]),
    "set of pairs": ([frozenset({(0, 1), (2, 0)})], frozenset({(1, 1)}), [frozenset({(0, 7)}), frozenset({3})]),
    "set of named pairs": (
        [frozenset({Pair(0, 1), Pair(1, 0)})],
        frozenset({Pair(0, 0)}),
        [frozenset({(0, 1)}), frozenset({3})],
    ),
    "set of dataclasses": (
        [frozenset({Card(Colour.RED, 1)})],
        frozenset({Card(Colour.BLUE, 1)}),
        [frozenset({Card(Colour.RED, 9)}), frozenset({(Colour.RED, 1)})],
    ),
    "set of pairs of pairs": (
        [frozenset({((0, 1), (1, 0)), ((1, 0), (0, 1))})],
        frozenset({((0, 0), (0, 0))}),
        [frozenset({(0, 1)})],
    ),
    "mixed moves": ([("take", 1), "pass", None], ("take", 2), [1, ("take", "x"), "pas"]),
}


@pytest.mark.parametrize("seen", MANY)
def test_what_fits_has_units_of_their_own_widths_and_what_does_not_is_a_misfit(seen):
    shown, fits, others = MANY[seen]
    codec = observe(*shown)
    for value in [*shown, fits]:
        units = codec.encode(value)
        assert len(units) == len(codec.units)
        assert all(0 <= unit < 1 << width for unit, width in zip(units, codec.units, strict=True)), (value, units)
    for value in others:
        with pytest.raises(LayoutOverflow):
            codec.encode(value)


@pytest.mark.parametrize("seen", MANY)
def test_two_values_never_have_the_same_words(seen):
    shown, fits, _ = MANY[seen]
    words = Words(observe(*shown))
    values = set(map(repr, [*shown, fits]))
    assert len({words.encode(value) for value in [*shown, fits]}) == len(values)
    assert all(len(words.encode(value)) == words.count for value in shown)
    assert all(-(2**63) <= word < 2**63 for value in shown for word in words.encode(value))


@pytest.mark.parametrize("seen", MANY)
def test_a_codec_comes_back_from_what_the_cache_keeps(seen):
    codec = observe(*MANY[seen][0])
    again = restore(json.loads(json.dumps(codec.described())))
    assert (again, again.units) == (codec, codec.units)
    assert again.encode(MANY[seen][1]) == codec.encode(MANY[seen][1])


def test_every_board_of_a_small_alphabet_has_words_of_its_own():
    words = Words(observe(("x", "o", "."), (".", ".", ".")))
    boards = list(itertools.product("xo.", repeat=3))
    assert len({words.encode(board) for board in boards}) == 27


def test_units_lie_in_words_side_by_side_and_none_in_two():
    codec = TupleCodec([NumberCodec(0, bits) for bits in (40, 40, 20, 4, 64, 1)])
    words = Words(codec)
    assert words.count == 3
    taken = [set() for _ in range(words.count)]
    for width, (number, shift) in zip(codec.units, words.places, strict=True):
        bits = set(range(shift, shift + width))
        assert max(bits) < 64
        assert not bits & taken[number]
        taken[number] |= bits


def test_a_value_can_be_read_back_from_its_words():
    codec = TupleCodec([NumberCodec(-3, 5), TruthCodec(), NumberCodec(-(2**63), 64), NumberCodec(100, 63)])
    words, dice = Words(codec), random.Random(7)
    for _ in range(200):
        value = (
            dice.randrange(-3, 29),
            dice.random() < 0.5,
            dice.randrange(-(2**63), 2**63),
            dice.randrange(100, 2**63),
        )
        found = words.encode(value)
        units = [
            (found[number] >> shift) % (1 << width)
            for width, (number, shift) in zip(codec.units, words.places, strict=True)
        ]
        assert units == codec.encode(value)
        assert units[0] - 3 == value[0]
        assert (units[2] + 2**63) % 2**64 - 2**63 == value[2]


@pytest.mark.parametrize("value", [-(2**63), 2**63 - 1, 0, -1])
def test_ints_of_64_bits_fit_and_no_longer_ones(value):
    codec = NumberCodec(-(2**63), 64)
    assert codec.encode(value) == [value % 2**64]
    for other in (2**63, -(2**63) - 1):
        with pytest.raises(LayoutOverflow, match="is outside"):
            codec.encode(other)


def test_an_alphabet_of_one_takes_no_bits():
    codec = LetterCodec("x")
    assert (codec.units, codec.encode("x")) == ((0,), [0])
    assert [bits_for(count) for count in (0, 1, 2, 3, 4, 5, 256, 257)] == [0, 0, 1, 2, 2, 3, 8, 9]


def test_minus_zero_is_zero():
    codec = observe(0.5)
    assert codec.encode(-0.0) == codec.encode(0.0)


def test_there_is_room_beyond_what_was_seen_and_it_ends():
    codec = observe((), (1,), (1, 2, 3, 4))
    assert isinstance(codec, RowCodec)
    assert codec.room > 4
    codec.encode((1,) * codec.room)
    with pytest.raises(LayoutOverflow):
        codec.encode((1,) * (codec.room + 1))
    wider = Observer(wide=1).observe([(), (1,), (1, 2, 3, 4)])
    assert wider.room > codec.room


def test_characters_that_the_rules_may_write_fit_unseen():
    assert observe("x", "o", letters="zq").encode("q")
    with pytest.raises(LayoutOverflow):
        observe("x", "o").encode("q")
    assert observe("x", "o", wide=1).encode("q")  # asked again, any of ASCII


def test_values_of_several_types_are_a_union_and_a_bool_is_an_int_among_ints():
    assert isinstance(observe(1, None), UnionCodec)
    assert isinstance(observe(1, True), NumberCodec)
    assert observe(1, True).encode(True) == observe(1, True).encode(1)


@pytest.mark.parametrize(
    ("value", "remedy"),
    [
        ([1], "a tuple can be hashed"),
        ({1}, "a frozenset can be hashed"),
        ({1: 2}, "a tuple of values"),
        (object(), "fields are ints"),
        (1j, "fields are ints"),
        (((1, [2]),), "a tuple can be hashed"),
        (frozenset({5, 10**9}), "the maximum is 512, so write a tuple"),
    ],
)
def test_other_values_are_refused_with_what_can_be(value, remedy):
    with pytest.raises(Refusal, match=remedy):
        observe(value)


def test_an_action_has_one_word_and_its_ints_equal_shares_of_it():
    codec = action_codec([(1, 2, 3), (4, 5, 6)], "")
    assert Words(codec).count == 1
    assert Words(codec).encode((-(2**20), 2**20 - 1, 0))
    with pytest.raises(LayoutOverflow):
        codec.encode((2**21, 0, 0))
    assert Words(action_codec([7], "")).encode(-(2**63)) == (-(2**63),)
    assert Words(action_codec([((0, 1), (2, 3)), "pass"], "")).count == 1


def test_an_action_that_does_not_fit_one_word_is_refused():
    with pytest.raises(Refusal, match="the maximum is 64"):
        action_codec([tuple("abcdefgh" * 4)], "ijklmnop")


def test_a_word_as_an_action_gets_only_the_letters_seen_if_more_do_not_fit():
    shown, others = ["front", "back", "cash left", "cash right"], string.ascii_letters
    codec = action_codec(shown, others)
    assert all(codec.encode(each) for each in shown)
    with pytest.raises(LayoutOverflow):
        codec.encode("quit")
    assert action_codec(["front"], others).encode("quite")


def test_a_member_of_an_int_enum_among_ints_is_a_member():
    codec = UnionCodec([NumberCodec(0, 4), MemberCodec(Side)])
    assert codec.encode(1) == [0, 1]
    assert codec.encode(Side.WHITE) == [1, 0]
