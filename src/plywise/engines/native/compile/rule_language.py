"""What rules may use to be compiled: what means the same compiled as in Python. All else is refused, with its line.

Numba compiles more than that: `+` adds long tuples number by number, a set has an order of its own, `try` catches an
overflow that Python does not have, a variable that was not assigned is 0. The lists here name what was compared with
Python; whatever is not on them is refused when a rule is compiled.
"""

import math
import operator
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
from numba import types
from numba.core import ir
from numba.core.errors import UnsupportedError
from numba.core.unsafe import eh
from numba.np.numpy_support import as_dtype

from plywise.compiler.checked_numbers import OF_FLOATS
from plywise.engines.native.compile.builtin_functions import keys_of, ordered, total
from plywise.engines.native.compile.intrinsics import INSTRUCTIONS
from plywise.engines.native.compile.repetition_types import PAST_INSTRUCTIONS
from plywise.engines.native.compile.rule_lowering import CALLS
from plywise.engines.native.compile.value_flow import FLOAT, INT, OTHER, kind_of, operator_of

NUMERIC = {
    operator.add, operator.sub, operator.mul, operator.truediv, operator.floordiv, operator.mod, operator.pow,
    operator.eq, operator.ne, operator.lt, operator.le, operator.gt, operator.ge,
}  # fmt: skip
WHOLE = NUMERIC | {operator.and_, operator.or_, operator.xor, operator.lshift, operator.rshift}
EQUAL = {operator.eq, operator.ne}
ORDER = EQUAL | {operator.lt, operator.le, operator.gt, operator.ge}
IDENTITY = {operator.is_, operator.is_not}

FREE = {range, len, enumerate, zip, reversed, tuple, list, set, iter, next, bool, dict, slice}
"""Functions that do not compute."""

EXPRESSIONS = {
    "binop", "inplace_binop", "unary", "call", "getattr", "getitem", "static_getitem", "typed_getitem", "getiter",
    "iternext", "pair_first", "pair_second", "exhaust_iter", "build_tuple", "build_list", "build_set", "build_map",
    "cast", "phi", "null", "undef",
}  # fmt: skip
"""Numba's kinds of expressions."""

NEW_ARRAYS = {np.zeros, np.ones, np.full, np.array, np.arange}
OTHERS = {math.isnan, math.isinf, math.isfinite}

METHODS = {
    types.List: {"append", "pop", "insert", "extend", "remove", "reverse", "copy", "clear", "index", "count", "sort"},
    types.Set: {"add", "discard", "remove", "clear", "copy", "update"},
    types.DictType: {"get", "keys", "values", "items", "setdefault"},
    types.BaseTuple: {"index", "count"},
}
"""Type -> its methods that do the same as Python's."""

ARRAY_HINT = "a list or tuple of over 16 numbers, or an array, may only be indexed and iterated over"


class Refusal(Exception):
    """Something that is not compiled; the message says what."""


def check_constants(func_ir: Any) -> None:
    """Raise UnsupportedError where a function uses an int of over 64 bits, or `try`; its types are not known yet."""
    for block in func_ir.blocks.values():
        for statement in block.body:
            value = statement.value if isinstance(statement, ir.Assign) else None
            if isinstance(value, (ir.Const, ir.Global, ir.FreeVar)):
                if value.value is eh.mark_try_block:
                    raise UnsupportedError(
                        "try: its except could catch a number of over 64 bits, which Python has", loc=statement.loc
                    )
                if not fits_word(value.value):
                    raise UnsupportedError("a constant needs more than 64 bits; see plywise.bits", loc=statement.loc)


def fits_word(value: Any) -> bool:
    """Return whether all the ints in a constant fit 64 bits."""
    if isinstance(value, (tuple, list)):
        return all(map(fits_word, value))
    return not isinstance(value, int) or -(2**63) <= value < 2**63


def check_language(func_ir: Any, typemap: Any, calltypes: Any) -> None:
    """Raise UnsupportedError where a function of known types uses what would differ from Python."""
    language = _Language(func_ir, typemap, calltypes)
    for block in func_ir.blocks.values():
        for statement in block.body:
            try:
                language.check(statement)
            except Refusal as refusal:
                raise UnsupportedError(str(refusal), loc=statement.loc) from None


