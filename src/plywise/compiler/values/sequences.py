"""Tuples, lists and strings: length, items, slices, and concatenation."""

from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import invoke, special
from plywise.compiler.emission.constants import constant, scalars_of
from plywise.compiler.emission.conversion import FORMS, convert, dispatch, plain
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.types.enumerations import is_flag
from plywise.compiler.types.joining import join, join_all, row_kind
from plywise.compiler.types.kinds import (
    ADDRESS,
    BIT,
    CHAR,
    INT,
    LETTER,
    NEVER,
    TEXT,
    WHOLE,
    Bits,
    ByKind,
    Bytes,
    Char,
    Constant,
    ConstantSet,
    Deque,
    Dict,
    Kind,
    List,
    Member,
    Options,
    Packed,
    Range,
    Record,
    Row,
    Set,
    Text,
    Tuple,
    Value,
    Values,
    is_range,
)
from plywise.compiler.types.messages import NO_ITEM
from plywise.compiler.types.set_order import is_in_order
from plywise.compiler.values.flags import count_in
from plywise.compiler.values.numbers import whole, worded

HEAD = ir.StructType([ADDRESS, INT, INT])
"""The head of a list: the address of its items, their number, the capacity."""

ITEMS, COUNT, ROOM = range(3)
HEAD_BYTES = 24
FIRST_ROOM = 8
"""The initial capacity of a new list of small items, next to its head."""

SEQUENCES = {"str", "bytes", "tuple", "list", "deque"}
"""The families of values that are concatenated, repeated and compared item by item."""


# --- lists ------------------------------------------------------------------------------------------------------------


def head(f: Emitter, value: Value, number: int) -> Any:
    """Return the address of one of the three fields of a list's head."""
    base = f.builder.bitcast(value.scalars[0], HEAD.as_pointer())
    return f.builder.gep(base, [ir.IntType(32)(0), ir.IntType(32)(number)])


def new_list(f: Emitter, key: Any, room: Any = None, item: Kind = NEVER) -> Value:
    """Return a new empty list. key: the place where it is created. room: the initial capacity, in items of a type."""
    cell = f.program.cell(key)
    if item != NEVER:
        f.program.put(cell, item)
    size = f.size_of(cell.kind)
    room = f.int(FIRST_ROOM if len(cell.kind.scalars) <= 2 else 0) if room is None else room
    found = Value(List(cell), [_new_head(f, key, f.builder.mul(room, size))])
    if key in f.framed:
        items = f.builder.bitcast(f.place(f.struct(cell.kind), room.constant), ADDRESS)
    else:
        items = f.builder.gep(found.scalars[0], [f.int(HEAD_BYTES)])
    f.builder.store(items, head(f, found, ITEMS))
    f.builder.store(f.int(0), head(f, found, COUNT))
    f.builder.store(room, head(f, found, ROOM))
    return found


def _new_head(f: Emitter, key: Any, more: Any) -> Any:
    """Return the address of a new list's head, followed by these bytes unless it is in the function's frame."""
    if key in f.framed:
        return f.builder.bitcast(f.place(HEAD), ADDRESS)
    return f.allocate(f.builder.add(f.int(HEAD_BYTES), more))


CONSTANT = -1
"""The capacity that marks a list created outside the rules, which no rule may change."""
CONSTANT_CHANGED = "a list made outside the rules is changed, which rules must not do; change a copy instead: list(...)"


def is_constant_list(f: Emitter, value: Value) -> Any:
    """Return whether a list was created outside the rules, as a bit."""
    if not isinstance(value.kind, List) or not value.kind.cells[0].holds_constants:
        return BIT(0)
    return f.builder.icmp_signed("==", f.builder.load(head(f, value, ROOM)), f.int(CONSTANT))


def check_own(f: Emitter, value: Value) -> None:
    """Raise TypeError if a list to be changed was created outside the rules."""
    f.fail(is_constant_list(f, value), TypeError, CONSTANT_CHANGED, False)


