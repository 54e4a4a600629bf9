"""User-defined classes of mutable objects: which classes these are, and the attributes of their objects."""

import dataclasses
import functools
import inspect
import os
import sys
from abc import ABC, ABCMeta
from types import FunctionType, MemberDescriptorType
from typing import Any, Generic, Protocol

from plywise.compiler.types.kinds import Kind, Object, Union, holds_kind

FOREIGN = os.path.dirname(os.__file__)
GENERATING = (dataclasses.__file__, functools.__file__)
"""Files that generate methods for other classes."""
EMPTY = (object, Generic, ABC, Protocol)
"""Base classes that contribute nothing to objects."""
HOOKS = ("__getattr__", "__getattribute__", "__setattr__", "__delattr__", "__new__", "__init_subclass__")
"""Methods that customize attribute access or object creation."""


def is_changeable(made_by: Any) -> bool:
    """Return whether rules treat objects of a class as mutable objects, not as values or built-in types."""
    if not isinstance(made_by, type) or type(made_by) not in (type, ABCMeta, type(Protocol)):
        return False
    if not all(each in EMPTY or _is_own(each) for each in made_by.__mro__):
        return False
    said = vars(made_by).get("__dataclass_params__")
    return said is None or not (said.frozen or said.unsafe_hash)


def _is_own(made_by: type) -> bool:
    """Return whether a class is user-defined: not from Python's library, an installed package, or Plywise."""
    of_plywise = made_by.__module__.startswith("plywise.") and not made_by.__module__.startswith("plywise.games.")
    if of_plywise or made_by.__module__ == "builtins":
        return False
    if not any(name in vars(made_by) for name in ("__dict__", "__slots__")) and not _has_dict_above(made_by):
        return False
    files = [each.__code__.co_filename for each in vars(made_by).values() if isinstance(each, FunctionType)]
    files = [each for each in files if not each.startswith("<") and each not in GENERATING] or [
        getattr(sys.modules.get(made_by.__module__), "__file__", None) or ""
    ]
    return not all(file.startswith(FOREIGN) or "site-packages" in file for file in files)


def _has_dict_above(made_by: type) -> bool:
    return any("__dict__" in vars(each) for each in made_by.__mro__)


def static_member(made_by: type, name: str) -> Any:
    """Return the raw attribute of a class or its bases; None if there is none."""
    return next((vars(each)[name] for each in made_by.__mro__ if name in vars(each)), None)


def hook_of(made_by: type) -> str:
    """Return the method by which a class customizes attribute access or creation; "" if there is none."""
    above = [vars(each) for each in made_by.__mro__ if each not in EMPTY]
    return next((name for name in HOOKS for each in above if isinstance(each.get(name), _WRITTEN)), "")


_WRITTEN = (FunctionType, staticmethod, classmethod)


def has_field(made_by: type, name: str) -> bool:
    """Return whether objects of a class can have a field of a given name."""
    if isinstance(static_member(made_by, name), MemberDescriptorType):
        return True
    return _has_dict_above(made_by)


def fields_in(thing: Any) -> list[str]:
    """Return the fields of an object."""
    slots = [name for each in type(thing).__mro__ for name in vars(each).get("__slots__", ()) if name != "__dict__"]
    return [*getattr(thing, "__dict__", ()), *(name for name in slots if hasattr(thing, name))]


def is_generated(made_by: type) -> bool:
    """Return whether a class is a dataclass with a generated __init__."""
    own = vars(made_by).get("__init__")
    return "__dataclass_params__" in vars(made_by) and own is not None and own.__code__.co_filename.startswith("<")


def given_fields(made_by: Any) -> list[Any]:
    """Return the fields of a dataclass, including those only passed to __post_init__, in order."""
    return [each for each in made_by.__dataclass_fields__.values() if "CLASSVAR" not in str(each._field_type)]


def is_for_post_init(field: Any) -> bool:
    """Return whether a field of a dataclass is only passed to __post_init__."""
    return "INITVAR" in str(field._field_type)


def compared_fields(made_by: Any) -> list[str] | None:
    """Return the fields by which a dataclass compares its objects; None if it does not compare them by fields."""
    code = getattr(static_member(made_by, "__eq__"), "__code__", None)
    if code is None or not code.co_filename.startswith("<") or not hasattr(made_by, "__dataclass_fields__"):
        return None
    owner: Any = next(each for each in made_by.__mro__ if "__eq__" in vars(each))
    return [each.name for each in dataclasses.fields(owner) if each.compare]


def is_abstract(made_by: type) -> bool:
    """Return whether a class has abstract methods."""
    return inspect.isabstract(made_by)


KNOWN = (FunctionType, staticmethod, classmethod, property, functools.cached_property, MemberDescriptorType)


def is_descriptor(member: Any) -> bool:
    """Return whether a class attribute is a descriptor that computes the object's attribute."""
    return hasattr(type(member), "__get__") and not isinstance(member, KNOWN) and not hasattr(member, "cache_info")


def holds_object(kind: Kind) -> bool:
    """Return whether a value is, or contains, a mutable object."""
    return holds_kind(kind, lambda each: isinstance(each, Object))


def is_object(kind: Kind) -> bool:
    """Return whether a value is, or may be, a mutable object."""
    return any(isinstance(each, Object) for each in (kind.variants if isinstance(kind, Union) else (kind,)))
