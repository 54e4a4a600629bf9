"""Comparisons of values of all kinds: equality, order and identity; and the truth of a value."""

import operator
from typing import Any

from plywise.compiler.emission import checked_numbers as checked
from plywise.compiler.emission.callees import BUILTINS, invoke, special
from plywise.compiler.emission.constants import is_finite, pick
from plywise.compiler.emission.conversion import convert, dispatch, plain, truth_value
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.wide_ints import is_beyond_words, of_large_float, resized
from plywise.compiler.library import prelude
from plywise.compiler.types.enumerations import members_of
from plywise.compiler.types.kinds import (
    BIT,
    CHAR,
    FLOAT64,
    INT,
    TEXT,
    TRUTH,
    Array,
    Bool,
    Char,
    Constant,
    Deque,
    Dict,
    Float,
    Generator,
    Int,
    Iterator,
    List,
    Member,
    NoneKind,
    Object,
    OfFields,
    Packed,
    Record,
    Set,
    Text,
    Union,
    Value,
    is_dict,
    is_numpy,
    is_range,
    is_set,
    widest,
)
from plywise.compiler.values.arrays import is_array
from plywise.compiler.values.collections import equal_dicts
from plywise.compiler.values.keyed_dicts import equal_keyed, is_keyed
from plywise.compiler.values.numbers import SIGNS, as_wide, both, number, worded
from plywise.compiler.values.objects import equal_fields, equal_objects, has_object, is_same, ordering_fields
from plywise.compiler.values.sequences import as_row, is_constant_list, length
from plywise.compiler.values.set_operations import equal_sets, subset

LARGE = 2.0**63  # floats of this magnitude are integers that do not fit a word

ROWS = ("tuple", "list", "deque", "bytes")
CHANGEABLE = (List, Deque, Set, Dict)
ORDERS = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">="}


def truth(f: Emitter, value: Value) -> Any:
    """Return whether a value counts as true, as a bit."""
    if value.known and not isinstance(value.kind, Union):
        return BIT(int(bool(value.known[0])))
    return dispatch(f, [value], lambda each: Value(TRUTH, [_truth(f, each)])).scalars[0]


def _truth(f: Emitter, value: Value) -> Any:
    kind, builder = value.kind, f.builder
    if value.known:
        return BIT(int(bool(value.known[0])))
    if isinstance(kind, Bool):
        return value.scalars[0]
    if isinstance(kind, Member) and not issubclass(kind.enum, int):
        places = tuple(int(bool(each)) for each in members_of(kind.enum))
        return builder.trunc(pick(f, places, value.scalars[0]).scalars[0], BIT)
    found = number(f, value)
    if found is not None:
        if isinstance(found.kind, Float):
            return builder.fcmp_unordered("!=", found.scalars[0], FLOAT64(0))
        return builder.icmp_signed("!=", found.scalars[0], found.scalars[0].type(0))
    if isinstance(kind, NoneKind):
        return BIT(0)
    if isinstance(kind, Constant):
        return BIT(int(bool(kind.thing)))
    for name in ("bool", "len"):
        own = special(f, name, value)
        if own is not None:
            return truth(f, own)
    if isinstance(kind, Object) or (isinstance(kind, Record) and not kind.is_tuple):
        return BIT(1)
    if isinstance(kind, Array):
        raise f.refuse("the truth of an array; write .any() or .all() of it, or len(...)")
    if kind.lazy and kind.what == "items":
        return truth(f, kind.parts[0])
    if kind.lazy or isinstance(kind, (Generator, Iterator)):
        return BIT(1)
    return builder.icmp_signed("!=", length(f, value), f.int(0))


