"""Compiled copies of plain Python functions: the function itself, and every function it calls, from the one source."""

import builtins
import math
from collections.abc import Callable, Collection
from types import BuiltinFunctionType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.dispatcher import Dispatcher

from plywise.compiler.checked_numbers import EXACT
from plywise.engines.native.compile.builtin_functions import BUILTINS, keys_of
from plywise.engines.native.compile.intrinsics import INSTRUCTIONS
from plywise.engines.native.compile.linking import BriefCompiler, EntryCompiler, PartCompiler
from plywise.engines.native.compile.pushes import PUSHES
from plywise.engines.native.compile.repetition_types import PAST_INSTRUCTIONS
from plywise.engines.native.compile.rule_compiler import OPTIONS as RULE_OPTIONS
from plywise.engines.native.compile.rule_compiler import RuleEntryCompiler, RulePartCompiler
from plywise.engines.native.compile.rule_language import fits_word
from plywise.engines.native.compile.stand_ins import KNOWN_MODULES, REPLACED, codes

LONG = 16
"""A tuple of more numbers than this is compiled as an array: picking from a tuple by number costs a jump a number."""

STAND_INS: dict[Any, Any] = INSTRUCTIONS | PAST_INSTRUCTIONS | PUSHES | {keys_of: keys_of}
"""Plain functions of Plywise -> the intrinsics that stand for them."""

assert STAND_INS.keys() == REPLACED

OFFICIAL_NAMES = {own: (python.__name__, python.__name__) for python, own in BUILTINS.items()}
"""What stands for one of Python's functions -> that one's name, for errors."""


def names_in(function: Callable[..., Any]) -> dict[str, None]:
    """Return every name of a global or an attribute that a function uses, in order."""
    return {name: None for code in codes(function.__code__) for name in code.co_names}


def frozen(value: Any) -> Any:
    """Return a constant as compiled code can hold it: a list of numbers is a tuple, a long one an array."""
    if isinstance(value, (tuple, list)) and not hasattr(value, "_fields"):
        leaves = _numbers(value)
        if leaves is None:
            return tuple(map(frozen, value))
        if len(leaves) > LONG and _is_rectangular(value):
            return _array(value, leaves)
        return tuple(map(frozen, value))
    if isinstance(value, np.ndarray) and value.dtype not in (np.int64, np.float64):
        return UnknownConstant()
    return value


class UnknownConstant:
    """Stands for a constant that compiled code cannot hold as it is; Numba refuses it."""


def _array(value: Any, leaves: list[int | float]) -> Any:
    """Return a nest of tuples as an array: of bools, of ints, or of floats, if each of its ints is one."""
    kinds = set(map(type, leaves))
    if kinds == {bool}:
        return np.array(value, dtype=np.bool_)
    whole = [each for each in leaves if not isinstance(each, float)]
    if bool in kinds or any(abs(each) > EXACT for each in whole if float in kinds) or not fits_word(whole):
        return UnknownConstant()
    return np.array(value, dtype=np.float64 if float in kinds else np.int64)


def _numbers(value: Any) -> list[int | float] | None:
    """Return the numbers in a nest of tuples and lists; None where something else is in it."""
    if type(value) in (int, bool, float):
        return [value]
    if not isinstance(value, (tuple, list)) or hasattr(value, "_fields"):
        return None
    found: list[int | float] = []
    for each in value:
        inner = _numbers(each)
        if inner is None:
            return None
        found += inner
    return found


def _is_rectangular(value: Any) -> bool:
    """Return whether a nest of tuples is an array: tuples of one length at each level."""
    if not isinstance(value[0], (tuple, list)):
        return not any(isinstance(each, (tuple, list)) for each in value)
    same = all(isinstance(each, (tuple, list)) and len(each) == len(value[0]) for each in value)
    return same and len(value[0]) > 0 and all(map(_is_rectangular, value))


def _of_one_form(copy: Dispatcher) -> Dispatcher:
    """Let a call with a literal, such as f(0), count as a call with an int: one compiled form serves for both."""
    resolve = copy.get_call_template

    def get_call_template(args: Any, kws: Any) -> Any:
        return resolve(tuple(map(types.unliteral, args)), {name: types.unliteral(kind) for name, kind in kws.items()})

    copy.get_call_template = get_call_template  # type: ignore[method-assign]
    return copy


class Copies:
    """The compiled copies made for one engine; each function is copied once.

    called_from_python: the functions that Python calls; the others are only called by compiled code
    brief: those of them that run for moments only
    inlined: functions compiled into their callers; on its own, each would be optimised once with all that it calls
    with_words: whether Python calls them with words alone (entry_calls.py), and not with its objects
    of_rules: whether they are rules, with Python's arithmetic, and not Plywise's own code, whose sums wrap
    options: how the copies are compiled, as `numba.njit` takes them
    """

    def __init__(
        self,
        *called_from_python: Any,
        brief: Collection[Any] = (),
        inlined: Collection[Any] = (),
        with_words: bool = False,
        of_rules: bool = False,
        **options: Any,
    ) -> None:
        self.called_from_python = called_from_python
        self.brief = brief
        self.inlined = inlined
        self.with_words = with_words
        self.of_rules = of_rules
        self.options = RULE_OPTIONS | options if of_rules else options
        self.made: dict[Any, Any] = dict(STAND_INS)

    def of(self, function: FunctionType) -> Dispatcher:
        """Return the compiled copy of a function. Nothing is compiled before it is called or compiled by another."""
        if function not in self.made:
            globals_: dict[str, Any] = {"__name__": __name__, "__builtins__": builtins}
            cells = function.__closure__ or ()
            closure = tuple(type(cell)(self.seen(cell.cell_contents)) for cell in cells) if cells else None
            copy = FunctionType(function.__code__, globals_, function.__name__, function.__defaults__, closure)
            copy.__kwdefaults__ = function.__kwdefaults__
            copy.__name__, copy.__qualname__ = OFFICIAL_NAMES.get(function, (function.__name__, function.__qualname__))
            called = function in self.called_from_python
            entry, part = (RuleEntryCompiler, RulePartCompiler) if self.of_rules else (EntryCompiler, PartCompiler)
            entry = BriefCompiler if function in self.brief else entry
            how: dict[str, Any] = {
                "pipeline_class": entry if called else part,
                "no_cpython_wrapper": not called or self.with_words,
                "no_cfunc_wrapper": not called or not self.with_words,
                "inline": "always" if function in self.inlined else "never",
            }
            self.made[function] = _of_one_form(njit(copy, **how, **self.options))
            names = names_in(function)
            for name in names:
                if name in function.__globals__:
                    globals_[name] = self.seen(function.__globals__[name], names)
                elif self.of_rules and getattr(builtins, name, None) in BUILTINS:
                    globals_[name] = self.of(BUILTINS[getattr(builtins, name)])
                elif self.of_rules and name == "print":
                    globals_[name] = UnknownConstant()  # Numba would print; a rule only computes
        made: Dispatcher = self.made[function]
        return made

    def seen(self, value: Any, names: dict[str, None] | None = None) -> Any:
        """Return what compiled code sees in place of a global value."""
        if isinstance(value, FunctionType):
            return self.of(value)
        if self.of_rules and isinstance(value, BuiltinFunctionType) and value in BUILTINS:
            return self.of(BUILTINS[value])
        if isinstance(value, ModuleType) and (value.__name__.partition(".")[0] not in KNOWN_MODULES or value is math):
            twin = ModuleType(value.__name__)
            for name in names or ():
                if hasattr(value, name):
                    setattr(twin, name, self.seen(getattr(value, name), names))
            return twin
        return frozen(value)
