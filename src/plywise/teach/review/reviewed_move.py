"""One move of a game that is reviewed: what the position was worth before and after it, and what is said of it."""

from dataclasses import dataclass
from typing import Any

from plywise.engines.results import Answer
from plywise.game import MAX, MIN, Action, Value
from plywise.teach.explain.claims import Claim
from plywise.teach.explain.sentences import Wording, join_words
from plywise.teach.puzzles.puzzle import Puzzle
from plywise.teach.review.grading import Grade

MAX_BEST = 3
"""More best moves than this are not named."""


@dataclass(frozen=True)
class Standing:
    """What a position is worth, from MAX's view.

    distance: plies to the end, where that is proved; proved: False for an estimate, `depth` plies deep.
    """

    value: Value
    distance: int | None = None
    proved: bool = True
    depth: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return it as plain data, for JSON."""
        return {"value": self.value, "distance": self.distance, "proved": self.proved, "depth": self.depth}

    def say(self, wording: Wording) -> str:
        """Return it in words."""
        if self.proved:
            return wording.outcome(self.value, self.distance)
        return f"{wording.standing(self.value)} (an estimate)"


@dataclass(frozen=True)
class ReviewedMove(Answer):
    """A move of a game, in the position before it.

    ply: the number of the move, from 1 on.
    move: the action.
    grade: see grading.py.
    best: actions that are proved to be best, or where none is, those that the estimate prefers.
    best_proved: whether they are proved.
    before, after: what the position is worth with best play, and after the move; None: not worked out. Distances are
        counted from the position before the move.
    claims: what is said of a move that is no good; see teach/explain/claims.py.
    puzzle: the position as a puzzle, if the move was a fault and the best is alone and proved.
    """

    ply: int
    move: Action
    grade: Grade
    best: list[Action]
    best_proved: bool
    before: Standing | None
    after: Standing | None
    claims: list[Claim]
    puzzle: Puzzle | None

    @property
    def side(self) -> int:
        """Who moved, MAX or MIN."""
        return MAX if self.player == "MAX" else MIN

    @property
    def wording(self) -> Wording:
        """What writes sentences about the position."""
        return Wording(self.game_object, self.side)

    @property
    def move_word(self) -> str:
        """The move in the game's notation."""
        return self.word(self.move)

    @property
    def best_words(self) -> list[str]:
        """The best moves in the game's notation."""
        return self.words_of(self.best)

    def words_of(self, actions: list[Action]) -> list[str]:
        """Return several actions of the position in the game's notation."""
        return [self.word(action) for action in actions]

    @property
    def proved(self) -> bool:
        """Whether all that is said of the move is proved."""
        best, after = self.best_proved or not self._names_best, self.after is None or self.after.proved
        return self.grade.proved and best and after and all(claim.proved for claim in self.claims)

    @property
    def _names_best(self) -> bool:
        return bool(self.best) and self.grade.word not in ("best", "open")

    @property
    def sentences(self) -> list[str]:
        """What is said of the move."""
        return [self.wording(claim) for claim in self.claims]

    @property
    def heading(self) -> str:
        """The number of the move, who made it, and the grade: `7. Red plays 3: mistake`."""
        who = self.wording.name(self.side)
        estimate = "" if self.grade.proved or self.grade.word == "open" else " (an estimate)"
        return f"{self.ply}. {who} plays {self.label(self.move)}: {self.grade.word}{estimate}"

    def __str__(self) -> str:
        said = " ".join(self.sentences)
        return f"{self.heading}. {said}" if said else f"{self.heading}."

    @property
    def summary(self) -> str:
        """The move in one line: the grade, what the position is then worth, and the best moves."""
        line = self.heading
        if self.after is not None:
            line += f"; {self.after.say(self.wording)}"
        if self._names_best and len(self.best) <= MAX_BEST:
            line += f"; best {join_words(list(map(self.label, self.best)), 'or')}" + (
                "" if self.best_proved else " (an estimate)"
            )
        return line

    def to_dict(self) -> dict[str, Any]:
        """Return the move as plain data, for JSON."""
        return {
            "ply": self.ply,
            "position": self.position,
            "player": self.player,
            "move": self.move_word,
            "grade": self.grade.word,
            "proved": self.grade.proved,
            "cost": round(self.grade.cost, 4),
            "best": self.best_words,
            "best_proved": self.best_proved,
            "before": None if self.before is None else self.before.to_dict(),
            "after": None if self.after is None else self.after.to_dict(),
            "claims": [claim.to_dict() | {"says": self.wording(claim)} for claim in self.claims],
            "sentences": self.sentences,
        }