def append(f: Emitter, found: Value, value: Value) -> None:
    """list.append."""
    check_own(f, found)
    value = f.program.materialize(f, value)
    value = plain(f, value) if isinstance(value.kind, Packed) else value
    f.program.put(found.kind.cells[0], value.kind)
    item = found.kind.item
    value = convert(f, value, item)
    count = f.builder.load(head(f, found, COUNT))
    room = f.builder.load(head(f, found, ROOM))
    with f.when(f.builder.icmp_signed("==", count, room)):
        _grow(f, found, count, f.size_of(item))
    f.store(value, f.builder.load(head(f, found, ITEMS)), count)
    f.builder.store(f.builder.add(count, f.int(1)), head(f, found, COUNT))


def _grow(f: Emitter, found: Value, count: Any, size: Any) -> None:
    """Double a list's capacity. The head's address is passed to no other function, so that it can stay in registers."""
    larger = f.builder.shl(count, f.int(1))
    larger = f.builder.select(f.builder.icmp_signed("<", larger, f.int(8)), f.int(8), larger)
    old = f.builder.load(head(f, found, ITEMS))
    items = f.call(_mover(f), ADDRESS, [old, f.builder.mul(count, size), f.builder.mul(larger, size)])
    f.builder.store(items, head(f, found, ITEMS))
    f.builder.store(larger, head(f, found, ROOM))


def _mover(f: Emitter) -> Any:
    """Return the function that copies bytes to a larger block."""
    name = "plywise.move"
    if name in f.program.module.globals:
        return f.program.module.globals[name]
    form = ir.FunctionType(ir.IntType(32), [*f.program.first_arguments(), ADDRESS, INT, INT])
    function = ir.Function(f.program.module, form, name)
    function.internal = True
    function.inline = False
    g = Emitter(f.program, function)
    g.arena = function.arguments[2]
    old, used, wanted = function.arguments[3:]
    items = g.allocate(wanted)
    copy_bytes(g, old, items, used)
    g.builder.store(items, g.builder.bitcast(function.arguments[0], ADDRESS.as_pointer()))
    g.builder.ret(ir.IntType(32)(0))
    g.finish()
    return function


def copy_bytes(f: Emitter, source: Any, target: Any, size: Any) -> None:
    """Copy bytes from one place to another."""
    form = ir.FunctionType(ir.VoidType(), [ADDRESS, ADDRESS, INT, BIT])
    name = "llvm.memcpy.p0.p0.i64"
    known = f.program.module.globals
    function = known[name] if name in known else ir.Function(f.program.module, form, name)
    f.builder.call(function, [target, source, size, BIT(0)])


def list_of_row(f: Emitter, row: Value, kind: List | None = None, key: Any = None) -> Value:
    """Return a new list of a row's items."""
    cell = kind.cells[0] if kind is not None else f.program.cell(key)
    f.program.put(cell, row.kind.item)
    row = convert(f, row, Row(cell.kind, row.kind.constant_list))
    found = Value(List(cell), [_new_head(f, key, f.int(0))])
    size = f.builder.mul(row.scalars[1], f.size_of(cell.kind))
    items = f.allocate(size)
    copy_bytes(f, row.scalars[0], items, size)
    f.builder.store(items, head(f, found, ITEMS))
    f.builder.store(row.scalars[1], head(f, found, COUNT))
    f.builder.store(row.scalars[1], head(f, found, ROOM))
    return found


def row_of_list(f: Emitter, value: Value) -> Value:
    """Return the items of a list in place: valid until the list is changed."""
    scalars = [f.builder.load(head(f, value, ITEMS)), f.builder.load(head(f, value, COUNT))]
    return Value(Row(value.kind.item), scalars)


