"""Hashes of values at run time, and the same hashes of constants at compile time, for constant tables."""

import ast
import copy
import enum
import functools
import struct
from types import FunctionType
from typing import Any

import numpy as np

from plywise.compiler.emission import checked_numbers as checked
from plywise.compiler.emission import wide_ints
from plywise.compiler.emission.callees import call_tree
from plywise.compiler.emission.conversion import dispatch
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.wide_ints import MODULUS, resized
from plywise.compiler.library import prelude
from plywise.compiler.syntax.source import tree_of
from plywise.compiler.types.enumerations import number_of
from plywise.compiler.types.joining import fields_of, is_record, kind_of
from plywise.compiler.types.kinds import (
    BIT,
    FLOAT64,
    INT,
    WHOLE,
    Bits,
    Bool,
    Char,
    Constant,
    ConstantSet,
    Float,
    Frozen,
    Int,
    Kind,
    Member,
    Never,
    NoneKind,
    Object,
    Packed,
    Record,
    Row,
    Text,
    Tuple,
    Union,
    Value,
    can_change,
    is_written,
)
from plywise.compiler.types.objects import static_member
from plywise.compiler.types.set_order import NONE_HAS_HASH
from plywise.compiler.values.loops import loop
from plywise.compiler.values.numbers import number, worded
from plywise.compiler.values.sequences import as_row, item_at, length

FACTOR = -7046029254386353131  # 2**64 / golden ratio
SHIFT = 29
LOW_BITS = 2**64 - 1
PRIME_1, PRIME_2, PRIME_5 = 11400714785074694791, 14029467366897019727, 2870177450012600261
"""The constants of CPython's tuple hash, from xxHash."""
OF_LENGTH, IF_MINUS_ONE = PRIME_5 ^ 3527539, 1546275796
OF_NONE = hash(None) if NONE_HAS_HASH else 17


def hash_value(f: Emitter, value: Value) -> Value:
    """Return a hash of a value: equal for equal values, and Python's own if that is reproducible (see set_order)."""
    return dispatch(f, [value], lambda each: Value(WHOLE, [_hash(f, each)]))


def word_of(number: int) -> Any:
    """Return the bits of a number as an LLVM constant."""
    return INT(as_signed(number & LOW_BITS))


def _mixed(f: Emitter, one: Any, other: Any) -> Any:
    found = f.builder.mul(f.builder.xor(one, other), INT(FACTOR))
    return f.builder.xor(found, f.builder.lshr(found, f.int(SHIFT)))


def _hash_word(f: Emitter, word: Any) -> Any:
    """Return the hash of an int, or of a bool."""
    return f.builder.zext(word, INT) if word.type == BIT else wide_ints.pythons_hash(f.builder, word)


def _hash_float(f: Emitter, word: Any) -> Any:
    """Return the hash of a float: that of the int that it equals, if it equals one."""
    builder = f.builder
    near = checked.call_intrinsic(builder, "trunc", word)
    fits = builder.not_(checked.is_no_int(builder, near))
    same = builder.and_(fits, builder.fcmp_ordered("==", near, word))
    as_int = builder.fptosi(builder.select(same, near, FLOAT64(0)), INT)
    found = _hash_word(f, builder.select(same, as_int, builder.bitcast(word, INT)))
    finite = builder.icmp_unsigned("<", checked.magnitude_of(builder, word), f.int(checked.INFINITE))
    return builder.select(builder.and_(builder.not_(fits), finite), _hash_large(f, word), found)


def _hash_large(f: Emitter, word: Any) -> Any:
    """Return the hash of a float of magnitude 2.0**63 or more: that of the wide int that it equals."""
    builder, (digits, places) = f.builder, wide_ints.digits_of_float(f.builder, word)
    places = builder.urem(places, f.int(61))
    turned = builder.and_(builder.shl(digits, places), f.int(MODULUS))  # 2**61 is congruent to 1
    turned = builder.or_(turned, builder.lshr(digits, builder.sub(f.int(61), places)))
    return wide_ints.signed_hash(builder, turned, builder.fcmp_ordered("<", word, FLOAT64(0)))


