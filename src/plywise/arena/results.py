"""The parts of a match's result: standings, meetings, failures."""

from dataclasses import dataclass
from typing import Any

from plywise.arena.elo import Estimate
from plywise.arena.scores import Scores, Tally


@dataclass(frozen=True)
class Standing:
    """A player's results, all games together.

    elo: against the other player, in a match of two; in others the rating, of which the mean over all players is 0.
        None if infinite, because every game was won or lost. elo_error: half the width of the 95 % interval; None if
        unbounded.
    """

    name: str
    tally: Tally
    elo: float | None
    elo_error: float | None

    @property
    def games(self) -> int:
        """The number of games."""
        return self.tally.games

    @property
    def wins(self) -> int:
        """The number of wins."""
        return self.tally.wins

    @property
    def draws(self) -> int:
        """The number of draws."""
        return self.tally.draws

    @property
    def losses(self) -> int:
        """The number of losses."""
        return self.tally.losses

    @property
    def score(self) -> float | None:
        """The average points of a game, from 0 to 1; None before the first."""
        return self.tally.points / self.games if self.games else None

    def to_dict(self) -> dict[str, Any]:
        """Return the standing as plain data."""
        return {
            "name": self.name,
            "wins": self.wins,
            "draws": self.draws,
            "losses": self.losses,
            "score": self.score,
            "elo": rounded(self.elo),
            "elo_error": rounded(self.elo_error),
        }


@dataclass(frozen=True)
class Meeting:
    """Two players' games with each other, from the first one's view."""

    first: str
    second: str
    tally: Tally
    scores: Scores
    estimate: Estimate | None

    def to_dict(self) -> dict[str, Any]:
        """Return the meeting as plain data."""
        found: dict[str, Any] = {"first": self.first, "second": self.second}
        found |= dict(zip(("wins", "draws", "losses"), self.tally, strict=True))
        found["pentanomial"] = list(self.scores.counts)
        if self.estimate is not None:
            each = self.estimate
            found |= {"elo": rounded(each.elo), "elo_low": rounded(each.low), "elo_high": rounded(each.high)}
            found |= {"superiority": round(each.superiority, 4)}
            found |= {"normalized_elo": rounded(each.normalized)}
            found |= {"normalized_elo_error": rounded(each.normalized_error)}
        return found


@dataclass(frozen=True)
class Failure:
    """A game lost by something other than the moves on the board, or a pair of games that could not be played.

    game: its number in the match. player: who failed; "" for the rules. kind: one of `record.ENDINGS`.
    """

    game: int
    player: str
    kind: str
    detail: str

    def to_dict(self) -> dict[str, Any]:
        """Return the failure as plain data."""
        return {"game": self.game, "player": self.player, "kind": self.kind, "detail": self.detail}


def rounded(number: float | None) -> float | None:
    """Return an Elo number rounded for plain data."""
    return None if number is None else round(number, 2) + 0.0  # no -0.0
