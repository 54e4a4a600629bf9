"""NumPy arrays in rules: numbers side by side in memory, with a shape and strides known at run time.

A slice, a row, a column, a diagonal or a transposed array is a view: it shares the numbers. Nothing wraps as in NumPy:
a number that does not fit an array's type is an error.
"""

import operator
from collections.abc import Callable, Sequence
from typing import Any

import numpy as np

from plywise.compiler import ir
from plywise.compiler.emission.checked_numbers import call_intrinsic
from plywise.compiler.emission.constants import STORED, constant
from plywise.compiler.emission.conversion import plain, truth_value
from plywise.compiler.emission.function import Emitter, Unreachable
from plywise.compiler.types.joining import DTYPES, join_all, kind_of, kind_of_numbers
from plywise.compiler.types.kinds import (
    BIT,
    FLOAT,
    FLOAT64,
    INT,
    NEVER,
    TRUTH,
    WHOLE,
    Array,
    Bool,
    Bytes,
    Constant,
    Float,
    Int,
    Kind,
    List,
    NumpyInt,
    Packed,
    Row,
    Tuple,
    Union,
    Value,
)
from plywise.compiler.values.loops import indexed, loop_over, places_of, run
from plywise.compiler.values.numbers import (
    arithmetic_of_words,
    as_float,
    as_pythons,
    check_range,
    in_word,
    number,
    whole,
)
from plywise.compiler.values.sequences import length_of, place, starred, tuple_of

CONSTANT = "an array that is a constant, or comes from np.frombuffer, is changed; change a copy() of it"
SHAPES = "operands could not be broadcast together"
MAX_ITEMS = 2**20
Places = Sequence[Any]


def is_array(value: Value) -> bool:
    """Return whether a value is an array."""
    thing = getattr(value.kind, "thing", None)
    return isinstance(value.kind, Array) or (isinstance(thing, np.ndarray) and thing.dtype.kind not in "US")


def known(value: Any) -> int | None:
    """Return a number as a Python int if it is a constant; otherwise None."""
    return int(value.constant) if isinstance(value, ir.Constant) else None


def times(f: Emitter, one: Any, other: Any) -> Any:
    """Return the product of two numbers, a constant if both are."""
    if known(one) is not None and known(other) is not None:
        return f.int(known(one) * known(other))  # type: ignore[operator]
    return one if known(other) == 1 else other if known(one) == 1 else f.builder.mul(one, other)


def product(f: Emitter, numbers: Places) -> Any:
    """Return the product of several."""
    found: Any = f.int(1)
    for each in numbers:
        found = times(f, found, each)
    return found


# --- the parts of an array --------------------------------------------------------------------------------------------


def shape_of(value: Value) -> list[Any]:
    """Return the lengths of an array's dimensions."""
    return list(value.scalars[1 : 1 + value.kind.ndim])


def strides_of(value: Value) -> list[Any]:
    """Return the stride of each dimension, counted in numbers."""
    return list(value.scalars[1 + value.kind.ndim :])


def view_of(value: Value, start: Any, shape: Places, strides: Places) -> Value:
    """Return a view of an array."""
    kind = value.kind
    return Value(Array(kind.dtype, len(shape), kind.frozen, kind.sure), [start, *shape, *strides])


def address(f: Emitter, value: Value, places: Places) -> Any:
    """Return the address of a number, or of the subarray at some first places."""
    offset: Any = f.int(0)
    for at, stride in zip(places, strides_of(value), strict=False):
        offset = f.builder.add(offset, times(f, at, stride))
    base = f.builder.bitcast(value.scalars[0], STORED[value.kind.dtype].as_pointer())
    return f.builder.gep(base, [offset])


def inner(f: Emitter, value: Value, places: Places) -> Value:
    """Return the subarray at some first places."""
    at, count = f.builder.bitcast(address(f, value, places), value.scalars[0].type), len(places)
    return view_of(value, at, shape_of(value)[count:], strides_of(value)[count:])


def number_at(f: Emitter, value: Value, places: Places) -> Value:
    """Return a number of an array as a Python number."""
    found, dtype = f.builder.load(address(f, value, places)), value.kind.dtype
    if dtype == "bool":
        return Value(TRUTH, [f.builder.trunc(found, BIT)])
    if dtype == "float64":
        return Value(FLOAT, [found])
    if found.type == INT:
        return Value(WHOLE, [found])
    return Value(WHOLE, [(f.builder.zext if dtype.startswith("u") else f.builder.sext)(found, INT)])


def numpys(dtype: str, value: Value) -> Value:
    """Return a number of an array as a NumPy number."""
    return Value(kind_of_numbers(dtype), value.scalars)


def item_of_array(f: Emitter, value: Value, places: Places) -> Value:
    """Return the number or subarray at some first places."""
    if len(places) == value.kind.ndim:
        return numpys(value.kind.dtype, number_at(f, value, places))
    return inner(f, value, places)


