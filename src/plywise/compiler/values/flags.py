"""Operations on the values of a Flag: | & ^ ~, membership, and the number of its bits."""

import enum
import operator
from typing import Any

from plywise.compiler.emission.constants import pick
from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.enumerations import is_flag, mask_of, members_of, number_of
from plywise.compiler.types.kinds import WHOLE, Float, Int, Member, NumpyBool, NumpyInt, Value
from plywise.compiler.values.numbers import as_word, check_range, integer, number

BITWISE = {operator.and_: "and_", operator.or_: "or_", operator.xor: "xor"}
BEYOND = "a Flag beyond its members"


def flag_of(f: Emitter, made_by: Any, word: Any) -> Value:
    """Return the Flag value made_by(number) for a number known at run time."""
    members, mask, strict = members_of(made_by), mask_of(made_by), made_by._boundary_ is enum.STRICT
    f.fail(f.builder.icmp_signed("<", word, f.int(0)), OverflowError, BEYOND)
    if made_by._boundary_ is enum.CONFORM:
        return Value(Member(made_by), [f.builder.and_(word, f.int(mask))])
    wrong = f.builder.icmp_unsigned(">=", word, f.int(len(members)))
    if strict:
        wrong = f.builder.icmp_signed("!=", f.builder.and_(word, f.int(~mask)), f.int(0))
    f.fail(wrong, ValueError if strict else OverflowError, BEYOND)
    return Value(Member(made_by), [word])


def of_two_flags(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return the result of |, & or ^ on two values of a Flag, or on one of an IntFlag and an int; None for others."""
    if op not in BITWISE or not (is_flag(one.kind) or is_flag(other.kind)):
        return None
    made_by = (one if is_flag(one.kind) else other).kind.enum
    if one.kind != other.kind:
        others = [each for each in (one, other) if each.kind != Member(made_by)]
        if not issubclass(made_by, int) or any(isinstance(each.kind, Member) for each in others):
            return None
        if not is_flag(one.kind) and not isinstance(one.kind, Int):  # for a bool, int's operator applies
            return None
    words: list[Any] = [number(f, each) if each.kind != Member(made_by) else each for each in (one, other)]
    if any(each is None or isinstance(each.kind, Float) for each in words):
        return None
    found = getattr(f.builder, BITWISE[op])(*(as_word(f, each.scalars[0]) for each in words))
    return Value(Member(made_by), [found]) if one.kind == other.kind else flag_of(f, made_by, found)


def _inverted_flag(f: Emitter, value: Value) -> Value:
    """Return ~value of a Flag, from a table of Python's results."""
    members = members_of(value.kind.enum)
    numbers = tuple(number_of(~each) for each in members)
    if all(number == numbers[0] & ~at for at, number in enumerate(numbers)):
        return Value(value.kind, [f.builder.and_(f.builder.not_(value.scalars[0]), f.int(numbers[0]))])
    return Value(value.kind, pick(f, numbers, value.scalars[0]).scalars)


def holds_flag(f: Emitter, many: Value, one: Value) -> Any:
    """Return whether a value of a Flag is in another, as a bit."""
    if one.kind != many.kind:
        raise f.refuse(f"`in` a {many.kind} of a {one.kind}; write it for one of its members instead")
    both = f.builder.and_(many.scalars[0], one.scalars[0])
    return f.builder.icmp_signed("==", both, one.scalars[0])


def members_in(f: Emitter, value: Value) -> tuple[tuple[Any, ...], Any]:
    """Return the members that a value of a Flag may have, in order, and a test whether it has one."""
    made_by = value.kind.enum
    return tuple(made_by(mask_of(made_by))), lambda each: f.builder.icmp_signed(
        "!=", f.builder.and_(value.scalars[0], each.scalars[0]), f.int(0)
    )


def count_in(f: Emitter, value: Value) -> Value:
    """Return the number of set bits of a Flag value."""
    return Value(WHOLE, [f.builder.ctpop(value.scalars[0])])


def inverted(f: Emitter, value: Value) -> Value:
    """Return ~value."""
    if is_flag(value.kind):
        return _inverted_flag(f, value)
    if isinstance(value.kind, NumpyBool):
        raise f.refuse("~ of a bool that may be NumPy's or Python's, where it differs; write not instead")
    found = integer(f, value, "what ~ turns")
    result = Value(found.kind, [f.builder.not_(found.scalars[0])])
    if isinstance(found.kind, NumpyInt):
        check_range(f, result, found.kind)
    return result
