"""Counts of results of single games and of pairs of games with swapped colours."""

from collections.abc import Iterable
from dataclasses import dataclass
from typing import NamedTuple, Self

WIN, DRAW, LOSS = 1.0, 0.5, 0.0
"""Points of a game."""

OF_GAMES, OF_PAIRS = 3, 5
"""Numbers of different scores of single games and of pairs."""


class Tally(NamedTuple):
    """The games that a player won, drew and lost."""

    wins: int = 0
    draws: int = 0
    losses: int = 0

    @property
    def games(self) -> int:
        """The number of games."""
        return self.wins + self.draws + self.losses

    @property
    def points(self) -> float:
        """A point for each win and half a point for each draw."""
        return self.wins + self.draws / 2

    def with_game(self, score: float) -> "Tally":
        """Return the tally after one more game, which scored WIN, DRAW or LOSS."""
        return Tally(self.wins + (score == WIN), self.draws + (score == DRAW), self.losses + (score == LOSS))

    def merged(self, other: "Tally") -> "Tally":
        """Return the sum of both tallies."""
        return Tally(*(mine + others for mine, others in zip(self, other, strict=True)))

    def turned(self) -> "Tally":
        """Return the tally from the opponents' view."""
        return Tally(self.losses, self.draws, self.wins)


@dataclass(frozen=True)
class Scores:
    """The counts of each score, from the first player's view.

    counts: three of single games (lost, drawn, won), or five of pairs of games: those that scored 0, 1/2, 1, 3/2 and 2
        of 2 points. The games of a pair have the same opening with swapped colours and therefore depend on each other;
        different pairs do not. So five counts give the uncertainty of a score, and three counts of paired games would
        overestimate it.
    """

    counts: tuple[int, ...] = (0,) * OF_PAIRS

    def __post_init__(self) -> None:
        if len(self.counts) not in (OF_GAMES, OF_PAIRS) or min(self.counts) < 0:
            raise ValueError(f"{self.counts} are neither three counts of games nor five of pairs")

    @classmethod
    def of_pairs(cls, pairs: Iterable[tuple[float, float]]) -> Self:
        """Return the counts of pairs of games, each given as the scores of its two games."""
        counts = [0] * OF_PAIRS
        for first, second in pairs:
            counts[round(2 * (first + second))] += 1
        return cls(tuple(counts))

    @classmethod
    def of_games(cls, tally: Tally) -> Self:
        """Return the counts of games that are not paired."""
        return cls((tally.losses, tally.draws, tally.wins))

    def __add__(self, other: "Scores") -> "Scores":
        return Scores(tuple(mine + others for mine, others in zip(self.counts, other.counts, strict=True)))

    def turned(self) -> "Scores":
        """Return the counts from the second player's view."""
        return Scores(self.counts[::-1])

    @property
    def total(self) -> int:
        """The number of pairs, or of games that are not paired."""
        return sum(self.counts)

    @property
    def games_each(self) -> int:
        """The number of games of one item: 1, or 2 for pairs."""
        return 2 if len(self.counts) == OF_PAIRS else 1

    @property
    def mean(self) -> float:
        """The average points of a game, from 0 to 1. There must be at least one game."""
        return sum(count * score for count, score in zip(self.counts, self.levels, strict=True)) / self.total

    @property
    def variance(self) -> float:
        """The variance of the points of a game, averaged over its pair."""
        mean = self.mean
        return sum(count * (score - mean) ** 2 for count, score in zip(self.counts, self.levels, strict=True)) / (
            self.total
        )

    @property
    def levels(self) -> tuple[float, ...]:
        """The points of a game, averaged over its pair, for each count."""
        most = len(self.counts) - 1
        return tuple(level / most for level in range(most + 1))