def put(f: Emitter, value: Value, places: Places, item: Value) -> None:
    """Store a number, which must fit."""
    kind: Any = kind_of_numbers(value.kind.dtype)
    if isinstance(kind, Bool):
        bit = item.scalars[0] if isinstance(item.kind, Bool) else None
        if bit is None:
            raise f.refuse(f"a {item.kind} is put into an array of bools; write bool(...) of it")
        f.builder.store(f.builder.zext(bit, STORED["bool"]), address(f, value, places))
        return
    found = number(f, item)
    if found is None or (isinstance(found.kind, Float) and not isinstance(kind, Float)):
        raise f.refuse(f"a {item.kind} is put into an array of {value.kind.dtype}; write int(...) of it")
    if isinstance(kind, Float):
        word = f.program.convert(f, found, FLOAT).scalars[0] if isinstance(found.kind, Float) else as_float(f, found)
        f.builder.store(word, address(f, value, places))
        return
    found = in_word(f, found)
    check_range(f, found, kind)
    stored, word = STORED[value.kind.dtype], found.scalars[0]
    f.builder.store(word if stored == INT else f.builder.trunc(word, stored), address(f, value, places))


# --- new ones ---------------------------------------------------------------------------------------------------------


def new_array(f: Emitter, dtype: str, shape: Places, sure: bool = True) -> Value:
    """Return a new array with uninitialized numbers."""
    size = product(f, shape)
    for each in shape:
        if known(each) is None:
            f.fail(f.builder.icmp_unsigned(">", each, f.int(MAX_ITEMS)), ValueError, "the length of an array", False)
    f.fail(f.builder.icmp_unsigned(">", size, f.int(MAX_ITEMS)), MemoryError, "an array of over a million numbers")
    strides: list[Any] = []
    step = f.int(1)
    for each in reversed(shape):
        strides.insert(0, step)
        step = times(f, step, each)
    start = f.allocate(f.builder.mul(size, f.int(DTYPES[dtype])))
    return Value(Array(dtype, len(shape), sure=sure), [start, *shape, *strides])


def each_place(f: Emitter, shape: Places, body: Callable[[list[Any]], None]) -> None:
    """Write a loop over all places of a shape, the last dimension first."""

    def nest(places: list[Any]) -> None:
        if len(places) == len(shape):
            body(places)
        else:
            f.count(shape[len(places)], lambda at: nest([*places, at]))

    nest([])


def filled(f: Emitter, dtype: str, shape: Places, item: Value) -> Value:
    """Return a new array of one number."""
    found = new_array(f, dtype, shape)
    each_place(f, shape, lambda places: put(f, found, places, item))
    return found


def copied(f: Emitter, value: Value, dtype: str = "", sure: bool | None = None) -> Value:
    """Return a new array of the same numbers, in order."""
    sure = value.kind.sure if sure is None else sure
    found = new_array(f, dtype or value.kind.dtype, shape_of(value), sure)
    each_place(f, shape_of(value), lambda places: put(f, found, places, _cast(f, number_at(f, value, places), dtype)))
    return found


def _cast(f: Emitter, item: Value, dtype: str) -> Value:
    """Return a number of an array converted to another dtype."""
    if dtype == "bool" and not isinstance(item.kind, Bool):
        zero = f.builder.icmp_signed("!=", item.scalars[0], f.int(0)) if isinstance(item.kind, Int) else None
        return truth_value(
            f.builder.fcmp_unordered("!=", item.scalars[0], item.scalars[0].type(0)) if zero is None else zero
        )
    if dtype and dtype != "float64" and isinstance(item.kind, Float):
        raise f.refuse("an array of floats is made one of ints; write a loop with int(...) instead")
    return item


def known_dtype(f: Emitter, value: Value | None, default: str = "") -> str:
    """Return the name of a dtype. Raises Refusal."""
    thing = None if value is None else value.known[0] if value.known else getattr(value.kind, "thing", value.kind)
    if thing is None:
        return default
    try:
        name = np.dtype(thing).name
    except TypeError:
        raise f.refuse("a dtype that is not known at compile time; write np.int64, np.int8 or bool") from None
    kind_of_numbers(name)
    return name


def shape_given(f: Emitter, value: Value) -> list[Any]:
    """Return the lengths in a shape."""
    many = starred(f, value) if value.kind.family == "tuple" or value.kind.family == "list" else [value]
    return [whole(f, each, "a length of a shape") for each in many]


def as_array(f: Emitter, value: Value) -> Value:
    """Return a value as an array: a constant one in place, a tuple or list as a new one."""
    if isinstance(value.kind, Array):
        return value
    return plain(f, value) if is_array(value) else array_of(f, value)


def array_of(f: Emitter, value: Value, dtype: str = "") -> Value:
    """np.array: a new array of the numbers in tuples and lists, or in another array."""
    if is_array(value):
        return copied(f, plain(f, value), dtype)
    kinds, depth = _numbers_in(f, value)
    sure = bool(dtype)
    if not dtype:
        dtype, sure = _dtype_of(f, kinds)
    shape: list[Any] = []
    one = value
    for level in range(depth):
        count, get = indexed(f, one)
        shape.append(count)
        if level + 1 < depth or isinstance(kinds, Array):
            f.fail(f.builder.icmp_signed("==", count, f.int(0)), ValueError, "an array of no rows", False)
            one = get(f.int(0))
    if isinstance(one.kind, Array):
        shape += shape_of(one)
    found = new_array(f, dtype, shape, sure)
    _fill(f, found, value, dtype)
    return found


