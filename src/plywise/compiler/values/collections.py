"""Sets and dicts: created by rules, encoded in states, or constant."""

import operator
from typing import Any

from plywise.compiler.emission.callees import call_value, invoke
from plywise.compiler.emission.constants import constant, pick
from plywise.compiler.emission.conversion import convert, dispatch, plain, truth_value
from plywise.compiler.emission.function import Emitter, Unreachable
from plywise.compiler.library import prelude
from plywise.compiler.types.equality import hashes_as_python, own_equality
from plywise.compiler.types.joining import ConstantCell
from plywise.compiler.types.kinds import (
    BIT,
    COUNTING,
    INT,
    NEVER,
    WHOLE,
    Bits,
    ComputedKeys,
    Constant,
    ConstantDict,
    ConstantSet,
    Dict,
    Frozen,
    Keyed,
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
    variants_of,
)
from plywise.compiler.values.loops import loop
from plywise.compiler.values.numbering import number_of_thing
from plywise.compiler.values.objects import note_hashed
from plywise.compiler.values.places import is_among, place_among
from plywise.compiler.values.sequences import (
    COUNT,
    HEAD_BYTES,
    ITEMS,
    ROOM,
    append,
    head,
    item_at,
    length,
    new_list,
    row_of_list,
    starred,
)
from plywise.compiler.values.small_members import SMALL, by_size, can_be_small, forget_small

UNFIT = "a thing in a set, as trial positions did not show it"
NO_KEY = "a key that is not in the dict"


# --- parts ------------------------------------------------------------------------------------------------------------


def items_of(value: Value) -> Value:
    """Return the list of a set's items, or of a dict's keys."""
    if isinstance(value.kind, Keyed):
        raise ComputedKeys(value.kind.shape.made_by)
    return Value(List(value.kind.cells[0]), value.scalars[:1])


def values_of(value: Value) -> Value:
    """Return the list of a dict's values."""
    return Value(List(value.kind.cells[1]), value.scalars[1:2])


def table_of(f: Emitter, value: Value) -> Value:
    """Return the table of a set or a dict."""
    cell = f.program.cell("tables")
    f.program.put(cell, WHOLE)
    return Value(List(cell), value.scalars[-1:])


def frozen(value: Value) -> Value:
    """Return a new set, referred to by nothing else, as a frozenset."""
    return Value(Frozen(value.kind.cells[0]), value.scalars)


def is_frozen(value: Value) -> bool:
    """Return whether a value is a frozenset."""
    if isinstance(value.kind, ConstantSet):
        return value.kind.is_frozen
    return isinstance(value.kind, (Frozen, Bits)) or isinstance(getattr(value.kind, "thing", None), frozenset)


def new_set(f: Emitter, key: Any) -> Value:
    """Return a new empty set. key: the place where it is created."""
    kind = Set(f.program.cell((key, "items")))
    return Value(kind, [*new_list(f, (key, "items")).scalars, set_table(f, kind)])


def set_table(f: Emitter, kind: Set) -> Any:
    """Return the table of a new set.

    If its members may be small, the head is followed by a bit for each small member. If its order is observed, it has
    slots from the beginning.
    """
    words = SMALL // 64 if can_be_small(kind.item) else 0
    slots = [0, 0, *[prelude.FREE] * prelude.FEW] if is_exact(kind) else []
    table = new_list(f, "tables", f.int(words + len(slots)), WHOLE)
    f.builder.store(f.int(len(slots)), head(f, table, COUNT))
    f.builder.store(f.int(len(slots)), head(f, table, ROOM))
    begin = f.builder.gep(table.scalars[0], [f.int(HEAD_BYTES + 8 * words)])
    f.builder.store(begin, head(f, table, ITEMS))
    for place, slot in enumerate(slots):
        f.builder.store(f.int(slot), f.builder.gep(f.builder.bitcast(begin, INT.as_pointer()), [f.int(place)]))
    forget_small(f, Value(kind, table.scalars))
    return table.scalars[0]


def is_exact(kind: Any) -> bool:
    """Return whether sets of a type have CPython's tables because their order is observed: see prelude."""
    return type(kind) in (Set, Frozen) and kind.cells[0].is_seen and hashes_as_python(kind.item)


