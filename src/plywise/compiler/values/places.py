"""The index of a value among constants, found by arithmetic, a table, its hash, or comparisons."""

from collections.abc import Sequence
from typing import Any

from plywise.compiler import ir
from plywise.compiler.emission.callees import invoke
from plywise.compiler.emission.constants import pick
from plywise.compiler.emission.conversion import dispatch, plain
from plywise.compiler.emission.function import Emitter
from plywise.compiler.library import prelude
from plywise.compiler.types.enumerations import members_of
from plywise.compiler.types.equality import EQUALITY, own_equality
from plywise.compiler.types.joining import fields_of
from plywise.compiler.types.kinds import (
    BIT,
    INT,
    WHOLE,
    Char,
    Constant,
    Int,
    Member,
    NoneKind,
    Record,
    Text,
    Tuple,
    Union,
    Value,
    bits_of,
    is_written,
)
from plywise.compiler.values.constant_collections import hash_places
from plywise.compiler.values.hashes import can_hash
from plywise.compiler.values.numbers import number
from plywise.compiler.values.sequences import as_row

MAX_TABLE = 4096


def place_among(f: Emitter, things: Sequence[Any], value: Value) -> Any:
    """Return the place of a value among constants; -1 if it is none of them."""
    found = dispatch(f, [value], lambda each: Value(WHOLE, [_place_among(f, things, each)]))
    return found.scalars[0]


def is_among(f: Emitter, thing: Any, value: Value) -> Any:
    """Return whether a value is in a constant, as a bit."""
    if value.known:
        try:
            return BIT(int(value.known[0] in thing))
        except TypeError:
            raise f.refuse(f"`in` a {type(thing).__name__}; write it for a tuple, a list or a set instead") from None
    things = list(thing) if hasattr(thing, "__iter__") else None
    if things is None or hasattr(thing, "ndim"):
        raise f.refuse(f"`in` a {type(thing).__name__}; write it for a tuple, a list or a set instead")
    if not things:
        return BIT(0)
    return f.builder.icmp_signed(">=", place_among(f, things, value), f.int(0))


def _place_among(f: Emitter, things: Sequence[Any], value: Value) -> Any:
    value = plain(f, value)
    if isinstance(value.kind, NoneKind):
        return f.int(list(things).index(None) if None in things else -1)
    whole = number(f, value)
    if whole is not None and isinstance(whole.kind, Int) and all(isinstance(each, int) for each in things):
        known: dict[int, int] = {}
        for place, each in enumerate(things):
            known.setdefault(int(each), place)
        if not whole.kind.is_wide:
            return _in_table(f, whole.scalars[0], {each: at for each, at in known.items() if bits_of(each) == 64})
        if len(known) <= prelude.FEW:
            return _compared(f, whole, known)
    if isinstance(value.kind, Member) and not issubclass(value.kind.enum, int):
        places = [list(things).index(each) if each in things else -1 for each in members_of(value.kind.enum)]
        return pick(f, places, value.scalars[0]).scalars[0]
    if isinstance(value.kind, Char):
        letters = [each if isinstance(each, str) and len(each) == 1 else None for each in things]
        if None not in letters or len(things) > 8:
            codes = [ord(each) if each else -place - 2 for place, each in enumerate(letters)]
            at = {code: codes.index(code) for code in codes}
            return _in_table(f, f.builder.zext(value.scalars[0], INT), at)
    if isinstance(value.kind, (Tuple, Record)) and own_equality(value.kind) is None:
        found = _in_box(f, things, value)
        if found is not None:
            return found
    row: Any = as_row(f, Value(Constant(tuple(things))))
    hashed = len(things) > prelude.FEW and can_hash(row.kind.item) and can_hash(value.kind)
    if hashed and own_equality(value.kind) is own_equality(row.kind.item) is None:
        table = plain(f, Value(Constant(tuple(hash_places(things)))))
        return invoke(f, prelude.find, row, table, value).scalars[0]
    return invoke(f, prelude.place_of, row, value).scalars[0]