def equal(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two values are equal, as a bit."""
    return dispatch(f, [one, other], lambda here, there: truth_value(_equal(f, here, there))).scalars[0]


def _equal(f: Emitter, one: Value, other: Value) -> Any:
    builder = f.builder
    if is_array(one) or is_array(other):
        raise f.refuse("the truth of a comparison of arrays; write .any() or .all() of it, or np.array_equal(a, b)")
    if is_keyed(one) or is_keyed(other):
        return equal_keyed(f, one, other, equal)
    if has_object(one, other):
        return equal_objects(f, one, other, truth)
    own = special(f, "eq", one, other)
    if own is not None:
        return truth(f, own)
    if one.known and other.known and not (isinstance(one.kind, Member) or isinstance(other.kind, Member)):
        return BIT(int(one.known[0] == other.known[0]))
    if isinstance(one.kind, Member) and isinstance(other.kind, Member) and one.kind == other.kind:
        return builder.icmp_signed("==", one.scalars[0], other.scalars[0])
    one, other = worded(f, one), worded(f, other)
    if isinstance(one.kind, Member) and isinstance(other.kind, Member) and not _are_ints(one, other):
        return BIT(0)
    first, second = number(f, one), number(f, other)
    if first is not None and second is not None:
        return _compare_numbers(f, "==", first, second)
    if (first is None) != (second is None):
        return BIT(0)
    if isinstance(one.kind, Packed) and one.kind == other.kind:
        return both(f, *(builder.icmp_signed("==", a, b) for a, b in zip(one.scalars, other.scalars, strict=True)))
    if isinstance(one.kind, NoneKind) or isinstance(other.kind, NoneKind):
        return BIT(int(type(one.kind) is type(other.kind)))
    if is_set(one) or is_set(other):
        return equal_sets(f, one, other)
    if is_dict(one) or is_dict(other):
        return equal_dicts(f, one, other)
    if is_range(one) and is_range(other):
        return _equal_ranges(f, plain(f, one), plain(f, other))
    one, other = plain(f, one), plain(f, other)
    for here, there in ((one, other), (other, one)):
        if isinstance(here.kind, (Char, Text)):
            return _equal_texts(f, here, there)
    if isinstance(one.kind, Constant) and isinstance(other.kind, Constant):
        return BIT(int(one.kind.thing == other.kind.thing))
    return _equal_rows(f, one, other)


BUILTINS[prelude.equal_fields] = lambda f, args, named, key: truth_value(equal_fields(f, args[0], args[1], equal))


def _are_ints(*values: Value) -> bool:
    """Return whether all values are ints."""
    return all(issubclass(each.kind.enum, int) for each in values)


def _equal_ranges(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two ranges hold the same numbers."""
    count, other_count = (length(f, each) for each in (one, other))
    same = [f.builder.icmp_signed("==", a, b) for a, b in zip(one.scalars, other.scalars, strict=True)]
    few, single = (f.builder.icmp_signed("<=", count, f.int(most)) for most in (0, 1))
    starts = f.builder.and_(same[0], f.builder.or_(single, same[2]))
    return f.builder.and_(f.builder.icmp_signed("==", count, other_count), f.builder.or_(few, starts))


def _equal_texts(f: Emitter, one: Value, other: Value) -> Any:
    if not isinstance(other.kind, (Char, Text)):
        return BIT(0)
    if isinstance(one.kind, Char) and isinstance(other.kind, Char):
        return f.builder.icmp_signed("==", one.scalars[0], other.scalars[0])
    if isinstance(one.kind, Char):
        one, other = other, one
    if isinstance(other.kind, Char):
        return _is_letter(f, one, other)
    return equal_items(f, one, other)


def _is_letter(f: Emitter, text: Value, letter: Value) -> Any:
    """Return whether a string equals a single character."""
    found = f.place(BIT)
    f.builder.store(BIT(0), found)
    with f.when(f.builder.icmp_signed("==", text.scalars[1], f.int(1))):
        first = f.builder.load(f.builder.bitcast(text.scalars[0], CHAR.as_pointer()))
        f.builder.store(f.builder.icmp_signed("==", first, letter.scalars[0]), found)
    return f.builder.load(found)


def _equal_rows(f: Emitter, one: Value, other: Value) -> Any:
    if one.kind.family != other.kind.family:
        return BIT(0)
    if hasattr(one.kind, "items") and hasattr(other.kind, "items"):
        pairs = list(zip(one.items(), other.items(), strict=False))
        if len(one.items()) != len(other.items()):
            return BIT(0)
        return both(f, *(equal(f, a, b) for a, b in pairs))
    if one.kind.family in ROWS:
        return equal_items(f, one, other)
    raise f.refuse(f"== of a {one.kind} and a {other.kind}; write == of their parts instead")


def _compare_numbers(f: Emitter, sign: str, one: Value, other: Value) -> Any:
    builder, a, b = f.builder, one.scalars[0], other.scalars[0]
    if isinstance(one.kind, Int) and isinstance(other.kind, Int):
        kind = widest(one.kind, other.kind)
        return builder.icmp_signed(sign, as_wide(f, one, kind), as_wide(f, other, kind))
    if isinstance(one.kind, Float) and isinstance(other.kind, Float):
        return checked.compare_floats(builder, sign, a, b)
    if isinstance(one.kind, Float):
        return _compare_with_float(f, checked.SWAPPED[sign], b, a)
    return _compare_with_float(f, sign, a, b)


def _compare_with_float(f: Emitter, sign: str, number: Any, other: Any) -> Any:
    """Return whether an int and a float are in a relation, exactly."""
    builder = f.builder
    found = checked.compare_with_float(builder, sign, resized(builder, number, INT), other)
    if number.type == INT:
        return found
    below = builder.icmp_signed("<", number, number.type(0))
    far = builder.select(below, FLOAT64(-LARGE), FLOAT64(LARGE))
    near = builder.select(is_beyond_words(builder, number), checked.compare_floats(builder, sign, far, other), found)
    as_int, fits = of_large_float(builder, other, number.type)
    beyond = checked.compare_floats(builder, sign, FLOAT64(0), other)
    exact = builder.select(fits, builder.icmp_signed(sign, number, as_int), beyond)
    small = builder.fcmp_ordered("<", checked.call_intrinsic(builder, "fabs", other), FLOAT64(LARGE))
    return builder.select(small, near, exact)


def ordered(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    """Return whether an order relation holds between two values, as a bit."""
    return dispatch(f, [one, other], lambda here, there: truth_value(_ordered(f, op, here, there))).scalars[0]


def _ordered(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    name = op.__name__
    own = special(f, name, one, other)
    made_by = getattr(one.kind, "made_by", getattr(one.kind, "enum", object))
    if own is None and not issubclass(made_by, (tuple, int, str)):  # these define all four
        own = special(f, {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}[name], other, one)
    if own is not None:
        return truth(f, own)
    if one.known and other.known and isinstance(one.kind, type(other.kind)) and is_finite(one.known[0]):
        return BIT(int(op(one.known[0], other.known[0])))
    one, other = worded(f, one), worded(f, other)
    first, second = number(f, one), number(f, other)
    if first is not None and second is not None:
        return _compare_numbers(f, ORDERS[op], first, second)
    if is_set(one) and is_set(other):
        return subset(f, op, one, other)
    one, other = plain(f, one), plain(f, other)
    if isinstance(one.kind, Char) and isinstance(other.kind, Char):
        return f.builder.icmp_unsigned(ORDERS[op], one.scalars[0], other.scalars[0])
    texts = isinstance(one.kind, (Char, Text)) and isinstance(other.kind, (Char, Text))
    if texts:
        return order_items(f, op, convert(f, one, TEXT), convert(f, other, TEXT))
    if isinstance(one.kind, Object) and one.kind == other.kind:
        return _order_tuples(f, op, *(ordering_fields(f, each) for each in (one, other)))
    if isinstance(one.kind, Record) and not one.kind.is_tuple:
        same = isinstance(other.kind, Record) and other.kind.made_by is one.kind.made_by
        if not same or not one.kind.made_by.__dataclass_params__.order:
            raise f.refuse(f"{SIGNS[op]} of two {one.kind}; write it for one of their fields, or order=True, instead")
        return _order_tuples(f, op, one.items(), other.items())
    if one.kind.family == other.kind.family and one.kind.family in ROWS:
        if hasattr(one.kind, "items") and hasattr(other.kind, "items"):
            return _order_tuples(f, op, one.items(), other.items())
        return order_items(f, op, one, other)
    raise f.refuse(f"{SIGNS[op]} of a {one.kind} and a {other.kind}; write it for values of one type instead")


def _order_tuples(f: Emitter, op: Any, one: list[Value], other: list[Value]) -> Any:
    """Return whether an order relation holds between two tuples: decided by the first items that differ."""
    if not one or not other:
        return BIT(int(op(len(one), len(other))))
    if len(one) == len(other) == 1:
        return ordered(f, op, one[0], other[0])
    same = equal(f, one[0], other[0])
    found = f.place(BIT)
    yes, no = f.split(same)
    after = f.block("ordered")
    for block, same_first in ((yes, True), (no, False)):
        f.at(block)
        with f.reached():
            rest = _order_tuples(f, op, one[1:], other[1:]) if same_first else ordered(f, op, one[0], other[0])
            f.builder.store(rest, found)
        f.go(after)
    f.at(after)
    return f.builder.load(found)


def identical(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two values are the same object, if that is well defined: None, True, members, classes."""
    return dispatch(f, [one, other], lambda here, there: truth_value(_identical(f, here, there))).scalars[0]


def _identical(f: Emitter, one: Value, other: Value) -> Any:
    if any(isinstance(each.kind, OfFields) for each in (one, other)):
        return is_same(f, one, other)
    if isinstance(one.kind, NoneKind) or isinstance(other.kind, NoneKind):
        return BIT(int(type(one.kind) is type(other.kind)))
    if isinstance(one.kind, Constant) and isinstance(other.kind, Constant):
        return BIT(int(one.kind.thing is other.kind.thing))
    if is_numpy(one) or is_numpy(other):
        raise f.refuse("`is` with a value that may be NumPy's True, not Python's; write ==, or leave it out")
    if all(type(each.kind) in CHANGEABLE for each in (one, other)):
        for each in (one, other):
            f.fail(is_constant_list(f, each), TypeError, "`is` of a list that was made outside the rules", False)
        return is_same(f, one, other)
    if one.kind == other.kind and isinstance(one.kind, (Bool, Member)):
        return f.builder.icmp_signed("==", one.scalars[0], other.scalars[0])
    if isinstance(one.kind, (Bool, Member)) or isinstance(other.kind, (Bool, Member)):
        return BIT(0)
    raise f.refuse(f"`is` between a {one.kind} and a {other.kind}; == compares them")


def equal_items(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two rows or strings are equal, as a bit."""
    rows = [_row(f, each) for each in (one, other)]
    return invoke(f, prelude.equal_items, *rows).scalars[0]


def order_items(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    """Return whether an order relation holds between two rows or strings, as a bit."""
    rows = [_row(f, each) for each in (one, other)]
    if op in (operator.gt, operator.le):
        rows.reverse()
    found = invoke(f, prelude.comes_before, *rows).scalars[0]
    return f.builder.not_(found) if op in (operator.le, operator.ge) else found


def _row(f: Emitter, value: Value) -> Value:
    value = plain(f, value) if isinstance(value.kind, Packed) else value
    if isinstance(value.kind, Char):
        value = convert(f, value, TEXT)
    row = as_row(f, value)
    if row is None:
        raise f.refuse(f"a {value.kind} cannot be compared; compare its parts instead")
    return row
