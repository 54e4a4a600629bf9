"""Operations on ints and floats, in LLVM, that detect results that differ from Python's.

A number may have a mark: a bit that is set if it is wrong above its type's highest bit; None if it is right. Such an
error never affects the lower bits of a sum, difference, product, left shift or bitwise operation.
"""

import ctypes
import math
import operator
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from llvmlite import binding

from plywise.compiler import ir
from plywise.compiler.emission import wide_ints

BIT, INT64, DOUBLE = ir.IntType(1), ir.IntType(64), ir.DoubleType()
EXACT = 2**53  # floats equal all whole numbers up to this one
INFINITE = 0x7FF << 52  # the bits of an infinite float

SWAPPED = {"==": "==", "!=": "!=", "<": ">", "<=": ">=", ">": "<", ">=": "<="}


OF_FLOATS = (
    math.sqrt, math.exp, math.log, math.log2, math.log10, math.sin, math.cos, math.tan, math.asin, math.acos, math.atan,
    math.sinh, math.cosh, math.tanh, math.pow, math.fabs,
)  # fmt: skip
"""Functions of math that return floats, computed by the same library function as Python's. None of them distinguishes
0.0 from -0.0, because an int stored as a float may be either.
"""


def magnitude_of(builder: Any, number: Any) -> Any:
    """Return the bits of a float without its sign."""
    return builder.and_(builder.bitcast(number, INT64), ir.Constant(INT64, 2**63 - 1))


def either(builder: Any, *marks: Any) -> Any:
    """Return the mark that is set if any of these is."""
    given = [mark for mark in marks if mark is not None]
    found = given[0] if given else None
    for mark in given[1:]:
        found = builder.or_(found, mark)
    return found


def _with_overflow(instruction: str) -> Callable[..., tuple[Any, Any]]:
    def compute(builder: Any, one: Any, other: Any, mark: Any, other_mark: Any) -> tuple[Any, Any]:
        pair = getattr(builder, instruction)(one, other)
        return builder.extract_value(pair, 0), either(builder, builder.extract_value(pair, 1), mark, other_mark)

    return compute


add, subtract, _multiply_words = map(_with_overflow, ("sadd_with_overflow", "ssub_with_overflow", "smul_with_overflow"))


def multiply(builder: Any, one: Any, other: Any, mark: Any, other_mark: Any) -> tuple[Any, Any]:
    """Return a product."""
    if not wide_ints.is_wide(one.type):
        return _multiply_words(builder, one, other, mark, other_mark)
    found, wrong = wide_ints.multiply(builder, one, other)
    return found, either(builder, wrong, mark, other_mark)


def shift_left(builder: Any, one: Any, places: Any, mark: Any, _: Any) -> tuple[Any, Any]:
    """Return a number shifted by fewer places than it has bits."""
    found = builder.shl(one, places)
    return found, either(builder, builder.icmp_signed("!=", builder.ashr(found, places), one), mark)


def shift_far_left(builder: Any, one: Any, places: Any, mark: Any = None) -> tuple[Any, Any]:
    """Return a number shifted by any non-negative number of places; if there are too many, 0."""
    scalar, most = one.type, places.type(one.type.width - 1)
    far = builder.icmp_signed(">", places, most)
    near = wide_ints.resized(builder, builder.select(far, most, places), scalar)
    found, wrong = shift_left(builder, one, near, mark, None)
    lost = builder.and_(far, builder.icmp_signed("!=", one, scalar(0)))
    found = builder.select(far, scalar(0), found)
    return found, builder.or_(builder.select(far, lost, wrong), ir.Constant(BIT, 0) if mark is None else mark)


def intersect(builder: Any, one: Any, other: Any, mark: Any, other_mark: Any) -> tuple[Any, Any]:
    """Return `one & other`: right if both are, or if one of them is right and not negative."""
    found, none = builder.and_(one, other), ir.Constant(BIT, 0)
    if mark is None and other_mark is None:
        return found, None
    mark, other_mark = none if mark is None else mark, none if other_mark is None else other_mark
    open_above = builder.or_(mark, builder.icmp_signed("<", one, one.type(0)))
    other_open = builder.or_(other_mark, builder.icmp_signed("<", other, other.type(0)))
    return found, builder.and_(builder.or_(mark, other_mark), builder.and_(open_above, other_open))


