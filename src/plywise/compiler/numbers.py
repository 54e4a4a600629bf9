"""Numbers as in Python, or an error where 64 bits do not suffice; comparisons of all values; what counts as true."""

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plywise.compiler import checked_numbers as checked
from plywise.compiler.constants import constant, is_finite
from plywise.compiler.conversion import convert, dispatch, plain, truth_value
from plywise.compiler.enumerations import inverted_flag, is_flag, members_of
from plywise.compiler.function import Emitter
from plywise.compiler.kinds import (
    BIT,
    CHAR,
    FLOAT,
    FLOAT64,
    INT,
    TEXT,
    TRUTH,
    WHOLE,
    Bool,
    Char,
    Deque,
    Dict,
    Fixed,
    Float,
    Int,
    List,
    Member,
    NoneKind,
    Packed,
    Range,
    Record,
    Row,
    Text,
    Tuple,
    Union,
    Value,
)
from plywise.compiler.messages import BY_ZERO, DOMAIN, NEGATIVE_POWER, NO_INT, NOT_EXACT, PLACES, TOO_LARGE

SIGNS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.lshift: "<<", operator.rshift: ">>", operator.and_: "&",
    operator.or_: "|", operator.xor: "^", operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
}  # fmt: skip
ORDERS = {operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">="}


def number(f: Emitter, value: Value) -> Value | None:
    """Return a value as an int or a float; None where it is no number."""
    if isinstance(value.kind, (Int, Float)):
        return value
    if isinstance(value.kind, Bool):
        return Value(WHOLE, [f.builder.zext(value.leaves[0], INT)], tuple(map(int, value.known)))
    if isinstance(value.kind, Member) and issubclass(value.kind.enum, int):
        return member_value(f, value)
    if isinstance(value.kind, Fixed) and type(value.kind.thing) is int:
        raise f.refuse("a number needs more than 64 bits; see plywise.bits")
    return None


def member_value(f: Emitter, value: Value) -> Value:
    """Return the value of a member of an enumeration."""
    if value.known:
        return constant(value.known[0].value)
    if is_flag(value.kind):
        return Value(WHOLE, value.leaves)
    members = members_of(value.kind.enum)
    return f.program.language.pick(f, tuple(each.value for each in members), value.leaves[0])


def worded(f: Emitter, value: Value) -> Value:
    """Return a member of an Enum of strings as the string that it is; any other value as it is."""
    if isinstance(value.kind, Member) and issubclass(value.kind.enum, str):
        return member_value(f, value)
    return value


def whole(f: Emitter, value: Value, what: str = "a number") -> Any:
    """Return a value that must be an int, as LLVM's."""
    found = dispatch(f, [value], lambda each: _whole(f, each, what))
    return found.leaves[0]


def _whole(f: Emitter, value: Value, what: str) -> Value:
    found = number(f, value)
    if found is None or isinstance(found.kind, Float):
        raise f.refuse(f"{what} is a {value.kind}, not an int; write int(...) or // instead")
    return found


# --- arithmetic -------------------------------------------------------------------------------------------------------


