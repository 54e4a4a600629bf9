"""School classes: a teacher's page asks one question at a time, and the pupils' pages answer it.

Pupils do not learn whether an answer is right; the teacher can ask for the numbers.
"""

import secrets
from collections import Counter, OrderedDict
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from plywise.errors import InputError
from plywise.web.connection import Connection
from plywise.web.limits import MAX_CLASSES, MAX_PUPILS

LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
"""Letters of codes, without ones that look alike."""

CODE_LENGTH = 5

WRONG_CODE_SECONDS = 0.3
"""Delay before a wrong code is reported."""

MAX_LISTED = 12
"""Number of different answers to a part that are listed."""


@dataclass(eq=False)
class Class:
    """An open class.

    code: for pupils to join
    teacher: the name of the teacher's page
    wish: the parameters of the questions; questions: as sent to pages
    asked: the number of the current question; None: none yet
    here: the connected pages by name
    answers: question -> name of a page -> its answers, and for each part whether it is right
    solutions: question -> its solution, once it has been answered
    """

    code: str
    teacher: str
    wish: Mapping[str, Any]
    questions: list[dict[str, Any]]
    asked: int | None = None
    here: dict[str, set[Connection]] = field(default_factory=dict)
    answers: dict[int, dict[str, dict[str, Any]]] = field(default_factory=dict)
    solutions: dict[int, list[str]] = field(default_factory=dict)

    def join(self, name: str, connection: Connection) -> None:
        """Add a page. Raises InputError if there are too many pupils; the teacher can always join."""
        if name not in self.here and name != self.teacher and self.count_here() >= MAX_PUPILS:
            raise InputError(f"class {self.code}: the class is full ({MAX_PUPILS} pages)")
        self.here.setdefault(name, set()).add(connection)

    def leave(self, connection: Connection) -> bool:
        """Remove a page; return whether it was here."""
        names = [name for name, connections in self.here.items() if connection in connections]
        for name in names:
            self.here[name].discard(connection)
            if not self.here[name]:
                del self.here[name]
        return bool(names)

    def count_here(self) -> int:
        """Count the connected pages without the teacher's."""
        return len(self.here.keys() - {self.teacher})

    def describe(self, name: str) -> dict[str, Any]:
        """Return the status for a page that joins; the teacher's page also gets all questions."""
        status = self._status(name)
        return status | {"questions": self.questions} if name == self.teacher else status

    def _status(self, name: str) -> dict[str, Any]:
        """Return the status for a page; a pupil's includes the current question and the page's answers to it."""
        status: dict[str, Any] = {"code": self.code, "asked": self.asked, "of": len(self.questions)}
        if name == self.teacher:
            return status | {"role": "teacher", "here": self.count_here()}
        own = self.answers.get(-1 if self.asked is None else self.asked, {}).get(name)
        question = None if self.asked is None else self.questions[self.asked]
        return status | {"role": "pupil", "question": question, "own": None if own is None else own["answers"]}

    def tell_all(self) -> None:
        """Send the status to all pages."""
        for name in list(self.here):
            self._tell(name, {"event": "class"} | self._status(name))

    def tell_teacher(self) -> None:
        """Send the status to the teacher's page only, when a pupil's page joins, leaves or answers."""
        self._tell(self.teacher, {"event": "class"} | self._status(self.teacher))

    def close(self) -> None:
        """Tell all pages that the class has ended."""
        for name in list(self.here):
            self._tell(name, {"event": "class", "code": self.code, "closed": True})

    def _tell(self, name: str, message: dict[str, Any]) -> None:
        for connection in self.here.get(name, ()):
            connection.send(message)

    def keep(self, marked: Mapping[str, Any], answers: Mapping[str, str]) -> dict[str, Any]:
        """Return the stored form of answers to the current question: by part, and whether they are right."""
        assert self.asked is not None
        self.solutions[self.asked] = marked["solution"]
        names = [part["id"] for part in self.questions[self.asked]["parts"]]
        given = {name: answers[name] for name in names if name in answers}
        return {"answers": given, "right": {part["id"]: part["right"] for part in marked["parts"]}}

    def count(self) -> dict[str, Any]:
        """Count the answers to the current question. Raises InputError if there is none."""
        if self.asked is None:
            raise InputError(f"class {self.code}: no question has been asked yet")
        marked = list(self.answers.get(self.asked, {}).values())
        parts = [self._count_part(part, marked) for part in self.questions[self.asked]["parts"]]
        counts = {"question": self.asked, "here": self.count_here(), "answered": len(marked), "parts": parts}
        return counts | {"solution": self.solutions.get(self.asked, [])}

    def _count_part(self, part: Mapping[str, Any], marked: list[dict[str, Any]]) -> dict[str, Any]:
        verdicts = Counter(each["right"].get(part["id"]) for each in marked)
        given = Counter(" ".join(each["answers"].get(part["id"], "").split()).lower() for each in marked)
        return {
            "label": part["label"],
            "right": None if None in verdicts else verdicts[True],
            "given": [[text, number] for text, number in given.most_common(MAX_LISTED)],
        }


class Classes:
    """The open classes by code; if there are too many, the oldest one without its teacher ends."""

    def __init__(self) -> None:
        self._classes: OrderedDict[str, Class] = OrderedDict()

    def open(self, teacher: str, wish: Mapping[str, Any], questions: list[dict[str, Any]]) -> Class:
        """Open a class; an earlier one of the same page ends. Raises InputError if there are too many."""
        for code in [code for code, each in self._classes.items() if each.teacher == teacher]:
            self._classes.pop(code).close()
        if len(self._classes) >= MAX_CLASSES:
            self._end_abandoned()
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        self._classes[code] = Class(code, teacher, wish, questions)
        return self._classes[code]

    def _end_abandoned(self) -> None:
        """End the oldest class whose teacher is not connected. Raises InputError if there is none."""
        left = next((each for each in self._classes.values() if each.teacher not in each.here), None)
        if left is None:
            raise InputError(f"{MAX_CLASSES} classes are already open")
        self.end(left)

    def find(self, code: str) -> Class:
        """Return a class. Raises InputError if the code is unknown."""
        if code.upper() not in self._classes:
            raise InputError(f"no class {code.upper()}, or it has ended")
        return self._classes[code.upper()]

    def owned(self, code: str, name: str) -> Class:
        """Return a class that a page teaches. Raises InputError."""
        found = self.find(code)
        if found.teacher != name:
            raise InputError(f"class {found.code}: only the page that opened it can do this")
        return found

    def end(self, found: Class) -> None:
        """End a class."""
        self._classes.pop(found.code, None)
        found.close()

    def leave(self, connection: Connection) -> None:
        """Remove a page from all classes."""
        for each in self._classes.values():
            if each.leave(connection):
                each.tell_teacher()
