"""Maximum-likelihood ratings of many players from their games with one another."""

from collections import Counter
from collections.abc import Callable, Iterable
from dataclasses import dataclass
from functools import cached_property
from math import log, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

from plywise.arena.elo import CERTAINTY, ELO_SCALE, normal_below
from plywise.arena.separation import find_pools, is_separated
from plywise.errors import InputError
from plywise.process.extras import require

if TYPE_CHECKING:
    import numpy as np

ELO_OF_LOGIT = ELO_SCALE / log(10)
"""Elo points for a unit of log-odds."""

PRIOR_GAMES = 0.5
"""Drawn games of each player against an average one, assumed only if the games alone give no finite ratings: a player
who won 100 of 100 games against average players is then rated 921."""


class Pair(NamedTuple):
    """Games of two players that depend on each other: from the same opening, or a single one.

    first moves first in the first game, and scores `score` in it (1, 1/2 or 0); in the second, if there is one, second
    moves first, and first scores `swapped`.
    """

    first: str
    second: str
    score: float
    swapped: float | None = None


@dataclass(frozen=True)
class Rating:
    """A player's strength.

    rating: in Elo; the mean of a pool is 0. error: half the width of its 95 % interval.
    games, points: played and scored.
    pool: number of the pool, from 0; ratings of different pools cannot be compared.
    superiority: the likelihood that the player is stronger than the next one in the order; None for a pool's last.
    """

    name: str
    rating: float
    error: float
    games: int
    points: float
    pool: int
    superiority: float | None


@dataclass(frozen=True)
class Ratings:
    """The players ordered by rating, best first, pool by pool.

    first_move: the advantage of the first move in Elo, and first_move_error: half the width of its 95 % interval; both
        None if it was not estimated.
    notes: on the interpretation of the ratings, a line each.
    """

    players: tuple[Rating, ...]
    first_move: float | None = None
    first_move_error: float | None = None
    notes: tuple[str, ...] = ()


def rate(pairs: Iterable[Pair], *, first_move: bool = True) -> Ratings:
    """Return the ratings that maximize the likelihood of the results.

    first_move: also estimate the advantage of the first move, instead of assuming none.

    The model is that of Bradley and Terry (1952): a game's expected score is 1 / (1 + 10^(-d / 400)), where d is the
    difference of the ratings, plus the advantage of the first move. A draw counts as half a win and half a loss. The
    errors are the robust ones of misspecified models (Huber 1967; White 1982): curvature and the observed scatter of
    the pairs, because draws and pairs scatter less than the model expects. With a prior, they use the curvature only.

    Raises InputError without games, if a player plays themselves, or if scipy is missing.
    """
    counted = Counter(pairs)
    if not counted:
        raise InputError("no games to rate players by")
    for pair in counted:
        if pair.first == pair.second:
            raise InputError(f"{pair.first} cannot play against themselves in ratings")
    return _Fit(counted, first_move).ratings()


