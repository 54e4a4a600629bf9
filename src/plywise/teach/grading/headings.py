"""Find out what each column of a class's table is: the student, the version, a part of the key.

A table made by `plywise exercise --csv` has the parts' ids as its headings; the table of an online form has its
questions, such as "e1. Count the nodes [nodes entered]", beside columns of its own.
"""

import re
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from plywise.errors import InputError
from plywise.teach.exercises.model import Exercise, Key, Part, Versions
from plywise.teach.exercises.read_answers import Unreadable, clean

STUDENT = ("student", "name", "student name", "id", "student id", "login", "email", "e-mail")
FIRST_NAME = ("first name", "given name", "forename")
LAST_NAME = ("last name", "surname", "family name")
LIKE_A_STUDENT = re.compile(r"\b(name|student|login|user|matriculation|e-?mail)\b")
NO_STUDENT = re.compile(
    r"\b(time|timestamp|date|started|completed|submitted|score|points|grade|marks|status|duration)\b"
)
VERSION = re.compile(r"\bversion\b")
BEFORE_A_LABEL = frozenset({"exercise", "question", "task", "part", "q", "no", "fill", "in", "and", "give", "the"})
"""Words that may stand before a part's label in a form's question, besides the exercise's title and numbers."""
MAX_NAMED = 8
"""The most headings named in a message."""


@dataclass(frozen=True)
class Header:
    """The columns of a CSV file.

    width: how many there are
    student: the places of the students' names: none, one, or first and last name
    version: the place of the version that each student had, or None
    parts: place -> part id
    notes: anything odd, one item per line
    """

    width: int
    student: tuple[int, ...]
    version: int | None
    parts: dict[int, str]
    notes: tuple[str, ...]


def read_header(names: Sequence[str], key: Key, file: str) -> Header:
    """Find out what each column is. Raises InputError if none is a part of the key, or the version is not told.

    file: what messages call the file
    """
    parts = {place: part for place, name in enumerate(names) if (part := find_part(name, key)) is not None}
    if not parts:
        first = next(iter(key.parts))
        raise InputError(f"{file}: no column is a part of the key, such as {first}; the header is {list_names(names)}")
    others = {place: normalize(name).lower() for place, name in enumerate(names) if place not in parts}
    version = None
    if isinstance(key, Versions):
        version = next((place for place, name in others.items() if VERSION.search(name)), None)
        if version is None:
            raise InputError(f"{file}: no column says which version each had, {key.names[0]} to {key.names[-1]}")
        del others[version]
    student = _find_student(others)
    unknown = [names[place] for place, name in others.items() if place not in student and name]
    return Header(len(names), student, version, parts, tuple(_notes(file, parts, unknown, key)))


def _notes(file: str, parts: dict[int, str], unknown: Sequence[str], key: Key) -> list[str]:
    missing = [part for part in key.parts if part not in parts.values()]
    twice = [part for part, times in Counter(parts.values()).items() if times > 1]
    return [
        f"{file}: {what} {list_names(which)}{rest}"
        for what, which, rest in (
            ("columns that are no part of the key are left out:", unknown, ""),
            ("there is no column for", missing, "; missing for everybody"),
            ("there are two columns or more for", twice, "; where they differ neither counts"),
        )
        if which
    ]


def _find_student(names: dict[int, str]) -> tuple[int, ...]:
    """Return the places of the students' names among those columns that are nothing else."""
    for place, name in names.items():
        if name in STUDENT:
            return (place,)
    first = next((place for place, name in names.items() if name in FIRST_NAME), None)
    last = next((place for place, name in names.items() if name in LAST_NAME), None)
    if first is not None or last is not None:
        return tuple(place for place in (first, last) if place is not None)
    likely = [place for place, name in names.items() if LIKE_A_STUDENT.search(name)]
    others = [place for place, name in names.items() if not NO_STUDENT.search(name)]
    return tuple([*likely, *others][:1])


def list_names(names: Sequence[str]) -> str:
    """Return names as a message lists them: the first few."""
    shown = ", ".join(repr(" ".join(name.split())[:40]) for name in names[:MAX_NAMED])
    return shown + (f" and {len(names) - MAX_NAMED} more" if len(names) > MAX_NAMED else "")


def normalize(text: str) -> str:
    """Return a cell without odd spaces."""
    try:
        return " ".join(clean(text).split())
    except Unreadable:
        return text[:60].strip()


# --- the part that a heading is about ---------------------------------------------------------------------------------


def find_part(heading: str, key: Key) -> str | None:
    """Return the part that a heading is about: it is, or holds, the part's id, or it ends with the part's label.

    None if it is about no part, or it cannot be told which.
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
    """Return whether a heading's words end with a part's label, after nothing but the exercise's number and title."""
    label = _words(part.label.lower())
    before = words[: len(words) - len(label)]
    if not label or list(words[len(before) :]) != label:
        return False
    title = {exercise.id.lower(), *_words(exercise.title.lower()), *BEFORE_A_LABEL}
    return all(word in title or word.isdigit() for word in before)


def _words(text: str) -> list[str]:
    return re.findall(r"\w+", text.replace("α", "alpha").replace("β", "beta"))
