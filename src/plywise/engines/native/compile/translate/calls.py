"""Calls: of functions and methods of the rules, of Python's own functions, of classes."""

import ast
import dataclasses
import enum
import functools
import inspect
import itertools
import math
import operator
import sys
from collections import Counter, defaultdict, deque
from collections.abc import Callable
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodDescriptorType, MethodType
from typing import Any

from llvmlite import ir

from plywise import bits
from plywise.engines.native.compile.translate import methods, prelude
from plywise.engines.native.compile.translate.collections import (
    as_set,
    hash_value,
    is_set,
    new_dict,
    place_among,
)
from plywise.engines.native.compile.translate.constants import constant, field_names
from plywise.engines.native.compile.translate.conversion import dispatch, plain, truth_value, variant
from plywise.engines.native.compile.translate.expressions import binary, expression, key_of, starred
from plywise.engines.native.compile.translate.function import Emitter, Scope, Unreachable
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
    Bound,
    Char,
    Closure,
    Dict,
    Fixed,
    Float,
    Int,
    Kind,
    Lazy,
    List,
    Member,
    NoneKind,
    Once,
    Packed,
    Record,
    Refusal,
    Row,
    Set,
    Text,
    Tuple,
    Union,
    Value,
)
from plywise.engines.native.compile.translate.loops import Call, any_of, first_of, listed, loop
from plywise.engines.native.compile.translate.numbers import (
    absolute,
    floating,
    number,
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
from plywise.engines.native.compile.translate.source import is_generator, names_stored

Named = dict[str, Value]


def call(f: Emitter, node: Any) -> Value:
    """Return what a call returns."""
    if isinstance(node.func, ast.Name) and node.func.id == "super" and not node.args:
        return _super(f)
    owner = None
    if isinstance(node.func, ast.Attribute):
        owner = expression(f, node.func.value)
        if not _is_own_method(owner, node.func.attr):
            args, named = arguments(f, node)
            return methods.method(f, owner, node.func.attr, args, named, key_of(f, node))
        callee = f.program.language.attribute(f, owner, node.func.attr)
    else:
        callee = expression(f, node.func)
    args, named = arguments(f, node)
    return call_value(f, callee, args, named, key_of(f, node))


def _is_own_method(owner: Value, name: str) -> bool:
    """Return whether a method is one of the rules' own, and not of Python's types."""
    kind = owner.kind
    if isinstance(kind, Fixed):
        return not isinstance(kind.thing, (str, tuple, list, dict, set, frozenset)) or hasattr(kind.thing, "_fields")
    if isinstance(kind, Union):
        return all(_is_own_method(Value(each), name) for each in kind.variants)
    return isinstance(kind, Member) or (isinstance(kind, Record) and name not in ("_replace", "count", "index"))


def arguments(f: Emitter, node: Any) -> tuple[list[Value], Named]:
    """Return the arguments of a call. Those from one with a star on, of unknown number, come last, as one promise."""
    found: list[Value] = []
    for place, each in enumerate(node.args):
        if not isinstance(each, ast.Starred):
            found.append(expression(f, each))
            continue
        value = expression(f, each.value)
        if value.kind.lazy:
            value = listed(f, value, (key_of(f, each), "star"))
        try:
            found += starred(f, value)
        except Refusal:
            found.append(_rest(f, value, node.args[place + 1 :], key_of(f, each)))
            break
    named = {}
    for keyword in node.keywords:
        if keyword.arg is None:
            raise f.refuse("** in a call cannot be compiled")
        named[keyword.arg] = expression(f, keyword.value)
    return found, named


def _rest(f: Emitter, value: Value, others: list[Any], key: Any) -> Value:
    """Return the promise of all the arguments from one with a star on."""
    if not others:
        return Value(Lazy("rest", value))
    found = listed(f, value, (key, "rest"))
    for node in others:
        if isinstance(node, ast.Starred):
            loop(f, expression(f, node.value), lambda each: append(f, found, each))
        else:
            append(f, found, expression(f, node))
    return Value(Lazy("rest", found))


def spread(f: Emitter, args: list[Value], count: int) -> list[Value]:
    """Return so many arguments, where the last is the promise of those that are left."""
    if not args or not isinstance(args[-1].kind, Lazy) or args[-1].kind.what != "rest":
        return args
    rest, wanted = args[-1].kind.parts[0], count - len(args) + 1
    f.fail(
        f.builder.icmp_signed("!=", length(f, rest), f.int(max(wanted, 0))), TypeError, "another number of arguments"
    )
    return [*args[:-1], *(f.program.language.item(f, rest, constant(place)) for place in range(wanted))]


def _super(f: Emitter) -> Value:
    function = f.scope.function
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    first = function.__code__.co_varnames[0]
    this = getattr(f.read(f.slot(first, f.scope.find(first)), first).kind, "thing", None)
    if "__class__" not in cells or this is None:
        raise f.refuse("super() in what is no method of the game")
    thing = super(cells["__class__"].cell_contents, this)
    return constant(f.program.cells.setdefault(("super", id(function), id(this)), thing))


def call_value(f: Emitter, callee: Value, args: list[Value], named: Named | None = None, key: Any = None) -> Value:
    """Return what a call of a value returns."""
    named = named or {}
    return dispatch(f, [callee], lambda each: _call_one(f, each, args, named, key or key_of(f)))


def _call_one(f: Emitter, callee: Value, args: list[Value], named: Named, key: Any) -> Value:
    kind = callee.kind
    if isinstance(kind, Closure):
        return _call_closure(f, kind, args, named, key)
    if isinstance(kind, Bound) and isinstance(kind.function, tuple):
        return methods.method(f, Value(kind.this, callee.leaves, callee.known), kind.function[1], args, named, key)
    if isinstance(kind, Bound):
        return call_function(f, kind.function, [Value(kind.this, callee.leaves), *args], named)
    if not isinstance(kind, Fixed):
        found = f.program.language.special(f, "call", callee, *args)
        if found is None:
            raise f.refuse(f"a {kind} is called")
        return found
    thing = kind.thing
    try:
        known = BUILTINS.get(thing)
    except TypeError:
        known = None
    if known is not None:
        return known(f, args, named, key)
    thing = inspect.unwrap(thing) if hasattr(thing, "__wrapped__") else thing
    thing = getattr(thing, "py_func", thing)
    if isinstance(thing, FunctionType):
        return call_function(f, thing, args, named)
    if isinstance(thing, MethodType):
        return call_function(f, thing.__func__, [constant(thing.__self__), *args], named)
    if isinstance(thing, type):
        return construct(f, thing, args, named)
    if isinstance(thing, functools.partial):
        more = {name: constant(value) for name, value in thing.keywords.items()}
        return call_value(f, constant(thing.func), [*map(constant, thing.args), *args], {**more, **named}, key)
    if isinstance(thing, MethodDescriptorType):
        return methods.method(f, args[0], thing.__name__, args[1:], named, key)
    if isinstance(thing, (BuiltinFunctionType, BuiltinMethodType)) and not inspect.ismodule(thing.__self__):
        return methods.method(f, constant(thing.__self__), thing.__name__, args, named, key)
    if callable(thing) and isinstance(getattr(type(thing), "__call__", None), FunctionType):
        return call_function(f, type(thing).__call__, [constant(thing), *args], named)
    name, module = getattr(thing, "__name__", str(thing)), str(getattr(thing, "__module__", "") or "")
    if module.partition(".")[0] == "numpy":
        raise f.refuse(f"numpy.{name} cannot be compiled: lists and tuples can, and arrays that are constants")
    raise f.refuse(f"{name} cannot be compiled")


# --- functions of the rules -------------------------------------------------------------------------------------------


def bind(f: Emitter, node: Any, function: Any, args: list[Value], named: Named) -> tuple[list[str], list[Value]]:
    """Return a function's parameters, with their values."""
    given = node.args
    if given.kwarg is not None:
        raise f.refuse("a function with ** parameters cannot be compiled")
    positional = [each.arg for each in (*given.posonlyargs, *given.args)]
    rest = None
    if given.vararg is None:
        args = spread(f, args, len(positional))
    elif args and isinstance(args[-1].kind, Lazy) and args[-1].kind.what == "rest":
        if len(args) - 1 < len(positional):
            raise f.refuse("a star among the arguments for parameters of their own")
        rest = _rest_of(f, args[len(positional) : -1], args[-1].kind.parts[0], (key_of(f), "rest"))
    values: dict[str, Value] = dict(zip(positional, args, strict=False))
    if len(args) > len(positional):
        if given.vararg is None:
            raise f.refuse(f"{getattr(node, 'name', 'lambda')} is called with {len(args)} arguments")
    if given.vararg is not None:
        more = [f.program.settle(f, each) for each in args[len(positional) :]] if rest is None else []
        values[given.vararg.arg] = tuple_of([plain(f, each) for each in more]) if rest is None else rest
    values |= named
    defaults = _defaults(f, node, function, positional)
    names = [*positional, *([given.vararg.arg] if given.vararg else []), *(each.arg for each in given.kwonlyargs)]
    for name in named:
        if name not in names:
            raise f.refuse(f"{getattr(node, 'name', 'lambda')} has no parameter {name}")
    found = []
    for name in names:
        if name not in values:
            if name not in defaults:
                raise f.refuse(f"{getattr(node, 'name', 'lambda')} is called without {name}")
            values[name] = defaults[name]
        found.append(f.program.settle(f, values[name]))
    return names, found


def _rest_of(f: Emitter, first: list[Value], rest: Value, key: Any) -> Value:
    """Return the arguments that a parameter with a star takes, as a tuple."""
    found = new_list(f, key)
    for each in first:
        append(f, found, each)
    loop(f, rest, lambda each: append(f, found, each))
    return row_of_list(f, found)


def _defaults(f: Emitter, node: Any, function: Any, positional: list[str]) -> Named:
    if function is not None:
        own = function.__defaults__ or ()
        found = {
            name: constant(value) for name, value in zip(positional[len(positional) - len(own) :], own, strict=True)
        }
        return found | {name: constant(value) for name, value in (function.__kwdefaults__ or {}).items()}
    nodes = node.args.defaults
    names = positional[len(positional) - len(nodes) :]
    found = {name: expression(f, each) for name, each in zip(names, nodes, strict=True)}
    pairs = zip(node.args.kwonlyargs, node.args.kw_defaults, strict=True)
    return found | {arg.arg: expression(f, each) for arg, each in pairs if each is not None}


def call_function(f: Emitter, function: Any, args: list[Value], named: Named | None = None) -> Value:
    """Return what a call of a function returns: of a generator, a promise."""
    known = BUILTINS.get(function)
    if known is not None:
        return known(f, args, named or {}, key_of(f))
    node = f.program.tree(function)
    names, values = bind(f, node, function, args, named or {})
    if is_generator(node):
        return Value(Lazy("generator", Call(function, node, names, values)))
    return _call_instance(f, f.program.instance(function, node, function, [each.kind for each in values]), values)


def _call_instance(f: Emitter, instance: Any, values: list[Value]) -> Value:
    converted = [f.program.convert(f, each, kind) for each, kind in zip(values, instance.kinds, strict=True)]
    kind: Kind = instance.result
    if kind == NEVER:
        if not instance.active:  # it never returns: it raises
            f.call(instance.llvm, None, [leaf for each in converted for leaf in each.leaves])
        raise Unreachable
    leaves = [leaf for each in converted for leaf in each.leaves]
    place = f.place(f.struct(kind)) if kind.leaves else None
    found = f.call_into(instance.llvm, place, leaves)
    if found is None:
        return Value(kind, (), (None,) if isinstance(kind, NoneKind) else ())
    return Value(kind, [f.builder.extract_value(found, at) for at in range(len(kind.leaves))])


def call_listed(f: Emitter, call: Call) -> Value:
    """Return the list of all that a generator yields."""
    key = call.closure if call.closure is not None else call.function
    if call.closure is not None:
        raise f.refuse("a generator within a function that calls itself")
    instance = f.program.instance(call.function, call.node, key, [each.kind for each in call.values], listed=True)
    return _call_instance(f, instance, call.values)


def _call_closure(f: Emitter, kind: Closure, args: list[Value], named: Named, key: Any) -> Value:
    """Call a function that is written inside another: it is written out where it is called."""
    outer = f.closures.get(kind.key)
    if outer is None:
        raise f.refuse("a function written inside another is used where its variables are not known")
    names, values = bind(f, kind.node, None, args, named)
    function = outer.function
    if is_generator(kind.node):
        return Value(Lazy("generator", Call(function, kind.node, names, values, kind.key)))
    if kind.node in f.inlined:
        return _call_lifted(f, kind, outer, values)
    scope = Scope((f.scope.key, "called", key, kind.key), function, names_stored(kind.node), outer)
    return write_out(f, scope, kind.node, names, values)


def write_out(f: Emitter, scope: Scope, node: Any, names: list[str], values: list[Value]) -> Value:
    """Write a function out here; return what it returns."""
    ways: list[tuple[Any, Value]] = []

    def returned(value: Value) -> None:
        value = f.program.settle(f, value)
        ways.append((f.builder.block, value))
        f.at(f.block("dead"))
        f.builder.unreachable()

    f.open(scope)
    scope.returned = returned
    narrowed, f.narrowed = f.narrowed, {}
    with f.within(scope):
        for name, value in zip(names, values, strict=True):
            f.assign(f.slot(name), value)
        f.inlined.append(node)
        try:
            f.program.language.emit_body(f, node)
            if not f.is_ended:
                returned(constant(None))
        except Unreachable:
            if not f.is_ended:
                f.builder.unreachable()
        finally:
            f.inlined.pop()
    f.narrowed = narrowed
    return f.merge(None, ways, f.block("returned"))


def _call_lifted(f: Emitter, kind: Closure, outer: Scope, values: list[Value]) -> Value:
    """Call a function that is written inside another and calls itself: what it takes from around it is passed on."""
    if any(isinstance(each, ast.Nonlocal) for each in ast.walk(kind.node)):
        raise f.refuse("nonlocal in a function that calls itself")
    own = names_stored(kind.node)
    used = sorted({each.id for each in ast.walk(kind.node) if isinstance(each, ast.Name)} - own)
    captured = [name for name in used if outer.find(name) is not None]
    more = [f.read(f.slot(name, outer.find(name)), name) for name in captured]
    everything = [*values, *more]
    instance = f.program.instance_of_closure(kind, outer.function, captured, [each.kind for each in everything])
    return _call_instance(f, instance, everything)


# --- classes ----------------------------------------------------------------------------------------------------------


def construct(f: Emitter, made_by: Any, args: list[Value], named: Named) -> Value:
    """Return a new NamedTuple or dataclass, or a member of an Enum."""
    if issubclass(made_by, enum.Enum):
        members = list(made_by)
        at = place_among(f, [each.value for each in members], plain(f, args[0]))
        f.fail(f.builder.icmp_signed("<", at, f.int(0)), ValueError, f"no {made_by.__name__} has that value")
        return Value(Member(made_by), [at])
    if issubclass(made_by, tuple) and hasattr(made_by, "_fields"):
        defaults = dict(made_by._field_defaults)
        own = any(
            "__new__" in vars(each)
            for each in made_by.__mro__
            if "_fields" not in vars(each) and each not in (tuple, object)
        )
        if own:
            raise f.refuse(f"{made_by.__name__} has a __new__ of its own")
    elif dataclasses.is_dataclass(made_by):
        if hasattr(made_by, "__post_init__") or not made_by.__dataclass_params__.init:
            raise f.refuse(f"{made_by.__name__} has an __init__ or __post_init__ of its own")
        defaults = _field_defaults(made_by)
    else:
        raise f.refuse(f"{made_by.__name__} cannot be made in a rule: a NamedTuple or a frozen dataclass can")
    names = field_names(made_by)
    args = spread(f, args, len(names) - len(named))
    if len(args) > len(names):
        raise f.stop(TypeError, f"{made_by.__name__} has {len(names)} fields")
    values = dict(zip(names, args, strict=False)) | named
    fields = []
    for name in names:
        if name not in values and name not in defaults:
            raise f.refuse(f"{made_by.__name__} is made without {name}")
        value = values[name] if name in values else constant(defaults[name])
        value = f.program.settle(f, value)
        fields.append(plain(f, value) if isinstance(value.kind, Fixed) else value)
    kind = Record(made_by, names, tuple(each.kind for each in fields))
    return Value(kind, [leaf for each in fields for leaf in each.leaves])


def _field_defaults(made_by: Any) -> dict[str, Any]:
    found = {}
    for field in dataclasses.fields(made_by):
        if field.default is not dataclasses.MISSING:
            found[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            found[field.name] = field.default_factory()
    return found


# --- Python's own functions -------------------------------------------------------------------------------------------


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
    start, stop, step = {1: lambda: (f.int(0), numbers[0], f.int(1)), 2: lambda: (*numbers, f.int(1))}.get(
        len(numbers), lambda: tuple(numbers)
    )()
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
        return Value(Lazy(what, *args))

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
    best = number(f, args[0]).leaves[0]
    for each in args[1:]:
        other = number(f, each).leaves[0]
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
        f.builder.unreachable()
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
    return tuple_of([plain(f, binary(f, op, *args, (key, str(op)))) for op in (operator.floordiv, operator.mod)])


def _operator(op: Any) -> Any:
    def translate(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
        return binary(f, op, args[0], args[1], key)

    return translate


def _next(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    return first_of(f, args[0], args[1] if len(args) > 1 else None)


def _iter(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    if isinstance(args[0].kind, Once):
        return args[0]
    return f.program.settle(f, Value(Lazy("chain", args[0])))


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
    for place, each in enumerate(value.kind.variants):
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
    found = f.program.language.repeated(f, one, args[1], key)
    return found


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
    dict: _dict, deque: _list, Counter: _counter, defaultdict: _default_dict, str: _str, int: _one(_int), float: _one(floating), bool: _bool, abs: _one(absolute),
    ord: _one(_ord), chr: _one(_chr), divmod: _divmod, next: _next, iter: _iter, isinstance: _isinstance,
    getattr: _getattr, round: _round, bin: _bin, print: _print, pow: _operator(operator.pow),
    dataclasses.replace: _replace, functools.reduce: _reduce,
    itertools.product: _product, itertools.combinations: _chosen("combinations"),
    itertools.permutations: _chosen("permutations"), itertools.chain: _lazy("chain"),
    itertools.chain.from_iterable: _lazy("flat"), itertools.pairwise: _lazy("pairwise"), itertools.islice: _islice,
    itertools.accumulate: _accumulated, itertools.groupby: _group_by, itertools.starmap: _lazy("starmap"),
    itertools.takewhile: _lazy("takewhile"), itertools.dropwhile: _lazy("dropwhile"), itertools.count: _count_from, itertools.repeat: _repeat,
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
    operator.add, operator.sub, operator.mul, operator.floordiv, operator.mod, operator.and_, operator.or_, operator.xor,
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
