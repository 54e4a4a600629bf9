"""One reviewed move of a game: the position's value before and after it, its grade and the sentences about it."""

from dataclasses import dataclass
from typing import Any

from plywise.engines.results import Answer
from plywise.game import MAX, MIN, Action, Value
from plywise.teach.explain.claims import Claim
from plywise.teach.explain.sentences import Wording, join_words
from plywise.teach.puzzles.puzzle import Puzzle
from plywise.teach.review.grading import Grade

MAX_BEST = 3
"""Up to this number of best moves are named."""


@dataclass(frozen=True)
class Standing:
    """A position's value, from MAX's view.

    distance: plies to the end, if proved; proved: False for an estimate, `depth` plies deep.
    """

    value: Value
    distance: int | None = None
    proved: bool = True
    depth: int | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the value as plain data, for JSON."""
        return {"value": self.value, "distance": self.distance, "proved": self.proved, "depth": self.depth}

    def say(self, wording: Wording) -> str:
        """Return the value in words."""
        if self.proved:
            return wording.outcome(self.value, self.distance)
        return f"{wording.standing(self.value)} (an estimate)"


@dataclass(frozen=True)
class ReviewedMove(Answer):
    """A move of a game, in the position before it.

    ply: the number of the move, from 1.
    move: the action.
    grade: see grading.py.
    best: actions proved to be best, or if there are none, those that the estimate prefers.
    best_proved: whether they are proved.
    before, after: the position's value with best play, and after the move; None: unknown. Distances are counted from
        the position before the move.
    claims: the claims about a bad move; see teach/explain/claims.py.
    puzzle: the position as a puzzle, if the move was a fault and there is one proved best move.
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
        """The player who moved, MAX or MIN."""
        return MAX if self.player == "MAX" else MIN

    @property
    def wording(self) -> Wording:
        """Writes sentences about the position."""
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
        """Whether everything stated about the move is proved."""
        best, after = self.best_proved or not self._names_best, self.after is None or self.after.proved
        return self.grade.proved and best and after and all(claim.proved for claim in self.claims)

    @property
    def _names_best(self) -> bool:
        return bool(self.best) and self.grade.word not in ("best", "open")

    @property
    def sentences(self) -> list[str]:
        """The sentences about the move."""
        return [self.wording(claim) for claim in self.claims]

    @property
    def heading(self) -> str:
        """The number of the move, who made it, and the grade: `7. Red plays 3: mistake`."""
        who = self.wording.name(self.side)
        estimate = "" if self.grade.proved or self.grade.word == "open" else " (an estimate)"
        return f"{self.ply}. {who} plays {self.label(self.move)}: {self.grade.word}{estimate}"

    def __str__(self) -> str:
        text = " ".join(self.sentences)
        return f"{self.heading}. {text}" if text else f"{self.heading}."

    @property
    def summary(self) -> str:
        """The move in one line: the grade, the value after it, and the best moves."""
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
