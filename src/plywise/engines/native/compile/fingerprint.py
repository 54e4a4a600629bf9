"""The fingerprint of a game: it differs wherever the compiled search would, and nowhere else.

It covers the code of every rule and of every function that a rule reaches, in whatever file, the constants they use,
the game's parameters; the same of the kernel's entries; the modules that say how all that is compiled; and the versions
of Python and Numba. Comments, docstrings and whatever is not compiled do not count.

A game is a Python object, and its rules may change between two searches: an attribute, a list in it, a global variable,
a method. So every search asks for the fingerprint; a watch on all that it was taken of tells whether it is still right.
"""

import dis
import enum
import hashlib
import inspect
import os
import sys
import threading
import uuid
from collections.abc import Iterator, Sequence
from contextlib import suppress
from dataclasses import MISSING
from functools import cache
from importlib.machinery import SourceFileLoader
from pathlib import Path
from types import BuiltinFunctionType, CodeType, FunctionType, MappingProxyType, MethodType, ModuleType
from typing import Any, cast

import llvmlite
import numba
import numpy as np

from plywise.engines import rule_table
from plywise.engines.kernel import config
from plywise.engines.native.compile import (
    arithmetic,
    builtin_functions,
    checked_numbers,
    compiling,
    copies,
    entries,
    intrinsics,
    linking,
    repetition_types,
    rule_compiler,
    rule_language,
    rule_lowering,
    rules,
    set_order,
    types,
    value_flow,
)
from plywise.engines.native.compile.copies import KNOWN_MODULES, STAND_INS, codes
from plywise.engines.native.compile.set_order import has_own_order
from plywise.engines.native.compile.watch import NOTHING, Watch
from plywise.game import Game
from plywise.repetition import Past
from plywise.starting import IMPORTED

LANGUAGE = (
    arithmetic,
    builtin_functions,
    checked_numbers,
    compiling,
    config,
    copies,
    entries,
    intrinsics,
    linking,
    repetition_types,
    rule_compiler,
    rule_language,
    rule_lowering,
    rule_table,
    rules,
    set_order,
    types,
    value_flow,
)
"""The modules that say how functions are compiled."""

TRANSLATING = ("translate", "translated", "translated_rules")
"""Packages and modules that say how rules are translated. They are imported only where rules are."""


@cache
def library() -> str:
    """Return a hash of what Plywise itself puts into every compiled search."""
    versions = f"{sys.version} {numba.__version__} {llvmlite.__version__} {np.__version__}"
    kernel = Seen()
    for entry in entries.ENTRIES:
        kernel.function(cast(FunctionType, entry))
    lines = [versions, *kernel.lines, *(line for module in LANGUAGE for line in module_lines(module))]
    lines += translating_lines()
    if any(map(_has_changed, LANGUAGE)):
        lines.append(str(uuid.uuid4()))  # never found in a cache
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()


def translating_lines() -> list[str]:
    """Return what the modules that translate rules do, line by line."""
    folder = Path(__file__).parent
    files = [
        file for name in TRANSLATING for file in sorted(folder.glob(f"{name}.py")) + sorted(folder.glob(f"{name}/*.py"))
    ]
    lines = []
    for file in files:
        name = f"{__package__}.{'.'.join(file.relative_to(folder).with_suffix('').parts)}"
        code = SourceFileLoader(name, str(file)).get_code(name)
        lines += [_described(each) for each in codes(code)] if code is not None else []
        if file.stat().st_ctime >= IMPORTED:
            lines.append(str(uuid.uuid4()))  # changed since: never found in a cache
    return lines


def _has_changed(module: ModuleType) -> bool:
    """Return whether a module's source may be another by now than the one this process imported."""
    with suppress(OSError):
        return os.stat(str(module.__file__)).st_ctime >= IMPORTED
    return True


def module_lines(module: ModuleType) -> list[str]:
    """Return what a module of the language does, line by line, with what it takes from the rest of Plywise."""
    loader = cast(SourceFileLoader, module.__loader__)
    code = loader.get_code(module.__name__)
    if code is None:
        return []
    taken = Seen()
    for each in codes(code):
        taken.code(each)
        for name in each.co_names:
            taken.taken_value(name, vars(module).get(name), each.co_names)
    return taken.lines