def _with_lane(f: Emitter, found: Any, lane: Any) -> Any:
    """Return the hash state of a tuple after one more item, given that item's hash."""
    found = f.builder.add(found, f.builder.mul(lane, word_of(PRIME_2)))
    high, low = f.builder.shl(found, f.int(31)), f.builder.lshr(found, f.int(33))
    return f.builder.mul(f.builder.or_(high, low), word_of(PRIME_1))


def _ended(f: Emitter, found: Any, length: Any) -> Any:
    """Return the final hash of a tuple."""
    found = f.builder.add(found, f.builder.xor(length, word_of(OF_LENGTH)))
    return f.builder.select(f.builder.icmp_signed("==", found, f.int(-1)), f.int(IF_MINUS_ONE), found)


def _hash(f: Emitter, value: Value) -> Any:
    value = worded(f, value)
    kind = value.kind
    if isinstance(kind, (Tuple, Record)):
        found = word_of(PRIME_5)
        for each in value.items():
            found = _with_lane(f, found, hash_value(f, each).scalars[0])
        return _ended(f, found, f.int(len(value.items())))
    if isinstance(kind, Char):
        return _mixed(f, f.int(1), f.builder.zext(value.scalars[0], INT))  # as a string of one letter
    if isinstance(kind, Text) or (isinstance(kind, Packed) and isinstance(kind.codec.unpacked, Text)):
        return _hash_row(f, value, lambda length: length, _with_letter, lambda f, found, length: found)
    if isinstance(kind, (Row, Packed)):
        return _hash_row(f, value, lambda length: word_of(PRIME_5), _with_item, _ended)
    count = number(f, value)
    if count is not None and isinstance(count.kind, Float):
        return _hash_float(f, count.scalars[0])
    if count is not None or isinstance(kind, Member):
        return _hash_word(f, (count or value).scalars[0])
    if isinstance(kind, NoneKind):
        return word_of(OF_NONE)
    if isinstance(kind, Object):
        return _hash_of_object(f, value)
    if can_hash(kind):
        return _hash_of_set(f, value)
    raise f.refuse(f"a {kind} is put into a set or is the key of a dict; write a tuple instead")


def _hash_of_object(f: Emitter, value: Value) -> Any:
    """Return the hash of an object: its __hash__, or its address. No iteration order reveals which."""
    own = static_member(value.kind.made_by, "__hash__")
    if own is None:
        raise f.stop(TypeError, f"unhashable type: {value.kind.made_by.__name__!r}", True)
    if not isinstance(own, FunctionType):
        if is_written(value.kind.made_by, "__eq__"):
            raise f.refuse(f"{value.kind} has an __eq__ and hashes by identity; write a __hash__ that agrees with it")
        return _hash_word(f, f.builder.ptrtoint(value.scalars[0], INT))
    if any(can_change(cell.kind) for cell in value.kind.cells):
        raise f.refuse(
            f"a {value.kind}, which is mutable, is put into a set or is the key of a dict; "
            "write a tuple of the fields that it compares instead"
        )
    found = number(f, call_tree(f, own, hashing(own), [value]))
    if found is None or isinstance(found.kind, Float):
        raise f.refuse(f"{value.kind}.__hash__ does not return an int; return hash(...) instead")
    return _hash_word(f, resized(f.builder, found.scalars[0], INT))


@functools.lru_cache(maxsize=256)
def hashing(function: FunctionType) -> Any:
    """Return the syntax tree of a __hash__ with hash(...) replaced by ours, which also hashes strings and enums."""
    return ast.fix_missing_locations(_Hashing().visit(copy.deepcopy(tree_of(function))))


class _Hashing(ast.NodeTransformer):
    def visit_Name(self, node: ast.Name) -> ast.AST:
        """Replace Python's function by ours."""
        ours: Any = prelude.hash_of  # a constant that cannot occur in a file
        return ast.copy_location(ast.Constant(ours), node) if node.id == "hash" else node


