"""The sequential probability ratio test, which decides from the games when to stop."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from math import isfinite, log, sqrt
from numbers import Real

from plywise.arena.elo import DEVIATION_SCALE, score_of
from plywise.arena.likelihood import most_likely_with_mean, most_likely_with_ratio
from plywise.arena.scores import Scores
from plywise.errors import InputError

LOGISTIC, NORMALIZED = "logistic", "normalized"
MODELS = (LOGISTIC, NORMALIZED)
"""Units of the bounds: Elo, or normalized Elo."""

H0, H1 = "H0", "H1"

MAX_LOGISTIC, MAX_NORMALIZED = 6_000, 1_000_000
"""The widest bounds: beyond them the expected score is 0 or 1 in floating point, or a deviation is 0."""

UNSEEN = 1e-3
"""Replaces a count of zero, so that a score that has not occurred is not considered impossible."""


@dataclass(frozen=True)
class Sprt:
    """A test of H1, that the first player is stronger by elo1, against H0, that the difference is elo0 (or less).

    alpha: the probability of the verdict H1 if H0 is true. beta: of H0 if H1 is true.
    model: "logistic": the bounds are differences in Elo; "normalized": in normalized Elo, of which 800 / ln 10 = 347 is
        one standard deviation of a game's score. There is no greatest: a player who always scores the same has none.

    The log-likelihood ratio is the generalized one: that of the most likely distributions of scores under either
    hypothesis (Van den Bergh, "A Practical Introduction to the GSPRT", "Comments on Normalized Elo"), with Wald's
    bounds. fastchess and Fishtest compute the same.

    Raises InputError if the hypotheses or the error probabilities are impossible.

    >>> test = Sprt(0, 5)
    >>> round(test.ratio(Scores((10, 60, 200, 80, 20))), 2), test.verdict(Scores((10, 60, 200, 80, 20)))
    (1.43, None)
    """

    elo0: float
    elo1: float
    alpha: float = 0.05
    beta: float = 0.05
    model: str = LOGISTIC

    def __post_init__(self) -> None:
        for name in ("elo0", "elo1", "alpha", "beta"):
            if not isinstance(getattr(self, name), Real):
                raise InputError(f"SPRT {name}={getattr(self, name)!r} is not a number")
        if not (isfinite(self.elo0) and isfinite(self.elo1) and self.elo0 < self.elo1):
            raise InputError(f"SPRT bounds {self.elo0:g},{self.elo1:g}: two numbers of Elo, the lower one first")
        for name, chance in (("alpha", self.alpha), ("beta", self.beta)):
            if not 0 < chance < 0.5:
                raise InputError(f"SPRT {name}={chance:g} is not an error probability: it lies between 0 and 0.5")
        if self.model not in MODELS:
            raise InputError(f"no SPRT model {self.model!r}; there are {' and '.join(MODELS)}")
        most = MAX_NORMALIZED if self.model == NORMALIZED else MAX_LOGISTIC
        if max(abs(self.elo0), abs(self.elo1)) > most:
            raise InputError(f"SPRT bounds {self.elo0:g},{self.elo1:g} are beyond all differences in strength")

    @property
    def lower(self) -> float:
        """The log-likelihood ratio at which H0 is accepted."""
        return log(self.beta / (1 - self.alpha))

    @property
    def upper(self) -> float:
        """The log-likelihood ratio at which H1 is accepted."""
        return log((1 - self.beta) / self.alpha)

    def ratio(self, scores: Scores) -> float:
        """Return the log-likelihood ratio, H1 to H0, of the scores; 0 before the first."""
        if not scores.total:
            return 0.0
        counts = [count or UNSEEN for count in scores.counts]
        chances0, chances1 = (self._most_likely(counts, scores, elo) for elo in (self.elo0, self.elo1))
        return sum(
            count * log(chance1 / chance0) for count, chance0, chance1 in zip(counts, chances0, chances1, strict=True)
        )

    def _most_likely(self, counts: Sequence[float], scores: Scores, elo: float) -> list[float]:
        """Return the maximum-likelihood distribution among those with a difference in Elo."""
        if self.model == LOGISTIC:
            return most_likely_with_mean(counts, scores.levels, score_of(elo))
        return most_likely_with_ratio(counts, scores.levels, elo * sqrt(scores.games_each) / DEVIATION_SCALE)

    def verdict(self, scores: Scores) -> str | None:
        """Return "H0" or "H1" if the scores decide; None: more games are needed."""
        return self.decide(self.ratio(scores))

    def decide(self, ratio: float) -> str | None:
        """Return the verdict for a log-likelihood ratio."""
        if ratio >= self.upper:
            return H1
        return H0 if ratio <= self.lower else None


@dataclass
class RunningSprt:
    """A test that receives one pair after another, and stops at the first verdict.

    scores, ratio: of the pairs until then. verdict: "H0", "H1", or None while more pairs are needed.

    >>> running = RunningSprt(Sprt(0, 200))
    >>> for pair in range(100):
    ...     if running.feed(1, 0.5):
    ...         break
    >>> running.verdict, running.scores.counts
    ('H1', (0, 0, 0, 9, 0))
    """

    test: Sprt
    scores: Scores = field(default_factory=Scores)
    ratio: float = 0.0
    verdict: str | None = None

    def feed(self, first: float, second: float) -> str | None:
        """Count a pair of games, given as the scores of its two games, and return the verdict.

        After a verdict further pairs are ignored.
        """
        return self.verdict or self.feed_scores(Scores.of_pairs([(first, second)]))

    def feed_scores(self, scores: Scores) -> str | None:
        """Count several pairs at once, and test once."""
        if self.verdict is None:
            self.scores += scores
            self.ratio = self.test.ratio(self.scores)
            self.verdict = self.test.decide(self.ratio)
        return self.verdict
