"""Grade answers: a key and a student's answers in, a verdict and marks for every part out."""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, replace
from datetime import datetime
from fractions import Fraction
from math import inf
from typing import Any

from plywise.game import Value
from plywise.teach.exercises.best_order import count_leaves
from plywise.teach.exercises.model import Exercise, Key, Part, Sheet, Versions, marks_text
from plywise.teach.exercises.question_text import CUT_TEXT
from plywise.teach.exercises.read_answers import (
    Unreadable,
    check_name,
    is_leaf_value,
    is_missing,
    read_bound,
    read_branches,
    read_cell,
    read_number,
    read_order,
    read_whole,
    replace_unprintable,
)
from plywise.teach.walkthrough import format_count, number
from plywise.trees.tree import node_name

ROUNDING, MAX_ROUNDING = 1e-9, 1e-6
"""The tolerance for a decimal fraction: relative, and at most absolute."""
RIGHT, WRONG, PARTLY, BLANK, UNREADABLE = "right", "wrong", "partly", "blank", "unreadable"
MISSING, EXTRA = "missing", "extra"


PENALTY = "each branch marked wrongly costs as much as a pruned branch earns"


@dataclass(frozen=True)
class Verdict:
    """The verdict on an answer, or on one of the branches in it.

    part: the part's id, or an id that the key does not have
    verdict: right, wrong, partly, blank (no answer), unreadable; of a branch: right, missing or extra
    marks, of: the marks earned and possible; an extra branch has negative marks
    because: the reason, in one sentence
    given: the answer as written
    item: the branch, if any
    """

    part: str
    verdict: str
    marks: float
    of: float
    because: str
    given: str = ""
    item: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the verdict as plain data, for JSON."""
        return dict(vars(self))

    @property
    def words(self) -> str:
        """The verdict in words."""
        return "partly right" if self.verdict == PARTLY else self.verdict

    def __str__(self) -> str:
        item = f" {self.item}" if self.item else ""
        return f"{self.part}{item}: {self.words}, {marks_text(self.marks)} of {marks_text(self.of)}; {self.because}"


@dataclass(frozen=True)
class Answers:
    """A student's answers.

    student: their name
    given: part id -> answer
    row: the row's number in the file
    notes: anything odd about the row or the file, one item per line
    comma: whether 3,5 means three and a half
    refused: why the row cannot be graded at all; "" if it can
    twice: the parts answered twice, with different answers
    version: their version of the sheet, as written; "" if there is one sheet
    identity: distinguishes the student from others with the same name, such as a number or an address
    time, due: the time of submission, and the deadline
    late: how late it was; "" if it was in time
    attempt: the number of the attempt, 0 if none is given
    """

    student: str
    given: Mapping[str, Any] = field(default_factory=dict)
    row: int = 1
    notes: tuple[str, ...] = ()
    comma: bool = False
    refused: str = ""
    twice: frozenset[str] = frozenset()
    version: str = ""
    identity: str = ""
    time: datetime | None = None
    due: datetime | None = None
    late: str = ""
    attempt: int = 0

    @property
    def key(self) -> str:
        """Identifies the rows of one student; "" if nothing is known."""
        return f"#{self.identity.casefold()}" if self.identity else self.student.casefold()


@dataclass(frozen=True)
class Marks:
    """A student's marks.

    student, row, identity: as in Answers
    verdicts: one or more for each part
    of: the marks possible
    notes: anything odd, one item per line
    graded: False if the row could not be graded; `notes` says why
    version: their version of the sheet
    """

    student: str
    row: int
    verdicts: tuple[Verdict, ...]
    of: float
    notes: tuple[str, ...] = ()
    graded: bool = True
    version: str = ""
    identity: str = ""

    @property
    def marks(self) -> float:
        """The marks earned."""
        return round(sum(verdict.marks for verdict in self.verdicts), 6)

    @property
    def percent(self) -> float:
        """The marks earned, as a percentage."""
        return 100 * self.marks / self.of

    def by_part(self) -> dict[str, float]:
        """Return the marks earned for each part of the key."""
        earned: dict[str, float] = {}
        for verdict in self.verdicts:
            earned[verdict.part] = earned.get(verdict.part, 0) + verdict.marks
        return earned

    def to_dict(self) -> dict[str, Any]:
        """Return the marks as plain data, for JSON."""
        return {
            "student": self.student,
            **({"id": self.identity} if self.identity else {}),
            "row": self.row,
            **({"version": self.version} if self.version else {}),
            "graded": self.graded,
            "marks": self.marks if self.graded else None,
            "of": self.of,
            "percent": round(self.percent, 2) if self.graded else None,
            "notes": list(self.notes),
            "verdicts": [verdict.to_dict() for verdict in self.verdicts],
        }


def grade(key: Key, answers: Answers | Mapping[str, Any]) -> Marks:
    """Mark every part of the answered version of a key; no answer raises an exception.

    >>> from plywise.teach.exercises.sheets import make_sheet
    >>> from plywise.teach.exercises.requirements import requirements_of
    >>> key = make_sheet(["count"], requirements_of("easy"), seed=1)
    >>> marks = grade(key, {"e1.nodes": 99, "e1.leaves": "six"})
    >>> [verdict.verdict for verdict in marks.verdicts], marks.marks, marks.of
    (['wrong', 'unreadable', 'blank'], 0, 3)
    """
    if not isinstance(answers, Answers):
        answers = Answers("", answers)
    version = key.find(answers.version) if isinstance(key, Versions) else key
    refused = answers.refused or (no_version(key, answers) if version is None else "")
    if refused or version is None:
        notes = (*answers.notes, refused)
        return Marks(answers.student, answers.row, (), key.marks, notes, graded=False, identity=answers.identity)
    return replace(_mark_sheet(version, answers), identity=answers.identity)


def no_version(key: Key, answers: Answers) -> str:
    """Return why answers cannot be graded if they name no version of the key; "" if they can."""
    if isinstance(key, Sheet) or key.find(answers.version) is not None:
        return ""
    what = f"there is no version {_shorten(answers.version)!r}" if answers.version else "the version is missing"
    return f"row {answers.row}: {what} ({key.names[0]} to {key.names[-1]}): not graded"


def _mark_sheet(key: Sheet, answers: Answers) -> Marks:
    """Mark every part of a sheet."""
    names = {name.lower(): name for name in key.parts}
    given: dict[str, Any] = {}
    extra: list[Verdict] = []
    twice = {names.get(name.lower(), name) for name in answers.twice}
    for name, answer in answers.given.items():
        known = names.get(str(name).strip().lower())
        if known is None and is_missing(answer):
            continue
        if known is None:
            extra.append(
                Verdict(replace_unprintable(str(name))[:60], EXTRA, 0, 0, "the key has no such part", _shorten(answer))
            )
        elif known in given:
            twice.add(known)
        else:
            given[known] = answer
    verdicts: list[Verdict] = []
    for part_id, (exercise, part) in key.parts.items():
        if part_id in twice:
            because = "answered twice, with different answers"
            verdicts.append(Verdict(part_id, UNREADABLE, 0, part.marks, because, _shorten(given.get(part_id))))
        else:
            verdicts += _mark_part(exercise, part, given.get(part_id), answers.comma)
    return Marks(answers.student, answers.row, (*verdicts, *extra), key.marks, answers.notes, version=key.version)


def _mark_part(exercise: Exercise, part: Part, given: Any, comma: bool) -> list[Verdict]:
    """Return the verdict on a part, or on each branch if it asks for branches."""
    if is_missing(given):
        return [Verdict(part.id, BLANK, 0, part.marks, f"no answer; {_describe_right_answer(part)}")]
    try:
        return MARK[part.type](exercise, part, given, comma)
    except Unreadable as error:
        because = f"{error}; {_describe_right_answer(part)}"
        return [Verdict(part.id, UNREADABLE, 0, part.marks, because, _shorten(given))]


def _describe_right_answer(part: Part) -> str:
    """Return the right answer and the reason."""
    answer = part.answer
    if part.type == "branches":
        shown = " ".join(answer) or "none"
    else:
        shown = _format_answer(answer)
    return f"the right answer is {shown}" + (f" ({part.because.rstrip('.')})" if part.because else "")


def _format_answer(answer: Any) -> str:
    return {"inf": "+inf", "-inf": "-inf"}.get(answer, str(answer)) if isinstance(answer, str) else str(answer)


def _mark_value(exercise: Exercise, part: Part, given: Any, comma: bool) -> list[Verdict]:
    """Mark a number, a whole number, or a cell."""
    read = {"number": read_number, "bound": read_bound, "whole": read_whole, "cell": read_cell}[part.type]
    value, expected = read(given, comma), _expected_value(part.answer)
    check_name(given, re.findall(r"\w+", part.id.partition(".")[2]), exercise.tree)
    if isinstance(value, str) or isinstance(expected, str):
        right = value == expected
    else:
        right = is_right_number(value, expected)
    because = part.because or "as in the key" if right else _describe_right_answer(part)
    return [
        Verdict(part.id, RIGHT if right else WRONG, part.marks if right else 0, part.marks, because, _shorten(given))
    ]


def is_right_number(given: Value, expected: Value) -> bool:
    """Return whether a number is the expected one: exactly, or rounded if that is a decimal fraction.

    >>> is_right_number(float("-inf"), float("inf")), is_right_number(2_000_000_000, 2_000_000_001)
    (False, False)
    >>> is_right_number(0.3, 0.1 + 0.2), is_right_number(1e-10, 2e-10)
    (True, False)
    """
    if isinstance(expected, int) or expected.is_integer() or {given, expected} & {inf, -inf}:
        return given == expected
    return abs(Fraction(expected) - Fraction(given)) <= min(ROUNDING * abs(expected), MAX_ROUNDING)


def _expected_value(answer: Any) -> Value | str:
    """Return an expected answer as a number, if it is one."""
    expected: Value | str = float(answer) if answer in ("inf", "-inf") else answer
    return expected


def _mark_branches(exercise: Exercise, part: Part, given: Any, comma: bool) -> list[Verdict]:
    """Mark branches: each right one earns its share, each extra one costs the same; the part earns at least 0."""
    tree, marked = exercise.tree, read_branches(given, exercise.tree)
    names = [node_name(node) if isinstance(node, int) else node for node in marked]
    shown = _shorten(given)
    share = part.marks / max(1, len(part.answer))
    recording = exercise.subject.recording
    reasons = {node_name(tree.node_at(each.path)): f": {each.because}" for each in recording.pruned}
    verdicts = [
        Verdict(part.id, RIGHT, share, share, f"{name} is pruned{reasons.get(name, '')}", shown, name)
        if name in names
        else Verdict(part.id, MISSING, 0, share, f"{name} is pruned but not marked{reasons.get(name, '')}", shown, name)
        for name in part.answer
    ]
    if not part.answer:
        because = "no branch is pruned" + (", so none should be marked" if names else "")
        verdicts.append(
            Verdict(part.id, WRONG if names else RIGHT, 0 if names else share, share, because, shown, "none")
        )
    left = sum(verdict.marks for verdict in verdicts)
    rule = f"; {PENALTY}"
    for name in (name for name in names if name not in part.answer):
        because, cost = _judge_extra(exercise, part, name, share)
        cost = min(cost, left)
        left -= cost
        if cost:  # the rule is stated once
            because, rule = because + rule, ""
        verdicts.append(Verdict(part.id, EXTRA, 0 - cost, 0, because, shown, name))
    return verdicts


def _judge_extra(exercise: Exercise, part: Part, name: str, share: float) -> tuple[str, float]:
    """Return the reason for a branch that should not be marked, and its cost."""
    tree = exercise.tree
    numbers = {node_name(node): node for node in range(tree.total_nodes)}
    if name not in numbers:
        wanted = ": give the letters of nodes, not leaf values" if is_leaf_value(name) else ""
        return f"there is no node {name}{wanted}", share
    node = numbers[name]
    if node == 0:
        return f"{name} is the root; no branch leads to it", share
    while node:
        node = tree.parent[node]
        if node_name(node) in part.answer:
            return f"{name} lies below {node_name(node)}, which is pruned: it neither earns nor costs marks", 0
    return _explain_searched(exercise, numbers[name]), share


def _explain_searched(exercise: Exercise, node: int) -> str:
    """Return why a node is searched: its parent's window before it, in which the rule allows no cut."""
    recording, rules, name = exercise.subject.recording, exercise.subject.rules, node_name(node)
    record = next((each for each in recording.records if each.state is not None and each.state.node == node), None)
    if record is None or not record.visited:
        return f"{name} is not pruned"  # the key's answer was edited
    parent, before = recording.name(record.parent), recording.events[0]
    for event in recording.events:
        if event.kind == "enter" and event.record == record.id:
            break
        if event.kind in ("enter", "update") and event.record == record.parent:
            before = event
    if before.kind == "enter":
        return f"{name} is searched: it is the first child of {parent}, which is entered"
    window = f"alpha = {number(before.alpha)} and beta = {number(before.beta)}"
    return f"{name} is searched: before it, {parent} has {window}, so {CUT_TEXT[rules.cut]} does not hold"


