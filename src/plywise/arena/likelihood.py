"""Constrained maximum-likelihood distributions of scores, for tests and intervals.

Scores have unknown probabilities p_i. Of all distributions whose scores a_i have the mean s, the one that maximizes the
likelihood of the counts n_i is p_i = n_i / (N (1 + x (a_i - s))), where x solves

    sum n_i (a_i - s) / (1 + x (a_i - s)) = 0

(Owen, "Empirical Likelihood Ratio Confidence Intervals", 1988; Van den Bergh, "Comments on Normalized Elo", proposition
1.1). The sum is decreasing in x: its zero is bracketed and found by Newton's method, or by bisection if a step leaves
the bracket.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import pairwise
from math import exp, hypot, inf, log, log1p, sqrt

CLOSE = 1e-13
"""Tolerance of a multiplier, relative to its range."""

ONE_MAXIMUM = 0.25
"""Up to this ratio, random counts never led to two local maxima of the likelihood; beyond it,"""
STEPS = 16
"""the deviations are scanned in this many steps."""

EDGE = 1e-6
"""The ends of the scan are this part of a step inside the range, where the condition can be fulfilled."""

SETTLED = 1e-11
"""Relative tolerance of a deviation,"""
MAX_STEPS = 200
"""found in fewer iterations than this."""

LEAST_TERM = 1e-15
"""Replaces a term that is 0 or negative because of rounding."""


def find_multiplier(counts: Sequence[float], offsets: Sequence[float]) -> float:
    """Return the x where sum n_i d_i / (1 + x d_i) is zero, and all 1 + x d_i with n_i > 0 positive.

    counts: n_i, not negative and not all zero
    offsets: d_i, of both signs. If a score at the end of the range has count 0, the sum may have no zero; then the
        result is the end of the range of x, where that score takes the remaining probability.
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
    """Return the decrease of the maximal log-likelihood if the scores must have a given mean.

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
    """Return the probabilities of the levels that maximize the likelihood of the counts, all positive.

    mean: of the levels under those probabilities; strictly between the lowest and the highest level
    """
    return _weighted(counts, [level - mean for level in levels])


def most_likely_with_ratio(counts: Sequence[float], levels: Sequence[float], ratio: float) -> list[float]:
    """Return the same, if the mean of the levels must exceed 1/2 by `ratio` standard deviations.

    Every ratio is possible. The condition is not linear in the probabilities, but it is their condition for one
    deviation s, E[offset(s)] = 0 (see `_offsets`), at the s where the deviation from 1/2 + ratio s is s as well: there,
    and only there, the likelihood is stationary in s. Where the counts exceed the ratio the problem is convex, and
    there is one such s; otherwise there may be several, and the best is taken.
    """
    if ratio < 0:
        mirrored = [1 - level for level in reversed(levels)]
        return most_likely_with_ratio(counts[::-1], mirrored, -ratio)[::-1]
    heights = [level - 0.5 for level in levels]
    if ratio == 0:
        return _weighted(counts, heights)

    def excess(deviation: float) -> float:
        """Return the relative excess of the mean square distance from 1/2 + ratio s over s squared."""
        chances = _weighted(counts, _offsets(heights, ratio, deviation))
        centre = ratio * deviation
        moment = sum(chance * (height - centre) ** 2 for chance, height in zip(chances, heights, strict=True))
        return moment / deviation**2 - 1

    mean, square = _moments(counts, heights)
    guess = sqrt(square - mean * mean)
    found = [
        _weighted(counts, _offsets(heights, ratio, _zero(excess, low, high, guess)))
        for low, high in _brackets(counts, heights, ratio)
        if excess(low) > 0 >= excess(high)
    ]
    return max(found, key=lambda chances: sum(n * log(chance) for n, chance in zip(counts, chances, strict=True)))


def _offsets(heights: Sequence[float], ratio: float, deviation: float) -> list[float]:
    """Return offsets with mean 0 if E[height] = ratio s: s height - ratio/2 (s^2 + (height - ratio s)^2).

    For other distributions that mean is at most s (E[height] - ratio sigma): the two sides of an inequality of means.
    """
    square = 1 + ratio * ratio
    return [
        height * deviation * square - ratio / 2 * (deviation * deviation * square + height * height)
        for height in heights
    ]


def _moments(counts: Sequence[float], heights: Sequence[float]) -> tuple[float, float]:
    """Return the mean of the heights, and of their squares."""
    total = sum(counts)
    return (
        sum(count * height for count, height in zip(counts, heights, strict=True)) / total,
        sum(count * height * height for count, height in zip(counts, heights, strict=True)) / total,
    )


def _brackets(counts: Sequence[float], heights: Sequence[float], ratio: float) -> Iterator[tuple[float, float]]:
    """Yield pairs of deviations such that each solution lies between the two of a pair.

    Where the counts exceed the ratio: the two for which their own frequencies fulfil the condition. Otherwise, with
    w^2 = 1 + ratio^2: some distribution fulfils it where a height h > 0 lies between s w (w - 1) / ratio and
    s w (w + 1) / ratio; at the ends of such a range all probability is on that height, and the likelihood is 0.
    """
    width = hypot(1, ratio)
    mean, square = _moments(counts, heights)
    surplus = mean * mean - (ratio / width) ** 2 * square
    if mean > 0 and surplus > 0:
        high = (mean + sqrt(surplus)) / ratio
        yield square / width**2 / high, high
        return
    steps = 1 if ratio <= ONE_MAXIMUM else STEPS
    for height in heights:
        if height > 0:
            low, high = height * ratio / width / (width + 1), height * (width + 1) / width / ratio
            inside = [low * (high / low) ** ((step or EDGE) / steps) for step in range(steps)]
            yield from pairwise([*inside, high * (low / high) ** (EDGE / steps)])


def _zero(function: Callable[[float], float], low: float, high: float, guess: float) -> float:
    """Return the zero of a function that is positive at `low` and not at `high`, all of them positive.

    By the secant method in the logarithms, or bisection if a step leaves the bracket.
    """
    left, right = log(low), log(high)
    at = log(guess) if low < guess < high else (left + right) / 2
    before = at, inf
    for _ in range(MAX_STEPS):
        found = function(exp(at))
        left, right = (at, right) if found > 0 else (left, at)
        if abs(found) < SETTLED or right - left < SETTLED:
            break
        slope = (found - before[1]) / (at - before[0]) if at != before[0] else -2.0
        before = at, found
        at = at - found / slope if slope else inf
        at = at if left < at < right else (left + right) / 2
    return exp(at)


def _weighted(counts: Sequence[float], offsets: Sequence[float]) -> list[float]:
    """Return the maximum-likelihood probabilities under which the offsets have the mean 0."""
    total, x = sum(counts), find_multiplier(counts, offsets)
    return [count / (total * max(LEAST_TERM, 1 + x * offset)) for count, offset in zip(counts, offsets, strict=True)]
