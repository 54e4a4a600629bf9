"""Identify each column of a class's table: the student's names, their identity, a part of the key.

A table made by `plywise exercise --csv` has the parts' ids as headings; the table of an online form has its questions,
such as "e1. Count the nodes [nodes entered]"; a gradebook's table has other columns (column_words.py).
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from unicodedata import normalize as normalize_letters

from plywise.errors import InputError
from plywise.teach.exercises.model import Exercise, Key, Part, Versions, sheets_of
from plywise.teach.exercises.read_answers import Unreadable, clean
from plywise.teach.grading import column_words as words
from plywise.teach.grading.column_words import find_phrase, plain_heading

VERSION = re.compile(r"\bversion\b")
BEFORE_A_LABEL = frozenset({"exercise", "question", "task", "part", "q", "no", "fill", "in", "and", "give", "the"})
"""Words allowed before a part's label in a form's question, besides the exercise's title and numbers."""
MAX_NAMED = 8
"""The most headings named in a message."""

EXACT = (
    ("due", words.DUE),
    ("lateness", words.LATENESS),
    ("attempt", words.ATTEMPT),
    ("time", words.TIME),
    ("started", words.STARTED),
    ("bare id", words.BARE_ID),
)
"""Roles named by a whole heading."""
HELD = (("student id", words.STUDENT_ID), ("email", words.EMAIL), ("login", words.LOGIN))
"""Roles named by any words of a heading: the identities of a student, the best first."""
IDENTITIES = ("student id", "email", "login", "bare id")


@dataclass(frozen=True)
class Header:
    """The columns of a table.

    width: how many there are
    student: the places of the students' names, in reading order: none, one or several
    version: the place of each student's version, or None
    parts: place -> part id
    notes: anything odd, one item per line
    identities: the places that distinguish students with the same name, the best first
    times: role -> place of the columns `time`, `due`, `lateness` and `attempt`
    numbered: whether the parts are columns such as `Response 1`, in which - means no answer
    headings: each heading, normalized for comparison
    """

    width: int
    student: tuple[int, ...]
    version: int | None
    parts: dict[int, str]
    notes: tuple[str, ...]
    identities: tuple[int, ...] = ()
    times: Mapping[str, int] = field(default_factory=dict)
    numbered: bool = False
    headings: tuple[str, ...] = ()


def read_header(names: Sequence[str], key: Key, file: str) -> Header:
    """Identify each column. Raises InputError if none is a part of the key, or the version column is missing.

    file: the file's name in messages
    """
    parts = {place: part for place, name in enumerate(names) if (part := find_part(name, key)) is not None}
    numbered = {} if parts else _number_parts(names, key, file)
    parts = _without_scores(parts, names) or numbered
    if not parts:
        first = next(iter(key.parts))
        shown = list_names(names)
        raise InputError(f"{file}: no column matches a part of the key, such as {first}; the header is {shown}")
    others = {place: plain_heading(name) for place, name in enumerate(names) if place not in parts and name.strip()}
    version = None
    if isinstance(key, Versions):
        version = next((place for place, name in others.items() if VERSION.search(name)), None)
        if version is None:
            raise InputError(f"{file}: no column gives each student's version, {key.names[0]} to {key.names[-1]}")
        del others[version]
    roles = {place: _role(name) for place, name in others.items()}
    student = _find_student(others, roles)
    identities = [place for role in IDENTITIES for place, found in roles.items() if found == role]
    times = {role: place for place, role in reversed(roles.items()) if role in ("due", "lateness", "attempt", "time")}
    began = [place for place, role in roles.items() if role == "started"]
    if began:
        times.setdefault("time", began[0])
    used = {*student, *identities, *times.values()}
    unknown = [names[place] for place in others if place not in used and roles[place] != "started"]
    notes = tuple(_notes(file, parts, unknown, key))
    headings = tuple(map(plain_heading, names))
    return Header(len(names), student, version, parts, notes, tuple(identities), times, bool(numbered), headings)


def _without_scores(parts: dict[int, str], names: Sequence[str]) -> dict[int, str]:
    """Return the columns of parts without a form's extra ones, such as `e1.nodes [Score]` beside `e1.nodes`."""
    bare = {place: normalize(names[place]).lower() for place in parts}
    return {
        place: part
        for place, part in parts.items()
        if not any(
            parts[other] == part and len(text) < len(bare[place]) and text in bare[place]
            for other, text in bare.items()
        )
    }


def _number_parts(names: Sequence[str], key: Key, file: str) -> dict[int, str]:
    """Return the parts for columns such as `Response 1`, `Response 2`, in order. Raises InputError.

    If there are no responses, columns such as `Question 1` are used.
    """
    for asked in (words.RESPONSE, frozenset({"question", "q", "item", "frage", "pregunta", "вопрос"})):
        found = [re.fullmatch(r"(.+?) ?(\d+)", plain_heading(name)) for name in names]
        numbers = {int(each[2]): place for place, each in enumerate(found) if each and each[1] in asked}
        parts = list(key.parts)
        if numbers and any(list(sheet.parts) != parts for sheet in sheets_of(key)):
            raise InputError(f"{file}: the versions have different parts: name columns after parts, such as {parts[0]}")
        if numbers and sorted(numbers) != list(range(1, len(parts) + 1)):
            raise InputError(f"{file}: columns are numbered up to {max(numbers)}, but the key has {len(parts)} parts")
        if numbers:
            return {numbers[number]: part for number, part in enumerate(parts, start=1)}
    return {}