def new_dict(f: Emitter, key: Any, missing: Any = None) -> Value:
    """Return a new empty dict. key: the place where it is created. missing: see kinds.Dict."""
    keys, values = new_list(f, (key, "keys")), new_list(f, (key, "values"))
    table = new_list(f, "tables", f.int(0), WHOLE)
    cells = f.program.cell((key, "keys")), f.program.cell((key, "values"))
    return Value(Dict(*cells, missing), [*keys.scalars, *values.scalars, *table.scalars])


def kept(f: Emitter, value: Value) -> Value:
    """Return a value in the form stored in a list."""
    value = f.program.materialize(f, value)
    return plain(f, value) if isinstance(value.kind, (Packed, Constant)) else value


def keyed(f: Emitter, value: Value) -> Value:
    """Return a value in hashable form. Raises Refusal if it cannot be hashed as in Python."""
    value = kept(f, value)
    if any(map(_can_change, variants_of(value.kind))):
        raise f.refuse(f"a {value.kind} is put into a set or is the key of a dict; write tuple(sorted(...)) instead")
    own = own_equality(value.kind, objects=False)
    if own is not None:
        raise f.refuse(
            f"a {own}, which defines its own __eq__ or __hash__, is put into a set or used as a dict key; use a tuple "
            "of the fields that it compares instead"
        )
    return value


def _can_change(kind: Kind) -> bool:
    if isinstance(kind, (ConstantSet, Constant)) and is_set(Value(kind)):
        return not is_frozen(Value(kind))
    return isinstance(kind, (List, Set, Dict, Keyed)) and not isinstance(kind, Frozen)


def add(f: Emitter, found: Value, value: Value) -> None:
    """set.add."""
    value = keyed(f, value)
    note_hashed(f, value)
    f.program.put(found.kind.cells[0], value.kind)
    value = convert(f, value, found.kind.item)

    def small(word: Any, bit: Any) -> Any:
        with f.when(f.builder.icmp_unsigned("==", f.builder.and_(f.builder.load(word), bit), f.int(0))):
            f.builder.store(f.builder.or_(f.builder.load(word), bit), word)
            append(f, items_of(found), value)
            if is_exact(found.kind):
                invoke(f, prelude.enter, items_of(found), table_of(f, found))
        return BIT(1)

    def large() -> Any:
        invoke(f, prelude.add, items_of(found), table_of(f, found), value)
        return BIT(1)

    by_size(f, found, value, small, large)


def discard(f: Emitter, found: Value, value: Value) -> Any:
    """set.discard; return whether the member was in the set, as a bit."""
    value = _alike(f, found, keyed(f, value))
    take = prelude.discard if is_exact(found.kind) else prelude.discard_listed

    def small(word: Any, bit: Any) -> Any:
        here = f.builder.icmp_unsigned("!=", f.builder.and_(f.builder.load(word), bit), f.int(0))
        with f.when(here):
            f.builder.store(f.builder.xor(f.builder.load(word), bit), word)
            invoke(f, take, items_of(found), table_of(f, found), value)
        return here

    def large() -> Any:
        return invoke(f, prelude.discard, items_of(found), table_of(f, found), value).scalars[0]

    return by_size(f, found, value, small, large)


def pop_item(f: Emitter, found: Value) -> Value:
    """set.pop, for a set whose order is observed."""
    items = items_of(found)
    count = f.builder.load(head(f, items, COUNT))
    f.fail(f.builder.icmp_signed("==", count, f.int(0)), KeyError, "pop of an empty set")
    if items.kind.item == NEVER:
        raise Unreachable
    item = item_at(f, items, invoke(f, prelude.next_to_pop, table_of(f, found)).scalars[0])
    discard(f, found, item)
    return item


def clear(f: Emitter, found: Value) -> None:
    """set.clear."""
    f.builder.store(f.int(0), head(f, items_of(found), COUNT))
    if is_exact(found.kind):
        invoke(f, prelude.clear, table_of(f, found), constant(0))
    else:
        f.builder.store(f.int(0), head(f, table_of(f, found), COUNT))
    forget_small(f, found)


# --- members and items ------------------------------------------------------------------------------------------------


