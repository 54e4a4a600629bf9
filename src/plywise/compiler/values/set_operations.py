"""Operations on sets: copies, operators and methods, comparisons.

If the order of a set is observed (see Cell.see), it is built exactly as in CPython: the choice of the set that is
iterated, and the initial size of the table, determine the slots of the items.
"""

import operator
from typing import Any

from plywise.compiler.emission.callees import invoke
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import FORMS, convert, dispatch
from plywise.compiler.emission.endings import ending_of
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.types.equality import hashes_as_python
from plywise.compiler.types.joining import as_constant
from plywise.compiler.types.kinds import (
    BIT,
    INT,
    WHOLE,
    Bits,
    Constant,
    ConstantSet,
    Frozen,
    Keys,
    Row,
    Set,
    Value,
    is_dict,
    is_set,
    may_differ_where_equal,
)
from plywise.compiler.types.set_order import is_in_order
from plywise.compiler.values.collections import (
    UNFIT,
    add,
    clear,
    combine_dicts,
    discard,
    frozen,
    in_set,
    is_exact,
    is_frozen,
    items_of,
    new_set,
    set_table,
    table_of,
)
from plywise.compiler.values.keyed_dicts import is_keyed, pairs_in, with_more
from plywise.compiler.values.loops import any_of, as_ordered, loop
from plywise.compiler.values.numbering import number_of_thing
from plywise.compiler.values.numbers import both
from plywise.compiler.values.sequences import (
    COUNT,
    ITEMS,
    ROOM,
    copied_row,
    head,
    item_at,
    length,
    new_list,
    row_of_list,
)
from plywise.compiler.values.small_members import mark_small, take_small
from plywise.errors import LayoutOverflow


