"""Classes: a teacher's page asks one question at a time, and the pages of a class answer it.

Nobody is told whether an answer is right; the teacher is told how many are when they ask.
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
"""Of codes; none is taken for another."""

CODE_LENGTH = 5

WRONG_CODE_SECONDS = 0.3
"""Until a page is told that a code is wrong."""

MAX_LISTED = 12
"""Different answers to a part that are counted one by one."""


@dataclass(eq=False)
class Class:
    """A class under way.

    code: by which pupils find it
    teacher: the name of the teacher's page
    wish: what made the questions; questions: as pages are told of them
    asked: the number of the question that is asked now; None: none yet
    here: the pages that are connected, by their names
    answers: question -> name of a page -> its answers, and by part whether they are right
    solutions: question -> how it is solved, once somebody has answered it
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
        """Let a page see what is asked. Raises InputError where there are too many; the teacher always has room."""
        if name not in self.here and name != self.teacher and self.count_here() >= MAX_PUPILS:
            raise InputError(f"class {self.code}: the class is full ({MAX_PUPILS} pages)")
        self.here.setdefault(name, set()).add(connection)

    def leave(self, connection: Connection) -> bool:
        """Let a page go; return whether it was here."""
        names = [name for name, connections in self.here.items() if connection in connections]
        for name in names:
            self.here[name].discard(connection)
            if not self.here[name]:
                del self.here[name]
        return bool(names)

    def count_here(self) -> int:
        """Return how many pages are connected, without the teacher's."""
        return len(self.here.keys() - {self.teacher})

    def describe(self, name: str) -> dict[str, Any]:
        """Return what a page is told that joins: what `_stand` says, and the teacher's page all questions."""
        told = self._stand(name)
        return told | {"questions": self.questions} if name == self.teacher else told

    def _stand(self, name: str) -> dict[str, Any]:
        """Return how things stand, for a page: to a pupil's the question asked, and its own answers to it."""
        told: dict[str, Any] = {"code": self.code, "asked": self.asked, "of": len(self.questions)}
        if name == self.teacher:
            return told | {"role": "teacher", "here": self.count_here()}
        own = self.answers.get(-1 if self.asked is None else self.asked, {}).get(name)
        question = None if self.asked is None else self.questions[self.asked]
        return told | {"role": "pupil", "question": question, "own": None if own is None else own["answers"]}

    def tell_all(self) -> None:
        """Tell all pages how things stand."""
        for name in list(self.here):
            self._tell(name, {"event": "class"} | self._stand(name))

    def tell_teacher(self) -> None:
        """Tell the teacher's page alone: it has the questions since it joined, and hears this of every page."""
        self._tell(self.teacher, {"event": "class"} | self._stand(self.teacher))

    def close(self) -> None:
        """Tell all pages that the class is over."""
        for name in list(self.here):
            self._tell(name, {"event": "class", "code": self.code, "closed": True})

    def _tell(self, name: str, message: dict[str, Any]) -> None:
        for connection in self.here.get(name, ()):
            connection.send(message)

    def keep(self, marked: Mapping[str, Any], answers: Mapping[str, str]) -> dict[str, Any]:
        """Return what is kept of answers to the question asked: those to its parts, and whether they are right."""
        assert self.asked is not None
        self.solutions[self.asked] = marked["solution"]
        names = [part["id"] for part in self.questions[self.asked]["parts"]]
        given = {name: answers[name] for name in names if name in answers}
        return {"answers": given, "right": {part["id"]: part["right"] for part in marked["parts"]}}

    def count(self) -> dict[str, Any]:
        """Return how many have answered the question asked, and what. Raises InputError where none is asked."""
        if self.asked is None:
            raise InputError(f"class {self.code}: no question has been asked yet")
        marked = list(self.answers.get(self.asked, {}).values())
        parts = [self._count_part(part, marked) for part in self.questions[self.asked]["parts"]]
        told = {"question": self.asked, "here": self.count_here(), "answered": len(marked), "parts": parts}
        return told | {"solution": self.solutions.get(self.asked, [])}

    def _count_part(self, part: Mapping[str, Any], marked: list[dict[str, Any]]) -> dict[str, Any]:
        verdicts = Counter(told["right"].get(part["id"]) for told in marked)
        given = Counter(" ".join(told["answers"].get(part["id"], "").split()).lower() for told in marked)
        return {
            "label": part["label"],
            "right": None if None in verdicts else verdicts[True],
            "given": [[text, number] for text, number in given.most_common(MAX_LISTED)],
        }


class Classes:
    """The classes under way, by their codes; where there are too many, the oldest end that no teacher looks at."""

    def __init__(self) -> None:
        self._classes: OrderedDict[str, Class] = OrderedDict()

    def open(self, teacher: str, wish: Mapping[str, Any], questions: list[dict[str, Any]]) -> Class:
        """Return a new class; one that the same page had before ends. Raises InputError where there are too many."""
        for code in [code for code, each in self._classes.items() if each.teacher == teacher]:
            self._classes.pop(code).close()
        if len(self._classes) >= MAX_CLASSES:
            self._end_one_left_alone()
        code = "".join(secrets.choice(LETTERS) for _ in range(CODE_LENGTH))
        self._classes[code] = Class(code, teacher, wish, questions)
        return self._classes[code]

    def _end_one_left_alone(self) -> None:
        """End the oldest class whose teacher is not here. Raises InputError where all teachers are."""
        left = next((each for each in self._classes.values() if each.teacher not in each.here), None)
        if left is None:
            raise InputError(f"{MAX_CLASSES} classes are already open")
        self.end(left)

    def find(self, code: str) -> Class:
        """Return a class. Raises InputError where there is none of that code."""
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
        """Let a page go, from wherever it is."""
        for each in self._classes.values():
            if each.leave(connection):
                each.tell_teacher()
