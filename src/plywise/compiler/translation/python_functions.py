"""Translation of Python's built-in functions and those of its standard library."""

import ast
import bisect
import dataclasses
import functools
import heapq
import math
import operator
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Any

from plywise import bits
from plywise.compiler import ir
from plywise.compiler.emission.callees import BUILTINS, Named, call_value, invoke
from plywise.compiler.emission.checked_numbers import OF_FLOATS
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import convert, dispatch, plain, truth_value, variant
from plywise.compiler.emission.function import Emitter, Scope
from plywise.compiler.emission.narrowing import classes_in
from plywise.compiler.emission.wide_ints import pythons_hash, resized
from plywise.compiler.library import prelude
from plywise.compiler.syntax.post_init import with_field
from plywise.compiler.translation import methods
from plywise.compiler.translation.expressions import attribute
from plywise.compiler.translation.formats import as_repr, as_string, formatted
from plywise.compiler.translation.iterators import ITERATORS, fold, lazy
from plywise.compiler.types.joining import join_all
from plywise.compiler.types.kinds import (
    BIT,
    CHAR,
    COUNTING,
    INT,
    LETTER,
    NEVER,
    RANGE,
    WHOLE,
    Bits,
    Bool,
    Bound,
    Bytes,
    Closure,
    Constant,
    Deque,
    Factory,
    Float,
    Generator,
    Int,
    Iterator,
    Lazy,
    List,
    Object,
    Packed,
    Partial,
    Record,
    Row,
    Text,
    Tuple,
    Union,
    Value,
    Values,
    class_of,
    is_of,
    is_set,
    is_text,
    orders_itself,
    variants_of,
    widest,
)
from plywise.compiler.values.arrays import as_bytes, is_array, of_array
from plywise.compiler.values.classes import made_anew
from plywise.compiler.values.collections import dict_put, frozen, is_frozen, new_dict, new_set, update_dict
from plywise.compiler.values.comparisons import ordered, truth
from plywise.compiler.values.hashes import hash_value
from plywise.compiler.values.keyed_dicts import is_keyed, keyed_of, with_more
from plywise.compiler.values.lookups import item
from plywise.compiler.values.loops import IF_KNOWN, Order, any_of, first_of, listed, loop
from plywise.compiler.values.making import made_without_init, make_object
from plywise.compiler.values.numbers import (
    absolute,
    as_wide,
    as_word,
    floating,
    integer,
    number,
    of_floats,
    rounded,
    rounded_to,
    whole,
)
from plywise.compiler.values.objects import has_attribute, one_of_two, set_attribute
from plywise.compiler.values.operators import binary, flipped, relation, unary
from plywise.compiler.values.packed_lists import rows_as_they_are
from plywise.compiler.values.sequences import (
    as_deque,
    as_row,
    copied_row,
    length,
    list_of_row,
    new_list,
    repeated,
    row_of_list,
    tuple_of,
)
from plywise.compiler.values.set_operations import as_set
from plywise.compiler.values.signatures import has_rest
from plywise.compiler.values.texts import of_letters, text_value


