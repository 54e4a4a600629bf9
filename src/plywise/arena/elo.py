"""What a match says of two players' strength: a difference in Elo, how uncertain it is, and who is stronger."""

from collections.abc import Callable
from dataclasses import dataclass
from math import erf, log, log10, sqrt, tanh

from plywise.arena.likelihood import loss_of_likelihood
from plywise.arena.scores import Scores

ELO_SCALE = 400
"""Points of Elo by which the odds, points won to points lost, grow tenfold."""

DEVIATION_SCALE = 800 / log(10)
"""Points of normalized Elo for a standard deviation: such that it is about Elo where nothing is drawn."""

CERTAINTY = 1.959963984540054
"""Standard deviations on either side that hold 95 % of a normal distribution."""

HALVINGS = 60


@dataclass(frozen=True)
class Estimate:
    """How much stronger the first player is. None stands for what no number of Elo says.

    score: points of a game, from 0 to 1
    elo: the difference in strength that makes this score the expected one; None if all games were lost, or all won
    low, high: the 95 % interval: those differences that the likelihood-ratio test does not reject. None: no bound, as
        nothing was won or nothing lost
    superiority: the likelihood that the first player is the stronger
    normalized: normalized Elo (pentanomial): how many standard deviations of a game's score it is above 1/2, times
        800 / ln 10. It tells how many games it takes to prove who is stronger, whatever the openings and the share of
        draws. None if all pairs scored the same
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
        """Half the width of the 95 % interval of the Elo; None where it has no bound."""
        return None if self.low is None or self.high is None else (self.high - self.low) / 2


def elo_of(score: float) -> float | None:
    """Return the difference in Elo that makes a score the expected one; None for 0 and 1.

    >>> elo_of(0.75), elo_of(1)
    (190.84850188786498, None)
    """
    return ELO_SCALE * log10(score / (1 - score)) if 0 < score < 1 else None


def score_of(elo: float) -> float:
    """Return the score expected of a player who is so much stronger.

    >>> score_of(0), round(score_of(200), 4)
    (0.5, 0.7597)
    """
    return (1 + tanh(elo / DEVIATION_SCALE)) / 2  # 1 / (1 + 10^(-elo / 400)), without overflow


def estimate(scores: Scores) -> Estimate | None:
    """Return what the scores say of the first player's strength; None before the first game.

    The interval and the likelihood of superiority come from the likelihood ratio of the counts (see
    `plywise.arena.likelihood`), not from a normal distribution of the score. With hundreds of pairs they are the same;
    with fewer, or scores near 0 or 1, the intervals still hold the truth about 95 times in 100 (from some 25 pairs on),
    and never leave what is possible. They are for a number of games that was fixed beforehand: where a sequential test
    ended the match, the Elo is somewhat exaggerated.
    """
    if not scores.total:
        return None
    low, high = score_interval(scores)
    normalized, error = normalized_elo(scores)
    return Estimate(scores.mean, elo_of(scores.mean), elo_of(low), elo_of(high), superiority(scores), normalized, error)


def score_interval(scores: Scores) -> tuple[float, float]:
    """Return the least and the greatest expected score that a test at 5 % does not reject (0 and 1 included)."""
    greatest = CERTAINTY**2 / 2

    def plausible(score: float) -> bool:
        return loss_of_likelihood(scores.counts, scores.levels, score) <= greatest

    low = 0.0 if scores.mean == 0 else find_border(plausible, scores.mean, 0.0)
    high = 1.0 if scores.mean == 1 else find_border(plausible, scores.mean, 1.0)
    return low, high


def find_border(plausible: Callable[[float], bool], inside: float, outside: float) -> float:
    """Return where the plausible numbers end, on the way from one inside to one outside."""
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
    """Return the likelihood that the first player is the stronger, 1/2 if nothing speaks for either."""
    distance = sqrt(2 * max(loss_of_likelihood(scores.counts, scores.levels, 0.5), 0.0))
    return normal_below(distance if scores.mean > 0.5 else -distance)


def normal_below(deviations: float) -> float:
    """Return the probability that a normal variable is at most `deviations` standard deviations above its mean."""
    return (1 + erf(deviations / sqrt(2))) / 2


def normalized_elo(scores: Scores) -> tuple[float | None, float | None]:
    """Return the normalized Elo and half the width of its 95 % interval; None and None if all pairs scored the same.

    As Van den Bergh defines it ("Normalized Elo", 2020): of a pair's points the variance of a game is twice that of the
    average of the pair's two games.
    """
    if scores.variance == 0:
        return None, None
    deviation = sqrt(scores.games_each * scores.variance)
    error = CERTAINTY / sqrt(scores.games_each * scores.total)
    return DEVIATION_SCALE * (scores.mean - 0.5) / deviation, DEVIATION_SCALE * error
