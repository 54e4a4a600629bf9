"""Indexing and membership for values of all kinds: many[at], and one in many."""

from typing import Any

from plywise.compiler.emission import checked_numbers as checked
from plywise.compiler.emission.callees import invoke, special
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import convert, dispatch, plain, truth_value
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.wide_ints import is_beyond_words, resized
from plywise.compiler.library import prelude
from plywise.compiler.types.enumerations import is_flag
from plywise.compiler.types.kinds import (
    BIT,
    CHAR,
    INT,
    LETTER,
    TEXT,
    WHOLE,
    Array,
    Bits,
    ByKind,
    Char,
    Constant,
    Deque,
    Dict,
    Float,
    Generator,
    Iterator,
    Keyed,
    Lazy,
    List,
    Member,
    NoneKind,
    Options,
    Packed,
    Pointer,
    Range,
    Record,
    Row,
    Set,
    Text,
    Tuple,
    Value,
    Values,
    is_text,
)
from plywise.compiler.types.messages import NO_ITEM
from plywise.compiler.values.arrays import assign_index, in_a_row, index_array, is_array, parts_of
from plywise.compiler.values.collections import constant_changed, constant_dict_item, dict_item, dict_put, in_collection
from plywise.compiler.values.comparisons import equal, truth
from plywise.compiler.values.flags import holds_flag
from plywise.compiler.values.keyed_dicts import has_key, keyed_item, keyed_put
from plywise.compiler.values.loops import any_of
from plywise.compiler.values.numbers import as_index, integer, number, whole, worded
from plywise.compiler.values.places import is_among
from plywise.compiler.values.sequences import ITEMS, as_row, check_own, head, item_at, length, place, range_length
from plywise.compiler.values.texts import of_bytes


def item(f: Emitter, value: Value, index: Value) -> Value:
    """Return value[index]."""
    return dispatch(f, [value, index], lambda here, at: _item(f, here, at))


def _item(f: Emitter, value: Value, index: Value) -> Value:
    if isinstance(value.kind, NoneKind):
        raise f.stop(TypeError, "'NoneType' object is not subscriptable", True)
    found = special(f, "getitem", value, index) or item_of(f, value, index)
    if found is None:
        raise f.refuse(f"an index into a {value.kind}; write one into a tuple or a list instead")
    return found


item_of = ByKind()
"""Indexing, for kinds that have items."""
item_of.on(Dict)(dict_item)
item_of.on(Keyed)(keyed_item)


@item_of.on(Options)
def _item_of_options(f: Emitter, value: Value, index: Value) -> Value:
    found = value.option(index.known[0])
    if found is None:
        raise f.stop(KeyError, NO_ITEM)
    return found


@item_of.on(Range)
def _item_of_range(f: Emitter, value: Value, index: Value) -> Value:
    at = place(f, as_index(f, index), range_length(f, value))
    return Value(WHOLE, [f.builder.add(value.scalars[0], f.builder.mul(at, value.scalars[2]))])


@item_of.on(Packed, Row, Text, List)
def _item_of_row(f: Emitter, value: Value, index: Value) -> Value | None:
    if isinstance(value.kind, Values):
        return None
    at = place(f, as_index(f, index), length(f, value))
    return item_at(f, value, at)


@item_of.on(Char)
def _item_of_letter(f: Emitter, value: Value, index: Value) -> Value:
    place(f, as_index(f, index), f.int(1))
    return value


@item_of.on(Array)
def _item_of_array(f: Emitter, value: Value, index: Value) -> Value:
    return index_array(f, value, parts_of(f, index))


@item_of.on(Constant)
def _item_of_constant(f: Emitter, value: Value, index: Value) -> Value:
    thing: Any = value.kind.thing
    if is_array(value):
        return _item_of_array(f, value, index)
    if index.known and not isinstance(thing, (int, float)):
        try:
            return constant(thing[index.known[0]])
        except (IndexError, KeyError) as error:
            raise f.stop(type(error), NO_ITEM) from None
        except TypeError:
            raise f.refuse(f"an index into a {value.kind}; write one into a tuple or a list instead") from None
    if hasattr(thing, "keys"):
        return constant_dict_item(f, thing, index)
    if hasattr(thing, "__members__"):
        return constant_dict_item(f, dict(thing.__members__), index)
    if isinstance(thing, str):
        return _item(f, plain(f, value), index)
    row = as_row(f, Value(Constant(tuple(thing) if hasattr(thing, "ndim") else thing)))
    if row is None:
        raise f.refuse(f"an index into a {value.kind}; write one into a tuple or a list instead")
    return _item(f, row, index)


