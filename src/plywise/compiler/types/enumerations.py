"""Enumerations: how their members are numbered, and what | and & make of a Flag's.

A member is its place among the members of its class. To a Flag belong all that its members make with | and &, as
Python makes them; they are numbered by their values, so that an operator is one on numbers.
"""

import enum
import functools
import operator
from typing import Any

from plywise.compiler.types.kinds import Member, Refusal

MAX_FLAG_BITS = 12


def is_flag(kind: Any) -> bool:
    """Return whether a type is that of a Flag's values."""
    return isinstance(kind, Member) and issubclass(kind.enum, enum.Flag)


@functools.lru_cache(maxsize=256)
def members_of(made_by: Any) -> tuple[Any, ...]:
    """Return the members of an Enum, or all values of a Flag, each at its number. Raises Refusal for wide Flags.

    Where a Flag has no value of some number, its first stands there, which no value ever has.
    """
    if not issubclass(made_by, enum.Flag):
        return tuple(made_by)
    if "_missing_" in vars(made_by) or made_by._boundary_ is enum.EJECT:
        raise Refusal(f"{made_by.__name__} is a Flag that defines _missing_, or with EJECT; use ints with | and &")
    bits = mask_of(made_by).bit_length()
    if bits > MAX_FLAG_BITS:
        raise Refusal(f"{made_by.__name__} is a Flag of over {MAX_FLAG_BITS} bits; use ints with | and & instead")
    return tuple(_value_of(made_by, number) for number in range(1 << bits))


def _value_of(made_by: Any, number: int) -> Any:
    try:
        return made_by(number)
    except ValueError:
        return made_by(0)


def mask_of(made_by: Any) -> int:
    """Return the bits of all members of a Flag."""
    return functools.reduce(operator.or_, (each.value for each in made_by.__members__.values()), 0)


def number_of(member: Any) -> int:
    """Return the number of a member. Raises Refusal for a value that has none: an IntFlag may be any int."""
    made_by: Any = type(member)
    members = members_of(made_by)
    number = member.value if isinstance(member, enum.Flag) else members.index(member)
    if number >= len(members):
        raise Refusal(f"{member!r} has bits that are no members; use ints with | and & instead")
    return int(number)
