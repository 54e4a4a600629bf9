"""Loops over all kinds of iterables, inlined.

A generator is inlined as well: each `yield` jumps to the loop's body, which jumps back by the number of the yield. So
items that a loop does not reach are never computed, and `any` stops at the first.
"""

from collections.abc import Callable
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import Call, invoke, special
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import convert, dispatch, plain
from plywise.compiler.emission.endings import ending_of
from plywise.compiler.emission.forms import emit_body
from plywise.compiler.emission.function import Emitter, Scope, Slot, Unreachable
from plywise.compiler.emission.generators import Asked
from plywise.compiler.emission.lifting import without_assigned
from plywise.compiler.emission.wide_ints import resized
from plywise.compiler.library import prelude
from plywise.compiler.syntax.names import names_of
from plywise.compiler.types.enumerations import is_flag
from plywise.compiler.types.equality import hashes_as_python
from plywise.compiler.types.joining import join_all, row_kind
from plywise.compiler.types.kinds import (
    BIT,
    FLOAT64,
    INT,
    NEVER,
    WHOLE,
    Array,
    Bits,
    ByKind,
    Constant,
    ConstantSet,
    Deque,
    Dict,
    Frozen,
    Generator,
    Iterator,
    Keys,
    Lazy,
    List,
    Member,
    NoneKind,
    Packed,
    Range,
    Set,
    Tuple,
    Union,
    Value,
    Values,
    is_set,
)
from plywise.compiler.values.flags import members_in
from plywise.compiler.values.sequences import (
    COUNT,
    ITEMS,
    append,
    as_row,
    head,
    in_order,
    item_at,
    new_list,
    range_length,
    row_of_list,
    tuple_of,
)

Body = Callable[[Value], None]
CHANGED = "a deque, set or dict changed while a loop went over it"
NO_ORDER = "a loop over a set whose order changes from run to run"
Order = bool | str
"""Whether the order of a loop matters; or why, as text."""
IF_KNOWN = "if it is known"
"""An order that matters little: Python's own if the set's order is known."""


def order_for(ordered: Order, why: str) -> Order:
    """Return an order requirement combined with a further reason; "": no further reason."""
    return why if why and ordered in (False, "", IF_KNOWN) else ordered


def run(f: Emitter, body: Body, value: Value) -> None:
    """Write a loop's body."""
    try:
        if value.kind == NEVER:
            raise Unreachable
        body(value)
    except Unreachable:
        if not f.is_ended:
            f.dead()


def loop(f: Emitter, value: Value, body: Body, ordered: Order = True) -> None:
    """Write a loop that runs `body` for each item of a value. ordered: whether, or why, the order matters."""
    kind = value.kind
    if kind == NEVER:
        raise Unreachable
    if isinstance(kind, NoneKind):
        raise f.stop(TypeError, "'NoneType' object is not iterable", True)
    own = special(f, "iter", value)
    if own is not None:
        if own.kind == kind:
            raise f.refuse(f"a loop over a {kind}, which is its own iterator; write a method that yields instead")
        loop(f, own, body, ordered)
    else:
        (loop_over.find(kind) or _loop_row)(f, value, body, ordered)


loop_over = ByKind()
"""A loop over a value: (f, value, body, ordered); kinds not registered are looped over as rows."""


@loop_over.on(Lazy)
def _loop_promise(f: Emitter, value: Value, body: Body, ordered: Order) -> None:
    LAZY[value.kind.what](f, value.kind, body, ordered)


@loop_over.on(Deque, Values, Dict, Keys)
def _loop_unchanging(f: Emitter, value: Value, body: Body, ordered: Order) -> None:
    _loop_steady(f, value, body)


@loop_over.on(Constant)
def _loop_fixed(f: Emitter, value: Value, body: Body, ordered: Order) -> None:
    if is_set(value):
        _loop_set(f, value, body, ordered)
    elif hasattr(value.kind.thing, "ndim"):
        loop(f, plain(f, value), body, ordered)
    else:
        _loop_constant(f, value.kind.thing, body)


@loop_over.on(Tuple)
def _loop_tuple(f: Emitter, value: Value, body: Body, ordered: Order) -> None:
    if not f.wraps and not isinstance(row_item(value.kind), Union):
        _loop_row(f, value, body, ordered)
        return
    for each in value.items():
        if f.is_ended:
            break
        run(f, body, each)


