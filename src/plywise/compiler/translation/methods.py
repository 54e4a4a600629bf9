"""The methods of Python's own types."""

import operator
import random
from collections.abc import Callable
from typing import Any

from plywise.compiler.emission.callees import call_value, invoke
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import convert, dispatch, plain, truth_value
from plywise.compiler.emission.function import Emitter
from plywise.compiler.emission.wide_ints import resized
from plywise.compiler.library import prelude
from plywise.compiler.syntax.names import CHANGING
from plywise.compiler.types.equality import hashes_as_python
from plywise.compiler.types.kinds import (
    BIT,
    COUNTING,
    INT,
    NONE,
    WHOLE,
    Bits,
    Bool,
    Constant,
    ConstantDict,
    ConstantSet,
    Deque,
    Dict,
    Int,
    Keyed,
    Keys,
    Kind,
    Lazy,
    List,
    Options,
    Packed,
    Record,
    Row,
    Set,
    Tuple,
    Value,
    Values,
    is_dict,
    is_numpy,
    is_range,
    is_set,
    is_text,
)
from plywise.compiler.values.array_functions import array_method
from plywise.compiler.values.arrays import is_array
from plywise.compiler.values.classes import as_dict, construct, record_of
from plywise.compiler.values.collections import (
    NO_KEY,
    add,
    clear,
    constant_changed,
    dict_get,
    dict_item,
    dict_pop,
    dict_put,
    discard,
    frozen,
    in_collection,
    is_frozen,
    items_of,
    new_dict,
    pairs_of,
    pop_item,
    update_dict,
    values_of,
)
from plywise.compiler.values.comparisons import truth
from plywise.compiler.values.keyed_dicts import (
    computed_keys,
    get_keyed,
    has_key,
    keyed_item,
    keyed_put,
    pop_keyed,
    update_keyed,
    values_of_keyed,
)
from plywise.compiler.values.lookups import contains
from plywise.compiler.values.loops import any_of, listed, loop
from plywise.compiler.values.numbers import as_pythons, integer, whole
from plywise.compiler.values.objects import copy_fields, lacks, no_attribute
from plywise.compiler.values.operators import binary
from plywise.compiler.values.sequences import (
    COUNT,
    ITEMS,
    ROOM,
    append,
    as_deque,
    as_row,
    check_own,
    cut,
    head,
    item_at,
    length,
    list_of_row,
    new_list,
    row_of_list,
    starred,
    tuple_of,
)
from plywise.compiler.values.set_operations import as_set, change_set, combine_all, subset, update
from plywise.compiler.values.signatures import check_method, has_rest
from plywise.compiler.values.texts import OF_BYTES, TEXTS

Arguments = list[Value]


def method(f: Emitter, value: Value, name: str, args: Arguments, named: dict[str, Value], key: Any) -> Value:
    """Return value.name(*args, **named)."""
    return dispatch(f, [value], lambda each: _method(f, each, name, args, named, key))


def _method(f: Emitter, value: Value, name: str, args: Arguments, named: dict[str, Value], key: Any) -> Value:
    if is_array(value):
        return array_method(f, value, name, args, named, key)
    for test, table in TABLES:
        if test(value) and name in table:
            check_method(f, name, args, named)
            return table[name](f, value, args, named, key)
    if name in SPECIAL:
        return call_value(f, constant(SPECIAL[name]), [value, *args], named, key)
    if lacks(value.kind, name):
        raise no_attribute(f, value.kind.python, name)
    thing = getattr(value.kind, "thing", None)
    if isinstance(thing, (list, dict, set)) and name in CHANGING:
        raise constant_changed(f, next(each.__name__ for each in (list, dict, set) if isinstance(thing, each)))
    if isinstance(thing, random.Random):
        raise f.refuse(f"random.{name} cannot be compiled; write a rule without chance instead")
    raise f.refuse(
        f"the method {name} of a {value.kind} cannot be compiled; write a function that does the same instead"
    )


