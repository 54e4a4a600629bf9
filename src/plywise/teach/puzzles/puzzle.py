"""A puzzle: a position with one best move, the outcomes of the others, and the look-ahead needed to see it."""

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, NamedTuple

from plywise.engines.results import Answer
from plywise.game import MAX, MIN, Action, Value, is_outright
from plywise.solvers.solver import OUTCOMES
from plywise.teach.explain.claims import Claim
from plywise.teach.explain.sentences import MAX_LISTED, Wording, count_plies, join_words

KINDS = ("win", "draw", "points", "quickest")
"""What only the best move does: it wins, holds the draw, is worth the most points, or wins soonest.

In the first two kinds every other move gives the outcome away; these are preferred.
"""


OBVIOUS = 2
"""Up to this difficulty, the answer is a win in one or the only move that prevents one."""


class Worth(NamedTuple):
    """The most a move is worth.

    value: from MAX's view.
    distance: plies to the end from the position of the puzzle; None for a draw.
    exact: whether the value is exact; otherwise it is an upper bound for the player to move.
    """

    value: Value
    distance: int | None
    exact: bool


@dataclass(frozen=True)
class Puzzle(Answer):
    """A position with one best move.

    best: the move.
    value: what the position is worth, from MAX's view; distance: plies to the end under best play, None for a draw.
    kind: what only the best move does, one of KINDS.
    difficulty: plies to look ahead until the answer is certain: the plies to the win, or the plies until every other
        move has lost, if all lose and that is sooner.
    others: the other moves and their values.
    line: best play from the position, as words, as far as it was followed; whole: whether it ends the game.
    nodes: the number of nodes entered by the proof.
    """

    best: Action
    value: Value
    distance: int | None
    kind: str
    difficulty: int
    others: Mapping[Action, Worth]
    line: tuple[str, ...]
    whole: bool
    nodes: int

    @property
    def keeps_outcome_alone(self) -> bool:
        """Whether every other move gives the win or the draw away."""
        return self.kind in ("win", "draw")

    @property
    def rank(self) -> int:
        """The quality, 0 the best: first whether an outcome is at stake, then whether it is more than a parry."""
        return 2 * (not self.keeps_outcome_alone) + (self.difficulty <= OBVIOUS)

    @property
    def best_word(self) -> str:
        """The best move in the game's notation."""
        return self.word(self.best)

    @property
    def mover(self) -> int:
        """The player to move, MAX or MIN."""
        return MAX if self.player == "MAX" else MIN

    def outcome_of(self, value: Value) -> str:
        """Return what a value, from MAX's view, means for the player to move: "win", "draw" or "loss"."""
        own = self.mover * value
        return OUTCOMES[(own > 0) - (own < 0)]

    def __repr__(self) -> str:
        facts = {"best_word": self.best_word, "kind": self.kind, "difficulty": self.difficulty, "value": self.value}
        return self.describe(facts | {"distance": self.distance, "nodes": self.nodes})

    @property
    def task(self) -> str:
        """The task, in one sentence that does not give the move away."""
        who = self.game_object.player_names[self.mover]
        plies = count_plies(self.distance or 0) if is_outright(self.game_object, self.value) else ""
        soon = f" in {plies}" if plies else ""
        return {
            "win": f"{who} to move and win{soon}.",
            "draw": f"{who} to move and draw.",
            "points": f"{who} to move and score the most points.",
            "quickest": f"{who} to move and win as quickly as possible, in {plies}.",
        }[self.kind]

    @property
    def answer(self) -> str:
        """The best move, best play and the outcomes of the other moves, in sentences."""
        wording = Wording(self.game_object, self.mover)
        facts = {"moves": [self.label(self.best)], "of": len(self.others) + 1, "complete": True}
        best = Claim("best", facts | {"distinction": self.kind})
        line = Claim("line", {"line": self._line_labels(), "whole": self.whole, "value": self.value})
        return " ".join([wording(best), wording(line), *self._describe_others(wording)])

    def _line_labels(self) -> list[str]:
        state, actions = self.state, []
        for word in self.line:
            actions.append(self.game_object.parse_action(state, word))
            state = self.game_object.result(state, actions[-1])
        return self.labels(actions)

    def _describe_others(self, wording: Wording) -> list[str]:
        """Return one sentence for each group of other moves with the same outcome."""
        fates: dict[str, list[str]] = {}
        for action, worth in self.others.items():
            fates.setdefault(self._fate(wording, worth), []).append(self.label(action))
        return [f"After {self._name_others(words)}, {fate}." for fate, words in fates.items()]

    def _name_others(self, words: list[str]) -> str:
        """Return moves by name, or their number if there are many."""
        if len(words) == len(self.others) > 1:
            return "any other move"
        return join_words(words, "or") if len(words) <= MAX_LISTED else f"{len(words)} of the other moves"

    def _fate(self, wording: Wording, worth: Worth) -> str:
        """Return what a move that is not best leads to."""
        if worth.exact:
            return wording.outcome(worth.value, worth.distance)
        who, outcome = wording.name(self.mover), self.outcome_of(worth.value)
        if outcome == "draw":
            return f"{who} does not win"
        if outcome == "loss":
            return f"{who} loses"
        if not is_outright(self.game_object, worth.value) or worth.distance is None:
            return f"{who} gets less"
        return f"{who} wins in {count_plies(worth.distance)} at the earliest, if at all"

    @property
    def refutations(self) -> dict[str, str]:
        """What each other move leads to, in a sentence."""
        wording = Wording(self.game_object, self.mover)
        fates = ((action, self._fate(wording, worth)) for action, worth in self.others.items())
        return {self.word(action): f"After {self.label(action)}, {fate}." for action, fate in fates}

    def to_dict(self) -> dict[str, Any]:
        """Return the puzzle as plain data, for JSON; moves as words."""
        return self.question() | {
            "best": self.best_word,
            "value": self.value,
            "distance": self.distance,
            "difficulty": self.difficulty,
            "outcome": self.outcome_of(self.value),
            "kind": self.kind,
            "proof": {
                "others": {self.word(action): self._worth_to_dict(worth) for action, worth in self.others.items()},
                "line": list(self.line),
                "whole": self.whole,
                "engine": self.engine,
                "nodes": self.nodes,
            },
        }

    def _worth_to_dict(self, worth: Worth) -> dict[str, Any]:
        outcome = {"outcome" if worth.exact else "at_best": self.outcome_of(worth.value)}
        return outcome | {"value": worth.value, "distance": worth.distance}
