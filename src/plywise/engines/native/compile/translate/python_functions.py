"""Python's own functions, and those of its standard library, as rules call them."""

import dataclasses
import functools
import itertools
import math
import operator
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from typing import Any

from llvmlite import ir

from plywise import bits
from plywise.engines.native.compile.translate import methods, prelude
from plywise.engines.native.compile.translate.calls import Named, call_value
from plywise.engines.native.compile.translate.collections import (
    as_set,
    hash_value,
    is_set,
    new_dict,
)
from plywise.engines.native.compile.translate.constants import constant
from plywise.engines.native.compile.translate.conversion import dispatch, plain, truth_value, variant
from plywise.engines.native.compile.translate.expressions import binary
from plywise.engines.native.compile.translate.function import Emitter, Scope
from plywise.engines.native.compile.translate.kinds import (
    BIT,
    CHAR,
    INT,
    LETTER,
    NEVER,
    RANGE,
    WHOLE,
    Bits,
    Bool,
    Char,
    Dict,
    Fixed,
    Float,
    Int,
    Lazy,
    List,
    Member,
    NoneKind,
    Once,
    Packed,
    Record,
    Row,
    Set,
    Text,
    Tuple,
    Union,
    Value,
)
from plywise.engines.native.compile.translate.loops import any_of, first_of, listed, loop
from plywise.engines.native.compile.translate.numbers import (
    absolute,
    floating,
    of_floats,
    ordered,
    rounded,
    truth,
    whole,
)
from plywise.engines.native.compile.translate.sequences import (
    append,
    as_row,
    copied_row,
    invoke,
    length,
    list_of_row,
    new_list,
    row_of_list,
    tuple_of,
)


def _one(make: Callable[[Emitter, Value], Value]) -> Any:
    """Return the translation of a function of one value."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        if len(args) != 1 or named:
            raise f.refuse("a function of one value is called with others")
        return dispatch(f, args, lambda each: make(f, each))

    return translate


def _len(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return Value(WHOLE, [length(f, args[0])])


def _range(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    numbers = [whole(f, each, "an end of a range") for each in args]
    if len(numbers) == 1:
        numbers.insert(0, f.int(0))
    start, stop, step = (*numbers, f.int(1))[:3]
    return Value(RANGE, [start, stop, step])


def _enumerate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    start = args[1] if len(args) > 1 else named.get("start", constant(0))
    return Value(Lazy("enumerate", args[0], whole(f, start)))


def _zip(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if len(args) == 1 and isinstance(args[0].kind, Lazy) and args[0].kind.what == "rest":
        return _columns(f, args[0].kind.parts[0], key)
    if not args:
        return tuple_of([])
    return Value(Lazy("zip", *args))


def _columns(f: Emitter, rows: Value, key: Any) -> Value:
    """zip(*rows), of a list of rows."""
    return invoke(f, prelude.columns, rows)


def _lazy(what: str) -> Any:
    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return Value(Lazy(what, *args, key=key))

    return translate


def _product(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    times = named.get("repeat", constant(1))
    if not times.known:
        raise f.refuse("product with a repeat that is not a constant")
    return Value(Lazy("product", *(args * times.known[0])))


def _chosen(what: str) -> Any:
    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        many = args[1] if len(args) > 1 else named.get("r")
        if many is None:
            kind = args[0].kind
            size = len(kind.items) if isinstance(kind, Tuple) else len(getattr(kind, "thing", ()))
        elif many.known:
            size = many.known[0]
        else:
            raise f.refuse(f"{what} of a number that is not a constant")
        return Value(Lazy(what, args[0], size))

    return translate


def _islice(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    ends = [whole(f, each) for each in args[1:]]
    start, stop = (f.int(0), ends[0]) if len(ends) == 1 else ends[:2]
    return Value(Lazy("islice", args[0], start, stop))


def _count_from(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    ends = [whole(f, each) for each in args]
    return Value(Lazy("count", ends[0] if ends else f.int(0), ends[1] if len(ends) > 1 else f.int(1)))


def _any(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return truth_value(any_of(f, args[0], lambda each: truth(f, each)))


def _all(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return truth_value(f.builder.not_(any_of(f, args[0], lambda each: f.builder.not_(truth(f, each)))))


def _accumulate(f: Emitter, many: Value, start: Value, step: Any, key: Any, sets: bool = False) -> Value:
    """Return what is left of a loop that changes one value again and again."""
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
    loop(f, many, lambda each: f.assign(slot, step(f.read(slot, "found"), each)), ordered=not sets)
    return f.read(slot, "found")


def _sum(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    start = plain(f, args[1] if len(args) > 1 else named.get("start", constant(0)))

    def step(found: Value, each: Value) -> Value:
        if sys.version_info >= (3, 12) and isinstance(each.kind, Float):
            raise f.refuse("sum of floats, which Python adds in another way; a loop can")
        return binary(f, operator.add, found, each, (key, "sum"))

    before = f.sets_met
    found = _accumulate(f, args[0], Value(start.kind, start.leaves), step, key, sets=True)
    if f.sets_met > before and not isinstance(found.kind, (Int, Bool)):
        raise f.refuse("sum of what a set holds, in the order of its hashes; of ints it would not matter")
    return found


def _reduce(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if len(args) != 3:
        raise f.refuse("reduce without a first value")
    start = plain(f, args[2])
    return _accumulate(
        f, args[1], Value(start.kind, start.leaves), lambda found, each: call_value(f, args[0], [found, each]), key
    )


def _extreme(op: Any) -> Any:
    """Return the translation of min or max."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        by = named.get("key")
        by = None if by is not None and by.known == (None,) else by
        if len(args) > 1 and by is None and all(isinstance(each.kind, (Int, Bool)) for each in args):
            return _of_ints(f, op, args)
        many = args[0] if len(args) == 1 else tuple_of([plain(f, f.program.settle(f, each)) for each in args])
        return _best(f, op, many, by, named.get("default"), key)

    return translate


