"""Whether a game has changed since its fingerprint was computed. Every search checks this, so it takes microseconds.

A fingerprint reads the game's attributes, the code of functions, global variables, the contents of lists. Staleness
records each value read and its source. While each source still has the identical object, and no container has changed,
the fingerprint is valid. Any difference only means that it must be computed again.
"""

import sys
from collections.abc import Mapping
from types import CodeType, FunctionType, MethodType
from typing import Any

from plywise.game import Game


class _Nothing:
    """Stands for a missing value."""

    def __repr__(self) -> str:
        return "nothing"


NOTHING = _Nothing()
ATOMS = (int, bool, float, complex, str, bytes, type(None))


class Staleness:
    """The values on which a game's fingerprint is based.

    game_class: only games of exactly this class are compared
    """

    def __init__(self, game: Game | None) -> None:
        self.game_class = type(game)
        self._own: dict[str, tuple[Any, str]] = {}  # attributes: their values, and those as text
        self._rules: dict[str, Any] = {}  # attributes of the class
        self._variables: list[tuple[Mapping[str, Any], str, Any]] = []
        self._attributes: list[tuple[Any, str, Any]] = []
        self._functions: list[tuple[FunctionType, CodeType, Any, Any]] = []
        self._cells: list[tuple[Any, Any]] = []
        self._contents: list[tuple[Any, Any]] = []
        self._met: set[int] = set()

    # --- recording ----------------------------------------------------------------------------------------------------

    def own(self, name: str, value: Any, text: str) -> None:
        """Record an attribute of the game, as an object and as text; NOTHING if it has none."""
        self._own[name] = (value, text)
        self.contents(value)

    def rule(self, name: str, member: Any) -> None:
        """Record an attribute of the game's class."""
        self._rules[name] = member

    def variable(self, variables: Mapping[str, Any], name: str) -> None:
        """Record a global variable, whether defined or not."""
        value = variables.get(name, NOTHING)
        self._variables.append((variables, name, value))
        self.contents(value)

    def attribute(self, owner: Any, name: str) -> None:
        """Record an attribute of a module or a class."""
        value = getattr(owner, name, NOTHING)
        self._attributes.append((owner, name, value))
        self.contents(value)

    def function(self, function: FunctionType) -> None:
        """Record a function: its code, its defaults, and the variables around it."""
        self._functions.append((function, function.__code__, function.__defaults__, function.__kwdefaults__))
        self.contents(function.__defaults__)
        self.contents(function.__kwdefaults__)
        for cell in function.__closure__ or ():
            self._cells.append((cell, cell.cell_contents))
            self.contents(cell.cell_contents)

    def contents(self, value: Any) -> None:
        """Record the mutable contents of a value."""
        if isinstance(value, ATOMS) or id(value) in self._met:
            return
        kept = _snapshot(value)
        if kept is None:
            return
        self._met.add(id(value))
        if not isinstance(value, (tuple, frozenset)):
            self._contents.append((value, kept))
        for each in kept if isinstance(kept, tuple) else ():
            self.contents(each)

    # --- checking -----------------------------------------------------------------------------------------------------

    def holds(self, game: Game, as_text: Any) -> bool:
        """Return whether a game's fingerprint is still valid.

        as_text: the function that turned the attributes into text
        """
        if type(game) is not self.game_class:
            return False
        own = vars(game)
        for name, (value, text) in self._own.items():
            found = getattr(game, name, NOTHING)
            if found is not value and as_text(found) != text:
                return False
        for name, member in self._rules.items():
            if name in own or getattr(self.game_class, name, NOTHING) is not member:
                return False
        return (
            all(variables.get(name, NOTHING) is value for variables, name, value in self._variables)
            and all(_is_same(getattr(owner, name, NOTHING), value) for owner, name, value in self._attributes)
            and all(map(_is_unchanged, self._functions))
            and all(cell.cell_contents is value for cell, value in self._cells)
            and all(_holds_still(value, kept) for value, kept in self._contents)
        )


def _is_same(one: Any, other: Any) -> bool:
    """Return whether two values are the same object, or the same method bound to the same object."""
    bound = type(one) is type(other) is MethodType
    return one is other or (bound and one.__func__ is other.__func__ and one.__self__ is other.__self__)


def _is_unchanged(noted: tuple[FunctionType, CodeType, Any, Any]) -> bool:
    function, code, defaults, named = noted
    return function.__code__ is code and function.__defaults__ is defaults and function.__kwdefaults__ is named


def is_of_numpy(value: Any, *types: str) -> bool:
    """Return whether a value is of one of some NumPy types, given by name, without importing NumPy."""
    numpy = sys.modules.get("numpy")
    return numpy is not None and isinstance(value, tuple(getattr(numpy, each) for each in types))


def is_array(value: Any) -> bool:
    """Return whether a value is a NumPy array of numbers."""
    return is_of_numpy(value, "ndarray") and value.dtype != object


def _snapshot(value: Any) -> Any:
    """Return the contents of a container: a tuple of objects, or an array's bytes; None for anything else."""
    if isinstance(value, (list, tuple)):
        return tuple(value)
    if isinstance(value, (set, frozenset)):
        return tuple(value)
    if isinstance(value, Mapping):
        return (*value.keys(), *value.values())
    if is_array(value):
        return value.dtype.str.encode() + repr(value.shape).encode() + value.tobytes()
    return None


def _holds_still(value: Any, kept: Any) -> bool:
    """Return whether a container has the same contents, by identity."""
    found = _snapshot(value)
    if isinstance(kept, bytes):
        return bool(found == kept)
    return len(found) == len(kept) and all(one is other for one, other in zip(found, kept, strict=True))


__all__ = ["NOTHING", "Staleness", "is_array", "is_of_numpy"]
