"""Calls of values and of Python objects, dispatched by the kind of the value or the type of the object.

The modules that translate calls (`calls` and `python_functions`) register their functions in the tables below, so that
modules below them can call functions of the rules and of the prelude.
"""

from collections.abc import Callable
from types import FunctionType
from typing import Any

from plywise.compiler.emission.conversion import dispatch
from plywise.compiler.emission.forms import key_of
from plywise.compiler.emission.function import Emitter, Scope, Unreachable
from plywise.compiler.emission.lifting import Around, frame_for, without_assigned
from plywise.compiler.types.kinds import NEVER, Closure, Kind, NoneKind, Value

Named = dict[str, Value]

KINDS: dict[type[Kind], Callable[[Emitter, Value, list[Value], Named, Any, str], Value]] = {}
"""Kind of a value -> the translation of its call: (f, value, arguments, those by name, key, form) -> its result."""
OBJECTS: dict[type, Callable[[Emitter, Any, list[Value], Named, Any, str], Value]] = {}
"""Type of a Python object -> the translation of its call, as above."""
BUILTINS: dict[Any, Callable[[Emitter, list[Value], Named, Any], Value]] = {}
"""Function or class of Python or its library -> its translation: (f, arguments, those by name, key) -> its result."""


def call_function(
    f: Emitter, function: Any, args: list[Value], named: Named | None = None, form: str = "value"
) -> Value:
    """Return the result of a function call; for a generator function, a promise. form: see calls.call."""
    return OBJECTS[FunctionType](f, function, args, named or {}, key_of(f), form)


def special(f: Emitter, name: str, value: Value, *others: Value) -> Value | None:
    """Call a special method such as __add__ of a user-defined class; return its result, None if it is not defined."""
    made_by = getattr(value.kind, "made_by", getattr(value.kind, "enum", None))
    if made_by is None:
        return None
    for each in made_by.__mro__:
        if each in (object, tuple, int, str) or each.__module__ in ("enum", "builtins", "typing"):
            return None
        member = vars(each).get(f"__{name}__")
        if member is not None:
            if not isinstance(member, FunctionType) or member.__code__.co_filename.startswith("<"):
                return None
            if member.__module__ == "enum":  # a Flag has those of all Flags
                return None
            return call_function(f, member, [value, *others])
    return None


class Call:
    """A call of a generator that has not been run yet.

    closure: the key of the function if it is nested
    """

    def __init__(self, function: Any, node: Any, names: list[str], values: list[Value], closure: Any = None) -> None:
        self.function, self.node, self.names, self.values, self.closure = function, node, names, values, closure


def call_value(
    f: Emitter,
    callee: Value,
    args: list[Value],
    named: Named | None = None,
    key: Any = None,
    form: str = "value",
) -> Value:
    """Return the result of calling a value. form: see calls.call."""
    named, key = named or {}, key or (key_of(f), "called")
    return dispatch(f, [callee], lambda each: KINDS.get(type(each.kind), _call_object)(f, each, args, named, key, form))


def _call_object(f: Emitter, value: Value, args: list[Value], named: Named, key: Any, form: str) -> Value:
    """Call an object whose class may define __call__."""
    found = special(f, "call", value, *args)
    if found is None:
        raise f.refuse(f"a {value.kind} is called; write the function itself instead")
    return found


def call_tree(f: Emitter, function: Any, node: Any, values: list[Value]) -> Value:
    """Return the result of calling a function with a rewritten syntax tree."""
    instance = f.program.instance(function, node, (function, "rewritten"), [each.kind for each in values])
    return call_instance(f, instance, values)


def call_instance(f: Emitter, instance: Any, values: list[Value]) -> Value:
    """Return the result of calling a form of a function; see program.Instance."""
    converted = [f.program.convert(f, each, kind) for each, kind in zip(values, instance.kinds, strict=True)]
    kind: Kind = instance.result
    if kind == NEVER:  # it does not return, or no return has been translated yet
        f.call(instance.llvm, None, [scalar for each in converted for scalar in each.scalars])
        raise Unreachable
    scalars = [scalar for each in converted for scalar in each.scalars]
    place = f.place(f.struct(kind)) if kind.scalars else None
    found = f.call_into(instance.llvm, place, scalars)
    if found is None:
        return Value(kind, (), (None,) if isinstance(kind, NoneKind) else ())
    return f.scattered(kind, found)


def call_lifted(f: Emitter, kind: Closure, outer: Scope, values: list[Value]) -> Value:
    """Call a recursive nested function."""
    instance, everything = lifted(f, kind, outer, values)
    return call_instance(f, instance, everything)


def lifted(
    f: Emitter, kind: Closure, outer: Scope, values: list[Value], form: str = "value"
) -> tuple[Any, list[Value]]:
    """Return a nested function compiled as a separate one, and its arguments."""
    f.narrowed = without_assigned(kind.node, f.narrowed)
    everything = [*values, frame_for(f, kind.key, outer)]
    around = Around(kind.key, [outer], f.closures)
    kinds = [each.kind for each in everything]
    return f.program.instance(outer.function, kind.node, ("closure", kind.key), kinds, form, around), everything


def invoke(f: Emitter, function: Any, *values: Value) -> Value:
    """Return the result of a translated function of the prelude."""
    return call_function(f, function, list(values))
