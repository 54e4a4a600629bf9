"""The result of a match: scores, relative strength with its uncertainty, and failures."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

from plywise.arena import report
from plywise.arena.results import Failure, Meeting, Standing, rounded
from plywise.arena.scores import Scores
from plywise.arena.sprt import Sprt
from plywise.play.record import GameRecord


@dataclass(frozen=True)
class MatchResult:
    """The result of a match.

    game: its name. players: in the given order. meetings: results of each pairing.
    records: of all games that count, in the order of the schedule.
    sprt: the test, if there was one; llr: its log-likelihood ratio; verdict: "H0", "H1", or None if undecided.
    first_move: the advantage of the first move in Elo, with its error; only in a match of more than two.
    stopped_by: "games" (all were played), "sprt" or "interrupt".
    notes: on the interpretation of the result, a line each.
    time_s: seconds taken, without those of earlier runs in the journal.
    """

    game: str
    players: Sequence[Standing]
    meetings: Sequence[Meeting]
    records: Sequence[GameRecord] = field(repr=False)
    seed: int
    failures: Sequence[Failure] = ()
    sprt: Sprt | None = None
    llr: float | None = None
    verdict: str | None = None
    first_move: tuple[float, float] | None = None
    stopped_by: str = "games"
    notes: Sequence[str] = ()
    time_s: float = field(default=0.0, compare=False)

    @property
    def games(self) -> int:
        """The number of games that count."""
        return len(self.records)

    @property
    def pentanomial(self) -> list[int]:
        """Pairs of games in which the first player scored 0, 1/2, 1, 3/2 and 2 points."""
        total = Scores()
        for meeting in self.meetings:
            if meeting.first == self.players[0].name:
                total += meeting.scores
        return list(total.counts)

    def __str__(self) -> str:
        """Return the result in plain text, as printed on the command line."""
        lines = [f"{self.game}: {self.games:,} game{'' if self.games == 1 else 's'}, seed {self.seed}", ""]
        lines += report.list_standings(self.players)
        if len(self.players) > 2:
            lines += ["", *report.cross_table([each.name for each in self.players], self.meetings)]
            if self.first_move is not None:
                lines += [
                    "",
                    f"moving first is worth {report.say_elo(self.first_move[0])} ± {self.first_move[1]:.0f} Elo",
                ]
        elif self.meetings:
            lines += ["", *report.describe_meeting(self.meetings[0])]
        if self.sprt is not None:
            lines.append(report.describe_test(self.sprt, self.llr or 0.0, self.verdict))
        lines += report.list_endings(self.records) + report.list_failures(self.failures)
        lines += [f"note: {each}" for each in self.notes]
        if self.stopped_by == "interrupt":
            lines.append("interrupted: these are the games played so far")
        return "\n".join(lines)

    def to_dict(self) -> dict[str, Any]:
        """Return the result as plain data for JSON, without the records."""
        found: dict[str, Any] = {
            "game": self.game,
            "games": self.games,
            "players": [each.to_dict() for each in self.players],
            "pentanomial": self.pentanomial,
            "meetings": [each.to_dict() for each in self.meetings],
        }
        if self.sprt is not None:
            found["sprt"] = _bounds_of(self.sprt)
        return found | {
            "llr": None if self.llr is None else round(self.llr, 4),
            "verdict": self.verdict,
            "first_move": None if self.first_move is None else [rounded(each) for each in self.first_move],
            "stopped_by": self.stopped_by,
            "failures": [each.to_dict() for each in self.failures],
            "notes": list(self.notes),
            "seed": self.seed,
            "time_s": round(self.time_s, 3),
        }


def _bounds_of(test: Sprt) -> Mapping[str, Any]:
    return {
        "elo0": test.elo0,
        "elo1": test.elo1,
        "alpha": test.alpha,
        "beta": test.beta,
        "model": test.model,
        "lower": round(test.lower, 4),
        "upper": round(test.upper, 4),
    }