class _Language:
    """One function, statement by statement."""

    def __init__(self, func_ir: Any, typemap: Any, calltypes: Any) -> None:
        self.typemap = typemap
        self.calltypes = calltypes
        info = func_ir.generator_info
        self.saved = set(info.state_vars) if info else set()

    def type(self, variable: Any) -> types.Type:
        return types.unliteral(self.typemap[variable.name])

    def is_tuple(self, variable: Any) -> bool:
        return isinstance(self.type(variable), types.BaseTuple)

    def check(self, statement: Any) -> None:
        """Raise Refusal for a statement that is not compiled."""
        if isinstance(statement, ir.Assign):
            _check_type(self.type(statement.target))
            if isinstance(statement.value, ir.Expr):
                self.check_expression(statement)
        elif isinstance(statement, (ir.SetItem, ir.StaticSetItem, ir.StoreMap)):
            self.check_store(statement)
        elif isinstance(statement, ir.SetAttr):
            raise Refusal("an attribute is assigned")

    def check_store(self, statement: Any) -> None:
        value, kept = self.type(statement.value), self.calltypes[statement].args[-1]
        target = self.type(statement.dct if isinstance(statement, ir.StoreMap) else statement.target)
        if isinstance(target, types.DictType):
            names = {ir.StoreMap: "key", ir.SetItem: "index", ir.StaticSetItem: "index_var"}
            key = self.type(getattr(statement, names[type(statement)]))
            if not (_is_alike(value, target.value_type) and _is_alike(key, target.key_type)):
                raise Refusal("a key or value of a dict that is of another kind than the first")
        elif isinstance(target, (types.List, types.Array)):
            if not _fits_items(value, target.dtype):
                raise Refusal(f"{_word(value)} is stored where each item is {_word(target.dtype)}")
        elif not _widens(value, kept):
            raise Refusal(f"{_word(value)} is stored where {_word(kept)} is kept")

    def check_expression(self, statement: Any) -> None:
        expr = statement.value
        op = operator_of(expr)
        if expr.op not in EXPRESSIONS:
            raise Refusal(f"an expression of the kind {expr.op}")
        if op is not None:
            self.check_operator(op, self.type(expr.lhs), self.type(expr.rhs))
        elif expr.op == "unary":
            self.check_unary(expr.fn, self.type(expr.value))
        elif expr.op == "call":
            self.check_call(expr)
        elif expr.op == "getattr" and isinstance(self.type(expr.value), types.Array):
            raise Refusal(f"an attribute of an array: {ARRAY_HINT}")
        elif expr.op in ("getitem", "static_getitem") and isinstance(self.type(expr.value), types.Array):
            tuples = isinstance(expr.index, tuple), isinstance(expr.index, ir.Var) and self.is_tuple(expr.index)
            if any(tuples):
                raise Refusal("an index that is a tuple")
        elif expr.op in ("getiter", "exhaust_iter") and isinstance(self.type(expr.value), types.Set):
            raise Refusal("a loop over a set, whose order is not Python's")
        elif expr.op in ("null", "undef") and statement.target.name in self.saved:
            raise Refusal(f"{statement.target.name.partition('.')[0]} may not have been assigned")

    # --- operators ------------------------------------------------------------------------------------------------

    def check_operator(self, op: Any, one: types.Type, other: types.Type) -> None:
        kinds = {kind_of(one), kind_of(other)}
        if OTHER not in kinds:
            if op in IDENTITY and not one == other == types.boolean:
                raise Refusal("`is` between numbers; == compares them")
            if op not in IDENTITY and op not in (NUMERIC if FLOAT in kinds else WHOLE):
                raise Refusal(f"{_sign(op)} between {_word(one)} and {_word(other)}")
        elif not any(each(op, one, other) for each in (_of_tuples, _of_lists, _of_sets, _of_none, _membership, _names)):
            hint = f": {ARRAY_HINT}" if isinstance(one, types.Array) or isinstance(other, types.Array) else ""
            raise Refusal(f"{_sign(op)} between {_word(one)} and {_word(other)}{hint}")

    def check_unary(self, op: Any, value: types.Type) -> None:
        fits = {operator.not_: True, operator.invert: kind_of(value) == INT}.get(op, True)
        if (kind_of(value) == OTHER and not (op is operator.not_ and _has_truth(value))) or not fits:
            hint = f": {ARRAY_HINT}" if isinstance(value, types.Array) else ""
            raise Refusal(f"{_sign(op)} of {_word(value)}{hint}")

    # --- calls ------------------------------------------------------------------------------------------------------

    def check_call(self, expr: Any) -> None:
        function, found = self.type(expr.func), self.calltypes[expr]
        given = [self.type(each) for each in (*expr.args, *(value for _, value in expr.kws))]
        if isinstance(function, types.BoundFunction):
            _check_method(function, given)
        elif isinstance(function, types.Dispatcher):
            _check_own(function.dispatcher.py_func, given)
        elif isinstance(function, types.Function) and not self.is_written_number(function, expr):
            _check_function(function.typing_key, given, found)
        elif not isinstance(
            function, (types.Function, types.RecursiveCall, types.NamedTupleClass, types.ExceptionClass)
        ):
            raise Refusal(_say_call(function))
        if not expr.kws and not expr.vararg and not isinstance(function, types.BoundFunction):
            for value, formal in zip(given, found.args, strict=False):
                if not _widens(value, formal):
                    raise Refusal(f"{_word(value)} is given where {_word(formal)} is expected")

    def is_written_number(self, function: Any, expr: Any) -> bool:
        """Return whether a call is one such as float("inf")."""
        written = [self.typemap[each.name] for each in expr.args]
        return function.typing_key is float and len(written) == 1 and isinstance(written[0], types.StringLiteral)


