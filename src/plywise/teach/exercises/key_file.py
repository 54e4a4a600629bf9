"""Sheets as JSON: the student's sheet without answers, the key with them; and reading and checking a key."""

import json
from collections.abc import Callable
from math import isfinite
from typing import Any

from plywise.errors import InputError
from plywise.teach.exercises.model import ANSWERS, NOT_ENTERED, Exercise, Key, Part, Sheet, Subject, Versions
from plywise.teach.exercises.read_answers import Unreadable, read_order
from plywise.teach.exercises.search_rules import SearchRules
from plywise.trees.tree import Tree, node_name

SHEET, KEY = "plywise sheet", "plywise key"
VERSION = 1
MAX_MARKS = 1_000_000


def sheet_dict(sheet: Sheet, with_answers: bool) -> dict[str, Any]:
    """Return a sheet, or with answers its key, as plain data for JSON."""
    return {
        "format": KEY if with_answers else SHEET,
        "version": VERSION,
        "title": sheet.title,
        **({"sheet_version": sheet.version} if sheet.version else {}),
        "marks": sheet.marks,
        **({"made_by": dict(sheet.made_by)} if with_answers else {}),  # a student could reproduce the key from it
        "exercises": [_exercise_dict(exercise, with_answers) for exercise in sheet.exercises],
    }


def key_dict(key: Key) -> dict[str, Any]:
    """Return the key of a sheet, or of all its versions, as plain data for JSON."""
    if isinstance(key, Sheet):
        return sheet_dict(key, with_answers=True)
    versions = [sheet_dict(sheet, with_answers=True) for sheet in key.sheets]
    return {"format": KEY, "version": VERSION, "title": key.sheets[0].title, "marks": key.marks, "versions": versions}


def _exercise_dict(exercise: Exercise, with_answers: bool) -> dict[str, Any]:
    plain: dict[str, Any] = {
        "id": exercise.id,
        "kind": exercise.kind,
        "title": exercise.title,
        "marks": exercise.marks,
        "text": list(exercise.text),
        "tree": exercise.tree.to_nested(),
        "max_first": exercise.tree.max_first,
        "cut": exercise.subject.rules.cut,
        **exercise.subject.rules.to_dict(),
    }
    position = exercise.subject.position
    if position is not None:
        plain["game"], plain["position"] = position.game.name, position.game.format_state(position.state)
        plain["moves"] = {node_name(node): word for node, word in enumerate(position.words) if node}
    if exercise.entries:
        plain["entries"] = list(exercise.entries)
    plain["parts"] = [_part_dict(part, with_answers) for part in exercise.parts]
    if with_answers:
        plain["solution"] = list(exercise.solution)
    return plain


def _part_dict(part: Part, with_answers: bool) -> dict[str, Any]:
    plain = {"id": part.id, "label": part.label, "type": part.type, "marks": part.marks}
    return plain | ({"answer": part.answer, "because": part.because} if with_answers else {})


def sheet_json(sheet: Sheet, with_answers: bool) -> str:
    """Return a sheet, or with answers its key, as indented JSON."""
    return _dump(sheet_dict(sheet, with_answers))


def key_json(key: Key) -> str:
    """Return the key of a sheet, or of all its versions, as indented JSON."""
    return _dump(key_dict(key))


def _dump(data: dict[str, Any]) -> str:
    return json.dumps(data, ensure_ascii=False, indent=1, allow_nan=False) + "\n"


# --- reading ---------------------------------------------------------------------------------------------------------


def read_key(text: str) -> Key:
    """Return the sheet or its versions from a key's JSON. Raises InputError with the error and its place.

    The teacher's changes to marks, labels, texts and answers are respected.
    """
    data = _parse(text)
    if not isinstance(data, dict) or "versions" not in data:
        return _read_sheet(data, "key")
    _check_format(data, "key")
    sheets = tuple(
        _read_sheet(each, f"key, version {place}") for place, each in enumerate(_read_list(data, "versions", "key"), 1)
    )
    names = [sheet.version for sheet in sheets]
    if not sheets or "" in names or len({name.lower() for name in names}) < len(names):
        raise InputError("key: every version needs its own sheet_version")
    return Versions(sheets)


def _check_format(data: Any, where: str) -> None:
    if not isinstance(data, dict) or data.get("format") not in (KEY, SHEET):
        raise InputError(f"{where}: this is not a key: its format is not {KEY!r}")
    if data["format"] == SHEET:
        raise InputError(f"{where}: this is the student's sheet, without answers; grading needs the key")
    if data.get("version") != VERSION:
        raise InputError(f"{where}: version {data.get('version')!r} is not supported, only {VERSION}")


def _read_sheet(data: Any, where: str) -> Sheet:
    _check_format(data, where)
    exercises = _read_list(data, "exercises", where)
    sheet = Sheet(
        str(data.get("title", "")),
        tuple(_read_exercise(each, f"{where}, exercise", place) for place, each in enumerate(exercises, 1)),
        version=str(data.get("sheet_version", "")).strip(),
    )
    _check_ids(sheet, where)
    return sheet


