"""A frozenset in a state: a bit for each possible member."""

import enum
from collections.abc import Sequence
from math import prod
from typing import Any

from plywise.compiler.emission.constants import pick
from plywise.compiler.emission.conversion import convert, dispatch
from plywise.compiler.emission.function import Emitter
from plywise.compiler.layout.codec import Codec
from plywise.compiler.library import prelude
from plywise.compiler.types.equality import own_equality
from plywise.compiler.types.kinds import (
    WHOLE,
    Bits,
    Kind,
    Refusal,
    Value,
)
from plywise.compiler.types.set_order import note_computed
from plywise.compiler.types.shapes import (
    Shape,
    is_ascending,
    kind_of_shape,
    parts_of,
    shape_of,
)
from plywise.errors import LayoutOverflow

MAX_SET = 512  # possible members of a frozenset in a state


class SetCodec(Codec):
    """A frozenset: a bit for each possible member.

    A member consists of parts (see shapes), each one of `parts`, in order. shape: its structure; None for a single part
    """

    def __init__(self, parts: Sequence[Sequence[Any]], shape: Shape | None) -> None:
        self.parts, self.shape = [list(map(_of_no_order, part)) for part in parts], shape
        self.count = prod(len(part) for part in self.parts)
        if self.count > MAX_SET:
            raise Refusal(f"a frozenset of {self.count:,} possible items; the maximum is {MAX_SET}")
        self.units = tuple(min(64, self.count - begin) for begin in range(0, self.count, 64))
        self.item: Kind = kind_of_shape(shape, self.parts)
        own = own_equality(self.item)
        if own is not None:
            raise Refusal(
                f"a frozenset of {own}s, which define their own equality; write tuples of the fields that they compare"
            )
        self.kind = Bits(self)
        self._described = ["set", [list(map(_plain, part)) for part in self.parts], _plain_shape(shape)]

    @property
    def unpacked(self) -> Kind:
        """See Codec."""
        return self.kind

    @property
    def is_sorted(self) -> bool:
        """Whether the order of the bits is the sorted order of the members."""
        return (self.shape is None or self.shape.has_order) and all(map(is_ascending, self.parts))

    @property
    def is_ordered(self) -> bool:
        """Whether Python's order of such sets is known: that of a set built from the sorted members."""
        return self.is_sorted and all(isinstance(each, int) for part in self.parts for each in part)

    @property
    def is_ascending(self) -> bool:
        """Whether Python's order is the order of the bits, however the set was built: for ints with separate slots."""
        return self.shape is None and self.is_ordered and all(0 <= each < prelude.FEW for each in self.parts[0])

    def may_come_within(self, other: "SetCodec") -> bool:
        """Return whether all members are possible members of another set, or may become so when it is widened: ints."""
        return self.shape == other.shape and all(
            all(each in part for each in own) or all(type(each) is int for each in (*own, *part))
            for own, part in zip(self.parts, other.parts, strict=True)
        )

    def described(self) -> Any:
        """See Codec."""
        return self._described

    def number(self, thing: Any, strict: bool = True) -> int:
        """Return the number of a member; -1 if it is none. strict: distinguish a NamedTuple from a plain tuple."""
        things = parts_of(thing, self.shape, strict)
        if things is None:
            return -1
        found = 0
        for each, part in zip(things, self.parts, strict=True):
            if each not in part:
                return -1
            found = found * len(part) + part.index(each)
        return found

    def encode(self, value: Any) -> list[int]:
        """See Codec."""
        if not isinstance(value, frozenset):
            raise LayoutOverflow(f"{value!r} is not a frozenset")
        found = [0] * len(self.units)
        for thing in value:
            number = self.number(thing)
            if number < 0:
                raise LayoutOverflow(f"{thing!r} was in no set of the trial positions")
            found[number // 64] |= 1 << number % 64
        return found

    def decode(self, f: Emitter, units: Sequence[Any]) -> Value:
        """See Codec."""
        return Value(self.kind, units)

    def emit(self, f: Emitter, value: Value) -> list[Any]:
        """See Codec."""
        if isinstance(value.kind, Bits) and value.kind.codec == self:
            return list(value.scalars)
        return list(dispatch(f, [value], lambda each: convert(f, each, self.kind)).scalars)

    # --- compiled -------------------------------------------------------------------------------------------------

    def length(self, f: Emitter, value: Value) -> Any:
        """Return the number of members."""
        found = f.int(0)
        for word in value.scalars:
            found = f.builder.add(found, f.builder.ctpop(word))
        return found

    def thing(self, f: Emitter, number: Any) -> Value:
        """Return the member with a number."""
        values = []
        for part in reversed(self.parts):
            at = f.builder.urem(number, f.int(len(part)))
            number = f.builder.udiv(number, f.int(len(part)))
            if all(type(each) is int for each in part) and part == list(range(part[0], part[0] + len(part))):
                values.append(Value(WHOLE, [f.builder.add(at, f.int(part[0]))]))
            else:
                values.append(pick(f, part, at))
        return Value(self.item, [scalar for each in reversed(values) for scalar in each.scalars])


def _of_no_order(part: Any) -> Any:
    """Return a part; for a frozenset, an equal one whose order compiled rules never reveal."""
    return note_computed(frozenset(set(part))) if isinstance(part, frozenset) else part


def _plain(thing: Any) -> Any:
    if isinstance(thing, enum.Enum):
        name = thing.value if isinstance(thing, enum.Flag) else thing.name
        return [type(thing).__module__, type(thing).__qualname__, name]
    if isinstance(thing, frozenset):
        return ["frozenset", *map(_plain_thing, sorted(thing, key=repr))]
    return thing


def _plain_thing(thing: Any) -> Any:
    """Return a member of a nested set as its shape and its parts."""
    shape = shape_of(thing)
    return [_plain_shape(shape), *map(_plain, parts_of(thing, shape) or [])]


def _plain_shape(shape: Shape | None) -> Any:
    if shape is None:
        return None
    where = None if shape.made_by is None else [shape.made_by.__module__, shape.made_by.__qualname__]
    return [where, list(map(_plain_shape, shape.items))]