def _fill(f: Emitter, found: Value, value: Value, dtype: str) -> None:
    """Put the numbers of nested tuples and lists into an array of their shape."""
    if isinstance(value.kind, Array):
        assign(f, found, value)
        return
    count, get = indexed(f, value)
    f.fail(f.builder.icmp_signed("!=", count, shape_of(found)[0]), ValueError, "rows of several lengths", False)

    def one(at: Any) -> None:
        each = get(at)
        if found.kind.ndim == 1:
            put(f, found, [at], _cast(f, as_pythons(each), dtype))
        else:
            _fill(f, inner(f, found, [at]), each, dtype)

    f.count(count, one)


def _numbers_in(f: Emitter, value: Value) -> tuple[Kind, int]:
    """Return the type of the numbers in tuples and lists, and their depth."""
    kind: Any = value.kind.codec.unpacked if isinstance(value.kind, Packed) else value.kind
    kind = kind_of(kind.thing) if isinstance(kind, Constant) else kind
    depth = 0
    while not isinstance(kind, (Int, Bool, Float, Array)):
        if kind == NEVER:
            raise Unreachable
        if kind.family not in ("tuple", "list", "range") or isinstance(kind, Union) or kind.lazy:
            raise f.refuse(f"an array of a {value.kind}; write one of a tuple or a list of numbers")
        kind = join_all(kind.items) if isinstance(kind, Tuple) else WHOLE if kind.family == "range" else kind.item
        depth += 1
        kind = (
            WHOLE if isinstance(kind, Union) and all(isinstance(each, (Int, Bool)) for each in kind.variants) else kind
        )
        kind = kind.codec.unpacked if isinstance(kind, Packed) else kind
    if depth == 0:
        raise f.refuse("an array of one number, without a dimension; write the number itself")
    return kind, depth


def _dtype_of(f: Emitter, kind: Any) -> tuple[str, bool]:
    """Return the dtype of numbers of a type, and whether it is certain."""
    if isinstance(kind, Array):
        return kind.dtype, kind.sure
    if isinstance(kind, Bool):
        return "bool", True
    if isinstance(kind, Float):
        return "float64", True
    if isinstance(kind, NumpyInt) and (kind.low, kind.high) != (-(2**63), 2**63 - 1):
        for name in DTYPES:
            if kind_of_numbers(name) == kind:
                return name, False
        raise f.refuse("an array of numbers of several types of NumPy; write dtype=... as well")
    return "int64", True


# --- indices ----------------------------------------------------------------------------------------------------------


class Part:
    """One part of an index: a place, a slice (low, high, step), a new dimension, "..." or an array of places."""

    def __init__(self, at: Value | None = None, ends: tuple[Any, Any, Any] | None = None, what: str = "") -> None:
        self.at, self.ends, self.what = at, ends, what


def parts_of(f: Emitter, index: Value) -> list[Part]:
    """Return the parts of an index without slices."""
    if index.kind.family == "tuple" or (isinstance(index.kind, Constant) and isinstance(index.kind.thing, tuple)):
        return [Part(at=each) for each in starred(f, index)]
    return [Part(at=index)]


def _spread(f: Emitter, value: Value, parts: list[Part]) -> list[Part]:
    """Return an index's parts, one for each dimension and one for each new dimension."""
    parts = [Part(what="new") if each.at is not None and each.at.known == (None,) else each for each in parts]
    own = sum(each.what != "new" and each.what != "..." for each in parts)
    if own > value.kind.ndim:
        raise f.refuse(f"too many indices for an {value.kind}; write one for each dimension")
    at = next((place for place, each in enumerate(parts) if each.what == "..."), len(parts))
    every = [Part(ends=(None, None, None)) for _ in range(value.kind.ndim - own)]
    return [*parts[:at], *every, *parts[at + 1 :]]


def index_array(f: Emitter, value: Value, parts: list[Part]) -> Value:
    """Return value[parts]: a view, a number, or, for an index with arrays, a new array."""
    value = plain(f, value)
    chosen = _chosen(f, value, parts)
    if chosen is None:
        found = basic(f, value, parts)
        return found if found.kind.ndim else item_of_array(f, found, [])
    places, shape = chosen
    found = new_array(f, value.kind.dtype, [*shape, *_left(f, value, parts)], value.kind.sure)
    _each_chosen(f, value, places, lambda at, row: assign(f, inner(f, found, at), inner(f, value, row)))
    return found


def assign_index(f: Emitter, value: Value, parts: list[Part], new: Value) -> None:
    """value[parts] = new."""
    value = plain(f, value)
    if value.kind.frozen:
        raise f.refuse(CONSTANT)
    chosen = _chosen(f, value, parts)
    if chosen is None:
        assign(f, basic(f, value, parts), new)
        return
    places, _ = chosen
    items = as_array(f, new) if _is_many(new) else None

    def one(at: list[Any], row: list[Any]) -> None:
        each = (
            new if items is None else inner(f, items, at) if items.kind.ndim > len(at) else item_of_array(f, items, at)
        )
        assign(f, inner(f, value, row), each)

    _each_chosen(f, value, places, one)


def _is_many(value: Value) -> bool:
    return is_array(value) or value.kind.family in ("tuple", "list")


def _left(f: Emitter, value: Value, parts: list[Part]) -> list[Any]:
    """Return the lengths of the dimensions not covered by an index with arrays."""
    used = sum(as_array(f, each.at).kind.ndim if _is_mask(f, each) else 1 for each in parts if each.at is not None)
    return shape_of(value)[used:]


def _is_mask(f: Emitter, part: Part) -> bool:
    return part.at is not None and is_array(part.at) and plain(f, part.at).kind.dtype == "bool"


