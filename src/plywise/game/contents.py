"""Snapshot the contents of a value field by field, to detect whether rules changed an object in place, and where."""

import copy
import re
from collections.abc import Iterator, Mapping, Set
from dataclasses import dataclass
from enum import Enum
from functools import cached_property
from types import BuiltinFunctionType, FunctionType, MethodType, ModuleType
from typing import Any

ATOMS = frozenset({int, float, complex, str, bytes, bool, type(None), type(...), range})
PLAIN_BASES = (int, float, complex, str, bytes)


class Unchanging:
    """A base class of objects that are never changed; nothing checks that."""

    __slots__ = ()

    def __copy__(self) -> "Unchanging":
        return self

    def __deepcopy__(self, memo: dict[int, Any]) -> "Unchanging":
        return self


IDENTITIES = (Enum, type, FunctionType, BuiltinFunctionType, MethodType, ModuleType, Unchanging)
"""Types compared by identity: their contents are not part of a state."""

NAMED_ATOMS = frozenset({("fractions", "Fraction"), ("decimal", "Decimal"), ("uuid", "UUID"), ("datetime", "date")})
"""Immutable types whose modules need not be imported to recognize them."""

FILLED = re.compile(r"\._\w+$|\._?\w*(?:cache|memo)\w*\[.*\]$")
"""Places where an object may cache values computed from the rest of it: `._hash`, `._cache[...]`."""

MAX_SHOWN = 60


def is_immutable(value: Any) -> bool:
    """Return whether nothing can change a value in place: a number, a text, or a tuple or frozen dataclass of such.

    >>> is_immutable((1, ("X", None), frozenset({2}))), is_immutable((1, [2]))
    (True, False)
    """
    kind = type(value)
    if kind in ATOMS:
        return True
    if isinstance(value, (tuple, frozenset)):
        return (ATOMS.issuperset(map(type, value)) or all(map(is_immutable, value))) and _attributes_are(value)
    if isinstance(value, IDENTITIES):
        return True
    if isinstance(value, PLAIN_BASES):
        return _attributes_are(value)
    if (kind.__module__, kind.__name__) in NAMED_ATOMS:
        return True
    if kind.__module__ == "numpy":
        return not hasattr(kind, "__setitem__")
    frozen = getattr(kind, "__dataclass_params__", None)
    return frozen is not None and frozen.frozen and all(is_immutable(part) for _, part in own_fields(value))


def _attributes_are(value: Any) -> bool:
    """Return whether the attributes of an object, if it has any besides its items, are immutable."""
    attributes = getattr(value, "__dict__", None)
    return not attributes or all(map(is_immutable, attributes.values()))


class _SetText(str):
    """The text of a set's items."""

    __slots__ = ()
    __repr__ = str.__str__


@dataclass(frozen=True)
class Contents:
    """A snapshot of a value.

    kind: its type
    value: the value itself if it is immutable
    parts: its fields and items otherwise, by their place as written in Python, such as `.stones` or `[3]`
    """

    kind: type
    value: Any = None
    parts: Mapping[str, "Contents"] | None = None


@dataclass(frozen=True)
class Change:
    """The first difference between two snapshots: its place, and the values before and after."""

    place: str
    before: str
    after: str

    def __str__(self) -> str:
        where = self.place.removeprefix(".") or "it"
        return f"{where} was {self.before} and is now {self.after}"


def contents_of(value: Any) -> Contents:
    """Return a deep snapshot of a value."""
    return _read(value, {})


def _read(value: Any, met: dict[int, Any]) -> Contents:
    if is_immutable(value):
        return Contents(type(value), value)
    if id(value) in met:  # shared, or a cycle
        return Contents(type(value))
    met[id(value)] = value
    return Contents(type(value), None, {place: _read(part, met) for place, part in _parts(value)})


