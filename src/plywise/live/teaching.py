"""Make and mark exercises and quizzes in a worker, and draw the trees of lessons.

The same parameters give the same questions everywhere, so that no answer key is stored or sent to a page.
"""

import math
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import Any

from plywise.errors import InputError
from plywise.live.limits import MAX_TREE_BYTES, MAX_TREE_NODES, TREE_NODES
from plywise.live.work import Work
from plywise.show.shapes import Drawing
from plywise.show.sheet.tree import draw_exercise, draw_plain_tree
from plywise.show.svg import draw_svg
from plywise.teach.exercises.model import ANSWERS, Exercise, Sheet
from plywise.teach.exercises.read_answers import Unreadable
from plywise.teach.exercises.requirements import requirements_of
from plywise.teach.exercises.sheets import make_sheet
from plywise.teach.grading.marks import RIGHT, Verdict, grade
from plywise.teach.quiz.questions import Question
from plywise.teach.quiz.quiz import is_right, make_quiz
from plywise.trees.parse import parse_tree
from plywise.trees.tree import Tree
from plywise.views.trace import trace

EXERCISE, QUIZ = "exercise", "quiz"
OPEN, YES_NO, NUMBER = "open", "yes or no", "number"

MAX_CACHED = 32
"""Sheets and quizzes in the cache of a worker: a whole class answers the same question at once."""

QUIZ_HINTS = {OPEN: "in your own words", YES_NO: "yes or no", NUMBER: "a number"}


def ask_questions(work: Work) -> dict[str, Any]:
    """Return questions without their answers. asked: source, topic, level, number, seed."""
    if work.asked["source"] == QUIZ:
        return {"questions": [_describe_quiz_question(question) for question in _quiz(work.asked)]}
    return {"questions": [_describe_exercise(exercise) for exercise in _sheet(work.asked).exercises]}


def mark_answers(work: Work) -> dict[str, Any]:
    """Return the marks of answers to a question, with reasons and the solution. asked: also question, answers."""
    asked, number = work.asked, work.asked["question"]
    if asked["source"] == QUIZ:
        return _mark_quiz(_pick(_quiz(asked), number), asked["answers"])
    return _mark_exercise(_pick(_sheet(asked).exercises, number), asked["answers"])


def _pick(questions: Any, number: int) -> Any:
    """Return a question by its number, from 0. Raises InputError if there is none."""
    if number >= len(questions):
        raise InputError(f"there is no question {number + 1}; there are {len(questions)}")
    return questions[number]


def _sheet(asked: Mapping[str, Any]) -> Sheet:
    return _make_sheet(asked["topic"], asked["level"], asked["number"], asked["seed"])


@lru_cache(MAX_CACHED)
def _make_sheet(kind: str, level: str, number: int, seed: int) -> Sheet:
    return make_sheet([kind], requirements_of(level), seed=seed, count=number)


def _quiz(asked: Mapping[str, Any]) -> tuple[Question, ...]:
    return _make_quiz(asked["topic"], asked["number"], asked["seed"])


@lru_cache(MAX_CACHED)
def _make_quiz(topic: str, number: int, seed: int) -> tuple[Question, ...]:
    return tuple(make_quiz([topic] if topic else [], number, seed))


# --- exercises --------------------------------------------------------------------------------------------------------


def _describe_exercise(exercise: Exercise) -> dict[str, Any]:
    parts = [{"id": part.id, "label": part.label, "hint": ANSWERS[part.type]} for part in exercise.parts]
    return {
        "title": exercise.title,
        "text": list(exercise.text),
        "entries": list(exercise.entries),
        "parts": parts,
        "picture": _pictures(draw_exercise(exercise, with_answers=False)),
        "tree": str(exercise.tree.to_nested()),
    }


def _mark_exercise(exercise: Exercise, answers: Mapping[str, str]) -> dict[str, Any]:
    found: dict[str, list[Verdict]] = {part.id: [] for part in exercise.parts}
    for verdict in grade(Sheet("", (exercise,)), answers).verdicts:
        if verdict.part in found:
            found[verdict.part].append(verdict)
    parts = [_sum_up(part, verdicts) for part, verdicts in found.items()]
    return {"right": all(each["right"] for each in parts), "parts": parts, "solution": list(exercise.solution)}


def _sum_up(part: str, verdicts: Sequence[Verdict]) -> dict[str, Any]:
    """Return the verdict on a part: right if it has all marks, whatever else it names without effect on them."""
    right = math.isclose(sum(each.marks for each in verdicts), sum(each.of for each in verdicts))
    shown = verdicts if right else [each for each in verdicts if each.verdict != RIGHT]
    return {"id": part, "right": right, "because": "; ".join(each.because for each in shown)}


# --- quizzes ----------------------------------------------------------------------------------------------------------


def _describe_quiz_question(question: Question) -> dict[str, Any]:
    expects = OPEN if question.expects is None else YES_NO if isinstance(question.expects, str) else NUMBER
    return {
        "title": question.topic,
        "text": [question.text],
        "entries": [],
        "parts": [{"id": "answer", "label": "Answer", "hint": QUIZ_HINTS[expects]}],
        "picture": None if question.tree is None else _pictures(draw_plain_tree(question.tree)),
        "tree": None if question.tree is None else str(question.tree.to_nested()),
    }


def _mark_quiz(question: Question, answers: Mapping[str, str]) -> dict[str, Any]:
    """Return the marks of an answer; `right` is None for an open question, which readers judge themselves."""
    try:
        right = is_right(question, answers.get("answer", ""))
    except Unreadable as error:
        raise InputError(f"mark: {error}") from None
    right = bool(right) if question.expects is not None else None
    return {
        "right": right,
        "parts": [{"id": "answer", "right": right, "because": question.answer}],
        "solution": [question.answer],
    }


# --- trees ------------------------------------------------------------------------------------------------------------


def show_lesson_tree(work: Work) -> dict[str, Any]:
    """Return a page that steps through the search of a tree. asked: tree, branching, max_first, algorithm, cut."""
    asked = work.asked
    found = trace(_read_tree(asked), algorithm=asked["algorithm"], cut=asked["cut"], limit=TREE_NODES)
    page = found.html(hide_values=asked["hide_values"])
    if len(page) > MAX_TREE_BYTES:
        raise InputError("this tree is too large for a page")
    return {"html": page}


def _read_tree(asked: Mapping[str, Any]) -> Tree:
    """Parse a tree: leaf values or a nested list. Raises InputError."""
    nested, is_row = parse_tree(asked["tree"])
    tree = Tree(nested, branching=asked["branching"] if is_row else None, max_first=asked["max_first"])
    if tree.total_nodes > MAX_TREE_NODES:
        raise InputError(f"a tree on a page has at most {MAX_TREE_NODES} nodes, not {tree.total_nodes:,}")
    return tree


def _pictures(drawing: Drawing) -> dict[str, Any]:
    """Return a drawing as SVG in both themes."""
    width = round(drawing.width * drawing.scale_for_letters())
    return {theme: draw_svg(drawing, theme) for theme in ("light", "dark")} | {"width": width}
