"""The file of a learned evaluation: a line of JSON that describes it, then the compressed weights.

The line has `plywise`, "evaluation"; `form`, the version of the format; `game` and `rules`, for which it was learned
(rules_hash.py); `cells`, `counted`, `tables`, `own_scale`, `entries` and `units`, as in a LearnedModel; `story`, how it
was learned; `sha256`, of everything else. The weights are little-endian ints of 16 bits, two for each entry, and then
those of the hidden units. Form 1 has no `units`.
"""

import hashlib
import json
import os
import stat
import zlib
from collections.abc import Mapping
from dataclasses import dataclass
from math import isfinite
from pathlib import Path
from typing import Any

from plywise.engines.learned.model import Cell, LearnedModel, Part, Table
from plywise.engines.learned.rules_hash import hash_rules
from plywise.errors import InputError
from plywise.game import Game

FORM = 2
"""The form written; all forms up to it are read."""
KIND = "evaluation"

MAX_BYTES = 5 * 2**20
"""Of a file."""

MAX_ENTRIES = 2**22
MAX_CELLS, MAX_TABLES, MAX_CONTENTS, MAX_COUNTED, MAX_UNITS = 2048, 2048, 256, 128, 64

MAX_SHOWN = 200
"""The maximum number of characters quoted from a file in a message."""

JSON = Any


@dataclass(frozen=True)
class Learned:
    """A learned evaluation with its origin.

    game: the text of the game it was learned for. rules: the hash of its rules
    model: evaluated by the search
    story: how it was learned, as JSON: seed, games, positions, and the result of each generation
    """

    game: str
    rules: str
    model: LearnedModel
    story: Mapping[str, JSON]

    @property
    def path(self) -> str:
        """The file it was read from; "" if it was learned in this process."""
        return self.model.name and str(Path(self.model.name).resolve())

    def check_game(self, game: Game) -> None:
        """Raise InputError for a game with other rules."""
        if hash_rules(game) != self.rules:
            name = self.model.name or "this evaluation"
            what = " ".join(self.game.split())[:MAX_SHOWN]
            raise InputError(f"{name} was learned for {what}, whose rules are not those of {game.name}")

    def save(self, path: str | Path) -> None:
        """Write the file. Raises OSError."""
        Path(path).write_bytes(self.to_bytes())

    def to_bytes(self) -> bytes:
        """Return the file's content. The same evaluation gives the same bytes."""
        import numpy as np

        model = self.model
        weights = [model.entries] if model.hidden is None else [model.entries, model.hidden]
        body = zlib.compress(b"".join(np.ascontiguousarray(each, "<i2").tobytes() for each in weights), 9)
        head = {
            "plywise": KIND,
            "form": FORM,
            "game": self.game,
            "rules": self.rules,
            "cells": [[list(map(list, cell.parts)), list(map(list, cell.contents))] for cell in model.cells],
            "counted": [list(each) for each in model.counted],
            "tables": [[list(each.cells), list(each.strides), each.first] for each in model.tables],
            "entries": len(model.entries),
            "units": model.units,
            "own_scale": model.own_scale,
            "story": self.story,
        }  # fmt: skip
        head["sha256"] = _digest(head, body)
        return _line(head) + body


def _line(head: Mapping[str, JSON]) -> bytes:
    return json.dumps(head, ensure_ascii=False, separators=(",", ":"), allow_nan=False).encode() + b"\n"


def _digest(head: Mapping[str, JSON], body: bytes) -> str:
    return hashlib.sha256(_line({key: each for key, each in head.items() if key != "sha256"}) + body).hexdigest()


def _is_whole(head: Mapping[str, JSON], body: bytes) -> bool:
    try:
        return _digest(head, body) == head.get("sha256")
    except (ValueError, RecursionError):  # it contains something that is not JSON
        return False