class _Fit:
    """The estimate of strengths, in logits, from counted pairs.

    names: of the players. designs, scores, weights: for each kind of game, the coefficients of the strengths, the first
    player's score, and its count. pair_of: the kind of pair that it belongs to.
    """

    def __init__(self, counted: Counter[Pair], first_move: bool) -> None:
        import numpy as np

        self.minimize = load_minimizer()
        self.names = sorted({name for pair in counted for name in (pair.first, pair.second)})
        self.first_move = first_move
        self.counted = counted
        at = {name: place for place, name in enumerate(self.names)}
        designs, scores, weights, pair_of = [], [], [], []
        for number, (pair, count) in enumerate(counted.items()):
            for score, moves_first in ((pair.score, 1), (pair.swapped, -1)):
                if score is not None:
                    designs.append(self._design(at[pair.first], at[pair.second], moves_first))
                    scores.append(score)
                    weights.append(count)
                    pair_of.append(number)
        self.designs, self.scores = np.array(designs), np.array(scores)
        self.weights, self.pair_of = np.array(weights, dtype=float), np.array(pair_of)
        self.pools = find_pools(self.designs[:, : len(self.names)])
        self.prior = PRIOR_GAMES if is_separated(self.designs, self.scores) else 0.0

    def _design(self, first: int, second: int, moves_first: int) -> list[float]:
        design = [0.0] * (len(self.names) + self.first_move)
        design[first], design[second] = 1.0, -1.0
        if self.first_move:
            design[-1] = float(moves_first)
        return design

    @cached_property
    def strengths(self) -> "np.ndarray":
        """The most likely strengths; each pool's have the mean 0."""
        import numpy as np

        found = self.minimize(self._loss, np.zeros(self.designs.shape[1]), jac=True, hess=self._curvature)
        return np.asarray(self._centring @ found)

    def _loss(self, strengths: "np.ndarray") -> tuple[float, Any]:
        """Return the negative log-likelihood and its gradient."""
        import numpy as np

        logits = self.designs @ strengths
        loss = self.weights @ (np.logaddexp(0, logits) - self.scores * logits)
        slope = self.designs.T @ (self.weights * (_expected(logits) - self.scores))
        loss += self.prior * np.sum(np.logaddexp(0, strengths) - strengths / 2)
        return float(loss), slope + self.prior * (_expected(strengths) - 0.5)

    def _curvature(self, strengths: "np.ndarray") -> Any:
        """Return the second derivatives of the loss."""
        import numpy as np

        expected, own = _expected(self.designs @ strengths), _expected(strengths)
        curvature = (self.designs.T * (self.weights * expected * (1 - expected))) @ self.designs
        return curvature + self.prior * np.diag(own * (1 - own))

    @cached_property
    def covariance(self) -> "np.ndarray":
        """The covariance of the strengths' errors."""
        import numpy as np

        inverse = np.linalg.pinv(self._curvature(self.strengths), hermitian=True, rcond=1e-12)
        if not self.prior:
            inverse = inverse @ self._scatter() @ inverse
        return np.asarray(self._centring @ inverse @ self._centring.T)

    def _scatter(self) -> "np.ndarray":
        """Return the sum over pairs of the outer products of their gradients.

        For each strength a pair with the model's scatter is added, because identical pairs, as of deterministic
        players, do not make a rating certain.
        """
        import numpy as np

        residuals = self.scores - _expected(self.designs @ self.strengths)
        slopes = np.zeros((len(self.counted), self.designs.shape[1]))
        np.add.at(slopes, self.pair_of, self.designs * residuals[:, None])
        counts = np.array(list(self.counted.values()), dtype=float)
        pairs, free = counts.sum(), self.designs.shape[1] - len(set(self.pools))
        scatter = (slopes.T * counts) @ slopes * pairs / max(pairs - free, 1)
        return np.asarray(scatter + self._curvature(self.strengths) * free / pairs)

    @cached_property
    def _centring(self) -> "np.ndarray":
        """The matrix that subtracts each pool's mean from its strengths."""
        import numpy as np

        centring = np.eye(self.designs.shape[1])
        for pool in set(self.pools):
            members = [place for place, its in enumerate(self.pools) if its == pool]
            centring[np.ix_(members, members)] -= 1 / len(members)
        return centring

    def ratings(self) -> Ratings:
        """Return the ratings in Elo, in order."""
        order = sorted(range(len(self.names)), key=lambda at: (self.pools[at], -self.strengths[at], self.names[at]))
        nexts: list[int | None] = [*order[1:], None]
        players = tuple(self._rating(at, below) for at, below in zip(order, nexts, strict=True))
        worth = float(self.strengths[-1]) * ELO_OF_LOGIT if self.first_move else None
        error = self._error(len(self.names)) if self.first_move else None
        return Ratings(players, worth, error, tuple(self._notes()))

    def _rating(self, at: int, below: int | None) -> Rating:
        """Return a player's rating. below: the next player in the order."""
        name, games, points = self.names[at], 0, 0.0
        for pair, count in self.counted.items():
            if name in (pair.first, pair.second):
                scores = [score for score in (pair.score, pair.swapped) if score is not None]
                games += count * len(scores)
                points += count * sum(score if name == pair.first else 1 - score for score in scores)
        rating = float(self.strengths[at]) * ELO_OF_LOGIT
        return Rating(name, rating, self._error(at), games, points, self.pools[at], self._superiority(at, below))

    def _error(self, at: int) -> float:
        return CERTAINTY * ELO_OF_LOGIT * sqrt(max(float(self.covariance[at, at]), 0.0))

    def _superiority(self, at: int, below: int | None) -> float | None:
        """Return the likelihood that a player is stronger than another of the same pool."""
        if below is None or self.pools[at] != self.pools[below]:
            return None
        covariance = self.covariance
        variance = float(covariance[at, at] + covariance[below, below] - 2 * covariance[at, below])
        lead = float(self.strengths[at] - self.strengths[below])
        return normal_below(lead / sqrt(variance)) if variance > 0 else 0.5 if lead == 0 else 1.0

    def _notes(self) -> Iterable[str]:
        """Yield notes on the interpretation of the ratings."""
        count = len(set(self.pools))
        if count > 1:
            yield f"{count} pools of players never met: ratings can be compared within a pool only"
        if self.prior:
            yield (
                "the games alone give no finite ratings, as some players won all or lost all against others: "
                f"for each, {PRIOR_GAMES:g} drawn games against an average player are assumed"
            )


def _expected(logits: "np.ndarray") -> Any:
    """Return the expected scores at differences in strength."""
    import numpy as np

    return 0.5 * (1 + np.tanh(logits / 2))


def load_minimizer() -> Callable[..., Any]:
    """Return a function that minimizes a convex function of several variables, given its gradient and Hessian."""
    require("scipy", "ratings need")
    from scipy.optimize import minimize

    def run(loss: Any, start: Any, **derivatives: Any) -> Any:
        return minimize(loss, start, method="trust-exact", options={"gtol": 1e-8, "maxiter": 1000}, **derivatives).x

    return run
