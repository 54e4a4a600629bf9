"""The contents of a state's words as a list of small items: the layout of the compiled rules."""

from collections.abc import Iterator
from itertools import product
from typing import Any

from plywise.engines.learned.positions import LONG, Leaf
from plywise.engines.native.compile.engine import Engine

WORD = 64

Unit = tuple[int, list[Leaf]]
"""A unit of a codec: its number of bits, and its leaves, whose `shift` counts from the unit's lowest bit."""


def leaves_of(engine: Engine) -> list[Leaf]:
    """Return the leaves of a game's states in the compiled layout, except those without information of their own."""
    units = list(_units(engine.facts["states"], "", ()))
    found: list[Leaf] = []
    free: list[int] = []
    for width, leaves in units:  # in the order in which codec.Words places them
        number = next((place for place, left in enumerate(free) if left >= width), len(free))
        if number == len(free):
            free.append(WORD)
        shift = WORD - free[number]
        free[number] -= width
        found += [leaf._replace(word=number, shift=shift + leaf.shift) for leaf in leaves]
    return found


def _units(said: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    """Yield the units of a described codec. path: of its value in a state. index: the numbers of its items."""
    what, *more = said
    reader = READERS.get(what)
    if reader is not None:
        yield from reader(more, path, index)


def _leaf(path: str, index: tuple[int, ...], width: int, labels: Any = None) -> Leaf:
    return Leaf(path, index, 0, 0, width, labels)


def _number(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    low, bits = more[:2]
    if bits == WORD:
        yield WORD, [_leaf(path, index, WORD)]
    else:
        yield bits, [_leaf(path, index, bits, range(low, low + (1 << bits)))] if bits else []


def _wide(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    bits = more[0]
    for begin in range(0, bits, WORD):
        width = min(WORD, bits - begin)
        yield width, [_leaf(path + LONG, (*index, begin), width)]


def _opaque(width: int) -> Any:
    def read(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
        yield width, []

    return read


def _places(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    count, span = more
    yield 1 + count * (span.bit_length() if span else 0), []


def _truth(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    yield more[0], [_leaf(path, index, 1, (False, True))]


def _letter(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    width = _bits_for(len(more[0]))
    yield width, [_leaf(path, index, width, tuple(more[0]))] if width else []


def _member(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    from plywise.compiler.layout.descriptions import (
        restore,
    )  # imported only here; the others are read without the compiler

    codec: Any = restore(["enum", *more])
    width = codec.units[0]
    yield width, [_leaf(path, index, width, tuple(str(each) for each in codec.members))] if width else []


def _tuple(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    for place, each in enumerate(more[1:]):
        yield from _units(each, f"{path}.{place}", index)


def _row(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    item, room, varies, _ = more
    own = [list(_units(item, f"{path}[]", (*index, place))) for place in range(room)]
    width = sum(unit for unit, _ in own[0]) if own else 0
    if width > WORD:
        yield from ((WORD, leaves) for units in own for _, leaves in units)
    elif width:
        for begin in range(0, room, WORD // width):
            held = own[begin : begin + WORD // width]
            yield (
                len(held) * width,
                [leaf for place, units in enumerate(held) for leaf in _beside(units, place * width)],
            )
    if varies:
        yield from _number((0, _bits_for(room + 1)), f"len({path})", index)


def _beside(units: list[Unit], shift: int) -> Iterator[Leaf]:
    for width, leaves in units:
        yield from (leaf._replace(shift=leaf.shift + shift) for leaf in leaves)
        shift += width


def _set(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    things = list(product(*more[0]))
    names = [
        tuple(each) if all(type(part) is int for part in each) else (number,) for number, each in enumerate(things)
    ]
    for begin in range(0, len(things), WORD):
        held = names[begin : begin + WORD]
        yield len(held), [Leaf(path, (*index, *name), 0, bit, 1, (False, True)) for bit, name in enumerate(held)]


def _union(more: Any, path: str, index: tuple[int, ...]) -> Iterator[Unit]:
    each = [list(_units(said, path, index)) for said in more]
    widths = [[width for width, _ in units] for units in each]
    longest = max(map(len, widths))
    yield from _number((0, _bits_for(len(more))), f"kind({path})", index)
    for place in range(longest):
        width = max(row[place] if place < len(row) else 0 for row in widths)
        yield (
            width,
            [_leaf(f"{path}|{place}", index, width, range(1 << width) if width <= 8 else None)] if width else [],
        )


def _bits_for(count: int) -> int:
    return (count - 1).bit_length() if count > 1 else 0


READERS = {
    "int": _number, "wide": _wide, "cells": _places, "ints": _opaque(WORD), "float": _opaque(WORD),
    "past": _opaque(WORD), "bool": _truth, "char": _letter, "enum": _member, "tuple": _tuple, "row": _row, "set": _set,
    "union": _union,
}  # fmt: skip
"""First item of a description -> the function that yields its units; other descriptions have none."""


__all__ = ["leaves_of"]