def as_row(f: Emitter, value: Value) -> Value | None:
    """Return a tuple, list or string as a row, in place if it is in memory; None for anything else."""
    if isinstance(value.kind, Constant) and isinstance(value.kind.thing, (tuple, list)):
        kind = row_kind(value.kind.thing)
        return Value(kind, scalars_of(f.program, value.kind.thing, kind))
    value = plain(f, value)
    kind = value.kind
    if isinstance(kind, Char):
        value = convert(f, value, TEXT)
    if isinstance(value.kind, Text):
        return Value(Row(LETTER), value.scalars)
    if isinstance(kind, (Tuple, Record)):
        if isinstance(kind, Record) and not kind.is_tuple:
            return None
        flat = Value(Tuple(kind.items), value.scalars)
        return convert(f, flat, Row(join_all(kind.items)))
    if isinstance(kind, Row):
        return value
    return row_of_list(f, value) if isinstance(kind, List) else None


def copied_row(f: Emitter, row: Value) -> Value:
    """Return a copy of a row, which nothing else can change."""
    size = f.builder.mul(row.scalars[1], f.size_of(row.kind.item))
    items = f.allocate(size)
    copy_bytes(f, row.scalars[0], items, size)
    return Value(Row(row.kind.item), [items, row.scalars[1]])


# --- length and items ---------------------------------------------------------------------------------------------


def length(f: Emitter, value: Value) -> Any:
    """Return len(value)."""
    return dispatch(f, [value], lambda each: Value(WHOLE, [_length(f, each)])).scalars[0]


def _length(f: Emitter, value: Value) -> Any:
    value = worded(f, value)
    own = special(f, "len", value)
    found = length_of(f, value) if own is None else whole(f, own)
    if found is None:
        raise f.refuse(f"len of a {value.kind}; write it for a tuple, a list or a set instead")
    return found


length_of = ByKind()
"""The length, for kinds that have one."""


@length_of.on(Constant)
def _length_of_constant(f: Emitter, value: Value) -> Any:
    return f.int(len(value.kind.thing)) if hasattr(value.kind.thing, "__len__") else None


@length_of.on(Tuple, Options, Record)
def _length_of_tuple(f: Emitter, value: Value) -> Any:
    return f.int(len(value.kind.items)) if getattr(value.kind, "is_tuple", True) else None


@length_of.on(Row, Text)
def _length_of_row(f: Emitter, value: Value) -> Any:
    return value.scalars[1]


@length_of.on(Char)
def _length_of_letter(f: Emitter, value: Value) -> Any:
    return f.int(1)


@length_of.on(Member)
def _length_of_flag(f: Emitter, value: Value) -> Any:
    return count_in(f, value).scalars[0] if is_flag(value.kind) else None


@length_of.on(List, Set, Dict)
def _length_of_list(f: Emitter, value: Value) -> Any:
    return f.builder.load(head(f, value, COUNT))


@length_of.on(Packed, Bits)
def _length_of_packed(f: Emitter, value: Value) -> Any:
    return value.kind.codec.length(f, value)


@length_of.on(Range)
def range_length(f: Emitter, value: Value) -> Any:
    """Return the length of a range."""
    start, stop, step = value.scalars
    builder = f.builder
    up = builder.icmp_signed(">", step, f.int(0))
    span = builder.select(up, builder.sub(stop, start), builder.sub(start, stop))
    size = builder.select(up, step, builder.sub(f.int(0), step))
    size = builder.select(builder.icmp_signed("==", size, f.int(0)), f.int(1), size)
    count = builder.sdiv(builder.add(span, builder.sub(size, f.int(1))), size)
    return builder.select(builder.icmp_signed("<", span, f.int(1)), f.int(0), count)


def place(f: Emitter, index: Any, count: Any) -> Any:
    """Return an index from 0 for one that may be negative. Raises IndexError if it is out of range."""
    builder = f.builder
    found = builder.select(builder.icmp_signed("<", index, f.int(0)), builder.add(index, count), index)
    f.fail(builder.icmp_unsigned(">=", found, count), IndexError, NO_ITEM)
    return found