MAX_TAKEN = 128
"""Fingerprints kept to be asked again."""

_taken: list[tuple[Watch, tuple[str, ...], bool, str]] = []  # the last used at the end
_lock = threading.Lock()


def fingerprint(game: Game, names: Sequence[str], symmetry: bool) -> str:
    """Return the fingerprint of a game as far as these of its rules reach, as the rules are at this moment."""
    asked = (tuple(names), symmetry)
    with _lock:
        known = list(_taken)
    for each in reversed(known):
        if each[1:3] == asked and each[0].holds(game, _plain):
            if each is not known[-1]:
                _keep(each)
            return each[3]
    seen = Seen(game)
    seen.value("symmetry", symmetry)
    seen.attribute("utility_bounds")
    example = game.initial()
    seen.value("fields", getattr(example, "_fields", ()))
    seen.value("past", [type(each) is Past for each in example] if isinstance(example, tuple) else None)
    if not _is_plain(example):  # how its states are encoded is read off positions after it
        seen.attribute("initial")
        seen.value("a state", type(example))
    for name in names:
        seen.attribute(name)
    taken = hashlib.sha256("\n".join([library(), *seen.lines]).encode()).hexdigest()[:32]
    for name in ("initial", "rank_count"):  # they decide on the fields and on the rules asked
        seen.attribute(name)
    _keep((seen.watch, *asked, taken))
    return taken


def _keep(taken: tuple[Watch, tuple[str, ...], bool, str]) -> None:
    """Keep a fingerprint as the last used."""
    with _lock:
        _taken[:] = [*(each for each in _taken if each is not taken), taken][-MAX_TAKEN:]


