"""Records everything a function's behaviour depends on: its code, and the constants and functions it names."""

import dis
import enum
import hashlib
import inspect
import os
import re
import sys
import uuid
from collections.abc import Iterator
from dataclasses import MISSING
from functools import partial
from types import BuiltinFunctionType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any

from plywise.compiler.types.set_order import has_own_order, slots_of
from plywise.engines.dependencies.staleness import NOTHING, Staleness, is_array, is_of_numpy
from plywise.game import Game
from plywise.game.hooks import both_methods
from plywise.repetition import Past

TYPE_WORDS = ("typing", "collections.abc", "types")
"""Modules whose contents are only type annotations."""


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a function's code and that of every function nested in it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


class DependencyTrace:
    """Everything that functions reach, recorded as lines of text, each item once.

    game: the game whose attributes they may name
    """

    def __init__(self, game: Game | None = None) -> None:
        self.game = game
        self.staleness = Staleness(game)
        self.lines: list[str] = []
        self._met: set[Any] = set()

    def attribute(self, name: str) -> None:
        """Record an attribute of the game, a rule or a constant."""
        if ("self", name) in self._met:
            return
        self._met.add(("self", name))
        member = getattr(type(self.game), name, NOTHING)
        if isinstance(member, FunctionType) and name not in vars(self.game):
            self.staleness.rule(name, member)
            for each in both_methods(member):
                self.value(f"self.{name}", each)
        else:
            value = getattr(self.game, name, NOTHING)
            self.staleness.own(name, value, as_text(value))
            self.value(f"self.{name}", value)

    def value(self, name: str, value: Any) -> None:
        """Record a value under a name, and everything it reaches."""
        value = getattr(value, "py_func", value)  # of a function that the user compiled
        value = value.__wrapped__ if type(value).__name__ == "_lru_cache_wrapper" else value
        if getattr(value, "__module__", None) in FOREIGN_FUNCTIONS:
            self.lines.append(f"{name} is {value.__module__}.{getattr(value, '__qualname__', '')}")
            return
        value = value.__func__ if isinstance(value, MethodType) else value
        if isinstance(value, FunctionType):
            self.lines.append(f"{name} is {value.__module__}.{value.__qualname__}")
            if not _is_of_python(value) and not (self.game and _is_aside(value)):
                self.function(value)
        elif isinstance(value, ModuleType):
            self.lines.append(f"{name} is module {value.__name__}")
        elif isinstance(value, type) and issubclass(value, enum.Enum):
            self.lines.append(f"{name} is {value.__qualname__} {', '.join(map(as_text, value))}")
        elif isinstance(value, type):
            self.lines.append(f"{name} is class {value.__qualname__} {getattr(value, '_fields', ())}")
        else:
            self.lines.append(f"{name} = {type(value).__qualname__} {as_text(value)}")
            self.contents(name, value)
        if isinstance(value, type):
            self.members(value)
        elif _is_object(value):
            self.members(type(value))

    def contents(self, name: str, value: Any) -> None:
        """Record the classes and functions in a constant, and the classes of its objects."""
        waiting, met = [value], set()
        while waiting:
            each = waiting.pop()
            if id(each) in met:
                continue
            met.add(id(each))
            if isinstance(each, (type, FunctionType)):
                self.value(f"in {name}", each)
            elif isinstance(each, (list, tuple, set, frozenset)):
                waiting += [part for part in each if not isinstance(part, PLAIN)]
            elif isinstance(each, (dict, MappingProxyType)):
                waiting += [part for part in (*each.keys(), *each.values()) if not isinstance(part, PLAIN)]
            elif _is_object(each) and not isinstance(each, Game):
                self.members(type(each))
                waiting += vars(each).values()

    def members(self, made_by: type) -> None:
        """Record the members of a user-defined class: methods, properties, constants."""
        if made_by in self._met or made_by.__module__.partition(".")[0] in FOREIGN or issubclass(made_by, Game):
            return
        self._met.add(made_by)
        for name, member in vars(made_by).items():
            said = f"{made_by.__qualname__}.{name}"
            written = [each for each in _functions_of(member) if not each.__code__.co_filename.startswith("<")]
            if written:
                self.staleness.attribute(made_by, name)
                for inner in written:
                    self.value(said, inner)
            elif name in ("__dataclass_fields__", "_field_defaults"):
                self.lines.append(f"{said} {_defaults(member)}")
                for field in member.values():
                    self.contents(said, getattr(field, "default_factory", None))
            elif name in SAID:
                self.lines.append(f"{said} {SAID[name](member)}")
            elif not name.startswith("__") and _is_constant(member):
                self.staleness.attribute(made_by, name)
                self.value(said, member)
        for base in made_by.__bases__:
            self.members(base)

    def function(self, function: FunctionType) -> None:
        """Record a function's code, and everything it names."""
        if function in self._met:
            return
        self._met.add(function)
        self.staleness.function(function)
        self.lines.append(f"defaults {as_text(function.__defaults__)} {as_text(function.__kwdefaults__)}")
        for cell in function.__closure__ or ():
            self.value("a variable around it", cell.cell_contents)
        for code in codes(function.__code__):
            self.code(code)
            for name in code.co_names:
                self.staleness.variable(function.__globals__, name)
                if name in function.__globals__:
                    self.globals_value(name, function.__globals__[name], code.co_names)
                if self.game is not None and hasattr(self.game, name):
                    self.attribute(name)
            for name in _words(code):  # getattr(self, "name")
                if self.game is not None and hasattr(self.game, name):
                    self.attribute(name)

    def globals_value(self, name: str, value: Any, names: tuple[str, ...]) -> None:
        """Record a global value; for a user's module, the names that are used."""
        self.value(name, value)
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in KNOWN_MODULES:
            for attribute in names:
                self.staleness.attribute(value, attribute)
                inner = getattr(value, attribute, None)
                if inner is not None and (value.__name__, attribute) not in self._met:
                    self._met.add((value.__name__, attribute))
                    self.globals_value(f"{name}.{attribute}", inner, names)

    def code(self, code: CodeType) -> None:
        """Record a code object."""
        self.lines.append(described(code))


