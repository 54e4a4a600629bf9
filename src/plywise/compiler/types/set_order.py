"""Constant sets whose iteration order in Python is the same in every process.

A set is iterated in the order of its table, which depends on its hashes and its history. The hashes of numbers, and of
values made of numbers, are the same in every process; those of strings are not, nor those of members of an Enum, of
functions, and before Python 3.12 of None. So compiled code may loop over a set of numbers as Python does, if the
process that runs it has the same table: that is part of a game's fingerprint.
"""

import ctypes
import dataclasses
import sys
from collections.abc import Iterable
from typing import Any
from weakref import WeakValueDictionary

from plywise.compiler.library.prelude import FREE, GIVEN_UP

NONE_HAS_HASH = sys.version_info >= (3, 12)
"""Whether the hash of None is the same in every process."""

_computed: WeakValueDictionary[int, Any] = WeakValueDictionary()


class _Entry(ctypes.Structure):
    _fields_ = (("key", ctypes.c_void_p), ("hash", ctypes.c_ssize_t))


class _Set(ctypes.Structure):
    """The memory layout of a set in CPython."""

    _fields_ = (
        ("references", ctypes.c_ssize_t),
        ("made_by", ctypes.c_void_p),
        ("entered", ctypes.c_ssize_t),
        ("count", ctypes.c_ssize_t),
        ("mask", ctypes.c_ssize_t),
        ("table", ctypes.POINTER(_Entry)),
    )


def slots_of(many: Any) -> list[int] | None:
    """Return the table of a set: the places of its items, in its own order, as in prelude; None if unknown.

    >>> slots_of({3, 8}), list({3, 8})
    ([0, -1, -1, 1, -1, -1, -1, -1], [8, 3])
    """
    if sys.implementation.name != "cpython" or type(many) not in (set, frozenset):
        return None
    found, places = _Set.from_address(id(many)), {id(thing): place for place, thing in enumerate(many)}
    size = found.mask + 1
    if found.count != len(many) or size < 8 or size & found.mask or not len(many) <= found.entered < size:
        return None
    keys = [found.table[slot].key for slot in range(size)]
    slots = [FREE if key is None else places.get(key, GIVEN_UP) for key in keys]
    in_order = [place for place in slots if place >= 0] == list(range(len(many)))
    return slots if in_order and size - slots.count(FREE) == found.entered else None


def has_own_order(many: Iterable[Any]) -> bool:
    """Return whether a set, built in the same way, has the same order in every process."""
    return all(map(_has_steady_hash, many))


def _has_steady_hash(thing: Any) -> bool:
    made_by: Any = type(thing)
    if isinstance(thing, (int, float)):
        as_number = made_by.__hash__ in (int.__hash__, float.__hash__)
        return as_number and bool(thing == thing)  # of nan, each object has a hash of its own
    if thing is None:
        return NONE_HAS_HASH
    if isinstance(thing, tuple):
        return made_by.__hash__ is tuple.__hash__ and all(map(_has_steady_hash, thing))
    if made_by is frozenset:
        return has_own_order(thing)
    if dataclasses.is_dataclass(made_by):
        fields = dataclasses.fields(made_by)
        counted = [each.compare if each.hash is None else each.hash for each in fields]
        values = [getattr(thing, each.name) for each, is_hashed in zip(fields, counted, strict=True) if is_hashed]
        return _hashes_fields(made_by) and all(map(_has_steady_hash, values))
    return False


def _hashes_fields(made_by: Any) -> bool:
    """Return whether a dataclass has the generated __hash__."""
    code = getattr(made_by.__hash__, "__code__", None)
    return code is not None and code.co_filename.startswith("<")


def note_computed(many: Any, *parts: Any) -> Any:
    """Return a set computed from others at compile time, and record that.

    Its order may depend on more than the order of those, and is not part of the fingerprint.
    """
    if len(many) > 1 and all(many is not each for each in parts):
        _computed[id(many)] = many
    return many


def is_in_order(many: Any) -> bool:
    """Return whether compiled code may loop over a set as Python does."""
    return _computed.get(id(many)) is not many and has_own_order(many) and slots_of(many) is not None


__all__ = ["NONE_HAS_HASH", "has_own_order", "is_in_order", "note_computed", "slots_of"]