def may_be_unordered(kind: Any) -> bool:
    """Return whether a loop over values of a type may iterate over a set."""
    if isinstance(kind, Union):
        return any(map(may_be_unordered, kind.variants))
    return kind.lazy or is_set(Value(kind))


@loop_over.on(Member)
def _loop_flag(f: Emitter, value: Value, body: Body, ordered: Order) -> None:
    if not is_flag(value.kind):
        _loop_row(f, value, body, ordered)
        return
    members, has = members_in(f, value)

    def one(each: Value) -> None:
        with f.when(has(each)):
            run(f, body, each)

    _loop_constant(f, members, one)


def row_item(kind: Tuple) -> Any:
    """Return the join of the types of a tuple's items."""
    return join_all(kind.items)


def _loop_row(f: Emitter, value: Value, body: Body, ordered: Order = True) -> None:
    row = as_row(f, value)
    if row is None:
        raise f.refuse(f"a loop over a {value.kind}; write one over a tuple, a list or a range instead")
    f.count(row.scalars[1], lambda at: run(f, body, item_at(f, row, at)))


@loop_over.on(Union)
def _loop_union(f: Emitter, value: Value, body: Body, ordered: Order) -> None:

    def each(one: Value) -> Value:
        loop(f, one, body, ordered)
        return constant(None)

    dispatch(f, [value], each)


@loop_over.on(Range)
def _loop_range(f: Emitter, value: Value, body: Body, ordered: Order = True) -> None:
    start, stop, step = value.scalars
    if isinstance(step, ir.Constant) and step.constant == 1:
        f.count(stop, lambda at: run(f, body, Value(WHOLE, [at])), start)
        return

    def one(at: Any) -> None:
        run(f, body, Value(WHOLE, [f.builder.add(start, f.builder.mul(at, step))]))

    f.fail(f.builder.icmp_signed("==", step, f.int(0)), ValueError, "range() arg 3 must not be zero")
    f.count(range_length(f, value), one)


def repeat_while(f: Emitter, more: Callable[[], Any], body: Callable[[], None]) -> None:
    test, inside, after = f.block("test"), f.block("inside"), f.block("after")
    f.go(test)
    f.at(test)
    f.builder.cbranch(more(), inside, after)
    f.at(inside)
    with f.reached():
        body()
    f.go(test)
    f.at(after)


@loop_over.on(List)
def _loop_list(f: Emitter, value: Value, body: Body, ordered: Order = True) -> None:
    """Loop over a list, which may grow during the loop."""
    at = f.place(INT)
    f.builder.store(f.int(0), at)
    _loop_from(f, value, at, body)


def _loop_from(f: Emitter, value: Value, at: Any, body: Body) -> None:
    """Loop over the rest of a list. at: the address of the next place."""

    def step() -> None:
        now = f.builder.load(at)
        f.builder.store(f.builder.add(now, f.int(1)), at)
        if value.kind.item == NEVER:
            f.dead()
            return
        run(f, body, item_at(f, value, now))

    repeat_while(f, lambda: f.builder.icmp_signed("<", f.builder.load(at), f.builder.load(head(f, value, COUNT))), step)


def _loop_steady(f: Emitter, value: Value, body: Body, get: Callable[[Value, Any], Value] | None = None) -> None:
    """Loop over a deque, set or dict; a change during the loop is a RuntimeError, as in Python.

    get: the body's argument, from an item and its place; by default, the item
    """
    items = Value(List(value.kind.cells[0]), value.scalars[:1])
    first, begin = (f.builder.load(head(f, items, place)) for place in (COUNT, ITEMS))
    at = f.place(INT)
    f.builder.store(f.int(0), at)

    def changed() -> Any:
        other = f.builder.icmp_signed("!=", f.builder.load(head(f, items, COUNT)), first)
        if isinstance(value.kind, Deque):
            return f.builder.or_(other, f.builder.icmp_unsigned("!=", f.builder.load(head(f, items, ITEMS)), begin))
        return other

    def step() -> None:
        now = f.builder.load(at)
        f.builder.store(f.builder.add(now, f.int(1)), at)
        if items.kind.item == NEVER:
            f.dead()
            return
        item = item_at(f, items, now)
        run(f, body, get(item, now) if get else item)
        if f.is_ended:
            return
        pythons = not isinstance(value.kind, Set)  # whose order may make another iteration the last one
        f.fail(changed(), RuntimeError, CHANGED, pythons)
        if isinstance(value.kind, (Set, Dict)):
            f.fail(_is_another(f, item, item_at(f, items, now)), RuntimeError, CHANGED, pythons)

    repeat_while(f, lambda: f.builder.icmp_signed("<", f.builder.load(at), first), step)