def _chosen(f: Emitter, value: Value, parts: list[Part]) -> tuple[list[Value], list[Any]] | None:
    """Return the arrays of places in an index, one for each dimension, and their shape; None if it has none."""
    if not any(each.at is not None and _is_many(each.at) for each in parts):
        return None
    if len(parts) == 1 and _is_mask(f, parts[0]):
        mask = plain(f, parts[0].at)  # type: ignore[arg-type]
        for one, other in zip(shape_of(mask), shape_of(value), strict=False):
            f.fail(f.builder.icmp_signed("!=", one, other), IndexError, "a mask of another shape", False)
        found = nonzero(f, mask)
        return found, shape_of(found[0])
    if not all(each.at is not None and (_is_many(each.at) or number(f, each.at) is not None) for each in parts):
        raise f.refuse("an index of slices and arrays; write one after the other: a[rows][:, columns]")
    arrays = [as_array(f, each.at) if _is_many(each.at) else _single(f, each.at) for each in parts]  # type: ignore[arg-type]
    if any(each.kind.dtype == "bool" for each in arrays) or len(arrays) > value.kind.ndim:
        raise f.refuse("an index of a mask and other arrays; write a loop instead")
    shape = broadcast(f, [shape_of(each) for each in arrays])
    return [stretched(f, each, shape) for each in arrays], shape


def _single(f: Emitter, at: Value) -> Value:
    return filled(f, "int64", [f.int(1)], at)


def _each_chosen(f: Emitter, value: Value, places: list[Value], body: Callable[[list[Any], list[Any]], None]) -> None:
    """Write a loop over the places in an array selected by arrays of indices, which may be negative."""

    def counted(place: Any, length: Any) -> Any:
        below = f.builder.icmp_signed("<", place, f.int(0))
        found = f.builder.select(below, f.builder.add(place, length), place)
        outside = f.builder.icmp_unsigned(">=", found, length)
        f.fail(outside, IndexError, "an array of places has one outside the array", False)
        return found

    def one(at: list[Any]) -> None:
        chosen = [number_at(f, each, at).scalars[0] for each in places]
        body(at, [counted(place, length) for place, length in zip(chosen, shape_of(value), strict=False)])

    each_place(f, shape_of(places[0]), one)


def nonzero(f: Emitter, value: Value) -> list[Value]:
    """Return, for each dimension, the places of the numbers that are not zero."""
    size, at = product(f, shape_of(value)), f.place(INT)
    found = [new_array(f, "int64", [size]) for _ in range(value.kind.ndim)]
    f.builder.store(f.int(0), at)

    def one(places: list[Any]) -> None:
        with f.when(_cast(f, number_at(f, value, places), "bool").scalars[0]):
            now = f.builder.load(at)
            for each, place_ in zip(found, places, strict=True):
                put(f, each, [now], Value(WHOLE, [place_]))
            f.builder.store(f.builder.add(now, f.int(1)), at)

    each_place(f, shape_of(value), one)
    count = f.builder.load(at)
    return [view_of(each, each.scalars[0], [count], [f.int(1)]) for each in found]


def basic(f: Emitter, value: Value, parts: list[Part]) -> Value:
    """Return the view of an array at places and slices."""
    start: Any = f.int(0)
    shape, strides, left = [], [], list(zip(shape_of(value), strides_of(value), strict=True))
    for part in _spread(f, value, parts):
        if part.what == "new":
            shape.append(f.int(1))
            strides.append(f.int(0))
            continue
        count, stride = left.pop(0)
        if part.ends is None:
            at = place(f, whole(f, part.at, "an index"), count)  # type: ignore[arg-type]
            start = f.builder.add(start, times(f, at, stride))
            continue
        begin, many, step = _slice(f, count, *part.ends)
        start = f.builder.add(start, times(f, begin, stride))
        shape.append(many)
        strides.append(times(f, f.int(step), stride))
    base = f.builder.bitcast(value.scalars[0], STORED[value.kind.dtype].as_pointer())
    return view_of(value, f.builder.bitcast(f.builder.gep(base, [start]), value.scalars[0].type), shape, strides)


def _end_known(value: Value | None) -> tuple[Any, ...]:
    """Return the end of a slice as a one-item tuple if it is a constant; otherwise ()."""
    return (None,) if value is None else value.known


def _slice(f: Emitter, count: Any, low: Value | None, high: Value | None, by: Value | None) -> tuple[Any, Any, int]:
    """Return the start, the length and the step of a slice."""
    if by is not None and (not by.known or by.known[0] == 0):
        raise f.refuse("a slice of an array whose step is not a constant; write it as one instead")
    step = 1 if by is None or by.known == (None,) else by.known[0]
    size, ends = known(count), [_end_known(each) for each in (low, high)]
    if size is not None and all(ends):
        places = range(size)[slice(ends[0][0], ends[1][0], step)]
        return f.int(places.start if len(places) else 0), f.int(len(places)), step
    builder = f.builder
    least, most = (f.int(0), count) if step > 0 else (f.int(-1), builder.sub(count, f.int(1)))

    def end(each: Value | None, default: Any) -> Any:
        if each is None or each.known == (None,):
            return default
        at = whole(f, each, "a slice's end")
        at = builder.select(builder.icmp_signed("<", at, f.int(0)), builder.add(at, count), at)
        at = builder.select(builder.icmp_signed("<", at, least), least, at)
        return builder.select(builder.icmp_signed(">", at, most), most, at)

    begin, over = (end(low, least), end(high, most)) if step > 0 else (end(low, most), end(high, least))
    span = builder.sub(over, begin) if step > 0 else builder.sub(begin, over)
    many = builder.sdiv(builder.add(span, f.int(abs(step) - 1)), f.int(abs(step)))
    many = builder.select(builder.icmp_signed("<", many, f.int(0)), f.int(0), many)
    none_left = builder.icmp_signed("==", many, f.int(0))
    return builder.select(none_left, f.int(0), begin), many, step