def bits_of(f: Emitter, value: Value, codec: Any, strict: bool) -> list[Any]:
    """Return the words of a set's members. strict: an impossible member is an error instead of being left out."""
    if isinstance(value.kind, Constant) and isinstance(value.kind.thing, (set, frozenset)):
        words = [0] * len(codec.units)
        for thing in value.kind.thing:
            at = codec.number(thing, strict)
            if at < 0 and strict:
                raise f.refuse(f"{thing!r} was in no set of the trial positions; write a tuple instead")
            if at >= 0:
                words[at // 64] |= 1 << at % 64
        return [INT((word + 2**63) % 2**64 - 2**63) for word in words]
    if isinstance(value.kind, Bits) and value.kind.codec == codec:
        return list(value.scalars)
    if not codec.units:
        if strict:
            f.fail(f.builder.icmp_signed("!=", length(f, value), f.int(0)), LayoutOverflow, UNFIT)
        return []
    places = [f.place(INT) for _ in codec.units]
    for place in places:
        f.builder.store(f.int(0), place)

    def one(thing: Value) -> None:
        at, fits = number_of_thing(f, codec, thing, strict)
        if strict:
            f.fail(f.builder.not_(fits), LayoutOverflow, UNFIT)
        bit = f.builder.shl(f.builder.zext(fits, INT), f.builder.and_(at, f.int(63)))
        for number_, place in enumerate(places):
            new = bit
            if len(places) > 1:
                here = f.builder.icmp_signed("==", f.builder.lshr(at, f.int(6)), f.int(number_))
                new = f.builder.select(here, bit, f.int(0))
            f.builder.store(f.builder.or_(f.builder.load(place), new), place)

    def each(value: Value) -> Value:
        loop(f, value, one, ordered=False)
        return Value(WHOLE, [f.int(0)])

    dispatch(f, [value], each)
    return [f.builder.load(place) for place in places]


# --- construction -----------------------------------------------------------------------------------------------------


def as_set(f: Emitter, value: Value, kind: Any, key: Any = None) -> Value:
    """Return a new set of the items of an iterable."""
    if kind is not None:
        items = new_list(f, "no place", f.int(0))  # which have no size without a type
        found = Value(kind, [items.scalars[0], set_table(f, kind)])
    else:
        found = new_set(f, key)
    if kind is None:
        update(f, found, value)
    elif isinstance(value.kind, Bits) or not is_exact(kind):
        loop(f, value, lambda each: add(f, found, each), ordered=False)  # of a state: in their own order
    else:
        take_over(f, found, value)  # the very same set, as another type
    return found


def update(f: Emitter, found: Value, more: Value) -> None:
    """set.update: add the items of an iterable to a set."""
    if is_exact(found.kind):
        dispatch(f, [more], lambda each: _update_exactly(f, found, each))
        return
    before = f.sets_met
    with ending_of(f) as ending:
        loop(f, more, lambda each: add(f, found, each), ordered=f.order_asked())
    if f.sets_met > before and ending.errors:
        f.ask_order("an exception that is caught may end it after some of its items")
    if f.sets_met > before:
        check_first(f, found)


def _update_exactly(f: Emitter, found: Value, more: Value) -> Value:
    if is_set(more) and not isinstance(more.kind, Keys):
        _merge(f, found, _in_table(f, more))
        return constant(None)
    if is_dict(more) and not getattr(more.kind, "missing", None):
        invoke(f, prelude.make_room, items_of(found), table_of(f, found), Value(WHOLE, [length(f, more)]))
    loop(f, more, lambda each: add(f, found, each))
    return constant(None)


def check_first(f: Emitter, found: Value) -> None:
    """Request filling in order for a set in which the first of equal members, such as 1 and True, stays."""
    if may_differ_where_equal(found.kind.item):
        if not hashes_as_python(found.kind.item):
            raise f.refuse(f"a set of {found.kind.item} is made of another set; write int(...) for each instead")
        f.program.changed |= found.kind.cells[0].see()


def _in_table(f: Emitter, value: Value) -> Value:
    """Return a set with CPython's table. Raises Refusal if its order is unknown."""
    kind = value.kind
    if isinstance(kind, Constant) and is_in_order(kind.thing):
        constant_kind = as_constant(kind)
        assert constant_kind is not None
        return convert(f, value, constant_kind)
    if isinstance(kind, ConstantSet) and kind.in_order:
        return value
    found = as_ordered(f, value)
    if found is None:
        raise f.refuse(f"the order of a {kind} is used, which changes from run to run; write sorted(...) instead")
    return found


def _merge(f: Emitter, found: Value, other: Value) -> None:
    """Add all members of a set to another one, like CPython's set_merge."""
    count = length(f, other)
    some = f.builder.icmp_signed("!=", count, f.int(0))
    with f.when(f.builder.and_(some, f.builder.not_(_are_one(f, found, other)))):
        items, table = items_of(found), table_of(f, found)
        invoke(f, prelude.make_room, items, table, Value(WHOLE, [count]))
        copied = invoke(f, prelude.is_copied, table, items_of(other), table_of(f, other)).scalars[0]
        yes, no, after = *f.split(copied), f.block("merged")
        f.at(yes)
        take_over(f, found, other)
        f.go(after)
        f.at(no)
        loop(f, other, lambda each: add(f, found, each))
        f.go(after)
        f.at(after)


def _are_one(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two sets are the same object."""
    return f.builder.icmp_unsigned("==", one.scalars[0], other.scalars[0])


def take_over(f: Emitter, found: Value, other: Value) -> None:
    """Copy the members of another set, in the same slots. Raises Refusal if their order is unknown."""
    other = _in_table(f, other)
    f.program.put(found.kind.cells[0], other.kind.item)
    row = copied_row(f, convert(f, row_of_list(f, items_of(other)), Row(found.kind.item)))
    for scalar, place in ((row.scalars[0], ITEMS), (row.scalars[1], COUNT), (row.scalars[1], ROOM)):
        f.builder.store(scalar, head(f, items_of(found), place))
    invoke(f, prelude.copy_table, table_of(f, found), table_of(f, other))
    if found.kind.item == other.kind.item:
        take_small(f, found, other)
    else:
        f.count(row.scalars[1], lambda at: mark_small(f, found, item_at(f, row, at)))


# --- two sets ---------------------------------------------------------------------------------------------------------


def combine(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value | None:
    """Return the result of | & - ^ on two sets, or of | on two dicts; None for other values."""
    if is_keyed(one) and op is operator.or_:
        return with_more(f, one, pairs_in(f, other))
    if is_dict(one) and is_dict(other):
        return combine_dicts(f, op, one, other, key)
    if not (is_set(one) and is_set(other)) or op is operator.add:
        return None
    if isinstance(one.kind, Constant) and isinstance(other.kind, Constant):
        return _folded(f, op, one.kind.thing, other.kind.thing)
    for box in (one, other):
        if isinstance(box.kind, Bits) and is_frozen(one) and not f.program.cell((key, "items")).is_seen:
            found = _combine_bits(f, op, one, other, Bits(box.kind.codec, f.program.cell((key, "items"))))
            if found is not None:
                return found
    if any(isinstance(each.kind, Keys) for each in (one, other)) and f.program.cell((key, "items")).is_seen:
        raise f.refuse("the order of a set made of a dict's keys is used; write set(...) of them instead")
    found = _combine_sets(f, op, one, other, key)
    return frozen(found) if is_frozen(one) else found


def _folded(f: Emitter, op: Any, one: Any, other: Any) -> Value:
    """Return the result of | & - ^ on two constant sets, the same object in each pass."""
    key = ("combined", op, id(one), id(other))
    if key not in f.program.cells:
        f.program.cells[key] = op(one, other)
    return constant(f.program.cells[key])


def _combine_bits(f: Emitter, op: Any, one: Value, other: Value, kind: Bits) -> Value | None:
    """Combine two sets as words if all members of the result are possible in a state, or may be; otherwise None."""
    if op is operator.sub and not _has_layout(one, kind):
        return None
    strict = op in (operator.or_, operator.xor)
    if strict and not all(_may_fit(each, kind) for each in (one, other)):
        return None
    if strict and not all(isinstance(each.kind, Constant) or _has_layout(each, kind) for each in (one, other)):
        if not f.program.packs:
            return None
        f.program.packed.add("sets")
    words = [bits_of(f, each, kind.codec, strict) for each in (one, other)]
    builder = f.builder
    how = {
        operator.or_: builder.or_,
        operator.and_: builder.and_,
        operator.xor: builder.xor,
        operator.sub: lambda a, b: builder.and_(a, builder.not_(b)),
    }
    return Value(kind, [how[op](a, b) for a, b in zip(*words, strict=True)])


def _may_fit(value: Value, kind: Bits) -> bool:
    """Return whether the members of a set may be possible members of a state's; for a constant, whether they are."""
    if isinstance(value.kind, Bits):
        return bool(value.kind.codec.may_come_within(kind.codec))
    thing = getattr(value.kind, "thing", ())
    return not isinstance(value.kind, ConstantSet) and all(kind.codec.number(each) >= 0 for each in thing)


def _has_layout(value: Value, kind: Bits) -> bool:
    """Return whether a set has the layout of a kind, so that all its members fit."""
    return isinstance(value.kind, Bits) and value.kind.codec == kind.codec


def _combine_sets(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value:
    found = new_set(f, key)
    if is_exact(found.kind):
        _EXACTLY[op](f, found, one, other)
    elif op is operator.or_:
        for many in (one, other):
            loop(f, many, lambda each: add(f, found, each), ordered=False)
    elif op is operator.and_:
        _add_if(f, found, one, other, True)
    else:
        _add_if(f, found, one, other, False)
        if op is operator.xor:
            _add_if(f, found, other, one, False)
    return found


def _add_if(f: Emitter, found: Value, many: Value, other: Value, wanted: bool) -> None:
    """Add to a set the members of one set that are, or are not, in another."""

    def put(each: Value) -> None:
        here = in_set(f, other, each)
        with f.when(here if wanted else f.builder.not_(here)):
            add(f, found, each)

    loop(f, many, put, ordered=is_exact(found.kind))


def _both_in_tables(f: Emitter, one: Value, other: Value) -> tuple[Value, Value]:
    """Return two sets with CPython's tables; the same set twice if they are surely one object."""
    first = _in_table(f, one)
    return first, first if one.kind == other.kind and one.scalars == other.scalars else _in_table(f, other)


def _union(f: Emitter, found: Value, one: Value, other: Value) -> None:
    one, other = _both_in_tables(f, one, other)
    _merge(f, found, one)
    with f.when(f.builder.not_(_are_one(f, one, other))):
        _merge(f, found, other)


def _intersection(f: Emitter, found: Value, one: Value, other: Value) -> None:
    """Add the members of both sets, in the order of the smaller one."""
    one, other = _both_in_tables(f, one, other)

    def either() -> None:
        _where(
            f,
            f.builder.icmp_signed(">", length(f, other), length(f, one)),
            lambda: _add_if(f, found, one, other, True),
            lambda: _add_if(f, found, other, one, True),
        )

    _where(f, _are_one(f, one, other), lambda: _merge(f, found, one), either)


def _difference(f: Emitter, found: Value, one: Value, other: Value) -> None:
    """Remove the other set's members from a copy if it is less than a quarter as large; otherwise add the rest."""
    one = _in_table(f, one)

    def less() -> None:
        _merge(f, found, one)
        take_out(f, found, other)

    few = f.builder.icmp_signed(">", f.builder.ashr(length(f, one), f.int(2)), length(f, other))
    _where(f, few, less, lambda: _add_if(f, found, one, other, False))


def _symmetric_difference(f: Emitter, found: Value, one: Value, other: Value) -> None:
    one, other = _both_in_tables(f, one, other)
    _merge(f, found, other)
    flip(f, found, one)


_EXACTLY: Any = {
    operator.or_: _union,
    operator.and_: _intersection,
    operator.sub: _difference,
    operator.xor: _symmetric_difference,
}
"""Operator -> the function that builds the new set as CPython does."""


def _where(f: Emitter, condition: Any, yes: Any, no: Any) -> None:
    """Write the code for a set bit, and for a clear bit."""
    first, second, after = *f.split(condition), f.block("then")
    for block, act in ((first, yes), (second, no)):
        f.at(block)
        with f.reached():
            act()
        f.go(after)
    f.at(after)


def take_out(f: Emitter, found: Value, more: Value) -> None:
    """Remove the items of an iterable from a set."""

    def one(each: Value) -> None:
        discard(f, found, each)

    loop(f, more, one, ordered=False)
    if is_exact(found.kind):
        invoke(f, prelude.shrink, items_of(found), table_of(f, found))


def flip(f: Emitter, found: Value, other: Value) -> None:
    """Symmetric difference in place: remove common members, and add the other set's remaining ones."""

    def one(each: Value) -> None:
        with f.when(f.builder.not_(discard(f, found, each))):
            add(f, found, each)

    loop(f, other, one, ordered=is_exact(found.kind))


def change_set(f: Emitter, op: Any, old: Value, by: Value, key: Any) -> None:
    """Update a set in place: |= &= -= ^=, and the equivalent methods."""
    if op is operator.or_:
        update(f, old, by)
    elif op is not operator.and_ and is_exact(old.kind):
        by = as_set(f, by, None, (key, "set")) if op is operator.xor and not is_set(by) else by
        change = take_out if op is operator.sub else flip
        one = _are_one(f, old, by) if type(by.kind) in (Set, Frozen) else BIT(0)
        _where(f, one, lambda: clear(f, old), lambda: change(f, old, by))
    else:
        found = combine_with(f, op, old, by, key)
        f.program.changed |= old.kind.cells[0].unite(found.kind.cells[0])
        become(f, old, found)


def combine_all(f: Emitter, op: Any, value: Value, others: list[Value], key: Any) -> Value:
    """Return the union, intersection, difference or symmetric difference of a set and other values."""
    if not others:
        return as_set(f, value, None, (key, "copied"))
    found = combine_with(f, op, value, others[0], (key, 0))
    for number, other in enumerate(others[1:], 1):
        if op in (operator.or_, operator.sub):
            found = _own(f, found, (key, number)) if number == 1 else found
            change_set(f, op, found, other, (key, number))
        else:
            found = combine_with(f, op, found, other, (key, number))
    return found


def combine_with(f: Emitter, op: Any, value: Value, other: Value, key: Any) -> Value:
    """Return the result of | & - ^ on a set and another set or iterable."""
    if is_set(other):
        found = combine(f, op, value, other, key)
        assert found is not None
        return found
    found = new_set(f, key)
    if op is operator.sub and is_dict(other) and is_exact(found.kind) and not getattr(other.kind, "missing", None):
        _difference(f, found, value, other)
    elif op is operator.and_:
        _add_if(f, found, other, value, True)
    elif op is operator.xor:
        update(f, found, other)
        flip(f, found, value)
    else:
        update(f, found, value)
        (update if op is operator.or_ else take_out)(f, found, other)
    return frozen(found) if is_frozen(value) else found


def _own(f: Emitter, value: Value, key: Any) -> Value:
    """Return a newly created set as a mutable one."""
    if type(value.kind) in (Set, Frozen):
        return value
    found = new_set(f, key)
    if is_exact(found.kind):
        take_over(f, found, value)
    else:
        update(f, found, value)
    return frozen(found) if is_frozen(value) else found


def become(f: Emitter, old: Value, found: Value) -> None:
    """Move the contents of another set, otherwise unreferenced, into a set, keeping its position for pop."""
    table = table_of(f, old)
    begin = item_at(f, table, f.int(1)) if is_exact(old.kind) else None
    for scalar, new in zip(old.scalars, found.scalars, strict=True):
        for number in range(3):
            source, target = (head(f, Value(table.kind, [each]), number) for each in (new, scalar))
            f.builder.store(f.builder.load(source), target)
    if begin is not None:
        f.store(begin, f.builder.load(head(f, table, ITEMS)), f.int(1))
    take_small(f, old, found)


def equal_sets(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two sets are equal."""
    if not (is_set(one) and is_set(other)):
        return BIT(0)
    if isinstance(one.kind, Bits) and isinstance(other.kind, Bits) and one.kind.codec == other.kind.codec:
        return both(f, *(f.builder.icmp_signed("==", a, b) for a, b in zip(one.scalars, other.scalars, strict=True)))
    same = f.builder.icmp_signed("==", length(f, one), length(f, other))
    return f.builder.and_(same, subset(f, operator.le, one, other))


def subset(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    """Return whether one set is a subset of another: <=, <, >=, >."""
    if op in (operator.ge, operator.gt):
        return subset(f, {operator.ge: operator.le, operator.gt: operator.lt}[op], other, one)
    missing = any_of(f, one, lambda each: f.builder.not_(in_set(f, other, each)), ordered=False)
    found = f.builder.not_(missing)
    if op is operator.lt:
        found = f.builder.and_(found, f.builder.icmp_signed("!=", length(f, one), length(f, other)))
    return found


FORMS += [
    (lambda old, new: type(new) in (Set, Frozen) and isinstance(old, (Bits, Constant, ConstantSet)), as_set),
    (
        lambda old, new: isinstance(new, Bits) and isinstance(old, (Bits, Constant, Set)),
        lambda f, value, kind: Value(kind, bits_of(f, value, kind.codec, strict=True)),
    ),
]
