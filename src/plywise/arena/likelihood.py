"""The most likely distribution of scores with a given property: what tests and intervals are made of.

Scores come up with unknown probabilities p_i. Of all distributions whose scores a_i have the mean s, that under which
counts n_i are the most likely is p_i = n_i / (N (1 + x (a_i - s))), where x solves

    sum n_i (a_i - s) / (1 + x (a_i - s)) = 0

(Owen, "Empirical Likelihood Ratio Confidence Intervals", 1988; Van den Bergh, "Comments on Normalized Elo", proposition
1.1). The sum falls in x: its zero is bracketed, and found by Newton's method, or by halving where that leaves the
bracket.
"""

from collections.abc import Sequence
from math import inf, log1p

CLOSE = 1e-13
"""How exactly a multiplier is found, as a part of the range in which it lies."""

MIXTURES = 500
"""How many approximations to a distribution with a given ratio are made at the most."""
SETTLED = 1e-10
"""By how much the probabilities of the last two differ."""


def find_multiplier(counts: Sequence[float], offsets: Sequence[float]) -> float:
    """Return the x where sum n_i d_i / (1 + x d_i) is zero, and all 1 + x d_i with n_i > 0 positive.

    counts: n_i, not negative and not all zero
    offsets: d_i, of both signs. Where a score at the end of the range never came up, the sum may have no zero: then the
        end of the range of x, where that score takes the rest of the probability.
    """
    low, high = -1 / max(offsets), -1 / min(offsets)
    least = CLOSE * (high - low)
    there = [(count, offset) for count, offset in zip(counts, offsets, strict=True) if count]
    x = 0.0
    while high - low > least:
        slope = steepness = 0.0
        for count, offset in there:
            term = offset / (1 + x * offset)
            slope += count * term
            steepness += count * term * term
        if slope > 0:
            low = x
        else:
            high = x
        step = x + slope / steepness if steepness else inf  # Newton's, where it stays inside
        if abs(step - x) <= least and low - least <= step <= high + least:
            return min(max(step, low), high)
        x = step if low < step < high else (low + high) / 2
    return (low + high) / 2


def loss_of_likelihood(counts: Sequence[float], levels: Sequence[float], mean: float) -> float:
    """Return how much lower the greatest log-likelihood is if the scores have a given mean, than without that.

    counts: of each level, not all zero. mean: strictly between the lowest and the highest level.
    """
    offsets = [level - mean for level in levels]
    x = find_multiplier(counts, offsets)
    # A term may be zero or less by rounding alone, where a score that came up must have no probability at all.
    terms = [(count, 1 + x * offset) for count, offset in zip(counts, offsets, strict=True) if count]
    if min(term for _, term in terms) <= 0:
        return inf
    return sum(count * log1p(term - 1) for count, term in terms)


def most_likely_with_mean(counts: Sequence[float], levels: Sequence[float], mean: float) -> list[float]:
    """Return the probabilities of the levels that make the counts, all positive, the most likely.

    mean: of the levels under those probabilities; strictly between the lowest and the highest level
    """
    return _weighted(counts, [level - mean for level in levels])


def most_likely_with_ratio(counts: Sequence[float], levels: Sequence[float], ratio: float) -> list[float]:
    """Return the same, where the mean of the levels is to exceed 1/2 by `ratio` standard deviations.

    The condition is not linear in the probabilities. From uniform ones on, each approximation fulfils its tangent at
    the one before (Van den Bergh, "Comments on Normalized Elo", section 4.1).
    """
    chances = [1 / len(levels)] * len(levels)
    for _ in range(MIXTURES):
        mean = sum(chance * level for chance, level in zip(chances, levels, strict=True))
        variance = sum(chance * (level - mean) ** 2 for chance, level in zip(chances, levels, strict=True))
        deviation = variance**0.5
        offsets = [level - 0.5 - ratio * deviation / 2 * (1 + ((level - mean) / deviation) ** 2) for level in levels]
        before, chances = chances, _weighted(counts, offsets)
        if max(abs(new - old) for new, old in zip(chances, before, strict=True)) < SETTLED:
            break
    return chances


def _weighted(counts: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Return the most likely probabilities under which the offsets have the mean 0."""
    total, x = sum(counts), find_multiplier(counts, offsets)
    return [count / (total * (1 + x * offset)) for count, offset in zip(counts, offsets, strict=True)]
