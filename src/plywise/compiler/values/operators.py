"""Operators on values of all kinds: arithmetic, and relations between two values."""

import ast
import operator
from collections.abc import Callable
from types import UnionType
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import BUILTINS, special
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, truth_value
from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.kinds import BIT, Kind, NoneKind, Object, Value, is_text
from plywise.compiler.types.objects import is_object
from plywise.compiler.values.arrays import is_array, of_array, of_arrays
from plywise.compiler.values.comparisons import equal, identical, ordered, truth
from plywise.compiler.values.flags import inverted, of_two_flags
from plywise.compiler.values.lookups import contains
from plywise.compiler.values.numbers import SIGNS, arithmetic, negative, positive
from plywise.compiler.values.sequences import concatenated, repeated
from plywise.compiler.values.set_operations import combine

OPERATORS = {
    ast.Add: operator.add, ast.Sub: operator.sub, ast.Mult: operator.mul, ast.Div: operator.truediv,
    ast.FloorDiv: operator.floordiv, ast.Mod: operator.mod, ast.Pow: operator.pow, ast.LShift: operator.lshift,
    ast.RShift: operator.rshift, ast.MatMult: operator.matmul,
    ast.BitAnd: operator.and_, ast.BitOr: operator.or_, ast.BitXor: operator.xor,
    ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt, ast.GtE: operator.ge,
}  # fmt: skip


TEXT_OPERATORS: dict[Any, Callable[[Emitter, Value, Value, Any], Value]] = {}
"""Operators specific to strings, besides + and *."""


def binary(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value:
    """Return the result of an operator on two values."""
    return dispatch(f, [one, other], lambda here, there: _of_two(f, op, here, there, key))


def _of_two(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value:
    found = special(f, op.__name__.strip("_"), one, other) or special(f, "r" + op.__name__.strip("_"), other, one)
    if found is None and op is operator.or_:
        found = _of_two_classes(f, one, other)
    if found is None:
        found = of_two_flags(f, op, one, other)
    if found is None and op is operator.matmul:
        return BUILTINS[op](f, [one, other], {}, key)
    if found is None:
        found = of_arrays(f, op, one, other) or arithmetic(f, op, one, other)
    if found is None and op is operator.add:
        found = concatenated(f, one, other, key)
    if found is None and op in TEXT_OPERATORS and is_text(one):
        found = TEXT_OPERATORS[op](f, one, other, key)
    if found is None and op is operator.mul:
        found = repeated(f, one, other, key) or repeated(f, other, one, key)
    if found is None and op in (operator.or_, operator.and_, operator.sub, operator.xor, operator.add):
        found = combine(f, op, one, other, key)
    if found is None:
        raise f.refuse(f"{SIGNS[op]} of a {one.kind} and a {other.kind}; write it for values of one type instead")
    return found


def _of_two_classes(f: Emitter, one: Value, other: Value) -> Value | None:
    """Return `int | str`, for isinstance."""
    things: list[Any] = [
        None if isinstance(each.kind, NoneKind) else getattr(each.kind, "thing", 0) for each in (one, other)
    ]
    if not any(isinstance(each, type) for each in things) or not all(
        each is None or isinstance(each, (type, UnionType)) for each in things
    ):
        return None
    found = things[0] | things[1]
    return constant(f.program.cells.setdefault(("classes", found), found))


def _each(make: Any, bools: Any = None) -> Callable[[Emitter, Value], Value]:
    """Return the translation of an operator on a number, or on each of an array. bools: the operation for bools."""

    def translate(f: Emitter, value: Value) -> Value:
        return of_array(f, make, value, bools and bools(f)) if is_array(value) else make(f, value)

    return translate


def _opposite(f: Emitter) -> Callable[[Value], Value]:
    return lambda value: truth_value(flipped(f, value.scalars[0]))


UNARY: dict[Any, Callable[[Emitter, Value], Value]] = {
    ast.USub: _each(negative),
    ast.UAdd: _each(positive),
    ast.Invert: _each(inverted, _opposite),
    ast.Not: lambda f, value: truth_value(flipped(f, truth(f, value))),
}


def flipped(f: Emitter, bit: Any) -> Any:
    """Return the opposite of a bit."""
    if isinstance(bit, ir.Constant):
        return BIT(int(not bit.constant))
    return f.builder.not_(bit)


def unary(f: Emitter, op: ast.unaryop, value: Value) -> Value:
    """Return the result of -, + or ~ on a value."""
    make, name = UNARY[type(op)], {ast.USub: "neg", ast.UAdd: "pos"}.get(type(op), "invert")
    return dispatch(f, [value], lambda each: special(f, name, each) or make(f, each))


def relation(f: Emitter, op: ast.cmpop, left: Value, right: Value) -> Any:
    """Return whether two values stand in a relation, as a bit."""
    if isinstance(op, ast.Eq):
        return equal(f, left, right)
    if isinstance(op, ast.NotEq):
        if is_object(left.kind) or is_object(right.kind):
            return dispatch(f, [left, right], lambda here, there: truth_value(_unlike(f, here, there))).scalars[0]
        if any(_is_unequal_as_tuple(each.kind) for each in (left, right)):
            raise f.refuse("!= of a NamedTuple that defines __eq__, which != ignores; write not (a == b)")
        return flipped(f, equal(f, left, right))
    if isinstance(op, ast.In):
        return contains(f, right, left)
    if isinstance(op, ast.NotIn):
        return flipped(f, contains(f, right, left))
    if isinstance(op, ast.Is):
        return identical(f, left, right)
    if isinstance(op, ast.IsNot):
        return flipped(f, identical(f, left, right))
    return ordered(f, OPERATORS[type(op)], left, right)


def _unlike(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether an object and something else are unequal, as a bit."""
    own = special(f, "ne", one, other) if isinstance(one.kind, Object) else None
    return flipped(f, equal(f, one, other)) if own is None else truth(f, own)


def _is_unequal_as_tuple(kind: Kind) -> bool:
    """Return whether a class defines == but inherits != from tuple."""
    classes = getattr(getattr(kind, "made_by", None), "__mro__", ())
    own = [vars(each) for each in classes[: classes.index(tuple)]] if tuple in classes else []
    return any("__eq__" in each for each in own) and not any("__ne__" in each for each in own)
