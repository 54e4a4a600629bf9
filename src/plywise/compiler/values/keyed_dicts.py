"""Dicts with literal string keys, such as {"board": rows, "turn": 1}, in which each value has its own type.

Such a dict is stored like an object, with a field for each key. An operation that requires an ordinary dict, in which
all values have one type, raises ComputedKeys: the functions are translated again with an ordinary dict instead.
"""

from collections.abc import Callable, Iterable
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import plain
from plywise.compiler.emission.function import Emitter, Unreachable
from plywise.compiler.types.kinds import (
    BIT,
    INT,
    NEVER,
    ComputedKeys,
    Keyed,
    Lazy,
    Shape,
    Value,
    is_dict,
    variants_of,
)
from plywise.compiler.values.collections import NO_KEY, dict_put, new_dict
from plywise.compiler.values.loops import LAZY, Body, Order, loop_over, run
from plywise.compiler.values.objects import (
    clear_fields,
    copy_fields,
    get_field,
    is_set,
    object_bytes,
    one_of_two,
    put_field,
)
from plywise.compiler.values.places import place_among
from plywise.compiler.values.sequences import length_of, tuple_of

OTHER_VALUE = "an item of a dict is assigned a value of another type, by a computed key; write the key as a constant"


def can_be_keyed(f: Emitter, keys: Iterable[Any]) -> bool:
    """Return whether a dict created with some keys can have a field for each."""
    keys, ordinary = tuple(keys), f.program.ordinary_dicts
    return bool(keys) and not f.wraps and ordinary is not None and keys not in ordinary


def is_keyed(value: Value) -> bool:
    """Return whether a value, of one type, is a dict with a field for each key."""
    return isinstance(value.kind, Keyed)


def computed_keys(value: Value) -> Any:
    """Raise ComputedKeys for a dict."""
    raise ComputedKeys(value.kind.shape.made_by)


def keys_of(value: Value) -> list[str]:
    """Return all possible keys of a dict; in its order, unless they change."""
    return [name[1:-1] for name in value.kind.shape.fields]


def new_keyed(f: Emitter, pairs: dict[str, Value]) -> Value:
    """Return a new dict."""
    keys = tuple(pairs)
    shape = f.program.keyed.setdefault(keys, Shape(keys))
    for key in keys:
        shape.fields.setdefault(_field(key), f.program.cell(("field", keys, _field(key))))
    found = Value(Keyed(shape), [f.allocate(object_bytes(f, shape))])
    clear_fields(f, found)
    for key, value in pairs.items():
        put_field(f, found, _field(key), _kept(f, value))
    return found


def keyed_of(f: Emitter, pairs: dict[str, Value]) -> Value | None:
    """Return a new dict; None if it has to be an ordinary one."""
    return new_keyed(f, pairs) if can_be_keyed(f, pairs) else None


def with_more(f: Emitter, value: Value, pairs: dict[str, Value]) -> Value | None:
    """Return a new dict with the items of another one and some more; None if it has to be an ordinary one."""
    if not value.kind.shape.has_changing_keys:
        return keyed_of(f, pairs_in(f, value) | pairs)
    found = copy_fields(f, value)
    for key, each in pairs.items():
        keyed_put(f, found, constant(key), each)
    return found


def ordinary(f: Emitter, pairs: dict[str, Value], key: Any) -> Value:
    """Return a new ordinary dict. key: the place where it is created."""
    found = new_dict(f, key)
    for name, value in pairs.items():
        dict_put(f, found, constant(name), value)
    return found


def _field(key: str) -> str:
    """Return the name of the field for a key, in brackets, so that it is not an attribute."""
    return "[" + key + "]"


def _kept(f: Emitter, value: Value) -> Value:
    return plain(f, f.program.materialize(f, value))


# --- items ------------------------------------------------------------------------------------------------------------


def keyed_item(f: Emitter, value: Value, key: Value) -> Value:
    """dict[key]."""
    if not key.known:
        return _for_each_key(f, value, key, lambda name: _there(f, value, name))
    f.fail(f.builder.not_(_has(f, value, key.known[0])), KeyError, NO_KEY)
    return _there(f, value, key.known[0])