def _is_another(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether the item at a place has been replaced by another because one before it was removed."""
    found: Any = BIT(0)
    for before, now in zip(one.scalars, other.scalars, strict=True):
        if before.type == FLOAT64:
            before, now = (f.builder.bitcast(each, INT) for each in (before, now))
        found = f.builder.or_(found, f.builder.icmp_unsigned("!=", before, now))
    return found


@loop_over.on(Iterator)
def _loop_once(f: Emitter, value: Value, body: Body, ordered: Order = True) -> None:
    items = Value(List(value.kind.cells[0]), value.scalars[:1])
    _loop_from(f, items, f.builder.bitcast(value.scalars[1], INT.as_pointer()), body)


@loop_over.on(Generator)
def _loop_kept(f: Emitter, value: Value, body: Body, ordered: Order = True) -> None:
    asked = Asked(f, value)

    def step() -> None:
        run(f, body, asked.take())

    repeat_while(f, asked.more, step)


@loop_over.on(Set, Bits)
def _loop_set(f: Emitter, value: Value, body: Body, ordered: Order) -> None:
    kind: Any = value.kind
    row = in_order(f, value)
    if row is not None:
        loop(f, row, body)
        return
    if isinstance(kind, Bits) and kind.codec.is_ascending:
        loop_bits(f, value, body)
        return
    ordered = ordered or f.order_asked()
    found = as_ordered(f, value) if ordered else None
    if found is not None:
        loop_slots(f, found, body)
        return
    if ordered and ordered != IF_KNOWN:
        raise f.refuse(
            f"{NO_ORDER}{f', and {ordered}' if isinstance(ordered, str) else ''}; loop over sorted(...) instead"
        )
    with ending_of(f) as ending:
        f.sets_met, f.orderless = f.sets_met + 1, f.orderless + 1
        try:
            if isinstance(kind, Constant):
                _loop_constant(f, sorted(kind.thing, key=repr), body)
            elif isinstance(kind, ConstantSet):
                _loop_row(f, row_of_list(f, Value(List(kind.cells[0]), value.scalars[:1])), body)
            elif isinstance(kind, Set):
                _loop_steady(f, value, body)
            else:
                loop_bits(f, value, body)
        finally:
            f.orderless -= 1
    if ending.why_seen():
        f.ask_order(ending.why_seen())


def as_ordered(f: Emitter, value: Value) -> Value | None:
    """Return a set with Python's order, and record that it is observed; None if that order cannot be known."""
    kind = value.kind
    if isinstance(kind, Bits):
        if not (hashes_as_python(kind.codec.item) and kind.codec.is_ordered):
            return None
        if kind.cell is not None:
            f.program.changed |= kind.cell.see()
        cell = f.program.cell(("of a state", kind.codec))
        f.program.put(cell, kind.codec.item)
        value = convert(f, value, Frozen(cell))
    if type(value.kind) not in (Set, Frozen) or not hashes_as_python(value.kind.item):
        return None
    f.program.changed |= value.kind.cells[0].see()
    return value


def loop_slots(f: Emitter, value: Value, body: Body) -> None:
    """Loop over a set in Python's order, that of the slots of its table: see prelude."""
    items = Value(List(value.kind.cells[0]), value.scalars[:1])
    table = Value(List(f.program.cell("tables")), value.scalars[1:])
    first, at = f.builder.load(head(f, items, COUNT)), f.place(INT)
    f.builder.store(f.int(prelude.FIRST), at)

    def more() -> Any:
        f.fail(f.builder.icmp_signed("!=", f.builder.load(head(f, items, COUNT)), first), RuntimeError, CHANGED)
        slot = invoke(f, prelude.next_slot, table, Value(WHOLE, [f.builder.load(at)])).scalars[0]
        f.builder.store(slot, at)
        return f.builder.icmp_signed(">=", slot, f.int(0))

    def step() -> None:
        slot = f.builder.load(at)
        f.builder.store(f.builder.add(slot, f.int(1)), at)
        if items.kind.item == NEVER:
            f.dead()
            return
        run(f, body, item_at(f, items, item_at(f, table, slot).scalars[0]))

    repeat_while(f, more, step)


def loop_bits(f: Emitter, value: Value, body: Body) -> None:
    """Loop over a set of a state in ascending order."""
    codec: Any = value.kind.codec
    left = f.place(INT)
    if len(value.scalars) == 1:
        words = [(f.int(0), value.scalars[0])]
    else:
        words = [(f.int(64 * number), word) for number, word in enumerate(value.scalars)]
    if len(words) > 2:
        base = f.place(INT, len(words))
        for number, (_, word) in enumerate(words):
            f.builder.store(word, f.builder.gep(base, [f.int(number)]))

        def each(number: Any) -> None:
            f.builder.store(f.builder.load(f.builder.gep(base, [number])), left)
            _loop_word(f, left, f.builder.mul(number, f.int(64)), codec, body)

        f.count(f.int(len(words)), each)
        return
    for first, word in words:
        f.builder.store(word, left)
        _loop_word(f, left, first, codec, body)


def _loop_word(f: Emitter, left: Any, first: Any, codec: Any, body: Body) -> None:
    def step() -> None:
        now = f.builder.load(left)
        at = f.builder.cttz(now, BIT(1))
        f.builder.store(f.builder.and_(now, f.builder.sub(now, f.int(1))), left)
        run(f, body, codec.thing(f, f.builder.add(at, first)))

    repeat_while(f, lambda: f.builder.icmp_signed("!=", f.builder.load(left), f.int(0)), step)


def _loop_constant(f: Emitter, thing: Any, body: Body) -> None:
    if hasattr(thing, "__members__"):
        thing = tuple(thing)  # the members of an Enum
    if hasattr(thing, "keys"):
        thing = tuple(thing)
    if isinstance(thing, range):
        _loop_range(f, plain(f, Value(Constant(thing))), body)
        return
    if isinstance(thing, str):
        _loop_row(f, plain(f, Value(Constant(thing))), body)
        return
    if not hasattr(thing, "__iter__"):
        raise f.refuse(f"a loop over {thing!r}; write one over a tuple, a list or a range instead")
    things = list(thing)
    if not things:
        return
    kind: Any = row_kind(things)
    if isinstance(kind.item, (Union, Constant)):
        for each in things:  # of several types: one after another
            if f.is_ended:
                break
            run(f, body, constant(each))
        return
    _loop_row(f, Value(Constant(tuple(things))), body)


# --- promises ---------------------------------------------------------------------------------------------------------


def indexed(f: Emitter, value: Value) -> tuple[Any, Callable[[Any], Value]]:
    """Return the number of items of a value, and a function that returns the one at a place."""
    own = special(f, "iter", value)
    if own is not None:
        return indexed(f, own)
    if value.kind.lazy and value.kind.what in INDEXED:
        return INDEXED[value.kind.what](f, value.kind)
    value = in_order(f, value) or value
    if isinstance(value.kind, (Union, Iterator, Generator)) or value.kind.lazy:
        value = listed(f, value)
    if isinstance(value.kind, Constant) and isinstance(value.kind.thing, (range, str)):
        value = plain(f, value)
    if isinstance(value.kind, Constant) and hasattr(value.kind.thing, "keys"):
        value = Value(Constant(tuple(value.kind.thing)))
    if isinstance(value.kind, Range):
        start, _, step = value.scalars
        return range_length(f, value), lambda at: Value(WHOLE, [f.builder.add(start, f.builder.mul(at, step))])
    if isinstance(value.kind, Packed) or hasattr(getattr(value.kind, "thing", None), "ndim"):
        value = plain(f, value)
    if isinstance(value.kind, Array):
        return places_of(f, value)
    if isinstance(value.kind, Keys):
        value = Value(List(value.kind.cells[0]), value.scalars[:1])
    if is_set(value):
        value = listed(f, value)
    if isinstance(value.kind, Dict):
        value = Value(List(value.kind.cells[0]), value.scalars[:1])
    row = as_row(f, value)
    if row is None:
        raise f.refuse(f"a loop over a {value.kind}; write one over a tuple, a list or a range instead")
    return row.scalars[1], lambda at: item_at(f, row, at)


places_of = ByKind()
"""The number of items, and a function that returns the one at a place, for other kinds."""


def listed(f: Emitter, value: Value, key: Any = None, ordered: Order = True) -> Value:
    """Return a new list of the items of an iterable."""
    if is_endless(value):
        raise f.refuse("an infinite iterator is stored or made into a list; loop over it directly instead")
    key = key or (f.scope.key, "listed", id(f.node), str(value.kind), _place_in(f))
    found = new_list(f, key)
    loop(f, value, lambda each: append(f, found, each), ordered)
    return found


def is_endless(value: Value) -> bool:
    """Return whether a promise of items is surely infinite."""
    kind: Any = value.kind
    if not kind.lazy or kind.what not in ENDLESS:
        return False
    return ENDLESS[kind.what] or any(isinstance(each, Value) and is_endless(each) for each in kind.parts)


ENDLESS = {"count": True, "cycle": True} | dict.fromkeys(
    ("map", "filter", "enumerate", "accumulate", "pairwise"), False
)
"""Infinite promises; promises that are infinite if their arguments are."""


def _place_in(f: Emitter) -> Any:
    return getattr(f.node, "lineno", 0), getattr(f.node, "col_offset", 0)


MAX_WRITTEN = 24
"""The maximum number of generators inlined in one function; further ones compute each item by a call."""


def _loop_generator(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    call: Call = kind.parts[0]
    f.generators_written += 1
    if call.node in f.inlined or len(f.inlined) > 6 or f.generators_written > MAX_WRITTEN:
        loop(f, f.program.materialize(f, Value(kind)), body)
        return
    outer = f.closures.get(call.closure)
    key = (f.scope.key, "written out", id(f.node), id(call.node), len(f.inlined))
    scope = Scope(key, call.function, names_of(call.node).stored, outer)
    ordered = ordered or f.order_asked()
    scope.order_wished = IF_KNOWN if ordered == IF_KNOWN else ""
    scope.order_free = not ordered or ordered == IF_KNOWN
    with ending_of(f) as ending:
        write_out(f, scope, call.node, call.names, call.values, body)
    if ending.why_seen():
        f.ask_order(ending.why_seen())


def write_body(f: Emitter, scope: Scope, node: Any, names: list[str], values: list[Value]) -> None:
    """Inline the body of a function. names, values: its parameters."""
    narrowed, f.narrowed = f.narrowed, {}
    f.inlined.append(node)
    try:
        with f.within(scope), f.reached():
            for name, value in zip(names, values, strict=True):
                f.assign(f.slot(name), value)
            emit_body(f, node)
    finally:
        f.inlined.pop()
        f.narrowed = without_assigned(node, narrowed)


def small(body: Body) -> Body:
    """Mark a loop's body as small enough to be duplicated; it raises nothing that rules catch."""
    body.is_small = True  # type: ignore[attr-defined]
    return body


def _write_out_small(f: Emitter, scope: Scope, node: Any, names: list[str], values: list[Value], body: Body) -> None:
    caller, done = f.scope, f.block("done")
    f.open(scope)

    @small
    def yielded(value: Value) -> None:
        with f.within(caller):
            run(f, body, f.program.materialize(f, value))

    scope.yielded, scope.returned = yielded, lambda value: f.go(done)
    write_body(f, scope, node, names, values)
    f.go(done)
    f.at(done)


def write_out(f: Emitter, scope: Scope, node: Any, names: list[str], values: list[Value], body: Body) -> None:
    """Inline a generator: its code here, and the loop's body once, or, if small, at each yield."""
    if getattr(body, "is_small", False):
        _write_out_small(f, scope, node, names, values, body)
        return
    caller, here, done = f.scope, f.block("body"), f.block("done")
    resume, slot = f.place(INT), None
    points: list[Any] = []
    key = (scope.key, "yielded")
    f.open(scope)

    def yielded(value: Value) -> None:
        nonlocal slot
        value = f.program.materialize(f, value)
        if f.program.widen(key, value.kind) and slot is not None:
            slot.renew(f)
        slot = slot or Slot(f, key)
        f.assign(slot, value)
        f.builder.store(f.int(len(points)), resume)
        points.append(f.block("resumed"))
        f.builder.branch(here)
        f.at(points[-1])

    scope.yielded, scope.returned = yielded, lambda value: f.go(done)
    write_body(f, scope, node, names, values)
    f.go(done)
    f.at(here)
    with f.within(caller):
        if slot is None:
            f.dead()
        else:
            run(f, body, Value(slot.kind, [f.builder.load(place) for place in slot.places]))
            if not f.is_ended:
                choice = f.builder.switch(f.builder.load(resume), points[0])
                for number, point in enumerate(points[1:], 1):
                    choice.add_case(f.int(number), point)
    f.resumes = f.resumes or len(points) > 1
    f.at(done)


def _loop_enumerate(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    inner, start = kind.parts
    at = f.place(INT)
    f.builder.store(start, at)

    def one(value: Value) -> None:
        now = f.builder.load(at)
        f.builder.store(f.builder.add(now, f.int(1)), at)
        value = f.program.materialize(f, value)
        body(tuple_of([Value(WHOLE, [now]), value]))

    loop(f, inner, one)


class Steps:
    """An iterator over a value: whether there is one more item, and that item. A list may change meanwhile."""

    def __init__(self, f: Emitter, value: Value) -> None:
        self.at = f.place(INT)
        f.builder.store(f.int(0), self.at)
        if isinstance(value.kind, Iterator):
            self.at = f.builder.bitcast(value.scalars[1], INT.as_pointer())
            value = Value(List(value.kind.cells[0]), value.scalars[:1])
        self.f, self.value = f, value
        self.count: Any = None
        steady = isinstance(value.kind, (Deque, Values, Set, Dict))
        self.first = f.builder.load(head(f, value, COUNT)) if steady else None
        self.get: Callable[[Any], Value] = lambda at: item_at(f, value, at)
        if not isinstance(value.kind, List):
            self.count, self.get = indexed(f, value)

    def more(self) -> Any:
        """Return whether there is one more, as a bit."""
        is_list = isinstance(self.value.kind, List)
        count = self.f.builder.load(head(self.f, self.value, COUNT)) if is_list else self.count
        if self.first is not None:
            count = self.f.builder.load(head(self.f, self.value, COUNT))
            self.f.fail(self.f.builder.icmp_signed("!=", count, self.first), RuntimeError, CHANGED, True)
        return self.f.builder.icmp_signed("<", self.f.builder.load(self.at), count)

    def take(self) -> Value:
        """Return the next item."""
        now = self.f.builder.load(self.at)
        self.f.builder.store(self.f.builder.add(now, self.f.int(1)), self.at)
        if isinstance(self.value.kind, List) and self.value.kind.item == NEVER:
            raise Unreachable
        return self.get(now)


def steps_of(f: Emitter, value: Value) -> Steps | Asked:
    """Return an iterator over a value, which a loop over another value can advance item by item."""
    if value.kind.lazy and value.kind.what not in INDEXED:
        value = f.program.materialize(f, value)
    return Asked(f, value) if isinstance(value.kind, Generator) else Steps(f, value)


def _loop_zip_strictly(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    """Loop over several iterables in parallel; none may end before the others."""
    first, *others = steps = [steps_of(f, each) for each in kind.parts]
    done, over, inside = f.block("zipped"), f.block("over"), f.block("inside")

    def one() -> None:
        f.builder.cbranch(first.more(), inside, over)
        f.at(inside)
        for each in others:
            f.fail(f.builder.not_(each.more()), ValueError, "zip() arguments of several lengths")
        run(f, body, tuple_of([f.program.materialize(f, each.take()) for each in steps]))

    repeat_while(f, lambda: BIT(1), one)
    if not f.is_ended:
        f.dead()
    f.at(over)
    for each in others:
        f.fail(each.more(), ValueError, "zip() arguments of several lengths")
    f.go(done)
    f.at(done)


def _loop_zip(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    """Loop over several iterables in parallel: a promise among them drives the loop and advances the others in turn."""
    if not kind.parts:
        return
    endless = [each.kind.lazy and each.kind.what in INDEXED for each in kind.parts]
    leading = next((place for place, each in enumerate(kind.parts) if each.kind.lazy and not endless[place]), -1)
    steps = [None if place == leading else steps_of(f, each) for place, each in enumerate(kind.parts)]
    slots = [Slot(f, (f.scope.key, kind.key, id(f.node), "zipped", place)) for place in range(max(leading, 0))]
    done = f.block("zipped")

    def take(part: Any) -> Value:
        more = f.block("more")
        f.builder.cbranch(part.more(), more, done)
        f.at(more)
        return f.program.materialize(f, part.take())

    def ask_first() -> None:
        """Take the items of the iterables before the driving one."""
        for slot, part in zip(slots, steps, strict=False):
            f.assign(slot, take(part))

    def one(led: Value) -> None:
        before = [f.read(slot, "zipped") for slot in slots]
        run(f, body, tuple_of([*before, led, *map(take, steps[leading + 1 :])]))
        if not f.is_ended:
            ask_first()

    with f.reached():
        if leading < 0:
            repeat_while(f, lambda: BIT(1), lambda: run(f, body, tuple_of(list(map(take, steps)))))
            f.dead()
        else:
            ask_first()
            loop(f, kind.parts[leading], lambda value: one(f.program.materialize(f, value)))
            f.go(done)
    f.at(done)


def _loop_reversed(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    value = kind.parts[0]
    if value.kind.lazy or isinstance(value.kind, (Iterator, Generator)):
        raise f.refuse("reversed of an iterator; make a list of it first")
    if is_set(value):
        raise f.refuse("reversed of a set, which Python does not support; write sorted(..., reverse=True) instead")
    if isinstance(value.kind, List):
        _loop_list_back(f, value, body)
        return
    count, get = indexed(f, value)
    last = f.builder.sub(count, f.int(1))
    f.count(count, lambda at: run(f, body, get(f.builder.sub(last, at))))


def _loop_list_back(f: Emitter, value: Value, body: Body) -> None:
    """Loop over a list from its end; the loop ends if the list has become too short for the next place."""
    at = f.place(INT)
    f.builder.store(f.builder.load(head(f, value, COUNT)), at)

    def more() -> Any:
        now = f.builder.load(at)
        some = f.builder.icmp_signed(">", now, f.int(0))
        return f.builder.and_(some, f.builder.icmp_signed("<=", now, f.builder.load(head(f, value, COUNT))))

    def step() -> None:
        now = f.builder.sub(f.builder.load(at), f.int(1))
        f.builder.store(now, at)
        if value.kind.item == NEVER:
            f.dead()
            return
        run(f, body, item_at(f, value, now))

    repeat_while(f, more, step)


def _pool(f: Emitter, value: Value) -> tuple[Any, Callable[[Any], Value]]:
    """Return the current number of items of a value, and a function that returns the one at a place."""
    return indexed(f, listed(f, value) if isinstance(value.kind, (List, Set, Dict)) else value)


def nested(f: Emitter, parts: list[Any], firsts: Callable[[list[Any]], Any], body: Callable[[list[Any]], None]) -> None:
    """Write nested loops. parts: (count, get) of each; firsts: where the next one begins."""

    def inner(places: list[Any]) -> None:
        if len(places) == len(parts):
            body(places)
            return
        f.count(parts[len(places)][0], lambda at: inner([*places, at]), firsts(places))

    inner([])


def _loop_product(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    parts = [_pool(f, each) for each in kind.parts]
    nested(
        f,
        parts,
        lambda places: f.int(0),
        lambda places: run(f, body, tuple_of([get(at) for (_, get), at in zip(parts, places, strict=True)])),
    )


def _loop_combinations(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    inner, many = kind.parts
    part = _pool(f, inner)
    nested(
        f,
        [part] * many,
        lambda places: f.builder.add(places[-1], f.int(1)) if places else f.int(0),
        lambda places: run(f, body, tuple_of([part[1](at) for at in places])),
    )


def _loop_permutations(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    inner, many = kind.parts
    part = _pool(f, inner)

    def one(places: list[Any]) -> None:
        twice: Any = BIT(0)
        for number, at in enumerate(places):
            for other in places[:number]:
                twice = f.builder.or_(twice, f.builder.icmp_signed("==", at, other))
        with f.when(f.builder.not_(twice)):
            run(f, body, tuple_of([part[1](at) for at in places]))

    nested(f, [part] * many, lambda places: f.int(0), one)


def _loop_chain(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    for each in kind.parts:
        loop(f, each, body, ordered)


def _loop_flat(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    loop(f, kind.parts[0], lambda value: loop(f, value, body, ordered), ordered)


def _loop_pairwise(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    before = Slot(f, (kind.key, "before"))
    first = f.place(BIT)
    f.builder.store(BIT(1), first)

    def one(value: Value) -> None:
        value = plain(f, f.program.materialize(f, value))
        none, some = f.split(f.builder.load(first))
        after = f.block("next")
        f.at(some)
        if before.kind == NEVER:
            f.dead()
        else:
            now = Value(before.kind, [f.builder.load(place) for place in before.places])
            run(f, body, tuple_of([now, value]))
            f.go(after)
        f.at(none)
        f.builder.branch(after)
        f.at(after)
        f.builder.store(BIT(0), first)
        f.assign(before, value)

    loop(f, kind.parts[0], one)


def _loop_islice(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    inner, start, stop, step = kind.parts
    at, done = f.place(INT), f.block("cut")
    f.builder.store(f.int(0), at)

    def one(value: Value) -> None:
        now = f.builder.load(at)
        f.builder.store(f.builder.add(now, f.int(1)), at)
        on = f.builder.icmp_signed("==", f.builder.srem(f.builder.sub(now, start), step), f.int(0))
        with f.when(f.builder.and_(f.builder.icmp_signed(">=", now, start), on)):
            run(f, body, value)
        if not f.is_ended:
            last = f.builder.icmp_signed(">=", f.builder.add(now, f.int(1)), stop)
            more = f.block("more")
            f.builder.cbranch(last, done, more)
            f.at(more)

    begin = f.block("slice")
    f.builder.cbranch(f.builder.icmp_signed("<=", stop, f.int(0)), done, begin)
    f.at(begin)
    loop(f, inner, one)
    f.go(done)
    f.at(done)


def _loop_items(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    many, values = kind.parts
    _loop_steady(f, many, body, lambda key, at: tuple_of([key, item_at(f, values, at)]))


def _loop_values(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    loop(f, kind.parts[0], body)


def _loop_members(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    scalar = kind.parts[0].type
    left = f.place(scalar)
    f.builder.store(kind.parts[0], left)

    def step() -> None:
        now = f.builder.load(left)
        f.builder.store(f.builder.and_(now, f.builder.sub(now, scalar(1))), left)
        run(f, body, Value(WHOLE, [resized(f.builder, f.builder.cttz(now, BIT(1)), INT)]))

    repeat_while(f, lambda: f.builder.icmp_signed("!=", f.builder.load(left), scalar(0)), step)


def _loop_count(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    start, step = kind.parts
    at = f.place(INT)
    f.builder.store(start, at)

    def one() -> None:
        now = f.builder.load(at)
        f.builder.store(f.builder.add(now, step), at)
        run(f, body, Value(WHOLE, [now]))

    repeat_while(f, lambda: BIT(1), one)


INDEXED: dict[str, Callable[[Emitter, Any], tuple[Any, Callable[[Any], Value]]]] = {}
"""Operation of a promise -> its number of items, and the item at a place, if that needs no list."""

LAZY: dict[str, Callable[[Emitter, Any, Body, Order], None]] = {
    "generator": _loop_generator,
    "enumerate": _loop_enumerate,
    "zip": _loop_zip,
    "zip_strictly": _loop_zip_strictly,
    "reversed": _loop_reversed,
    "product": _loop_product,
    "combinations": _loop_combinations,
    "permutations": _loop_permutations,
    "chain": _loop_chain,
    "flat": _loop_flat,
    "pairwise": _loop_pairwise,
    "islice": _loop_islice,
    "items": _loop_items,
    "values": _loop_values,
    "count": _loop_count,
    "members": _loop_members,
}
"""Operation of a promise -> the loop over it."""


# --- questions about all items ------------------------------------------------------------------------------------


def any_of(f: Emitter, value: Value, test: Callable[[Value], Any], ordered: Order = False) -> Any:
    """Return whether a test, which returns a bit, holds for any of the items."""
    found, done, level = f.place(BIT), f.block("known"), len(f.endings)
    f.builder.store(BIT(0), found)

    def one(each: Value) -> None:
        with f.when(test(each)):
            f.builder.store(BIT(1), found)
            f.leave_loops(level)
            f.builder.branch(done)

    loop(f, value, one, ordered)
    f.go(done)
    f.at(done)
    return f.builder.load(found)


def first_of(f: Emitter, value: Value, default: Value | None) -> Value:
    """Return the first item, or the next one of an iterator: next. Raises StopIteration, without a default."""
    ways: list[tuple[Any, Value]] = []

    def one(each: Value) -> None:
        each = f.program.materialize(f, each)
        ways.append((f.builder.block, each))
        f.at(f.block("dead"))
        f.dead()

    loop(f, value, one)
    if default is None:
        f.builder.branch(f.failing(StopIteration, "next of an iterator that has ended"))
    else:
        ways.append((f.builder.block, plain(f, f.program.materialize(f, default))))
    return f.merge(None, ways, f.block("first"))


__all__ = [
    "IF_KNOWN",
    "Call",
    "any_of",
    "as_ordered",
    "first_of",
    "indexed",
    "listed",
    "loop",
    "order_for",
    "write_out",
]
