"""The functions of itertools: promises of items, evaluated where they are looped over."""

import itertools
import operator
from collections.abc import Callable
from typing import Any

from plywise.compiler.emission.callees import Named, call_value, invoke
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import plain
from plywise.compiler.emission.function import Emitter, Scope
from plywise.compiler.library import prelude
from plywise.compiler.translation.methods import keys_for
from plywise.compiler.translation.order import changes
from plywise.compiler.types.kinds import BIT, INT, NEVER, WHOLE, Constant, Iterator, Lazy, Tuple, Value
from plywise.compiler.values.comparisons import truth
from plywise.compiler.values.loops import (
    INDEXED,
    LAZY,
    Body,
    Order,
    _loop_zip,
    indexed,
    listed,
    loop,
    nested,
    order_for,
    run,
)
from plywise.compiler.values.numbers import whole
from plywise.compiler.values.sequences import append, length, new_list, repeated, starred, tuple_of
from plywise.compiler.values.signatures import has_rest

ENDLESS = 2**62
"""The assumed length of an infinite iterator."""
WRITTEN_OUT = 3
"""Up to this many nested loops are inlined; with more, the choices are listed first."""


def lazy(what: str) -> Any:
    """Return the translation of a function that returns a promise of items."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return Value(Lazy(what, *args, key=key))

    return translate


def _chain(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    parts = [Value(Lazy("flat", each)) if has_rest([each]) else each for each in args]
    return Value(Lazy("chain", *parts))


def _product(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    times = named.get("repeat", constant(1))
    if has_rest(args):
        raise f.refuse("product with a starred argument of unknown length; write a recursive function instead")
    if times.known and len(args) * times.known[0] <= 2 * WRITTEN_OUT:
        return Value(Lazy("product", *(args * times.known[0])))
    if len(args) != 1:
        raise f.refuse("product of several, repeated; write product(product(...), repeat=...) instead")
    return Value(Lazy("chain", invoke(f, prelude.products, listed(f, args[0], (key, "of")), _number(f, times))))


def _number(f: Emitter, value: Value) -> Value:
    return Value(WHOLE, [whole(f, value)])


def _chosen(what: str, function: Any) -> Any:
    """Return the translation of combinations and the like."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        many = args[1] if len(args) > 1 else named.get("r", constant(None))
        size = _size_of(args[0]) if many.known == (None,) else many.known[0] if many.known else None
        if size is not None and 0 < size <= WRITTEN_OUT:
            return Value(Lazy(what, args[0], size))
        values = listed(f, args[0], (key, "of"))
        if many.known == (None,):
            many = Value(WHOLE, [length(f, values)])
        if values.kind.cells[0].kind == NEVER:
            return Value(Lazy("chain", values))
        return Value(Lazy("chain", invoke(f, function, values, _number(f, many))))

    return translate


def _size_of(value: Value) -> int | None:
    """Return the number of items of a value, if known."""
    if isinstance(value.kind, Tuple):
        return len(value.kind.items)
    if isinstance(value.kind, Constant) and hasattr(value.kind.thing, "__len__"):
        return len(value.kind.thing)
    return None


