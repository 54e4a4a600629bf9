"""Annotations of a move in SGF: numbers, comments, judgements and labels as fields of a MoveRecord."""

import json
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from math import isfinite
from typing import Any

from plywise.arguments.numbers import as_number
from plywise.errors import InputError
from plywise.game import MAX, MIN
from plywise.play.notations.extras import read_extras
from plywise.play.notations.sgf_text import Node, PropertyValue, write_property
from plywise.play.record import NO_NOTES, MoveRecord, Notes

COLOURS = {MAX: "B", MIN: "W"}
SETUP = {"AB": MAX, "AW": MIN, "AE": 0}

EXTRAS = "XM"
"""A custom property for annotations without a standard property."""

MARKS = {
    "!": ("TE", "1"),
    "!!": ("TE", "2"),
    "?": ("BM", "1"),
    "??": ("BM", "2"),
    "?!": ("DO", ""),
    "!?": ("IT", ""),
}
"""Judgements of a move and their properties."""

BEHIND = ";"
"""The key in notes for the texts of following nodes without a move."""

SEPARATOR = "\n\n"
"""Separates the comments on a move, which are one text in SGF."""

NAME, RAW = re.compile("[A-Z]+"), re.compile(r"(?:[^\]\\]|\\.)*", re.DOTALL)
PROPERTIES = re.compile(r"(?:[A-Z]+(?:\[(?:[^\]\\]|\\.)*\])+)*", re.DOTALL)


# --- reading ---------------------------------------------------------------------------------------------------------


def read_fields(node: Node) -> dict[str, Any]:
    """Return the fields of a MoveRecord in a node, without the word."""
    extras: Mapping[str, Any] = read_extras(node[EXTRAS][0].text) if EXTRAS in node else {}
    found, lengths = _fields_of(extras), extras.get("comments")
    read: set[str] = {EXTRAS}
    for name, field in (("V", "value"), ("BL" if "B" in node else "WL", "clock")):
        number = _read_number(node[name][0].text) if name in node else None
        if number is not None:
            found[field] = number
            read.add(name)
    notes = read_notes(node, read | {"B", "W"}, lengths)
    before: Notes = found.get("notes", NO_NOTES)
    notes = replace(notes, before=before.before, marks=notes.marks + before.marks)
    return found | {"notes": replace(notes, properties={**notes.properties, **before.properties})}


def read_notes(node: Node, read: set[str], lengths: Any = None) -> Notes:
    """Return the notes in a node. read: properties that are not notes. lengths: of each of its comments."""
    comments: tuple[str, ...] = ()
    marks: list[str] = []
    properties: dict[str, tuple[str, ...]] = {}
    for name, values in node.items():
        if name in read:
            continue
        mark = next((mark for mark, each in MARKS.items() if each == (name, values[0].text.strip())), None)
        if name == "C":
            comments = tuple(each for value in values for each in _parts(value.text, lengths))
        elif mark is not None and len(values) == 1:
            marks.append(mark)
        else:
            properties[name] = tuple(value.raw for value in values)
    return Notes(comments, (), tuple(marks), (), properties)


def _parts(text: str, lengths: Any) -> list[str]:
    """Split a text into comments of these lengths, if they add up to its length."""
    if not isinstance(lengths, list) or not all(type(each) is int and each >= 0 for each in lengths):
        return [text]
    if sum(lengths) + len(SEPARATOR) * (len(lengths) - 1) != len(text):
        return [text]
    parts, at = [], 0
    for length in lengths:
        parts.append(text[at : at + length])
        at += length + len(SEPARATOR)
    return parts


def _fields_of(extras: Mapping[str, Any]) -> dict[str, Any]:
    """Return the fields of a MoveRecord in the extras of a move."""
    data = {name: value for name, value in extras.items() if name != "comments"}
    try:
        kept = MoveRecord.from_dict({"word": "", **data})
    except InputError:
        return {}
    return {name: value for name, value in vars(kept).items() if value is not None and name != "word"}


def _read_number(text: str) -> float | int | None:
    """Parse a number; None for any other text."""
    try:
        return int(text) if re.fullmatch(r"[+-]?\d{1,300}", text.strip(), re.ASCII) else as_number(float(text))
    except ValueError:
        return None


def raw_property(name: str, values: Sequence[PropertyValue]) -> str:
    """Return a property as in the file, with its name in capitals."""
    return name + "".join(f"[{value.raw}]" for value in values)


def raw_line(nodes: Sequence[Node], without: frozenset[str] = frozenset()) -> str:
    """Return nodes as in the file, with their variations. without: properties to omit."""
    text, ends = "", ""
    for node in nodes:
        others = "".join(f"({raw_line(line.nodes, without)})" for line in node.variations)
        text += "(" if others else ""
        ends = f"){others}{ends}" if others else ends
        text += ";" + "".join(raw_property(name, values) for name, values in node.items() if name not in without)
    return text + ends


def add_behind(notes: Notes, node: Node, without: frozenset[str] = frozenset()) -> Notes:
    """Return notes with a following node that has no move. without: properties to omit."""
    text = "".join(raw_property(name, values) for name, values in node.items() if name not in without)
    behind = (*notes.properties.get(BEHIND, ()), text)
    return replace(notes, properties={**notes.properties, BEHIND: behind})


# --- writing ---------------------------------------------------------------------------------------------------------


def write_fields(side: int, move: MoveRecord) -> str:
    """Return the annotations of a move as properties: standard ones, and the rest as JSON in a custom one."""
    data = move.to_dict()
    del data["word"]
    data.pop("notes", None)
    found = []
    if move.value is not None and isfinite(move.value):
        found.append(write_property("V", repr(data.pop("value"))))
    if move.clock is not None:
        found.append(write_property(f"{COLOURS[side]}L", repr(data.pop("clock"))))
    rest = _other_notes(move.notes)
    if rest:
        data["notes"] = rest.to_dict()
    if len(move.notes.comments) > 1:
        data["comments"] = list(map(len, move.notes.comments))
    if data:
        found.append(write_property(EXTRAS, json.dumps(data)))
    return "".join([*found, *write_notes(move.notes)])


def write_notes(notes: Notes) -> Iterator[str]:
    """Yield notes as properties, followed by nodes without a move."""
    if notes.comments:
        yield write_property("C", SEPARATOR.join(notes.comments))
    for mark in notes.marks:
        if mark in MARKS:
            name, value = MARKS[mark]
            yield write_property(name, value)
    for name, values in notes.properties.items():
        if NAME.fullmatch(name):
            yield name + "".join(
                f"[{value}]" if RAW.fullmatch(value) else write_property("", value) for value in values
            )
    for text in notes.properties.get(BEHIND, ()):
        yield f";{text}" if PROPERTIES.fullmatch(text) else ";" + write_property("C", text)


def _other_notes(notes: Notes) -> Notes:
    """Return the notes without a property in SGF."""
    marks = tuple(mark for mark in notes.marks if mark not in MARKS)
    others = {name: values for name, values in notes.properties.items() if name != BEHIND and not NAME.fullmatch(name)}
    return Notes((), notes.before, marks, (), others)
