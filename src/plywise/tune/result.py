"""What a tuning found."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.arena.match_result import MatchResult
from plywise.tune.fitting import Fit


@dataclass(frozen=True)
class Tuning:
    """The result of a tuning.

    game: its name. seed: of everything that was drawn by lot. games: the practice games that taught something.
    fit: the new weights, and how much more they know of the outcomes. old: the weights before.
    match: between the new and the old; None where none was asked for, or nothing changed. control: what each move of it
        was given. is_taken: whether its sequential test found the new ones stronger.
    failures: jobs that failed, and why. time_s: seconds taken, those of earlier runs not included.
    """

    game: str
    seed: int
    games: int
    fit: Fit
    old: Mapping[str, Any]
    match: MatchResult | None
    is_taken: bool
    control: str
    failures: Sequence[str] = ()
    time_s: float = field(default=0.0, compare=False)

    @property
    def weights(self) -> dict[str, Any]:
        """The weights to play with from now on: the new ones if they were taken, otherwise the old."""
        return {**self.old, **(self.fit.weights if self.is_taken else {})}

    @property
    def new(self) -> dict[str, Any]:
        """The new weights, whether they were taken or not."""
        return {**self.old, **self.fit.weights}

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data, for JSON; its `weights` are those to play with."""
        fit = self.fit
        return {
            "game": self.game,
            "seed": self.seed,
            "taken": self.is_taken,
            "weights": self.weights,
            "old": dict(self.old),
            "new": self.new,
            "games": self.games,
            "positions": fit.positions,
            "held_out": fit.held_out,
            "scale": round(fit.scale, 4),
            "loss_before": round(fit.before, 6),
            "loss_after": round(fit.after, 6),
            "standard_errors": round(fit.certain_by, 2),
            "control": self.control,
            "match": None if self.match is None else self.match.to_dict(),
            "failures": list(self.failures),
            "time_s": round(self.time_s, 3),
        }