def _islice(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    ends = [None if each.known == (None,) else whole(f, each) for each in args[1:]]
    start, stop, step = (None, ends[0], None) if len(ends) == 1 else (*ends, None)[:3]
    for each in (start, stop, step):
        if each is not None:
            f.fail(f.builder.icmp_signed("<", each, f.int(0)), ValueError, "islice with a negative number")
    if step is not None:
        f.fail(f.builder.icmp_signed("==", step, f.int(0)), ValueError, "islice with a step of 0")
    return Value(Lazy("islice", args[0], start or f.int(0), stop or f.int(ENDLESS), step or f.int(1)))


def _count_from(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    start = args[0] if args else named.get("start", constant(0))
    step = args[1] if len(args) > 1 else named.get("step", constant(1))
    return Value(Lazy("count", whole(f, start), whole(f, step)))


def _repeat(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    one = tuple_of([plain(f, f.program.materialize(f, args[0]))])
    times = args[1] if len(args) > 1 else named.get("times")
    if times is None:
        return Value(Lazy("cycle", one))
    found = repeated(f, one, times, key)
    assert found is not None
    return found


def _cycle(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return Value(Lazy("cycle", f.program.materialize(f, args[0])))


def _longest(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return Value(Lazy("longest", named.get("fillvalue", constant(None)), *args))


def _filter_false(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return Value(Lazy("filter", *args, False, key=key))


def _accumulated(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    by = args[1] if len(args) > 1 else named.get("func", constant(operator.add))
    by = constant(operator.add) if by.known == (None,) else by
    initial = named.get("initial", constant(None))
    if initial.known != (None,):
        found = new_list(f, (key, "initial"))
        append(f, found, initial)
        return Value(Lazy("accumulate", by, Value(Lazy("chain", found, args[0])), key=key))
    return Value(Lazy("accumulate", by, args[0], key=key))


def _group_by(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    values = listed(f, args[0], (key, "grouped"))
    by = {"key": args[1]} if len(args) > 1 else named
    if values.kind.cells[0].kind == NEVER:
        return Value(Lazy("chain", values))
    keys = keys_for(f, values, by, (key, "by"))
    return Value(Lazy("groups", invoke(f, prelude.groups, values, keys)))


# --- loops ------------------------------------------------------------------------------------------------------------


def _loop_again(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    """Loop over combinations_with_replacement."""
    inner, many = kind.parts
    part = indexed(f, inner)
    nested(
        f,
        [part] * many,
        lambda places: places[-1] if places else f.int(0),
        lambda places: run(f, body, tuple_of([part[1](at) for at in places])),
    )


def _loop_rest(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    loop(f, kind.parts[0], body, ordered)


def _loop_indexed(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    count, get = INDEXED[kind.what](f, kind)
    f.count(count, lambda at: run(f, body, get(at)))


def _loop_groups(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    """Loop over groups, each an iterator that ends where the next group begins."""

    def one(pair: Value) -> None:
        name, items = pair.items()
        place = f.allocate(f.int(8))
        at = f.builder.bitcast(place, INT.as_pointer())
        f.builder.store(f.int(0), at)
        run(f, body, tuple_of([name, Value(Iterator(items.kind.cells[0]), [items.scalars[0], place])]))
        if not f.is_ended:
            f.builder.store(length(f, items), at)

    loop(f, kind.parts[0], one, ordered)


def _loop_compress(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    def one(pair: Value) -> None:
        value, chosen = pair.items()
        with f.when(truth(f, chosen)):
            run(f, body, value)

    loop(f, Value(Lazy("zip", *kind.parts)), one)


def _loop_accumulate(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    by, inner = kind.parts
    fold(f, inner, by, kind.key, lambda found: run(f, body, found))


def fold(
    f: Emitter, many: Value, by: Value, key: Any, body: Callable[[Value], None], ordered: Order = True
) -> tuple[Any, Callable[[], Value]]:
    """Combine items one after another, running `body` for each intermediate result.

    Return whether there was any, as a bit, and a function that returns the last result.
    """
    scope = Scope((key, f.scope.key, "folded"), f.scope.function, {"found"}, f.scope)
    f.open(scope)
    slot, some = f.slot("found", scope), f.place(BIT)
    f.builder.store(BIT(0), some)

    def one(each: Value) -> None:
        each = plain(f, f.program.materialize(f, each))
        later, first = f.split(f.builder.load(some))
        after = f.block("folded")
        f.at(first)
        f.builder.store(BIT(1), some)
        f.assign(slot, each)
        f.go(after)
        f.at(later)
        with f.reached():
            f.assign(slot, call_value(f, by, [f.read(slot, "found"), each], key=(key, "called")))
        f.go(after)
        f.at(after)
        body(f.read(slot, "found"))

    loop(f, many, one, ordered)
    return f.builder.load(some), lambda: f.read(slot, "found")


def _cycled(f: Emitter, kind: Any) -> tuple[Any, Callable[[Any], Value]]:
    count, get = indexed(f, kind.parts[0])
    none = f.builder.icmp_signed("==", count, f.int(0))
    by = f.builder.select(none, f.int(1), count)
    return f.builder.select(none, f.int(0), f.int(ENDLESS)), lambda at: get(f.builder.srem(at, by))


def _counted(f: Emitter, kind: Any) -> tuple[Any, Callable[[Any], Value]]:
    start, step = kind.parts
    return f.int(ENDLESS), lambda at: Value(WHOLE, [f.builder.add(start, f.builder.mul(at, step))])


def _longest_indexed(f: Emitter, kind: Any) -> tuple[Any, Callable[[Any], Value]]:
    fill, *many = kind.parts
    parts = [indexed(f, each) for each in many]
    most = f.int(0)
    for count, _ in parts:
        most = f.builder.select(f.builder.icmp_signed(">", count, most), count, most)

    def item(count: Any, get: Callable[[Any], Value], at: Any) -> Value:
        yes, no = f.split(f.builder.icmp_signed("<", at, count))
        ways = []
        f.at(yes)
        with f.reached():
            found = get(at)
            ways.append((f.builder.block, found))
        f.at(no)
        ways.append((no, plain(f, fill)))
        return f.merge(None, ways, f.block("filled"))

    return most, lambda at: tuple_of([item(count, get, at) for count, get in parts])


MAY_CHANGE = "a function that is called for each may change something"


def _loop_map(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    function, *parts = kind.parts
    ordered = order_for(ordered, why_called_in_order(f, function))
    call = call_value
    if len(parts) == 1:
        loop(f, parts[0], lambda value: body(call(f, function, [value], key=(kind.key, "called"))), ordered)
        return

    def one(value: Value) -> None:
        body(call(f, function, value.items(), key=(kind.key, "called")))

    _loop_zip(f, Lazy("zip", *parts), one, ordered)


def _loop_filter(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    function, inner, *turned = kind.parts
    none = function.known == (None,)
    ordered = order_for(ordered, why_called_in_order(f, function))

    def one(value: Value) -> None:
        good = truth(f, value if none else call_value(f, function, [value], key=(kind.key, "called")))
        with f.when(f.builder.not_(good) if turned else good):
            run(f, body, value)

    loop(f, inner, one, ordered)


def why_called_in_order(f: Emitter, function: Value) -> str:
    """Return why the order of a function's calls may matter; "" if it cannot."""
    return MAY_CHANGE if changes(f, function) else ""


def _loop_starmap(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    function, inner = kind.parts
    loop(
        f,
        inner,
        lambda value: body(call_value(f, function, starred(f, value), key=(kind.key, "called"))),
        order_for(ordered, why_called_in_order(f, function)),
    )


def _loop_take(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    function, inner = kind.parts
    done = f.block("taken")

    def one(value: Value) -> None:
        more = f.block("more")
        f.builder.cbranch(truth(f, call_value(f, function, [value], key=(kind.key, "called"))), more, done)
        f.at(more)
        run(f, body, value)

    loop(f, inner, one)
    f.go(done)
    f.at(done)


def _loop_drop(f: Emitter, kind: Lazy, body: Body, ordered: Order) -> None:
    function, inner = kind.parts
    dropping = f.place(BIT)
    f.builder.store(BIT(1), dropping)

    def one(value: Value) -> None:
        with f.when(f.builder.load(dropping)):
            f.builder.store(truth(f, call_value(f, function, [value], key=(kind.key, "called"))), dropping)
        with f.when(f.builder.not_(f.builder.load(dropping))):
            run(f, body, value)

    loop(f, inner, one)


INDEXED |= {"cycle": _cycled, "count": _counted, "longest": _longest_indexed}
LAZY |= {
    "map": _loop_map,
    "filter": _loop_filter,
    "starmap": _loop_starmap,
    "takewhile": _loop_take,
    "dropwhile": _loop_drop,
    "cycle": _loop_indexed,
    "longest": _loop_indexed,
    "with_replacement": _loop_again,
    "rest": _loop_rest,
    "compress": _loop_compress,
    "groups": _loop_groups,
    "accumulate": _loop_accumulate,
}

ITERATORS: dict[Any, Any] = {
    itertools.product: _product,
    itertools.combinations: _chosen("combinations", prelude.combinations),
    itertools.permutations: _chosen("permutations", prelude.permutations),
    itertools.combinations_with_replacement: _chosen("with_replacement", prelude.combinations_again),
    itertools.chain: _chain,
    itertools.chain.from_iterable: lazy("flat"),
    itertools.pairwise: lazy("pairwise"),
    itertools.islice: _islice,
    itertools.accumulate: _accumulated,
    itertools.groupby: _group_by,
    itertools.starmap: lazy("starmap"),
    itertools.takewhile: lazy("takewhile"),
    itertools.dropwhile: lazy("dropwhile"),
    itertools.filterfalse: _filter_false,
    itertools.compress: lazy("compress"),
    itertools.count: _count_from,
    itertools.repeat: _repeat,
    itertools.cycle: _cycle,
    itertools.zip_longest: _longest,
}
"""A function of itertools -> its translation: (f, args, named, key) -> its value."""


__all__ = ["ITERATORS", "lazy"]
