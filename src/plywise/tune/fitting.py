"""The regression: weights under which the outcomes of the games are the most likely, as the evaluation sees them.

A position worth v to MAX is taken to be won with the probability 1 / (1 + exp(-v / s)), a draw for half a win. The
scale s is found first, with the old weights, and kept, so that the new ones are in the same units: they may be whole
numbers, and others that are not tuned stand beside them. Then the weights, by maximum likelihood, with a prior: each
is thought to be within a part of its range from what it was. How small a part is tried out, as many weights learn from
few games what is only chance: some of the games are kept back, and the prior under which the others tell most of them
is taken. So it is found how much to trust the outcomes: of a long game with mistakes the outcome says little of a
position in it, and what a search some moves later thought says more (temporal differences: Richard Sutton, "Learning
to Predict by the Methods of Temporal Differences", 1988). Other games, held out of all that, tell by their outcomes
whether the new weights know more.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from plywise.errors import InputError
from plywise.process.extras import require
from plywise.tune.flat import Item, to_numbers, to_weights
from plywise.tune.practice import Practice

if TYPE_CHECKING:
    import numpy as np

HELD_OUT = 5
"""One game in this many is held out."""

PRIORS = (1 / 4, 1 / 8, 1 / 16, 1 / 32, 1 / 64)
"""The prior's standard deviation, as a part of a weight's range, from weak to strong: those that are tried."""

SHARES = (0.0, 1 / 2)
"""How much of what a position is to be worth comes from a search later in the game, and not from the outcome: those
that are tried."""

SCALES = 200
"""Scales that are tried, each a few percent larger than the one before."""

MAX_SCALE = 4
"""The greatest scale that is kept, in mean values of a position. Old weights that know nothing, or the opposite of what
is right, fit best with an endless one, in which no weight could be large enough."""


@dataclass(frozen=True)
class Fit:
    """What a regression found.

    weights: by name, in their ranges. scale: the value at which the odds are e to one.
    positions, held_out: from which it was found, and by which it was judged.
    before, after: the mean loss on those held out, the negative logarithm of the likelihood of an outcome; log 2,
        0.693, where nothing is known. certain_by: how many standard errors (over games) the loss became smaller.
    """

    weights: dict[str, Any]
    scale: float
    positions: int
    held_out: int
    before: float
    after: float
    certain_by: float


def fit(items: Sequence[Item], games: Sequence[Practice]) -> Fit:
    """Return the weights that the games speak for. Raises InputError where they say nothing, or scipy is missing."""
    known = _Positions(items, [each for number, each in enumerate(games) if number % HELD_OUT])
    judged = _Positions(items, [each for number, each in enumerate(games) if number % HELD_OUT == 0])
    if not known.count and not judged.count:
        raise InputError("the weights change no value in these games, except where a search reaches the end")
    if not known.count or not judged.count:
        raise InputError("too few games to tune the weights: play more")
    if known.is_one_sided:
        raise InputError(
            "all games had the same result, so the weights cannot be fitted: play more, or with fewer nodes"
        )
    best = known.find_scale()
    scale = min(best, MAX_SCALE * known.typical)
    weights = to_weights(items, known.find_weights(scale, find_trust(items, games, scale)))
    before, after = judged.losses(best, judged.now), judged.losses(scale, to_numbers(items, weights))
    return Fit(
        weights, scale, known.count, judged.count, float(before.mean()), float(after.mean()),
        judged.deviations(before - after),
    )  # fmt: skip


@dataclass(frozen=True)
class Trust:
    """What a fit goes by besides the outcomes: the prior, and the share of what searches later thought."""

    prior: float
    share: float


def find_trust(items: Sequence[Item], games: Sequence[Practice], scale: float) -> Trust:
    """Return the trust with which some of the games that are not held out tell most of the others; the least at first.

    The least trust in the weights, and in outcomes alone, where they are too few to tell.
    """
    learnt = _Positions(items, [each for number, each in enumerate(games) if number % HELD_OUT > 1])
    others = _Positions(items, [each for number, each in enumerate(games) if number % HELD_OUT == 1])
    best, least = Trust(PRIORS[0], SHARES[0]), inf
    for share in SHARES if learnt.count and others.count else ():
        before = inf
        for prior in PRIORS:
            loss = float(others.losses(scale, learnt.find_weights(scale, Trust(prior, share))).mean())
            if loss < least:
                best, least = Trust(prior, share), loss
            if loss >= before:
                break
            before = loss
    return best


class _Positions:
    """Positions of games, as arrays: a row of slopes each, most of which are zero."""

    def __init__(self, items: Sequence[Item], games: Sequence[Practice]) -> None:
        import numpy as np

        self.items = items
        self.now = np.array([float(each.value) for each in items])
        self.game_of = np.array([number for number, each in enumerate(games) for _ in each.samples], dtype=int)
        self.scores = np.array([each.score for each in games for _ in each.samples])
        samples = [sample for each in games for sample in each.samples]
        self.count = len(samples)
        self.values = np.array([each.value for each in samples])
        self.later = np.array([np.nan if each.later is None else each.later for each in samples], dtype=float)
        self.slopes = _load_sparse()(
            (
                np.concatenate([np.zeros(0), *(each.slopes for each in samples)]),
                np.concatenate([np.zeros(0, dtype=int), *(each.places for each in samples)]),
                np.cumsum([0, *(len(each.places) for each in samples)]),
            ),
            shape=(len(samples), len(items)),
        )

    @property
    def is_one_sided(self) -> bool:
        """Whether all games ended alike."""
        return bool((self.scores == self.scores[0]).all())

    @property
    def typical(self) -> float:
        """How far from zero the positions are worth on average."""
        return float(abs(self.values).mean()) or 1.0

    def losses(self, scale: float, numbers: Any) -> "np.ndarray":
        """Return how unlikely the outcome is with other weights, position by position."""
        import numpy as np

        logits = (self.values + self.slopes @ (np.asarray(numbers) - self.now)) / scale
        return np.asarray(np.logaddexp(0, logits) - self.scores * logits)

    def find_scale(self) -> float:
        """Return the scale that fits the present weights best."""
        import numpy as np

        scales = self.typical * np.geomspace(1 / 30, 100, SCALES)
        return float(min(scales, key=lambda scale: self.losses(scale, self.now).mean()))

    def targets(self, scale: float, share: float) -> "np.ndarray":
        """Return what each position is to be worth, from 0 to 1: its outcome, and a share of what was thought later."""
        import numpy as np

        known = ~np.isnan(self.later)
        later = 0.5 * (1 + np.tanh(np.where(known, self.later, 0) / scale / 2))
        return np.where(known, (1 - share) * self.scores + share * later, self.scores)

    def find_weights(self, scale: float, trust: Trust) -> list[float]:
        """Return the numbers that make the outcomes the most likely, within their ranges, with a given scale."""
        import numpy as np

        minimize = _load_minimizer()
        spans = np.array([trust.prior * (each.high - each.low) for each in self.items])

        targets = self.targets(scale, trust.share)

        def loss(moves: Any) -> tuple[float, Any]:  # in spans from the present weights
            logits = (self.values + self.slopes @ (moves * spans)) / scale
            errors = 0.5 * (1 + np.tanh(logits / 2)) - targets
            total = float((np.logaddexp(0, logits) - targets * logits).sum() + moves @ moves / 2)
            return total, (self.slopes.T @ errors) * spans / scale + moves

        ranges = [
            ((each.low - each.value) / span, (each.high - each.value) / span)
            for each, span in zip(self.items, spans, strict=True)
        ]
        found = minimize(
            loss, np.zeros(len(spans)), jac=True, method="L-BFGS-B", bounds=ranges, options={"maxiter": 5000}
        )
        return [float(number) for number in self.now + found.x * spans]

    def deviations(self, gains: "np.ndarray") -> float:
        """Return the mean of a number in standard errors, where the positions of a game depend on one another."""
        import numpy as np

        if len(set(self.game_of)) < 2:  # of one game, nothing but rounding would be left
            return 0.0
        sums = np.bincount(self.game_of, weights=gains - gains.mean())
        error = float(np.sqrt((sums**2).sum())) / len(gains)
        return float(gains.mean()) / error if error else 0.0


def _load_sparse() -> Any:
    require_scipy()
    from scipy.sparse import csr_array

    return csr_array


def _load_minimizer() -> Any:
    require_scipy()
    from scipy.optimize import minimize

    return minimize


def require_scipy() -> None:
    """Raise InputError where SciPy is missing."""
    require("scipy", "tuning needs")
