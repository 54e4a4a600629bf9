"""Ints of more than 64 bits, in LLVM: their words in memory, and functions for products and quotients.

LLVM adds, shifts and compares ints of any width. For products and quotients it would call a library that is not there,
or emit code whose length grows with the square of the width; here they are loops over words. In memory a wide int is
its words, the lowest first, because memory is aligned to words only.
"""

from collections.abc import Callable, Sequence
from functools import reduce
from typing import Any

from plywise.compiler import ir

BIT, INT, DOUBLE = ir.IntType(1), ir.IntType(64), ir.DoubleType()
DOUBLE_WORD = ir.IntType(128)
MODULUS = 2**61 - 1  # of the hashes of numbers
HALF = 32  # bits of a digit in a division: the remainder and the next digit fit a word


def is_wide(scalar: Any) -> bool:
    """Return whether an LLVM type is that of a wide int."""
    return isinstance(scalar, ir.IntType) and scalar.width > 64


def resized(builder: Any, number: Any, scalar: Any) -> Any:
    """Return a number converted to another type: the same if it fits, else its low bits."""
    if isinstance(number, ir.Constant):
        half = 1 << scalar.width - 1
        return ir.Constant(scalar, (number.constant + half) % (2 * half) - half)
    if number.type == scalar:
        return number
    return (builder.sext if number.type.width < scalar.width else builder.trunc)(number, scalar)


def is_beyond_words(builder: Any, number: Any) -> Any:
    """Return whether a wide int needs more than a word."""
    return builder.icmp_signed("!=", builder.sext(builder.trunc(number, INT), number.type), number)


def pythons_hash(builder: Any, number: Any) -> Any:
    """Return the hash of an int in CPython: the remainder modulo 2**61 - 1, with its sign; and -2 for -1."""
    [size], rest = _magnitudes(builder, number), INT(0)
    for place in range(0, number.type.width, 61):  # 2**61 is congruent to 1, so digits of 61 bits are added up
        digit = resized(builder, builder.lshr(size, number.type(place)) if place else size, INT)
        rest = builder.add(rest if place <= 61 else _folded(builder, rest), builder.and_(digit, INT(MODULUS)))
    rest = _folded(builder, rest) if is_wide(number.type) else rest
    rest = builder.select(builder.icmp_unsigned(">=", rest, INT(MODULUS)), builder.sub(rest, INT(MODULUS)), rest)
    return signed_hash(builder, rest, _is_negative(builder, number))


def _folded(builder: Any, rest: Any) -> Any:
    return builder.add(builder.and_(rest, INT(MODULUS)), builder.lshr(rest, INT(61)))


def signed_hash(builder: Any, rest: Any, negative: Any) -> Any:
    """Return the hash of a number, given its magnitude modulo MODULUS."""
    found = builder.select(negative, builder.neg(rest), rest)
    return builder.select(builder.icmp_signed("==", found, INT(-1)), INT(-2), found)


def digits_of_float(builder: Any, number: Any) -> tuple[Any, Any]:
    """Return an int and an exponent of 2 whose product is the magnitude of a float of at least 1."""
    bits = builder.and_(builder.bitcast(number, INT), INT(2**63 - 1))
    digits = builder.or_(builder.and_(bits, INT((1 << 52) - 1)), INT(1 << 52))
    return digits, builder.sub(builder.lshr(bits, INT(52)), INT(1075))


def of_large_float(builder: Any, number: Any, scalar: Any) -> tuple[Any, Any]:
    """Return the wide int equal to a float of magnitude 2.0**63 or more, and whether it fits."""
    digits, places = digits_of_float(builder, number)
    least = DOUBLE(-(2.0 ** (scalar.width - 1)))
    within = builder.icmp_signed("<", places, INT(scalar.width - 1 - 52))
    fits = builder.or_(within, builder.fcmp_ordered("==", number, least))
    near = builder.select(fits, places, INT(0))
    size = builder.shl(resized(builder, digits, scalar), resized(builder, near, scalar))
    return builder.select(builder.fcmp_ordered("<", number, DOUBLE(0)), builder.neg(size), size), fits


# --- in memory --------------------------------------------------------------------------------------------------------


