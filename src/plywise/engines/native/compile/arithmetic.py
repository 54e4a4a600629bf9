"""Arithmetic of compiled code: 64 bits, never undefined, and refused where a rule needs more."""

import ctypes
import re
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from llvmlite import binding, ir
from numba import types
from numba.cpython import numbers

from plywise.compiler.checked_numbers import magnitude_of

WORD = types.int64


def exceeds(builder: Any, word: Any, most: int) -> Any:
    """Return whether a word is not less than a number, or not more than its opposite."""
    moved = builder.add(word, ir.Constant(ir.IntType(64), most - 1))
    return builder.icmp_unsigned(">", moved, ir.Constant(ir.IntType(64), 2 * most - 2))


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


@contextmanager
def own_arithmetic() -> Iterator[None]:
    """In this context, what is compiled has 64-bit arithmetic that is never undefined.

    Numba promises LLVM that sums and products of ints never overflow ("nsw"), and LLVM builds on that: a hash computed
    twice may then come out differently in two places of one function. In the kernel, which has such a hash, sums and
    products wrap. The arithmetic of a game's rules is written in `rule_lowering`.
    """
    promised = numbers._int_arith_flags
    numbers._int_arith_flags = lambda kind: []
    try:
        yield
    finally:
        numbers._int_arith_flags = promised


def refuse(context: Any, builder: Any, wrong: Any, message: str) -> None:
    """Let the rule raise OverflowError where `wrong` is true; its message begins with the rule's name."""
    with builder.if_then(wrong, likely=False):
        raise_error(context, builder, message)


def raise_error(context: Any, builder: Any, message: str, error: type[Exception] = OverflowError) -> None:
    """Let the rule raise an error here; its message begins with the rule's name."""
    context.call_conv.return_user_exc(builder, error, (f"{_name_of(builder.function.name)}: {message}",))


def _name_of(symbol: str) -> str:
    """Return the name of a compiled function from its symbol, in which each part follows its length."""
    parts, rest = [], symbol.partition("copies")[2]
    while match := re.match(r"\d+", rest):
        rest = rest[match.end() :]
        parts.append(rest[: int(match[0])])
        rest = rest[int(match[0]) :]
    return ".".join(part for part in parts if part.isidentifier()) or "a rule"