# --- broadcasting -----------------------------------------------------------------------------------------------------


def broadcast(f: Emitter, shapes: list[list[Any]]) -> list[Any]:
    """Return the shape to which several arrays are broadcast. Raises ValueError at run time."""
    found: list[Any] = []
    for back in range(1, max(map(len, shapes)) + 1):
        size: Any = f.int(1)
        for shape in shapes:
            if back <= len(shape):
                size = _met(f, size, shape[-back])
        found.insert(0, size)
    return found


def _met(f: Emitter, one: Any, other: Any) -> Any:
    if one is other or known(other) == 1:
        return one
    if known(one) == 1:
        return other
    if known(one) is not None and known(one) == known(other):
        return one
    single = [f.builder.icmp_signed("==", each, f.int(1)) for each in (one, other)]
    wrong = f.builder.and_(f.builder.icmp_signed("!=", one, other), f.builder.not_(f.builder.or_(*single)))
    f.fail(wrong, ValueError, SHAPES)
    return f.builder.select(single[0], other, one)


def stretched(f: Emitter, value: Value, shape: list[Any]) -> Value:
    """Return an array broadcast to a larger shape: a dimension of length 1 is repeated."""
    more = len(shape) - value.kind.ndim
    strides: list[Any] = [f.int(0)] * more
    for size, stride, wanted in zip(shape_of(value), strides_of(value), shape[more:], strict=True):
        if size is wanted or (known(size) is not None and known(size) == known(wanted)):
            strides.append(stride)
        elif known(size) is not None:
            if known(size) != 1:
                f.fail(f.builder.icmp_signed("!=", size, wanted), ValueError, SHAPES)
            strides.append(stride if known(size) != 1 else f.int(0))
        else:
            fits = f.builder.icmp_signed("==", size, wanted)
            single = f.builder.icmp_signed("==", size, f.int(1))
            f.fail(f.builder.not_(f.builder.or_(fits, single)), ValueError, SHAPES)
            strides.append(f.builder.select(fits, stride, f.int(0)))
    return view_of(value, value.scalars[0], shape, strides)


def assign(f: Emitter, target: Value, new: Value) -> None:
    """Assign to all places of a view: one number, or those of an array."""
    if target.kind.frozen:
        raise f.refuse(CONSTANT)
    if not _is_many(new):
        each_place(f, shape_of(target), lambda places: put(f, target, places, _cast_put(f, new, target)))
        return
    source = as_array(f, new)
    if source.kind.ndim > target.kind.ndim:
        raise f.refuse(f"an {source.kind} is put into an {target.kind}; write a loop instead")
    source = stretched(f, copied(f, source) if _is_view(new) else source, shape_of(target))
    each_place(
        f, shape_of(target), lambda places: put(f, target, places, _cast_put(f, number_at(f, source, places), target))
    )


def _is_view(value: Value) -> bool:
    """Return whether an assigned array may share numbers with its target."""
    return isinstance(value.kind, Array) and not value.kind.frozen


def _cast_put(f: Emitter, item: Value, target: Value) -> Value:
    item = as_pythons(item)
    return _cast(f, item, "bool") if target.kind.dtype == "bool" else item


def elementwise(f: Emitter, dtype: str, values: list[Value], make: Callable[..., Value], sure: bool = True) -> Value:
    """Return the array of `make` applied to the numbers of arrays, or to single numbers."""
    arrays = [plain(f, each) if is_array(each) else None for each in values]
    shape = broadcast(f, [shape_of(each) for each in arrays if each is not None])
    wide = [each if each is None else stretched(f, each, shape) for each in arrays]
    singles = [as_pythons(plain(f, each)) for each in values]
    found = new_array(f, dtype, shape, sure)

    def one(places: list[Any]) -> None:
        pairs = zip(wide, singles, strict=True)
        items = [single if many is None else number_at(f, many, places) for many, single in pairs]
        put(f, found, places, _cast(f, make(*items), dtype if dtype == "bool" else ""))

    each_place(f, shape, one)
    return found


def common_dtype(f: Emitter, values: list[Value]) -> tuple[str, bool]:
    """Return the result dtype of arrays and single numbers, and whether it is certain."""
    arrays = [plain(f, each).kind for each in values if is_array(each)]
    name, sure = np.result_type(*(each.dtype for each in arrays)).name, all(each.sure for each in arrays)
    for each in values:
        if is_array(each):
            continue
        kind: Any = each.kind
        if isinstance(kind, Float):
            name = "float64"
        elif isinstance(kind, Int) and name == "bool":
            name, sure = "int64", not isinstance(kind, NumpyInt)
        elif isinstance(kind, NumpyInt) and name != "float64":
            sure = sure and name == "int64"
        elif not isinstance(kind, (Int, Bool)):
            raise f.refuse(f"an array and a {kind}; write numbers, or an array of them")
    kind_of_numbers(name)
    return name, sure