SPECIAL = {"__contains__": operator.contains, "__getitem__": operator.getitem, "__len__": len}
"""Special methods that may be passed as functions: key=prices.__getitem__."""


def nothing() -> Value:
    """Return None."""
    return Value(NONE, (), (None,))


# --- tuples and lists -------------------------------------------------------------------------------------------------


def _count(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    row: Any = as_row(f, value)
    return invoke(f, prelude.count_of, row, plain(f, args[0]))


def _index(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    row: Any = as_row(f, value)
    start = args[1] if len(args) > 1 else constant(0)
    stop = args[2] if len(args) > 2 else Value(WHOLE, [row.scalars[1]])
    return invoke(f, prelude.index_of, row, plain(f, args[0]), start, stop)


def _copy_row(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    row: Any = as_row(f, value)
    return list_of_row(f, row, None, (key, "copy"))


ROWS: dict[str, Any] = {"count": _count, "index": _index, "copy": _copy_row}


def _append(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    append(f, value, args[0])
    return nothing()


def _extend(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    many = listed(f, args[0], (key, "more")) if isinstance(args[0].kind, List) else args[0]
    loop(f, many, lambda each: append(f, value, each))
    return nothing()


def _pop(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    if args and args[0].known != (-1,):
        return invoke(f, prelude.take, value, args[0])
    check_own(f, value)
    count = f.builder.load(head(f, value, COUNT))
    f.fail(f.builder.icmp_signed("<=", count, f.int(0)), IndexError, "pop from an empty list")
    last = f.builder.sub(count, f.int(1))
    f.builder.store(last, head(f, value, COUNT))
    return item_at(f, value, last)


def _pop_left(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    count = f.builder.load(head(f, value, COUNT))
    f.fail(f.builder.icmp_signed("<=", count, f.int(0)), IndexError, "pop from an empty deque")
    found = item_at(f, value, f.int(0))
    size = f.size_of(value.kind.item)
    items = f.builder.load(head(f, value, ITEMS))
    f.builder.store(f.builder.gep(items, [size]), head(f, value, ITEMS))
    f.builder.store(f.builder.sub(count, f.int(1)), head(f, value, COUNT))
    room = f.builder.load(head(f, value, ROOM))
    f.builder.store(f.builder.sub(room, f.int(1)), head(f, value, ROOM))
    return found


def _insert(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    new = plain(f, f.program.materialize(f, args[1]))
    f.program.put(value.kind.cells[0], new.kind)
    invoke(f, prelude.insert, value, args[0], convert(f, new, value.kind.item))
    return nothing()


def _extend_left(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    many = listed(f, args[0], (key, "more")) if isinstance(args[0].kind, List) else args[0]
    loop(f, many, lambda each: _nothing_of(_append_left(f, value, [each], named, key)))
    return nothing()


def _nothing_of(value: Value) -> None:
    """Ignore the result of a method."""


def _rotate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    invoke(f, prelude.rotate, value, args[0] if args else constant(1))
    return nothing()


def _append_left(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return _insert(f, value, [constant(0), args[0]], named, key)


def _remove(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    invoke(f, prelude.remove, value, plain(f, args[0]))
    return nothing()


def _reverse(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    invoke(f, prelude.turn, value)
    return nothing()


def _clear(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    check_own(f, value)
    for scalar in value.scalars:
        f.builder.store(f.int(0), head(f, Value(List(f.program.cell("tables")), [scalar]), COUNT))
    return nothing()


def _copy_list(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    made = list_of_row(f, row_of_list(f, value), None, (key, "copy"))
    return as_deque(made) if isinstance(value.kind, Deque) else made


def keys_for(f: Emitter, values: Value, named: dict[str, Value], key: Any) -> Value:
    """Return the list of `key` of each item of a list; the list itself if there is no key."""
    by = named.get("key")
    if by is None or by.known == (None,):
        return values
    keys = new_list(f, (key, "keys"))
    call = call_value
    loop(f, values, lambda each: append(f, keys, call(f, by, [each])))
    return keys


def ordering_keys(f: Emitter, values: Value, named: dict[str, Value], key: Any) -> Value:
    """Return the list of a list's sort keys. Raises Refusal for sets, whose < is no total order."""
    keys = keys_for(f, values, named, key)
    if _has_sets(keys.kind.item):
        raise f.refuse("sets are sorted, which are only partially ordered; write key=sorted instead")
    return keys


def _has_sets(kind: Kind) -> bool:
    """Return whether values of a type are or contain sets."""
    if isinstance(kind, (Set, Bits)) or isinstance(getattr(kind, "thing", None), (set, frozenset)):
        return True
    inner = (kind.item,) if isinstance(kind, (Row, List)) else getattr(kind, "items", getattr(kind, "variants", ()))
    return any(map(_has_sets, inner))


def _sort(f: Emitter, value: Value, args: Arguments, named: dict[str, Value], key: Any) -> Value:
    turned = truth_value(truth(f, named["reverse"])) if "reverse" in named else constant(False)
    invoke(f, prelude.put_in_order, value, ordering_keys(f, value, named, key), turned)
    return nothing()


LISTS: dict[str, Any] = {
    "append": _append,
    "extend": _extend,
    "pop": _pop,
    "insert": _insert,
    "remove": _remove,
    "reverse": _reverse,
    "clear": _clear,
    "copy": _copy_list,
    "sort": _sort,
    **ROWS,
}


def _pop_right(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    if args:
        raise f.refuse("pop of a deque takes no index in Python; write del q[index] instead")
    return _pop(f, value, args, named, key)


DEQUES: dict[str, Any] = {name: each for name, each in LISTS.items() if name != "sort"} | {
    "copy": _copy_list,
    "pop": _pop_right,
    "popleft": _pop_left,
    "appendleft": _append_left,
    "extendleft": _extend_left,
    "rotate": _rotate,
}


# --- sets and dicts ---------------------------------------------------------------------------------------------------


def _add(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    add(f, value, args[0])
    return nothing()


def _update_set(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    for many in args:
        update(f, value, many)
    return nothing()


def _clear_set(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    clear(f, value)
    return nothing()


def _pop_any(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    if not hashes_as_python(value.kind.item):
        raise f.refuse("pop of a set whose order changes from run to run; use min(...) and remove instead")
    f.program.changed |= value.kind.cells[0].see()
    return pop_item(f, value)


def _discard(strict: bool) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        done = discard(f, value, args[0])
        if strict:
            f.fail(f.builder.not_(done), KeyError, NO_KEY)
        return nothing()

    return translate


def _as_set(f: Emitter, value: Value, key: Any) -> Value:
    return value if is_set(value) else as_set(f, value, None, (key, "set"))


def _combined(op: Any) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        if has_rest(args):
            return _combined_all(f, op, value, args, key)
        return combine_all(f, op, value, args, (key, "combined"))

    return translate


def _combined_all(f: Emitter, op: Any, value: Value, args: Arguments, key: Any) -> Value:
    """union, intersection or difference with an unknown number of sets from a starred argument."""
    found = as_set(f, value, None, (key, "all"))
    many = Value(Lazy("chain", tuple_of(args[:-1]), args[-1].kind.parts[0]))
    loop(f, many, lambda each: change_set(f, op, found, each, (key, "step")))
    return frozen(found) if is_frozen(value) else found


def _changing(op: Any) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        for number, each in enumerate(args):
            change_set(f, op, value, each, (key, "changed", number))
        return nothing()

    return translate


def _related(op: Any) -> Any:
    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        return truth_value(subset(f, op, value, _as_set(f, args[0], key)))

    return translate


def _disjoint(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return truth_value(f.builder.not_(any_of(f, args[0], lambda each: contains(f, value, each))))


def _copy_set(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return value if is_frozen(value) else as_set(f, value, None, (key, "copy"))


SETS: dict[str, Any] = {
    "union": _combined(operator.or_),
    "intersection": _combined(operator.and_),
    "difference": _combined(operator.sub),
    "symmetric_difference": _combined(operator.xor),
    "issubset": _related(operator.le),
    "issuperset": _related(operator.ge),
    "isdisjoint": _disjoint,
    "copy": _copy_set,
}
CHANGING_SETS: dict[str, Any] = {
    "add": _add,
    "update": _update_set,
    "discard": _discard(False),
    "remove": _discard(True),
    "clear": _clear_set,
    "pop": _pop_any,
    "intersection_update": _changing(operator.and_),
    "difference_update": _changing(operator.sub),
    "symmetric_difference_update": _changing(operator.xor),
}


def is_constant(value: Value, made_by: type) -> bool:
    """Return whether a value is a constant list, set or dict, known at compile time or at run time."""
    kind = value.kind
    if isinstance(kind, ConstantSet):
        return made_by is set and not kind.is_frozen
    return isinstance(getattr(kind, "thing", None), made_by) or (made_by is dict and isinstance(kind, ConstantDict))


def _refusing(table: dict[str, Any], name: str) -> dict[str, Any]:
    """Return a table in which every method that changes a constant set or dict is refused."""

    def translate(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
        raise constant_changed(f, name)

    return dict.fromkeys(table, translate)


def parts_of(f: Emitter, value: Value) -> tuple[Value, Value]:
    """Return the keys and the values of a dict."""
    if isinstance(value.kind, Constant):
        return constant(tuple(value.kind.thing)), constant(tuple(value.kind.thing.values()))
    return items_of(value), values_of(value)


def _keys(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    if isinstance(value.kind, Constant):
        return parts_of(f, value)[0]
    return Value(Keys(value.kind.cells[0]), [value.scalars[0], value.scalars[2]])


def _values(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    values = parts_of(f, value)[1]
    return values if isinstance(value.kind, Constant) else Value(Values(values.kind.cells[0]), values.scalars)


def _items(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return pairs_of(value)


def _get(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return dict_get(f, value, args[0], args[1] if len(args) > 1 else nothing())


def _pop_key(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return dict_pop(f, value, args[0], args[1] if len(args) > 1 else None)


def _set_default(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:

    with f.when(f.builder.not_(in_collection(f, value, args[0]))):
        dict_put(f, value, args[0], args[1] if len(args) > 1 else nothing())
    return dict_item(f, value, args[0])


def copy_dict(f: Emitter, value: Value, key: Any) -> Value:
    """Return a new dict with the same keys and values."""
    found = new_dict(f, (key, "copy"), getattr(value.kind, "missing", None))
    loop(
        f,
        Lazy_items(f, value),
        lambda pair: dict_put(f, found, *starred(f, pair)),
    )
    return found


def Lazy_items(f: Emitter, value: Value) -> Value:  # noqa: N802
    """Return the items of a dict."""
    return _items(f, value, [], {}, None)


def _update_dict(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    counting = value.kind.missing == COUNTING
    for each in args:
        if counting:
            count_all(f, value, each, 1, key)
        else:
            update_dict(f, value, each)
    for name, each in named.items():
        if counting:
            raise f.refuse("update of a Counter by name; write += instead")
        dict_put(f, value, constant(name), each)
    return nothing()


def _subtract(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    for each in args:
        count_all(f, value, each, -1, key)
    return nothing()


def count_all(f: Emitter, counts: Value, many: Value, sign: int, key: Any) -> None:
    """Add to a Counter, or subtract from it, the items of an iterable or the counts of another Counter."""

    def one(each: Value, number: Value) -> None:
        each = plain(f, f.program.materialize(f, each))
        before = dict_get(f, counts, each, constant(0))
        by = operator.add if sign > 0 else operator.sub
        dict_put(f, counts, each, binary(f, by, before, number, (key, "count")))

    if is_dict(many):
        pairs = _items(f, many, [], {}, key)
        loop(f, pairs, lambda pair: one(*starred(f, pair)))
    else:
        loop(f, many, lambda each: one(each, constant(1)))


def _most_common(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    found = invoke(f, prelude.most_common, value)
    if not args or args[0].known == (None,):
        return found
    return cut(f, found, None, args[0], None, (key, "most"))


def _elements(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return invoke(f, prelude.elements, value)


def _pop_item(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    last = f.builder.sub(length(f, value), f.int(1))
    f.fail(f.builder.icmp_signed("<", last, f.int(0)), KeyError, "popitem(): dictionary is empty")
    pair = [item_at(f, each, last) for each in parts_of(f, value)]
    dict_pop(f, value, pair[0], None)
    return tuple_of(pair)


DICTS: dict[str, Any] = {
    "keys": _keys,
    "values": _values,
    "items": _items,
    "get": _get,
    "total": lambda f, value, args, named, key: call_value(f, constant(sum), [parts_of(f, value)[1]], {}, key),
    "copy": lambda f, value, args, named, key: copy_dict(f, value, key),
    "most_common": _most_common,
    "elements": _elements,
}
CHANGING_DICTS: dict[str, Any] = {
    "pop": _pop_key,
    "setdefault": _set_default,
    "update": _update_dict,
    "popitem": _pop_item,
    "subtract": _subtract,
    "clear": _clear,
}


def _items_of_keyed(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return pairs_of(value)


def _get_keyed(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return get_keyed(f, value, args[0], args[1] if len(args) > 1 else nothing())


def _pop_keyed(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return pop_keyed(f, value, args[0], args[1] if len(args) > 1 else None)


def _set_keyed_default(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    with f.when(f.builder.not_(has_key(f, value, args[0]))):
        keyed_put(f, value, args[0], args[1] if len(args) > 1 else nothing())
    return keyed_item(f, value, args[0])


def _update_keyed(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    for each in args:
        update_keyed(f, value, each)
    for name, each in named.items():
        keyed_put(f, value, constant(name), each)
    return nothing()


KEYED: dict[str, Any] = {
    "copy": lambda f, value, args, named, key: copy_fields(f, value),
    "items": _items_of_keyed,
    "values": lambda f, value, args, named, key: values_of_keyed(value),
    "get": _get_keyed,
    "pop": _pop_keyed,
    "setdefault": _set_keyed_default,
    "update": _update_keyed,
}
"""The methods of dicts with literal keys; any other method makes it an ordinary dict."""
ALL_OF_KEYED = KEYED | {
    name: lambda f, value, args, named, key: computed_keys(value) for name in dir(dict) if name not in KEYED
}


# --- numbers and records ----------------------------------------------------------------------------------------------


def _bit_count(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return Value(WHOLE, [resized(f.builder, f.builder.ctpop(_magnitude(f, value)), INT)])


def _bit_length(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    magnitude = _magnitude(f, value)
    zeros = resized(f.builder, f.builder.ctlz(magnitude, BIT(0)), INT)
    return Value(WHOLE, [f.builder.sub(f.int(magnitude.type.width), zeros)])


def _magnitude(f: Emitter, value: Value) -> Any:
    number = integer(f, value).scalars[0]
    return f.builder.select(f.builder.icmp_signed("<", number, number.type(0)), f.builder.neg(number), number)


WHOLES: dict[str, Any] = {"bit_count": _bit_count, "bit_length": _bit_length}


def replace_fields(f: Emitter, value: Value, args: Arguments, named: dict[str, Value], key: Any = None) -> Value:
    """_replace of a NamedTuple, dataclasses.replace."""
    kind: Any = value.kind
    fields = value.items()
    for name, new in named.items():
        if name not in kind.names:
            raise f.refuse(f"{kind} has no field {name}; write one that it has")
        fields[kind.names.index(name)] = (
            plain(f, new) if isinstance(new.kind, Constant) else f.program.materialize(f, new)
        )
    return record_of(kind.made_by, kind.names, fields)


def _make(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    """_make of a NamedTuple, from a row or a tuple."""
    made_by = value.kind.thing
    return construct(f, made_by, [Value(Lazy("rest", listed(f, args[0], (key, "made"))))], {})


def _from_keys(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    """dict.fromkeys."""
    found = new_dict(f, (key, "dict"))
    kept = f.program.materialize(f, args[1]) if len(args) > 1 else nothing()
    loop(f, args[0], lambda each: dict_put(f, found, each, kept))
    return found


def _index_in_range(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    value, word = plain(f, value), whole(f, args[0])
    inside = contains(f, value, args[0])
    f.fail(f.builder.not_(inside), ValueError, "a number that is not in the range")
    return Value(WHOLE, [f.builder.sdiv(f.builder.sub(word, value.scalars[0]), value.scalars[2])])


def _count_in_range(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    inside = contains(f, plain(f, value), args[0])
    return Value(WHOLE, [f.builder.zext(inside, INT)])


RANGES: dict[str, Any] = {"index": _index_in_range, "count": _count_in_range}
RECORDS: dict[str, Any] = {"_replace": replace_fields, "_asdict": as_dict}
OF_CLASSES: dict[str, Any] = {"_make": _make, "fromkeys": _from_keys}


def _is_row(value: Value) -> bool:
    kind = value.kind
    if isinstance(kind, Packed):
        return not is_text(value)
    if isinstance(kind, Constant):
        return isinstance(kind.thing, (tuple, list))
    return isinstance(kind, (Tuple, Row)) or (isinstance(kind, Record) and kind.is_tuple)


def _get_option(f: Emitter, value: Value, args: Arguments, named: Any, key: Any) -> Value:
    return value.option(args[0].known[0]) or (args[1] if len(args) > 1 else constant(None))


TABLES: list[tuple[Callable[[Value], bool], dict[str, Any]]] = [
    (is_text, TEXTS),
    (lambda value: value.kind.family == "bytes", OF_BYTES),
    (_is_row, ROWS),
    (is_range, RANGES),
    (lambda value: type(value.kind) is List, LISTS),
    (lambda value: isinstance(value.kind, Deque), DEQUES),
    (lambda value: isinstance(value.kind, Keys), {"isdisjoint": _disjoint}),
    (lambda value: is_set(value) and not isinstance(value.kind, Keys), SETS),
    (lambda value: type(value.kind) is Set, CHANGING_SETS),
    (
        lambda value: (
            isinstance(value.kind, Dict) or (isinstance(value.kind, Constant) and hasattr(value.kind.thing, "keys"))
        ),
        DICTS,
    ),
    (lambda value: is_constant(value, set), _refusing(CHANGING_SETS, "set")),
    (lambda value: is_constant(value, dict), _refusing(CHANGING_DICTS, "dict")),
    (lambda value: isinstance(value.kind, Dict), CHANGING_DICTS),
    (lambda value: isinstance(value.kind, Keyed), ALL_OF_KEYED),
    (lambda value: isinstance(value.kind, Options), {"get": _get_option}),
    (is_numpy, {"item": lambda f, value, args, named, key: as_pythons(value)}),
    (lambda value: isinstance(value.kind, (Int, Bool)), WHOLES),
    (lambda value: isinstance(value.kind, Record) and value.kind.is_tuple, RECORDS),
    (lambda value: isinstance(getattr(value.kind, "thing", None), type), OF_CLASSES),
]
"""Predicate on values -> their methods."""
