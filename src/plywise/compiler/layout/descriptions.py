"""Restores codecs from their descriptions in the cache."""

import enum
import sys
from collections.abc import Callable
from typing import Any

from plywise.compiler.layout.codec import (
    CellsCodec,
    Codec,
    FloatCodec,
    LetterCodec,
    MemberCodec,
    NoActionCodec,
    NoneCodec,
    NumberCodec,
    PackedIntsCodec,
    RowCodec,
    TruthCodec,
    TupleCodec,
    UnionCodec,
    WideCodec,
)
from plywise.compiler.layout.set_codec import SetCodec
from plywise.compiler.types.shapes import Shape, made_of

SIMPLE: dict[str, Callable[..., Codec]] = {
    "int": NumberCodec,
    "wide": WideCodec,
    "cells": CellsCodec,
    "ints": PackedIntsCodec,
    "bool": TruthCodec,
    "float": FloatCodec,
    "None": NoneCodec,
    "nothing": NoActionCodec,
}
"""First item of a description -> a function that restores the codec from the rest."""


def restore(said: Any) -> Codec:
    """Return the codec of a description: see Codec.described. Raises LookupError if a class is missing."""
    what, *more = said
    if what in SIMPLE:
        return SIMPLE[what](*more)
    if what == "char":
        return LetterCodec(more[0])
    if what == "enum":
        return MemberCodec(class_at(*more))
    if what == "tuple":
        return TupleCodec(list(map(restore, more[1:])), class_at(*more[0]) if more[0] else None)
    if what == "row":
        return RowCodec(restore(more[0]), *more[1:])
    if what == "set":
        return SetCodec([[_thing(each) for each in part] for part in more[0]], _shape(more[1]))
    return UnionCodec(list(map(restore, more)))


def _shape(said: Any) -> Shape | None:
    return None if said is None else Shape(class_at(*said[0]) if said[0] else None, tuple(map(_shape, said[1])))


def _thing(said: Any) -> Any:
    if isinstance(said, list) and said[0] == "frozenset":
        return frozenset(made_of(map(_thing, parts), _shape(shape)) for shape, *parts in said[1:])
    if isinstance(said, list):
        made_by: type[enum.Enum] = class_at(*said[:2])
        return made_by(said[2]) if issubclass(made_by, enum.Flag) else made_by[said[2]]
    return said


def class_at(module: str, name: str) -> Any:
    """Return a class by its module and name. Raises LookupError if there is none."""
    found: Any = sys.modules[module]
    for part in name.split("."):
        if not hasattr(found, part):
            raise LookupError(name)
        found = getattr(found, part)
    return found


__all__ = ["SIMPLE", "restore"]