LOGICAL = {operator.add: operator.or_, operator.mul: operator.and_}
BITS = (operator.and_, operator.or_, operator.xor)
DIVIDING = (operator.floordiv, operator.mod, operator.truediv)


def of_arrays(f: Emitter, op: Any, one: Value, other: Value) -> Value | None:
    """Return the result of an operator on two values, one of them an array; None if neither is."""
    if not is_array(one) and not is_array(other):
        return None
    values = [each if is_array(each) or number(f, each) is not None else as_array(f, each) for each in (one, other)]
    dtype, sure = common_dtype(f, values)
    if op is operator.truediv:
        dtype = "float64"
    if dtype == "bool":
        op = LOGICAL.get(op, op)
        if op not in BITS:
            raise f.refuse("arithmetic of arrays of bools; write .astype(int) of one of them")

    def make(here: Value, there: Value) -> Value:
        if op in DIVIDING:
            divisor: Any = number(f, there)
            f.fail(_is_zero(f, divisor), OverflowError, "an array is divided by zero")
        found = arithmetic_of_words(f, op, here, there)
        assert found is not None
        return found

    return elementwise(f, dtype, values, make, sure)


def _is_zero(f: Emitter, value: Value) -> Any:
    zero = value.scalars[0].type(0)
    if isinstance(value.kind, Float):
        return f.builder.fcmp_ordered("==", value.scalars[0], zero)
    return f.builder.icmp_signed("==", value.scalars[0], zero)


def of_array(f: Emitter, make: Callable[[Emitter, Value], Value], value: Value, bools: Any = None) -> Value:
    """Return the array of `make` applied to each number. bools: the operation for bools; None: they are refused."""
    value = as_array(f, value)
    if value.kind.dtype == "bool":
        if bools is None:
            raise f.refuse("arithmetic of an array of bools; write .astype(int) of it")
        return elementwise(f, "bool", [value], bools)
    return elementwise(f, value.kind.dtype, [value], lambda each: make(f, each), value.kind.sure)


# --- reductions -------------------------------------------------------------------------------------------------------


def along(f: Emitter, value: Value, axis: int | None, make: Callable[[Value], Value], dtype: str) -> Value:
    """Return `make` applied to an array's numbers, or to each row of them along an axis.

    make: returns a Python number. dtype: of its result
    """
    if axis is None or value.kind.ndim == 1:
        return numpys(dtype, make(value))
    shape, strides = shape_of(value), strides_of(value)
    others = [each for each in range(value.kind.ndim) if each != axis]
    found = new_array(f, dtype, [shape[each] for each in others])

    def one(places: list[Any]) -> None:
        outer = view_of(value, value.scalars[0], [shape[each] for each in others], [strides[each] for each in others])
        start = f.builder.bitcast(address(f, outer, places), value.scalars[0].type)
        put(f, found, places, make(view_of(value, start, [shape[axis]], [strides[axis]])))

    each_place(f, [shape[each] for each in others], one)
    return found


def summed(f: Emitter, value: Value) -> Value:
    """Return the sum of all numbers of an array."""
    if value.kind.dtype == "float64":
        return _sum_of_floats(f, value)
    return folded(f, value, operator.add, 0)


def folded(f: Emitter, value: Value, op: Any, start: int) -> Value:
    """Return the fold of an operator over all ints of an array."""
    at = f.place(INT)
    f.builder.store(f.int(start), at)

    def one(places: list[Any]) -> None:
        found: Any = arithmetic_of_words(f, op, Value(WHOLE, [f.builder.load(at)]), number_at(f, value, places))
        f.builder.store(found.scalars[0], at)

    each_place(f, shape_of(value), one)
    return Value(WHOLE, [f.builder.load(at)])


STEP, LARGEST = 2.0**-16, 2.0**20
"""Sums of at most 2**16 multiples of STEP up to LARGEST are exact in any order of addition."""
IN_ORDER = "a sum of floats whose last digit depends on NumPy's order; write a loop, or whole numbers"


def _sum_of_floats(f: Emitter, value: Value) -> Value:
    """Return the sum of floats if it is the same in any order, as for integers and halves."""
    at, builder = f.place(FLOAT64), f.builder
    builder.store(FLOAT64(0.0), at)
    f.fail(builder.icmp_signed(">", product(f, shape_of(value)), f.int(2**16)), OverflowError, IN_ORDER)

    def one(places: list[Any]) -> None:
        word = number_at(f, value, places).scalars[0]
        steps = builder.fmul(word, FLOAT64(1 / STEP))
        inside = builder.fcmp_ordered("<=", call_intrinsic(builder, "fabs", word), FLOAT64(LARGEST))
        even = builder.fcmp_ordered("==", call_intrinsic(builder, "floor", steps), steps)
        f.fail(builder.not_(builder.and_(inside, even)), OverflowError, IN_ORDER)
        builder.store(builder.fadd(builder.load(at), word), at)

    each_place(f, shape_of(value), one)
    return Value(FLOAT, [builder.load(at)])