def item_at(f: Emitter, value: Value, at: Any) -> Value:
    """Return the item at an existing place."""
    kind = value.kind
    if isinstance(kind, Packed):
        return kind.codec.get(f, value, at)
    if isinstance(kind, Text):
        return Value(
            LETTER, [f.builder.load(f.builder.gep(f.builder.bitcast(value.scalars[0], CHAR.as_pointer()), [at]))]
        )
    row = row_of_list(f, value) if isinstance(kind, List) else value
    return f.load(row.kind.item, row.scalars[0], at)


# --- slices -----------------------------------------------------------------------------------------------------------


def bound(f: Emitter, number: Value | None, count: Any, default: Any) -> Any:
    """Return the start or end of a slice, clamped to the row."""
    if number is None or number.known == (None,):
        return default
    builder, given = f.builder, whole(f, number, "a slice's end")
    given = builder.select(builder.icmp_signed("<", given, f.int(0)), builder.add(given, count), given)
    given = builder.select(builder.icmp_signed("<", given, f.int(0)), f.int(0), given)
    return builder.select(builder.icmp_signed(">", given, count), count, given)


def cut(f: Emitter, value: Value, low: Value | None, high: Value | None, step: Value | None, key: Any) -> Value:
    """Return value[low:high:step]."""
    return dispatch(f, [value], lambda each: _cut(f, each, low, high, step, key))


def _cut(f: Emitter, value: Value, low: Value | None, high: Value | None, step: Value | None, key: Any) -> Value:
    ends = [each.known if each is not None else (None,) for each in (low, high, step)]
    kind = value.kind
    if all(ends) and isinstance(kind, Constant) and isinstance(kind.thing, (tuple, str, range)):
        return constant(kind.thing[slice(*(each[0] for each in ends))])
    if all(ends) and isinstance(kind, (Tuple, Record)) and getattr(kind, "is_tuple", True):
        items = value.items()[slice(*(each[0] for each in ends))]
        return tuple_of(items)
    if is_range(value):
        return _part_of_range(f, plain(f, value), low, high, step)
    row = None if isinstance(kind, (Deque, Values)) else as_row(f, value)
    if row is None:
        raise f.refuse(f"a slice of a {kind}; list(...) or sorted(...) makes a list of it")
    count = row.scalars[1]
    if step is not None and step.known not in ((1,), (None,)):
        return _stepped(f, value, row, low, high, step, key)
    begin, end = bound(f, low, count, f.int(0)), bound(f, high, count, count)
    size = f.builder.sub(end, begin)
    size = f.builder.select(f.builder.icmp_signed("<", size, f.int(0)), f.int(0), size)
    item_kind = row.kind.item
    start = f.builder.bitcast(f.address_of(item_kind, row.scalars[0], begin), ADDRESS)
    return like(f, value, Value(Row(item_kind), [start, size]), key)


def _part_of_range(f: Emitter, value: Value, low: Any, high: Any, step: Any) -> Value:
    """Return a slice of a range: a range."""
    if step is not None and step.known not in ((1,), (-1,), (None,)):
        raise f.refuse("a slice of a range with a step; give the range itself the step instead")
    start, _, by = value.scalars
    count, builder = range_length(f, value), f.builder
    if step is not None and step.known == (-1,):
        if low is not None or high is not None:
            raise f.refuse("a part of a range from its end; give the range itself the step instead")
        last = builder.add(start, builder.mul(builder.sub(count, f.int(1)), by))
        return Value(value.kind, [last, builder.sub(start, by), builder.neg(by)])
    begin, end = bound(f, low, count, f.int(0)), bound(f, high, count, count)
    ends = [builder.add(start, builder.mul(each, by)) for each in (begin, end)]
    return Value(value.kind, [*ends, by])


def like(f: Emitter, value: Value, row: Value, key: Any) -> Value:
    """Return a row converted to the type of another value: a string, a tuple, a list."""
    kind = value.kind
    if kind.family == "bytes":
        return Value(Bytes(), row.scalars)
    unpacked = kind.codec.unpacked if isinstance(kind, Packed) else kind
    if isinstance(unpacked, (Char, Text)) or (isinstance(kind, Constant) and isinstance(kind.thing, str)):
        return Value(TEXT, row.scalars)
    if isinstance(kind, List) or (isinstance(kind, Row) and kind.constant_list):
        return list_of_row(f, row, None, key)
    if isinstance(kind, Constant) and isinstance(kind.thing, list):
        return list_of_row(f, row, None, key)
    return row