def _notes(file: str, parts: dict[int, str], unknown: Sequence[str], key: Key) -> list[str]:
    missing = [part for part in key.parts if part not in parts.values()]
    twice = [part for part, times in Counter(parts.values()).items() if times > 1]
    return [
        f"{file}: {what} {list_names(which)}{rest}"
        for what, which, rest in (
            ("columns that match no part of the key are ignored:", unknown, ""),
            ("there is no column for", missing, "; marked as missing for all students"),
            ("several columns match", twice, "; answers that differ do not count"),
        )
        if which
    ]


def _role(heading: str) -> str:
    """Return a plain heading's role besides the key: a name, an identity, a time; "other"; "" if unknown."""
    for role, phrases in EXACT:
        if heading in phrases:
            return role
    if heading in words.STUDENT or heading in words.NAME:
        return "student" if heading in words.STUDENT else "name"
    for role, phrases in HELD:
        if find_phrase(phrases, heading):
            return role
    return _name_role(heading)


def _name_role(heading: str) -> str:
    """Return which name a heading means: "given", "middle", "family", "name", or "student" for a full one."""
    family = find_phrase(words.FAMILY, heading)
    rest = f" {heading} ".replace(f" {family} ", " ") if family else f" {heading} "
    middle = find_phrase(words.MIDDLE, rest.strip())
    given = find_phrase(words.GIVEN, rest.strip())
    name = find_phrase(words.NAME, rest.replace(f" {given} ", " ").strip())
    if family and (given or name or re.search(r" (first|vor|given|last) ", rest)):
        return "student"
    if find_phrase(words.OTHER, heading):
        return "other"
    if family or middle or given:
        return "family" if family else "middle" if middle else "student" if name else "given"
    return "student" if find_phrase(words.STUDENT, heading) else "name" if name else ""


def _find_student(names: dict[int, str], roles: dict[int, str]) -> tuple[int, ...]:
    """Return the places of the students' names: given, middle and family name, or the full name, or an identity."""
    placed = {role: [place for place, found in roles.items() if found == role] for role in set(roles.values())}
    given, family, either = (placed.get(role, []) for role in ("given", "family", "name"))
    whole = placed.get("student", [])
    if bool(given) != bool(family) and not whole:
        given, family = (given or either[:1]), (family or either[:1])
    if given and family:
        return (*given, *placed.get("middle", []), *family)
    for found in (whole, either, family, given, *(placed.get(role, []) for role in IDENTITIES)):
        if found:
            return tuple(found[:1])
    likely = [place for place in names if not roles[place]]
    return tuple(likely[:1])


def list_names(names: Sequence[str]) -> str:
    """Return the first few names, for a message."""
    shown = ", ".join(repr(" ".join(name.split())[:40]) for name in names[:MAX_NAMED])
    return shown + (f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else "")


def normalize(text: str) -> str:
    """Return a cell without odd spaces, its letters composed: an é is one character, however it was typed."""
    try:
        return normalize_letters("NFC", " ".join(clean(text).split()))
    except Unreadable:
        return text[:60].strip()


# --- the part for a heading ---------------------------------------------------------------------------------


def find_part(heading: str, key: Key) -> str | None:
    """Return the part for a heading: the heading is, or contains, the part's id, or ends with the part's label.

    None if it matches no part, or several.
    """
    bare = normalize(heading).lower()
    if not bare:
        return None
    known = {part.lower(): part for part in key.parts}
    if bare in known:
        return known[bare]
    held = [part for lower, part in known.items() if re.search(rf"(?<![\w.]){re.escape(lower)}(?!\w|\.\w)", bare)]
    if held:
        return held[0] if len(held) == 1 else None
    words = _words(bare)
    asked = [part for part, (exercise, each) in key.parts.items() if _asks(words, exercise, each)]
    exact = [part for part in asked if key.parts[part][0].id.lower() in words]
    found = exact or asked
    return found[0] if len(found) == 1 else None


def _asks(words: Sequence[str], exercise: Exercise, part: Part) -> bool:
    """Return whether a heading's words end with a part's label, preceded only by the exercise's number and title."""
    label = _words(part.label.lower())
    before = words[: len(words) - len(label)]
    if not label or list(words[len(before) :]) != label:
        return False
    title = {exercise.id.lower(), *_words(exercise.title.lower()), *BEFORE_A_LABEL}
    return all(word in title or word.isdigit() for word in before)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.replace("α", "alpha").replace("β", "beta"))
