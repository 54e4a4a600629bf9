"""Sets and dicts: made while a rule runs, out of a state, or constant."""

import operator
from typing import Any

from plywise.compiler import prelude
from plywise.compiler.callees import call_value, invoke
from plywise.compiler.constants import constant, pick
from plywise.compiler.conversion import FORMS, convert, dispatch, plain, truth_value
from plywise.compiler.endings import done_whole
from plywise.compiler.equality import own_equality
from plywise.compiler.function import Emitter
from plywise.compiler.joining import ConstantCell
from plywise.compiler.kinds import (
    BIT,
    COUNTING,
    INT,
    NEVER,
    WHOLE,
    Bits,
    ConstantDict,
    ConstantSet,
    Dict,
    Fixed,
    Frozen,
    Keys,
    Kind,
    Lazy,
    List,
    Packed,
    Refusal,
    Set,
    Value,
    is_dict,
    is_set,
    may_differ_where_equal,
    variants_of,
)
from plywise.compiler.loops import any_of, loop
from plywise.compiler.numbering import number_of_thing
from plywise.compiler.numbers import both
from plywise.compiler.places import is_among, place_among
from plywise.compiler.sequences import ROOM, append, head, item_at, length, new_list, row_of_list, starred
from plywise.compiler.set_order import note_computed
from plywise.compiler.small_things import SMALL, by_size, can_be_small, forget_small, take_small
from plywise.errors import LayoutOverflow

UNFIT = "a thing in a set, as trial positions did not show it"
NO_KEY = "a key that is not in the dict"


# --- parts ------------------------------------------------------------------------------------------------------------


def items_of(value: Value) -> Value:
    """Return the list of a set's items, or of a dict's keys."""
    return Value(List(value.kind.cells[0]), value.leaves[:1])


def values_of(value: Value) -> Value:
    """Return the list of a dict's values."""
    return Value(List(value.kind.cells[1]), value.leaves[1:2])


def table_of(f: Emitter, value: Value) -> Value:
    """Return the table of a set or a dict."""
    cell = f.program.cell("tables")
    f.program.put(cell, WHOLE)
    return Value(List(cell), value.leaves[-1:])


def frozen(value: Value) -> Value:
    """Return a new set, which nothing else has, as a frozenset."""
    return Value(Frozen(value.kind.cells[0]), value.leaves)


def is_frozen(value: Value) -> bool:
    """Return whether a value is a frozenset."""
    if isinstance(value.kind, ConstantSet):
        return value.kind.is_frozen
    return isinstance(value.kind, (Frozen, Bits)) or isinstance(getattr(value.kind, "thing", None), frozenset)


def new_set(f: Emitter, key: Any) -> Value:
    """Return a new set, empty. key: where it is made."""
    kind = Set(f.program.cell((key, "items")))
    return Value(kind, [*new_list(f, (key, "items")).leaves, _set_table(f, kind)])