def _stepped(f: Emitter, value: Value, row: Value, low: Any, high: Any, step: Value, key: Any) -> Value:
    if not step.known:
        raise f.refuse("a slice whose step is not a constant; write a range with that step instead")
    count, by = row.scalars[1], step.known[0]
    if by == 0:
        raise f.stop(ValueError, "slice step cannot be zero")
    builder = f.builder
    first, last = (f.int(0), count) if by > 0 else (builder.sub(count, f.int(1)), f.int(-1))

    def end(number: Value | None, default: Any) -> Any:
        if number is None or number.known == (None,):
            return default
        given = whole(f, number, "a slice's end")
        given = builder.select(builder.icmp_signed("<", given, f.int(0)), builder.add(given, count), given)
        low_end, high_end = (f.int(0), count) if by > 0 else (f.int(-1), builder.sub(count, f.int(1)))
        given = builder.select(builder.icmp_signed("<", given, low_end), low_end, given)
        return builder.select(builder.icmp_signed(">", given, high_end), high_end, given)

    numbers = [Value(WHOLE, [end(low, first)]), Value(WHOLE, [end(high, last)]), Value(WHOLE, [f.int(by)])]
    found = invoke(f, prelude.stepped, row, *numbers)
    return like(f, value, row_of_list(f, found), key)


def tuple_of(items: list[Value]) -> Value:
    """Return a tuple of values."""
    return Value(Tuple(tuple(each.kind for each in items)), [scalar for each in items for scalar in each.scalars])


# --- concatenation ----------------------------------------------------------------------------------------------------


def concatenated(f: Emitter, one: Value, other: Value, key: Any) -> Value | None:
    """Return one + other for two tuples, lists or strings; None for other values."""
    one, other = worded(f, one), worded(f, other)
    if one.known and other.known and isinstance(one.known[0], str) and isinstance(other.known[0], str):
        return constant(one.known[0] + other.known[0])
    things: list[Any] = [each.kind.thing if isinstance(each.kind, Constant) else None for each in (one, other)]
    if all(type(each) is tuple for each in things):
        return constant(things[0] + things[1])
    families = {one.kind.family, other.kind.family}
    if len(families) != 1 or not families <= SEQUENCES:
        return None
    if families == {"tuple"}:
        first, second = (plain(f, each) for each in (one, other))
        if hasattr(first.kind, "items") and hasattr(second.kind, "items"):
            return tuple_of([*first.items(), *second.items()])
    rows: list[Any] = [as_row(f, each) for each in (one, other)]
    kind = join(rows[0].kind.item, rows[1].kind.item)
    first, second = (convert(f, each, Row(kind, each.kind.constant_list)) for each in rows)
    total, size = f.builder.add(first.scalars[1], second.scalars[1]), f.size_of(kind)
    items = f.allocate(f.builder.mul(total, size))
    copy_bytes(f, first.scalars[0], items, f.builder.mul(first.scalars[1], size))
    rest = f.builder.bitcast(f.address_of(kind, items, first.scalars[1]), ADDRESS)
    copy_bytes(f, second.scalars[0], rest, f.builder.mul(second.scalars[1], size))
    row = Value(Row(kind), [items, total])
    if families <= {"list", "deque"}:
        made = _adopt(f, row, key)
        return made if families == {"list"} else as_deque(made)
    return Value(ROW_KINDS.get(families.pop(), row.kind), row.scalars)


ROW_KINDS: dict[str, Kind] = {"str": TEXT, "bytes": Bytes()}
"""The types of rows of a family, other than tuples."""