class Seen:
    """What functions reach, written down line by line, each thing once. game: whose attributes they may name."""

    def __init__(self, game: Game | None = None) -> None:
        self.game = game
        self.watch = Watch(game)
        self.lines: list[str] = []
        self._met: set[Any] = set()

    def attribute(self, name: str) -> None:
        """Write down an attribute of the game, be it a rule or a constant."""
        if ("self", name) in self._met:
            return
        self._met.add(("self", name))
        member = getattr(type(self.game), name, NOTHING)
        if isinstance(member, FunctionType) and name not in vars(self.game):
            self.watch.rule(name, member)
            self.value(f"self.{name}", member)
        else:
            value = getattr(self.game, name, NOTHING)
            self.watch.own(name, value, _plain(value))
            self.value(f"self.{name}", value)

    def value(self, name: str, value: Any) -> None:
        """Write down a value under a name, and what it reaches."""
        value = getattr(value, "py_func", value)  # of a function that the user compiled
        value = value.__wrapped__ if type(value).__name__ == "_lru_cache_wrapper" else value
        if getattr(value, "__module__", None) in FOREIGN_FUNCTIONS:
            self.lines.append(f"{name} is {value.__module__}.{getattr(value, '__qualname__', '')}")
            return
        value = value.__func__ if isinstance(value, MethodType) else value
        if isinstance(value, FunctionType):
            self.lines.append(f"{name} is {value.__module__}.{value.__qualname__}")
            if value not in STAND_INS and not (
                self.game and _is_aside(value)
            ):  # what stands for it is part of the language
                self.function(value)
        elif isinstance(value, ModuleType):
            self.lines.append(f"{name} is module {value.__name__}")
        elif isinstance(value, type) and issubclass(value, enum.Enum):
            self.lines.append(f"{name} is {value.__qualname__} {', '.join(map(_plain, value))}")
        elif isinstance(value, type):
            self.lines.append(f"{name} is class {value.__qualname__} {getattr(value, '_fields', ())}")
        else:
            self.lines.append(f"{name} = {type(value).__qualname__} {_plain(value)}")
        if isinstance(value, type):
            self.members(value)
        elif _is_object(value):
            self.members(type(value))

    def members(self, made_by: type) -> None:
        """Write down what a class of the user's has: methods, properties, constants."""
        if made_by in self._met or made_by.__module__.partition(".")[0] in FOREIGN or issubclass(made_by, Game):
            return
        self._met.add(made_by)
        for name, member in vars(made_by).items():
            inner = getattr(member, "__func__", getattr(member, "fget", getattr(member, "func", member)))
            if isinstance(inner, FunctionType) and not name.startswith("__"):
                self.watch.attribute(made_by, name)
                self.value(f"{made_by.__qualname__}.{name}", inner)
            elif name in ("__dataclass_fields__", "_field_defaults"):
                self.lines.append(f"{made_by.__qualname__} {name} {_defaults(member)}")
            elif not name.startswith("_") and type(member) in CONSTANTS:
                self.watch.attribute(made_by, name)
                self.lines.append(f"{made_by.__qualname__}.{name} = {_plain(member)}")
        for base in made_by.__bases__:
            self.members(base)

    def function(self, function: FunctionType) -> None:
        """Write down a function's code, and whatever it names."""
        if function in self._met:
            return
        self._met.add(function)
        self.watch.function(function)
        self.lines.append(f"defaults {_plain(function.__defaults__)} {_plain(function.__kwdefaults__)}")
        for cell in function.__closure__ or ():
            self.value("a variable around it", cell.cell_contents)
        for code in codes(function.__code__):
            self.code(code)
            for name in code.co_names:
                self.watch.variable(function.__globals__, name)
                if name in function.__globals__:
                    self.globals_value(name, function.__globals__[name], code.co_names)
                if self.game is not None and hasattr(self.game, name):
                    self.attribute(name)
            for name in _words(code):  # getattr(self, "name")
                if self.game is not None and hasattr(self.game, name):
                    self.attribute(name)

    def globals_value(self, name: str, value: Any, names: tuple[str, ...]) -> None:
        """Write down a global value; of a module of the user's own, the names that are used."""
        self.value(name, value)
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in KNOWN_MODULES:
            for attribute in names:
                self.watch.attribute(value, attribute)
                inner = getattr(value, attribute, None)
                if inner is not None and (value.__name__, attribute) not in self._met:
                    self._met.add((value.__name__, attribute))
                    self.globals_value(f"{name}.{attribute}", inner, names)

    def taken_value(self, name: str, value: Any, names: tuple[str, ...]) -> None:
        """Write down what a module of the language takes from another of Plywise: constants, and functions' code."""
        if name.rpartition(".")[2].startswith("__") or (name, id(value)) in self._met:
            return
        self._met.add((name, id(value)))
        if isinstance(value, (int, float, str)):
            self.value(name, value)
        elif isinstance(value, FunctionType) and _is_taken(value.__module__) and value not in STAND_INS:
            self.lines.append(f"{name} is {_described(value.__code__)}")
        elif isinstance(value, ModuleType) and _is_taken(value.__name__):
            for attribute in names:
                self.taken_value(f"{name}.{attribute}", getattr(value, attribute, None), ())

    def code(self, code: CodeType) -> None:
        """Write down what a piece of code does."""
        self.lines.append(_described(code))


FOREIGN = ("builtins", "abc", "enum", "typing", "collections", "numpy", "functools", "dataclasses", "types", "plywise")
"""Modules whose classes are not the user's."""

FOREIGN_FUNCTIONS = ("dataclasses", "functools", "itertools", "operator", "copy")

CONSTANTS = (int, bool, float, str, tuple, list, dict, set, frozenset, type(None))


def _is_plain(state: Any) -> bool:
    """Return whether a state is a NamedTuple of ints: then nothing about it is read off trial positions."""
    return hasattr(state, "_fields") and all(type(each) in (int, bool, Past) for each in state)


def _defaults(fields: Any) -> str:
    """Return the defaults of a NamedTuple's or a dataclass's fields as text."""
    values = {name: getattr(field, "default", field) for name, field in fields.items()}
    return ", ".join(f"{name}: {'-' if each is MISSING else _plain(each)}" for name, each in values.items())


def _is_object(value: Any) -> bool:
    """Return whether a value is an object of a class of the user's."""
    made_by = type(value)
    is_users = made_by.__module__.partition(".")[0] not in FOREIGN or made_by.__module__.startswith("plywise.board")
    return is_users and hasattr(value, "__dict__") and not callable(value)


def _words(code: CodeType) -> Iterator[str]:
    """Yield the constants of a piece of code that could be names of attributes."""
    docstring = _docstring(code)
    for each in code.co_consts:
        if isinstance(each, str) and each is not docstring and each.isidentifier():
            yield each


