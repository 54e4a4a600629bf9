"""Constants: numbers, strings and tables known before the rules run, and their form in compiled code."""

import enum
import math
from collections.abc import Callable, Iterator
from types import MappingProxyType
from typing import Any

import numpy as np

from plywise.compiler import ir
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.wide_ints import stored_constant, stored_type
from plywise.compiler.types.enumerations import number_of
from plywise.compiler.types.joining import as_nest, fields_of, join, kind_of, row_kind
from plywise.compiler.types.kinds import (
    ADDRESS,
    BIT,
    BYTE,
    CHAR,
    FLOAT64,
    INT,
    Array,
    Bool,
    Char,
    Constant,
    Float,
    Int,
    Kind,
    Member,
    NoneKind,
    Range,
    Record,
    Refusal,
    Row,
    Text,
    Tuple,
    Union,
    Value,
    bits_of,
    has_width,
)


def constant(thing: Any) -> Value:
    """Return a value known at compile time."""
    if isinstance(thing, np.generic):
        kind = kind_of(thing)
        return Value(kind, number_scalars(thing.item(), kind))
    if isinstance(thing, enum.Enum):
        return Value(Member(type(thing)), [ir.Constant(INT, number_of(thing))], (thing,))
    if thing is None or type(thing) in (bool, float, str) or (type(thing) is int and has_width(thing)):
        if isinstance(thing, str) and len(thing) != 1:
            return Value(Constant(thing), (), (thing,))
        kind = kind_of(thing)
        return Value(kind, number_scalars(thing, kind), (thing,))
    return Value(Constant(thing), (), (thing,) if type(thing) is int else ())


def number_scalars(thing: Any, kind: Kind) -> list[Any]:
    """Return the scalars of a number, a letter or None."""
    if isinstance(kind, Bool):
        return [BIT(int(thing))]
    if isinstance(kind, Int):
        return [ir.Constant(kind.scalars[0], int(thing))]
    if isinstance(kind, Float):
        return [FLOAT64(float(thing))]
    return [CHAR(ord(thing))] if isinstance(kind, Char) else []


LAID_OUT: dict[type[Kind], Callable[[Any, Any, Any], list[Any]]] = {}
"""Types of constants stored in memory -> their layout: (program, constant, type) -> scalars."""


def scalars_of(program: Any, thing: Any, kind: Kind) -> list[Any]:
    """Return the scalars of a constant as a value of some type, all of them LLVM's constants."""
    if isinstance(kind, Union):
        return _union_scalars(program, thing, kind)
    if isinstance(kind, Member):
        return [INT(number_of(thing))]
    if isinstance(kind, (Bool, Int, Float, Char, NoneKind)):
        if type(thing) is int and isinstance(kind, Int) and bits_of(thing) > kind.bits:
            raise Refusal(f"a constant needs more than {kind.bits} bits; write a smaller one")
        return number_scalars(as_nest(thing), kind)
    if isinstance(kind, Text):
        return [program.table("text", CHAR, [CHAR(ord(each)) for each in thing]), INT(len(thing))]
    if isinstance(kind, Range):
        return [INT(thing.start), INT(thing.stop), INT(thing.step)]
    if isinstance(kind, Record):
        return _all_scalars(program, fields_of(thing), kind.items)
    if isinstance(kind, Array):
        return _array_scalars(program, np.ascontiguousarray(thing))
    thing = as_nest(thing) if isinstance(thing, np.ndarray) else thing
    if isinstance(kind, Tuple):
        return _all_scalars(program, thing, kind.items)
    if isinstance(kind, Row):
        form = ir.StructType(list(map(stored_type, kind.item.scalars)))
        rows = [ir.Constant(form, list(map(stored_constant, scalars_of(program, each, kind.item)))) for each in thing]
        return [program.table("row", form, rows), INT(len(rows))]
    if isinstance(kind, Constant):
        return []
    if type(kind) in LAID_OUT:
        return LAID_OUT[type(kind)](program, thing, kind)
    raise Refusal(f"a constant {type(thing).__name__} is used as {kind}; write values of one type there instead")


STORED: dict[str, Any] = {
    "bool": BYTE, "int8": BYTE, "uint8": BYTE, "int16": ir.IntType(16), "uint16": ir.IntType(16), "int32": CHAR,
    "int64": INT, "float64": FLOAT64,
}  # fmt: skip
"""The type of an array's numbers -> the format of one in memory."""


def _array_scalars(program: Any, thing: Any) -> list[Any]:
    """Return the scalars of a constant array."""
    stored, kind = STORED[thing.dtype.name], thing.dtype.kind
    numbers = [stored(float(each) if kind == "f" else int(each)) for each in thing.ravel().tolist()]
    strides = [each // thing.itemsize for each in thing.strides]
    return [program.table("array", stored, numbers), *map(INT, thing.shape), *map(INT, strides)]


def _all_scalars(program: Any, things: Any, kinds: Any) -> list[Any]:
    return [scalar for each, kind in zip(things, kinds, strict=True) for scalar in scalars_of(program, each, kind)]


def _union_scalars(program: Any, thing: Any, kind: Union) -> list[Any]:
    own = kind_of(thing)
    number = next((n for n, each in enumerate(kind.variants) if holds(each, own)), -1)
    if number < 0:
        raise Refusal(f"a constant {type(thing).__name__} is used as {kind}; write values of one type there instead")
    found = [BYTE(number), *map(empty, kind.scalars[1:])]
    scalars, begin = scalars_of(program, thing, kind.variants[number]), kind.begin(number)
    found[begin : begin + len(scalars)] = scalars
    return found


def empty(scalar: Any) -> Any:
    """Return the scalar that fills an unused place."""
    return ir.Constant(scalar, None) if scalar == ADDRESS else ir.Constant(scalar, 0.0 if scalar == FLOAT64 else 0)


def holds(kind: Kind, other: Kind) -> bool:
    """Return whether each value of another type is one of this type."""
    try:
        return kind == other or (not isinstance(other, Union) and join(kind, other) == kind)
    except Refusal:
        return False


def words_in(thing: Any, depth: int = 0) -> Iterator[str]:
    """Yield the strings in a constant."""
    if isinstance(thing, str):
        yield thing
    elif isinstance(thing, (dict, MappingProxyType)) and depth < 6:
        for key, value in thing.items():
            yield from words_in(key, depth + 1)
            yield from words_in(value, depth + 1)
    elif isinstance(thing, (tuple, list, set, frozenset)) and depth < 6:
        for each in thing:
            yield from words_in(each, depth + 1)


def is_finite(number: Any) -> bool:
    """Return whether a number is finite."""
    return not isinstance(number, float) or math.isfinite(number)


def pick(f: Emitter, things: Any, at: Any) -> Value:
    """Return one of several constants, by a number that is in range."""
    things = tuple(things)
    kind: Any = row_kind(things)
    return f.load(kind.item, scalars_of(f.program, things, kind)[0], at)