def _there(f: Emitter, value: Value, name: str) -> Value:
    """Return the value of an existing key."""
    cell = value.kind.shape.fields.get(_field(name)) if isinstance(name, str) else None
    if cell is None or cell.kind == NEVER:
        if not f.is_ended:
            f.dead()
        raise Unreachable
    return get_field(f, value, _field(name))


def _has(f: Emitter, value: Value, key: Any) -> Any:
    shape = value.kind.shape
    if not isinstance(key, str):
        return BIT(0)
    if key in shape.made_by and not shape.has_changing_keys:
        return BIT(1)
    return is_set(f, value, _field(key))


def has_key(f: Emitter, value: Value, key: Value) -> Any:
    """Return whether a dict has a key, as a bit."""
    if key.known:
        return _has(f, value, key.known[0])
    if value.kind.shape.has_changing_keys:
        computed_keys(value)
    return f.builder.icmp_signed(">=", place_among(f, keys_of(value), key), f.int(0))


def keyed_put(f: Emitter, value: Value, key: Value, new: Value) -> None:
    """dict[key] = new."""
    new = _kept(f, new)

    def put(name: str) -> Value:
        known = {each.family for each in variants_of(value.kind.shape.fields[_field(name)].kind)}
        if not {each.family for each in variants_of(new.kind)} <= known:
            raise f.stop(TypeError, OTHER_VALUE, False)
        put_field(f, value, _field(name), new)
        return constant(None)

    if not key.known:
        _for_each_key(f, value, key, put)
        return
    if not isinstance(key.known[0], str):
        computed_keys(value)
    if key.known[0] not in value.kind.shape.made_by:
        note_changing_keys(f, value)
    put_field(f, value, _field(key.known[0]), new)


def note_changing_keys(f: Emitter, value: Value) -> None:
    """Record that a dict may gain or lose keys."""
    shape = value.kind.shape
    if not shape.has_changing_keys:
        shape.has_changing_keys = f.program.changed = True


def _for_each_key(f: Emitter, value: Value, key: Value, act: Callable[[str], Value]) -> Value:
    """Return the result of `act` for a computed key. Raises ComputedKeys if all values have one type."""
    if any(cell.kind == NEVER for cell in value.kind.cells):
        f.dead()
        raise Unreachable
    if _is_of_one_type(value) or value.kind.shape.has_changing_keys:
        computed_keys(value)
    names = keys_of(value)
    at = place_among(f, names, plain(f, key))
    f.fail(f.builder.icmp_signed("<", at, f.int(0)), KeyError, NO_KEY)
    none, ways = f.block("none"), []
    choice = f.builder.switch(at, none)
    f.at(none)
    f.builder.unreachable()
    for place, name in enumerate(names):
        block = f.block("key")
        choice.add_case(f.int(place), block)
        f.at(block)
        with f.reached():
            found = act(name)
            ways.append((f.builder.block, found))
    return f.merge(None, ways, f.block("found"))


def get_keyed(f: Emitter, value: Value, key: Value, default: Value) -> Value:
    """dict.get."""
    if not key.known:
        return computed_keys(value)
    bit = _has(f, value, key.known[0])
    if isinstance(bit, ir.Constant):
        return _there(f, value, key.known[0]) if bit.constant else default
    return one_of_two(f, bit, lambda: _there(f, value, key.known[0]), lambda: _kept(f, default))


def pop_keyed(f: Emitter, value: Value, key: Value, default: Value | None = None) -> Value:
    """dict.pop, del dict[key]."""
    if not key.known:
        return computed_keys(value)
    note_changing_keys(f, value)
    found = keyed_item(f, value, key) if default is None else get_keyed(f, value, key, default)
    if isinstance(key.known[0], str) and _field(key.known[0]) in value.kind.shape.fields:
        clear_fields(f, value, [_field(key.known[0])])
    return found


# --- dicts as a whole -------------------------------------------------------------------------------------------------


def update_keyed(f: Emitter, value: Value, more: Value) -> None:
    """dict.update."""
    for key, each in pairs_in(f, more).items():
        keyed_put(f, value, constant(key), each)


