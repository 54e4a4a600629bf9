"""Numbers as in Python, or an error on overflow: arithmetic, conversions, functions of math."""

import math
import operator
from collections.abc import Callable
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission import checked_numbers as checked
from plywise.compiler.emission import wide_ints
from plywise.compiler.emission.constants import constant, pick
from plywise.compiler.emission.conversion import dispatch
from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.enumerations import is_flag, members_of
from plywise.compiler.types.kinds import (
    BIT,
    FLOAT,
    FLOAT64,
    INT,
    TRUTH,
    WHOLE,
    WIDTHS,
    Bool,
    Constant,
    Float,
    Int,
    Member,
    NumpyBool,
    NumpyFloat,
    NumpyInt,
    Value,
    bits_of,
    is_numpy,
)
from plywise.compiler.types.messages import (
    BY_ZERO,
    DOMAIN,
    NEGATIVE_POWER,
    NEGATIVE_SHIFT,
    NO_INT,
    NO_ITEM,
    NOT_EXACT,
    PLACES,
    TOO_LARGE,
)
from plywise.compiler.types.widths import ALL, SHIFTS, level_of
from plywise.errors import IntOverflow

SIGNS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.lshift: "<<", operator.rshift: ">>", operator.and_: "&",
    operator.or_: "|", operator.matmul: "@",
    operator.xor: "^", operator.lt: "<", operator.le: "<=", operator.gt: ">", operator.ge: ">=",
}  # fmt: skip


def number(f: Emitter, value: Value) -> Value | None:
    """Return a value as an int or a float; None if it is no number."""
    if isinstance(value.kind, (Int, Float)):
        return value
    if isinstance(value.kind, Bool):
        return Value(WHOLE, [f.builder.zext(value.scalars[0], INT)], tuple(map(int, value.known)))
    if isinstance(value.kind, Member) and issubclass(value.kind.enum, int):
        return member_value(f, value)
    if isinstance(value.kind, Constant) and type(value.kind.thing) is int:
        raise f.refuse(f"a number of over {WIDTHS[-1]:,} bits; write a smaller one")
    return None


def member_value(f: Emitter, value: Value) -> Value:
    """Return the value of a member of an enumeration."""
    if value.known:
        return constant(value.known[0].value)
    if is_flag(value.kind):
        return Value(WHOLE, value.scalars)
    members = members_of(value.kind.enum)
    return pick(f, tuple(each.value for each in members), value.scalars[0])


def worded(f: Emitter, value: Value) -> Value:
    """Return a member of an Enum of strings as its string; any other value unchanged."""
    if isinstance(value.kind, Member) and issubclass(value.kind.enum, str):
        return member_value(f, value)
    return value


def whole(f: Emitter, value: Value, what: str = "a number") -> Any:
    """Return a value that must be an int of 64 bits, as an LLVM value."""
    return as_word(f, integer(f, value, what).scalars[0])


def as_word(f: Emitter, number: Any) -> Any:
    """Return an int of any width as one of 64 bits, where that is required, as for the kernel."""
    if number.type == INT:
        return number
    f.fail(wide_ints.is_beyond_words(f.builder, number), OverflowError, TOO_LARGE)
    return f.builder.trunc(number, INT)


def as_index(f: Emitter, value: Value) -> Any:
    """Return an index, which must be an int, as an LLVM value: one of over 64 bits is out of range."""
    number = integer(f, value, "an index").scalars[0]
    if number.type != INT:
        f.fail(wide_ints.is_beyond_words(f.builder, number), IndexError, NO_ITEM)
    return wide_ints.resized(f.builder, number, INT)


def integer(f: Emitter, value: Value, what: str = "a number") -> Value:
    """Return a value that must be an int, of any width."""
    return dispatch(f, [value], lambda each: _integer(f, each, what))


def _integer(f: Emitter, value: Value, what: str) -> Value:
    found = number(f, value)
    if isinstance(value.kind, NumpyBool):
        raise f.refuse(f"{what} is a bool of NumPy, which is not an int in Python; write int(...) of it")
    if found is None or isinstance(found.kind, Float):
        raise f.refuse(f"{what} is a {value.kind}, not an int; write int(...) or // instead")
    return found


# --- arithmetic -------------------------------------------------------------------------------------------------------