def _say_call(function: types.Type) -> str:
    """Return what a call is of that is none of a function, a method or a class of Python's."""
    if isinstance(function, types.NumberClass):
        return f"a call of numpy.{as_dtype(function.instance_type).type.__name__}: use int, float or bool"
    return f"a call of a {function}"


def _check_method(function: Any, given: list[types.Type]) -> None:
    this = types.unliteral(function.this)
    for typ, names in METHODS.items():
        if isinstance(this, typ):
            key = function.typing_key
            name = key[1] if isinstance(key, tuple) else str(key).rpartition(".")[2]
            if name not in names:
                raise Refusal(f"the method {name} of {_word(this)}")
            if name == "sort" and (given or not _is_whole(this.dtype)):
                raise Refusal("the method sort, but of whole numbers and without key; sorted can do more")
            if name in ("index", "count", "remove") and not all(map(_is_whole, (*given, *_elements(this)))):
                raise Refusal(f"the method {name}, but of whole numbers")
            if name in ("append", "insert") and not _widens(given[-1], this.dtype):
                raise Refusal(f"{_word(given[-1])} is put into a list where each item is {_word(this.dtype)}")
            if name == "extend" and not all(_is_alike(each, this.dtype) for each in _elements(given[0])):
                raise Refusal("a list is extended by items of another kind")
            if name in ("get", "setdefault") and not all(map(_is_alike, given, _elements(this))):
                raise Refusal(f"the method {name} with a key or value of another kind than the dict's")
            if name == "add" and not _is_alike(given[0], this.dtype):
                raise Refusal("an item of a set that is of another kind than the first")
            if any(isinstance(each, types.Set) for each in given) and not isinstance(this, types.Set):
                raise Refusal("a set's items in a list: their order is not Python's")
            return
    if type(this).__name__ != "GameType":
        raise Refusal(f"a method of {_word(this)}")


def _check_own(function: Any, given: list[types.Type]) -> None:
    if function is total and sys.version_info >= (3, 12) and any(_has_floats(each) for each in given):
        raise Refusal("sum of floats, which Python adds in another way; a loop can")
    if function in (ordered, total) and isinstance(given[0], types.Set):
        raise Refusal("a set's items, whose order is not Python's")