def _alike(f: Emitter, found: Value, value: Value) -> Value:
    """Return a value converted to the type of a set's members or a dict's keys; unchanged for a constant one."""
    cell = found.kind.cells[0].root()
    if isinstance(cell, ConstantCell):
        return value
    f.program.put(cell, value.kind)
    return convert(f, value, cell.kind)


def constant_changed(f: Emitter, name: str) -> Refusal:
    """Return the error for a rule that changes a constant set or dict."""
    cache = " (for a cache, use lru_cache)" if name == "dict" else ""
    return f.refuse(
        f"a {name} made outside the rules is changed, which rules must not do; change a copy instead: "
        f"{name}(...){cache}"
    )


def dict_put(f: Emitter, found: Value, key: Value, value: Value) -> None:
    """dict[key] = value."""
    if isinstance(found.kind, ConstantDict):
        raise constant_changed(f, "dict")
    key, value = keyed(f, key), kept(f, value)
    note_hashed(f, key)
    f.program.put(found.kind.cells[0], key.kind)
    f.program.put(found.kind.cells[1], value.kind)
    key, value = (convert(f, each, cell.kind) for each, cell in zip((key, value), found.kind.cells, strict=True))
    invoke(f, prelude.put, items_of(found), values_of(found), table_of(f, found), key, value)


def _place(f: Emitter, found: Value, value: Value) -> Any:
    held = found.kind.cells[0].kind
    if held == NEVER:
        return f.int(-1)
    if _is_set_kind(held) and any(map(_can_change, variants_of(value.kind))):  # unhashable, but may equal a member
        return invoke(f, prelude.place_of, row_of_list(f, items_of(found)), value).scalars[0]
    return invoke(f, prelude.find, items_of(found), table_of(f, found), _alike(f, found, keyed(f, value))).scalars[0]


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
            made = Value(missing.kind, missing.scalars)
            dict_put(f, found, key, call_value(f, made, [], {}, where))
    at = _place(f, found, key)
    f.fail(f.builder.icmp_signed("<", at, f.int(0)), KeyError, NO_KEY)
    return item_at(f, values_of(found), at)


def dict_get(f: Emitter, found: Value, key: Value, default: Value) -> Value:
    """dict.get."""
    if isinstance(found.kind, Constant):
        return dispatch(f, [key], lambda each: _constant_get(f, found.kind.thing, each, default))
    at = _place(f, found, key)
    return _either(f, at, lambda: item_at(f, values_of(found), at), default)


def _either(f: Emitter, at: Any, make: Any, default: Value | None) -> Value:
    """Return the value at a place, or the default if there is none; without a default, raise KeyError."""
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
        if isinstance(many.kind, Constant):
            return truth_value(is_among(f, many.kind.thing, each))
        return truth_value(in_collection(f, many, each))

    return dispatch(f, [one], test).scalars[0]


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
    if not many.scalars:
        return BIT(0)
    at, fits = number_of_thing(f, many.kind.codec, one)
    word = many.scalars[0]
    if len(many.scalars) > 1:
        number_ = f.builder.lshr(at, f.int(6))
        for place, each in enumerate(many.scalars[1:], 1):
            word = f.builder.select(f.builder.icmp_signed("==", number_, f.int(place)), each, word)
    bit = f.builder.trunc(f.builder.lshr(word, f.builder.and_(at, f.int(63))), BIT)
    return f.builder.and_(bit, fits)


def combine_dicts(f: Emitter, op: Any, one: Value, other: Value, key: Any) -> Value | None:
    """Return the result of | on two dicts, or of | & + - on two Counters."""
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
    if isinstance(value.kind, Constant):
        return constant(tuple(value.kind.thing.items()))
    if isinstance(value.kind, Keyed):
        return Value(Lazy("keyed", value))
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
    if isinstance(one.kind, Constant):
        one, other = other, one
    if isinstance(one.kind, Constant):
        return BIT(int(one.kind.thing == other.kind.thing))
    counting = all(getattr(each.kind, "missing", None) == COUNTING for each in (one, other))
    if NEVER in (cell.kind for each in (one, other) for cell in getattr(each.kind, "cells", ())):
        return f.builder.icmp_signed("==", length(f, one), length(f, other))  # one of them is empty
    return invoke(f, prelude.equal_counts if counting else prelude.equal_dicts, one, other).scalars[0]
