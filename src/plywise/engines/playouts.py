"""What the reference and the native Monte Carlo search have in common: their constants, and the choice of a move."""

from collections.abc import Sequence
from typing import NamedTuple

from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import MAX, Value

EXPLORATION = 0.4
"""How much a child counts that was visited seldom, where results lie between 0 and 1: measured, decision 0113."""

MAX_PLAYOUT = 1_000
"""Plies after which a game at random is stopped and evaluated."""

MAX_TREE = 1_000
"""Plies to which a tree grows: where play can go on for ever, it would become a long thread."""

USUAL_PLAYOUTS = 10_000
"""The number of simulations without any limit."""

MAX_SEED = 2**63 - 1


def check_seed(seed: object) -> int:
    """Return a seed. Raises InputError for what is none."""
    found = as_whole(seed)
    if found is None or not -MAX_SEED <= found <= MAX_SEED:
        raise InputError(f"a seed is a whole number of at most 63 bits, not {seed!r}")
    return found


class Child(NamedTuple):
    """What is known of a move: how many simulations went through it, and their mean; bounds of its value, MAX's view.

    is_end: it ends the game
    """

    visits: int
    mean: Value
    low: Value
    high: Value
    is_end: bool

    def seen_by(self, player: int) -> "Child":
        """Return the same, in a player's view."""
        if player == MAX:
            return self
        return self._replace(mean=-self.mean, low=-self.high, high=-self.low)

    @property
    def value(self) -> Value:
        """Its value, or an estimate of it."""
        return self.low if self.low >= self.high else min(max(self.mean, self.low), self.high)


def choose_child(children: Sequence[Child], player: int, bounds: tuple[Value, Value]) -> int:
    """Return the place of the move to play, for the player to move: a proved one, or the one visited most.

    Where the mean of that one is no better than what another is proved to be worth at least, the other one; of several
    that one whose value is known, unless that is the worst. Of proved moves, a win at once is the best; otherwise the
    one visited most, which was the hardest to refute.

    bounds: of the game's utilities
    """
    seen = [child.seen_by(player) for child in children]
    floor = max(child.low for child in seen)
    places = range(len(seen))
    undecided = [place for place in places if seen[place].high > floor and seen[place].visits]
    if undecided:
        best = max(undecided, key=lambda place: (seen[place].visits, seen[place].mean))
        if seen[best].mean > floor:
            return best
    worst, best_of_all = bounds if player == MAX else (-bounds[1], -bounds[0])
    sure = [place for place in places if seen[place].low == floor]

    def merit(place: int) -> tuple[bool, bool, int]:
        child = seen[place]
        return (child.high > floor) == (floor <= worst), child.is_end == (floor >= best_of_all), child.visits

    return max(sure, key=merit)