KNOWN_MODULES = ("math", "cmath", "numpy", "operator", "builtins")
"""Modules whose functions the compiler translates itself."""

FOREIGN = ("builtins", "abc", "enum", "typing", "collections", "numpy", "functools", "dataclasses", "types", "plywise")
"""Modules whose classes are not user-defined."""

FOREIGN_FUNCTIONS = ("dataclasses", "functools", "itertools", "operator", "copy")

CONSTANTS = (int, bool, float, str, bytes, range, tuple, list, dict, set, frozenset, type(None))
PLAIN = (int, float, str, bytes, type(None))
SAID: dict[str, Any] = {
    "__slots__": repr,
    "__dataclass_params__": repr,
    "__abstractmethods__": sorted,
    "__hash__": bool,
}
"""Attribute with further facts about a class's objects -> the function that turns it into text."""


def _functions_of(member: Any) -> list[FunctionType]:
    """Return the functions of a class member: the function itself, or those of a property."""
    inner = getattr(member, "__func__", getattr(member, "func", member))
    parts = [inner, *(getattr(member, each, None) for each in ("fget", "fset", "fdel"))]
    parts = [getattr(each, "__wrapped__", each) if hasattr(each, "cache_info") else each for each in parts]
    return [each for each in parts if isinstance(each, FunctionType)]


def _is_constant(member: Any) -> bool:
    """Return whether a class member is a constant, a nested class, or a user-defined object."""
    if type(member) in CONSTANTS or is_of_numpy(member, "ndarray", "generic"):
        return True
    return isinstance(member, (type, enum.Enum)) or _is_object(member)


def is_plain(state: Any) -> bool:
    """Return whether a state is a NamedTuple of ints, so that nothing about it depends on trial positions."""
    return hasattr(state, "_fields") and all(type(each) in (int, bool, Past) for each in state)


def _defaults(fields: Any) -> str:
    """Return the defaults of a NamedTuple's or a dataclass's fields as text."""
    values = {name: getattr(field, "default", field) for name, field in fields.items()}
    more = {name: _field_options(field) for name, field in fields.items() if hasattr(field, "default_factory")}
    return ", ".join(
        f"{name}: {'-' if each is MISSING else as_text(each)} {more.get(name, '')}" for name, each in values.items()
    )


def _field_options(field: Any) -> str:
    """Return the options of a dataclass field, without its default."""
    factory = "-" if field.default_factory is MISSING else as_text(field.default_factory)
    return f"{field.init} {field.compare} {field.kw_only} {field._field_type} {factory}"


def _is_object(value: Any) -> bool:
    """Return whether a value is an object of a user-defined class."""
    made_by = type(value)
    is_users = made_by.__module__.partition(".")[0] not in FOREIGN or made_by.__module__.startswith("plywise.board")
    return is_users and hasattr(value, "__dict__") and not callable(value)


def _words(code: CodeType) -> Iterator[str]:
    """Yield the constants of a code object that could be names of attributes."""
    docstring = _docstring(code)
    for each in code.co_consts:
        if isinstance(each, str) and each is not docstring and each.isidentifier():
            yield each


def _is_of_python(function: FunctionType) -> bool:
    """Return whether a function is of Python's library, which Python's version identifies; its modules keep caches."""
    path = function.__code__.co_filename
    is_there = path.startswith(("<frozen", STANDARD)) and "site-packages" not in path
    return is_there and function.__module__.partition(".")[0] in sys.stdlib_module_names


STANDARD = os.path.dirname(os.__file__)
"""The folder of Python's library."""


