"""The parts of an exercise: a tree, a question, parts with marks and expected answers, and the worked solution."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from plywise.game import Game, State
from plywise.teach.exercises.search_rules import USUAL, SearchRules
from plywise.trees.recording import Recording
from plywise.trees.tree import Tree, node_name

ANSWERS = {
    "number": "a number; inf and -inf are numbers here",
    "bound": "a number; inf and -inf are numbers here; x where the node is not entered",
    "whole": "a whole number",
    "branches": "the letters of the nodes that the branches lead to, such as G K; none if there is none",
    "ordering": "each inner node with its children in order, such as A: C B; B: D E",
    "cell": "a number, or cut, or no cut",
}
"""The types of answers and how to write them."""

NOT_ENTERED = "x"
"""The answer for a node that the search does not enter."""


@dataclass(frozen=True)
class Part:
    """One answer field.

    id: unique on its sheet, such as e1.B
    label: the text beside the answer field
    type: one of ANSWERS
    marks: more than 0
    answer: the expected answer, as in JSON (infinities as words)
    because: the reason, in one sentence
    """

    id: str
    label: str
    type: str
    marks: float
    answer: Any
    because: str = ""


@dataclass(frozen=True)
class Position:
    """The position of a game that a tree was made from.

    game, state: the position
    words: for each node of the tree, the move that leads to it ("" for the root)
    states: for each node, its position
    estimates: the leaves at the horizon, valued by the game's evaluation
    """

    game: Game
    state: State
    words: tuple[str, ...]
    states: tuple[State, ...]
    estimates: frozenset[int] = frozenset()


@dataclass(frozen=True)
class Subject:
    """The subject of an exercise.

    tree: the tree
    rules: the rules of its search
    position: the game position of the tree, if any
    """

    tree: Tree
    rules: SearchRules = USUAL
    position: Position | None = None

    @cached_property
    def recording(self) -> Recording:
        """The search of the tree, on which the key is based."""
        return self.rules.record(self.tree)

    @property
    def inner(self) -> list[int]:
        """The inner nodes, breadth first."""
        return [node for node in range(self.tree.total_nodes) if self.tree.child_count[node]]


@dataclass(frozen=True)
class Exercise:
    """An exercise.

    id: unique on its sheet, such as e1
    kind: a name in `kinds.KINDS`
    title: its heading
    subject: the tree and how it is searched
    text: the question, one item per paragraph
    parts: its answer fields
    solution: the worked solution, one item per line
    entries: for the kind `error`, the search as written down
    """

    id: str
    kind: str
    title: str
    subject: Subject
    text: tuple[str, ...]
    parts: tuple[Part, ...]
    solution: tuple[str, ...]
    entries: tuple[str, ...] = ()

    @property
    def tree(self) -> Tree:
        """The tree."""
        return self.subject.tree

    @property
    def marks(self) -> float:
        """The marks of all parts together."""
        return sum(part.marks for part in self.parts)

    @property
    def answers(self) -> tuple[Any, ...]:
        """The expected answers of its parts."""
        return tuple(part.answer for part in self.parts)


@dataclass(frozen=True)
class Sheet:
    """A sheet of exercises.

    title: its heading
    exercises: its exercises
    made_by: the options that reproduce it
    version: such as A, where there are several versions; else ""
    """

    title: str
    exercises: tuple[Exercise, ...]
    made_by: Mapping[str, Any] = field(default_factory=dict)
    version: str = ""

    @property
    def heading(self) -> str:
        """The title, with the version if there are several."""
        return f"{self.title}, version {self.version}" if self.version else self.title

    @property
    def marks(self) -> float:
        """The marks of all exercises together."""
        return sum(exercise.marks for exercise in self.exercises)

    @property
    def parts(self) -> dict[str, tuple[Exercise, Part]]:
        """Each part with its exercise, by the part's id."""
        return {part.id: (exercise, part) for exercise in self.exercises for part in exercise.parts}


@dataclass(frozen=True)
class Versions:
    """Versions of a sheet for one class: the same kinds of exercises about different trees.

    sheets: two or more, each with its own `version`
    """

    sheets: tuple[Sheet, ...]

    @property
    def marks(self) -> float:
        """The marks of the version with the most."""
        return max(sheet.marks for sheet in self.sheets)

    @property
    def parts(self) -> dict[str, tuple[Exercise, Part]]:
        """The parts of all versions by id, each with its exercise in the first version that has it."""
        return {part: found for sheet in reversed(self.sheets) for part, found in sheet.parts.items()}

    @property
    def names(self) -> list[str]:
        """The versions' names."""
        return [sheet.version for sheet in self.sheets]

    def find(self, word: str) -> Sheet | None:
        """Return the version that a word names, such as b or `Version B`; None if there is none."""
        bare = re.sub(r"^\s*(version|v\.?)(?=\W)|[\W_]+", "", word, flags=re.IGNORECASE)
        return next((sheet for sheet in self.sheets if sheet.version.lower() == bare.lower()), None)


Key = Sheet | Versions
"""The key that answers are graded against."""


def sheets_of(key: Key) -> tuple[Sheet, ...]:
    """Return the sheet, or each version."""
    return key.sheets if isinstance(key, Versions) else (key,)


def letters(nodes: list[int] | range | tuple[int, ...]) -> str:
    """Return the letters of nodes, such as `B C D`."""
    return " ".join(map(node_name, nodes))


def marks_text(marks: float) -> str:
    """Return marks as text, without a trailing ".0".

    >>> marks_text(2.0), marks_text(1.5)
    ('2', '1.5')
    """
    return f"{round(marks, 2):g}"