def stored_type(scalar: Any) -> Any:
    """Return the type of a scalar in memory."""
    return ir.ArrayType(INT, scalar.width // 64) if is_wide(scalar) else scalar


def stored(builder: Any, number: Any) -> Any:
    """Return a scalar in its memory format."""
    if not is_wide(number.type):
        return number
    found: Any = ir.Constant(stored_type(number.type), ir.UNDEFINED)
    for place, word in enumerate(words_of(builder, number)):
        found = builder.insert_value(found, word, place)
    return found


def stored_constant(number: Any) -> Any:
    """Return a constant scalar in its memory format."""
    if not is_wide(number.type):
        return number
    return ir.Constant(stored_type(number.type), list(map(INT, int_words(number.constant, number.type.width // 64))))


def restored(builder: Any, found: Any, scalar: Any) -> Any:
    """Return a scalar loaded from memory in its register type."""
    if not is_wide(scalar):
        return found
    return joined_words(builder, [builder.extract_value(found, place) for place in range(scalar.width // 64)])


def words_of(builder: Any, number: Any) -> list[Any]:
    """Return the words of an int, the lowest first."""
    if number.type == INT:
        return [number]
    places = range(0, number.type.width, 64)
    return [builder.trunc(builder.lshr(number, number.type(place)) if place else number, INT) for place in places]


def int_words(number: int, count: int) -> tuple[int, ...]:
    """Return an int as signed words, the lowest first, as in compiled code."""
    words = [(number >> 64 * place) % 2**64 for place in range(count)]
    return tuple(word - 2**64 if word >> 63 else word for word in words)


def joined_words(builder: Any, words: Sequence[Any]) -> Any:
    """Return the int with these words, the lowest first."""
    if len(words) == 1:
        return words[0]
    scalar = ir.IntType(64 * len(words))
    parts = [builder.zext(word, scalar) for word in words]
    moved = [builder.shl(part, scalar(64 * place)) if place else part for place, part in enumerate(parts)]
    return reduce(builder.or_, moved)


# --- products and quotients -------------------------------------------------------------------------------------------


def multiply(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Return a product of two wide ints, and whether it is too large."""
    return _pair(builder, _function(builder, "product", one.type, BIT, _write_product), one, other)


def divide(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Return quotient and remainder of two wide ints, rounded towards 0; the divisor is not 0."""
    return _pair(builder, _function(builder, "quotient", one.type, one.type, _write_quotient), one, other)


def _pair(builder: Any, function: Any, one: Any, other: Any) -> tuple[Any, Any]:
    found = builder.call(function, [one, other])
    return builder.extract_value(found, 0), builder.extract_value(found, 1)


def _function(builder: Any, name: str, scalar: Any, second: Any, write: Callable[..., tuple[Any, Any]]) -> Any:
    """Return a function of the module, written on first use, that computes two results from two wide ints."""
    module, whole = builder.module, f"plywise.{name}.{scalar.width}"
    if whole not in module.globals:
        result = ir.StructType([scalar, second])
        function = ir.Function(module, ir.FunctionType(result, [scalar, scalar]), whole)
        function.internal = True
        function.inline = False
        inside = ir.Builder(function.append_block())
        found: Any = ir.Constant(result, ir.UNDEFINED)
        for place, each in enumerate(write(inside, *function.arguments)):
            found = inside.insert_value(found, each, place)
        inside.ret(found)
    return module.globals[whole]


def _loop(builder: Any, count: Any, body: Callable[[Any], None], down: bool = False) -> None:
    """Write a loop that runs `body` with each number below a positive count; `down`: the greatest first."""
    before, again, after = builder.block, *(builder.append_block(name) for name in ("again", "after"))
    top = builder.sub(count, INT(1))
    builder.branch(again)
    builder.position_at_end(again)
    now = builder.phi(INT)
    body(now)
    now.add_incoming(top if down else INT(0), before)
    now.add_incoming(builder.add(now, INT(-1 if down else 1)), builder.block)
    builder.cbranch(builder.icmp_signed("==", now, INT(0) if down else top), after, again)
    builder.position_at_end(after)


def _magnitudes(builder: Any, *numbers: Any) -> list[Any]:
    return [builder.select(_is_negative(builder, each), builder.neg(each), each) for each in numbers]


def _is_negative(builder: Any, number: Any) -> Any:
    return builder.icmp_signed("<", number, number.type(0))


def _in_words(builder: Any, scalar: Any, number: Any = None) -> Any:
    """Return the address of a new row of words, with a number or 0."""
    place = builder.alloca(scalar)
    builder.store(scalar(0) if number is None else number, place)
    return builder.bitcast(place, INT.as_pointer())


def _write_product(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Write the computation of the product, wrapped, and of whether it is too large."""
    scalar, count = one.type, INT(one.type.width // 64)
    twice = ir.IntType(2 * scalar.width)
    rows = [_in_words(builder, scalar, each) for each in _magnitudes(builder, one, other)]
    total = _in_words(builder, twice)
    carried = builder.alloca(INT)

    def add_row(at: Any) -> None:
        factor = builder.zext(builder.load(builder.gep(rows[0], [at])), DOUBLE_WORD)
        builder.store(INT(0), carried)

        def add_word(place: Any) -> None:
            target = builder.gep(total, [builder.add(at, place)])
            word = builder.zext(builder.load(builder.gep(rows[1], [place])), DOUBLE_WORD)
            parts = [builder.zext(builder.load(each), DOUBLE_WORD) for each in (target, carried)]
            found = builder.add(builder.mul(factor, word), builder.add(*parts))
            builder.store(builder.trunc(found, INT), target)
            builder.store(builder.trunc(builder.lshr(found, DOUBLE_WORD(64)), INT), carried)

        _loop(builder, count, add_word)
        builder.store(builder.load(carried), builder.gep(total, [builder.add(at, count)]))

    _loop(builder, count, add_row)
    found = builder.load(builder.bitcast(total, twice.as_pointer()))
    signs_differ = builder.xor(_is_negative(builder, one), _is_negative(builder, other))
    found = builder.select(signs_differ, builder.neg(found), found)
    low = builder.trunc(found, scalar)
    return low, builder.icmp_signed("!=", builder.sext(low, twice), found)


def _write_quotient(builder: Any, one: Any, other: Any) -> tuple[Any, Any]:
    """Write the computation of quotient and remainder: digit by digit for small divisors, else bit by bit."""
    upper, lower = _magnitudes(builder, one, other)
    quotient, rest = builder.alloca(one.type), builder.alloca(one.type)
    digits = builder.alloca(one.type)
    small = builder.icmp_unsigned("<", lower, one.type(1 << HALF))
    by_digits, by_bits, divided = (builder.append_block(name) for name in ("by_digits", "by_bits", "divided"))
    builder.cbranch(small, by_digits, by_bits)
    builder.position_at_end(by_digits)
    _divide_by_digits(builder, upper, lower, digits, quotient, rest)
    builder.branch(divided)
    builder.position_at_end(by_bits)
    _divide_by_bits(builder, upper, lower, quotient, rest)
    builder.branch(divided)
    builder.position_at_end(divided)
    negative, below = _is_negative(builder, one), builder.xor(_is_negative(builder, one), _is_negative(builder, other))
    found = [builder.load(place) for place in (quotient, rest)]
    first, second = (
        builder.select(turned, builder.neg(each), each) for turned, each in zip((below, negative), found, strict=True)
    )
    return first, second


def _divide_by_digits(builder: Any, upper: Any, lower: Any, digits: Any, quotient: Any, rest: Any) -> None:
    """Write a division by less than 2**HALF. digits: the range of the dividend's digits."""
    half = ir.IntType(HALF)
    builder.store(upper, digits)
    source, target = (builder.bitcast(each, half.as_pointer()) for each in (digits, quotient))
    divisor = builder.trunc(lower, INT)
    builder.store(upper.type(0), rest)
    left = builder.bitcast(rest, INT.as_pointer())

    def one(at: Any) -> None:
        digit = builder.zext(builder.load(builder.gep(source, [at])), INT)
        now = builder.or_(builder.shl(builder.load(left), INT(HALF)), digit)
        builder.store(builder.trunc(builder.udiv(now, divisor), half), builder.gep(target, [at]))
        builder.store(builder.urem(now, divisor), left)

    _loop(builder, INT(upper.type.width // HALF), one, down=True)


def _divide_by_bits(builder: Any, upper: Any, lower: Any, quotient: Any, rest: Any) -> None:
    """Write a division by a greater number."""
    scalar = upper.type
    for place in (quotient, rest):
        builder.store(scalar(0), place)

    def one(at: Any) -> None:
        bit = builder.and_(builder.lshr(upper, builder.zext(at, scalar)), scalar(1))
        now = builder.or_(builder.shl(builder.load(rest), scalar(1)), bit)
        fits = builder.icmp_unsigned(">=", now, lower)
        builder.store(builder.select(fits, builder.sub(now, lower), now), rest)
        grown = builder.or_(builder.shl(builder.load(quotient), scalar(1)), builder.zext(fits, scalar))
        builder.store(grown, quotient)

    zeros = builder.trunc(builder.ctlz(upper, BIT(0)), INT)
    some = builder.select(builder.icmp_unsigned("==", zeros, INT(scalar.width)), INT(scalar.width - 1), zeros)
    _loop(builder, builder.sub(INT(scalar.width), some), one, down=True)


__all__ = [
    "digits_of_float",
    "divide",
    "int_words",
    "is_beyond_words",
    "is_wide",
    "joined_words",
    "multiply",
    "of_large_float",
    "pythons_hash",
    "resized",
    "restored",
    "signed_hash",
    "stored",
    "stored_constant",
    "stored_type",
    "words_of",
]
