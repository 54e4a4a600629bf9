"""Weights: tunable numbers of an evaluation, declared by a game with their ranges.

    class Othello(Game):
        mobility = Weight(4, 0, 20)

        def evaluate(self, state):
            return self.mobility * (self.count_moves(state, MAX) - self.count_moves(state, MIN)) + ...

In a game object a weight is a plain number, and a constant in compiled rules. A game with other weights is a copy.
"""

import copy
import json
from collections.abc import Iterable, Mapping, Sequence
from math import isfinite
from typing import Any, Generic, TypeVar, overload

from plywise.arguments.names import hint
from plywise.errors import InputError

Number = int | float
Values = Mapping[str, Any]
"""Weights by name: each a number, or a row of numbers."""

Kept = TypeVar("Kept", int, float, tuple[int, ...], tuple[float, ...], tuple[int, int])


class Weight(Generic[Kept]):
    """A class attribute for a number of an evaluation, or a row of them, such as one for each phase of the game.

    value: the default; a whole number stays one. low, high: the range for tuning.

    >>> class Board:
    ...     mobility = Weight(4, 0, 20)
    >>> Board().mobility, weights_of(with_weights(Board(), {"mobility": 7}))
    (4, {'mobility': 7})
    """

    def __init__(self, value: Kept, low: Number, high: Number) -> None:
        self.value: Kept = tuple(value) if isinstance(value, Sequence) else value  # type: ignore[assignment]
        self.low, self.high = low, high
        self.name = ""
        if not low < high:
            raise InputError(f"a weight's range from {low} to {high} is empty")
        if not isfinite(high - low):
            raise InputError(f"a weight's range from {low} to {high} is infinite")
        if self.value == ():
            raise InputError("a weight that is a row has no numbers")
        self.check(self.value, self.value)

    def __set_name__(self, owner: type, name: str) -> None:
        self.name = name

    @overload
    def __get__(self, instance: None, owner: type) -> "Weight[Kept]": ...

    @overload
    def __get__(self, instance: object, owner: type) -> Kept: ...

    def __get__(self, instance: object | None, owner: type) -> "Kept | Weight[Kept]":
        return self if instance is None else self.value

    @property
    def is_whole(self) -> bool:
        """Whether all its numbers are whole."""
        return all(isinstance(each, int) for each in items_of(self.value))

    def check(self, value: Any, now: Any) -> None:
        """Raise InputError if a value has another form than the current one, or is outside the range."""
        called = f"weight {self.name}" if self.name else "a weight"  # its class, which names it, is being made
        wanted = len(now) if isinstance(now, tuple) else None
        given = len(value) if isinstance(value, (tuple, list)) else None
        if wanted != given:
            raise InputError(f"{called} is {'a number' if wanted is None else f'a row of {wanted} numbers'}")
        for each in items_of(value):
            if isinstance(each, bool) or not isinstance(each, int if self.is_whole else (int, float)):
                kind = "a whole number" if self.is_whole else "a number"
                raise InputError(f"{called}: {each!r} is not {kind}")
            if not self.low <= each <= self.high:
                raise InputError(f"{called}: {each} is not from {self.low} to {self.high}")


def items_of(value: Any) -> Sequence[Any]:
    """Return the numbers of a weight's value: those of a row, or the only one."""
    return value if isinstance(value, (tuple, list)) else (value,)


def declared_weights(game: object) -> dict[str, Weight[Any]]:
    """Return the weights that a game's class declares, those of its bases first, in their order."""
    found: dict[str, Weight[Any]] = {}
    for each in reversed(type(game).__mro__):
        for name, member in vars(each).items():
            if isinstance(member, Weight):
                found[name] = member
            else:
                found.pop(name, None)  # a subclass made it something else
    return found


def weights_of(game: object) -> dict[str, Any]:
    """Return a game's current weights."""
    return {name: getattr(game, name) for name in declared_weights(game)}


def no_weight(game: str, name: str, declared: Iterable[str]) -> InputError:
    """Return the error for an undeclared weight, with the nearest declared one."""
    known = list(declared)
    there_are = f"it has {', '.join(known)}" if known else "it declares none"
    return InputError(f"{game} has no weight {name!r}; {hint(str(name), known, there_are=there_are)}")


Tuned = TypeVar("Tuned")


def with_weights(game: Tuned, values: Values) -> Tuned:
    """Return a copy of a game with other weights. Raises InputError if a weight does not fit."""
    declared = declared_weights(game)
    made = copy.copy(game)
    for name, value in values.items():
        if name not in declared:
            raise no_weight(getattr(game, "name", type(game).__name__), name, declared)
        declared[name].check(value, getattr(game, name))
        object.__setattr__(made, name, tuple(value) if isinstance(value, list) else value)  # also of a frozen game
    return made


def parse_weights(text: str) -> dict[str, Any]:
    """Parse weights: a JSON object of them, or one with them as `weights`, as written by `plywise tune`.

    Raises InputError.
    """
    try:
        found = json.loads(text)
    except (ValueError, RecursionError):
        raise InputError("it is not a JSON object of weights") from None
    if isinstance(found, dict) and (isinstance(found.get("weights"), dict) or found.get("plywise") == "weights"):
        found = found.get("weights")  # otherwise a weight may have that name
    if not isinstance(found, dict):
        raise InputError("it is not a JSON object of weights")
    return {name: tuple(value) if isinstance(value, list) else value for name, value in found.items()}


MAX_BYTES = 2**20
"""Largest file of weights that is read."""


def read_weights(path: str) -> dict[str, Any]:
    """Read weights from a file like `parse_weights`. Raises InputError that names the file."""
    try:
        with open(path, encoding="utf-8") as file:
            text = file.read(MAX_BYTES)
    except (OSError, ValueError) as error:
        raise InputError(
            f"no file {path!r} to read weights from: {getattr(error, 'strerror', None) or error}"
        ) from None
    try:
        return parse_weights(text)
    except InputError as error:
        raise InputError(f"file {path}: {error}") from None
