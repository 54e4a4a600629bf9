"""Classes: construction, attributes of objects, and inherited attributes."""

import dataclasses
import enum
import inspect
import numbers
from collections import OrderedDict, deque
from types import (
    BuiltinFunctionType,
    FunctionType,
    GetSetDescriptorType,
    MethodDescriptorType,
    WrapperDescriptorType,
)
from typing import Any

from plywise.compiler.emission.callees import call_function, call_tree
from plywise.compiler.emission.constants import constant
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.function import Emitter
from plywise.compiler.syntax.post_init import returning_object
from plywise.compiler.types.enumerations import members_of
from plywise.compiler.types.joining import field_names
from plywise.compiler.types.kinds import Bound, Constant, Member, Object, Record, Super, Value, class_made
from plywise.compiler.types.objects import is_changeable
from plywise.compiler.values.collections import dict_put, new_dict
from plywise.compiler.values.flags import flag_of
from plywise.compiler.values.making import make_object
from plywise.compiler.values.numbers import member_value, whole
from plywise.compiler.values.places import place_among
from plywise.compiler.values.signatures import spread

Named = dict[str, Value]
CACHED = "lru_cache on a function of objects that can change; leave it out, or pass immutable values"


def construct(f: Emitter, made_by: Any, args: list[Value], named: Named) -> Value:
    """Return a new NamedTuple or dataclass, or a member of an Enum."""
    if issubclass(made_by, enum.Enum):
        return _member(f, made_by, args)
    if is_changeable(made_by):
        return make_object(f, made_by, args, named)
    defaults = _defaults_of(f, made_by)
    names = field_names(made_by)
    by_place = [name for name in names if not _is_by_name(made_by, name)]
    args = spread(f, args, len(by_place) - sum(name in by_place for name in named))
    if len(args) > len(by_place):
        raise f.stop(TypeError, f"{made_by.__name__} has {len(by_place)} fields")
    wrong = [name for name in named if name not in names or name in by_place[: len(args)]]
    if wrong:
        raise f.refuse(f"{made_by.__name__} has no field {wrong[0]}, or is given it twice; write each once instead")
    values = dict(zip(by_place, args, strict=False)) | named
    fields = []
    for name in names:
        if name not in values and name not in defaults:
            raise f.refuse(f"{made_by.__name__} is made without {name}; write {name}=...")
        value = values[name] if name in values else constant(defaults[name])
        value = f.program.materialize(f, value)
        fields.append(plain(f, value) if isinstance(value.kind, Constant) else value)
    return initialised(f, record_of(made_by, names, fields))


def record_of(made_by: Any, names: tuple[str, ...], fields: list[Value]) -> Value:
    """Return a record with some fields, before __post_init__."""
    kind = Record(made_by, names, tuple(each.kind for each in fields))
    return Value(kind, [scalar for each in fields for scalar in each.scalars])


def initialised(f: Emitter, made: Value) -> Value:
    """Return a new record after its class's __post_init__."""
    function = getattr(made.kind.made_by, "__post_init__", None)
    if made.kind.is_tuple or function is None:
        return made
    if not isinstance(function, FunctionType):
        raise f.refuse(f"{made.kind}.__post_init__ is not a Python function; write one instead")
    return call_tree(f, function, returning_object(function), [made])


def made_anew(f: Emitter, made: Value) -> Value:
    """Return the result of dataclasses.replace, initialized like any other object of the class. Raises Refusal."""
    _defaults_of(f, made.kind.made_by)
    return initialised(f, made)


def _is_by_name(made_by: Any, name: str) -> bool:
    """Return whether a field is keyword-only."""
    field = getattr(made_by, "__dataclass_fields__", {}).get(name)
    return field is not None and bool(field.kw_only)


def _member(f: Emitter, made_by: Any, args: list[Value]) -> Value:
    if "_missing_" in vars(made_by):
        raise f.refuse(f"{made_by.__name__} defines _missing_; ask with if before instead")
    members = members_of(made_by)
    if issubclass(made_by, enum.Flag):
        return dispatch(f, args[:1], lambda each: _flag(f, made_by, each))
    at = place_among(f, [each.value for each in members], plain(f, args[0]))
    f.fail(f.builder.icmp_signed("<", at, f.int(0)), ValueError, f"no {made_by.__name__} has that value")
    return Value(Member(made_by), [at])


def _flag(f: Emitter, made_by: Any, value: Value) -> Value:
    return value if value.kind == Member(made_by) else flag_of(f, made_by, whole(f, value, "the value of a Flag"))


