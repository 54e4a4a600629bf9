"""Find the functions reachable from a game's rules, and the values they share with the rest of the program."""

from collections.abc import Iterator
from types import CodeType, FunctionType, ModuleType
from typing import Any

from plywise.game import Game

OURS = "plywise."
"""Prefix of Plywise's modules, whose helpers have no state."""


def reached_functions(game: Game) -> list[FunctionType]:
    """Return the functions of a game's classes and object, and the user's functions that they call, in order."""
    waiting: list[Any] = [*vars(game).values()]
    waiting += [each for cls in _classes(game) for each in vars(cls).values()]
    found: dict[FunctionType, None] = {}
    while waiting:
        each = waiting.pop(0)
        each = getattr(each, "fget", None) or getattr(each, "__func__", None) or getattr(each, "__wrapped__", each)
        if isinstance(each, FunctionType) and each not in found and not str(each.__module__).startswith(OURS):
            found[each] = None
            waiting += [value for _, value in named_values(each)]
    return list(found)


def named_values(function: FunctionType) -> Iterator[tuple[str, Any]]:
    """Yield the global values that a function names, attributes of the user's modules, and closure variables."""
    names = [name for code in codes(function.__code__) for name in code.co_names]
    for name in names:
        value = function.__globals__.get(name)
        yield name, value
        if isinstance(value, ModuleType) and hasattr(value, "__file__"):
            yield from ((f"{name}.{each}", vars(value).get(each)) for each in names)  # and not what it makes late
    for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True):
        yield name, cell.cell_contents


def codes(code: CodeType) -> Iterator[CodeType]:
    """Yield a function's code and that of every function written inside it."""
    yield code
    for constant in code.co_consts:
        if isinstance(constant, CodeType):
            yield from codes(constant)


def _classes(game: Game) -> list[type]:
    """Return a game's classes without Plywise's."""
    ours = (object, *Game.__mro__)
    return [cls for cls in type(game).__mro__ if cls not in ours and not cls.__module__.startswith(OURS)]


def shared_values(game: Game) -> dict[str, Any]:
    """Return the values shared by the rules: attributes of the object and its classes, and global variables.

    The keys describe their places.
    """
    found: dict[str, Any] = {f"its {name}": value for name, value in vars(game).items()}
    for cls in _classes(game):
        for name, value in vars(cls).items():
            if not name.startswith("__") and name not in vars(game):
                found.setdefault(f"{cls.__name__}.{name}", value)
    for function in reached_functions(game):
        for name, value in named_values(function):
            found.setdefault(f"the variable {name} of {function.__module__}", value)
    return found
