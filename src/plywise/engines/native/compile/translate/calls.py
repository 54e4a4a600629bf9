"""Calls: of functions and methods of the rules, of Python's own functions, of classes."""

import ast
import dataclasses
import enum
import functools
import inspect
import sysconfig
from types import BuiltinFunctionType, BuiltinMethodType, FunctionType, MethodDescriptorType, MethodType
from typing import Any

from plywise.engines.native.compile.translate import methods
from plywise.engines.native.compile.translate.collections import (
    place_among,
)
from plywise.engines.native.compile.translate.constants import constant
from plywise.engines.native.compile.translate.conversion import dispatch, plain
from plywise.engines.native.compile.translate.defaults import default, defaults_of
from plywise.engines.native.compile.translate.displays import starred
from plywise.engines.native.compile.translate.expressions import expression, key_of
from plywise.engines.native.compile.translate.function import Emitter, Scope, Unreachable
from plywise.engines.native.compile.translate.joining import field_names
from plywise.engines.native.compile.translate.kept import passed_on
from plywise.engines.native.compile.translate.kinds import (
    NEVER,
    Bound,
    Closure,
    Fixed,
    Kind,
    Lazy,
    Member,
    NoneKind,
    Record,
    Refusal,
    Union,
    Value,
)
from plywise.engines.native.compile.translate.loops import Call, listed, loop, write_body
from plywise.engines.native.compile.translate.sequences import (
    append,
    length,
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
    return dispatch(f, [callee], lambda each: _call_one(f, each, args, named, key or (key_of(f), "called")))


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
        known = f.program.language.BUILTINS.get(thing)
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
    if callable(thing) and isinstance(vars(type(thing)).get("__call__"), FunctionType):
        return call_function(f, type(thing).__call__, [constant(thing), *args], named)
    name, module = getattr(thing, "__name__", str(thing)), str(getattr(thing, "__module__", "") or "")
    if module.partition(".")[0] == "numpy":
        raise f.refuse(f"numpy.{name} cannot be compiled: lists and tuples can, and arrays that are constants")
    raise f.refuse(f"{name} cannot be compiled")


# --- functions of the rules -------------------------------------------------------------------------------------------


def bind(
    f: Emitter, node: Any, function: Any, args: list[Value], named: Named, closure: Any = None
) -> tuple[list[str], list[Value]]:
    """Return a function's parameters, with their values.

    closure: its key and syntax tree, where it is written inside another
    """
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
    if len(args) > len(positional) and given.vararg is None:
        raise f.refuse(f"{getattr(node, 'name', 'lambda')} is called with {len(args)} arguments")
    if given.vararg is not None:
        more = [f.program.settle(f, each) for each in args[len(positional) :]] if rest is None else []
        values[given.vararg.arg] = tuple_of([plain(f, each) for each in more]) if rest is None else rest
    values |= named
    defaults = _defaults(f, node, function, positional, None if closure is None else closure[0])
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
        value, others = values[name], [other for name_, other in values.items() if name_ != name]
        found.append(passed_on(f, value, *others, closure=closure))
    return names, found


def _rest_of(f: Emitter, first: list[Value], rest: Value, key: Any) -> Value:
    """Return the arguments that a parameter with a star takes, as a tuple."""
    found = new_list(f, key)
    for each in first:
        append(f, found, each)
    loop(f, rest, lambda each: append(f, found, each))
    return row_of_list(f, found)


def _defaults(f: Emitter, node: Any, function: Any, positional: list[str], key: Any) -> Named:
    if function is not None:
        own = function.__defaults__ or ()
        found = {
            name: constant(value) for name, value in zip(positional[len(positional) - len(own) :], own, strict=True)
        }
        return found | {name: constant(value) for name, value in (function.__kwdefaults__ or {}).items()}
    return {name: default(f, key, name, each) for name, each in defaults_of(node)}


def call_function(f: Emitter, function: Any, args: list[Value], named: Named | None = None) -> Value:
    """Return what a call of a function returns: of a generator, a promise."""
    known = f.program.language.BUILTINS.get(function)
    if known is not None:
        return known(f, args, named or {}, key_of(f))
    if _is_foreign(function):
        name = f"{function.__module__}.{function.__qualname__}"
        raise f.refuse(f"{name} is not the rules' own, and cannot be compiled; write what it does")
    node = f.program.tree(function)
    names, values = bind(f, node, function, args, named or {})
    if is_generator(node):
        return Value(Lazy("generator", Call(function, node, names, values)))
    return _call_instance(f, f.program.instance(function, node, function, [each.kind for each in values]), values)


FOREIGN = sysconfig.get_paths()["stdlib"]


def _is_foreign(function: Any) -> bool:
    """Return whether a function is of Python's own library, or of another package."""
    file = function.__code__.co_filename
    if function.__module__.partition(".")[0] == "plywise":
        return False
    return file.startswith(FOREIGN) or "site-packages" in file


def _call_instance(f: Emitter, instance: Any, values: list[Value]) -> Value:
    converted = [f.program.convert(f, each, kind) for each, kind in zip(values, instance.kinds, strict=True)]
    kind: Kind = instance.result
    if kind == NEVER:  # it does not return, or not in what was seen of it so far
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
    names, values = bind(f, kind.node, None, args, named, (kind.key, kind.node))
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
        f.dead()

    f.open(scope)
    scope.returned = returned
    write_body(f, scope, node, names, values)
    if not f.is_ended:
        returned(constant(None))
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
    elif hasattr(made_by, "__dataclass_params__"):
        if hasattr(made_by, "__post_init__") or not made_by.__dataclass_params__.init:
            raise f.refuse(f"{made_by.__name__} has an __init__ or __post_init__ of its own")
        defaults = _field_defaults(made_by)
    elif made_by.__module__ == "numpy":
        raise f.refuse(f"a call of numpy.{made_by.__name__}: use int, float or bool")
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
