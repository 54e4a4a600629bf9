"""What searches say of positions, and how likely it makes an answer: where to look first, never a proof."""

from collections.abc import Collection, Iterable
from math import exp
from statistics import pstdev

from plywise.game import MAX, Value
from plywise.spread.top_tree import Position, TopTree

FEWEST = 8  # answers before the odds are fitted to them; then again whenever there are twice as many
PRIOR = 4.0  # answers that what was assumed beforehand counts as
STEPS = 25  # of the fit
CERTAIN = 0.002  # no answer is taken to be surer than this


class Estimates:
    """Estimates of positions, by name, from MAX's view, and the odds that follow from them.

    The odds that a position estimated at e is worth at least v are a logistic function of e - v, fitted to the answers
    so far (logistic regression): how far estimates are to be trusted, and which way they err, the jobs tell.
    """

    def __init__(self, tree: TopTree) -> None:
        self.tree = tree
        self.by_name: dict[str, Value] = {}
        self.scale = 1.0
        self._shift, self._slope = 0.0, 1.0
        self._answers: list[tuple[float, bool]] = []
        self._next_fit = FEWEST

    def add(self, name: str, value: Value) -> None:
        """Take an estimate."""
        self.by_name[name] = value

    def measure(self, several: Collection[Value]) -> None:
        """Take half the spread of these estimates for how far one is off, until answers tell."""
        self.scale = (pstdev(several) / 2 if len(several) > 1 else 0.0) or 1.0

    def of(self, position: Position) -> Value:
        """Return a position's estimate, or else that of one before it, within its bounds; 0 where there is none."""
        nearest = position
        while nearest.name not in self.by_name and nearest.parents:
            nearest = nearest.parents[0]
        return min(max(self.by_name.get(nearest.name, 0), position.low), position.high)

    def odds(self, position: Position, value: Value) -> float:
        """Return how likely a position is to be worth at least a value."""
        known = position.reaches(value)
        if known is not None:
            return float(known)
        return self._odds(self._margin(position, value))

    def learn(self, position: Position, value: Value, answer: bool) -> bool:
        """Take an answer to whether a position is worth at least a value; return whether the odds have changed.

        Called before the answer narrows the position's bounds.
        """
        self._answers.append((self._margin(position, value), answer))
        if len(self._answers) < self._next_fit:
            return False
        self._next_fit *= 2
        self._fit()
        return True

    def minimax(self) -> Value:
        """Return what the root is worth if all leaves are worth their estimates, within all that is proved."""
        worth: dict[Position, Value] = {}
        for level in reversed(self.tree.levels):
            for position in level.values():
                found = self.of(position)
                if position.children:
                    choose = max if position.mover == MAX else min
                    found = choose(worth[child] for child in position.children)
                worth[position] = min(max(found, position.low), position.high)
        return worth[self.tree.root]

    def _margin(self, position: Position, value: Value) -> float:
        middle = value - 0.5 if isinstance(value, int) else value
        return (self.of(position) - middle) / self.scale

    def _odds(self, margin: float) -> float:
        strength = max(-30.0, min(30.0, self._shift + self._slope * margin))
        return min(max(1 / (1 + exp(-strength)), CERTAIN), 1 - CERTAIN)

    def _fit(self) -> None:
        """Fit the odds to the answers by Newton's method, with a normal prior around what was assumed."""
        shift, slope = self._shift, self._slope
        for _ in range(STEPS):
            step = _newton_step(self._answers, shift, slope)
            shift, slope = shift - step[0], max(slope - step[1], 0.05)
            if abs(step[0]) + abs(step[1]) < 1e-6:
                break
        self._shift, self._slope = shift, slope


def _newton_step(answers: Iterable[tuple[float, bool]], shift: float, slope: float) -> tuple[float, float]:
    """Return Newton's step towards the most likely shift and slope."""
    down, along = shift / 4, PRIOR * (slope - 1)
    one, both, two = 0.25, 0.0, PRIOR
    for margin, answer in answers:
        odds = 1 / (1 + exp(-max(-30.0, min(30.0, shift + slope * margin))))
        weight = odds * (1 - odds)
        down, along = down + odds - answer, along + (odds - answer) * margin
        one, both, two = one + weight, both + weight * margin, two + weight * margin * margin
    determinant = one * two - both * both
    return (two * down - both * along) / determinant, (one * along - both * down) / determinant


__all__ = ["Estimates"]
