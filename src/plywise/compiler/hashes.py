"""Hashes of values when the rules run, and of constants beforehand: the same, for tables of constants hold them."""

import enum
import struct
from typing import Any

import numpy as np

from plywise.compiler import checked_numbers as checked
from plywise.compiler.conversion import dispatch
from plywise.compiler.enumerations import number_of
from plywise.compiler.function import Emitter
from plywise.compiler.joining import fields_of, is_record, kind_of
from plywise.compiler.kinds import (
    FLOAT64,
    INT,
    WHOLE,
    Bits,
    Bool,
    Char,
    ConstantSet,
    Fixed,
    Float,
    Frozen,
    Int,
    Kind,
    Member,
    Never,
    NoneKind,
    Packed,
    Record,
    Row,
    Text,
    Tuple,
    Union,
    Value,
)
from plywise.compiler.loops import loop
from plywise.compiler.numbers import number, worded
from plywise.compiler.sequences import as_row, item_at

FACTOR = -7046029254386353131  # 2**64 / golden ratio
SHIFT = 29
OF_NONE = 17
OF_SET = 19
OF_THING = 23
LOW_BITS = 2**64 - 1


def hash_value(f: Emitter, value: Value) -> Value:
    """Return a hash of a value: equal for equal values."""
    return dispatch(f, [value], lambda each: Value(WHOLE, [_hash(f, each)]))


def _mixed(f: Emitter, one: Any, other: Any) -> Any:
    found = f.builder.mul(f.builder.xor(one, other), INT(FACTOR))
    return f.builder.xor(found, f.builder.lshr(found, f.int(SHIFT)))


def _hash_word(f: Emitter, word: Any) -> Any:
    return _mixed(f, word if word.type == INT else f.builder.zext(word, INT), f.int(0))


def _hash_float(f: Emitter, word: Any) -> Any:
    """Return the hash of a float: that of the int that it equals, if it equals one."""
    builder = f.builder
    near = checked.call_intrinsic(builder, "llvm.trunc", word)
    fits = builder.not_(checked.is_no_int(builder, near))
    same = builder.and_(fits, builder.fcmp_ordered("==", near, word))
    as_int = builder.fptosi(builder.select(same, near, FLOAT64(0)), INT)
    return _hash_word(f, builder.select(same, as_int, builder.bitcast(word, INT)))


def _hash(f: Emitter, value: Value) -> Any:
    value = worded(f, value)
    kind = value.kind
    if isinstance(kind, (Tuple, Record)):
        found = f.int(len(value.items()))
        for each in value.items():
            found = _mixed(f, found, hash_value(f, each).leaves[0])
        return found
    if isinstance(kind, (Row, Text, Packed)):
        row: Any = as_row(f, value)
        texts = isinstance(kind.codec.unpacked if isinstance(kind, Packed) else kind, Text)
        place = f.place(INT)
        f.builder.store(row.leaves[1], place)

        def one(at: Any) -> None:
            item = item_at(f, row, at)
            each = _hash_word(f, item.leaves[0]) if texts else hash_value(f, item).leaves[0]
            f.builder.store(_mixed(f, f.builder.load(place), each), place)

        f.count(row.leaves[1], one)
        return f.builder.load(place)
    if isinstance(kind, Char):
        return _mixed(f, f.int(1), _hash_word(f, value.leaves[0]))  # as the string of one letter that it is
    count = number(f, value)
    if count is not None and isinstance(count.kind, Float):
        return _hash_float(f, count.leaves[0])
    if count is not None or isinstance(kind, Member):
        return _hash_word(f, (count or value).leaves[0])
    if isinstance(kind, NoneKind):
        return f.int(OF_NONE)
    if can_hash(kind):
        return _hash_of_set(f, value)
    raise f.refuse(f"a {kind} is put into a set or is the key of a dict; write a tuple instead")


def _hash_of_set(f: Emitter, value: Value) -> Any:
    """Return the hash of a frozenset: the same whatever order its things have."""
    if isinstance(value.kind, Fixed):
        return f.int(as_signed(hash_of_constant(value.kind.thing)))
    place, met = f.place(INT), f.sets_met
    f.builder.store(f.int(OF_SET), place)

    def one(thing: Value) -> None:
        each = _mixed(f, hash_value(f, thing).leaves[0], f.int(OF_THING))
        f.builder.store(f.builder.add(f.builder.load(place), each), place)

    loop(f, value, one, ordered=False)
    f.sets_met = met  # whose order nobody sees
    return f.builder.load(place)


# --- of constants -----------------------------------------------------------------------------------------------------


def can_hash(kind: Kind) -> bool:
    """Return whether values of a type have a hash when the rules run."""
    if isinstance(kind, (Tuple, Record)):
        return all(map(can_hash, kind.items))
    if isinstance(kind, Union):
        return all(map(can_hash, kind.variants))
    if isinstance(kind, Row):
        return not kind.constant_list and can_hash(kind.item)
    if isinstance(kind, ConstantSet):
        return kind.is_frozen and can_hash(kind.item)
    if isinstance(kind, (Bits, Frozen)):
        return can_hash(kind.codec.item if isinstance(kind, Bits) else kind.item)
    if isinstance(kind, Fixed):
        return isinstance(kind.thing, frozenset) and all(can_hash(kind_of(each)) for each in kind.thing)
    if isinstance(kind, Packed):
        return can_hash(kind.codec.unpacked)
    return isinstance(kind, (Int, Bool, Float, Char, Text, Member, NoneKind, Never))


def hash_of_constant(thing: Any) -> int:
    """Return the hash that a constant has when the rules run, as a word without sign."""
    thing = thing.item() if isinstance(thing, np.generic) else thing
    if isinstance(thing, enum.Enum) and not isinstance(thing, (int, str)):
        return _word_hash(number_of(thing))
    if isinstance(thing, str):
        return _row_hash([_word_hash(ord(letter)) for letter in str.__str__(thing)])
    if isinstance(thing, float):
        return _word_hash(_float_word(thing))
    if thing is None:
        return OF_NONE
    if isinstance(thing, int):
        return _word_hash(int(thing))
    if isinstance(thing, frozenset):
        hashes = [_mixed_words(hash_of_constant(each), OF_THING) for each in thing]
        return (OF_SET + sum(hashes)) & LOW_BITS
    return _row_hash([hash_of_constant(each) for each in (fields_of(thing) if is_record(thing) else thing)])


def _row_hash(hashes: list[int]) -> int:
    found = len(hashes)
    for each in hashes:
        found = _mixed_words(found, each)
    return found


def _mixed_words(one: int, other: int) -> int:
    found = ((one ^ other) * FACTOR) & LOW_BITS
    return found ^ (found >> SHIFT)


def _word_hash(word: int) -> int:
    return _mixed_words(word & LOW_BITS, 0)


def _float_word(thing: float) -> int:
    if -(2.0**63) <= thing < 2.0**63 and thing == int(thing):
        return int(thing)
    return int(struct.unpack("<q", struct.pack("<d", thing))[0])


def as_signed(word: int) -> int:
    """Return a word without sign as the number that has the same bits."""
    return word - 2**64 if word >= 2**63 else word
