"""Creation of objects of user-defined classes: calls of the class, with its own or a dataclass's __init__."""

import dataclasses
from types import FunctionType
from typing import Any

from plywise.compiler.emission.callees import call_function, call_value
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.function import Emitter
from plywise.compiler.types.kinds import Object, Value
from plywise.compiler.types.objects import (
    given_fields,
    hook_of,
    is_abstract,
    is_changeable,
    is_for_post_init,
    is_generated,
)
from plywise.compiler.values.objects import clear_fields, object_bytes, set_attribute, shape_of
from plywise.compiler.values.signatures import spread

Named = dict[str, Value]


def new_object(f: Emitter, made_by: type) -> Value:
    """Return a new object of a class, with no field assigned. Raises Refusal."""
    hook = hook_of(made_by)
    if hook:
        raise f.refuse(f"{made_by.__name__} defines {hook}; write __init__, properties and methods instead")
    if is_abstract(made_by):
        raise f.stop(TypeError, f"Can't instantiate abstract class {made_by.__name__}", True)
    shape = shape_of(f, made_by)
    found = Value(Object(shape), [f.allocate(object_bytes(f, shape))])
    clear_fields(f, found)
    return found


def make_object(f: Emitter, made_by: type, args: list[Value], named: Named) -> Value:
    """Return the result of calling a class."""
    found = new_object(f, made_by)
    initialise(f, found, made_by.__mro__, args, named)
    return found


def initialise(f: Emitter, made: Value, classes: Any, args: list[Value], named: Named) -> None:
    """Call the first __init__ found in some classes. Raises Refusal."""
    for each in classes:
        own = vars(each).get("__init__")
        if own is None:
            continue
        if each is object:
            if args or named:
                raise f.stop(TypeError, f"{made.kind.made_by.__name__}() takes no arguments", True)
            return
        if is_generated(each):
            _initialise_fields(f, made, each, args, named)
        elif isinstance(own, FunctionType):
            if each.__module__ != "typing":
                call_function(f, own, [made, *args], named)
        else:
            raise f.refuse(f"{each.__name__}.__init__ is not a Python function; write one instead")
        return


def _initialise_fields(f: Emitter, made: Value, made_by: Any, args: list[Value], named: Named) -> None:
    """Initialize the fields like the __init__ of a dataclass."""
    fields = given_fields(made_by)
    by_place = [each.name for each in fields if each.init and not each.kw_only]
    args = spread(f, args, len(by_place) - sum(name in by_place for name in named))
    if len(args) > len(by_place):
        raise f.stop(TypeError, f"{made_by.__name__} has {len(by_place)} fields", True)
    known = {each.name for each in fields if each.init}
    wrong = [name for name in named if name not in known or name in by_place[: len(args)]]
    if wrong:
        raise f.refuse(f"{made_by.__name__} has no field {wrong[0]}, or is given it twice; write each once instead")
    values, more = dict(zip(by_place, args, strict=False)) | named, []
    for field in fields:
        value = values.get(field.name)
        if value is None:
            value = _default(f, field)
        if value is None:
            if field.init:
                raise f.refuse(f"{made_by.__name__} is made without {field.name}; write {field.name}=...")
            continue
        if is_for_post_init(field):
            more.append(value)
        else:
            set_attribute(f, made, field.name, value)
    after = getattr(made.kind.made_by, "__post_init__", None)
    if after is not None:
        call_function(f, after, [made, *more])


def _default(f: Emitter, field: Any) -> Value | None:
    """Return the default of a dataclass field; None if it has none."""
    if field.default is not dataclasses.MISSING:
        return constant(field.default)
    if field.default_factory is not dataclasses.MISSING:
        factory = constant(field.default_factory)
        return call_value(f, factory, [], key=(f.scope.key, id(f.node), "factory", field.name))
    return None


def made_without_init(f: Emitter, args: list[Value], named: Named, key: Any) -> Value:
    """object.__new__(Class)."""
    made_by = getattr(args[0].kind, "thing", None) if len(args) == 1 else None
    if not is_changeable(made_by):
        raise f.refuse("__new__ of a class that the rules do not define; call the class instead")
    assert isinstance(made_by, type)
    return new_object(f, made_by)


__all__ = ["initialise", "made_without_init", "make_object", "new_object"]
