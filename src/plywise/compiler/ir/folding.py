"""Constant folding, by a table of operations."""

import operator
from collections.abc import Callable, Sequence
from typing import Any

from plywise.compiler.ir.types import Constant, IntType, Type

RELATIONS = {
    "eq": operator.eq, "ne": operator.ne, "lt": operator.lt, "le": operator.le, "gt": operator.gt, "ge": operator.ge,
}  # fmt: skip


def signed(value: int, width: int) -> int:
    """Return a constant's value as a signed number; one bit counts as 0 or 1."""
    if width == 1:
        return int(value) & 1
    half = 1 << (width - 1)
    return (int(value) + half) % (1 << width) - half


def unsigned(value: int, width: int) -> int:
    """Return a constant's value as an unsigned number."""
    return int(value) & ((1 << width) - 1)


def _compared(detail: str, one: int, other: int, width: int) -> bool:
    value = unsigned if detail.startswith("u") else signed
    return bool(RELATIONS[detail[-2:]](value(one, width), value(other, width)))


FOLDS: dict[str, Callable[..., int]] = {
    "add": lambda detail, width, one, other: one + other,
    "sub": lambda detail, width, one, other: one - other,
    "mul": lambda detail, width, one, other: one * other,
    "and": lambda detail, width, one, other: one & other,
    "or": lambda detail, width, one, other: one | other,
    "xor": lambda detail, width, one, other: one ^ other,
    "shl": lambda detail, width, one, other: one << other if 0 <= other < width else 0,
    "lshr": lambda detail, width, one, other: unsigned(one, width) >> unsigned(other, width),
    "ashr": lambda detail, width, one, other: signed(one, width) >> unsigned(other, width),
    "icmp": lambda detail, width, one, other: _compared(detail, one, other, width),
    "zext": lambda detail, width, one: unsigned(one, width),
    "sext": lambda detail, width, one: -one if width == 1 else signed(one, width),
    "trunc": lambda detail, width, one: one,
}
"""Opcode -> a function of its detail, the width of its operands, and the operands, that returns its result."""


def fold(opcode: str, type_: Type, given: Sequence[Any], detail: Any = None) -> Constant | None:
    """Return the constant result of an operation; None if it is not constant. type_: of the result."""
    computed = FOLDS.get(opcode)
    if computed is None:
        return None
    for each in given:
        if type(each) is not Constant or not isinstance(each.constant, int) or not isinstance(each.type, IntType):
            return None
    value = computed(detail, given[0].type.width, *[each.constant for each in given])
    return Constant(type_, signed(value, type_.width))  # type: ignore[attr-defined]