def arithmetic(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return what an operator makes of two numbers; None where they are none."""
    if (
        one.known
        and other.known
        and isinstance(one.known[0], (int, float))
        and isinstance(other.known[0], (int, float))
    ):
        return _fold(f, op, one.known[0], other.known[0])
    first, second = number(f, one), number(f, other)
    if first is None or second is None:
        return None
    if isinstance(one.kind, Bool) and isinstance(other.kind, Bool) and op in BITWISE:
        return Value(TRUTH, [getattr(f.builder, BITWISE[op])(one.leaves[0], other.leaves[0])])
    if isinstance(first.kind, Int) and isinstance(second.kind, Int) and op is not operator.truediv:
        if op is operator.pow:
            return _power(f, first, second)
        return Value(WHOLE, [_of_ints(f, op, first.leaves[0], second.leaves[0])])
    if op not in OF_FLOATS:
        raise f.refuse(f"{SIGNS[op]} of a {one.kind} and a {other.kind}; write it for values of one type instead")
    return _of_floats(f, op, first, second)


def _fold(f: Emitter, op: Any, one: Any, other: Any) -> Value:
    try:
        return constant(op(one, other))
    except ZeroDivisionError:
        raise f.stop(ZeroDivisionError, BY_ZERO) from None
    except (ValueError, OverflowError, TypeError) as error:
        raise f.stop(type(error), str(error)) from None


BITWISE = {operator.and_: "and_", operator.or_: "or_", operator.xor: "xor"}


def _of_ints(f: Emitter, op: Any, one: Any, other: Any) -> Any:
    builder = f.builder
    if op in BITWISE:
        return getattr(builder, BITWISE[op])(one, other)
    if op in (operator.lshift, operator.rshift):
        f.fail(builder.icmp_unsigned(">", other, f.int(63)), OverflowError, PLACES)
        if op is operator.rshift:
            return builder.ashr(one, other)
    if op in checked.WITH_MARKS:
        found, wrong = checked.WITH_MARKS[op](builder, one, other, None, None)
        f.fail(wrong, OverflowError, TOO_LARGE)
        return found
    f.fail(builder.icmp_signed("==", other, f.int(0)), ZeroDivisionError, BY_ZERO)
    quotient, remainder, wrong = checked.divide(builder, one, other)
    if op is operator.mod:
        return remainder
    f.fail(wrong, OverflowError, TOO_LARGE)
    return quotient


def _power(f: Emitter, one: Value, other: Value) -> Value:
    negative = f.builder.icmp_signed("<", other.leaves[0], f.int(0))
    f.fail(negative, OverflowError, NEGATIVE_POWER)
    found, wrong = checked.power(f.builder, one.leaves[0], other.leaves[0])
    f.fail(wrong, OverflowError, TOO_LARGE)
    return Value(WHOLE, [found])


OF_FLOATS = {
    operator.add: "fadd", operator.sub: "fsub", operator.mul: "fmul", operator.truediv: "fdiv",
    operator.floordiv: "", operator.mod: "", operator.pow: "",
}  # fmt: skip


def as_float(f: Emitter, value: Value) -> Any:
    """Return a number as a float; an int that no float equals is refused."""
    if isinstance(value.kind, Float):
        return value.leaves[0]
    f.fail(checked.is_inexact(f.builder, value.leaves[0]), OverflowError, NOT_EXACT)
    return f.builder.sitofp(value.leaves[0], FLOAT64)


def _of_floats(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    builder = f.builder
    left, right = as_float(f, one), as_float(f, other)
    if op in (operator.truediv, operator.floordiv, operator.mod):
        f.fail(builder.fcmp_ordered("==", right, FLOAT64(0)), ZeroDivisionError, BY_ZERO)
    if OF_FLOATS[op]:
        return Value(FLOAT, [getattr(builder, OF_FLOATS[op])(left, right)])
    if op is operator.pow:
        found = checked.call_library(builder, checked.POWER, left, right)
        f.fail(checked.is_undefined(builder, found, (left, right)), ValueError, DOMAIN, pythons=False)
        return Value(FLOAT, [found])
    return Value(FLOAT, [numbas(f, op, left, right)])


def numbas(f: Emitter, function: Any, *floats: Any) -> Any:
    """Return what Numba's own translation of a function of floats answers."""
    from numba import types

    context = f.program.context
    given = (types.float64,) * len(floats)
    resolved = context.typing_context.resolve_value_type(function)
    return context.get_function(resolved, resolved.get_call_type(context.typing_context, given, {}))(f.builder, floats)


def negative(f: Emitter, value: Value) -> Value:
    """Return -value."""
    if value.known and isinstance(value.known[0], (int, float)):
        return constant(-value.known[0])
    found = number(f, value)
    if found is None:
        raise f.refuse(f"- of a {value.kind}; write it for a number instead")
    if isinstance(found.kind, Float):
        return Value(FLOAT, [f.builder.fneg(found.leaves[0])])
    return Value(WHOLE, [_of_ints(f, operator.sub, f.int(0), found.leaves[0])])


def inverted(f: Emitter, value: Value) -> Value:
    """Return ~value."""
    if is_flag(value.kind):
        return inverted_flag(f, value)
    return Value(WHOLE, [f.builder.not_(_whole(f, value, "what ~ turns").leaves[0])])


def positive(f: Emitter, value: Value) -> Value:
    """Return +value."""
    found = number(f, value)
    if found is None:
        raise f.refuse(f"+ of a {value.kind}; write it for a number instead")
    return found


# --- functions of numbers -----------------------------------------------------------------------------------------


def absolute(f: Emitter, value: Value) -> Value:
    """Return abs(value)."""
    found = number(f, value)
    if found is None:
        raise f.refuse(f"abs of a {value.kind}; write it for a number instead")
    if isinstance(found.kind, Float):
        return Value(FLOAT, [checked.call_intrinsic(f.builder, "llvm.fabs", found.leaves[0])])
    word = found.leaves[0]
    opposite = _of_ints(f, operator.sub, f.int(0), word)
    return Value(WHOLE, [f.builder.select(f.builder.icmp_signed("<", word, f.int(0)), opposite, word)])


def rounded(how: str) -> Callable[[Emitter, Value], Value]:
    """Return the translation of a function that makes an int of a float."""

    def translate(f: Emitter, value: Value) -> Value:
        found = number(f, value)
        if found is None:
            raise f.refuse(f"int of a {value.kind}; write it for a number or a string instead")
        if isinstance(found.kind, Int):
            return found
        near = checked.call_intrinsic(f.builder, how, found.leaves[0])
        f.fail(checked.is_no_int(f.builder, near), OverflowError, NO_INT)
        return Value(WHOLE, [f.builder.fptosi(near, INT)])

    return translate


MOST_DIGITS = 22  # 10**22 is a float, 10**23 is not


def rounded_to(f: Emitter, value: Value, digits: int) -> Value:
    """Return round(value, digits): of a float the nearest, of two that are as near the even one, as in Python."""
    found = number(f, value)
    if found is None:
        raise f.refuse(f"round of a {value.kind}; write it for a number instead")
    if isinstance(found.kind, Int) and digits >= 0:
        return found
    if isinstance(found.kind, Int) or not 0 <= digits <= MOST_DIGITS:
        raise f.refuse("round to so many digits; write round(x / 10) * 10, or the like, instead")
    builder, scale = f.builder, FLOAT64(10.0**digits)
    product = builder.fmul(found.leaves[0], scale)
    large = builder.fcmp_unordered(">=", checked.call_intrinsic(builder, "llvm.fabs", product), FLOAT64(2.0**52))
    f.fail(large, OverflowError, "round to a number of digits that a float has not")
    lost = builder.fma(found.leaves[0], scale, builder.fneg(product))  # what the product should have more
    near, below = (checked.call_intrinsic(builder, how, product) for how in ("llvm.rint", "llvm.floor"))
    half = builder.fcmp_ordered("==", builder.fsub(product, below), FLOAT64(0.5))
    above = builder.fadd(below, FLOAT64(1.0))
    up, down = (builder.fcmp_ordered(sign, lost, FLOAT64(0.0)) for sign in (">", "<"))
    near = builder.select(builder.and_(half, up), above, builder.select(builder.and_(half, down), below, near))
    return Value(FLOAT, [builder.fdiv(near, scale)])


def floating(f: Emitter, value: Value) -> Value:
    """Return float(value)."""
    if value.known and isinstance(value.known[0], str):
        try:
            return constant(float(value.known[0]))
        except ValueError as error:
            raise f.stop(ValueError, str(error)) from None
    found = number(f, value)
    if found is None:
        raise f.refuse(f"float of a {value.kind}; write it for a number instead")
    return Value(FLOAT, [as_float(f, found)])


def of_floats(function: Any) -> Callable[..., Value]:
    """Return the translation of a function of math."""

    def translate(f: Emitter, *values: Value) -> Value:
        given = [floating(f, each).leaves[0] for each in values]
        if function is math.pow:
            found = checked.call_library(f.builder, checked.POWER, *given)
        else:
            found = numbas(f, function, *given)
        f.fail(checked.is_undefined(f.builder, found, tuple(given)), ValueError, DOMAIN, pythons=False)
        return Value(FLOAT, [found])

    return translate


# --- what counts as true ----------------------------------------------------------------------------------------------


def truth(f: Emitter, value: Value) -> Any:
    """Return whether a value counts as true, as a bit."""
    if value.known and not isinstance(value.kind, Union):
        return BIT(int(bool(value.known[0])))
    return dispatch(f, [value], lambda each: Value(TRUTH, [_truth(f, each)])).leaves[0]


def _truth(f: Emitter, value: Value) -> Any:
    kind, builder = value.kind, f.builder
    if value.known:
        return BIT(int(bool(value.known[0])))
    if isinstance(kind, Bool):
        return value.leaves[0]
    if isinstance(kind, Member) and not issubclass(kind.enum, int):
        places = tuple(int(bool(each)) for each in members_of(kind.enum))
        return builder.trunc(f.program.language.pick(f, places, value.leaves[0]).leaves[0], BIT)
    found = number(f, value)
    if found is not None:
        if isinstance(found.kind, Float):
            return builder.fcmp_unordered("!=", found.leaves[0], FLOAT64(0))
        return builder.icmp_signed("!=", found.leaves[0], f.int(0))
    if isinstance(kind, NoneKind):
        return BIT(0)
    if isinstance(kind, Fixed):
        return BIT(int(bool(kind.thing)))
    for name in ("bool", "len"):
        own = f.program.language.special(f, name, value)
        if own is not None:
            return truth(f, own)
    if isinstance(kind, Record) and not kind.is_tuple:
        return BIT(1)
    if kind.lazy:
        return BIT(1)
    return builder.icmp_signed("!=", f.program.language.length(f, value), f.int(0))


# --- comparisons ------------------------------------------------------------------------------------------------------


def equal(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two values are equal, as a bit."""
    return dispatch(f, [one, other], lambda here, there: truth_value(_equal(f, here, there))).leaves[0]


def both(f: Emitter, *bits: Any) -> Any:
    """Return whether all bits are set."""
    found: Any = None
    for bit in bits:
        if isinstance(bit, ir.Constant) and bit.constant:
            continue
        found = bit if found is None else f.builder.and_(found, bit)
    return BIT(1) if found is None else found


def _equal(f: Emitter, one: Value, other: Value) -> Any:
    builder = f.builder
    own = f.program.language.special(f, "eq", one, other)
    if own is not None:
        return truth(f, own)
    if one.known and other.known and not (isinstance(one.kind, Member) or isinstance(other.kind, Member)):
        return BIT(int(one.known[0] == other.known[0]))
    if isinstance(one.kind, Member) and isinstance(other.kind, Member) and one.kind == other.kind:
        return builder.icmp_signed("==", one.leaves[0], other.leaves[0])
    one, other = worded(f, one), worded(f, other)
    if isinstance(one.kind, Member) and isinstance(other.kind, Member) and not _are_ints(one, other):
        return BIT(0)
    first, second = number(f, one), number(f, other)
    if first is not None and second is not None:
        return _compare_numbers(f, "==", first, second)
    if (first is None) != (second is None):
        return BIT(0)
    if isinstance(one.kind, Packed) and one.kind == other.kind:
        return both(f, *(builder.icmp_signed("==", a, b) for a, b in zip(one.leaves, other.leaves, strict=True)))
    if isinstance(one.kind, NoneKind) or isinstance(other.kind, NoneKind):
        return BIT(int(type(one.kind) is type(other.kind)))
    language = f.program.language
    if language.is_set(one) or language.is_set(other):
        return language.equal_sets(f, one, other)
    if language.is_dict(one) or language.is_dict(other):
        return language.equal_dicts(f, one, other)
    if language.is_range(one) and language.is_range(other):
        return _equal_ranges(f, plain(f, one), plain(f, other))
    one, other = plain(f, one), plain(f, other)
    for here, there in ((one, other), (other, one)):
        if isinstance(here.kind, (Char, Text)):
            return _equal_texts(f, here, there)
    if isinstance(one.kind, Fixed) and isinstance(other.kind, Fixed):
        return BIT(int(one.kind.thing == other.kind.thing))
    return _equal_rows(f, one, other)


def _are_ints(*values: Value) -> bool:
    """Return whether all of some members are ints."""
    return all(issubclass(each.kind.enum, int) for each in values)


def _equal_ranges(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two ranges hold the same numbers."""
    count, other_count = (f.program.language.length(f, each) for each in (one, other))
    same = [f.builder.icmp_signed("==", a, b) for a, b in zip(one.leaves, other.leaves, strict=True)]
    few, single = (f.builder.icmp_signed("<=", count, f.int(most)) for most in (0, 1))
    starts = f.builder.and_(same[0], f.builder.or_(single, same[2]))
    return f.builder.and_(f.builder.icmp_signed("==", count, other_count), f.builder.or_(few, starts))


def _equal_texts(f: Emitter, one: Value, other: Value) -> Any:
    if not isinstance(other.kind, (Char, Text)):
        return BIT(0)
    if isinstance(one.kind, Char) and isinstance(other.kind, Char):
        return f.builder.icmp_signed("==", one.leaves[0], other.leaves[0])
    if isinstance(one.kind, Char):
        one, other = other, one
    if isinstance(other.kind, Char):
        return _is_letter(f, one, other)
    return f.program.language.equal_items(f, one, other)


def _is_letter(f: Emitter, text: Value, letter: Value) -> Any:
    """Return whether a string is one character, and that one."""
    found = f.place(BIT)
    f.builder.store(BIT(0), found)
    with f.when(f.builder.icmp_signed("==", text.leaves[1], f.int(1))):
        first = f.builder.load(f.builder.bitcast(text.leaves[0], CHAR.as_pointer()))
        f.builder.store(f.builder.icmp_signed("==", first, letter.leaves[0]), found)
    return f.builder.load(found)


def family(value: Value) -> str:
    """Return what a value can be equal to: values of the same family."""
    kind = value.kind
    if isinstance(kind, Record):
        return "tuple" if kind.is_tuple else f"record {id(kind.made_by)}"
    if isinstance(kind, Row) and kind.constant_list:
        return "list"
    names = {Tuple: "tuple", Row: "tuple", List: "list", Deque: "deque", Dict: "dict", Range: "range"}
    return names.get(type(kind), type(kind).__name__)


def _equal_rows(f: Emitter, one: Value, other: Value) -> Any:
    if family(one) != family(other):
        return BIT(0)
    if hasattr(one.kind, "items") and hasattr(other.kind, "items"):
        pairs = list(zip(one.items(), other.items(), strict=False))
        if len(one.items()) != len(other.items()):
            return BIT(0)
        return both(f, *(equal(f, a, b) for a, b in pairs))
    if family(one) in ("tuple", "list", "deque"):
        return f.program.language.equal_items(f, one, other)
    raise f.refuse(f"== of a {one.kind} and a {other.kind}; write == of their parts instead")


def _compare_numbers(f: Emitter, sign: str, one: Value, other: Value) -> Any:
    builder, a, b = f.builder, one.leaves[0], other.leaves[0]
    if isinstance(one.kind, Int) and isinstance(other.kind, Int):
        return builder.icmp_signed(sign, a, b)
    if isinstance(one.kind, Float) and isinstance(other.kind, Float):
        return checked.compare_floats(builder, sign, a, b)
    if isinstance(one.kind, Float):
        return checked.compare_with_float(builder, checked.SWAPPED[sign], b, a)
    return checked.compare_with_float(builder, sign, a, b)


def ordered(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    """Return whether two values are in an order, as a bit."""
    return dispatch(f, [one, other], lambda here, there: truth_value(_ordered(f, op, here, there))).leaves[0]


def _ordered(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    name = op.__name__
    own = f.program.language.special(f, name, one, other)
    made_by = getattr(one.kind, "made_by", getattr(one.kind, "enum", object))
    if own is None and not issubclass(made_by, (tuple, int, str)):  # which have all four of their own
        own = f.program.language.special(f, {"lt": "gt", "gt": "lt", "le": "ge", "ge": "le"}[name], other, one)
    if own is not None:
        return truth(f, own)
    if one.known and other.known and isinstance(one.kind, type(other.kind)) and is_finite(one.known[0]):
        return BIT(int(op(one.known[0], other.known[0])))
    one, other = worded(f, one), worded(f, other)
    first, second = number(f, one), number(f, other)
    if first is not None and second is not None:
        return _compare_numbers(f, ORDERS[op], first, second)
    if f.program.language.is_set(one) and f.program.language.is_set(other):
        return f.program.language.subset(f, op, one, other)
    one, other = plain(f, one), plain(f, other)
    if isinstance(one.kind, Char) and isinstance(other.kind, Char):
        return f.builder.icmp_unsigned(ORDERS[op], one.leaves[0], other.leaves[0])
    texts = isinstance(one.kind, (Char, Text)) and isinstance(other.kind, (Char, Text))
    if texts:
        return f.program.language.order_items(f, op, convert(f, one, TEXT), convert(f, other, TEXT))
    if isinstance(one.kind, Record) and not one.kind.is_tuple:
        same = isinstance(other.kind, Record) and other.kind.made_by is one.kind.made_by
        if not same or not one.kind.made_by.__dataclass_params__.order:
            raise f.refuse(f"{SIGNS[op]} of two {one.kind}; write it for one of their fields, or order=True, instead")
        return _order_tuples(f, op, one.items(), other.items())
    if family(one) == family(other) and family(one) in ("tuple", "list", "deque"):
        if hasattr(one.kind, "items") and hasattr(other.kind, "items"):
            return _order_tuples(f, op, one.items(), other.items())
        return f.program.language.order_items(f, op, one, other)
    raise f.refuse(f"{SIGNS[op]} of a {one.kind} and a {other.kind}; write it for values of one type instead")


def _order_tuples(f: Emitter, op: Any, one: list[Value], other: list[Value]) -> Any:
    """Return whether two tuples are in an order: that of their first items that differ."""
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
    """Return whether two values are the same object, as far as that means anything: None, True, members, classes."""
    return dispatch(f, [one, other], lambda here, there: truth_value(_identical(f, here, there))).leaves[0]


def _identical(f: Emitter, one: Value, other: Value) -> Any:
    if isinstance(one.kind, NoneKind) or isinstance(other.kind, NoneKind):
        return BIT(int(type(one.kind) is type(other.kind)))
    if isinstance(one.kind, Fixed) and isinstance(other.kind, Fixed):
        return BIT(int(one.kind.thing is other.kind.thing))
    if one.kind == other.kind and isinstance(one.kind, (Bool, Member)):
        return f.builder.icmp_signed("==", one.leaves[0], other.leaves[0])
    if isinstance(one.kind, (Bool, Member)) or isinstance(other.kind, (Bool, Member)):
        return BIT(0)
    raise f.refuse(f"`is` between a {one.kind} and a {other.kind}; == compares them")