def any_true(f: Emitter, value: Value, wanted: bool) -> Value:
    """Return whether any of an array's numbers is true, or whether all are."""
    found = f.place(BIT)
    f.builder.store(BIT(not wanted), found)

    def one(places: list[Any]) -> None:
        bit = _cast(f, number_at(f, value, places), "bool").scalars[0]
        combine = f.builder.or_ if wanted else f.builder.and_
        f.builder.store(combine(f.builder.load(found), bit), found)

    each_place(f, shape_of(value), one)
    return Value(TRUTH, [f.builder.load(found)])


def best_place(f: Emitter, value: Value, sign: str, first: bool = True) -> tuple[Any, Value]:
    """Return the place of the first extreme number, and the number."""
    size = product(f, shape_of(value))
    f.fail(f.builder.icmp_signed("==", size, f.int(0)), ValueError, "the least or greatest of an array of no numbers")
    best, at, now = f.place(STORED[value.kind.dtype]), f.place(INT), f.place(INT)
    held = Value(Array(value.kind.dtype, 0), [f.builder.bitcast(best, value.scalars[0].type)])
    f.builder.store(f.int(0), now)

    def one(places: list[Any]) -> None:
        each, place_ = number_at(f, value, places), f.builder.load(now)
        f.builder.store(f.builder.add(place_, f.int(1)), now)
        before = number_at(f, held, [])
        if isinstance(each.kind, Float):
            better = f.builder.fcmp_ordered(sign, each.scalars[0], before.scalars[0])
        else:
            compare = f.builder.icmp_unsigned if isinstance(each.kind, Bool) else f.builder.icmp_signed
            better = compare(sign, each.scalars[0], before.scalars[0])
        with f.when(f.builder.or_(better, f.builder.icmp_signed("==", place_, f.int(0)))):
            f.builder.store(place_, at)
            f.builder.store(f.builder.load(address(f, value, places)), best)

    each_place(f, shape_of(value), one)
    return f.builder.load(at), number_at(f, held, [])


# --- shapes -----------------------------------------------------------------------------------------------------------


def is_in_order(f: Emitter, value: Value) -> Any:
    """Return whether an array's numbers are contiguous and in order, as a bit; a constant if known."""
    step: Any = f.int(1)
    found: Any = BIT(1)
    for size, stride in reversed(list(zip(shape_of(value), strides_of(value), strict=True))):
        if not (stride is step or (known(stride) is not None and known(stride) == known(step)) or known(size) == 1):
            fits = f.builder.icmp_signed("==", stride, step)
            fits = f.builder.or_(fits, f.builder.icmp_signed("<=", size, f.int(1)))
            found = fits if isinstance(found, ir.Constant) else f.builder.and_(found, fits)
        step = times(f, step, size)
    return found


def in_a_row(f: Emitter, value: Value) -> Value:
    """ravel: an array's numbers in one dimension; a view if they are in order, otherwise a copy."""
    size = product(f, shape_of(value))
    start = value.scalars[0]
    ordered = is_in_order(f, value)
    if not isinstance(ordered, ir.Constant):
        at = f.place(start.type)
        f.builder.store(start, at)
        with f.when(f.builder.not_(ordered)):
            f.builder.store(copied(f, value).scalars[0], at)
        start = f.builder.load(at)
    return view_of(value, start, [size], [f.int(1)])