def _defaults_of(f: Emitter, made_by: Any) -> dict[str, Any]:
    """Return the defaults of the fields of a class that rules can instantiate. Raises Refusal for other classes."""
    if issubclass(made_by, tuple) and hasattr(made_by, "_fields"):
        own = any(
            "__new__" in vars(each)
            for each in made_by.__mro__
            if "_fields" not in vars(each) and each not in (tuple, object)
        )
        if own:
            raise f.refuse(f"{made_by.__name__} defines __new__; write a function that makes one instead")
        return dict(made_by._field_defaults)
    if hasattr(made_by, "__dataclass_params__"):
        if not made_by.__dataclass_params__.init or _has_init(made_by):
            raise f.refuse(f"{made_by.__name__} defines __init__; write a function that makes one instead")
        if len(inspect.signature(made_by).parameters) > len(dataclasses.fields(made_by)):
            raise f.refuse(f"{made_by.__name__} has an InitVar; write a function that makes one instead")
        return _field_defaults(made_by)
    if made_by.__module__ == "numpy":
        raise f.refuse(f"a call of numpy.{made_by.__name__}; write int, float or bool instead")
    if made_by is OrderedDict:
        raise f.refuse("OrderedDict cannot be made in a rule; a dict keeps its order as well: write {} instead")
    if issubclass(made_by, complex):
        raise f.refuse("complex numbers cannot be compiled; compute with two floats instead")
    if issubclass(made_by, numbers.Number):
        raise f.refuse(f"{made_by.__name__} numbers cannot be compiled; compute with ints of a smaller unit instead")
    above = next((each for each in (list, dict, set, deque, str, tuple, int) if issubclass(made_by, each)), None)
    plain_class = "a class of your own, with no metaclass,"
    other = f"a class that has a {above.__name__} in an attribute" if above else plain_class
    instead = IN_PLACE_OF.get(made_by.__name__, other)
    raise f.refuse(f"{made_by.__name__} cannot be made in a rule; use {instead} instead")


IN_PLACE_OF = {"bytearray": "a list of ints", "memoryview": "a list of ints", "ChainMap": "a dict"}
"""Replacements to suggest for Python's own classes."""


def _has_init(made_by: Any) -> bool:
    """Return whether a dataclass has a user-written __init__."""
    return not made_by.__init__.__code__.co_filename.startswith("<")


def _field_defaults(made_by: Any) -> dict[str, Any]:
    found = {}
    for field in dataclasses.fields(made_by):
        if field.default is not dataclasses.MISSING:
            found[field.name] = field.default
        elif field.default_factory is not dataclasses.MISSING:
            found[field.name] = field.default_factory()
    return found


# --- attributes of objects --------------------------------------------------------------------------------------------


def of_class(f: Emitter, made_by: Any, value: Value, name: str) -> Value:
    """Return an object's attribute from its class: a bound method, a property's value, a constant."""
    if name == "__class__":
        return constant(made_by)
    has = [vars(each) for each in made_by.__mro__ if name in vars(each)]
    if not has or isinstance(has[0][name], (GetSetDescriptorType, WrapperDescriptorType)):
        raise f.refuse(f"a {made_by.__name__} has no attribute {name}; write one of those that it has")
    member = has[0][name]
    return _of_object(f, member, made_by, value, name)


def _of_object(f: Emitter, member: Any, made_by: Any, value: Value, name: str) -> Value:
    if isinstance(member, property):
        return call_function(f, member.fget, [value])
    if isinstance(member, (staticmethod, classmethod)):
        return constant(getattr(made_by, name))
    wrapped = getattr(member, "func", None)
    if type(member).__name__ == "cached_property" and wrapped is not None:
        return call_function(f, wrapped, [value])
    if isinstance(value.kind, Object) and hasattr(member, "cache_info"):
        raise f.refuse(CACHED)
    wrapped = inspect.unwrap(member) if callable(member) else member  # of lru_cache
    if isinstance(wrapped, FunctionType):
        return Value(Bound(wrapped, value.kind), value.scalars)
    if isinstance(member, (MethodDescriptorType, BuiltinFunctionType)) and isinstance(value.kind, Member):
        base = member_value(f, value)  # a method of str or int
        return Value(Bound(("method", name), base.kind), base.scalars, base.known)
    return constant(getattr(made_by, name))


def of_above(f: Emitter, value: Value, name: str) -> Value:
    """Return an attribute of super()."""
    kind: Any = value.kind
    made_by = class_made(kind.this)
    order = made_by.__mro__
    if name == "__init__" and isinstance(kind.this, Object):
        return Value(Bound(("init", order[order.index(kind.below) + 1 :]), kind.this), value.scalars)
    for each in order[order.index(kind.below) + 1 :]:
        if name in vars(each):
            return _of_object(f, vars(each)[name], each, Value(kind.this, value.scalars), name)
    raise f.refuse(f"super() has no attribute {name}; write one of those that it has")


def above(f: Emitter, *given: Value) -> Value:
    """Return super(). given: the class and the object, if written explicitly."""
    function = f.scope.function
    cells = dict(zip(function.__code__.co_freevars, function.__closure__ or (), strict=False))
    first = next(iter(function.__code__.co_varnames), "")
    if not given and ("__class__" not in cells or f.scope.find(first) is None):
        raise f.refuse("super() outside a method; name the base class instead")
    if given:
        below, value = getattr(given[0].kind, "thing", None), given[-1]
    else:
        below, value = cells["__class__"].cell_contents, f.read(f.slot(first, f.scope.find(first)), first)
    if isinstance(value.kind, (Record, Member, Object)) and isinstance(below, type):
        return Value(Super(value.kind, below), value.scalars)
    this = getattr(value.kind, "thing", None)
    if this is None or not isinstance(below, type):
        raise f.refuse("super() outside a method; name the base class instead")
    thing = super(below, this)
    return constant(f.program.cells.setdefault(("super", id(function), id(this)), thing))


def as_dict(f: Emitter, value: Value, args: list[Value], named: Named, key: Any) -> Value:
    """_asdict of a NamedTuple."""
    found = new_dict(f, (key, "dict"))
    for name, each in zip(value.kind.names, value.items(), strict=True):
        dict_put(f, found, constant(name), each)
    return found