def _mark_order(exercise: Exercise, part: Part, given: Any, comma: bool) -> list[Verdict]:
    """Mark an order by the leaves it reads, on a scale from the drawn order's number to the key's."""
    tree, rules = exercise.tree, exercise.subject.rules
    read = count_leaves(tree, read_order(given, tree), rules)
    drawn, fewest = count_leaves(tree, {}, rules), count_leaves(tree, read_order(part.answer, tree), rules)
    because = f"this order reads {format_count(read, 'leaf', 'leaves')}, the drawn order {drawn}, the best {fewest}"
    if read <= fewest:
        return [Verdict(part.id, RIGHT, part.marks, part.marks, because, _shorten(given))]
    share = max(0.0, (drawn - read) / max(1, drawn - fewest))
    earned = int(2 * part.marks * share) / 2  # rounded down to half marks: full marks for the fewest leaves only
    because += f": {max(0, drawn - read)} of {max(0, drawn - fewest)} saved; one best order is {part.answer}"
    return [Verdict(part.id, PARTLY if earned else WRONG, earned, part.marks, because, _shorten(given))]


MARK: dict[str, Callable[[Exercise, Part, Any, bool], list[Verdict]]] = {
    "number": _mark_value,
    "bound": _mark_value,
    "whole": _mark_value,
    "cell": _mark_value,
    "branches": _mark_branches,
    "ordering": _mark_order,
}
"""The marking function for each type of answer."""


def _shorten(given: Any) -> str:
    """Return an answer for feedback: one line, not too long."""
    if isinstance(given, float):
        given = number(given)
    text = " ".join(replace_unprintable(str("" if given is None else given)[:1000]).split())
    return text if len(text) <= 60 else text[:57] + "..."