def reshaped(f: Emitter, value: Value, shape: list[Any]) -> Value:
    """reshape: the same numbers in another shape, one of whose lengths may be -1."""
    flat = in_a_row(f, value)
    size, unknown = shape_of(flat)[0], [at for at, each in enumerate(shape) if known(each) == -1]
    if unknown:
        others = product(f, [each for each in shape if known(each) != -1])
        fits = known(size) is not None and known(others)
        rest = f.int(known(size) // known(others)) if fits else f.builder.sdiv(size, others)  # type: ignore[operator]
        shape = [rest if at == unknown[0] else each for at, each in enumerate(shape)]
    wanted = product(f, shape)
    if known(wanted) is None or known(wanted) != known(size):
        f.fail(f.builder.icmp_signed("!=", wanted, size), ValueError, "reshape to a shape of another size")
    strides: list[Any] = []
    step = f.int(1)
    for each in reversed(shape):
        strides.insert(0, step)
        step = times(f, step, each)
    _check_copied(f, value, shape)
    return view_of(value, flat.scalars[0], shape, strides)


def _check_copied(f: Emitter, value: Value, shape: list[Any]) -> None:
    """Raise an error at run time if NumPy would reshape without a copy although the numbers are not in order."""
    ordered = is_in_order(f, value)
    if known(ordered) == 1:
        return
    old, builder = shape_of(value), f.builder
    wide: Any = f.int(0)
    for each in old:
        wide = builder.add(wide, builder.zext(builder.icmp_signed(">", each, f.int(1)), INT))
    view: Any = builder.icmp_signed("<", wide, f.int(2))
    if len(shape) == len(old) == 2:
        same = [builder.icmp_signed("==", one, other) for one, other in zip(old, shape, strict=True)]
        view = builder.or_(view, builder.and_(*same))
    elif len(shape) > 1:
        view = BIT(1)
    out_of_order = "reshape of numbers that do not lie side by side; write .copy() before it"
    f.fail(builder.and_(builder.not_(ordered), view), OverflowError, out_of_order)


def transposed(f: Emitter, value: Value) -> Value:
    """a.T."""
    return view_of(value, value.scalars[0], shape_of(value)[::-1], strides_of(value)[::-1])


def diagonal(f: Emitter, value: Value, offset: Any) -> Value:
    """np.diagonal: a read-only view."""
    if value.kind.ndim != 2:
        raise f.refuse("the diagonal of an array that has not two dimensions; write it for one that has")
    (rows, columns), (down, right), builder = shape_of(value), strides_of(value), f.builder
    if known(offset) == 0 and known(rows) is not None and known(columns) is not None:
        count: Any = f.int(min(each.constant for each in (rows, columns)))
        start = value.scalars[0]
    else:
        above = builder.icmp_signed(">=", offset, f.int(0))
        size = builder.select(above, offset, builder.sub(f.int(0), offset))
        rows, columns = (
            builder.select(above, rows, builder.sub(rows, size)),
            builder.select(above, builder.sub(columns, size), columns),
        )
        count = builder.select(builder.icmp_signed("<", rows, columns), rows, columns)
        count = builder.select(builder.icmp_signed("<", count, f.int(0)), f.int(0), count)
        none = builder.icmp_signed("==", count, f.int(0))
        zero = f.int(0)
        at = [builder.select(above, zero, size), builder.select(above, size, zero)]
        at = [builder.select(none, zero, each) for each in at]
        start = builder.bitcast(address(f, value, at), value.scalars[0].type)
    kind = Array(value.kind.dtype, 1, True, value.kind.sure)
    return Value(kind, [start, count, builder.add(down, right)])


def as_bytes(f: Emitter, value: Value) -> Value:
    """Tobytes."""
    if not value.kind.sure:
        raise f.refuse("tobytes of an array whose type depends on its numbers; write dtype=np.int8, or the like, above")
    flat = copied(f, value)
    size = f.builder.mul(product(f, shape_of(flat)), f.int(DTYPES[value.kind.dtype]))
    items = f.allocate(f.builder.mul(size, f.int(8)))

    def one(at: Any) -> None:
        byte = f.builder.zext(f.builder.load(f.builder.gep(flat.scalars[0], [at])), INT)
        f.store(Value(WHOLE, [byte]), items, at)

    f.count(size, one)
    return Value(Bytes(), [items, size])


def from_bytes(f: Emitter, value: Value, dtype: str) -> Value:
    """np.frombuffer."""
    count, each = value.scalars[1], f.int(DTYPES[dtype])
    f.fail(f.builder.icmp_signed("!=", f.builder.srem(count, each), f.int(0)), ValueError, "a buffer of another size")
    start = f.allocate(count)

    def one(at: Any) -> None:
        byte = f.load(WHOLE, value.scalars[0], at).scalars[0]
        f.builder.store(f.builder.trunc(byte, STORED["uint8"]), f.builder.gep(start, [at]))

    f.count(count, one)
    return Value(Array(dtype, 1, frozen=True), [start, f.builder.sdiv(count, each), f.int(1)])


# --- loops, length ----------------------------------------------------------------------------------------------------


@loop_over.on(Array)
def _loop_array(f: Emitter, value: Value, body: Any, ordered: Any) -> None:
    f.count(shape_of(value)[0], lambda at: run(f, body, item_of_array(f, value, [at])))


@places_of.on(Array)
def _places_of(f: Emitter, value: Value) -> tuple[Any, Callable[[Any], Value]]:
    return shape_of(value)[0], lambda at: item_of_array(f, value, [at])


@length_of.on(Array)
def _length(f: Emitter, value: Value) -> Any:
    return shape_of(value)[0]


def lengths(f: Emitter, value: Value) -> Value:
    """a.shape."""
    return tuple_of(
        [constant(known(each)) if known(each) is not None else Value(WHOLE, [each]) for each in shape_of(value)]
    )


def as_lists(f: Emitter, value: Value, make: Callable[[Value, Any], Value]) -> Value:
    """Return an array as nested rows, created by a function of (row, depth)."""
    size = shape_of(value)[0]
    deep = value.kind.ndim > 1
    kinds: Kind = WHOLE
    if not deep:
        kinds = as_pythons(Value(kind_of_numbers(value.kind.dtype), [None])).kind
        items = f.allocate(f.builder.mul(size, f.size_of(kinds)))
        f.count(size, lambda at: f.store(number_at(f, value, [at]), items, at))
        return make(Value(Row(kinds), [items, size]), 0)
    probe = _list_kind(f, value.kind.ndim - 1, value.kind.dtype, make)
    items = f.allocate(f.builder.mul(size, f.size_of(probe)))
    f.count(size, lambda at: f.store(as_lists(f, inner(f, value, [at]), make), items, at))
    return make(Value(Row(probe), [items, size]), value.kind.ndim - 1)


def _list_kind(f: Emitter, depth: int, dtype: str, make: Any) -> Kind:
    """Return the type of an array's rows as lists."""
    kind = as_pythons(Value(kind_of_numbers(dtype), [None])).kind
    for level in range(depth):
        cell = f.program.cell((make.key, level))
        f.program.put(cell, kind)
        kind = List(cell)
    return kind


__all__ = [
    "Part", "along", "any_true", "array_of", "as_array", "as_bytes", "as_lists", "assign", "assign_index", "best_place",
    "copied", "diagonal", "elementwise", "filled", "folded", "from_bytes", "in_a_row", "index_array", "is_array",
    "known_dtype", "lengths", "new_array", "nonzero", "of_array", "of_arrays", "parts_of", "reshaped", "shape_given",
    "summed", "transposed",
]  # fmt: skip