def arithmetic(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return the result of an operator on two numbers; None if they are not numbers."""
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
        return Value(TRUTH, [getattr(f.builder, BITWISE[op])(one.scalars[0], other.scalars[0])])
    if isinstance(first.kind, Int) and isinstance(second.kind, Int) and op is not operator.truediv:
        return _of_ints(f, op, first, second)
    if op not in OF_FLOATS:
        raise f.refuse(f"{SIGNS[op]} of a {one.kind} and a {other.kind}; write it for values of one type instead")
    return _of_floats(f, op, first, second)


def _of_numpys(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return the result of an operator on two numbers that may be NumPy's, if Python's would give the same."""
    first, second = as_pythons(one), as_pythons(other)
    if isinstance(first.kind, Bool) and isinstance(second.kind, Bool) and op not in BITWISE:
        raise f.refuse(f"{SIGNS[op]} of two bools of NumPy, which do not add up as Python's do; write int(...) of each")
    divisor = number(f, second) if op in (operator.truediv, operator.floordiv, operator.mod) else None
    if divisor is not None:
        f.fail(_is_zero(f, divisor), OverflowError, "NumPy's numbers are divided by zero")
    first, second = in_word(f, first), in_word(f, second)
    found = arithmetic_of_words(f, op, first, second)
    ranges = [each.kind for each in (one, other) if isinstance(each.kind, NumpyInt)]
    if found is None or isinstance(found.kind, Float):
        return found and Value(NUMPY_FLOAT, found.scalars)
    if isinstance(found.kind, Bool):
        return Value(NUMPY_BOOL, found.scalars)
    kind = NumpyInt(
        low=max((each.low for each in ranges), default=-(2**63)),
        high=min((each.high for each in ranges), default=2**63 - 1),
    )
    for each in (number(f, first), number(f, second), found):
        check_range(f, each, kind)
    return Value(kind, found.scalars)


def arithmetic_of_words(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return the result of an operator on two numbers; an int of over 64 bits is an error, as NumPy has none."""
    before, f.only_words = f.only_words, True
    try:
        return arithmetic(f, op, in_word(f, one), in_word(f, other))
    finally:
        f.only_words = before


def in_word(f: Emitter, value: Value) -> Value:
    """Return a value; an int is converted to 64 bits."""
    if isinstance(value.kind, Int) and value.kind.is_wide:
        return Value(WHOLE, [as_word(f, value.scalars[0])])
    return value


NUMPY_BOOL, NUMPY_FLOAT = NumpyBool(), NumpyFloat()


def _is_zero(f: Emitter, value: Value) -> Any:
    if isinstance(value.kind, Float):
        return f.builder.fcmp_ordered("==", value.scalars[0], FLOAT64(0))
    return f.builder.icmp_signed("==", value.scalars[0], f.int(0))


def as_pythons(value: Value) -> Value:
    """Return a NumPy number as the equal Python number."""
    kinds = {NumpyInt: WHOLE, NumpyBool: TRUTH, NumpyFloat: FLOAT}
    return Value(kinds[type(value.kind)], value.scalars) if type(value.kind) in kinds else value


def check_range(f: Emitter, value: Value | None, kind: NumpyInt) -> None:
    """Raise an error at run time if an int is outside the range of a NumPy type, which would wrap it."""
    if value is None or not isinstance(value.kind, Int) or (kind.low, kind.high) == (-(2**63), 2**63 - 1):
        return
    moved = f.builder.sub(value.scalars[0], f.int(kind.low))
    wrong = f.builder.icmp_unsigned(">", moved, f.int(kind.high - kind.low))
    f.fail(wrong, OverflowError, "an int leaves the range of its type in NumPy, which would wrap it")


FOLDED_BITS = 10_000
"""The maximum bits of a constant computed at compile time."""


def _is_too_long(op: Any, one: Any, other: Any) -> bool:
    """Return whether a shift or power of constants is too long to be computed at compile time."""
    if not isinstance(one, int) or not isinstance(other, int):
        return False
    return (op is operator.lshift and one != 0 and other > FOLDED_BITS) or (
        op is operator.pow and abs(one) > 1 and other * one.bit_length() > FOLDED_BITS
    )


def _fold(f: Emitter, op: Any, one: Any, other: Any) -> Value:
    if _is_too_long(op, one, other):
        raise f.stop(OverflowError, TOO_LARGE)
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
"""Operator -> the instruction for the low 64 bits of its result."""


def as_wide(f: Emitter, value: Value, kind: Int) -> Any:
    """Return an int as an LLVM value of another type, truncated if it does not fit."""
    return wide_ints.resized(f.builder, value.scalars[0], kind.scalars[0])


def too_large(f: Emitter, wrong: Any, kind: Int, level: int) -> None:
    """Raise IntOverflow if a bit is set: a number does not fit its type. level: of its operator, see widths."""
    if f.only_words:
        f.fail(wrong, OverflowError, TOO_LARGE)
    else:
        f.fail(wrong, IntOverflow, _too_large(kind, level))


def _too_large(kind: Int, level: int) -> tuple[str, int, int]:
    """Return the arguments of IntOverflow."""
    return (f"a number needs more than {kind.bits:,} bits", kind.bits, level)


def _of_ints(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    if f.wraps and op in WRAPPING:
        return Value(WHOLE, [getattr(f.builder, WRAPPING[op])(*(as_wide(f, each, WHOLE) for each in (one, other)))])
    if op in BY_KIND:
        return BY_KIND[op](f, op, one, other)
    level = level_of(op, one, other)
    kind = _result(f, level, one, other)
    found, wrong = checked.WITH_MARKS[op](f.builder, as_wide(f, one, kind), as_wide(f, other, kind), None, None)
    too_large(f, wrong, kind, level)
    return Value(kind, [found])


def _result(f: Emitter, level: int, *values: Value) -> Int:
    """Return the result type of an operator of a level on ints."""
    if f.wraps or f.only_words:
        return WHOLE
    return f.program.met(f.program.widths.of_result(level, *(each.kind for each in values)))


def _bitwise(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    kind = Int(max(one.kind.bits, other.kind.bits))
    for mask in (one, other):
        if op is operator.and_ and mask.known and mask.known[0] >= 0:
            kind = Int(min(kind.bits, bits_of(mask.known[0])))  # no bits remain above the mask
    return Value(kind, [getattr(f.builder, BITWISE[op])(as_wide(f, one, kind), as_wide(f, other, kind))])


def _shifted(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    kind, places = Int(one.kind.bits), as_word(f, other.scalars[0])
    if op is operator.lshift:
        kind = _result(f, SHIFTS, one)
    most = kind.bits - 1
    if f.only_words or (not kind.is_wide and (op is operator.lshift or not f.program.widths.makes_wide(SHIFTS))):
        check_places(f, places, SHIFTS)
        if op is operator.rshift:
            return Value(kind, [f.builder.ashr(one.scalars[0], places)])
        found, wrong = checked.shift_left(f.builder, one.scalars[0], places, None, None)
    else:
        f.fail(f.builder.icmp_signed("<", places, f.int(0)), ValueError, NEGATIVE_SHIFT, pythons=False)
        number = as_wide(f, one, kind)
        if op is operator.rshift:
            far = f.builder.icmp_unsigned(">", places, f.int(most))
            near = wide_ints.resized(f.builder, f.builder.select(far, f.int(most), places), number.type)
            return Value(kind, [f.builder.ashr(number, near)])
        found, wrong = checked.shift_far_left(f.builder, number, places)
    too_large(f, wrong, kind, SHIFTS)
    return Value(kind, [found])


def check_places(f: Emitter, places: Any, level: int) -> None:
    """Raise an error if a word is shifted by a number of places outside 0 to 63."""
    far = f.builder.icmp_unsigned(">", places, f.int(63))
    if f.only_words:
        f.fail(far, OverflowError, PLACES)
        return
    if isinstance(places, ir.Constant) and 0 <= places.constant <= 63:
        return
    wrong, fine = f.block("far"), f.block("fine")
    f.builder.check(far, wrong, fine)
    f.at(wrong)
    f.fail(f.builder.icmp_signed("<", places, f.int(0)), ValueError, NEGATIVE_SHIFT, pythons=False)
    f.builder.branch(f.failing(IntOverflow, _too_large(WHOLE, level)))
    f.at(fine)


def _divided(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    kind = Int(max(one.kind.bits, other.kind.bits))
    result = Int(other.kind.bits) if op is operator.mod else kind  # the remainder is less than the divisor
    size = other.known[0] if other.known and kind.is_wide else 0
    if size > 0 and size & (size - 1) == 0:
        if op is operator.mod:
            return _bitwise(f, operator.and_, one, constant(size - 1))
        return Value(kind, [f.builder.ashr(as_wide(f, one, kind), ir.Constant(kind.scalars[0], size.bit_length() - 1))])
    f.fail(f.builder.icmp_signed("==", other.scalars[0], other.scalars[0].type(0)), ZeroDivisionError, BY_ZERO)
    quotient, remainder, wrong = checked.divide(f.builder, as_wide(f, one, kind), as_wide(f, other, kind))
    if op is operator.mod:
        return Value(result, [wide_ints.resized(f.builder, remainder, result.scalars[0])])
    too_large(f, wrong, kind, ALL)
    return Value(kind, [quotient])


def _power(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    exponent = as_word(f, other.scalars[0])
    f.fail(f.builder.icmp_signed("<", exponent, f.int(0)), OverflowError, NEGATIVE_POWER)
    kind = _result(f, SHIFTS, one)
    found, wrong = checked.power(f.builder, as_wide(f, one, kind), exponent)
    too_large(f, wrong, kind, SHIFTS)
    return Value(kind, [found])


BY_KIND: dict[Any, Callable[..., Value]] = {
    **dict.fromkeys(BITWISE, _bitwise), operator.lshift: _shifted, operator.rshift: _shifted,
    operator.floordiv: _divided, operator.mod: _divided, operator.pow: _power,
}  # fmt: skip
"""Operators on ints whose result has a special type: (f, operator, one, other) -> the result."""


OF_FLOATS = {
    operator.add: "fadd", operator.sub: "fsub", operator.mul: "fmul", operator.truediv: "fdiv",
    operator.floordiv: "", operator.mod: "", operator.pow: "",
}  # fmt: skip


def as_float(f: Emitter, value: Value) -> Any:
    """Return a number as a float; an int not equal to any float is an error."""
    if isinstance(value.kind, Float):
        return value.scalars[0]
    number = value.scalars[0]
    f.fail(checked.is_inexact(f.builder, number), OverflowError, NOT_EXACT)
    return f.builder.sitofp(wide_ints.resized(f.builder, number, INT), FLOAT64)


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
        return Value(FLOAT, [f.builder.fneg(found.scalars[0])])
    return _of_ints(f, operator.sub, constant(0), found)


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
        return Value(FLOAT, [checked.call_intrinsic(f.builder, "fabs", found.scalars[0])])
    opposite = negative(f, found)
    same = as_wide(f, found, opposite.kind)
    below = f.builder.icmp_signed("<", same, same.type(0))
    return Value(opposite.kind, [f.builder.select(below, opposite.scalars[0], same)])


def rounded(how: str) -> Callable[[Emitter, Value], Value]:
    """Return the translation of a function that converts a float to an int."""

    def translate(f: Emitter, value: Value) -> Value:
        found = number(f, value)
        if found is None:
            raise f.refuse(f"int of a {value.kind}; write it for a number or a string instead")
        if isinstance(found.kind, Int):
            return as_pythons(found)
        near = checked.call_intrinsic(f.builder, how, found.scalars[0])
        f.fail(checked.is_no_int(f.builder, near), OverflowError, NO_INT)
        return Value(WHOLE, [f.builder.fptosi(near, INT)])

    return translate


MAX_DIGITS = 22  # 10**22 is a float, 10**23 is not


def rounded_to(f: Emitter, value: Value, digits: int) -> Value:
    """Return round(value, digits): for a float the nearest, with ties to even, as in Python."""
    found = number(f, value)
    if found is None:
        raise f.refuse(f"round of a {value.kind}; write it for a number instead")
    if is_numpy(value):
        raise f.refuse("round of a NumPy number to a number of digits; write float(...) of it first")
    if isinstance(found.kind, Int) and digits >= 0:
        return found
    if isinstance(found.kind, Int) or not 0 <= digits <= MAX_DIGITS:
        raise f.refuse("round to a number of digits; write round(x / 10) * 10, or the like, instead")
    builder, scale = f.builder, FLOAT64(10.0**digits)
    product = builder.fmul(found.scalars[0], scale)
    large = builder.fcmp_unordered(">=", checked.call_intrinsic(builder, "fabs", product), FLOAT64(2.0**52))
    f.fail(large, OverflowError, "round to a number of digits that a float has not")
    lost = builder.fma(found.scalars[0], scale, builder.fneg(product))  # the rounding error of the product
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
"""Functions of math -> the equivalent LLVM intrinsic."""

LIBRARY_NAMES = {math.pow: checked.POWER}
"""Functions of math -> the C library's function, if it has another name."""


def of_floats(function: Any) -> Callable[..., Value]:
    """Return the translation of a function of math."""

    def translate(f: Emitter, *values: Value) -> Value:
        given = [floating(f, each).scalars[0] for each in values]
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