def _check_function(key: Any, given: list[types.Type], found: Any) -> None:
    numbers = all(kind_of(each) != OTHER for each in given)
    if any(isinstance(each, types.Set) for each in given) and key not in (len, bool, set):
        raise Refusal("a set's items, whose order is not Python's")
    if key in (min, max):
        _check_extreme(key, given, numbers)
    elif key is bool:
        if not all(map(_has_truth, given)):
            raise Refusal(f"whether {_word(given[0])} is true")
    elif _is_in(key, CALLS):
        many = {divmod: 2, pow: 2}.get(key, len(given) if key in OF_FLOATS else 1)
        if not numbers or len(given) != many:
            raise Refusal(f"{_sign(key)} of {', '.join(map(_word, given)) or 'nothing'}")
        if key is divmod and FLOAT in map(kind_of, given):
            raise Refusal("divmod of a float")
    elif _is_in(key, NEW_ARRAYS):
        if found.return_type.dtype not in (types.int64, types.float64):
            raise Refusal(f"an array of {found.return_type.dtype}, which computes in another way")
    elif not (_is_in(key, FREE) or _is_in(key, ALLOWED)):
        raise Refusal(f"{_sign(key)}")


def _check_extreme(key: Any, given: list[types.Type], numbers: bool) -> None:
    if len(given) == 1 and not numbers:
        elements = list(_elements(given[0]))
        alike = len({kind_of(each) for each in elements}) == 1 and isinstance(given[0], types.IterableType)
        if not alike or (kind_of(elements[0]) == OTHER and not all(map(_is_whole, elements))):
            raise Refusal(f"{key.__name__} of {_word(given[0])}")
    elif not numbers and not all(map(_is_whole, given)):
        raise Refusal(f"{key.__name__} of {', '.join(map(_word, given))}")


ALLOWED = {*INSTRUCTIONS.values(), *PAST_INSTRUCTIONS.values(), *OTHERS, keys_of}
"""Functions that mean the same compiled as in Python, whatever they are given."""


def _is_in(key: Any, known: Any) -> bool:
    try:
        return key in known
    except TypeError:
        return False


# --- types ------------------------------------------------------------------------------------------------------------


def _check_type(typ: types.Type) -> None:
    """Refuse numbers of other widths, alone and in lists, tuples and so on."""
    for each in (typ, *_elements(typ)):
        each = types.unliteral(each)
        if isinstance(each, types.Number) and kind_of(each) == OTHER:
            raise Refusal(
                "an int of over 63 bits" if each == types.uint64 else f"a number of type {each}, not int or float"
            )
        if each != typ and not isinstance(each, (types.Number, types.Array)):
            _check_type(each)


def _elements(typ: types.Type) -> Iterator[types.Type]:
    """Yield the types of what a value of a type contains."""
    if isinstance(typ, types.BaseTuple):
        yield from typ
    elif isinstance(typ, types.DictType):
        yield from (typ.key_type, typ.value_type)
    elif isinstance(typ, types.Optional):
        yield typ.type
    elif isinstance(typ, types.Array):
        yield typ.dtype if typ.ndim == 1 else typ.copy(ndim=typ.ndim - 1)
    elif isinstance(typ, types.IterableType) and not isinstance(typ, types.UnicodeType):
        yield getattr(typ, "dtype", None) or typ.iterator_type.yield_type


def _is_whole(typ: types.Type) -> bool:
    """Return whether a type is that of whole numbers, or of tuples of them."""
    typ = types.unliteral(typ)
    if isinstance(typ, types.BaseTuple):
        return all(map(_is_whole, typ))
    return kind_of(typ) not in (OTHER, FLOAT) and not isinstance(typ, types.Optional)


def _has_floats(typ: types.Type) -> bool:
    return kind_of(typ) == FLOAT or any(map(_has_floats, _elements(typ)))


def _has_truth(typ: types.Type) -> bool:
    """Return whether a value of a type counts as true or false as in Python."""
    typ = types.unliteral(typ)
    plain = (types.BaseTuple, types.List, types.NoneType, types.Optional, types.Set, types.DictType)
    return kind_of(typ) != OTHER or isinstance(typ, plain)


def _is_alike(one: types.Type, other: types.Type) -> bool:
    """Return whether two types are the same, but for what is known of their values."""
    return bool(types.unliteral(one) == types.unliteral(other))


def _fits_items(value: types.Type, item: types.Type) -> bool:
    """Return whether a value can be put into a list or an array, alone or, where it is many, in place of many."""
    if kind_of(value) != OTHER and kind_of(item) != OTHER:
        return _widens(value, item)
    return _is_alike(value, item) or all(_is_alike(each, item) for each in _elements(value))


