"""The table of a running match: add pairs of games, compute standings."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field

from plywise.arena.elo import estimate
from plywise.arena.ratings import Pair as RatedPair
from plywise.arena.ratings import Ratings, rate
from plywise.arena.results import Failure, Meeting, Standing
from plywise.arena.scores import DRAW, LOSS, WIN, Scores, Tally
from plywise.arena.sprt import RunningSprt
from plywise.play.record import GameRecord

BLAMED = ("crash", "no answer", "garbage", "illegal move", "error", "time")
"""The endings that are a player's failure."""

SCORES = {"MAX": WIN, "draw": DRAW, "MIN": LOSS}


@dataclass
class ScoreTable:
    """The results of the games so far.

    names: of the players. test: a sequential test of the first two, updated pair by pair.
    """

    names: Sequence[str]
    test: RunningSprt | None = None
    records: list[GameRecord] = field(default_factory=list)
    failures: list[Failure] = field(default_factory=list)
    _tallies: dict[tuple[int, int], Tally] = field(default_factory=dict)
    _scores: dict[tuple[int, int], Scores] = field(default_factory=dict)
    _rated: list[RatedPair] = field(default_factory=list)

    @property
    def pairs(self) -> int:
        """The number of pairs counted."""
        return len(self._rated)

    def add(self, first: int, second: int, games: tuple[GameRecord, GameRecord]) -> None:
        """Count a pair of games: in the first of them, the first player is MAX."""
        scores = SCORES[games[0].winner or "draw"], 1 - SCORES[games[1].winner or "draw"]
        at = first, second
        tally = self._tallies.get(at, Tally())
        self._tallies[at] = tally.with_game(scores[0]).with_game(scores[1])
        self._scores[at] = self._scores.get(at, Scores()) + Scores.of_pairs([scores])
        self._rated.append(RatedPair(self.names[first], self.names[second], *scores))
        for game in games:
            self.records.append(game)
            if game.ended_by in BLAMED:
                self.failures.append(_failure_of(game, len(self.records)))
        if self.test is not None:
            self.test.feed(*scores)

    def add_failure(self, pair: int, reason: str) -> None:
        """Record a pair that could not be played; it does not count."""
        self.failures.append(Failure(2 * pair - 1, "", "error", reason))

    def meetings(self) -> list[Meeting]:
        """Return the results of each pairing."""
        return [
            Meeting(self.names[first], self.names[second], tally, self._scores[first, second],
                    estimate(self._scores[first, second]))
            for (first, second), tally in self._tallies.items()
        ]  # fmt: skip

    def tally_of(self, player: int) -> Tally:
        """Return a player's results, all games together."""
        total = Tally()
        for (first, second), tally in self._tallies.items():
            if player in (first, second):
                total = total.merged(tally if player == first else tally.turned())
        return total

    def standings(self) -> tuple[list[Standing], Ratings | None]:
        """Return the players' standings in the order of their names, and the ratings for more than two."""
        if len(self.names) == 2:
            return self._standings_of_two(), None
        ratings = rate(self._rated) if self._rated else None
        rated = {each.name: each for each in ratings.players} if ratings else {}
        return [
            Standing(name, self.tally_of(place), rated[name].rating, rated[name].error)
            if name in rated
            else Standing(name, Tally(), None, None)
            for place, name in enumerate(self.names)
        ], ratings

    def _standings_of_two(self) -> list[Standing]:
        found = estimate(self._scores.get((0, 1), Scores()))
        elo, error = (found.elo, found.error) if found is not None else (None, None)
        turned = None if elo is None else 0.0 - elo
        tally = self.tally_of(0)
        return [Standing(self.names[0], tally, elo, error), Standing(self.names[1], tally.turned(), turned, error)]


def _failure_of(game: GameRecord, number: int) -> Failure:
    """Return the failure that decided a game."""
    loser = game.min if game.winner == "MAX" else game.max
    return Failure(int(game.more.get("game", number)), loser, game.ended_by, game.detail)


def records_of(answer: Sequence[Mapping]) -> tuple[GameRecord, GameRecord]:
    """Return the records of a pair of games from the answer of its job."""
    first, second = (GameRecord.from_dict(each) for each in answer)
    return first, second