def read_learned(path: str | Path) -> Learned:
    """Return the evaluation in a file. Raises InputError if it cannot be read, is damaged or is something else."""
    try:
        with open(path, "rb", opener=_open_at_once) as file:
            if not stat.S_ISREG(os.fstat(file.fileno()).st_mode):
                raise ValueError("it is not a regular file")
            text = file.read(MAX_BYTES + 1)
    except (OSError, ValueError) as error:  # a path may contain NUL
        raise InputError(f"cannot read {path}: {getattr(error, 'strerror', None) or error}") from None
    if len(text) > MAX_BYTES:
        raise InputError(f"{path} is not a learned evaluation: it has over {MAX_BYTES // 2**20} MB")
    line, _, body = text.partition(b"\n")
    try:
        head = json.loads(line)
        if head["plywise"] != KIND:
            raise ValueError
        form = head["form"]
    except (ValueError, TypeError, LookupError, RecursionError):
        raise InputError(f"{path} is not a learned evaluation: plywise learn writes one") from None
    if type(form) is not int or not 1 <= form <= FORM:
        said = repr(form)[:MAX_SHOWN]
        raise InputError(
            f"{path} has the form {said} of learned evaluations; this version of Plywise reads 1 to {FORM}"
        )
    if not _is_whole(head, body):
        raise InputError(f"{path} is damaged: its contents do not match its checksum")
    try:
        return _parsed(head, body, str(path))
    except (ValueError, TypeError, LookupError, OverflowError, zlib.error):
        raise InputError(f"{path} is damaged: its contents are not a valid evaluation") from None


def _open_at_once(path: str, flags: int) -> int:
    """Open a file without waiting for a writer, if it is a pipe."""
    return os.open(path, flags | getattr(os, "O_NONBLOCK", 0))


def _parsed(head: Mapping[str, JSON], body: bytes, name: str) -> Learned:
    """Return the content of a file. Raises ValueError, TypeError or LookupError if it is invalid."""
    import numpy as np

    count = _whole(head["entries"], 1, MAX_ENTRIES)
    cells = [_cell(each) for each in _listed(head["cells"], MAX_CELLS)]
    units = 0 if head["form"] == 1 else _whole(head["units"], 0, MAX_UNITS)
    rows = sum(len(cell.contents) for cell in cells) + 2
    whole = count + _whole(rows * units, 0, MAX_ENTRIES)
    unpacked = zlib.decompressobj().decompress(body, 4 * whole + 1)
    if len(unpacked) != 4 * whole:
        raise ValueError
    weights = np.frombuffer(unpacked, "<i2").reshape(-1, 2)
    entries, hidden = weights[:count], weights[count:].reshape(rows, units, 2) if units else None
    boards = _listed(head["counted"], MAX_COUNTED)
    counted = [(_whole(first, 0, len(cells)), _whole(last, 0, len(cells))) for first, last in boards]
    radices = [len(cell.contents) for cell in cells]
    behind = 0
    for first, last in counted:
        if not behind <= first < last or len({len(cell.contents) for cell in cells[first:last]}) != 1:
            raise ValueError
        radices += [last - first + 1] * len(cells[first].contents)
        behind = last
    tables = [_table(each, radices, count) for each in _listed(head["tables"], MAX_TABLES)]
    scale = float(head["own_scale"])
    if not (isfinite(scale) and abs(scale) <= 2**10):
        raise ValueError
    if not (isinstance(head["game"], str) and isinstance(head["rules"], str) and isinstance(head["story"], dict)):
        raise ValueError
    _whole(head["story"].get("games", 0), 0, 2**63)
    model = LearnedModel(cells, counted, tables, entries, scale, name, hidden)
    return Learned(head["game"], head["rules"], model, head["story"])


def _listed(given: JSON, most: int) -> list[JSON]:
    if not isinstance(given, list) or len(given) > most:
        raise ValueError
    return given


def _whole(given: JSON, least: int, most: int) -> int:
    if type(given) is not int or not least <= given <= most:
        raise ValueError
    return given


def _cell(said: JSON) -> Cell:
    parts, contents = said
    read = tuple(
        Part(
            str(path),
            tuple(_whole(each, -(2**31), 2**31) for each in index),
            None if bit is None else _whole(bit, 0, 63),
        )
        for path, index, bit in _listed(parts, 64)
    )
    held = tuple(tuple(map(_label, each)) for each in _listed(contents, MAX_CONTENTS))
    if not read or not held or any(len(each) != len(read) for each in held):
        raise ValueError
    return Cell(read, held)


def _label(given: JSON) -> JSON:
    if given is not None and not isinstance(given, (bool, int, float, str)):
        raise ValueError
    return given


def _table(said: JSON, radices: list[int], count: int) -> Table:
    cells, strides, first = said
    read = tuple(_whole(each, 0, len(radices) - 1) for each in _listed(cells, 64))
    far = tuple(_whole(each, 0, count) for each in _listed(strides, 64))
    last = _whole(first, 0, count - 1) + sum(
        (radices[cell] - 1) * stride for cell, stride in zip(read, far, strict=True)
    )
    if last >= count:
        raise ValueError
    return Table(read, far, first)


__all__ = ["Learned", "read_learned"]
