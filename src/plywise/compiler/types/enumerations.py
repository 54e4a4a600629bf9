"""Enumerations: the numbering of their members and of the values of a Flag.

A member is represented by its place among the members of its class. The values of a Flag include all combinations of
its members by | and &; they are numbered by their values, so that operators work on the numbers.
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

    For a number without a value, a Flag's first value is the placeholder.
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
        raise Refusal(f"{member!r} has bits that are not members; use ints with | and & instead")
    return int(number)