@item_of.on(Tuple, Record)
def _item_of_tuple(f: Emitter, value: Value, index: Value) -> Value:
    kind: Any = value.kind
    if isinstance(kind, Record) and not kind.is_tuple:
        raise f.refuse(f"an index into a {kind}; write one into a tuple or a list instead")
    items = value.items()
    if index.known and isinstance(index.known[0], int):
        if -len(items) <= index.known[0] < len(items):
            return items[index.known[0]]
        raise f.stop(IndexError, NO_ITEM)
    at = place(f, as_index(f, index), f.int(len(items)))
    return choose(f, at, items)


def choose(f: Emitter, at: Any, values: list[Value]) -> Value:
    """Return the value with a given number."""
    none = f.block("none")
    choice = f.builder.switch(at, none)
    f.at(none)
    f.dead()
    ways = []
    for at, value in enumerate(values):
        block = f.block("choice")
        choice.add_case(f.int(at), block)
        f.at(block)
        ways.append((block, value))
    return f.merge(None, ways, f.block("chosen"))


def set_item(f: Emitter, value: Value, index: Value, new: Value) -> None:
    """value[index] = new."""
    if special(f, "setitem", value, index, new) is not None:
        return
    if is_array(value):
        assign_index(f, value, parts_of(f, index), new)
        return
    store = store_item.find(value.kind)
    if store is None:
        thing = getattr(value.kind, "thing", None)
        if isinstance(thing, (list, dict)):
            raise constant_changed(f, "dict" if isinstance(thing, dict) else "list")
        raise f.refuse(f"an item of a {value.kind} is assigned: it cannot change; make a list of it first")
    store(f, value, index, new)


store_item = ByKind()
"""Assignment to an item, for mutable kinds: (f, value, index, new)."""
store_item.on(Dict)(dict_put)
store_item.on(Keyed)(keyed_put)
store_item.on(Values)(None)


@store_item.on(Pointer)
def _store_at_pointer(f: Emitter, value: Value, index: Value, new: Value) -> None:
    word, (base,) = whole(f, new), value.scalars
    if value.kind.bits < INT.width:
        word = f.builder.trunc(word, base.type.pointee)
    f.builder.store(word, f.builder.gep(base, [whole(f, index)]))


@item_of.on(Pointer)
def _item_at_pointer(f: Emitter, value: Value, index: Value) -> Value:
    word = f.builder.load(f.builder.gep(value.scalars[0], [whole(f, index)]))
    return Value(WHOLE, [word if value.kind.bits == INT.width else f.builder.sext(word, INT)])


@store_item.on(List, Deque)
def _store_in_list(f: Emitter, value: Value, index: Value, new: Value) -> None:
    check_own(f, value)
    new = f.program.materialize(f, new)
    new = plain(f, new) if isinstance(new.kind, Packed) else new
    f.program.put(value.kind.cells[0], new.kind)
    at = place(f, as_index(f, index), length(f, value))
    f.store(convert(f, new, value.kind.item), f.builder.load(head(f, value, ITEMS)), at)


def contains(f: Emitter, many: Value, one: Value) -> Any:
    """Return whether a value is in a tuple, list, string, set, dict or range, as a bit."""
    return dispatch(f, [many, one], lambda here, it: truth_value(_contains(f, here, it))).scalars[0]


def _contains(f: Emitter, many: Value, one: Value) -> Any:
    many, one = worded(f, many), worded(f, one) if is_text(many) else one
    own = special(f, "contains", many, one)
    if own is not None:
        return truth(f, own)
    if many.kind.family == "bytes" == one.kind.family:
        many, one = of_bytes(f, many), of_bytes(f, one)
    found = holds(f, many, one)
    return _in_row(f, many, one) if found is None else found


holds = ByKind()
"""Whether a value contains another, as a bit; None if the items have to be searched."""
holds.on(Set, Bits, Dict)(in_collection)
holds.on(Keyed)(has_key)


