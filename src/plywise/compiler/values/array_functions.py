"""The methods and attributes of arrays, and the functions of NumPy, that rules may use."""

import ast
import operator
from collections.abc import Callable
from typing import Any

import numpy as np

from plywise.compiler.emission.callees import BUILTINS, Named, call_function
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import plain, truth_value
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import array_library as library
from plywise.compiler.types.joining import DTYPES, kind_of_numbers
from plywise.compiler.types.kinds import (
    FLOAT,
    INT,
    NONE,
    RANGE,
    WHOLE,
    Array,
    Bytes,
    Float,
    Int,
    Lazy,
    NumpyFloat,
    NumpyInt,
    Refusal,
    Value,
)
from plywise.compiler.values.arrays import (
    Part,
    along,
    any_true,
    array_of,
    as_array,
    as_bytes,
    as_lists,
    assign,
    best_place,
    common_dtype,
    copied,
    diagonal,
    elementwise,
    filled,
    folded,
    from_bytes,
    in_a_row,
    index_array,
    is_array,
    known,
    known_dtype,
    lengths,
    new_array,
    nonzero,
    of_array,
    of_arrays,
    product,
    reshaped,
    shape_given,
    shape_of,
    summed,
    transposed,
)
from plywise.compiler.values.comparisons import equal, ordered, truth
from plywise.compiler.values.loops import indexed
from plywise.compiler.values.numbers import absolute, as_float, as_pythons, check_range, number, whole
from plywise.compiler.values.sequences import list_of_row, range_length, starred, tuple_of
from plywise.compiler.values.signatures import FUNCTIONS, check_call


def _axis(f: Emitter, value: Value, args: list[Value], named: Named) -> int | None:
    """Return the axis argument of a method; None if there is none."""
    given = args[0] if args else named.get("axis")
    if given is None or given.known == (None,):
        return None
    if not given.known or not isinstance(given.known[0], int):
        raise f.refuse("an axis that is not a constant int; write it as one instead")
    if not -value.kind.ndim <= given.known[0] < value.kind.ndim:
        raise f.refuse(f"axis {given.known[0]} of an {value.kind}; write one that it has")
    return int(given.known[0] % value.kind.ndim)


