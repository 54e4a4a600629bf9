"""Equality: types whose values do not compare by their fields."""

import dataclasses
from collections.abc import Iterable
from typing import Any

from plywise.compiler.types.joining import kind_of
from plywise.compiler.types.kinds import (
    NEVER,
    Bits,
    Bool,
    Constant,
    ConstantSet,
    Frozen,
    Int,
    Kind,
    Member,
    NoneKind,
    Object,
    Packed,
    Record,
    Row,
    Set,
    Tuple,
    Union,
    is_written,
)
from plywise.compiler.types.set_order import NONE_HAS_HASH, has_own_order

EQUALITY = ("__eq__", "__hash__")


def own_equality(kind: Kind, objects: bool = True) -> Kind | None:
    """Return a type within a type whose values do not compare and hash by their fields; None if there is none.

    objects: whether to include mutable objects, which are hashed as their classes define
    """
    found = next(filter(None, (own_equality(each, objects) for each in _inner(kind))), None)
    if found is not None:
        return found
    if isinstance(kind, Object):
        return kind if objects else None
    if isinstance(kind, Member):
        return kind if is_written(kind.enum, *EQUALITY) else None
    if not isinstance(kind, Record):
        return None
    fields = () if kind.is_tuple else dataclasses.fields(kind.made_by)
    as_fields = all(each.compare and each.hash is not False for each in fields)
    by_identity = kind.made_by.__eq__ is object.__eq__ or kind.made_by.__hash__ in (object.__hash__, None)
    return kind if by_identity or not as_fields or is_written(kind.made_by, *EQUALITY) else None


def _inner(kind: Any) -> Iterable[Kind]:
    """Return the types of the parts on which a value's equality depends."""
    if isinstance(kind, (Row, Set)):
        return (kind.item,)
    if isinstance(kind, Bits):
        return (kind.codec.item,)
    if isinstance(kind, Constant):
        return map(kind_of, kind.thing) if isinstance(kind.thing, (set, frozenset)) else ()
    return kind.items if isinstance(kind, (Tuple, Record)) else kind.variants if isinstance(kind, Union) else ()


def hashes_as_python(kind: Kind) -> bool:
    """Return whether the hashes of a type's values equal Python's, and are the same in every process: see set_order."""
    if isinstance(kind, Member):
        return kind.enum.__hash__ is int.__hash__
    if isinstance(kind, NoneKind):
        return NONE_HAS_HASH
    if isinstance(kind, Packed):
        return hashes_as_python(kind.codec.unpacked)
    if isinstance(kind, Constant):
        return type(kind.thing) is frozenset and has_own_order(kind.thing) and all(map(hashes_as_python, _inner(kind)))
    parts = (Row, Frozen, Bits, ConstantSet, Tuple, Record, Union)
    inside = isinstance(kind, parts) and own_equality(kind) is None and all(map(hashes_as_python, _inner(kind)))
    return inside or kind == NEVER or isinstance(kind, (Int, Bool))


__all__ = ["EQUALITY", "hashes_as_python", "own_equality"]