def _parse(text: str) -> Any:
    try:
        return json.loads(text, object_pairs_hook=_reject_duplicates)
    except ValueError as error:
        raise InputError(f"key: not valid JSON: {error}") from None
    except RecursionError:
        raise InputError("key: the JSON is nested too deeply") from None


def _reject_duplicates(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found: dict[str, Any] = {}
    for name, value in pairs:
        if name in found:
            raise InputError(f"key: {name!r} appears twice in one object")
        found[name] = value
    return found


def _check_ids(sheet: Sheet, where: str) -> None:
    seen: set[str] = set()
    for identity in [exercise.id for exercise in sheet.exercises] + [
        part.id for exercise in sheet.exercises for part in exercise.parts
    ]:
        if identity.lower() in seen:
            raise InputError(f"{where}: the id {identity!r} appears twice")
        seen.add(identity.lower())
    if not sheet.parts:
        raise InputError(f"{where}: it has no parts to mark")


def _read_exercise(data: Any, kept_in: str, place: int) -> Exercise:
    where = f"{kept_in} {place}"
    if not isinstance(data, dict):
        raise InputError(f"{where}: expected an object")
    identity = _read_text(data, "id", where)
    where = f"{kept_in} {identity}"
    if not isinstance(data.get("max_first"), bool):
        raise InputError(f"{where}: max_first must be true or false")
    try:
        rules = SearchRules.from_dict(data)
        tree = Tree(data.get("tree"), max_first=data["max_first"])
    except InputError as error:
        raise InputError(f"{where}: {error}") from None
    parts = tuple(
        _read_part(each, tree, where, number) for number, each in enumerate(_read_list(data, "parts", where), 1)
    )
    return Exercise(
        identity,
        _read_text(data, "kind", where),
        _read_text(data, "title", where),
        Subject(tree, rules),
        tuple(map(str, _read_list(data, "text", where))),
        parts,
        tuple(map(str, _read_list(data, "solution", where))),
        tuple(map(str, data.get("entries") or ())),
    )


def _read_part(data: Any, tree: Tree, where: str, number: int) -> Part:
    if not isinstance(data, dict):
        raise InputError(f"{where}, part {number}: expected an object")
    identity = _read_text(data, "id", f"{where}, part {number}")
    where, kind, marks = f"{where}, part {identity}", data.get("type"), data.get("marks")
    if kind not in ANSWERS:
        raise InputError(f"{where}: type must be one of {', '.join(ANSWERS)}, not {kind!r}")
    if isinstance(marks, bool) or not isinstance(marks, (int, float)) or not 0 < marks <= MAX_MARKS:
        raise InputError(f"{where}: marks must be a number above 0, not {marks!r}")
    if "answer" not in data:
        raise InputError(f"{where}: the answer is missing")
    if not EXPECTED[kind](data["answer"], tree):
        raise InputError(f"{where}: the answer {str(data['answer'])[:40]!r} is not {ANSWERS[kind]}")
    return Part(identity, _read_text(data, "label", where), kind, marks, data["answer"], str(data.get("because", "")))


def _is_number(answer: Any, tree: Tree) -> bool:
    if answer in ("inf", "-inf"):
        return True
    return isinstance(answer, (int, float)) and not isinstance(answer, bool) and isfinite(answer)


def _is_bound(answer: Any, tree: Tree) -> bool:
    return answer == NOT_ENTERED or _is_number(answer, tree)


def _is_whole(answer: Any, tree: Tree) -> bool:
    return isinstance(answer, int) and not isinstance(answer, bool)


def _are_branches(answer: Any, tree: Tree) -> bool:
    names = {node_name(node) for node in range(1, tree.total_nodes)}
    if not isinstance(answer, list) or not all(isinstance(name, str) for name in answer):
        return False
    return set(answer) <= names and len(set(answer)) == len(answer)


def _is_order(answer: Any, tree: Tree) -> bool:
    try:
        return isinstance(answer, str) and read_order(answer, tree) is not None
    except Unreadable:
        return False


def _is_cell(answer: Any, tree: Tree) -> bool:
    return answer in ("cut", "no cut") or _is_number(answer, tree)


EXPECTED: dict[str, Callable[[Any, Tree], bool]] = {
    "number": _is_number,
    "bound": _is_bound,
    "whole": _is_whole,
    "branches": _are_branches,
    "ordering": _is_order,
    "cell": _is_cell,
}
"""The check that an expected answer has its type."""


def _read_text(data: dict[str, Any], name: str, where: str) -> str:
    text = data.get(name)
    if not isinstance(text, str) or not text.strip():
        raise InputError(f"{where}: {name} must be text")
    return text


def _read_list(data: dict[str, Any], name: str, where: str) -> list[Any]:
    items = data.get(name)
    if not isinstance(items, list):
        raise InputError(f"{where}: {name} must be a list")
    return items