def pairs_in(f: Emitter, value: Value) -> dict[str, Value]:
    """Return the items of a dict with known keys. Raises ComputedKeys, or Refusal."""
    thing = getattr(value.kind, "thing", None)
    if isinstance(thing, dict) and _are_texts(thing):
        return {key: constant(each) for key, each in thing.items()}
    if not is_keyed(value):
        raise f.refuse(f"a dict is made with the keys of a {value.kind}; write the keys out instead")
    if value.kind.shape.has_changing_keys:
        computed_keys(value)
    return {key: _there(f, value, key) for key in keys_of(value)}


def _are_texts(keys: Iterable[Any]) -> bool:
    return all(type(each) is str for each in keys)


def _loop_items(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    """Loop over dict.items(), written out for each key."""
    value = kind.parts[0]
    _written_out(f, value, lambda key: run(f, body, tuple_of([constant(key), _there(f, value, key)])))


def values_of_keyed(value: Value) -> Value:
    """dict.values, for a loop. Raises ComputedKeys if all have one type, as in an ordinary dict."""
    if _is_of_one_type(value):
        computed_keys(value)
    return Value(Lazy("values of keyed", value))


def _is_of_one_type(value: Value) -> bool:
    return len({each.family for cell in value.kind.cells for each in variants_of(cell.kind)}) == 1


def _loop_values(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    value = kind.parts[0]
    _written_out(f, value, lambda key: run(f, body, _there(f, value, key)))


@loop_over.on(Keyed)
def _loop_keys(f: Emitter, value: Value, body: Body, ordered: Order) -> None:
    _written_out(f, value, lambda key: run(f, body, constant(key)))


def _written_out(f: Emitter, value: Value, body: Callable[[str], None]) -> None:
    for key in pairs_in(f, value):
        if f.is_ended:
            break
        body(key)


LAZY |= {"keyed": _loop_items, "values of keyed": _loop_values}


@length_of.on(Keyed)
def _length(f: Emitter, value: Value) -> Any:
    found: Any = f.int(0)
    for key in keys_of(value):
        found = f.builder.add(found, f.builder.zext(_has(f, value, key), INT))
    return found


def equal_keyed(f: Emitter, one: Value, other: Value, equal: Callable[..., Any]) -> Any:
    """Return whether two values, one of them a dict with a field for each key, are equal, as a bit."""
    if not (is_dict(one) and is_dict(other)):
        return BIT(0)
    one, other = (one, other) if is_keyed(one) else (other, one)
    if not is_keyed(other):
        thing = getattr(other.kind, "thing", None)
        made = keyed_of(f, pairs_in(f, other)) if isinstance(thing, dict) and _are_texts(thing) else None
        if made is None:
            return computed_keys(one)
        other = made
    found, done = f.place(BIT), f.block("compared")
    f.builder.store(BIT(0), found)
    for key in dict.fromkeys([*keys_of(one), *keys_of(other)]):
        f.builder.cbranch(_same(f, one, other, key, equal), more := f.block("more"), done)
        f.at(more)
    f.builder.store(BIT(1), found)
    f.go(done)
    f.at(done)
    return f.builder.load(found)


def _same(f: Emitter, one: Value, other: Value, key: str, equal: Callable[..., Any]) -> Any:
    """Return whether two dicts have equal values of a key, or both lack it, as a bit."""
    here, there = (_has(f, each, key) for each in (one, other))
    found = f.place(BIT)
    f.builder.store(f.builder.icmp_unsigned("==", here, there), found)
    with f.when(f.builder.and_(here, there)):
        f.builder.store(equal(f, _there(f, one, key), _there(f, other, key)), found)
    return f.builder.load(found)


__all__ = [
    "computed_keys",
    "equal_keyed",
    "get_keyed",
    "has_key",
    "is_keyed",
    "keyed_item",
    "keyed_of",
    "keyed_put",
    "ordinary",
    "pairs_in",
    "pop_keyed",
    "update_keyed",
    "values_of_keyed",
    "with_more",
]