def _set_table(f: Emitter, kind: Set) -> Any:
    """Return the table of a new set: if what it holds may be small, behind its head a bit for each small thing."""
    small = can_be_small(kind.item)
    table = new_list(f, "tables", f.int(SMALL // 64 if small else 0), WHOLE)
    if small:
        f.builder.store(f.int(0), head(f, table, ROOM))
        forget_small(f, Value(kind, table.leaves))
    return table.leaves[0]


def new_dict(f: Emitter, key: Any, missing: Any = None) -> Value:
    """Return a new dict, empty. key: where it is made. missing: see kinds.Dict."""
    keys, values = new_list(f, (key, "keys")), new_list(f, (key, "values"))
    table = new_list(f, "tables", f.int(0), WHOLE)
    cells = f.program.cell((key, "keys")), f.program.cell((key, "values"))
    return Value(Dict(*cells, missing), [*keys.leaves, *values.leaves, *table.leaves])


def kept(f: Emitter, value: Value) -> Value:
    """Return a value as a list keeps it."""
    value = f.program.settle(f, value)
    return plain(f, value) if isinstance(value.kind, (Packed, Fixed)) else value


def keyed(f: Emitter, value: Value) -> Value:
    """Return a value as it can be found by its hash. Raises Refusal for what cannot be hashed as in Python."""
    value = kept(f, value)
    if any(map(_can_change, variants_of(value.kind))):
        raise f.refuse(f"a {value.kind} is put into a set or is the key of a dict; write tuple(sorted(...)) instead")
    own = own_equality(value.kind)
    if own is not None:
        raise f.refuse(
            f"a {own}, which says itself what it equals, is put into a set or is the key of a dict; write a tuple of "
            "what counts instead"
        )
    return value


def _can_change(kind: Kind) -> bool:
    if isinstance(kind, (ConstantSet, Fixed)) and is_set(Value(kind)):
        return not is_frozen(Value(kind))
    return isinstance(kind, (List, Set, Dict)) and not isinstance(kind, Frozen)


def add(f: Emitter, found: Value, value: Value) -> None:
    """set.add."""
    value = keyed(f, value)
    f.program.put(found.kind.cells[0], value.kind)
    value = convert(f, value, found.kind.item)

    def small(word: Any, bit: Any) -> Any:
        with f.when(f.builder.icmp_unsigned("==", f.builder.and_(f.builder.load(word), bit), f.int(0))):
            f.builder.store(f.builder.or_(f.builder.load(word), bit), word)
            append(f, items_of(found), value)
        return BIT(1)

    def large() -> Any:
        invoke(f, prelude.add, items_of(found), table_of(f, found), value)
        return BIT(1)

    by_size(f, found, value, small, large)


def discard(f: Emitter, found: Value, value: Value, strict: bool) -> None:
    """set.discard, or set.remove, which raises KeyError."""
    value = _alike(f, found, keyed(f, value))

    def small(word: Any, bit: Any) -> Any:
        here = f.builder.icmp_unsigned("!=", f.builder.and_(f.builder.load(word), bit), f.int(0))
        with f.when(here):
            f.builder.store(f.builder.xor(f.builder.load(word), bit), word)
            invoke(f, prelude.discard_small, items_of(found), table_of(f, found), value)
        return here

    def large() -> Any:
        return invoke(f, prelude.discard, items_of(found), table_of(f, found), value).leaves[0]

    done = by_size(f, found, value, small, large)
    if strict:
        f.fail(f.builder.not_(done), KeyError, NO_KEY)


# --- what is in them --------------------------------------------------------------------------------------------------


def _alike(f: Emitter, found: Value, value: Value) -> Value:
    """Return a value as the items of a set, or the keys of a dict, are; for a constant one, as it is."""
    cell = found.kind.cells[0].root()
    if isinstance(cell, ConstantCell):
        return value
    f.program.put(cell, value.kind)
    return convert(f, value, cell.kind)


def constant_changed(f: Emitter, name: str) -> Refusal:
    """Return the error for a rule that changes a constant set or dict."""
    return f.refuse(f"a constant {name} is changed; make one of its own: {name}(...)")


def dict_put(f: Emitter, found: Value, key: Value, value: Value) -> None:
    """dict[key] = value."""
    if isinstance(found.kind, ConstantDict):
        raise constant_changed(f, "dict")
    key, value = keyed(f, key), kept(f, value)
    f.program.put(found.kind.cells[0], key.kind)
    f.program.put(found.kind.cells[1], value.kind)
    key, value = (convert(f, each, cell.kind) for each, cell in zip((key, value), found.kind.cells, strict=True))
    invoke(f, prelude.put, items_of(found), values_of(found), table_of(f, found), key, value)


def _place(f: Emitter, found: Value, value: Value) -> Any:
    held = found.kind.cells[0].kind
    if held == NEVER:
        return f.int(-1)
    if _is_set_kind(held) and any(map(_can_change, variants_of(value.kind))):  # it has no hash, but is in it if equal
        return invoke(f, prelude.place_of, row_of_list(f, items_of(found)), value).leaves[0]
    return invoke(f, prelude.find, items_of(found), table_of(f, found), _alike(f, found, keyed(f, value))).leaves[0]


def _is_set_kind(kind: Kind) -> bool:
    return any(is_set(Value(each)) for each in variants_of(kind))


def dict_item(f: Emitter, found: Value, key: Value) -> Value:
    """dict[key]."""
    missing = found.kind.missing
    if missing == COUNTING:
        return dict_get(f, found, key, constant(0))
    if missing:
        with f.when(f.builder.not_(in_collection(f, found, key))):
            where = (f.scope.key, "missing", id(f.node))
            made = Value(missing.kind, missing.leaves)
            dict_put(f, found, key, call_value(f, made, [], {}, where))
    at = _place(f, found, key)
    f.fail(f.builder.icmp_signed("<", at, f.int(0)), KeyError, NO_KEY)
    return item_at(f, values_of(found), at)


def dict_get(f: Emitter, found: Value, key: Value, default: Value) -> Value:
    """dict.get."""
    if isinstance(found.kind, Fixed):
        return dispatch(f, [key], lambda each: _constant_get(f, found.kind.thing, each, default))
    at = _place(f, found, key)
    return _either(f, at, lambda: item_at(f, values_of(found), at), default)


def _either(f: Emitter, at: Any, make: Any, default: Value | None) -> Value:
    """Return what is at a place, or the default where there is none; without a default, raise KeyError."""
    missing = f.builder.icmp_signed("<", at, f.int(0))
    if default is None:
        f.fail(missing, KeyError, NO_KEY)
        return make()
    no, yes = f.split(missing)
    ways = []
    f.at(yes)
    with f.reached():
        found = make()
        ways.append((f.builder.block, found))
    f.at(no)
    with f.reached():
        default = kept(f, default)
        ways.append((f.builder.block, default))
    return f.merge(None, ways, f.block("got"))


def dict_pop(f: Emitter, found: Value, key: Value, default: Value | None) -> Value:
    """dict.pop."""
    if isinstance(found.kind, ConstantDict):
        raise constant_changed(f, "dict")
    at = _place(f, found, key)

    def take() -> Value:
        value = item_at(f, values_of(found), at)
        name = _alike(f, found, keyed(f, key))
        invoke(f, prelude.drop, items_of(found), values_of(found), table_of(f, found), name)
        return value

    return _either(f, at, take, default)


# --- constant tables --------------------------------------------------------------------------------------------------


def constant_dict_item(f: Emitter, thing: Any, key: Value) -> Value:
    """Return an item of a constant dict."""
    return dispatch(f, [key], lambda each: _constant_get(f, thing, each, None))


def _constant_get(f: Emitter, thing: Any, key: Value, default: Value | None) -> Value:
    if key.known:
        if key.known[0] in thing:
            return constant(thing[key.known[0]])
        if default is None:
            raise f.stop(KeyError, NO_KEY)
        return default
    if not thing:
        if default is None:
            raise f.stop(KeyError, NO_KEY)
        return default
    at = place_among(f, list(thing), key)
    return _either(f, at, lambda: pick(f, list(thing.values()), at), default)


# --- sets -------------------------------------------------------------------------------------------------------------


def in_set(f: Emitter, many: Value, one: Value) -> Any:
    """Return whether a value, of any type, is in a set, as a bit."""

    def test(each: Value) -> Value:
        if isinstance(many.kind, Fixed):
            return truth_value(is_among(f, many.kind.thing, each))
        return truth_value(in_collection(f, many, each))

    return dispatch(f, [one], test).leaves[0]


def in_collection(f: Emitter, many: Value, one: Value) -> Any:
    """Return whether a value is in a set, or is a key of a dict."""
    if isinstance(many.kind, Bits):
        return _in_bits(f, many, plain(f, one))
    if isinstance(many.kind, (Dict, Keys)) or many.kind.item == NEVER:
        return f.builder.icmp_signed(">=", _place(f, many, one), f.int(0))
    if isinstance(many.kind, ConstantSet) and one.kind != many.kind.item:
        return f.builder.icmp_signed(">=", _place(f, many, one), f.int(0))
    one = _alike(f, many, keyed(f, one))

    def small(word: Any, bit: Any) -> Any:
        return f.builder.icmp_unsigned("!=", f.builder.and_(f.builder.load(word), bit), f.int(0))

    return by_size(f, many, one, small, lambda: f.builder.icmp_signed(">=", _place(f, many, one), f.int(0)))


def _in_bits(f: Emitter, many: Value, one: Value) -> Any:
    if not many.leaves:
        return BIT(0)
    at, fits = number_of_thing(f, many.kind.codec, one)
    word = many.leaves[0]
    if len(many.leaves) > 1:
        number_ = f.builder.lshr(at, f.int(6))
        for place, each in enumerate(many.leaves[1:], 1):
            word = f.builder.select(f.builder.icmp_signed("==", number_, f.int(place)), each, word)
    bit = f.builder.trunc(f.builder.lshr(word, f.builder.and_(at, f.int(63))), BIT)
    return f.builder.and_(bit, fits)


def bits_of(f: Emitter, value: Value, codec: Any, strict: bool) -> list[Any]:
    """Return the words of a set's things. strict: one that may not be in it is an error, and not left out."""
    if isinstance(value.kind, Fixed) and isinstance(value.kind.thing, (set, frozenset)):
        words = [0] * len(codec.units)
        for thing in value.kind.thing:
            at = codec.number(thing, strict)
            if at < 0 and strict:
                raise f.refuse(f"{thing!r} is nothing that trial positions showed in the set; write a tuple instead")
            if at >= 0:
                words[at // 64] |= 1 << at % 64
        return [INT((word + 2**63) % 2**64 - 2**63) for word in words]
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


def as_set(f: Emitter, value: Value, kind: Any, key: Any = None) -> Value:
    """Return a new set of what a loop finds in a value."""
    if kind is not None:
        items = new_list(f, "no place", f.int(0))  # whose size, without a type, is none
        found = Value(kind, [items.leaves[0], _set_table(f, kind)])
    else:
        found = new_set(f, key)
    before = f.sets_met
    loop(f, value, lambda each: add(f, found, each), ordered=False)
    if f.sets_met > before and not is_set(value):
        check_first(f, found)
    return found


def check_first(f: Emitter, found: Value) -> None:
    """Raise Refusal where a set, filled in no order, would hold one of 1 and True, whichever comes first."""
    if may_differ_where_equal(found.kind.item):
        raise f.refuse(f"a set of {found.kind.item} is made of another set; write int(...) for each instead")


def _combine_dicts(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value | None:
    """Return what | makes of two dicts, and | & + - of two Counters."""
    counting = all(getattr(each.kind, "missing", None) == COUNTING for each in (one, other))
    if counting and op in (operator.or_, operator.and_):
        return invoke(f, prelude.counts_between, one, other, constant(op is operator.or_))
    if counting and op in (operator.add, operator.sub):
        return invoke(f, prelude.counts_of, one, other, constant(1 if op is operator.add else -1))
    if op is not operator.or_:
        return None
    found = new_dict(f, (key, "dict"), getattr(one.kind, "missing", None))
    for each in (one, other):
        update_dict(f, found, each)
    return found


def pairs_of(value: Value) -> Value:
    """dict.items."""
    if isinstance(value.kind, Fixed):
        return constant(tuple(value.kind.thing.items()))
    return Value(Lazy("items", value, values_of(value)))


def update_dict(f: Emitter, found: Value, more: Value) -> None:
    """dict.update, with a dict or with pairs."""
    if is_dict(more):
        more = pairs_of(more)
    loop(f, more, lambda pair: dict_put(f, found, *starred(f, pair)))


def equal_dicts(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two dicts are equal."""
    if not (is_dict(one) and is_dict(other)):
        return BIT(0)
    if isinstance(one.kind, Fixed):
        one, other = other, one
    if isinstance(one.kind, Fixed):
        return BIT(int(one.kind.thing == other.kind.thing))
    counting = all(getattr(each.kind, "missing", None) == COUNTING for each in (one, other))
    if NEVER in (cell.kind for each in (one, other) for cell in getattr(each.kind, "cells", ())):
        return f.builder.icmp_signed("==", length(f, one), length(f, other))  # one of them is empty
    return invoke(f, prelude.equal_counts if counting else prelude.equal_dicts, one, other).leaves[0]


def combine(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value | None:
    """Return what | & - ^ makes of two sets, or | of two dicts; None where they are none."""
    if is_dict(one) and is_dict(other):
        return _combine_dicts(f, op, one, other, key)
    if not (is_set(one) and is_set(other)) or op is operator.add:
        return None
    if isinstance(one.kind, Fixed) and isinstance(other.kind, Fixed):
        return _folded(f, op, one.kind.thing, other.kind.thing)
    for box in (one, other):
        if isinstance(box.kind, Bits) and is_frozen(one):
            found = _combine_bits(f, op, one, other, box.kind)
            if found is not None:
                return found
    found = _combine_sets(f, op, one, other, key)
    return frozen(found) if is_frozen(one) else found


def _folded(f: Emitter, op: Any, one: Any, other: Any) -> Value:
    """Return what | & - ^ makes of two constant sets, the same object in each pass."""
    key = ("combined", op, id(one), id(other))
    if key not in f.program.cells:
        f.program.cells[key] = note_computed(op(one, other), one, other)
    return constant(f.program.cells[key])


def _combine_bits(f: Emitter, op: Any, one: Value, other: Value, kind: Bits) -> Value | None:
    """Combine as words, where what comes out surely lies in the box; None where it need not."""
    left = isinstance(one.kind, Bits) and one.kind == kind
    if op is operator.sub and not left:
        return None
    strict = op in (operator.or_, operator.xor)
    if strict and not all(_may_fit(each, kind) for each in (one, other)):
        return None
    words = []
    for value in (one, other):
        if isinstance(value.kind, Bits) and value.kind == kind:
            words.append(list(value.leaves))
        else:
            words.append(bits_of(f, value, kind.codec, strict))
    builder = f.builder
    how = {
        operator.or_: builder.or_,
        operator.and_: builder.and_,
        operator.xor: builder.xor,
        operator.sub: lambda a, b: builder.and_(a, builder.not_(b)),
    }
    return Value(kind, [how[op](a, b) for a, b in zip(*words, strict=True)])


def _may_fit(value: Value, kind: Bits) -> bool:
    """Return whether the things of a set may be those of a state's; of a constant one, whether they surely are."""
    if isinstance(value.kind, Bits):
        return bool(value.kind.codec.may_come_within(kind.codec))
    thing = getattr(value.kind, "thing", ())
    return not isinstance(value.kind, ConstantSet) and all(kind.codec.number(each) >= 0 for each in thing)


def _combine_sets(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value:
    found = new_set(f, key)

    def put_if(many: Value, wanted: bool) -> Any:
        def put(each: Value) -> None:
            here = in_set(f, many, each)
            with f.when(here if wanted else f.builder.not_(here)):
                add(f, found, each)

        return put

    if op is operator.or_:
        for many in (one, other):
            loop(f, many, lambda each: add(f, found, each), ordered=False)
    elif op is operator.and_:
        loop(f, one, put_if(other, True), ordered=False)
    else:
        loop(f, one, put_if(other, False), ordered=False)
        if op is operator.xor:
            loop(f, other, put_if(one, False), ordered=False)
    return found


def change_set(f: Emitter, op: Any, old: Value, by: Value, key: Any) -> None:
    """Make a set what | & - ^ makes of it and of another: |= &= -= ^=, and the methods that do the same."""
    if op is operator.or_:
        with done_whole(f, "|="):
            loop(f, by, lambda each: add(f, old, each), ordered=False)
        return
    found: Any = _combine_sets(f, op, old, by, key)
    f.program.changed |= old.kind.cells[0].unite(found.kind.cells[0])
    for leaf, new in zip(old.leaves, found.leaves, strict=True):
        for place in range(3):
            parts = [Value(List(f.program.cell("tables")), [each]) for each in (new, leaf)]
            source, target = (head(f, each, place) for each in parts)
            f.builder.store(f.builder.load(source), target)
    take_small(f, old, found)


def equal_sets(f: Emitter, one: Value, other: Value) -> Any:
    """Return whether two sets are equal."""
    if not (is_set(one) and is_set(other)):
        return BIT(0)
    if isinstance(one.kind, Bits) and one.kind == other.kind:
        return both(f, *(f.builder.icmp_signed("==", a, b) for a, b in zip(one.leaves, other.leaves, strict=True)))
    same = f.builder.icmp_signed("==", length(f, one), length(f, other))
    return f.builder.and_(same, subset(f, operator.le, one, other))


def subset(f: Emitter, op: Any, one: Value, other: Value) -> Any:
    """Return whether one set is part of another: <=, <, and the other way round."""
    if op in (operator.ge, operator.gt):
        return subset(f, {operator.ge: operator.le, operator.gt: operator.lt}[op], other, one)
    missing = any_of(f, one, lambda each: f.builder.not_(in_set(f, other, each)), ordered=False)
    found = f.builder.not_(missing)
    if op is operator.lt:
        found = f.builder.and_(found, f.builder.icmp_signed("!=", length(f, one), length(f, other)))
    return found


FORMS += [
    (lambda old, new: type(new) in (Set, Frozen) and isinstance(old, (Bits, Fixed, ConstantSet)), as_set),
    (
        lambda old, new: isinstance(new, Bits) and isinstance(old, (Bits, Fixed, Set)),
        lambda f, value, kind: Value(kind, bits_of(f, value, kind.codec, strict=True)),
    ),
]
