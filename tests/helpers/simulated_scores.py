"""Matches that are not played but drawn by lot, between players of known strength."""

import numpy as np


def game_chances(elo: float, draws: float) -> np.ndarray:
    """Return how likely a game is lost, drawn and won; draws: how often it is drawn between equals."""
    expected = 1 / (1 + 10 ** (-elo / 400))
    drawn = draws * 2 * min(expected, 1 - expected)
    return np.array([1 - expected - drawn / 2, drawn, expected - drawn / 2])


def pair_chances(elo: float, draws: float = 0.4, bias: float = 60) -> np.ndarray:
    """Return how likely a pair scores 0, 1/2, ..., 2, if the expected score is that of a difference in Elo, exactly.

    bias: by how many points of Elo an opening favours either colour; the same for both games of its pair.
    """

    def chances(strength: float) -> np.ndarray:
        return np.convolve(game_chances(strength + bias, draws), game_chances(strength - bias, draws))

    wanted, low, high = 1 / (1 + 10 ** (-elo / 400)), elo - 200, elo + 200
    while high - low > 1e-12 * max(1, abs(elo)):
        middle = (low + high) / 2
        low, high = (middle, high) if chances(middle) @ np.arange(5) / 4 < wanted else (low, middle)
    return chances(low)


def draw_counts(elo: float, pairs: int, matches: int, seed: int, draws: float = 0.4) -> np.ndarray:
    """Return the pentanomial counts of matches, a row each."""
    return np.random.default_rng(seed).multinomial(pairs, pair_chances(elo, draws), size=matches)