def _adopt(f: Emitter, row: Value, key: Any) -> Value:
    """Return a list of items in memory that nothing else uses."""
    found = new_list(f, key, None, row.kind.item)
    row = convert(f, row, Row(found.kind.item))
    for number, scalar in ((ITEMS, row.scalars[0]), (COUNT, row.scalars[1]), (ROOM, row.scalars[1])):
        f.builder.store(scalar, head(f, found, number))
    return found


def as_deque(value: Value) -> Value:
    """Return a new list, referred to by nothing else, as a deque."""
    return Value(Deque(value.kind.cells[0]), value.scalars)


def repeated(f: Emitter, value: Value, times: Value, key: Any) -> Value | None:
    """Return value * times for a tuple, list or string; None for other values."""
    if value.kind.family not in SEQUENCES:
        return None
    if value.known and times.known and isinstance(value.known[0], str):
        return constant(value.known[0] * times.known[0])
    if isinstance(value.kind, Constant) and times.known and isinstance(value.kind.thing, tuple):
        return constant(value.kind.thing * times.known[0])
    number = whole(f, times, "a number of times")
    number = f.builder.select(f.builder.icmp_signed("<", number, f.int(0)), f.int(0), number)
    row: Any = as_row(f, value)
    f.fail(f.builder.icmp_signed(">", number, f.int(2**27)), MemoryError, "a row of over 134 million items")
    total = f.builder.mul(number, row.scalars[1])
    size = f.size_of(row.kind.item)
    items = f.allocate(f.builder.mul(total, size))
    one = f.builder.mul(row.scalars[1], size)

    def again(at: Any) -> None:
        copy_bytes(f, row.scalars[0], f.builder.gep(items, [f.builder.mul(at, one)]), one)

    f.count(number, again)
    found = Value(Row(row.kind.item), [items, total])
    family = value.kind.family
    if family in ("list", "deque"):
        made = _adopt(f, found, key)
        return made if family == "list" else as_deque(made)
    return Value(ROW_KINDS.get(family, found.kind), found.scalars)


def starred(f: Emitter, value: Value) -> list[Value]:
    """Return all items of a value of known length."""
    value = (in_order(f, value) or value) if isinstance(value.kind, Constant) else value
    if isinstance(value.kind, Constant) and isinstance(value.kind.thing, (tuple, list, str)):
        return [constant(each) for each in value.kind.thing]
    value = plain(f, value) if isinstance(value.kind, Constant) else value
    if hasattr(value.kind, "items") and getattr(value.kind, "is_tuple", True):
        return value.items()
    if isinstance(value.kind, Packed) and not value.kind.codec.varies:
        return [value.kind.codec.get(f, value, f.int(place)) for place in range(value.kind.codec.room)]
    raise f.refuse(f"* of a {value.kind}, whose length is not known at compile time; write a loop instead")


def in_order(f: Emitter, value: Value) -> Value | None:
    """Return the items of a constant set in Python's order, as a row; None if that order may differ elsewhere."""
    kind: Any = value.kind
    if isinstance(kind, Constant) and isinstance(kind.thing, (set, frozenset)) and is_in_order(kind.thing):
        return Value(Constant(tuple(kind.thing)))
    if isinstance(kind, ConstantSet) and kind.in_order:
        return row_of_list(f, Value(List(kind.cells[0]), value.scalars[:1]))
    return None


def _list_of_constant(f: Emitter, value: Value, kind: Any) -> Value:
    row = Row(kind.item)
    if isinstance(value.kind, Constant):
        found = list_of_row(f, Value(row, scalars_of(f.program, value.kind.thing, row)), kind)
    else:
        found = list_of_row(f, convert(f, value, row), kind)
    f.program.changed |= kind.cells[0].note_constant()
    f.builder.store(f.int(CONSTANT), head(f, found, ROOM))
    return found


def _is_constant_list(kind: Any) -> bool:
    if isinstance(kind, Constant):
        return isinstance(kind.thing, list)
    return isinstance(kind, Row) and kind.constant_list


FORMS.append((lambda old, new: type(new) is List and _is_constant_list(old), _list_of_constant))