def _parts(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the parts of a value that is not immutable, each with its place."""
    if isinstance(value, (list, tuple)):
        names = getattr(value, "_fields", ())
        for index, part in enumerate(value):
            yield (f".{names[index]}" if index < len(names) else f"[{index}]"), part
    elif isinstance(value, dict):
        yield from ((f"[{_short(key)}]", part) for key, part in value.items())
    elif isinstance(value, Set):
        yield "", _SetText(f"{{{', '.join(sorted(map(_short, value)))}}}")
    elif hasattr(value, "dtype") and hasattr(value, "tolist"):
        yield from _parts_of_array(value)
    elif not _has_fields(value):
        yield from _reduced(value)
    yield from ((f".{name}", part) for name, part in own_fields(value))


def _parts_of_array(array: Any) -> Iterator[tuple[str, Any]]:
    nested = array.tolist()
    yield "", str(array.dtype)
    if not isinstance(nested, list):
        yield "[()]", nested
        return
    for index, part in enumerate(nested):
        yield f"[{index}]", tuple(part) if isinstance(part, list) and is_immutable(tuple(part)) else part


def _has_fields(value: Any) -> bool:
    return hasattr(value, "__dict__") or any(vars(each).get("__slots__") for each in type(value).__mro__)


def own_fields(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the attributes that an object holds, in its __dict__ or its __slots__."""
    for name, part in list(getattr(value, "__dict__", {}).items()):
        if not isinstance(getattr(type(value), name, None), cached_property):
            yield name, part
    for each in type(value).__mro__:
        slots = vars(each).get("__slots__", ())
        for name in (slots,) if isinstance(slots, str) else slots:
            if name not in ("__dict__", "__weakref__"):
                private = name.startswith("__") and not name.endswith("__")
                stored = f"_{each.__name__.lstrip('_')}{name}" if private else name
                if hasattr(value, stored):
                    yield name, getattr(value, stored)


def _reduced(value: Any) -> Iterator[tuple[str, Any]]:
    """Yield the pickled parts of an object without fields, such as a deque; none if it cannot be pickled."""
    try:
        reduced = value.__reduce_ex__(4)
    except Exception:  # noqa: BLE001 - an object that cannot be pickled is compared by identity
        return
    if isinstance(reduced, tuple):
        _, arguments, state, items, pairs = (*reduced, None, None, None)[:5]
        yield from ((f" item {index}", part) for index, part in enumerate(items or ()))
        yield from ((f"[{_short(key)}]", part) for key, part in pairs or ())
        yield from ((f" part {index}", part) for index, part in enumerate(arguments))
        if state is not None:
            yield " state", state


def first_change(before: Contents, after: Contents) -> Change | None:
    """Return the first difference between two contents, except in a memo that fills; None if there is none."""
    return _difference("", before, after)


def _difference(place: str, before: Contents | None, after: Contents | None) -> Change | None:
    if before is not None and after is not None and before.kind is after.kind:
        if before.parts is None or after.parts is None:
            if before.parts is after.parts and _is_same(before.value, after.value):
                return None
        else:
            places = dict.fromkeys((*before.parts, *after.parts))
            found = (_difference(place + each, before.parts.get(each), after.parts.get(each)) for each in places)
            return next(filter(None, found), None)
    return None if _fills_memo(place, before) else Change(place, _text_of(before), _text_of(after))


def _fills_memo(place: str, before: Contents | None) -> bool:
    """Return whether a private attribute that was None or absent now holds something, or a cache one more entry."""
    was_empty = before is None or (before.parts is None and before.value is None)
    return was_empty and bool(FILLED.search(place))


def _is_same(one: Any, other: Any) -> bool:
    return one is other or bool(one == other) or (one != one and other != other)


def _text_of(contents: Contents | None) -> str:
    if contents is None:
        return "absent"
    return f"a {contents.kind.__name__}" if contents.parts is not None else _short(contents.value)


def _short(value: Any) -> str:
    try:
        text = " ".join(repr(value).split())
    except Exception:  # noqa: BLE001 - a user's own __repr__ may raise anything
        return f"a {type(value).__name__}"
    return text if len(text) <= MAX_SHOWN else f"{text[: MAX_SHOWN - 4]} ..."


def deep_copy(value: Any) -> Any:
    """Return a copy that shares nothing mutable with the value; the value itself if it is immutable."""
    return value if is_immutable(value) else copy.deepcopy(value)
