"""Inspect states and moves: records with named fields, pairs of ints, and unhashable parts."""

import weakref
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from enum import Enum
from types import FunctionType
from typing import Any

from plywise.game.contents import own_fields

PLAIN = frozenset({int, float, bool, str, tuple, list, dict, frozenset, set, type(None)})


def is_record(value: object) -> bool:
    """Return whether a value is a NamedTuple or a dataclass."""
    if type(value) in PLAIN:
        return False
    return not isinstance(value, type) and (hasattr(value, "_fields") or is_dataclass(value))


def is_object(value: object) -> bool:
    """Return whether a value is an object of a user's class with fields that is not a record."""
    if type(value) in PLAIN or is_record(value) or isinstance(value, (type, Enum, int, str, tuple)) or callable(value):
        return False
    return type(value).__module__ not in ("builtins", "numpy", "collections") and any(True for _ in own_fields(value))


def fields_of(record: Any) -> list[tuple[str, Any]]:
    """Return a record's fields, in order, as they are given to its class: name and value."""
    if hasattr(record, "_fields"):
        return list(zip(record._fields, record, strict=True))
    return [(each.name, getattr(record, each.name)) for each in fields(record) if each.init]


def own_text(value: Any) -> str:
    """Return the text of a record's custom __str__, if that is a single word; "" otherwise."""
    if not is_record(value) or isinstance(value, Enum) or not isinstance(type(value).__str__, FunctionType):
        return ""
    try:
        text = str(value)
    except Exception:  # noqa: BLE001 - a user's own method may fail in any way
        return ""
    return text if text.isprintable() and not any(map(str.isspace, text)) else ""


def parts_of(state: Any) -> Iterator[tuple[tuple[int, ...], str, Any]]:
    """Yield the parts of a state: path, name ("" for none) and value; the state itself first.

    A path is a list of places, each among the fields of a record or the items of a plain tuple.
    """
    yield (), "", state
    waiting: list[tuple[tuple[int, ...], Any]] = [((), state)]
    while waiting:
        path, value = waiting.pop(0)
        for place, (name, item) in enumerate(_items(value)):
            yield (*path, place), name, item
            if is_record(item) or is_object(item):
                waiting.append(((*path, place), item))


def _items(value: Any) -> list[tuple[str, Any]]:
    if is_record(value):
        return fields_of(value)
    if type(value) is dict and all(isinstance(name, str) for name in value):
        return list(value.items())
    if type(value) in (tuple, list):
        return [("", item) for item in value]
    return list(own_fields(value)) if is_object(value) else []


def part_at(state: Any, path: tuple[int, ...]) -> Any:
    """Return the part of a state at a path; None if there is none."""
    for place in path:
        items = _items(state)
        if place >= len(items):
            return None
        state = items[place][1]
    return state


def is_whole(value: object) -> bool:
    """Return whether a value is a whole number, including NumPy's, but not a bool or an enum."""
    if type(value) is int:
        return True
    return (
        not isinstance(value, (int, type)) and hasattr(type(value), "__index__") and getattr(value, "shape", ()) == ()
    )


def is_pair(value: object) -> bool:
    """Return whether a value is a pair of whole numbers."""
    return isinstance(value, tuple) and len(value) == 2 and is_whole(value[0]) and is_whole(value[1])


class CachePerGame:
    """A cache with an entry for each game object, which itself holds only its rules."""

    def __init__(self) -> None:
        self._kept: dict[int, tuple[weakref.ref[Any], Any]] = {}

    def get(self, game: Any) -> Any:
        """Return the entry of a game, or None."""
        found = self._kept.get(id(game))
        return found[1] if found is not None and found[0]() is game else None

    def keep(self, game: Any, value: Any) -> None:
        """Set the entry of a game, for the lifetime of the game."""
        number = id(game)
        self._kept[number] = weakref.ref(game, lambda _: self._kept.pop(number, None)), value


# --- what cannot be hashed -------------------------------------------------------------------------------------------


def why_unhashable(value: Any, what: str = "a state") -> str:
    """Return in one line why a value cannot be hashed, with the remedy; "" if it can.

    >>> why_unhashable((1, [2, 3]))
    'item 1 of a state is a list, which cannot be hashed: write a tuple'
    """
    try:
        hash(value)
        return ""
    except TypeError:
        where, culprit = _find_unhashable(value, what)
        name = type(culprit).__name__
        kind = "NumPy array" if name == "ndarray" else name
        article = "an" if kind[0] in "aeiouAEIOU" else "a"
        return f"{where} is {article} {kind}, which cannot be hashed: write {_instead(culprit)}"


def _find_unhashable(value: Any, where: str) -> tuple[str, Any]:
    """Return the innermost unhashable part of a value, and its place."""
    if is_record(value) or type(value) is tuple:
        for place, (name, item) in enumerate(_items(value)):
            try:
                hash(item)
            except TypeError:
                return _find_unhashable(item, f"field {name} of {where}" if name else f"item {place} of {where}")
    return where, value


def _instead(culprit: Any) -> str:
    """Return the remedy for an unhashable value."""
    if type(culprit).__name__ == "ndarray":
        nested = getattr(culprit, "ndim", 1) > 1
        return "a tuple" + (" of tuples, as in tuple(map(tuple, board.tolist()))" if nested else ", as in tuple(board)")
    if isinstance(culprit, dict):
        if culprit and all(isinstance(key, str) and key.isidentifier() for key in culprit):
            inner = [f"; the {type(item).__name__} {key} as a tuple" for key, item in culprit.items() if _mutable(item)]
            return f"a NamedTuple or frozen dataclass with the fields {', '.join(culprit)}{''.join(inner)}"
        return "a tuple with one item for each cell, or tuple(sorted(items.items()))"
    if isinstance(culprit, list):
        return "a tuple of tuples" if any(isinstance(item, list) for item in culprit) else "a tuple"
    if isinstance(culprit, set):
        return "a frozenset"
    if isinstance(culprit, bytearray):
        return "bytes"
    if is_dataclass(culprit):
        return "@dataclass(frozen=True) above its class"
    return "a NamedTuple or a frozen dataclass, or give its class __eq__ and __hash__"


def _mutable(value: object) -> bool:
    return isinstance(value, (dict, list, set)) or type(value).__name__ == "ndarray"