@holds.on(Member)
def _in_flag(f: Emitter, many: Value, one: Value) -> Any:
    return holds_flag(f, many, one) if is_flag(many.kind) else None


@holds.on(Options)
def _in_options(f: Emitter, many: Value, one: Value) -> Any:
    return BIT(int(one.known[0] in many.kind.names))


@holds.on(Tuple, Record)
def _in_tuple(f: Emitter, many: Value, one: Value) -> Any:
    if not getattr(many.kind, "is_tuple", True):
        return None
    found: Any = BIT(0)
    for each in many.items():
        found = f.builder.or_(found, equal(f, each, one))
    return found


@holds.on(Array)
def _in_array(f: Emitter, many: Value, one: Value) -> Any:
    flat = in_a_row(f, many)
    return any_of(f, flat, lambda each: equal(f, each, one))


@holds.on(Lazy, Iterator, Generator)
def _in_iterator(f: Emitter, many: Value, one: Value) -> Any:
    return any_of(f, many, lambda each: equal(f, each, one))


def _in_row(f: Emitter, many: Value, one: Value) -> Any:
    row = as_row(f, many)
    if row is None:
        raise f.refuse(f"`in` a {many.kind}; write it for a tuple, a list, a set or a string instead")
    return f.builder.icmp_signed(">=", invoke(f, prelude.place_of, row, plain(f, one)).scalars[0], f.int(0))


@holds.on(Constant)
def _in_constant(f: Emitter, many: Value, one: Value) -> Any:
    thing = many.kind.thing
    if isinstance(thing, str) and not one.known:
        if isinstance(one.kind, Char) and len(thing) <= 16:
            found: Any = BIT(0)
            for letter in sorted(set(thing)):
                found = f.builder.or_(found, f.builder.icmp_signed("==", one.scalars[0], CHAR(ord(letter))))
            return found
        return _in_text(f, plain(f, constant(thing)), one)
    if isinstance(thing, range) and not one.known:
        return _in_range(f, plain(f, Value(Constant(thing))), one)
    return is_among(f, thing, one)


@holds.on(Char, Text, Packed)
def _in_text(f: Emitter, text: Value, part: Value) -> Any:
    if not is_text(text):
        return None
    text = plain(f, text)
    if isinstance(part.kind, Char):
        if isinstance(text.kind, Char):
            return f.builder.icmp_signed("==", text.scalars[0], part.scalars[0])
        row = Value(Row(LETTER), text.scalars)
        return f.builder.icmp_signed(">=", invoke(f, prelude.place_of, row, part).scalars[0], f.int(0))
    part = plain(f, part)
    if not isinstance(part.kind, (Char, Text)):
        raise f.refuse(f"a {part.kind} `in` a string; write str(...) of it instead")
    zero = Value(WHOLE, [f.int(0)])
    found = invoke(f, prelude.text_find, convert(f, text, TEXT), convert(f, part, TEXT), zero)
    return f.builder.icmp_signed(">=", found.scalars[0], f.int(0))


@holds.on(Range)
def _in_range(f: Emitter, many: Value, one: Value) -> Any:
    start, stop, step = many.scalars
    builder = f.builder
    if isinstance(one.kind, Float):
        whole_number = builder.fptosi(checked.call_intrinsic(builder, "floor", one.scalars[0]), INT)
        same = checked.compare_with_float(builder, "==", whole_number, one.scalars[0])
        within = _in_range(f, many, Value(WHOLE, [whole_number]))
        return builder.and_(same, within)
    if number(f, one) is None:
        return BIT(0)
    found = integer(f, one, "what is looked for in a range")
    if found.kind.is_wide:
        beyond = is_beyond_words(builder, found.scalars[0])
        low = Value(WHOLE, [resized(builder, found.scalars[0], INT)])
        return builder.and_(builder.not_(beyond), _in_range(f, many, low))
    word = found.scalars[0]
    off = builder.sub(word, start)
    up = builder.icmp_signed(">", step, f.int(0))
    below = builder.select(up, builder.icmp_signed("<", word, stop), builder.icmp_signed(">", word, stop))
    after = builder.select(up, builder.icmp_signed(">=", off, f.int(0)), builder.icmp_signed("<=", off, f.int(0)))
    fits = builder.icmp_signed("==", builder.srem(off, step), f.int(0))
    return builder.and_(builder.and_(below, after), fits)
