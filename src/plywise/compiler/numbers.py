"""Numbers as in Python, or an error where 64 bits do not suffice; comparisons of all values; what counts as true."""

import math
import operator
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plywise.compiler import checked_numbers as checked
from plywise.compiler.constants import constant, pick
from plywise.compiler.conversion import dispatch
from plywise.compiler.enumerations import is_flag, members_of
from plywise.compiler.function import Emitter
from plywise.compiler.kinds import (
    BIT,
    FLOAT,
    FLOAT64,
    INT,
    TRUTH,
    WHOLE,
    Bool,
    Fixed,
    Float,
    Int,
    Member,
    Value,
)
from plywise.compiler.messages import BY_ZERO, DOMAIN, NEGATIVE_POWER, NO_INT, NOT_EXACT, PLACES, TOO_LARGE

SIGNS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.lshift: "<<", operator.rshift: ">>", operator.and_: "&",
    operator.or_: "|", operator.xor: "^", operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
}  # fmt: skip


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
    return pick(f, tuple(each.value for each in members), value.leaves[0])


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


WRAPPING = BITWISE | {
    operator.add: "add", operator.sub: "sub", operator.mul: "mul", operator.lshift: "shl", operator.rshift: "ashr",
}  # fmt: skip
"""Operator -> the instruction that gives the low 64 bits of its result."""


def _of_ints(f: Emitter, op: Any, one: Any, other: Any) -> Any:
    builder = f.builder
    if op in (WRAPPING if f.wraps else BITWISE):
        return getattr(builder, WRAPPING[op])(one, other)
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
    quotient, remainder = checked.divide_floats(builder, left, right)
    return Value(FLOAT, [quotient if op is operator.floordiv else remainder])


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


INSTRUCTIONS = {math.sqrt: "llvm.sqrt", math.fabs: "llvm.fabs"}
"""Functions of math -> LLVM's intrinsic that computes the same."""

LIBRARY_NAMES = {math.pow: checked.POWER}
"""Functions of math -> the C library's function, where that has another name."""


def of_floats(function: Any) -> Callable[..., Value]:
    """Return the translation of a function of math."""

    def translate(f: Emitter, *values: Value) -> Value:
        given = [floating(f, each).leaves[0] for each in values]
        if function in INSTRUCTIONS:
            found = checked.call_intrinsic(f.builder, INSTRUCTIONS[function], *given)
        else:
            found = checked.call_library(f.builder, LIBRARY_NAMES.get(function, function.__name__), *given)
        f.fail(checked.is_undefined(f.builder, found, tuple(given)), ValueError, DOMAIN, pythons=False)
        return Value(FLOAT, [found])

    return translate


# --- comparisons ------------------------------------------------------------------------------------------------------


def both(f: Emitter, *bits: Any) -> Any:
    """Return whether all bits are set."""
    found: Any = None
    for bit in bits:
        if isinstance(bit, ir.Constant) and bit.constant:
            continue
        found = bit if found is None else f.builder.and_(found, bit)
    return BIT(1) if found is None else found
