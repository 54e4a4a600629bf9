"""Conversion between types: to a wider type for storage, and to and from unions."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from typing import Any

from plywise.compiler.emission.constants import constant, empty, scalars_of
from plywise.compiler.emission.function import Emitter, Unreachable
from plywise.compiler.emission.wide_ints import resized
from plywise.compiler.types.joining import join_alike, kind_of
from plywise.compiler.types.kinds import (
    BYTE,
    CHAR,
    CONSTANTS,
    NEVER,
    TEXT,
    TRUTH,
    Array,
    Bits,
    Bool,
    Char,
    Constant,
    ConstantDict,
    Float,
    Generator,
    Int,
    Kind,
    List,
    Packed,
    Record,
    Refusal,
    Row,
    Set,
    Text,
    TooMuch,
    Tuple,
    Union,
    Value,
    bits_of,
)
from plywise.errors import LayoutOverflow

OTHER_TYPE = "a value has a type that trial positions did not show"
MAX_BLOCKS = 8_000  # of code for one operation on values of several types


def plain(f: Emitter, value: Value) -> Value:
    """Return a value in its run-time form: a constant in memory, a packed value unpacked."""
    if isinstance(value.kind, Constant):
        kind = kind_of(value.kind.thing)
        if not isinstance(kind, Constant):
            return Value(kind, scalars_of(f.program, value.kind.thing, kind), value.known)
    if isinstance(value.kind, Packed):
        return value.kind.codec.unpack(f, value)
    return value


def convert(f: Emitter, value: Value, kind: Kind) -> Value:
    """Return a value converted to another type. A union must hold that type at run time; otherwise TypeError."""
    if value.kind == kind:
        return Value(kind, value.scalars, value.known)
    if value.kind == NEVER or kind == NEVER:
        raise Unreachable
    if isinstance(value.kind, Union):
        return _from_union(f, value, kind)
    if isinstance(value.kind, Constant) and not isinstance(kind, (List, Set, Bits, ConstantDict)):
        if isinstance(kind, Union):
            return _to_union(f, value, kind)
        return Value(kind, scalars_of(f.program, value.kind.thing, kind), value.known)
    if isinstance(kind, Union):
        return _to_union(f, value, kind)
    if any(isinstance(value.kind, each) and isinstance(kind, each) for each in (Bool, Float, Array)):
        return Value(kind, value.scalars)
    found = _convert_alike(f, value, kind)
    if found is None:
        raise f.refuse(f"a {value.kind} is used where a {kind} is needed; write values of one type there instead")
    return found


def _convert_alike(f: Emitter, value: Value, kind: Kind) -> Value | None:
    pair = (type(value.kind), type(kind))
    if isinstance(value.kind, Bool) and isinstance(kind, Int):
        return Value(kind, [f.builder.zext(value.scalars[0], kind.scalars[0])], value.known)
    if isinstance(value.kind, Int) and isinstance(kind, Int):
        return _int_to_int(f, value, kind)
    if pair == (Char, Text):
        return as_text(f, value)
    if pair == (Text, Char):
        f.fail(f.builder.icmp_signed("!=", value.scalars[1], f.int(1)), LayoutOverflow, OTHER_TYPE)
        return Value(kind, [f.builder.load(f.builder.bitcast(value.scalars[0], CHAR.as_pointer()))])
    for test, make in FORMS:
        if test(value.kind, kind):
            return make(f, value, kind)
    if isinstance(value.kind, Packed):
        return convert(f, value.kind.codec.unpack(f, value), kind)
    return None


def _int_to_int(f: Emitter, value: Value, kind: Any) -> Value:
    number, scalar = value.scalars[0], kind.scalars[0]
    if value.known and bits_of(value.known[0]) > kind.bits:
        raise f.stop(LayoutOverflow, OTHER_TYPE)
    found = resized(f.builder, number, scalar)
    if value.kind.bits > kind.bits and not value.known:
        wrong = f.builder.icmp_signed("!=", f.builder.sext(found, number.type), number)
        f.fail(wrong, LayoutOverflow, f"a number needs more than {kind.bits} bits, as trial positions did not show it")
    return Value(kind, [found], value.known if type(kind) is Int else ())


def as_text(f: Emitter, value: Value) -> Value:
    """Return a string of one character as one of any length."""
    address = f.allocate(f.int(4))
    f.builder.store(value.scalars[0], f.builder.bitcast(address, CHAR.as_pointer()))
    return Value(TEXT, [address, f.int(1)], value.known)


def _fields(f: Emitter, value: Value, kind: Any) -> Value:
    scalars = [convert(f, old, new).scalars for old, new in zip(value.items(), kind.items, strict=True)]
    return Value(kind, [scalar for each in scalars for scalar in each])


def _tuple_to_row(f: Emitter, value: Value, kind: Any) -> Value:
    items = value.items()
    address = f.allocate(f.builder.mul(f.size_of(kind.item), f.int(len(items))))
    for number, item in enumerate(items):
        f.store(convert(f, item, kind.item), address, f.int(number))
    return Value(kind, [address, f.int(len(items))])


def _row_to_tuple(f: Emitter, value: Value, kind: Any) -> Value:
    wrong = f.builder.icmp_signed("!=", value.scalars[1], f.int(len(kind.items)))
    f.fail(wrong, LayoutOverflow, OTHER_TYPE)
    scalars: list[Any] = []
    for number, item in enumerate(kind.items):
        scalars += convert(f, f.load(value.kind.item, value.scalars[0], f.int(number)), item).scalars
    return Value(kind, scalars)


def _row_to_row(f: Emitter, value: Value, kind: Any) -> Value:
    old = value.kind.item
    if old == kind.item or old == NEVER:
        return Value(kind, value.scalars)
    address = f.allocate(f.builder.mul(f.size_of(kind.item), value.scalars[1]))
    f.count(value.scalars[1], lambda at: f.store(convert(f, f.load(old, value.scalars[0], at), kind.item), address, at))
    return Value(kind, [address, value.scalars[1]])


FORMS: list[tuple[Callable[[Any, Any], bool], Callable[..., Value]]] = [
    (lambda old, new: isinstance(old, Tuple) and isinstance(new, Tuple) and len(old.items) == len(new.items), _fields),
    (lambda old, new: isinstance(old, Record) and isinstance(new, Record) and old.made_by is new.made_by, _fields),
    (lambda old, new: isinstance(old, Tuple) and isinstance(new, Row), _tuple_to_row),
    (lambda old, new: isinstance(old, Row) and isinstance(new, Tuple), _row_to_tuple),
    (lambda old, new: isinstance(old, Row) and isinstance(new, Row), _row_to_row),
    (
        lambda old, new: isinstance(old, List) and type(old) is type(new),
        lambda f, value, kind: Value(kind, value.scalars),
    ),
    (
        lambda old, new: isinstance(old, Generator) and isinstance(new, Generator),
        lambda f, value, kind: Value(kind, value.scalars),
    ),
    (
        lambda old, new: isinstance(old, Set) and type(old) is type(new) and type(old) not in CONSTANTS,
        lambda f, value, kind: Value(kind, value.scalars),
    ),
]
"""Old and new type -> the conversion. There is at most one for each pair."""


# --- unions -----------------------------------------------------------------------------------------------------------


def _to_union(f: Emitter, value: Value, kind: Union) -> Value:
    number = variant_for(kind, value.kind)
    if number is None:
        raise f.refuse(f"a {value.kind} is used where a {kind} is needed; write values of one type there instead")
    inner = convert(f, value, kind.variants[number])
    return as_variant(kind, number, inner.scalars)


def as_variant(kind: Union, number: int, scalars: Sequence[Any]) -> Value:
    """Return a value of one variant as the union."""
    found = [BYTE(number), *map(empty, kind.scalars[1:])]
    begin = kind.begin(number)
    found[begin : begin + len(scalars)] = scalars
    return Value(kind, found)


def variant_for(kind: Union, other: Kind) -> int | None:
    """Return the number of the variant of a union that holds the values of another type; None if none does."""
    own = kind_of(other.thing) if isinstance(other, Constant) else other
    for number, variant in enumerate(kind.variants):
        if variant in (own, other):
            return number
    for number, variant in enumerate(kind.variants):
        try:
            if (isinstance(variant, Int) and isinstance(own, Int)) or join_alike(variant, own) == variant:
                return number
        except Refusal:
            continue
    return None


def variant(value: Value, number: int) -> Value:
    """Return a union as one of its variants, given by number."""
    kind: Any = value.kind
    begin = kind.begin(number)
    each = kind.variants[number]
    return Value(each, value.scalars[begin : begin + len(each.scalars)])


def _from_union(f: Emitter, value: Value, kind: Kind) -> Value:
    """Convert a union to another type: the variants of that type are converted, the others raise TypeError."""
    places = [f.place(scalar) for scalar in kind.scalars]
    after = f.block("chosen")
    wrong = f.failing(LayoutOverflow, OTHER_TYPE)
    choice = f.builder.switch(value.scalars[0], wrong)
    for number in range(len(value.kind.variants)):
        block = f.block("variant")
        f.at(block)
        try:
            found = convert(f, variant(value, number), kind)
        except (Refusal, Unreachable):
            if not f.is_ended:
                f.builder.branch(wrong)
        else:
            for scalar, place in zip(found.scalars, places, strict=True):
                f.builder.store(scalar, place)
            f.go(after)
        choice.add_case(BYTE(number), block)
    f.at(after)
    return Value(kind, [f.builder.load(place) for place in places])


def dispatch(f: Emitter, values: list[Value], act: Callable[..., Value]) -> Value:
    """Return the result of `act` for the values, translated once for each of their possible types.

    A type for which it raises Refusal raises TypeError at run time, as in Python; if it does for all, the refusal is
    raised.
    """
    if any(value.kind == NEVER for value in values):
        raise Unreachable
    place = next((at for at, each in enumerate(values) if isinstance(each.kind, Union)), -1)
    if place < 0:
        return act(*values)
    with _written_out(f, values):
        return _for_each_type(f, values, place, act)


def _for_each_type(f: Emitter, values: list[Value], place: int, act: Callable[..., Value]) -> Value:
    """Return the result of `act` for the values, translated once for each possible type of the one at a place."""
    value = values[place]
    ways, refusals, ends = [], [], False
    wrong = f.block("wrong")
    choice = f.builder.switch(value.scalars[0], wrong)
    f.at(wrong)
    f.builder.unreachable()  # there is no other number
    for number in range(len(value.kind.variants)):
        block = f.block("variant")
        f.at(block)
        choice.add_case(BYTE(number), block)
        try:
            found = dispatch(f, [*values[:place], variant(value, number), *values[place + 1 :]], act)
        except TooMuch:
            raise
        except Refusal as refusal:
            refusals.append(refusal)
            if not f.is_ended:
                f.stop(TypeError, str(refusal))
        except Unreachable:
            ends = True
            if not f.is_ended:
                f.dead()
        else:
            ways.append((f.builder.block, found))
    if not ways:
        after = f.block("never")
        f.at(after)
        f.dead()
        if refusals and not ends:
            raise refusals[0]
        raise Unreachable
    return f.merge(None, ways, f.block("met"))


@contextmanager
def _written_out(f: Emitter, values: list[Value]) -> Iterator[None]:
    """In this context, code is written once for each of the types of some values. Raises TooMuch."""
    now = len(f.function.blocks)
    outermost = f.blocks_before is None
    before = f.blocks_before = now if f.blocks_before is None else f.blocks_before
    if now - before > MAX_BLOCKS:
        many = max(len(each.kind.variants) for each in values if isinstance(each.kind, Union))
        raise TooMuch(
            f"the code for a value of {many} types would be repeated for each of them, again and again; "
            "write a table of values of one type instead"
        )
    try:
        yield
    finally:
        if outermost:
            f.blocks_before = None


def truth_value(bit: Any) -> Value:
    """Return a bit as True or False."""
    known = (bool(bit.constant),) if type(bit).__name__ == "Constant" and isinstance(bit.constant, int) else ()
    return Value(TRUTH, [bit], known)


__all__ = ["as_text", "constant", "convert", "dispatch", "plain", "truth_value", "variant", "variant_for"]