def _is_aside(function: FunctionType) -> bool:
    """Return whether a function of Plywise's is named only by chance: `pw.count`, by `board.count(0)`."""
    return function.__module__.partition(".")[0] == "plywise" and not function.__module__.startswith(FOR_RULES)


FOR_RULES = ("plywise.game", "plywise.games", "plywise.bits", "plywise.board", "plywise.repetition")


def _is_taken(module: str) -> bool:
    """Return whether a module is Plywise's, but not one of LANGUAGE, whose code is written down anyway."""
    return module.partition(".")[0] == "plywise" and module not in {each.__name__ for each in LANGUAGE}


def _described(code: CodeType) -> str:
    """Return what a piece of code does: all of it but its docstring and its lines' numbers."""
    constants = [each for each in code.co_consts if not isinstance(each, CodeType)]
    docstring = _docstring(code)
    if docstring in constants:
        constants.remove(docstring)
    return (
        f"{code.co_name} {code.co_code.hex()} {code.co_names} {code.co_varnames} {code.co_freevars} "
        f"{code.co_cellvars} {code.co_flags} {_plain(_without_order(constants))} {code.co_exceptiontable.hex()}"
    )


def _docstring(code: CodeType) -> Any:
    """Return the constant that is a piece of code's docstring; None where it has none."""
    if code.co_flags & inspect.CO_OPTIMIZED:  # a function: always the first constant
        first = code.co_consts[0] if code.co_consts else None
        return first if isinstance(first, str) else None
    if "__doc__" not in code.co_names:
        return None
    steps = code.co_code  # of a module or a class: near its beginning, it is loaded and stored under that name
    stored = bytes((dis.opmap["STORE_NAME"], code.co_names.index("__doc__")))
    place = next(place for place in range(2, len(steps), 2) if steps[place : place + 2] == stored)
    return code.co_consts[steps[place - 1]]


def _without_order(constant: Any) -> Any:
    """Return constants of code with rows in place of sets, whose order a file of compiled code need not keep."""
    if isinstance(constant, frozenset):
        return ("a set", *sorted(map(_plain, constant)))
    return [*map(_without_order, constant)] if isinstance(constant, (list, tuple)) else constant


def _plain(value: Any) -> str:
    """Return a constant as text, different for different constants; sets also where compiled code may see their order.

    If a value is not a constant at all, nothing is known that would tell it from another: it makes the fingerprint one
    that will never recur, so that what is compiled with it is never found in a cache.
    """
    if isinstance(value, (list, tuple)):
        return f"{type(value).__qualname__}{getattr(value, '_fields', '')}({', '.join(map(_plain, value))})"
    if isinstance(value, enum.Enum):
        return f"{type(value).__qualname__}.{value.name} {_plain(value.value)}"
    if value is None or value is Ellipsis or type(value) in (bool, int, float, complex, str, bytes):
        return repr(value)
    if isinstance(value, np.generic):
        return f"{value.dtype} {value!r}"
    if isinstance(value, np.ndarray) and value.dtype != object:
        return f"{value.dtype} {value.shape} {hashlib.sha256(value.tobytes()).hexdigest()}"
    if isinstance(value, range):
        return repr(value)
    if isinstance(value, (dict, MappingProxyType)):
        return f"{{{', '.join(f'{_plain(key)}: {_plain(each)}' for key, each in value.items())}}}"
    if isinstance(value, (set, frozenset)):
        items = map(_plain, value) if has_own_order(value) else sorted(map(_plain, value))
        return f"{type(value).__qualname__}{{{', '.join(items)}}}"
    if isinstance(value, (BuiltinFunctionType, type)):
        return f"{value.__module__}.{value.__qualname__}"
    if isinstance(value, np.ufunc) or value is NOTHING:
        return repr(value)
    if _is_object(value) and not isinstance(value, Game):
        made_by = type(value)
        parts = ", ".join(f"{name}: {_plain(each)}" for name, each in vars(value).items())
        return f"{made_by.__module__}.{made_by.__qualname__}({parts})"
    if isinstance(value, FunctionType):
        return f"{value.__module__}.{value.__qualname__} {_described(value.__code__)}"
    return f"{type(value).__qualname__} {uuid.uuid4()}"
