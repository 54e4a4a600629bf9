"""Which values the root of a spread solution may have, as far as random play tells: where to look first."""

from math import ceil, floor, gcd, inf, nextafter

from plywise.game import Game, State, Value
from plywise.game.random_play import random_lines

LINES, PLIES = 40, 2_000
"""The random lines of play by which utilities are sampled, and how far they are followed."""


def next_value(value: Value) -> Value:
    """Return the least value greater than another: of whole numbers if it is one.

    >>> next_value(3), next_value(0.5)
    (4, 0.5000000000000001)
    """
    return value + 1 if isinstance(value, int) else nextafter(value, inf)


class Utilities:
    """What utilities random play from a state meets: where to look for values, never a proof that there are no others.

    whole: whether all were whole numbers.
    step: the greatest number that divides the differences of them all; offset: the rest that they leave.
    """

    def __init__(self, game: Game, state: State, seed: int = 0) -> None:
        met = sample_utilities(game, state, seed)
        self.whole = all(isinstance(each, int) for each in met) if met else is_whole_range(game)
        self.step, self.offset = 1, 0
        if self.whole and met:
            self.step = gcd(*(int(each - met[0]) for each in met)) or 1
            self.offset = int(met[0]) % self.step

    def nearest(self, value: Value, low: Value, high: Value) -> Value:
        """Return the likeliest value of a state that is estimated at `value` and lies from low to high."""
        if not self.whole:
            return min(max(value, low), high)
        rounded = round((value - self.offset) / self.step) * self.step + self.offset
        if low <= rounded <= high:
            return rounded
        inside = ceil(low) if rounded < low else floor(high)
        return inside if low <= inside <= high else low


def is_whole_range(game: Game) -> bool:
    """Return whether the bounds of a game's utilities are not fractions."""
    return all(not isinstance(bound, float) or bound in (inf, -inf) for bound in game.utility_bounds)


def sample_utilities(game: Game, state: State, seed: int) -> list[Value]:
    """Return the utilities at the ends of random lines of play."""
    ends = (line.end for line in random_lines(game, state, LINES, PLIES, seed=seed))
    return [game.utility(end) for end in ends if game.terminal(end)]