def _one(make: Callable[[Emitter, Value], Value]) -> Any:
    """Return the translation of a function of one value."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        if len(args) != 1 or named:
            raise f.refuse("a function of one argument is called with another number of them; pass one instead")
        return dispatch(f, args, lambda each: make(f, each))

    return translate


def _len(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return Value(WHOLE, [length(f, args[0])])


MAX_END = 2**61


def _range(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    numbers = [whole(f, each, "an end of a range") for each in args]
    if len(numbers) == 1:
        numbers.insert(0, f.int(0))
    start, stop, step = (*numbers, f.int(1))[:3]
    f.fail(f.builder.icmp_signed("==", step, f.int(0)), ValueError, "range() arg 3 must not be zero")
    for each in (start, stop, step):  # so that neither its length nor its step exceeds 64 bits
        if not isinstance(each, ir.Constant) or abs(each.constant) > MAX_END:
            moved = f.builder.add(each, f.int(MAX_END))
            f.fail(
                f.builder.icmp_unsigned(">", moved, f.int(2 * MAX_END)), OverflowError, "an end of a range is too large"
            )
    return Value(RANGE, [start, stop, step])


def _enumerate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    start = args[1] if len(args) > 1 else named.get("start", constant(0))
    return Value(Lazy("enumerate", args[0], whole(f, start)))


def _zip(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    strict = named.get("strict", constant(False))
    if not strict.known:
        raise f.refuse("zip with strict= that is not a constant; write True or False instead")
    if len(args) == 1 and isinstance(args[0].kind, Lazy) and args[0].kind.what == "rest":
        if strict.known[0]:
            raise f.refuse("zip(*rows, strict=True); compare the lengths of the rows first instead")
        return _columns(f, args[0].kind.parts[0], key)
    if not args:
        return tuple_of([])
    return Value(Lazy("zip_strictly" if strict.known[0] else "zip", *args))


def _columns(f: Emitter, rows: Value, key: Any) -> Value:
    """zip(*rows), of a list of rows."""
    if any(isinstance(each, (Iterator, Generator)) for each in variants_of(getattr(rows.kind, "item", rows.kind))):
        raise f.refuse("zip(*...) of iterators cannot be compiled; give it lists instead")
    return invoke(f, prelude.columns, rows)


def _any(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return truth_value(any_of(f, args[0], lambda each: truth(f, each)))


def _all(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return truth_value(f.builder.not_(any_of(f, args[0], lambda each: f.builder.not_(truth(f, each)))))


def _accumulate(f: Emitter, many: Value, start: Value, step: Any, key: Any, ordered: Order = True) -> Value:
    """Return the final value of a loop that updates one value."""
    slot_key = (key, "accumulated")
    f.program.widen(slot_key, start.kind)
    scope = Scope(slot_key, f.scope.function, {"found"}, f.scope)
    scope.begin = f.block("accumulate")
    f.go(scope.begin)
    f.at(scope.begin)
    inside = f.block("inside")
    f.builder.branch(inside)
    f.at(inside)
    slot = f.slot("found", scope)
    f.assign(slot, start)
    loop(f, many, lambda each: f.assign(slot, step(f.read(slot, "found"), each)), ordered)
    return f.read(slot, "found")


def _sum(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    start = plain(f, args[1] if len(args) > 1 else named.get("start", constant(0)))
    if is_text(start):
        raise f.refuse("sum of strings, which Python refuses; write ''.join(...) instead")

    def step(found: Value, each: Value) -> Value:
        if sys.version_info >= (3, 12) and isinstance(each.kind, Float):
            raise f.refuse("sum of floats, which Python 3.12 and later adds with compensation; write a loop")
        return binary(f, operator.add, found, each, (key, "sum"))

    before = f.sets_met
    found = _accumulate(f, args[0], Value(start.kind, start.scalars), step, key, f.order_asked())
    if f.sets_met > before and not isinstance(found.kind, (Int, Bool)):
        f.ask_order("the items added up are not ints")
    return found


def _extreme(op: Any) -> Any:
    """Return the translation of min or max."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        by = named.get("key")
        by = None if by is not None and by.known == (None,) else by
        if len(args) > 1 and by is None and all(isinstance(each.kind, Int) for each in args):
            return _of_ints(f, op, args)
        many = args[0] if len(args) == 1 else tuple_of([plain(f, f.program.materialize(f, each)) for each in args])
        return _best(f, op, many, by, named.get("default"), key)

    return translate


def _of_ints(f: Emitter, op: Any, args: list[Value]) -> Value:
    if all(each.known for each in args):
        pick = min if op is operator.lt else max
        return constant(pick(each.known[0] for each in args))
    kind = widest(*(each.kind for each in args))
    best, *others = (as_wide(f, each, kind) for each in args)
    for other in others:
        best = f.builder.select(f.builder.icmp_signed("<" if op is operator.lt else ">", other, best), other, best)
    return convert(f, Value(kind, [best]), join_all(each.kind for each in args))


