"""Numbers as in Python, or an error where 64 bits do not suffice; comparisons of all values; what counts as true."""

import math
import operator
from collections.abc import Callable
from typing import Any

from plywise.compiler import checked_numbers as checked
from plywise.compiler import ir
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
    NumpyBool,
    NumpyFloat,
    NumpyInt,
    Value,
    is_numpy,
)
from plywise.compiler.messages import BY_ZERO, DOMAIN, NEGATIVE_POWER, NO_INT, NOT_EXACT, PLACES, TOO_LARGE

SIGNS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.lshift: "<<", operator.rshift: ">>", operator.and_: "&",
    operator.or_: "|", operator.matmul: "@",
    operator.xor: "^", operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
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
    if isinstance(value.kind, NumpyBool):
        raise f.refuse(f"{what} is a bool of NumPy, which Python takes for no int; write int(...) of it")
    if found is None or isinstance(found.kind, Float):
        raise f.refuse(f"{what} is a {value.kind}, not an int; write int(...) or // instead")
    return found


# --- arithmetic -------------------------------------------------------------------------------------------------------


def arithmetic(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return what an operator makes of two numbers; None where they are none."""
    if is_numpy(one) or is_numpy(other):
        return _of_numpys(f, op, one, other)
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


def _of_numpys(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return what an operator makes of two numbers that may be NumPy's, if Python's would give the same."""
    first, second = as_pythons(one), as_pythons(other)
    if isinstance(first.kind, Bool) and isinstance(second.kind, Bool) and op not in BITWISE:
        raise f.refuse(f"{SIGNS[op]} of two bools of NumPy, which do not add up as Python's do; write int(...) of each")
    divisor = number(f, second) if op in (operator.truediv, operator.floordiv, operator.mod) else None
    if divisor is not None:
        f.fail(_is_zero(f, divisor), OverflowError, "NumPy's numbers are divided by zero")
    found = arithmetic(f, op, first, second)
    ranges = [each.kind for each in (one, other) if isinstance(each.kind, NumpyInt)]
    if found is None or isinstance(found.kind, Float):
        return found and Value(NUMPY_FLOAT, found.leaves)
    if isinstance(found.kind, Bool):
        return Value(NUMPY_BOOL, found.leaves)
    kind = NumpyInt(
        max((each.low for each in ranges), default=-(2**63)), min((each.high for each in ranges), default=2**63 - 1)
    )
    for each in (number(f, first), number(f, second), found):
        check_range(f, each, kind)
    return Value(kind, found.leaves)


NUMPY_BOOL, NUMPY_FLOAT = NumpyBool(), NumpyFloat()


def _is_zero(f: Emitter, value: Value) -> Any:
    if isinstance(value.kind, Float):
        return f.builder.fcmp_ordered("==", value.leaves[0], FLOAT64(0))
    return f.builder.icmp_signed("==", value.leaves[0], f.int(0))


def as_pythons(value: Value) -> Value:
    """Return a number of NumPy's as Python's that it equals."""
    kinds = {NumpyInt: WHOLE, NumpyBool: TRUTH, NumpyFloat: FLOAT}
    return Value(kinds[type(value.kind)], value.leaves) if type(value.kind) in kinds else value


def check_range(f: Emitter, value: Value | None, kind: NumpyInt) -> None:
    """Raise an error at run time where an int is not in the range of a type of NumPy's, which would wrap it."""
    if value is None or not isinstance(value.kind, Int) or (kind.low, kind.high) == (-(2**63), 2**63 - 1):
        return
    moved = f.builder.sub(value.leaves[0], f.int(kind.low))
    wrong = f.builder.icmp_unsigned(">", moved, f.int(kind.high - kind.low))
    f.fail(wrong, OverflowError, "an int leaves the range of its type in NumPy, which would wrap it")


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
    if is_numpy(value):
        return _of_numpys(f, operator.mul, value, constant(-1))  # type: ignore[return-value]
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
    if found is None or isinstance(value.kind, NumpyBool):
        raise f.refuse(f"abs of a {value.kind}; write it for a number instead")
    if isinstance(found.kind, Float):
        return Value(FLOAT, [checked.call_intrinsic(f.builder, "fabs", found.leaves[0])])
    word = found.leaves[0]
    opposite = negative(f, found).leaves[0]
    return Value(found.kind, [f.builder.select(f.builder.icmp_signed("<", word, f.int(0)), opposite, word)])


def rounded(how: str) -> Callable[[Emitter, Value], Value]:
    """Return the translation of a function that makes an int of a float."""

    def translate(f: Emitter, value: Value) -> Value:
        found = number(f, value)
        if found is None:
            raise f.refuse(f"int of a {value.kind}; write it for a number or a string instead")
        if isinstance(found.kind, Int):
            return as_pythons(found)
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
    if is_numpy(value):
        raise f.refuse("round of a number of NumPy, to so many digits; write float(...) of it first")
    if isinstance(found.kind, Int) and digits >= 0:
        return found
    if isinstance(found.kind, Int) or not 0 <= digits <= MOST_DIGITS:
        raise f.refuse("round to so many digits; write round(x / 10) * 10, or the like, instead")
    builder, scale = f.builder, FLOAT64(10.0**digits)
    product = builder.fmul(found.leaves[0], scale)
    large = builder.fcmp_unordered(">=", checked.call_intrinsic(builder, "fabs", product), FLOAT64(2.0**52))
    f.fail(large, OverflowError, "round to a number of digits that a float has not")
    lost = builder.fma(found.leaves[0], scale, builder.fneg(product))  # what the product should have more
    near, below = (checked.call_intrinsic(builder, how, product) for how in ("rint", "floor"))
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


INSTRUCTIONS = {math.sqrt: "sqrt", math.fabs: "fabs"}
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
