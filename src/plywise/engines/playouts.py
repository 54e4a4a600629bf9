"""Shared by the reference and the native Monte Carlo search: constants, and the choice of a move."""

from collections.abc import Sequence
from typing import NamedTuple

from plywise.arguments.numbers import as_whole
from plywise.errors import InputError
from plywise.game import MAX, Value

EXPLORATION = 0.4
"""The exploration constant of UCT, for results scaled to 0 to 1; measured in decision 0113."""

MAX_PLAYOUT = 1_000
"""Plies after which a random game is stopped and evaluated."""

MAX_TREE = 1_000
"""The maximum depth of the tree; without it, endless play would grow one long path."""

USUAL_PLAYOUTS = 10_000
"""The number of simulations if there is no limit."""

MAX_SEED = 2**63 - 1


def check_seed(seed: object) -> int:
    """Return the seed. Raises InputError if it is invalid."""
    found = as_whole(seed)
    if found is None or not -MAX_SEED <= found <= MAX_SEED:
        raise InputError(f"a seed is a whole number of at most 63 bits, not {seed!r}")
    return found


class Child(NamedTuple):
    """What is known about a move.

    visits, mean: the number of simulations through it and their mean
    low, high: bounds of its value, MAX's view
    is_end: the move ends the game
    """

    visits: int
    mean: Value
    low: Value
    high: Value
    is_end: bool

    def seen_by(self, player: int) -> "Child":
        """Return the same from a player's point of view."""
        if player == MAX:
            return self
        return self._replace(mean=-self.mean, low=-self.high, high=-self.low)

    @property
    def value(self) -> Value:
        """Its value if proved, otherwise an estimate."""
        return self.low if self.low >= self.high else min(max(self.mean, self.low), self.high)


def choose_child(children: Sequence[Child], player: int, bounds: tuple[Value, Value]) -> int:
    """Return the place of the move to play, for the player to move.

    Normally this is the most visited move. If another move's proved lower bound is at least that move's mean, it is
    played instead; among several such moves, one with a known value, unless that is the worst value. Among proved moves
    an immediate win is best, then the most visited one, because it was the hardest to refute.

    bounds: the game's utility bounds
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