def _best(f: Emitter, op: Any, many: Value, by: Value | None, default: Value | None, key: Any) -> Value:
    scope = Scope((key, "best"), f.scope.function, {"best", "rank"}, f.scope)
    f.open(scope)
    best, rank = f.slot("best", scope), f.slot("rank", scope)
    some = f.place(BIT)
    f.builder.store(BIT(0), some)

    def one(each: Value) -> None:
        each = f.program.materialize(f, plain(f, each))
        value = each if by is None else f.program.materialize(f, call_value(f, by, [each]))
        first, later, take, after = (f.block(name) for name in ("first", "later", "take", "kept"))
        f.builder.cbranch(f.builder.load(some), later, first)
        f.at(first)
        f.builder.branch(take)
        f.at(later)
        held = rank if by is not None else best
        if held.kind == NEVER:
            f.builder.branch(take)
        else:
            before = Value(held.kind, [f.builder.load(place) for place in held.places])
            f.builder.cbranch(ordered(f, op, value, before), take, after)
        f.at(take)
        f.assign(best, each)
        if by is not None:
            f.assign(rank, value)
        f.builder.store(BIT(1), some)
        f.go(after)
        f.at(after)

    _go_over(f, many, one, best, by is not None)
    found = f.builder.load(some)
    if default is None:
        f.fail(f.builder.not_(found), ValueError, "min or max of nothing")
        return f.read(best, "best")
    yes, no = f.split(found)
    ways = []
    f.at(yes)
    if best.kind == NEVER:
        f.dead()
    else:
        value = f.read(best, "best")
        ways.append((f.builder.block, value))
    f.at(no)
    ways.append((no, plain(f, f.program.materialize(f, default))))
    return f.merge(None, ways, f.block("best"))


def _go_over(f: Emitter, many: Value, one: Any, best: Any, by_key: bool) -> None:
    """Search for the best item, in order if that decides between equals."""
    before = f.sets_met
    loop(f, many, one, ordered=by_key or f.order_asked())
    if f.sets_met > before and orders_itself(best.kind):
        f.ask_order(f"two {best.kind}s may tie")


