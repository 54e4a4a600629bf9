"""Compiled copies of plain Python functions: the function itself, and every function it calls, from the one source."""

import builtins
from collections.abc import Callable, Collection, Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

import numpy as np
from numba import njit, types
from numba.core.dispatcher import Dispatcher

from plywise.engines.native.compile.intrinsics import INSTRUCTIONS
from plywise.engines.native.compile.linking import EntryCompiler, PartCompiler
from plywise.engines.native.compile.repetition_types import PAST_INSTRUCTIONS

LONG = 16
"""A tuple of more numbers than this is compiled as an array: picking from a tuple by number costs a jump a number."""

STAND_INS: dict[Any, Any] = INSTRUCTIONS | PAST_INSTRUCTIONS
"""Plain functions of Plywise -> the intrinsics that stand for them."""

KNOWN_MODULES = ("math", "cmath", "numpy", "operator", "builtins")


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a function's code and that of every function written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


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
            return np.array(value, dtype=np.int64 if all(isinstance(each, int) for each in leaves) else np.float64)
        return tuple(map(frozen, value))
    return value


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
    inlined: functions compiled into their callers; on its own, each would be optimised once with all that it calls
    options: how the copies are compiled, as `numba.njit` takes them
    """

    def __init__(self, *called_from_python: Any, inlined: Collection[Any] = (), **options: Any) -> None:
        self.called_from_python = called_from_python
        self.inlined = inlined
        self.options = options
        self.made: dict[Any, Any] = dict(STAND_INS)

    def of(self, function: FunctionType) -> Dispatcher:
        """Return the compiled copy of a function. Nothing is compiled before it is called or compiled by another."""
        if function not in self.made:
            globals_: dict[str, Any] = {"__name__": __name__, "__builtins__": builtins}
            cells = function.__closure__ or ()
            closure = tuple(type(cell)(self.seen(cell.cell_contents)) for cell in cells) if cells else None
            copy = FunctionType(function.__code__, globals_, function.__name__, function.__defaults__, closure)
            copy.__kwdefaults__ = function.__kwdefaults__
            copy.__qualname__ = function.__qualname__
            called = function in self.called_from_python
            how: dict[str, Any] = {
                "pipeline_class": EntryCompiler if called else PartCompiler,
                "no_cpython_wrapper": not called,
                "no_cfunc_wrapper": True,
                "inline": "always" if function in self.inlined else "never",
            }
            self.made[function] = _of_one_form(njit(copy, **how, **self.options))
            names = names_in(function)
            for name in names:
                if name in function.__globals__:
                    globals_[name] = self.seen(function.__globals__[name], names)
        made: Dispatcher = self.made[function]
        return made

    def seen(self, value: Any, names: dict[str, None] | None = None) -> Any:
        """Return what compiled code sees in place of a global value."""
        if isinstance(value, FunctionType):
            return self.of(value)
        if isinstance(value, ModuleType) and value.__name__.partition(".")[0] not in KNOWN_MODULES:
            twin = ModuleType(value.__name__)
            for name in names or ():
                if hasattr(value, name):
                    setattr(twin, name, self.seen(getattr(value, name), names))
            return twin
        return frozen(value)