def _bitwise(instruction: str) -> Callable[..., tuple[Any, Any]]:
    def compute(builder: Any, one: Any, other: Any, mark: Any, other_mark: Any) -> tuple[Any, Any]:
        return getattr(builder, instruction)(one, other), either(builder, mark, other_mark)

    return compute


WITH_MARKS: dict[Any, Callable[..., tuple[Any, Any]]] = {
    operator.add: add,
    operator.sub: subtract,
    operator.mul: multiply,
    operator.lshift: shift_left,
    operator.and_: intersect,
    operator.or_: _bitwise("or_"),
    operator.xor: _bitwise("xor"),
}
"""Operator -> a function of two numbers and their marks that returns the result and its mark."""


def divide(builder: Any, one: Any, other: Any) -> tuple[Any, Any, Any]:
    """Return quotient and remainder, rounded down, by a number that is not 0, and whether the quotient is too large."""
    minus_one = builder.icmp_signed("==", other, other.type(-1))
    wrong = builder.and_(minus_one, builder.icmp_signed("==", one, one.type(-(1 << one.type.width - 1))))
    safe = builder.select(wrong, other.type(1), other)  # the processor traps
    if wide_ints.is_wide(one.type):
        quotient, remainder = wide_ints.divide(builder, one, safe)
    else:
        quotient, remainder = builder.sdiv(one, safe), builder.srem(one, safe)
    signs_differ = builder.icmp_signed("<", builder.xor(remainder, safe), remainder.type(0))
    down = builder.and_(signs_differ, builder.icmp_signed("!=", remainder, remainder.type(0)))
    quotient = builder.sub(quotient, builder.zext(down, quotient.type))
    return quotient, builder.add(remainder, builder.select(down, safe, safe.type(0))), wrong


def power(builder: Any, base: Any, exponent: Any) -> tuple[Any, Any]:
    """Return a power with a non-negative exponent, by repeated squaring, and whether it is too large."""
    before, loop, after = builder.block, *(builder.append_block(name) for name in ("power", "raised"))
    builder.branch(loop)
    builder.position_at_end(loop)
    left, square, found = builder.phi(INT64), builder.phi(base.type), builder.phi(base.type)
    square_wrong, wrong = builder.phi(BIT), builder.phi(BIT)
    odd = builder.trunc(left, BIT)
    product, product_wrong = multiply(builder, found, square, wrong, square_wrong)
    next_found, next_wrong = builder.select(odd, product, found), builder.select(odd, product_wrong, wrong)
    next_square, next_square_wrong = multiply(builder, square, square, square_wrong, None)
    next_left = builder.lshr(left, INT64(1))
    for phi, first, following in (
        (left, exponent, next_left),
        (square, base, next_square),
        (found, base.type(1), next_found),
        (square_wrong, BIT(0), next_square_wrong),
        (wrong, BIT(0), next_wrong),
    ):
        phi.add_incoming(first, before)
        phi.add_incoming(following, loop)
    builder.cbranch(builder.icmp_unsigned("!=", next_left, INT64(0)), loop, after)
    builder.position_at_end(after)
    return next_found, next_wrong


# --- ints and floats --------------------------------------------------------------------------------------------------