def _is_aside(function: FunctionType) -> bool:
    """Return whether one of Plywise's functions matches a name only by chance, as `board.count(0)` names `pw.count`."""
    if function.__module__.partition(".")[0] != "plywise":
        return False
    is_command = getattr(sys.modules["plywise"], function.__name__, None) is function  # no rule calls pw.make
    return is_command or not function.__module__.startswith(FOR_RULES)


FOR_RULES = (
    "plywise.bits",
    "plywise.board",
    "plywise.game.game",
    "plywise.game.outcomes",
    "plywise.game.play_hooks",
    "plywise.game.search_hooks",
    "plywise.games",
    "plywise.repetition",
)
"""The functions that Plywise offers to rules, and the defaults of the compiled hooks."""


def described(code: CodeType) -> str:
    """Return a code object as text, without its docstring and line numbers."""
    constants = [each for each in code.co_consts if not isinstance(each, CodeType)]
    docstring = _docstring(code)
    if docstring in constants:
        constants.remove(docstring)
    if UPDATING not in code.co_code[::2]:  # no set is built from a constant one
        constants = _without_order(constants)
    return (
        f"{code.co_name} {code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} "
        f"{code.co_cellvars} {code.co_flags} {as_text(constants)} {code.co_exceptiontable.hex()}"
    )


UPDATING = dis.opmap["SET_UPDATE"]


def _docstring(code: CodeType) -> Any:
    """Return the constant that is a code object's docstring; None if it has none."""
    if code.co_flags & inspect.CO_OPTIMIZED:  # a function: always the first constant
        first = code.co_consts[0] if code.co_consts else None
        return first if isinstance(first, str) else None
    if "__doc__" not in code.co_names:
        return None
    steps = code.co_code  # a module or a class loads it near the beginning and stores it under that name
    stored = bytes((dis.opmap["STORE_NAME"], code.co_names.index("__doc__")))
    place = next(place for place in range(2, len(steps), 2) if steps[place : place + 2] == stored)
    return code.co_consts[steps[place - 1]]


def _without_order(constant: Any) -> Any:
    """Return constants of code with sets replaced by sorted tuples: compiled files need not preserve their order."""
    if isinstance(constant, frozenset):
        return ("a set", *sorted(map(as_text, constant)))
    return [*map(_without_order, constant)] if isinstance(constant, (list, tuple)) else constant


def as_text(value: Any) -> str:
    """Return a constant as text, different for different constants; for sets with an observable order, including it.

    A value that is not a constant cannot be distinguished from others, so it gets a unique text: the fingerprint never
    recurs, and code compiled with it is never found in a cache.
    """
    try:
        return _as_text(value, {})
    except RecursionError:  # deeply nested objects
        return f"{type(value).__qualname__} {uuid.uuid4()}"


def _as_text(value: Any, met: dict[int, int]) -> str:
    """Return a part of a constant as text. met: the numbers of the objects so far, for cyclic references."""
    text = partial(_as_text, met=met)
    if isinstance(value, (list, dict)) or (_is_object(value) and not isinstance(value, Game)):
        if id(value) in met:
            return f"object {met[id(value)]}"
        met[id(value)] = len(met)
    if isinstance(value, (list, tuple)):
        return f"{type(value).__qualname__}{getattr(value, '_fields', '')}({', '.join(map(text, value))})"
    if isinstance(value, enum.Enum):
        return f"{type(value).__qualname__}.{value.name} {text(value.value)}"
    if value is None or value is Ellipsis or type(value) in (bool, int, float, complex, str, bytes):
        return repr(value)
    if is_of_numpy(value, "generic"):
        return f"{value.dtype} {value!r}"
    if is_array(value):
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, range):
        return repr(value)
    if isinstance(value, (dict, MappingProxyType)):
        return f"{{{', '.join(f'{text(key)}: {text(each)}' for key, each in value.items())}}}"
    if isinstance(value, (set, frozenset)):
        name = type(value).__qualname__
        if has_own_order(value):
            return f"{name}{{{', '.join(map(text, value))}}} in {slots_of(value)}"
        return f"{name}{{{', '.join(sorted(map(text, value)))}}}"
    if isinstance(value, (BuiltinFunctionType, type)):
        return f"{value.__module__}.{value.__qualname__}"
    if is_of_numpy(value, "ufunc") or value is NOTHING:
        return repr(value)
    if _is_object(value) and not isinstance(value, Game):
        made_by = type(value)
        parts = ", ".join(f"{name}: {text(each)}" for name, each in vars(value).items())
        return f"{made_by.__module__}.{made_by.__qualname__}({parts})"
    if isinstance(value, FunctionType):
        return f"{value.__module__}.{value.__qualname__} {described(value.__code__)}"
    if isinstance(value, re.Pattern):
        return f"{value.pattern!r} {value.flags}"
    if type(value).__module__ in TYPE_WORDS:
        return repr(value)
    return f"{type(value).__qualname__} {uuid.uuid4()}"


__all__ = ["DependencyTrace", "as_text", "described", "is_plain"]
