"""The bit that represents a value in a state's frozenset."""

from math import prod
from typing import Any

from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.kinds import BIT, INT, TRUTH, WHOLE, Kind, Record, Row, Tuple, Value
from plywise.compiler.types.shapes import Shape, count_parts
from plywise.compiler.values.places import place_among

NUMBERED = Tuple((WHOLE, TRUTH))
"""A value's number, and whether it is a possible member of the set."""


def number_of_thing(f: Emitter, codec: Any, thing: Value, strict: bool = False) -> tuple[Any, Any]:
    """Return the number of a value, and whether it is a possible member. codec: the set's SetCodec.

    strict: it will be stored, so a tuple equal to a NamedTuple member is refused. Raises Refusal.
    """
    number, fits = _number(f, thing, codec.shape, codec.parts, strict).scalars
    return f.builder.select(fits, number, f.int(0)), fits


def _number(f: Emitter, thing: Value, shape: Shape | None, parts: list[Any], strict: bool) -> Value:
    """Return the number of a value among all combinations of its parts, and whether it is one of them."""

    def one(each: Value) -> Value:
        if shape is None:
            number = place_among(f, parts[0], each)
            return Value(NUMBERED, [number, f.builder.icmp_signed(">=", number, f.int(0))])
        each = plain(f, each)
        if isinstance(each.kind, Row) and shape.is_tuple and not each.kind.constant_list:
            return _number_of_row(f, each, shape, parts, strict)
        if not _is_made_alike(each.kind, shape):
            return Value(NUMBERED, [f.int(0), BIT(0)])
        if strict:
            _check_class(f, each.kind, shape)
        return _joined(f, each.items(), shape, parts, strict)

    return dispatch(f, [thing], one)


def _is_made_alike(kind: Kind, shape: Shape) -> bool:
    """Return whether values of a type may equal members of a shape."""
    if not isinstance(kind, (Tuple, Record)) or len(kind.items) != len(shape.items):
        return False
    if isinstance(kind, Tuple) or kind.is_tuple:
        return shape.is_tuple
    return kind.made_by is shape.made_by


def _check_class(f: Emitter, kind: Kind, shape: Shape) -> None:
    """Refuse a tuple in place of an equal NamedTuple, and vice versa."""
    if getattr(kind, "made_by", None) is not shape.made_by:
        wanted = getattr(shape.made_by, "__name__", "tuple")
        raise f.refuse(f"a {kind} is put among the {wanted}s of a frozenset; write a {wanted} instead")


def _joined(f: Emitter, items: list[Value], shape: Shape, parts: list[Any], strict: bool) -> Value:
    """Return the number of a value made of some items."""
    number, fits, begin = f.int(0), BIT(1), 0
    for item, inner in zip(items, shape.items, strict=True):
        own = parts[begin : begin + count_parts(inner)]
        begin += len(own)
        found = _number(f, item, inner, own, strict)
        number = f.builder.add(f.builder.mul(number, f.int(prod(map(len, own)))), found.scalars[0])
        fits = f.builder.and_(fits, found.scalars[1])
    return Value(NUMBERED, [number, fits])


def _number_of_row(f: Emitter, row: Value, shape: Shape, parts: list[Any], strict: bool) -> Value:
    """Return the number of a tuple whose length is known at run time."""
    if strict:
        _check_class(f, row.kind, shape)
    places = [f.place(INT), f.place(BIT)]
    for place, nothing in zip(places, (f.int(0), BIT(0)), strict=True):
        f.builder.store(nothing, place)
    with f.when(f.builder.icmp_signed("==", row.scalars[1], f.int(len(shape.items)))):
        items = [f.load(row.kind.item, row.scalars[0], f.int(at)) for at in range(len(shape.items))]
        for scalar, place in zip(_joined(f, items, shape, parts, strict).scalars, places, strict=True):
            f.builder.store(scalar, place)
    return Value(NUMBERED, [f.builder.load(place) for place in places])