def _reduced(make: Callable[[Emitter, Value], Value], dtype_of: Callable[[str], str]) -> Any:
    """Return the translation of a reduction: to one number, or to one for each row along an axis."""

    def translate(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
        dtype = dtype_of(value.kind.dtype)
        if not dtype:
            raise f.refuse(f"a sum or product of an array of {value.kind.dtype}; write a loop instead")
        return along(f, value, _axis(f, value, args, named), lambda each: make(f, each), dtype)

    return translate


def _wide(dtype: str) -> str:
    """Return the dtype of a sum; "" for unsigned ints."""
    return "" if dtype.startswith("u") else "float64" if dtype == "float64" else "int64"


def _wide_int(dtype: str) -> str:
    """Return the dtype of a product; "" for floats as well."""
    return "" if dtype == "float64" else _wide(dtype)


def _at_best(sign: str) -> Any:
    def translate(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
        return along(
            f,
            value,
            _axis(f, value, args, named),
            lambda each: Value(WHOLE, [best_place(f, each, sign)[0]]),
            "int64",
        )

    return translate


def _mean(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    def one(each: Value) -> Value:
        total, count = as_float(f, summed(f, each)), as_float(f, Value(WHOLE, [product(f, shape_of(each))]))
        f.fail(f.builder.fcmp_ordered("==", count, FLOAT.scalars[0](0)), OverflowError, "the mean of no numbers")
        return Value(FLOAT, [f.builder.fdiv(total, count)])

    return along(f, value, _axis(f, value, args, named), one, "float64")


def _copy(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    return copied(f, value)


def _flatten(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    return in_a_row(f, copied(f, value))


def _ravel(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    return in_a_row(f, value)


def _reshape(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    shape = [whole(f, each) for each in args] if len(args) > 1 else shape_given(f, args[0])
    return reshaped(f, value, shape)


def _transpose(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    return transposed(f, value)


def _as_type(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    dtype = known_dtype(f, args[0])
    if value.kind.dtype == "float64" and dtype not in ("float64", "bool"):
        raise f.refuse("astype of floats to ints; write a loop with int(...) instead")
    return copied(f, value, dtype, True)


def _diagonal(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    offset = args[0] if args else named.get("offset", constant(0))
    return diagonal(f, value, whole(f, offset))


def _fill(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    assign(f, value, args[0])
    return Value(NONE, (), (None,))


def _nonzero(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    return tuple_of(nonzero(f, value))


class _Lists:
    """Creates lists from rows, for a place in the source."""

    def __init__(self, f: Emitter, key: Any) -> None:
        self.f, self.key = f, (key, "lists")

    def __call__(self, row: Value, depth: int) -> Value:
        return list_of_row(self.f, row, None, (self.key, depth))


def _to_list(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    return as_lists(f, value, _Lists(f, key))


def _item(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    found = (
        index_array(f, value, [Part(at=each) for each in args])
        if args
        else index_array(f, in_a_row(f, value), [Part(at=constant(0))])
    )
    return as_pythons(found)


def _to_bytes(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    return as_bytes(f, value)


def _clip(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    low, high = args
    found = value
    for bound, op in ((low, operator.gt), (high, operator.lt)):
        if bound.known != (None,):
            found = _chosen(f, op, found, bound)
    return found


def _from_library(function: Any, *dtypes: Any) -> Any:
    """Return the translation of a method or function in the library that takes an array first."""

    def translate(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
        return call_function(f, function, [value, *args], named)

    return translate


def _listed(function: Any, dtype: str = "") -> Any:
    """Return the translation of a one-dimensional method whose library function returns a list."""

    def translate(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
        if value.kind.ndim != 1 and function not in (library.unique, library.cumulated):
            raise f.refuse(f"a function of NumPy of an {value.kind}; write it for one dimension")
        more = [as_array(f, each) if is_array(each) or each.kind.family in ("tuple", "list") else each for each in args]
        found = call_function(f, function, [value, *more])
        return array_of(f, found, dtype or value.kind.dtype)

    return translate


def _sort(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    assign(f, value, METHODS_ALONE["sort"](f, value, args, named, key))
    return Value(NONE, (), (None,))


def _order_of(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    if named.get("kind", constant("")).known != ("stable",):
        raise f.refuse('argsort, which may put equal numbers in any order; write argsort(kind="stable") instead')
    return _listed(library.order_of, "int64")(f, value, args, {}, key)


METHODS: dict[str, Any] = {
    "sum": _reduced(summed, _wide),
    "prod": _reduced(lambda f, each: folded(f, each, operator.mul, 1), _wide_int),
    "any": _reduced(lambda f, each: any_true(f, each, True), lambda dtype: "bool"),
    "all": _reduced(lambda f, each: any_true(f, each, False), lambda dtype: "bool"),
    "min": _reduced(lambda f, each: best_place(f, each, "<")[1], lambda dtype: dtype),
    "max": _reduced(lambda f, each: best_place(f, each, ">")[1], lambda dtype: dtype),
    "argmin": _at_best("<"),
    "argmax": _at_best(">"),
    "mean": _mean,
    "copy": _copy,
    "flatten": _flatten,
    "ravel": _ravel,
    "reshape": _reshape,
    "transpose": _transpose,
    "astype": _as_type,
    "diagonal": _diagonal,
    "trace": lambda f, value, args, named, key: METHODS["sum"](f, _diagonal(f, value, args, named, key), [], {}, key),
    "fill": _fill,
    "nonzero": _nonzero,
    "tolist": _to_list,
    "item": _item,
    "tobytes": _to_bytes,
    "clip": _clip,
    "cumsum": _listed(library.cumulated, "int64"),
    "argsort": _order_of,
    "sort": _sort,
    "repeat": _from_library(library.repeat),
    "dot": lambda f, value, args, named, key: _dot(f, [value, *args], named, key),
}
"""A method of arrays -> its translation: (f, array, args, named, key) -> its value."""

METHODS_ALONE: dict[str, Any] = {
    "sort": _listed(library.in_order),
    "unique": _listed(library.unique),
    "diff": _listed(library.changes),
    "isin": _listed(library.any_within, "bool"),
}
"""Functions of an array that are not methods, or differ from the method of the same name."""


def _attribute_of(f: Emitter, value: Value, name: str) -> Value:
    value = plain(f, value)
    if name == "shape":
        return lengths(f, value)
    if name == "ndim":
        return constant(value.kind.ndim)
    if name == "size":
        size = product(f, shape_of(value))
        return constant(known(size)) if known(size) is not None else Value(WHOLE, [size])
    if name == "T":
        return transposed(f, value)
    if name == "flat":
        return in_a_row(f, value)
    if name == "dtype" and value.kind.sure:
        return constant(np.dtype(value.kind.dtype))
    raise f.refuse(f"the attribute {name} of an {value.kind} cannot be compiled; write what it is instead")


ATTRIBUTES = ("shape", "ndim", "size", "T", "flat", "dtype", "itemsize", "nbytes", "strides", "base", "flags", "data")


def array_attribute(f: Emitter, value: Value, name: str) -> Value | None:
    """Return an attribute of an array; None for a method."""
    return None if name in METHODS else _attribute_of(f, value, name)


TAKES = {
    **dict.fromkeys(("sum", "prod", "any", "all", "min", "max", "argmin", "argmax", "mean"), "0 1 axis"),
    **dict.fromkeys(
        ("copy", "flatten", "ravel", "transpose", "nonzero", "tolist", "tobytes", "cumsum", "sort", "unique", "diff"),
        "0 0",
    ),
    "reshape": "1 *", "astype": "1 1", "diagonal": "0 1 offset", "trace": "0 1 offset", "fill": "1 1", "item": "0 *",
    "clip": "2 2", "argsort": "0 0 kind", "repeat": "1 1", "dot": "1 1", "isin": "1 1",
}  # fmt: skip
"""The accepted arguments of array methods: see signatures."""


def array_method(f: Emitter, value: Value, name: str, args: list[Value], named: Named, key: Any) -> Value:
    """Return value.name(*args, **named) of an array."""
    if name not in METHODS:
        raise f.refuse(f"the method {name} of an array cannot be compiled; write what it does instead")
    check_call(f, name, TAKES[name], args, named)
    return METHODS[name](f, plain(f, value), args, named, key)


# --- comparisons ------------------------------------------------------------------------------------------------------


COMPARED: dict[type[ast.cmpop], Any] = {
    ast.Eq: operator.eq, ast.NotEq: operator.ne, ast.Lt: operator.lt, ast.LtE: operator.le, ast.Gt: operator.gt,
    ast.GtE: operator.ge,
}  # fmt: skip


def compared(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    """Return the array of results of comparing two values, at least one of them an array."""
    values = [each if is_array(each) or number(f, each) is not None else as_array(f, each) for each in (one, other)]
    common_dtype(f, values)

    def make(here: Value, there: Value) -> Value:
        if op in (operator.eq, operator.ne):
            bit = equal(f, here, there)
            return truth_value(f.builder.not_(bit) if op is operator.ne else bit)
        return truth_value(ordered(f, op, here, there))

    return elementwise(f, "bool", values, make)


def _chosen(f: Emitter, op: Any, one: Value, other: Value) -> Value:
    """np.maximum, np.minimum."""
    dtype, sure = common_dtype(f, [one, other])

    def make(here: Value, there: Value) -> Value:
        first, second = (each if dtype == "bool" else number(f, each) for each in (here, there))
        if dtype == "float64":
            first, second = (Value(FLOAT, [as_float(f, each)]) for each in (here, there))
        bit = ordered(f, op, first, second)  # type: ignore[arg-type]
        return Value(first.kind, [f.builder.select(bit, first.scalars[0], second.scalars[0])])  # type: ignore[union-attr]

    return elementwise(f, dtype, [one, other], make, sure)


# --- functions --------------------------------------------------------------------------------------------------------


def _of_method(name: str) -> Any:
    """Return the translation of a function that is also a method of its first argument."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        table = METHODS_ALONE if name in METHODS_ALONE else METHODS
        return table[name](f, as_array(f, args[0]), args[1:], named, key)

    return translate


def _of_library(function: Any, arrays: int = 1) -> Any:
    """Return the translation of a library function. arrays: the number of its leading array arguments."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return call_function(f, function, [*(as_array(f, each) for each in args[:arrays]), *args[arrays:]], named)

    return translate


def _array(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    dtype = known_dtype(f, args[1] if len(args) > 1 else named.get("dtype"))
    return array_of(f, args[0], dtype)


def _as_array(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    dtype = known_dtype(f, args[1] if len(args) > 1 else named.get("dtype"))
    if is_array(args[0]) and dtype in ("", plain(f, args[0]).kind.dtype):
        return plain(f, args[0])
    return array_of(f, args[0], dtype)


def _made(item: int) -> Any:
    """Return the translation of np.zeros or np.ones."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        dtype = known_dtype(f, args[1] if len(args) > 1 else named.get("dtype"), "float64")
        shape = args[0] if args else named["shape"]
        return filled(f, dtype, shape_given(f, shape), constant(bool(item) if dtype == "bool" else item))

    return translate


def _full(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    shape, item, *more = [*args, *(named[name] for name in ("shape", "fill_value") if name in named)]
    dtype = known_dtype(f, more[0] if more else named.get("dtype"))
    if not dtype:
        kind: Any = item.kind
        dtype = "bool" if not isinstance(kind, (Int, Float)) else "float64" if isinstance(kind, Float) else "int64"
        if isinstance(kind, NumpyInt) and kind != kind_of_numbers("int64"):
            raise f.refuse("np.full of a number of NumPy; write dtype=... as well")
    return filled(f, dtype, shape_given(f, shape), as_pythons(item))


def _like(item: int | None) -> Any:
    """Return the translation of np.zeros_like and the like."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        first = as_array(f, args[0])
        dtype = known_dtype(f, named.get("dtype"), first.kind.dtype)
        one = args[1] if item is None else constant(bool(item) if dtype == "bool" else item)
        found = filled(f, dtype, shape_of(first), as_pythons(one))
        sure = first.kind.sure or "dtype" in named
        return Value(Array(dtype, first.kind.ndim, sure=sure), found.scalars)

    return translate


def _arange(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    dtype = known_dtype(f, named.get("dtype"), "int64")
    numbers = [whole(f, each, "an end of np.arange") for each in args]
    start, stop, step = (f.int(0), numbers[0], f.int(1)) if len(numbers) == 1 else (*numbers, f.int(1))[:3]
    ends = [known(each) for each in (start, stop, step)]
    if None not in ends:
        count: Any = f.int(len(range(*ends)))  # type: ignore[arg-type]
    else:
        count = range_length(f, Value(RANGE, [start, stop, step]))
    found = new_array(f, dtype, [count])
    return call_function(f, library.arange_of, [found, Value(WHOLE, [start]), Value(WHOLE, [step])])


def _eye(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    dtype = known_dtype(f, named.get("dtype", args[3] if len(args) > 3 else None), "float64")
    if len(args) == 2 and args[1].known == ():
        dtype = known_dtype(f, args[1])
        args = args[:1]
    columns = args[1] if len(args) > 1 and args[1].known != (None,) else named.get("M", args[0])
    zero = constant(False if dtype == "bool" else 0)
    found = filled(f, dtype, [whole(f, args[0]), whole(f, columns)], zero)
    if dtype == "bool":
        raise f.refuse("np.eye of bools; write np.eye(n, dtype=int) == 1 instead")
    return call_function(f, library.identity_of, [found, args[2] if len(args) > 2 else named.get("k", constant(0))])


def _where(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if len(args) == 1:
        return tuple_of(nonzero(f, as_array(f, args[0])))
    test = as_array(f, args[0])
    many = [each if is_array(each) or number(f, each) is not None else as_array(f, each) for each in args[1:]]
    if any(map(is_array, many)):
        dtype, sure = common_dtype(f, many)
    else:
        kinds = [type(as_pythons(each).kind) for each in many]
        dtype, sure = ("float64" if Float in kinds else "int64" if Int in kinds else "bool"), True

    def make(bit: Value, here: Value, there: Value) -> Value:
        first, second = (each if dtype == "bool" else number(f, each) for each in (here, there))
        if dtype == "float64":
            first, second = (Value(FLOAT, [as_float(f, each)]) for each in (first, second))  # type: ignore[arg-type]
        return Value(first.kind, [f.builder.select(truth(f, bit), first.scalars[0], second.scalars[0])])  # type: ignore[union-attr]

    return elementwise(f, dtype, [test, *many], make, sure)


def _argwhere(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    columns = nonzero(f, as_array(f, args[0]))
    found = new_array(f, "int64", [shape_of(columns[0])[0], f.int(len(columns))])
    for at, each in enumerate(columns):
        assign(f, index_array(f, found, [Part(ends=(None, None, None)), Part(at=constant(at))]), each)
    return found


def _counted(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    found = call_function(f, library.count_nonzero, [as_array(f, args[0])])
    return Value(NumpyInt(), found.scalars)  # Python's or NumPy's, depending on NumPy's version


def _flat_nonzero(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return nonzero(f, in_a_row(f, as_array(f, args[0])))[0]


def _joined(depth: int, stacked: bool) -> Any:
    """Return the translation of np.concatenate or np.stack. depth: the minimum depth of each argument."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        axis = named.get("axis", args[1] if len(args) > 1 else constant(0))
        if axis.known not in ((0,), (1,), (-1,)):
            raise f.refuse("an axis that is not 0 or 1; write one of them instead")

        def ready(value: Value) -> Value:
            one = as_array(f, value)
            new = stacked or one.kind.ndim < depth
            one = index_array(f, one, [Part(what="new")]) if new else one
            is_turned = axis.known[0] % one.kind.ndim == 1
            if is_turned and stacked:
                raise f.refuse("np.stack along axis 1; write np.stack(...).T instead")
            turned.append(is_turned)
            return transposed(f, one) if is_turned else one

        turned: list[bool] = []
        found = _one_after_another(f, _all_of(f, args[0], ready))
        return transposed(f, found) if turned[-1] else found

    return translate


Many = tuple[Callable[[Callable[[Value], None]], None], list[Value]]


def _all_of(f: Emitter, value: Value, ready: Callable[[Value], Value]) -> Many:
    """Return a function that writes code for each array of a tuple or list, and an example of each type."""
    try:
        many = [ready(each) for each in starred(f, value)]
    except Refusal:
        count, get = indexed(f, value)
        f.fail(f.builder.icmp_signed("==", count, f.int(0)), ValueError, "no arrays are joined", False)
        return (lambda body: f.count(count, lambda at: body(ready(get(at))))), [ready(get(f.int(0)))]

    def each_of(body: Callable[[Value], None]) -> None:
        for each in many:
            body(each)

    return each_of, many


def _one_after_another(f: Emitter, all_of: Many) -> Value:
    """Return the array of the rows of several arrays."""
    each_of, many = all_of
    dtype, sure = common_dtype(f, many)
    place = f.place(INT)
    f.builder.store(f.int(0), place)
    each_of(lambda each: f.builder.store(f.builder.add(f.builder.load(place), shape_of(each)[0]), place))
    found = new_array(f, dtype, [f.builder.load(place), *shape_of(many[0])[1:]], sure)
    f.builder.store(f.int(0), place)

    def one(each: Value) -> None:
        for size, other in zip(shape_of(each)[1:], shape_of(found)[1:], strict=True):
            f.fail(f.builder.icmp_signed("!=", size, other), ValueError, "arrays of several widths are joined", False)
        at = f.builder.load(place)
        end = f.builder.add(at, shape_of(each)[0])
        f.builder.store(end, place)
        assign(f, index_array(f, found, [Part(ends=(Value(WHOLE, [at]), Value(WHOLE, [end]), None))]), each)

    each_of(one)
    return found


def _places(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    shape = [whole(f, each) for each in args] if len(args) > 1 else shape_given(f, args[0])
    return Value(Lazy("product", *(Value(RANGE, [f.int(0), each, f.int(1)]) for each in shape)))


def _side_by_side(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    flat = _all_of(f, args[0], lambda each: as_array(f, each))[1][0].kind.ndim == 1
    return _joined(1, False)(f, args, {"axis": constant(0 if flat else 1)}, key)


def _from_buffer(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    dtype = known_dtype(f, args[1] if len(args) > 1 else named.get("dtype"), "float64")
    value = plain(f, args[0])
    if not isinstance(value.kind, Bytes):
        raise f.refuse(f"np.frombuffer of a {value.kind}; write np.array of it instead")
    return from_bytes(f, value, dtype)


def _dot(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    many = [as_array(f, each) for each in args]
    if any(not _wide(each.kind.dtype) for each in many):
        raise f.refuse("a product of arrays of uint; write .astype(int) of them")
    dtype, sure = common_dtype(f, many)
    found = call_function(f, library.dot, many)
    kind: Any = kind_of_numbers(dtype)
    if dtype == "bool":
        raise f.refuse("a product of arrays of bools; write .astype(int) of them")
    if is_array(found):
        return copied(f, found, dtype, sure)
    if isinstance(kind, NumpyInt):
        check_range(f, as_pythons(found), kind)
    return Value(kind, found.scalars)


def _convolved(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    many = [as_array(f, each) for each in args[:2]]
    dtype, _ = common_dtype(f, many)
    if not _wide_int(dtype) or dtype == "bool":
        raise f.refuse("np.convolve of other numbers than ints; write a loop instead")
    return array_of(f, call_function(f, library.convolve, [*many, *args[2:]], named), dtype)


def _two(op: Any) -> Any:
    """Return the translation of a function equivalent to an operator on two arrays or numbers."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        many = [each if number(f, each) is not None else as_array(f, each) for each in args]
        found = of_arrays(f, op, *many)
        if found is None:
            raise f.refuse("a function of NumPy of two numbers; write the operator instead")
        return found

    return translate


def _compares(op: Any) -> Any:
    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        many = [each if number(f, each) is not None else as_array(f, each) for each in args]
        return compared(f, op, *many)

    return translate


def _extreme(op: Any) -> Any:
    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        many = [each if number(f, each) is not None else as_array(f, each) for each in args]
        if not any(map(is_array, many)):
            return BUILTINS[max if op is operator.gt else min](f, args, {}, key)
        return _chosen(f, op, *many)

    return translate


def _logical(op: Any) -> Any:
    """Return the translation of np.logical_and and the like."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        many = [each if is_array(each) else truth_value(truth(f, each)) for each in args]

        def make(*bits: Value) -> Value:
            return truth_value(op(f.builder, *(truth(f, each) for each in bits)))

        return elementwise(f, "bool", many, make) if any(map(is_array, many)) else make(*many)

    return translate


def _absolute(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if number(f, args[0]) is not None:
        return absolute(f, args[0])
    return of_array(f, absolute, args[0], lambda each: each)


def _sign(f: Emitter, value: Value) -> Value:
    bits = [ordered(f, op, value, constant(0)) for op in (operator.gt, operator.lt)]
    return Value(WHOLE, [f.builder.sub(*(f.builder.zext(bit, INT) for bit in bits))])


def _signs(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if any(isinstance(each, Float) for each in (args[0].kind,)) or (
        is_array(args[0]) and plain(f, args[0]).kind.dtype == "float64"
    ):
        raise f.refuse("np.sign of floats; write (x > 0) - (x < 0) instead")
    if number(f, args[0]) is not None:
        found = _sign(f, args[0])
        return Value(args[0].kind, found.scalars) if isinstance(args[0].kind, NumpyInt) else found
    return of_array(f, _sign, args[0])


def _scalar(dtype: str) -> Any:
    """Return the translation of np.int64(x) and the like."""

    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        kind: Any = kind_of_numbers(dtype)
        if dtype == "bool":
            return Value(kind, [truth(f, args[0])])
        found: Any = number(f, as_pythons(args[0]))
        if found is None or (isinstance(found.kind, Float) and dtype != "float64"):
            raise f.refuse(f"numpy.{dtype} of a {args[0].kind}; write int(...) instead")
        if dtype == "float64":
            return Value(NumpyFloat(), [as_float(f, found)])
        check_range(f, found, kind)
        return Value(kind, found.scalars)

    return translate


OF_METHODS = (
    "copy", "nonzero", "sum", "prod", "any", "all", "min", "max", "argmin", "argmax", "mean", "ravel", "reshape",
    "transpose", "diagonal", "trace", "clip", "cumsum", "argsort", "sort", "unique", "diff", "isin",
)  # fmt: skip
"""Functions that are also methods of their first argument."""

OPERATORS = {
    "add": operator.add, "subtract": operator.sub, "multiply": operator.mul, "mod": operator.mod,
    "floor_divide": operator.floordiv, "divide": operator.truediv, "power": operator.pow,
    "bitwise_and": operator.and_, "bitwise_or": operator.or_, "bitwise_xor": operator.xor,
}  # fmt: skip
"""Functions equivalent to operators."""

COMPARISONS = {
    "equal": operator.eq, "not_equal": operator.ne, "less": operator.lt, "less_equal": operator.le,
    "greater": operator.gt, "greater_equal": operator.ge,
}  # fmt: skip
"""Functions that compare."""

NAMED: dict[str, tuple[str, Any]] = {
    "array": ("1 2 dtype", _array), "asarray": ("1 2 dtype", _as_array), "zeros": ("0 2 shape dtype", _made(0)),
    "ones": ("0 2 shape dtype", _made(1)), "empty": ("0 2 shape dtype", _made(0)),
    "full": ("0 3 shape fill_value dtype", _full), "zeros_like": ("1 1 dtype", _like(0)),
    "ones_like": ("1 1 dtype", _like(1)), "empty_like": ("1 1 dtype", _like(0)),
    "full_like": ("2 2 dtype", _like(None)), "arange": ("1 3 dtype", _arange), "eye": ("1 3 M k dtype", _eye),
    "identity": ("1 2 dtype", _eye),
    "where": ("1 3", _where), "argwhere": ("1 1", _argwhere), "flatnonzero": ("1 1", _flat_nonzero),
    "ndindex": ("1 *", _places), "ndenumerate": ("1 1", _of_library(library.numbered)),
    "count_nonzero": ("1 1", _counted),
    "array_equal": ("2 2", _of_library(library.array_equal, 2)), "diag": ("1 2 k", _of_library(library.diag)),
    "fliplr": ("1 1", _of_library(library.fliplr)), "flipud": ("1 1", _of_library(library.flipud)),
    "flip": ("1 2 axis", _of_library(library.flip)), "rot90": ("1 2 k", _of_library(library.rot90)),
    "roll": ("2 3 axis", _of_library(library.roll)), "repeat": ("2 2", _of_library(library.repeat)),
    "tile": ("2 2", _of_library(library.tile)), "outer": ("2 2", _of_library(library.outer, 2)), "dot": ("2 2", _dot),
    "matmul": ("2 2", _dot), "convolve": ("2 3 mode", _convolved), "concatenate": ("1 2 axis", _joined(1, False)),
    "vstack": ("1 1", _joined(2, False)), "stack": ("1 2 axis", _joined(1, True)), "hstack": ("1 1", _side_by_side),
    "frombuffer": ("1 2 dtype", _from_buffer), "absolute": ("1 1", _absolute), "sign": ("1 1", _signs),
    "maximum": ("2 2", _extreme(operator.gt)), "minimum": ("2 2", _extreme(operator.lt)),
    "logical_and": ("2 2", _logical(lambda builder, one, other: builder.and_(one, other))),
    "logical_or": ("2 2", _logical(lambda builder, one, other: builder.or_(one, other))),
    "logical_xor": ("2 2", _logical(lambda builder, one, other: builder.xor(one, other))),
    "logical_not": ("1 1", _logical(lambda builder, one: builder.not_(one))),
    **{name: ("2 2", _two(op)) for name, op in OPERATORS.items()},
    **{name: ("2 2", _compares(op)) for name, op in COMPARISONS.items()},
    **{name if name != "bool" else "bool_": ("1 1", _scalar(name)) for name in DTYPES},
}  # fmt: skip
"""Other functions of NumPy -> their accepted arguments, and their translation: (f, args, named, key) -> their value."""


def _one_more(takes: str) -> str:
    """Return the accepted arguments of the function form of a method."""
    least, most, *names = takes.split()
    return " ".join([str(int(least) + 1), most if most == "*" else str(int(most) + 1), *names])


NAMED |= {name: (_one_more(TAKES[name]), _of_method(name)) for name in OF_METHODS}
for _name, (_takes, _make) in NAMED.items():
    BUILTINS[getattr(np, _name)] = _make
    FUNCTIONS[getattr(np, _name)] = _takes
del _name, _takes, _make
BUILTINS[operator.matmul] = _dot


__all__ = ["COMPARED", "array_attribute", "array_method", "compared"]