def _sorted(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    many = args[0]
    if isinstance(many.kind, Bits) and many.kind.codec.is_sorted and not named:
        return listed(f, many, (key, "sorted"), ordered=False)
    before = f.sets_met
    values = listed(f, many, (key, "values"), ordered=f.order_asked())
    turned = truth_value(truth(f, named["reverse"])) if "reverse" in named else constant(False)
    if values.kind.cells[0].kind == NEVER:
        return values
    keys = methods.ordering_keys(f, values, named, key)
    if f.sets_met > before and (keys is not values or orders_itself(keys.kind.item)):
        f.ask_order(IF_KNOWN)
    if f.sets_met > before and orders_itself(keys.kind.item):
        return _sorted_itself(f, values, keys, turned)
    if f.sets_met > before and keys is not values:
        twice = invoke(f, prelude.has_equal, keys)
        f.fail(twice.scalars[0], OverflowError, "sorted() of a set: equal keys make the order undefined")
    return invoke(f, prelude.order_by, values, keys, turned)


def _sorted_itself(f: Emitter, values: Value, keys: Value, turned: Value) -> Value:
    """Return a set's members in a user-defined order. A tie, which would reveal the set's order, is an error."""
    if keys is not values:
        raise f.refuse("a set is sorted by a key with a user-defined order, in which two may tie; write ints instead")
    found = invoke(f, prelude.order_by, values, keys, turned)
    tied = invoke(f, prelude.has_tied, found, turned).scalars[0]
    f.fail(tied, OverflowError, "sorted() of a set: neither of two items is less, so the order is undefined")
    return found


def _list(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args:
        return new_list(f, key)
    value = args[0]
    if isinstance(value.kind, (Packed, Row, List, Text)) or (
        isinstance(value.kind, (Tuple, Constant)) and _is_even(f, value)
    ):
        row = as_row(f, value)
        if row is not None:
            return list_of_row(f, row, None, key)
    if isinstance(value.kind, Union):
        return dispatch(f, [value], lambda each: _list(f, [each], named, key))
    return listed(f, value, key)


def _is_even(f: Emitter, value: Value) -> bool:
    return not isinstance(value.kind, Constant) or isinstance(value.kind.thing, (tuple, list, str))


def _tuple(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args:
        return tuple_of([])
    return dispatch(f, [args[0]], lambda each: _tuple_of(f, each, key))


def _tuple_of(f: Emitter, value: Value, key: Any) -> Value:
    value = rows_as_they_are(value)
    if value.kind.family == "bytes":
        value = Value(Row(WHOLE), plain(f, value).scalars)
    kind = value.kind
    if isinstance(kind, (Tuple, Packed)) and not is_text(value):
        return value
    if isinstance(kind, Record) and kind.is_tuple:
        return Value(Tuple(kind.items), value.scalars)
    if isinstance(kind, Row) and not kind.constant_list:
        return value
    if isinstance(kind, Constant) and isinstance(kind.thing, (tuple, list, str, range)):
        return constant(f.program.cells.setdefault(("tuple", id(kind.thing)), tuple(kind.thing)))
    if isinstance(kind, List):
        return copied_row(f, row_of_list(f, value))
    return row_of_list(f, listed(f, value, (key, "tuple")))


def _bytes(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    value = args[0] if args else tuple_of([])
    if is_array(value):
        return as_bytes(f, plain(f, value))
    if value.kind.family == "bytes":
        return value
    if number(f, value) is not None:
        zeros = repeated(f, constant((0,)), value, key)
        return Value(Bytes(), plain(f, zeros).scalars if zeros is not None else ())
    row = row_of_list(f, listed(f, value, (key, "bytes")))
    f.count(row.scalars[1], lambda at: _check_byte(f, f.load(row.kind.item, row.scalars[0], at)))
    return Value(Bytes(), f.program.convert(f, row, Row(WHOLE)).scalars)


def _check_byte(f: Emitter, value: Value) -> None:
    f.fail(f.builder.icmp_unsigned(">", whole(f, value), f.int(255)), ValueError, "bytes must be in range(0, 256)")


def _set(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:

    return as_set(f, args[0], None, (key, "set")) if args else new_set(f, (key, "set"))


def _frozenset(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if args and is_frozen(args[0]):
        return args[0]
    if args and isinstance(args[0].kind, Constant) and is_set(args[0]):
        thing = args[0].kind.thing
        key = ("frozenset", id(thing))
        return constant(f.program.cells.setdefault(key, frozenset(thing)))
    return frozen(_set(f, args, named, key))


def _dict(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    def one(*given: Value) -> Value:
        if all(map(is_keyed, given)):
            made = with_more(f, given[0], named) if given else keyed_of(f, named)
            if made is not None:
                return made
        found = new_dict(f, (key, "dict"))
        for each in given:
            update_dict(f, found, each)
        for name, value in named.items():
            dict_put(f, found, constant(name), value)
        return found

    return dispatch(f, args, one)


def _counter(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    found = new_dict(f, (key, "counter"), COUNTING)
    if named and args:
        raise f.refuse("Counter with both an iterable and keyword counts; write update(...) for one of them instead")
    for each in args:
        methods.count_all(f, found, each, 1, key)
    for name, value in named.items():
        dict_put(f, found, constant(name), value)
    return found


def _default_dict(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args or args[0].known == (None,):
        return new_dict(f, (key, "dict"))
    if args[0].scalars:
        raise f.refuse("a defaultdict whose factory is made in a rule; write setdefault instead")
    return new_dict(f, (key, "dict"), Factory(args[0].kind))


def _deque(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    most = args[1] if len(args) > 1 else named.get("maxlen", constant(None))
    if most.known != (None,):
        raise f.refuse("a deque with maxlen cannot be compiled; call popleft where it is too long instead")
    return as_deque(_list(f, args[:1], {}, key))


def _by_rows(function: Any) -> Any:
    """Return the translation of a list function of the prelude."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        many = args[0] if isinstance(args[0].kind, List) else as_row(f, args[0])
        if many is None or (
            isinstance(many.kind, (Deque, Values)) and function not in (prelude.place_left, prelude.place_right)
        ):
            raise f.refuse(f"a {args[0].kind} where a list is needed; list(...) makes one")
        more = [plain(f, f.program.materialize(f, each)) for each in args[1:]]
        if isinstance(many.kind, List):
            for each in more:
                f.program.put(many.kind.cells[0], each.kind)
            more = [f.program.convert(f, each, many.kind.item) for each in more]
        return invoke(f, function, many, *more)

    return translate


def _str(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return as_string(f, args[0]) if args else constant("")


def _format(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if len(args) > 1 and not args[1].known:
        raise f.refuse("a format that is not a constant; write it as one instead")
    return formatted(f, args[0], args[1].known[0] if len(args) > 1 else "", None, key)


def _int(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args:
        return constant(0)
    base = args[1] if len(args) > 1 else named.get("base")
    if base is not None:
        if base.known == (0,):
            raise f.refuse("int in a base that the string names; name the base instead")
        prefix = {2: "0b", 8: "0o", 16: "0x"}.get(base.known[0] if base.known else 10, "")
        text = text_value(f, args[0])
        if prefix:
            text = invoke(f, prelude.text_without_prefix, text, text_value(f, constant(prefix)))
        return invoke(f, prelude.number_in_base, text, base)
    return dispatch(f, args[:1], lambda each: _int_of(f, each))


def _int_of(f: Emitter, value: Value) -> Value:
    if is_text(value):
        return invoke(f, prelude.number_of, text_value(f, value))
    return rounded("trunc")(f, value)


def _float(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return dispatch(f, args or [constant(0)], lambda each: floating(f, each))


def _absolute(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return dispatch(
        f, args, lambda each: of_array(f, absolute, each, lambda bit: bit) if is_array(each) else absolute(f, each)
    )


def _ord(f: Emitter, value: Value) -> Value:
    value = f.program.convert(f, plain(f, value), LETTER)
    return Value(WHOLE, [f.builder.zext(value.scalars[0], INT)])


def _chr(f: Emitter, value: Value) -> Value:
    word = whole(f, value)
    f.fail(f.builder.icmp_unsigned(">", word, f.int(0x10FFFF)), ValueError, "chr() arg not in range(0x110000)")
    return Value(LETTER, [f.builder.trunc(word, CHAR)])


def _bool(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return truth_value(truth(f, args[0])) if args else constant(False)


def _divmod(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    one, other = args
    parts = [binary(f, op, one, other, (key, str(op))) for op in (operator.floordiv, operator.mod)]
    return tuple_of([plain(f, each) for each in parts])


def _operator(op: Any) -> Any:
    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return binary(f, op, args[0], args[1], key)

    return translate


def _next(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return first_of(f, args[0], args[1] if len(args) > 1 else None)


def _iter(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if len(args) > 1:
        raise f.refuse("iter of a function and a sentinel; write a loop that calls the function instead")
    if args[0].kind.lazy or isinstance(args[0].kind, (Iterator, Generator)):
        return args[0]
    return Value(Lazy("chain", args[0]))


def _isinstance(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    wanted = classes_in(args[1])
    if not wanted:
        raise f.refuse("isinstance of a class that is not known at compile time; write the class itself instead")

    def test(value: Value) -> Value:
        return constant(any(is_of(value, each) for each in wanted))

    value = args[0]
    if not isinstance(value.kind, Union):
        return test(value)
    found: Any = BIT(0)
    for place in range(len(value.kind.variants)):
        if any(is_of(variant(value, place), one) for one in wanted):
            found = f.builder.or_(found, f.builder.icmp_unsigned("==", value.scalars[0], value.scalars[0].type(place)))
    return truth_value(found)


def _type(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return dispatch(f, args, lambda each: constant(class_of(each.kind)))


def _partial(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if has_rest(args):
        raise f.refuse("partial with a starred argument of unknown length; write them out instead")
    values = [f.program.materialize(f, each) for each in (*args, *named.values())]
    kind = Partial(values[0].kind, tuple(each.kind for each in values[1:]), tuple(named))
    return Value(kind, [scalar for each in values for scalar in each.scalars])


def _getter(make: Any) -> Any:
    """Return the translation of itemgetter or attrgetter."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        if not all(each.known for each in args):
            raise f.refuse(f"{make.__name__} with arguments that are not constants; write a lambda instead")
        wanted = tuple(each.known[0] for each in args)
        return constant(f.program.cells.setdefault(("getter", make, wanted), make(*wanted)))

    return translate


def _reduce(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    def call(found: Value, each: Value) -> Value:
        return call_value(f, args[0], [found, each], key=(key, "called"))

    if len(args) == 3:
        start = plain(f, f.program.materialize(f, args[2]))
        return _accumulate(f, args[1], Value(start.kind, start.scalars), call, key)
    some, last = fold(f, args[1], args[0], key, lambda found: None)
    f.fail(f.builder.not_(some), TypeError, "reduce of nothing, without a first value")
    return last()


def _callable(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    kind = args[0].kind
    return constant(isinstance(kind, (Closure, Bound, Partial)) or callable(getattr(kind, "thing", None)))


def _replace(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    def one(each: Value) -> Value:
        if isinstance(each.kind, Object):
            return _made_like(f, each, named)
        if not isinstance(each.kind, Record):
            raise f.refuse(f"replace of a {each.kind}; write it for a dataclass instead")
        return made_anew(f, methods.replace_fields(f, each, [], named, key))

    return dispatch(f, [args[0]], one)


def _made_like(f: Emitter, value: Value, named: Named) -> Value:
    """Return the result of dataclasses.replace for a mutable object: a new one, created by its __init__."""
    made_by: Any = value.kind.made_by
    if not hasattr(made_by, "__dataclass_fields__"):
        raise f.refuse(f"replace of a {value.kind}; write it for a dataclass instead")
    fields: Any = dataclasses.fields(made_by)
    own = {each.name: attribute(f, value, each.name) for each in fields if each.init and each.name not in named}
    return make_object(f, made_by, [], {**own, **named})


def _with_field(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return methods.replace_fields(f, args[0], [], named, key)


def _getattr(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args[1].known:
        raise f.refuse("getattr with a name that is not a constant; write if and elif instead")
    name = args[1].known[0]

    def one(each: Value) -> Value:
        if len(args) > 2 and isinstance(each.kind, Object):
            return one_of_two(f, has_attribute(f, each, name), lambda: attribute(f, each, name), lambda: args[2])
        return args[2] if len(args) > 2 and not _has(each, name) else attribute(f, each, name)

    return dispatch(f, args[:1], one)


def _hasattr(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args[1].known:
        raise f.refuse("hasattr with a name that is not a constant; write if and elif instead")
    name = args[1].known[0]

    def one(each: Value) -> Value:
        if isinstance(each.kind, Object):
            return truth_value(has_attribute(f, each, name))
        return constant(_has(each, name))

    return dispatch(f, args[:1], one)


def _setattr(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args[1].known:
        raise f.refuse("setattr with a name that is not a constant; write if and elif instead")
    set_attribute(f, args[0], args[1].known[0], args[2])
    return constant(None)


def _has(value: Value, name: str) -> bool:
    """Return whether a value has an attribute."""
    kind = value.kind
    if isinstance(kind, Constant):
        return hasattr(kind.thing, name)
    return name in getattr(kind, "names", ()) or hasattr(class_of(kind), name)


def _round(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    digits = args[1] if len(args) > 1 else named.get("ndigits", constant(None))
    if not digits.known:
        raise f.refuse("round to a number of digits that is not a constant; write it as one instead")
    if digits.known == (None,):
        return dispatch(f, args[:1], lambda each: rounded("rint")(f, each))
    return dispatch(f, args[:1], lambda each: rounded_to(f, each, digits.known[0]))


def _digits(base: int, prefix: str) -> Any:
    """Return the translation of bin, oct and hex."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        found = invoke(f, prelude.digits_of, args[0], constant(base), text_value(f, constant("0123456789abcdef")))
        digits = of_letters(f, found)
        return invoke(f, prelude.with_prefix, digits, text_value(f, constant(prefix)))

    return translate


def _by_prelude(function: Any) -> Any:
    """Return the translation of an int function of the prelude."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return invoke(f, function, *(integer(f, each) for each in args))

    return translate


def _permuted(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    count = Value(WHOLE, [whole(f, args[0])])
    if len(args) == 1 or args[1].known == (None,):
        return invoke(f, prelude.factorial, count)
    return invoke(f, prelude.orders, count, Value(WHOLE, [whole(f, args[1])]))


def _pairwise(function: Any, empty: int) -> Any:
    """Return the translation of gcd or lcm."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        if has_rest(args):
            return _accumulate(
                f, Value(Lazy("chain", *args[:-1], args[-1].kind.parts[0])), constant(empty),
                lambda found, each: invoke(f, function, found, each), key,
            )  # fmt: skip
        found = invoke(f, function, constant(empty), args[0]) if args else constant(empty)
        for each in args[1:]:
            found = invoke(f, function, found, each)
        return found

    return translate


def _multiplied(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    start, before = plain(f, named.get("start", constant(1))), f.sets_met

    def step(found: Value, each: Value) -> Value:
        return binary(f, operator.mul, found, each, (key, "product"))

    found = _accumulate(f, args[0], Value(start.kind, start.scalars), step, key, f.order_asked())
    if f.sets_met > before and not isinstance(found.kind, (Int, Bool)):
        f.ask_order("the items multiplied are not ints")
    return found


def _power(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    given = dict(zip(("base", "exp", "mod"), args, strict=False)) | named
    base, exponent, modulus = given["base"], given["exp"], given.get("mod", constant(None))
    if modulus.known == (None,):
        return binary(f, operator.pow, base, exponent, key)
    return invoke(f, prelude.power_within, *(integer(f, each) for each in (base, exponent, modulus)))


def _is_nan(f: Emitter, value: Value) -> Value:
    word = floating(f, value).scalars[0]
    return truth_value(f.builder.fcmp_unordered("!=", word, word))


def _is_finite(f: Emitter, value: Value) -> Value:
    word = floating(f, value).scalars[0]
    return truth_value(f.builder.fcmp_ordered("==", f.builder.fsub(word, word), word.type(0.0)))


def _is_infinite(f: Emitter, value: Value) -> Value:
    bits = f.builder.or_(_is_nan(f, value).scalars[0], _is_finite(f, value).scalars[0])
    return truth_value(f.builder.not_(bits))


def _word(make: Callable[..., Any], *checks: str) -> Any:
    """Return the translation of a word function of bits.py, which uses the low 64 bits of wider ints."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        numbers = [integer(f, each, "a set of bits").scalars[0] for each in args]
        take = as_word if "exact" in checks else _low_word
        words = [take(f, each) for each in numbers[:1]] + [_low_word(f, each) for each in numbers[1:]]
        if "places" in checks:
            words[-1] = as_word(f, numbers[-1])
            f.fail(
                f.builder.icmp_unsigned(">", words[-1], f.int(63)), OverflowError, "a shift by less than 0 or over 63"
            )
        return Value(WHOLE, [make(f.builder, *words)])

    return translate


def _hash(f: Emitter, value: Value) -> Value:
    """Return hash(value) of an int, as in CPython."""
    if not isinstance(value.kind, (Int, Bool)):
        raise f.refuse(f"hash of a {value.kind}; use the value itself instead")
    return Value(WHOLE, [pythons_hash(f.builder, integer(f, value).scalars[0])])


def _low_word(f: Emitter, number: Any) -> Any:
    return resized(f.builder, number, INT)


def _of_set(make: Callable[[Emitter, Any], Any]) -> Any:
    """Return the translation of a function of bits.py that returns a number for a bit set of any width."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        number = integer(f, args[0], "a set of bits").scalars[0]
        return Value(WHOLE, [_low_word(f, make(f, number))])

    return translate


def _cells(f: Emitter, number: Any) -> Any:
    """Return a bit set as unsigned; for a negative wide int, its low 64 bits, as in bits.py."""
    if number.type == INT:
        return number
    low = f.builder.zext(f.builder.trunc(number, INT), number.type)
    return f.builder.select(f.builder.icmp_signed("<", number, number.type(0)), low, number)


def _lowest(f: Emitter, number: Any) -> Any:
    f.fail(f.builder.icmp_signed("==", number, number.type(0)), OverflowError, "the lowest of an empty set")
    return f.builder.cttz(number, BIT(1))


def _without_lowest(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    value = integer(f, args[0], "a set of bits")
    number = value.scalars[0]
    less = f.builder.sub(number, number.type(1))
    if value.kind.is_wide:
        word = f.builder.sext(f.builder.trunc(less, INT), number.type)
        less = f.builder.select(f.builder.icmp_signed("<", number, number.type(0)), word, less)
    return Value(value.kind, [f.builder.and_(number, less)])


def _members(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return Value(Lazy("members", _cells(f, integer(f, args[0], "a set of bits").scalars[0])))


BUILTINS |= {
    len: _len, range: _range, enumerate: _enumerate, zip: _zip, map: lazy("map"), filter: lazy("filter"),
    reversed: lazy("reversed"), any: _any, all: _all, sum: _sum, min: _extreme(operator.lt),
    max: _extreme(operator.gt), sorted: _sorted, list: _list, tuple: _tuple, bytes: _bytes, set: _set,
    frozenset: _frozenset,    dict: _dict, deque: _deque,
    heapq.heappush: _by_rows(prelude.heap_push), heapq.heappop: _by_rows(prelude.heap_pop),
    heapq.heapify: _by_rows(prelude.heapify), bisect.bisect: _by_rows(prelude.place_right),
    bisect.bisect_right: _by_rows(prelude.place_right), bisect.bisect_left: _by_rows(prelude.place_left),
    bisect.insort: _by_rows(prelude.put_right), **ITERATORS, Counter: _counter, defaultdict: _default_dict, str: _str,
    repr: _one(as_repr), format: _format, float: _float, bool: _bool, abs: _absolute, ord: _one(_ord),
    chr: _one(_chr), divmod: _divmod, next: _next, iter: _iter, isinstance: _isinstance, type: _type,
    callable: _callable, hasattr: _hasattr, getattr: _getattr, setattr: _setattr,
    object.__new__: made_without_init, round: _round, bin: _digits(2, "0b"), oct: _digits(8, "0o"),
    hex: _digits(16, "0x"), int: _int, pow: _power,
    dataclasses.replace: _replace, with_field: _with_field, functools.reduce: _reduce, functools.partial: _partial,
    operator.itemgetter: _getter(operator.itemgetter), operator.attrgetter: _getter(operator.attrgetter),
    math.isqrt: _by_prelude(prelude.whole_root), math.comb: _by_prelude(prelude.choices), math.perm: _permuted,
    math.factorial: _by_prelude(prelude.factorial), math.prod: _multiplied, math.gcd: _pairwise(prelude.divisor, 0),
    math.lcm: _pairwise(prelude.common_multiple, 1), math.isnan: _one(_is_nan), math.isinf: _one(_is_infinite),
    math.isfinite: _one(_is_finite), math.floor: _one(rounded("floor")), math.ceil: _one(rounded("ceil")),
    math.trunc: _one(rounded("trunc")), prelude.hash_of: _one(hash_value), hash: _one(_hash),
    bits.members: _members,
    bits.popcount: _of_set(lambda f, number: f.builder.ctpop(_cells(f, number))), bits.lowest: _of_set(_lowest),
    bits.wrapped: _word(lambda builder, word: word),
    bits.product: _word(lambda builder, one, other: builder.mul(one, other)),
    bits.wrapped_sum: _word(lambda builder, one, other: builder.add(one, other)),
    bits.difference: _word(lambda builder, one, other: builder.sub(one, other)),
    bits.without_lowest: _without_lowest,
    bits.bit: _word(lambda builder, cell: builder.shl(ir.Constant(INT, 1), cell), "places"),
    bits.shifted_up: _word(lambda builder, word, places: builder.shl(word, places), "places"),
    bits.shifted_down: _word(lambda builder, word, places: builder.lshr(word, places), "places"),
    bits.swapped_bytes: _word(lambda builder, word: builder.bswap(word), "exact"),
}  # fmt: skip
"""A function of Python or Plywise -> its translation: (f, args, named, key) -> its value."""

for _op in (
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.and_, operator.or_,
    operator.xor, operator.truediv, operator.pow, operator.lshift, operator.rshift,
):  # fmt: skip
    BUILTINS[_op] = _operator(_op)


def _relation(name: type[ast.cmpop], turned: bool = False) -> Any:
    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return truth_value(relation(f, name(), *(reversed(args) if turned else args)))

    return translate


for _function, _sign in (
    (operator.eq, ast.Eq), (operator.ne, ast.NotEq), (operator.lt, ast.Lt), (operator.le, ast.LtE),
    (operator.gt, ast.Gt), (operator.ge, ast.GtE), (operator.is_, ast.Is), (operator.is_not, ast.IsNot),
):  # fmt: skip
    BUILTINS[_function] = _relation(_sign)
BUILTINS[operator.contains] = _relation(ast.In, turned=True)
BUILTINS[operator.neg] = _one(lambda f, value: unary(f, ast.USub(), value))
BUILTINS[operator.not_] = _one(lambda f, value: truth_value(flipped(f, truth(f, value))))
BUILTINS[operator.invert] = _one(lambda f, value: unary(f, ast.Invert(), value))
BUILTINS[operator.getitem] = lambda f, args, named, key: item(f, *args)


def _of_float(function: Any) -> Any:
    make = of_floats(function)

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return dispatch(f, args, lambda *each: make(f, *each))

    return translate


def _add_math() -> None:
    for function in OF_FLOATS:
        BUILTINS[function] = _of_float(function)


_add_math()