def _of_ints(f: Emitter, op: Any, args: list[Value]) -> Value:
    if all(each.known for each in args):
        pick = min if op is operator.lt else max
        return constant(pick(each.known[0] for each in args))
    best = whole(f, args[0])
    for each in args[1:]:
        other = whole(f, each)
        best = f.builder.select(f.builder.icmp_signed("<" if op is operator.lt else ">", other, best), other, best)
    return Value(WHOLE, [best])


def _best(f: Emitter, op: Any, many: Value, by: Value | None, default: Value | None, key: Any) -> Value:
    scope = Scope((key, "best"), f.scope.function, {"best", "rank"}, f.scope)
    f.open(scope)
    best, rank = f.slot("best", scope), f.slot("rank", scope)
    some = f.place(BIT)
    f.builder.store(BIT(0), some)

    def one(each: Value) -> None:
        each = f.program.settle(f, plain(f, each))
        value = each if by is None else f.program.settle(f, call_value(f, by, [each]))
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

    loop(f, many, one, ordered=by is not None)
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
    ways.append((no, plain(f, f.program.settle(f, default))))
    return f.merge(None, ways, f.block("best"))


def _sorted(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    many = args[0]
    if isinstance(many.kind, Bits) and not named:
        return listed(f, many, (key, "sorted"), ordered=False)
    before = f.sets_met
    values = listed(f, many, (key, "values"), ordered=False)
    turned = truth_value(truth(f, named["reverse"])) if "reverse" in named else constant(False)
    if values.kind.cells[0].kind == NEVER:
        return values
    keys = methods.keys_for(f, values, named, key)
    if f.sets_met > before and keys is not values:
        twice = invoke(f, prelude.has_equal, keys)
        f.fail(
            twice.leaves[0], OverflowError, "sorted: two items of a set have the same key, so their order is no order"
        )
    return invoke(f, prelude.order_by, values, keys, turned)


def _list(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args:
        return new_list(f, key)
    value = args[0]
    if isinstance(value.kind, (Packed, Row, List, Text)) or (
        isinstance(value.kind, (Tuple, Fixed)) and _is_even(f, value)
    ):
        row = as_row(f, value)
        if row is not None:
            return list_of_row(f, row, None, key)
    if isinstance(value.kind, Union):
        return dispatch(f, [value], lambda each: _list(f, [each], named, key))
    return listed(f, value, key)


def _is_even(f: Emitter, value: Value) -> bool:
    return not isinstance(value.kind, Fixed) or isinstance(value.kind.thing, (tuple, list, str))


def _tuple(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args:
        return tuple_of([])
    return dispatch(f, [args[0]], lambda each: _tuple_of(f, each, key))


def _tuple_of(f: Emitter, value: Value, key: Any) -> Value:
    kind = value.kind
    if isinstance(kind, (Tuple, Packed)) and not methods._is_text(value):
        return value
    if isinstance(kind, Record) and kind.is_tuple:
        return Value(Tuple(kind.items), value.leaves)
    if isinstance(kind, Row) and not kind.constant_list:
        return value
    if isinstance(kind, Fixed) and isinstance(kind.thing, (tuple, list, str, range)):
        return constant(f.program.cells.setdefault(("tuple", id(kind.thing)), tuple(kind.thing)))
    if isinstance(kind, List):
        return copied_row(f, row_of_list(f, value))
    return row_of_list(f, listed(f, value, (key, "tuple")))


def _set(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    from plywise.engines.native.compile.translate.collections import new_set

    return as_set(f, args[0], None, (key, "set")) if args else new_set(f, (key, "set"))


def _frozenset(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if args and isinstance(args[0].kind, (Bits, Fixed)) and is_set(args[0]):
        return args[0]
    return _set(f, args, named, key)


def _dict(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    found = new_dict(f, (key, "dict"))
    if args:
        methods._update_dict(f, found, args, {}, key)
    for name, value in named.items():
        f.program.language.dict_put(f, found, constant(name), value)
    return found


def _counter(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    from plywise.engines.native.compile.translate.collections import dict_get, dict_put

    found = new_dict(f, (key, "counter"), "count")

    def one(each: Value) -> None:
        each = plain(f, f.program.settle(f, each))
        before = dict_get(f, found, each, constant(0))
        dict_put(f, found, each, binary(f, operator.add, before, constant(1), (key, "count")))

    if args:
        loop(f, args[0], one, ordered=not is_set(args[0]))
    return found


def _default_dict(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    made = getattr(args[0].kind, "thing", None) if args else None
    if made not in (int, list, set) or len(args) > 1:
        raise f.refuse("a defaultdict of anything but int, list or set")
    return new_dict(f, (key, "dict"), made.__name__)


def _accumulated(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    by = args[1] if len(args) > 1 else named.get("func", constant(operator.add))
    found = new_list(f, (key, "accumulated"))
    if "initial" in named:
        append(f, found, named["initial"])

    def one(each: Value) -> None:
        each = plain(f, f.program.settle(f, each))
        yes, no = f.split(f.builder.icmp_signed("==", length(f, found), f.int(0)))
        after = f.block("after")
        f.at(yes)
        append(f, found, each)
        f.go(after)
        f.at(no)
        with f.reached():
            last = f.program.language.item(f, found, constant(-1))
            append(f, found, call_value(f, by, [last, each]))
        f.go(after)
        f.at(after)

    loop(f, args[0], one)
    return Value(Lazy("chain", found))


def _group_by(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    values = listed(f, args[0], (key, "grouped"))
    by = {"key": args[1]} if len(args) > 1 else named
    if values.kind.cells[0].kind == NEVER:
        return Value(Lazy("chain", values))
    keys = methods.keys_for(f, values, by, (key, "by"))
    return Value(Lazy("chain", invoke(f, prelude.groups, values, keys)))


def _str(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return as_string(f, args[0]) if args else constant("")


def as_string(f: Emitter, value: Value) -> Value:
    """Return str(value)."""
    return dispatch(f, [value], lambda each: _as_string(f, each))


def _as_string(f: Emitter, value: Value) -> Value:
    if value.known and not isinstance(value.kind, Member):
        return constant(str(value.known[0]))
    if methods._is_text(value):
        return value
    if isinstance(value.kind, Bool):
        return f.program.language.pick(f, ("False", "True"), f.builder.zext(value.leaves[0], INT))
    if isinstance(value.kind, Int):
        return methods._of_letters(f, invoke(f, prelude.text_of, value))
    if isinstance(value.kind, NoneKind):
        return constant("None")
    if isinstance(value.kind, Member):
        return f.program.language.pick(f, tuple(map(str, value.kind.enum)), value.leaves[0])
    raise f.refuse(f"str of a {value.kind} cannot be compiled")


def _int(f: Emitter, value: Value) -> Value:
    if methods._is_text(value):
        return invoke(f, prelude.number_of, methods._text(f, value))
    return rounded("llvm.trunc")(f, value)


def _ord(f: Emitter, value: Value) -> Value:
    value = f.program.convert(f, plain(f, value), LETTER)
    return Value(WHOLE, [f.builder.zext(value.leaves[0], INT)])


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
    if isinstance(args[0].kind, Once):
        return args[0]
    return Value(Lazy("chain", args[0]))


KINDS: dict[Any, tuple[type, ...]] = {
    int: (Int, Bool), bool: (Bool,), float: (Float,), str: (Char, Text), tuple: (Tuple, Row), list: (List,),
    set: (Set,), frozenset: (Bits,), dict: (Dict,), type(None): (NoneKind,),
}  # fmt: skip


def _isinstance(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    classes = getattr(args[1].kind, "thing", None)
    if isinstance(args[1].kind, Tuple):
        classes = tuple(getattr(each.kind, "thing", None) for each in args[1].items())
    wanted = classes if isinstance(classes, tuple) else (classes,)

    def test(value: Value) -> Value:
        return constant(any(is_of(value, each) for each in wanted))

    value = args[0]
    if not isinstance(value.kind, Union):
        return test(value)
    found: Any = BIT(0)
    for place in range(len(value.kind.variants)):
        if any(is_of(variant(value, place), one) for one in wanted):
            found = f.builder.or_(found, f.builder.icmp_unsigned("==", value.leaves[0], value.leaves[0].type(place)))
    return truth_value(found)


def as_instance(value: Value, made_by: Any) -> Value:
    """Return a value that is known to be of a class as the one type that it then has."""
    if not isinstance(value.kind, Union):
        return value
    places = [place for place in range(len(value.kind.variants)) if is_of(variant(value, place), made_by)]
    return variant(value, places[0]) if len(places) == 1 else value


def is_of(value: Value, made_by: Any) -> bool:
    """Return whether a value, of one type, is of a class."""
    kind = value.kind
    if isinstance(kind, Fixed):
        return isinstance(kind.thing, made_by)
    if isinstance(kind, Packed):
        kind = kind.codec.unpacked
    if isinstance(kind, Record):
        return issubclass(kind.made_by, made_by)
    if isinstance(kind, Member):
        return issubclass(kind.enum, made_by)
    return isinstance(kind, KINDS.get(made_by, ()))


def _replace(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    def one(each: Value) -> Value:
        if not isinstance(each.kind, Record):
            raise f.refuse(f"replace of a {each.kind}")
        return methods.replace_fields(f, each, [], named, key)

    return dispatch(f, [args[0]], one)


def _getattr(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if not args[1].known:
        raise f.refuse("getattr with a name that is not a constant")
    return f.program.language.attribute(f, args[0], args[1].known[0])


def _round(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if len(args) != 1:
        raise f.refuse("round to a number of digits")
    return dispatch(f, args, lambda each: rounded("llvm.rint")(f, each))


def _bin(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return methods._of_letters(f, invoke(f, prelude.binary_digits, args[0]))


def _print(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    raise f.refuse("print in a rule: compiled, a rule only computes; print the state elsewhere")


def _repeat(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if len(args) != 2:
        raise f.refuse("repeat without an end")
    one = tuple_of([plain(f, args[0])])
    return f.program.language.repeated(f, one, args[1], key)


def _word(make: Callable[..., Any], *checks: str) -> Any:
    """Return the translation of a function of bits.py."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        words = [whole(f, each, "a set of bits") for each in args]
        if "places" in checks:
            f.fail(
                f.builder.icmp_unsigned(">", words[-1], f.int(63)), OverflowError, "a shift by less than 0 or over 63"
            )
        if "some" in checks:
            f.fail(f.builder.icmp_signed("==", words[0], f.int(0)), OverflowError, "the lowest of an empty set")
        return Value(WHOLE, [make(f.builder, *words)])

    return translate


BUILTINS: dict[Any, Any] = {
    len: _len, range: _range, enumerate: _enumerate, zip: _zip, map: _lazy("map"), filter: _lazy("filter"),
    reversed: _lazy("reversed"), any: _any, all: _all, sum: _sum, min: _extreme(operator.lt),
    max: _extreme(operator.gt), sorted: _sorted, list: _list, tuple: _tuple, set: _set, frozenset: _frozenset,
    dict: _dict, deque: _list, Counter: _counter, defaultdict: _default_dict, str: _str, int: _one(_int),
    float: _one(floating), bool: _bool, abs: _one(absolute),
    ord: _one(_ord), chr: _one(_chr), divmod: _divmod, next: _next, iter: _iter, isinstance: _isinstance,
    getattr: _getattr, round: _round, bin: _bin, print: _print, pow: _operator(operator.pow),
    dataclasses.replace: _replace, functools.reduce: _reduce,
    itertools.product: _product, itertools.combinations: _chosen("combinations"),
    itertools.permutations: _chosen("permutations"), itertools.chain: _lazy("chain"),
    itertools.chain.from_iterable: _lazy("flat"), itertools.pairwise: _lazy("pairwise"), itertools.islice: _islice,
    itertools.accumulate: _accumulated, itertools.groupby: _group_by, itertools.starmap: _lazy("starmap"),
    itertools.takewhile: _lazy("takewhile"), itertools.dropwhile: _lazy("dropwhile"),
    itertools.count: _count_from, itertools.repeat: _repeat,
    math.floor: _one(rounded("llvm.floor")), math.ceil: _one(rounded("llvm.ceil")),
    math.trunc: _one(rounded("llvm.trunc")),
    prelude.hash_of: _one(hash_value),
    bits.members: lambda f, args, named, key: Value(Lazy("members", whole(f, args[0], "a set of bits"))),
    bits.popcount: _word(lambda builder, word: builder.ctpop(word)),
    bits.lowest: _word(lambda builder, word: builder.cttz(word, BIT(1)), "some"),
    bits.wrapped: _word(lambda builder, word: word),
    bits.product: _word(lambda builder, one, other: builder.mul(one, other)),
    bits.bit: _word(lambda builder, cell: builder.shl(ir.Constant(INT, 1), cell), "places"),
    bits.shifted_up: _word(lambda builder, word, places: builder.shl(word, places), "places"),
    bits.shifted_down: _word(lambda builder, word, places: builder.lshr(word, places), "places"),
    bits.swapped_bytes: _word(lambda builder, word: builder.bswap(word)),
}  # fmt: skip
"""A function of Python's, or of Plywise, -> what it does compiled: (f, args, named, key) -> its value."""

for _op in (
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.and_, operator.or_,
    operator.xor,
):  # fmt: skip
    BUILTINS[_op] = _operator(_op)


def _of_float(function: Any) -> Any:
    make = of_floats(function)

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return dispatch(f, args, lambda *each: make(f, *each))

    return translate


def _add_math() -> None:
    from plywise.engines.native.compile.rule_lowering import OF_FLOATS

    for function in OF_FLOATS:
        BUILTINS[function] = _of_float(function)


_add_math()
BUILTINS[math.gcd] = lambda f, args, named, key: invoke(f, prelude.divisor, *args)