def divide_floats(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Return quotient, rounded down, and remainder of floats, like Python's divmod; the divisor is not 0."""
    zero, unit = DOUBLE(0.0), DOUBLE(1.0)
    left = builder.frem(one, other)
    quotient = builder.fdiv(builder.fsub(one, left), other)
    some = builder.fcmp_unordered("!=", left, zero)
    negative = (builder.fcmp_ordered("<", each, zero) for each in (left, other))
    down = builder.and_(some, builder.xor(*negative))
    remainder = builder.select(down, builder.fadd(left, other), left)
    quotient = builder.select(down, builder.fsub(quotient, unit), quotient)
    floor = call_intrinsic(builder, "floor", quotient)
    near = builder.fcmp_ordered(">", builder.fsub(quotient, floor), DOUBLE(0.5))
    floor = builder.select(near, builder.fadd(floor, unit), floor)
    none = builder.fcmp_ordered("==", quotient, zero)
    floor = builder.select(none, _zero_with_sign(builder, builder.fdiv(one, other)), floor)
    return floor, builder.select(some, remainder, _zero_with_sign(builder, other))


def _zero_with_sign(builder: Any, number: Any) -> Any:
    """Return 0.0 or -0.0, with the sign of a float."""
    word = builder.and_(builder.bitcast(number, INT64), INT64(-(2**63)))
    return builder.bitcast(word, DOUBLE)


def is_inexact(builder: Any, number: Any) -> Any:
    """Return whether an int is beyond the range in which floats represent every int exactly."""
    moved = builder.add(number, number.type(EXACT))
    return builder.icmp_unsigned(">", moved, number.type(2 * EXACT))


def is_no_int(builder: Any, number: Any) -> Any:
    """Return whether a float without a fraction does not fit 64 bits, or is infinite or NaN."""
    fits = builder.and_(
        builder.fcmp_ordered(">=", number, DOUBLE(-(2.0**63))), builder.fcmp_ordered("<", number, DOUBLE(2.0**63))
    )
    return builder.not_(fits)


def is_undefined(builder: Any, found: Any, given: tuple[Any, ...]) -> Any:
    """Return whether a float is infinite or NaN although its operands are finite or numbers, respectively."""
    magnitudes = [magnitude_of(builder, each) for each in given]
    wrong = ir.Constant(BIT, 0)
    for relation in (">=", ">"):  # infinity: first whether `found` is not finite, then whether it is NaN
        bad = builder.icmp_unsigned(relation, magnitude_of(builder, found), INT64(INFINITE))
        for magnitude in magnitudes:
            bad = builder.and_(bad, builder.not_(builder.icmp_unsigned(relation, magnitude, INT64(INFINITE))))
        wrong = builder.or_(wrong, bad)
    return wrong


def compare_floats(builder: Any, relation: str, one: Any, other: Any) -> Any:
    """Return whether two floats are in a relation; NaN is unequal to everything."""
    compare = builder.fcmp_unordered if relation == "!=" else builder.fcmp_ordered
    return compare(relation, one, other)


def compare_with_float(builder: Any, relation: str, number: Any, other: Any) -> Any:
    """Return whether an int of 64 bits and a float are in a relation, exactly: the int is not rounded."""
    rounded = builder.sitofp(number, DOUBLE)
    equal = builder.fcmp_ordered("==", rounded, other)  # the int may still be less or greater, beyond 2**53
    above = builder.fcmp_ordered(">=", other, DOUBLE(2.0**63))  # and so is no int
    safe = builder.select(builder.and_(equal, builder.not_(above)), other, DOUBLE(0.0))
    exact = builder.icmp_signed(relation, number, builder.fptosi(safe, INT64))
    exact = builder.select(above, ir.Constant(BIT, relation in ("<", "<=", "!=")), exact)
    return builder.select(equal, exact, compare_floats(builder, relation, rounded, other))


# --- functions --------------------------------------------------------------------------------------------------------


def call_intrinsic(builder: Any, name: str, number: Any) -> Any:
    """Call one of LLVM's functions of a float."""
    return builder.intrinsic(name, DOUBLE, [number])


def call_library(builder: Any, name: str, *given: Any) -> Any:
    """Call a function of the C library that was registered with LLVM under a name unknown to it."""
    form = ir.FunctionType(DOUBLE, [DOUBLE] * len(given))
    function = builder.module.globals.get(name) or ir.Function(builder.module, form, name)
    return builder.call(function, given)


def _lend_power() -> str:
    """Register the C library's pow with LLVM, under a name that LLVM does not optimize; return the name."""
    with suppress(OSError, AttributeError):
        address = ctypes.cast(ctypes.CDLL(None).pow, ctypes.c_void_p).value
        if address:
            binding.add_symbol("plywise_pow", address)
            return "plywise_pow"
    return "pow"


POWER = _lend_power()
"""The name under which compiled code calls the C library's pow."""
