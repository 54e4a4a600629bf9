"""Estimate the difference in strength of two players: Elo, its uncertainty, and the likelihood of superiority."""

from collections.abc import Callable
from dataclasses import dataclass
from math import erf, log, log10, sqrt, tanh

from plywise.arena.likelihood import loss_of_likelihood
from plywise.arena.scores import Scores

ELO_SCALE = 400
"""Elo difference for which the odds, points won to points lost, are ten to one."""

DEVIATION_SCALE = 800 / log(10)
"""Normalized Elo of a standard deviation, chosen to be about equal to Elo without draws."""

CERTAINTY = 1.959963984540054
"""Standard deviations on either side of the 95 % interval of a normal distribution."""

HALVINGS = 60


@dataclass(frozen=True)
class Estimate:
    """The estimated strength of the first player relative to the second. None: infinite.

    score: points of a game, from 0 to 1
    elo: the difference in strength for which this is the expected score; None if all games were lost, or all won
    low, high: the 95 % interval: the differences that the likelihood-ratio test does not reject. None: no bound,
        because nothing was won or nothing lost
    superiority: the likelihood that the first player is stronger
    normalized: normalized Elo (pentanomial): the excess of the score over 1/2 in standard deviations of a game's score,
        times 800 / ln 10. It determines the number of games needed to prove who is stronger, whatever the openings and
        the share of draws. None if all pairs scored the same
    normalized_error: half the width of its 95 % interval
    """

    score: float
    elo: float | None
    low: float | None
    high: float | None
    superiority: float
    normalized: float | None
    normalized_error: float | None

    @property
    def error(self) -> float | None:
        """Half the width of the 95 % interval of the Elo; None if it is unbounded."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def elo_of(score: float) -> float | None:
    """Return the difference in Elo for an expected score; None for 0 and 1.

    >>> elo_of(0.75), elo_of(1)
    (190.84850188786498, None)
    """
    return ELO_SCALE * log10(score / (1 - score)) if 0 < score < 1 else None


def score_of(elo: float) -> float:
    """Return the expected score for a difference in Elo.

    >>> score_of(0), round(score_of(200), 4)
    (0.5, 0.7597)
    """
    return (1 + tanh(elo / DEVIATION_SCALE)) / 2  # 1 / (1 + 10^(-elo / 400)), without overflow


def estimate(scores: Scores) -> Estimate | None:
    """Estimate the first player's strength from scores; None before the first game.

    The interval and the likelihood of superiority come from the likelihood ratio of the counts (see
    `plywise.arena.likelihood`), not from a normal distribution of the score. With hundreds of pairs they are the same;
    with fewer, or scores near 0 or 1, the intervals still cover the true value about 95 times in 100 (from about 25
    pairs on), and stay within the possible range. They assume a number of games fixed in advance: after a sequential
    test the Elo is somewhat exaggerated.
    """
    if not scores.total:
        return None
    low, high = score_interval(scores)
    normalized, error = normalized_elo(scores)
    return Estimate(scores.mean, elo_of(scores.mean), elo_of(low), elo_of(high), superiority(scores), normalized, error)


def score_interval(scores: Scores) -> tuple[float, float]:
    """Return the smallest and largest expected score that a test at 5 % does not reject, possibly 0 or 1."""
    greatest = CERTAINTY**2 / 2

    def plausible(score: float) -> bool:
        return loss_of_likelihood(scores.counts, scores.levels, score) <= greatest

    low = 0.0 if scores.mean == 0 else find_border(plausible, scores.mean, 0.0)
    high = 1.0 if scores.mean == 1 else find_border(plausible, scores.mean, 1.0)
    return low, high


def find_border(plausible: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return the boundary of the plausible numbers between one inside and one outside."""
    for _ in range(HALVINGS):
        middle = (inside + outside) / 2
        if middle in (inside, outside):
            break
        if plausible(middle):
            inside = middle
        else:
            outside = middle
    return inside


def superiority(scores: Scores) -> float:
    """Return the likelihood that the first player is stronger, 1/2 without evidence."""
    distance = sqrt(2 * max(loss_of_likelihood(scores.counts, scores.levels, 0.5), 0.0))
    return normal_below(distance if scores.mean > 0.5 else -distance)


def normal_below(deviations: float) -> float:
    """Return the probability that a normal variable is at most `deviations` standard deviations above its mean."""
    return (1 + erf(deviations / sqrt(2))) / 2


def normalized_elo(scores: Scores) -> tuple[float | None, float | None]:
    """Return the normalized Elo and half the width of its 95 % interval; None and None if all pairs scored the same.

    By the definition of Van den Bergh ("Normalized Elo", 2020), the variance of a game is twice that of the average of
    a pair's two games.
    """
    if scores.variance == 0:
        return None, None
    deviation = sqrt(scores.games_each * scores.variance)
    error = CERTAINTY / sqrt(scores.games_each * scores.total)
    return DEVIATION_SCALE * (scores.mean - 0.5) / deviation, DEVIATION_SCALE * error
