"""The structure of set members: single values, or values in tuples, NamedTuples and dataclasses."""

from collections.abc import Iterable
from dataclasses import dataclass
from itertools import pairwise
from typing import Any

from plywise.compiler.types.joining import field_names, fields_of, is_record, join_all, kind_of
from plywise.compiler.types.kinds import Kind, Record, Tuple, is_written


@dataclass(frozen=True)
class Shape:
    """How a member is built: its class (None for a tuple), and the shape of each item (None for a single value)."""

    made_by: Any
    items: "tuple[Shape | None, ...]"

    @property
    def is_tuple(self) -> bool:
        """Whether such a member equals a plain tuple of its items."""
        return self.made_by is None or issubclass(self.made_by, tuple)

    @property
    def has_order(self) -> bool:
        """Whether such members are ordered like tuples of their items."""
        if self.made_by is not None and is_written(self.made_by, "__lt__", "__gt__"):
            return False
        ordered = self.is_tuple or self.made_by.__dataclass_params__.order
        return ordered and all(each is None or each.has_order for each in self.items)


def shape_of(thing: Any) -> Shape | None:
    """Return the shape of a member; None if it is a single part."""
    if is_record(thing):
        return Shape(type(thing), tuple(map(shape_of, fields_of(thing))))
    return Shape(None, tuple(map(shape_of, thing))) if type(thing) is tuple else None


def parts_of(thing: Any, shape: Shape | None, strict: bool = True) -> list[Any] | None:
    """Return the parts of a member; None if it has another shape. strict: a NamedTuple's differs from a tuple's."""
    if shape is None:
        return None if shape_of(thing) is not None else [thing]
    alike = isinstance(thing, tuple) and shape.is_tuple and not strict
    if type(thing) is not (shape.made_by or tuple) and not alike:
        return None
    items = list(thing) if isinstance(thing, tuple) else fields_of(thing)
    if len(items) != len(shape.items):
        return None
    found: list[Any] = []
    for item, each in zip(items, shape.items, strict=True):
        parts = parts_of(item, each, strict)
        if parts is None:
            return None
        found += parts
    return found


def made_of(parts: Iterable[Any], shape: Shape | None) -> Any:
    """Return the member made of some parts."""
    left = iter(parts)

    def made(each: Shape | None) -> Any:
        if each is None:
            return next(left)
        items = list(map(made, each.items))
        if each.made_by is None:
            return tuple(items)
        if each.is_tuple:
            return each.made_by._make(items)
        thing = object.__new__(each.made_by)  # unchanged: it has already passed __post_init__
        for name, item in zip(field_names(each.made_by), items, strict=True):
            object.__setattr__(thing, name, item)
        return thing

    return made(shape)


def count_parts(shape: Shape | None) -> int:
    """Return the number of parts in a shape."""
    return 1 if shape is None else sum(map(count_parts, shape.items))


def kind_of_shape(shape: Shape | None, parts: Iterable[list[Any]]) -> Kind:
    """Return the type of members of a shape. parts: the possible values of each part, in order."""
    left = iter(parts)

    def kind(each: Shape | None) -> Kind:
        if each is None:
            return join_all(map(kind_of, next(left)))
        kinds = tuple(map(kind, each.items))
        return Tuple(kinds) if each.made_by is None else Record(each.made_by, field_names(each.made_by), kinds)

    return kind(shape)


def has_set(thing: Any) -> bool:
    """Return whether a value is or contains a set."""
    if isinstance(thing, frozenset):
        return True
    items = fields_of(thing) if is_record(thing) else thing if isinstance(thing, tuple) else ()
    return any(map(has_set, items))


def is_ascending(part: list[Any]) -> bool:
    """Return whether a part's values are sorted."""
    try:
        return all(one < other for one, other in pairwise(part))
    except TypeError:
        return False


def in_order(values: Iterable[Any]) -> list[Any]:
    """Return the members of an Enum sorted, or in definition order if they have no order."""
    written = list(values)
    try:
        return sorted(written)
    except TypeError:
        return written
