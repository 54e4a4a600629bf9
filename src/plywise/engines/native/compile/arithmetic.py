"""Arithmetic of compiled code: 64 bits, never undefined, and refused where a rule needs more."""

import ctypes
import operator
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.cpython import numbers
from numba.extending import (
    lower_builtin,
)

WORD = types.int64


def exceeds(builder: Any, word: Any, most: int) -> Any:
    """Return whether a word is not less than a number, or not more than its opposite."""
    moved = builder.add(word, ir.Constant(ir.IntType(64), most - 1))
    return builder.icmp_unsigned(">", moved, ir.Constant(ir.IntType(64), 2 * most - 2))


def magnitude_of(builder: Any, number: Any) -> Any:
    """Return the bits of a float without its sign."""
    return builder.and_(builder.bitcast(number, ir.IntType(64)), ir.Constant(ir.IntType(64), 2**63 - 1))


def ordered_word(builder: Any, number: Any) -> Any:
    """Return the int that stands for a float: in the same order, the opposite for the opposite (see values.py)."""
    word, magnitude = builder.bitcast(number, ir.IntType(64)), magnitude_of(builder, number)
    return builder.select(builder.icmp_signed("<", word, word.type(0)), builder.neg(magnitude), magnitude)


def number_of(builder: Any, word: Any) -> Any:
    """Return the float that an int stands for: the opposite of `ordered_word`."""
    below = builder.icmp_signed("<", word, word.type(0))
    number = builder.bitcast(builder.select(below, builder.neg(word), word), ir.DoubleType())
    return builder.select(below, builder.fneg(number), number)


# --- what LLVM may call ----------------------------------------------------------------------------------------------


def _lend_wide_division() -> None:
    """Tell LLVM where to find 128-bit division: it may turn a loop into a formula with one, and Numba has none."""
    with suppress(OSError, AttributeError):
        library = ctypes.CDLL("libgcc_s.so.1")
        for name in ("__udivti3", "__umodti3", "__divti3", "__modti3", "__multi3"):
            with suppress(AttributeError):
                address = ctypes.cast(getattr(library, name), ctypes.c_void_p).value
                if address:
                    binding.add_symbol(name, address)


_lend_wide_division()


# --- arithmetic ------------------------------------------------------------------------------------------------------


_compiling = False  # whether Plywise's own code is being compiled


@contextmanager
def own_arithmetic() -> Iterator[None]:
    """In this context, what is compiled has 64-bit arithmetic that is never undefined.

    Numba promises LLVM that sums and products of ints never overflow ("nsw"), and LLVM builds on that: a hash computed
    twice may then come out differently in two places of one function. In the kernel, which has such a hash, sums and
    products wrap. In a game's rules, which are compiled with boundscheck, one that needs more than 64 bits raises
    OverflowError, as does a shift by less than 0 or more than 63 places. (A left shift may lose bits: those of a
    board are masked afterwards.)
    """
    global _compiling
    promised, before = numbers._int_arith_flags, _compiling
    numbers._int_arith_flags = lambda kind: []
    _compiling = True
    try:
        yield
    finally:
        numbers._int_arith_flags = promised
        _compiling = before


TOO_LARGE = "a number needs more than 64 bits"


def refuse(context: Any, builder: Any, diagnose: Any, message: str) -> None:
    """Let the rule raise OverflowError where `diagnose` is true; its message begins with the rule's name."""
    with builder.if_then(diagnose, likely=False):
        context.call_conv.return_user_exc(builder, OverflowError, (f"{_name_of(builder.function.name)}: {message}",))


def _name_of(symbol: str) -> str:
    """Return the name of a compiled function from its symbol, in which each part follows its length."""
    parts, rest = [], symbol.partition("copies")[2]
    while match := re.match(r"\d+", rest):
        rest = rest[match.end() :]
        parts.append(rest[: int(match[0])])
        rest = rest[int(match[0]) :]
    return ".".join(part for part in parts if part.isidentifier()) or "a rule"


def _in_rule(context: Any) -> bool:
    return _compiling and bool(context.enable_boundscheck)


def _checked(original: Any, instruction: str) -> Any:
    """Return a sum, difference or product that refuses to overflow in a rule, and is Numba's own anywhere else."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if not _in_rule(context):
            return original(context, builder, sig, args)
        pair = getattr(builder, instruction)(*args)
        refuse(context, builder, builder.extract_value(pair, 1), TOO_LARGE)
        return builder.extract_value(pair, 0)

    return lower


def _checked_shift(original: Any) -> Any:
    """Return a shift that, in a rule, refuses to shift by less than 0 or more than 63 places."""

    def lower(context: Any, builder: Any, sig: Any, args: Any) -> Any:
        if _in_rule(context):
            far = builder.icmp_unsigned(">", args[1], ir.Constant(ir.IntType(64), 63))
            refuse(context, builder, far, "a shift goes by less than 0 or more than 63 places")
        return original(context, builder, sig, args)

    return lower


for _operators, _lower in (
    ((operator.add, operator.iadd), _checked(numbers.int_add_impl, "sadd_with_overflow")),
    ((operator.sub, operator.isub), _checked(numbers.int_sub_impl, "ssub_with_overflow")),
    ((operator.mul, operator.imul), _checked(numbers.int_mul_impl, "smul_with_overflow")),
    ((operator.lshift, operator.ilshift), _checked_shift(numbers.int_shl_impl)),
    ((operator.rshift, operator.irshift), _checked_shift(numbers.int_shr_impl)),
):
    for _operator in _operators:
        lower_builtin(_operator, WORD, WORD)(_lower)
