"""Statistics of a class's marks for each question: how many had it right, and frequent wrong answers."""

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Any

from plywise.teach.exercises.model import Exercise, Key, Part, sheets_of
from plywise.teach.exercises.read_answers import Unreadable, clean, read_bound, read_branches, read_cell, read_order
from plywise.teach.grading.marks import BLANK, PARTLY, RIGHT, UNREADABLE, WRONG, Marks, Verdict
from plywise.teach.walkthrough import number
from plywise.trees.tree import node_name

OUTCOMES = (RIGHT, PARTLY, WRONG, BLANK, UNREADABLE)
ALL_VERSIONS = "all"
"""The version of statistics over all versions."""
MAX_FREQUENT = 3
"""The number of wrong answers listed for a question."""
MIN_TIMES = 2
"""How often a wrong answer must occur to be frequent."""


@dataclass(frozen=True)
class QuestionStatistics:
    """How a class did on one part of a sheet.

    version, part, label: which part it is
    students: how many were graded on it
    of, mean: the marks possible, and the mean marks earned
    outcomes: how many had it right, partly, wrong, blank, unreadable
    frequent: the wrong answers given twice or more with their counts, the most frequent first
    """

    version: str
    part: str
    label: str
    students: int
    of: float
    mean: float
    outcomes: dict[str, int]
    frequent: tuple[tuple[str, int], ...]

    def to_dict(self) -> dict[str, Any]:
        """Return the statistics as plain data, for JSON."""
        frequent = [{"given": given, "times": times} for given, times in self.frequent]
        return vars(self) | {"mean": round(self.mean, 4), "frequent": frequent}


@dataclass(frozen=True)
class UnreadableCell:
    """An answer that could not be read and earned nothing.

    row, student, version, part: where it is
    given: the answer as written
    because: why it cannot be read
    """

    row: int
    student: str
    version: str
    part: str
    given: str
    because: str

    def to_dict(self) -> dict[str, Any]:
        """Return the cell as plain data, for JSON."""
        return dict(vars(self))

    def __str__(self) -> str:
        who = f", {self.student}" if self.student else ""
        return f"row {self.row}{who}: {self.part} is unreadable: {self.because}"


def question_statistics(key: Key, marks: Iterable[Marks]) -> list[QuestionStatistics]:
    """Return the statistics of every graded part, version by version."""
    graded = [each for each in marks if each.graded]
    found = []
    for sheet in sheets_of(key):
        rows = [each for each in graded if each.version == sheet.version]
        for exercise, part in sheet.parts.values() if rows else ():
            found.append(_measure(sheet.version, exercise, part, rows))
    return found


def statistics_of_versions(questions: Iterable[QuestionStatistics]) -> list[QuestionStatistics]:
    """Return the statistics of every part over all versions; frequent wrong answers, which depend on the tree, not."""
    by_part: dict[str, list[QuestionStatistics]] = {}
    for each in questions:
        by_part.setdefault(each.part, []).append(each)
    found = []
    for several in by_part.values():
        students = sum(each.students for each in several)
        mean = sum(each.mean * each.students for each in several) / students
        outcomes = {outcome: sum(each.outcomes[outcome] for each in several) for outcome in OUTCOMES}
        found.append(
            replace(several[0], version=ALL_VERSIONS, students=students, mean=mean, outcomes=outcomes, frequent=())
        )
    return found


def unreadable_cells(marks: Iterable[Marks]) -> list[UnreadableCell]:
    """Return every answer that could not be read, row by row."""
    return [
        UnreadableCell(
            each.row,
            each.student,
            each.version,
            verdict.part,
            verdict.given,
            verdict.because.partition("; the right answer is")[0],
        )
        for each in marks
        for verdict in each.verdicts
        if verdict.verdict == UNREADABLE
    ]


def _measure(version: str, exercise: Exercise, part: Part, rows: Sequence[Marks]) -> QuestionStatistics:
    outcomes, wrong, earned = Counter[str](), Counter[str](), 0.0
    for row in rows:
        verdicts = [verdict for verdict in row.verdicts if verdict.part == part.id]
        outcome, marks = _outcome(part, verdicts)
        outcomes[outcome] += 1
        earned += marks
        if outcome in (PARTLY, WRONG):
            wrong[_canonical(exercise, part, verdicts[0].given)] += 1
    frequent = tuple((given, times) for given, times in wrong.most_common(MAX_FREQUENT) if times >= MIN_TIMES)
    counts = {outcome: outcomes[outcome] for outcome in OUTCOMES}
    return QuestionStatistics(version, part.id, part.label, len(rows), part.marks, earned / len(rows), counts, frequent)


def _outcome(part: Part, verdicts: Sequence[Verdict]) -> tuple[str, float]:
    """Return the overall verdict on a part, and the marks it earned."""
    earned = round(sum(verdict.marks for verdict in verdicts), 6)
    if verdicts[0].verdict == UNREADABLE or not verdicts[0].given:
        return verdicts[0].verdict, earned
    return RIGHT if earned >= part.marks else PARTLY if earned > 0 else WRONG, earned


def _canonical(exercise: Exercise, part: Part, given: str) -> str:
    """Return an answer in a canonical form, so that equal answers are counted together."""
    try:
        if part.type == "branches":
            nodes = read_branches(given, exercise.tree)
            return " ".join(sorted(node_name(node) if isinstance(node, int) else node for node in nodes)) or "none"
        if part.type == "ordering":
            order = read_order(given, exercise.tree)
            return "; ".join(f"{node_name(node)}: {' '.join(map(node_name, order[node]))}" for node in sorted(order))
        value = read_bound(given) if part.type == "bound" else read_cell(given)
        return value if isinstance(value, str) else number(value)
    except Unreadable:
        return " ".join(clean(given).split())