def _with_letter(f: Emitter, found: Any, letter: Value) -> Any:
    return _mixed(f, found, f.builder.zext(letter.scalars[0], INT))


def _with_item(f: Emitter, found: Any, item: Value) -> Any:
    return _with_lane(f, found, hash_value(f, item).scalars[0])


def _hash_row(f: Emitter, value: Value, begin: Any, step: Any, end: Any) -> Any:
    row: Any = as_row(f, value)
    place = f.place(INT)
    f.builder.store(begin(row.scalars[1]), place)
    f.count(row.scalars[1], lambda at: f.builder.store(step(f, f.builder.load(place), item_at(f, row, at)), place))
    return end(f, f.builder.load(place), row.scalars[1])


def _hash_of_set(f: Emitter, value: Value) -> Any:
    """Return the hash of a frozenset, independent of the order of its members."""
    if isinstance(value.kind, Constant):
        return f.int(as_signed(hash_of_constant(value.kind.thing)))
    builder, place, met = f.builder, f.place(INT), f.sets_met
    f.builder.store(f.int(0), place)

    def one(thing: Value) -> None:
        each = hash_value(f, thing).scalars[0]
        each = builder.xor(builder.xor(each, f.int(89869747)), builder.shl(each, f.int(16)))
        builder.store(builder.xor(builder.load(place), builder.mul(each, f.int(3644798167))), place)

    loop(f, value, one, ordered=False)
    f.sets_met = met  # whose order is never observed
    count = builder.mul(builder.add(length(f, value), f.int(1)), f.int(1927868237))
    found = builder.xor(builder.load(place), count)
    found = builder.xor(found, builder.xor(builder.lshr(found, f.int(11)), builder.lshr(found, f.int(25))))
    found = builder.add(builder.mul(found, f.int(69069)), f.int(907133923))
    return builder.select(builder.icmp_signed("==", found, f.int(-1)), f.int(590923713), found)


# --- of constants -----------------------------------------------------------------------------------------------------


def can_hash(kind: Kind) -> bool:
    """Return whether values of a type have a hash at run time."""
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
    if isinstance(kind, Constant):
        return isinstance(kind.thing, frozenset) and all(can_hash(kind_of(each)) for each in kind.thing)
    if isinstance(kind, Packed):
        return can_hash(kind.codec.unpacked)
    return isinstance(kind, (Int, Bool, Float, Char, Text, Member, NoneKind, Never))


def hash_of_constant(thing: Any) -> int:
    """Return the run-time hash of a constant, as an unsigned word."""
    thing = thing.item() if isinstance(thing, np.generic) else thing
    if isinstance(thing, enum.Enum) and not isinstance(thing, (int, str)):
        return number_of(thing)
    if isinstance(thing, str):
        letters = [ord(letter) for letter in str.__str__(thing)]
        return functools.reduce(_mixed_words, letters, len(letters))
    if isinstance(thing, float):
        return hash(thing if thing.is_integer() else _float_word(thing)) & LOW_BITS
    if thing is None:
        return OF_NONE & LOW_BITS
    if isinstance(thing, int):
        return hash(int(thing)) & LOW_BITS
    hashes = [_Hash(hash_of_constant(each)) for each in (fields_of(thing) if is_record(thing) else thing)]
    return hash(frozenset(hashes) if isinstance(thing, frozenset) else tuple(hashes)) & LOW_BITS


class _Hash:
    """An object with a given hash, so that Python can hash tuples of it."""

    def __init__(self, word: int) -> None:
        self.word = as_signed(word)

    def __hash__(self) -> int:
        return self.word


def _mixed_words(one: int, other: int) -> int:
    found = ((one ^ other) * FACTOR) & LOW_BITS
    return found ^ (found >> SHIFT)


def _float_word(thing: float) -> int:
    return int(struct.unpack("<q", struct.pack("<d", thing))[0])


def as_signed(word: int) -> int:
    """Return an unsigned word as the signed number with the same bits."""
    return word - 2**64 if word >= 2**63 else word