def _compared(f: Emitter, value: Value, places: dict[int, int]) -> Any:
    """Return the place of an int, compared with each of several; -1 if it is none of them."""
    found = f.int(-1)
    for each, place in places.items():
        if bits_of(each) <= value.kind.bits:
            same = f.builder.icmp_signed("==", value.scalars[0], ir.Constant(value.kind.scalars[0], each))
            found = f.builder.select(same, f.int(place), found)
    return found


def _in_table(f: Emitter, word: Any, places: dict[int, int]) -> Any:
    """Return the place of a word among ints: from a table, or by comparing it with each."""
    if not places:
        return f.int(-1)
    low, high = min(places), max(places)
    if low == 0 and list(places) == list(range(high + 1)):  # each is its own place
        outside = f.builder.icmp_unsigned(">", word, f.int(high))
        return f.builder.select(outside, f.int(-1), word)
    if len(places) <= 3 or high - low >= MAX_TABLE:
        return _compared(f, Value(WHOLE, [word]), places)
    base = f.program.table("places", INT, [INT(places.get(each, -1)) for each in range(low, high + 1)])
    at = f.builder.sub(word, f.int(low))
    outside = f.builder.icmp_unsigned(">", at, f.int(high - low))
    safe = f.builder.select(outside, f.int(0), at)
    found = f.builder.load(f.builder.gep(f.builder.bitcast(base, INT.as_pointer()), [safe]))
    return f.builder.select(outside, f.int(-1), found)


def _in_box(f: Emitter, things: Sequence[Any], value: Value) -> Any:
    """Return the place of a tuple or record of ints and letters, by a table; None if that is not possible."""
    words = []
    for each in value.items():
        each = plain(f, each)
        whole = number(f, each) if not isinstance(each.kind, Union) else None
        if isinstance(each.kind, Char):
            words.append(f.builder.zext(each.scalars[0], INT))
        elif whole is not None and isinstance(whole.kind, Int) and not whole.kind.is_wide:
            words.append(whole.scalars[0])
        else:
            return None
    rows = []
    for thing in things:
        thing = _fields_alike(thing, value.kind)
        if thing is None or len(thing) != len(words):
            return None
        if not all(isinstance(each, (int, str)) for each in thing):
            return None
        if any(isinstance(each, str) and len(each) != 1 for each in thing):
            return None
        rows.append([ord(each) if isinstance(each, str) else int(each) for each in thing])
        texts = [isinstance(each, str) for each in thing]
        if texts != [isinstance(each.kind, (Char, Text)) for each in value.items()]:
            return None
    lows = [min(row[place] for row in rows) for place in range(len(words))]
    sizes = [max(row[place] for row in rows) - low + 1 for place, low in enumerate(lows)]
    total = 1
    for size in sizes:
        total *= size
    if total > MAX_TABLE or not words:
        return None
    places: dict[int, int] = {}
    for at, row in enumerate(rows):
        index = 0
        for part, low, size in zip(row, lows, sizes, strict=True):
            index = index * size + part - low
        places.setdefault(index, at)
    found, inside = f.int(0), BIT(1)
    for word, low, size in zip(words, lows, sizes, strict=True):
        moved = f.builder.sub(word, f.int(low))
        inside = f.builder.and_(inside, f.builder.icmp_unsigned("<", moved, f.int(size)))
        found = f.builder.add(f.builder.mul(found, f.int(size)), moved)
    safe = f.builder.select(inside, found, f.int(0))
    base = f.program.table("box", INT, [INT(places.get(each, -1)) for each in range(total)])
    place = f.builder.load(f.builder.gep(f.builder.bitcast(base, INT.as_pointer()), [safe]))
    return f.builder.select(inside, place, f.int(-1))


def _fields_alike(thing: Any, kind: Any) -> list[Any] | None:
    """Return the items of a constant that equals a value of some type if its items do; None for any other."""
    if isinstance(kind, Record) and not kind.is_tuple:
        return fields_of(thing) if type(thing) is kind.made_by else None
    return list(thing) if isinstance(thing, tuple) and not is_written(type(thing), *EQUALITY) else None
