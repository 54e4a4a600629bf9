"""What equals what: types whose values are not equal just where their fields are."""

import dataclasses
from collections.abc import Iterable
from typing import Any

from plywise.compiler.joining import kind_of
from plywise.compiler.kinds import (
    Bits,
    Fixed,
    Kind,
    Member,
    Record,
    Row,
    Set,
    Tuple,
    Union,
    is_written,
)

EQUALITY = ("__eq__", "__hash__")


def own_equality(kind: Kind) -> Kind | None:
    """Return the type, in a type, whose values are not equal and hashed as the fields that they have; None for none."""
    found = next(filter(None, map(own_equality, _inner(kind))), None)
    if found is not None:
        return found
    if isinstance(kind, Member):
        return kind if is_written(kind.enum, *EQUALITY) else None
    if not isinstance(kind, Record):
        return None
    fields = () if kind.is_tuple else dataclasses.fields(kind.made_by)
    as_fields = all(each.compare and each.hash is not False for each in fields)
    by_identity = kind.made_by.__eq__ is object.__eq__ or kind.made_by.__hash__ in (object.__hash__, None)
    return kind if by_identity or not as_fields or is_written(kind.made_by, *EQUALITY) else None


def _inner(kind: Any) -> Iterable[Kind]:
    """Return the types of what is in a value on which its own equality rests."""
    if isinstance(kind, (Row, Set)):
        return (kind.item,)
    if isinstance(kind, Bits):
        return (kind.codec.item,)
    if isinstance(kind, Fixed):
        return map(kind_of, kind.thing) if isinstance(kind.thing, (set, frozenset)) else ()
    return kind.items if isinstance(kind, (Tuple, Record)) else kind.variants if isinstance(kind, Union) else ()


__all__ = ["EQUALITY", "own_equality"]
