"""Shortcuts through Numba: what it finds out again and again is remembered while functions are compiled.

Numba infers types in rounds, and asks in each of them what every call means. For an operator it then tries a dozen
definitions, arrays included; for one of our functions, it looks whether that is compiled, and among its forms. Neither
answer can change. The rest here is the same result from fewer steps.
"""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any

from numba import types
from numba.core import ir
from numba.core.cpu import CPUContext
from numba.core.targetconfig import ConfigStack
from numba.core.types.functions import BaseFunction
from numba.core.typing.context import Context


@contextmanager
def shortcuts() -> Iterator[None]:
    """In this context, Numba takes them."""
    own = [(owner, name, vars(owner)[name]) for owner, name, _ in SHORTCUTS]
    for owner, name, make in SHORTCUTS:
        setattr(owner, name, make(vars(owner)[name]))
    try:
        yield
    finally:
        for owner, name, function in reversed(own):
            setattr(owner, name, function)


def _remembered_calls(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return how the type of a call of Numba's own functions is found: the same for the same options and arguments."""
    known: dict[Any, Any] = {}
    options: dict[int, tuple[Any, str]] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return resolve(self, context, args, kws)
        flags = ConfigStack.top_or_none()
        if id(flags) not in options:
            options[id(flags)] = flags, repr(flags)
        key = id(self), options[id(flags)][1], *args
        if key not in known:
            known[key] = self, resolve(self, context, args, kws)  # or it raises, and is asked again
        return known[key][1]

    return get_call_type


def _remembered_forms(resolve: Callable[..., Any]) -> Callable[..., Any]:
    """Return how the type of a call of a compiled function is found: the same once that form is compiled."""
    known: dict[Any, Any] = {}

    def get_call_type(self: Any, context: Any, args: Any, kws: Any) -> Any:
        if kws:
            return resolve(self, context, args, kws)
        key = id(self), *args
        if key in known:
            return known[key][1]
        found = resolve(self, context, args, kws)
        if found is not None and found.args in self.dispatcher.overloads:
            known[key] = self, found
        return found

    return get_call_type


def _once(load: Callable[..., Any]) -> Callable[..., Any]:
    """Return how a context loads the modules with definitions: not for every function.

    Definitions that a module has added since are taken in each time: Numba adds those of an intrinsic to any registry,
    when it is first called. A context is copied for every function, and the copies share their registries.
    """
    done: dict[int, Any] = {}

    def load_additional_registries(self: Any) -> None:
        registries = self._registries
        if id(registries) not in done:
            done[id(registries)] = registries  # as long as it is known, no other has its id
            load(self)
        for registry in list(registries):
            self.install_registry(registry)

    return load_additional_registries


def _list_vars(listed: Callable[..., Any]) -> Callable[..., Any]:
    """Return how the variables in an instruction are listed: most of what is in it can be told by its class."""
    holding: dict[type, bool] = {}

    def list_vars(self: Any, value: Any) -> list[Any]:
        if not isinstance(value, (dict, list, tuple)):
            found: list[Any] = listed(self, value)
            return found
        found = []
        for each in value.values() if isinstance(value, dict) else value:
            kind = type(each)
            if kind is ir.Var:
                found.append(each)
            elif holding.setdefault(kind, issubclass(kind, (ir.Var, ir.Inst, list, tuple, dict))):
                found += each.list_vars() if isinstance(each, ir.Inst) else list_vars(self, each)
        return found

    return list_vars


SHORTCUTS: tuple[tuple[type, str, Callable[[Callable[..., Any]], Callable[..., Any]]], ...] = (
    (BaseFunction, "get_call_type", _remembered_calls),
    (types.Dispatcher, "get_call_type", _remembered_forms),
    (CPUContext, "load_additional_registries", _once),
    (Context, "load_additional_registries", _once),
    (ir.Inst, "_rec_list_vars", _list_vars),
)
"""Class of Numba's, its method, and what makes a shorter one of it."""

__all__ = ["shortcuts"]
