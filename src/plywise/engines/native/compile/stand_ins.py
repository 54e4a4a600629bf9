"""Which functions of Plywise compiled code has something else for, and how code is gone through; without Numba."""

from collections.abc import Iterator
from types import CodeType
from typing import Any

from plywise import bits, repetition
from plywise.engines.kernel import listing, thread_state
from plywise.engines.kernel.selective import values
from plywise.engines.native.compile.builtin_functions import keys_of

KNOWN_MODULES = ("math", "cmath", "numpy", "operator", "builtins")
"""Modules whose functions the compiler knows."""

REPLACED: frozenset[Any] = frozenset(
    {
        thread_state.prefetch,
        thread_state.state_at,
        thread_state.to_whole,
        values.to_points,
        thread_state.to_value_word,
        thread_state.as_key,
        thread_state.pointer,
        thread_state.as_word,
        thread_state.state_words,
        bits.popcount,
        bits.lowest,
        bits.members,
        bits.wrapped,
        bits.product,
        bits.wrapped_sum,
        bits.difference,
        bits.without_lowest,
        bits.bit,
        bits.shifted_up,
        bits.shifted_down,
        bits.swapped_bytes,
        repetition.added,
        repetition.repeats,
        repetition.restarted,
        repetition.no_past,
        repetition.digest,
        listing.push_actions,
        listing.push_candidates,
        listing.push_defences,
        listing.push_tactical,
        keys_of,
    }
)
"""The functions for which intrinsics stand: see copies.STAND_INS."""


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a function's code and that of every function written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


__all__ = ["KNOWN_MODULES", "REPLACED", "codes"]