def _widens(old: types.Type, new: types.Type) -> bool:
    """Return whether a value of one type stays what it is as one of another: no number loses a part of itself."""
    old, new = types.unliteral(old), types.unliteral(new)
    if isinstance(new, types.Optional) and kind_of(old) == OTHER:
        return True
    if old == new or (kind_of(old) == OTHER and not isinstance(old, types.BaseTuple)):
        return True
    if isinstance(old, types.BaseTuple):
        return not isinstance(new, types.BaseTuple) or all(map(_widens, old, new))
    if isinstance(new, types.Number) and kind_of(new) == OTHER:
        return False
    order = ("bool", INT, FLOAT)
    return kind_of(new) == OTHER or order.index(kind_of(old)) <= order.index(kind_of(new))


# --- operators of other things than numbers ---------------------------------------------------------------------------


def _of_tuples(op: Any, one: types.Type, other: types.Type) -> bool:
    if not (isinstance(one, types.BaseTuple) and isinstance(other, types.BaseTuple)):
        return False
    return op is operator.add or (op in ORDER and _is_whole(one) and _is_whole(other))


def _of_lists(op: Any, one: types.Type, other: types.Type) -> bool:
    if isinstance(one, types.List) and isinstance(other, types.List):
        alike = one.dtype == other.dtype
        return alike and (op is operator.add or (op in ORDER and _is_whole(one.dtype)))
    return op is operator.mul and isinstance(one, types.List) and kind_of(other) == INT


def _of_sets(op: Any, one: types.Type, other: types.Type) -> bool:
    sets = isinstance(one, types.Set) and isinstance(other, types.Set) and one.dtype == other.dtype
    return sets and op in {operator.and_, operator.or_, operator.sub, operator.xor, *ORDER}


def _of_none(op: Any, one: types.Type, other: types.Type) -> bool:
    return op in (*IDENTITY, *EQUAL) and types.none in (one, other)


def _membership(op: Any, one: types.Type, other: types.Type) -> bool:
    if op is not operator.contains:
        return False
    first = (kind_of(one) == OTHER and not _is_whole(one)) or _contains(one, other)
    many, item = (one, other) if first else (other, one)
    flat = not isinstance(many, types.Array) or many.ndim == 1
    return flat and all(map(_is_whole, _elements(many))) and _is_whole(item)


def _contains(one: types.Type, other: types.Type) -> bool:
    return isinstance(one, types.BaseTuple) and kind_of(other) != OTHER


def _names(op: Any, one: types.Type, other: types.Type) -> bool:
    """Return whether strings or members of an enumeration are compared."""
    words = isinstance(one, types.UnicodeType) and isinstance(other, types.UnicodeType)
    members = isinstance(one, types.EnumMember) and isinstance(other, types.EnumMember)
    return (words and op in EQUAL) or (members and op in (*EQUAL, *IDENTITY))


# --- words ------------------------------------------------------------------------------------------------------------

SIGNS = {
    operator.add: "+", operator.sub: "-", operator.mul: "*", operator.truediv: "/", operator.floordiv: "//",
    operator.mod: "%", operator.pow: "**", operator.eq: "==", operator.ne: "!=", operator.lt: "<", operator.le: "<=",
    operator.gt: ">", operator.ge: ">=", operator.and_: "&", operator.or_: "|", operator.xor: "^",
    operator.lshift: "<<", operator.rshift: ">>", operator.is_: "is", operator.is_not: "is not",
    operator.contains: "in", operator.neg: "-", operator.pos: "+", operator.invert: "~", operator.not_: "not",
}  # fmt: skip


def _sign(op: Any) -> str:
    """Return an operator's sign or a function's name."""
    return SIGNS.get(op, "") if _is_in(op, SIGNS) else str(getattr(op, "__name__", op))


def _word(typ: types.Type) -> str:
    """Return a type in the user's words."""
    typ = types.unliteral(typ)
    words = {types.BaseTuple: "tuple", types.List: "list", types.Array: "array", types.Set: "set"}
    word = kind_of(typ) or next((word for kind, word in words.items() if isinstance(typ, kind)), str(typ))
    return f"{'an' if word[0] in 'aeiou' else 'a'} {word}"


__all__ = ["check_constants", "check_language", "fits_word"]
