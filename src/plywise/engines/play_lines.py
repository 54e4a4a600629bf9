"""The output of a search for play: lines of play, each with a value."""

from dataclasses import dataclass, replace

from plywise.engines.kernel.selective.values import NEARLY_WON, WIN
from plywise.engines.results import Bound
from plywise.game import Action

Words = tuple[int, ...]
"""A line of play, as actions of the compiled rules."""


@dataclass(frozen=True)
class Line:
    """A line of play and its value.

    place: of its first action among the root's actions
    points: hundredths of the margin unit, or the distance to the end, in the view of the player to move
    bound: whether the value is exact or a bound
    words: its actions
    depth: of the iteration that found it
    deepest: the greatest ply entered meanwhile
    """

    place: int
    points: int
    words: Words
    depth: int
    deepest: int
    bound: Bound = Bound.EXACT

    @property
    def first(self) -> int:
        """The word of its first action."""
        return self.words[0]

    def bounded(self, bound: Bound, points: int) -> "Line":
        """Return the line with a bound on its value."""
        return replace(self, bound=bound, points=points)


@dataclass(frozen=True)
class Progress:
    """A progress report of a search for play: one of its lines.

    number: of the line, from 1
    actions: legal ones, from the root on
    fullness: the fraction of the table in use, 0 to 1
    """

    number: int
    line: Line
    actions: list[Action]
    nodes: int
    seconds: float
    fullness: float


def plies_to_end(points: int) -> int | None:
    """Return how many plies away a win (positive) or a loss (negative) is; None if neither is in sight.

    >>> plies_to_end(WIN - 3), plies_to_end(4 - WIN), plies_to_end(35)
    (3, -4, None)
    """
    if points > NEARLY_WON:
        return WIN - points
    return -(WIN + points) if points < -NEARLY_WON else None
