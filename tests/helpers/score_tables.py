"""Counts of scores with their log-likelihood ratios, and two ways to compute these that share nothing with Plywise.

The formulas are those that fastchess publishes (app/src/matchmaking/sprt/sprt.cpp, after Michel Van den Bergh,
"Comments on Normalized Elo", cantate.be/Fishtest/normalized_elo_practical.pdf): the most likely distribution with the
mean that an Elo stands for, or with the ratio of mean to deviation that a normalized Elo stands for; counts of zero are
taken for 1/1000.
"""

from collections.abc import Sequence
from decimal import Decimal, localcontext
from math import log, sqrt

import numpy as np

LOGISTIC_TABLES = [
    # counts of pairs that scored 0, 1/2, 1, 3/2, 2; elo0, elo1; the ratio
    ((10, 60, 200, 80, 20), 0, 5, 1.430507554),
    ((223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.074126440),
    ((871, 26175, 55983, 26678, 821), 0, 2, -4.978672863),
    ((1, 1, 1, 1, 1), 0, 10, -0.004140850),
    ((5, 20, 60, 30, 9), 0, 10, 0.973404491),
    ((9, 30, 60, 20, 5), 0, 10, -1.421340016),
    ((0, 12, 70, 15, 0), -5, 0, 0.451531921),
    ((0, 0, 100, 0, 0), 0, 5, -1.441647908),
    ((0, 0, 0, 0, 25), 0, 100, 6.174452940),
    ((25, 0, 0, 0, 0), 0, 100, -8.217854973),
    ((400, 0, 200, 0, 400), -3, 1, 0.041420540),
    ((120, 80, 900, 70, 160), 0, 20, -0.761459923),
    ((0, 0, 40, 3, 0), 0, 50, -3.336241135),
    ((3, 150, 400, 190, 2), 2, 7, 1.114890272),
    ((50, 10, 5, 10, 90), 30, 60, 1.852841532),
]
NORMALIZED_TABLES = [
    ((365, 16618, 36229, 16974, 390), 0, 2, 2.250367704),
    ((127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.010154197),
    ((10, 60, 200, 80, 20), 0, 5, 0.896728542),
    ((0, 3, 50, 9, 0), 0, 10, 0.504461717),
    ((5, 20, 60, 30, 9), 0, 10, 0.688071075),
    ((9, 30, 60, 20, 5), 0, 10, -0.890888287),
    ((2, 12, 70, 15, 1), -5, 0, 0.053267005),
    ((400, 0, 200, 0, 400), -3, 1, 0.066269055),
    ((120, 80, 900, 70, 160), 0, 20, 1.431821164),
    ((3, 150, 400, 190, 2), 2, 7, 0.833403563),
    ((50, 10, 5, 10, 90), 30, 60, 1.571039158),
    ((40, 300, 700, 350, 60), 0, 5, 1.854486001),
    ((40, 300, 700, 350, 60), 5, 10, 1.255219102),
    ((1, 20, 500, 60, 3), 0, 30, 8.766536179),
    ((7, 30, 20, 90, 41), 20, 80, 14.875182588),
]
FASTCHESS_TABLES = [
    # from its own tests (app/tests/sprt_test.cpp): to two decimals; WL and DD are one count
    ("normalized", (36027, 68692, 36433), 0, 2, 0.92),
    ("normalized", (10650, 20431, 10871), -1.75, 0.25, 2.30),
    ("logistic", (21184, 40708, 21404), 0.5, 2.5, -1.57),
    ("logistic", (57030, 106593, 57433), 0, 2, -2.59),
    ("normalized", (365, 16618, 36229, 16974, 390), 0, 2, 2.25),
    ("normalized", (127, 4883, 10712, 5150, 104), -1.75, 0.25, 3.01),
    ("logistic", (223, 9863, 21279, 10037, 246), 0.5, 2.5, -3.07),
    ("logistic", (871, 26175, 55983, 26678, 821), 0, 2, -4.98),
]


def ratio_of(counts: Sequence[int], elo0: float, elo1: float, normalized: bool) -> float:
    """Return the log-likelihood ratio of counts of pairs."""
    seen = [count or 1e-3 for count in counts]
    if normalized:
        scale = sqrt(2) * log(10) / 800
        return likelihood_with_ratio(seen, elo1 * scale) - likelihood_with_ratio(seen, elo0 * scale)
    return likelihood_with_mean(seen, elo1) - likelihood_with_mean(seen, elo0)


def likelihood_with_mean(counts: Sequence[float], elo: float) -> float:
    """Return the greatest log-likelihood, with fifty digits: the multiplier is found by halving alone."""
    with localcontext() as context:
        context.prec = 50
        mean = 1 / (1 + Decimal(10) ** (-Decimal(elo) / 400))
        numbers = [Decimal(count) for count in counts]
        offsets = [Decimal(level) / 4 - mean for level in range(5)]
        low, high = -1 / offsets[-1], -1 / offsets[0]
        for _ in range(150):
            x = (low + high) / 2
            slope = sum(count * offset / (1 + x * offset) for count, offset in zip(numbers, offsets, strict=True))
            low, high = (x, high) if slope > 0 else (low, x)
        total = sum(numbers)
        return float(
            sum(count * (count / total / (1 + x * offset)).ln() for count, offset in zip(numbers, offsets, strict=True))
        )


def likelihood_with_ratio(counts: Sequence[float], ratio: float) -> float:
    """Return the greatest log-likelihood: of all means, each with the variance that it must have.

    With the mean and the variance given, the condition is linear and the problem convex; the best mean is looked for.
    """
    if ratio == 0:
        return likelihood_with_mean(counts, 0)
    levels, numbers = np.arange(5) / 4, np.array(counts) / sum(counts)
    guess = ratio * sqrt(numbers @ levels**2 - (numbers @ levels) ** 2)
    means = 0.5 + guess * np.geomspace(0.1, 1000, 600)
    means = means[abs(means - 0.5) < 0.5]
    best = int(np.argmax([likelihood_with_moments(counts, mean, ratio) for mean in means]))
    low, high = means[best - 1], means[best + 1]
    golden = (sqrt(5) - 1) / 2
    for _ in range(60):
        left, right = high - golden * (high - low), low + golden * (high - low)
        if likelihood_with_moments(counts, left, ratio) > likelihood_with_moments(counts, right, ratio):
            high = right
        else:
            low = left
    return likelihood_with_moments(counts, (low + high) / 2, ratio)


def likelihood_with_moments(counts: Sequence[float], mean: float, ratio: float) -> float:
    """Return the greatest log-likelihood with a mean and the variance that makes it `ratio` deviations above 1/2.

    By Newton's method on the dual, in two multipliers; minus infinity where there is no such distribution.
    """
    levels, numbers = np.arange(5) / 4, np.array(counts, dtype=float)
    variance = ((mean - 0.5) / ratio) ** 2
    conditions = np.stack([levels - mean, (levels - mean) ** 2 - variance])
    at = np.zeros(2)
    for _ in range(200):
        weights = 1 + at @ conditions
        slope = conditions @ (numbers / weights)
        curvature = (conditions * (numbers / weights**2)) @ conditions.T
        step, length = np.linalg.solve(curvature, slope), 1.0
        if abs(step).max() < 1e-14 * (1 + abs(at).max()):
            break
        while (1 + (at + length * step) @ conditions).min() <= 0 or (
            numbers @ np.log(1 + (at + length * step) @ conditions) < numbers @ np.log(weights) - 1e-15 * numbers.sum()
        ):
            length /= 2
            if length < 1e-12:
                return -np.inf
        at = at + length * step
    else:
        return -np.inf
    return float(numbers @ np.log(numbers / numbers.sum() / (1 + at @ conditions)))
