"""What it would take to prove, or to disprove, that the root is worth at least a value: where to look next.

Each position has two numbers, as in proof-number search: the expected cost of the jobs that prove it, and of those that
disprove it. At a leaf they are the cost of one job by how likely it is to say so; MAX needs one child proved, MIN's
positions need all. The job to give out next is at the leaf where the least cost leads.

Jobs under way count as answered as is likely: so the next one is what would be needed then, and no worker waits for
another. Source: Allis, van der Meulen and van den Herik, "Proof-number search", Artificial Intelligence 66 (1994).
"""

from collections.abc import Callable, Iterable
from math import inf
from typing import NamedTuple

from plywise.game import MAX, Value
from plywise.spread.top_tree import Position, TopTree


class Numbers(NamedTuple):
    """The cost of proving and that of disproving; 0 where it is done, infinite where it cannot be."""

    proof: float
    disproof: float


PROVED, DISPROVED = Numbers(0.0, inf), Numbers(inf, 0.0)


class Effort:
    """The numbers of all positions for one value.

    rate: returns a leaf's numbers.
    """

    def __init__(self, tree: TopTree, value: Value, rate: Callable[[Position, Value], Numbers]) -> None:
        self.tree = tree
        self.value = value
        self.rate = rate
        self.assumed: dict[Position, bool] = {}
        self._numbers: dict[Position, Numbers] = {}
        self.rate_all()

    @property
    def answer(self) -> bool | None:
        """Whether the root is proved to be worth the value; None: neither that nor the contrary."""
        return self.tree.root.reaches(self.value)

    @property
    def doubt(self) -> float:
        """How cheap the less likely answer would be, from 0 to 1."""
        numbers = self._numbers[self.tree.root]
        if 0.0 in numbers:
            return 0.0
        return min(numbers) / max(numbers)

    def rate_all(self) -> None:
        """Compute all numbers."""
        for level in reversed(self.tree.levels):
            for position in level.values():
                self._numbers[position] = self._compute(position)

    def refresh(self, positions: Iterable[Position]) -> None:
        """Compute the numbers of positions again, and of all above that this changes."""
        waiting: dict[int, set[Position]] = {}
        for position in positions:
            waiting.setdefault(position.ply, set()).add(position)
        for ply in range(max(waiting, default=-1), -1, -1):
            for position in waiting.get(ply, ()):
                new = self._compute(position)
                if self._numbers.get(position) != new:
                    self._numbers[position] = new
                    for parent in position.parents:
                        waiting.setdefault(parent.ply, set()).add(parent)

    def assume(self, position: Position, answer: bool) -> None:
        """Take a leaf's answer for given while a job is under way."""
        self.assumed[position] = answer
        self.refresh([position])

    def stop_assuming(self, positions: Iterable[Position]) -> None:
        """Take no answers of these leaves for given any more."""
        self.refresh([position for position in positions if self.assumed.pop(position, None) is not None])

    def most_proving(self) -> Position | None:
        """Return the leaf to ask about next; None where, with what is assumed, the root's answer is known."""
        position = self.tree.root
        if 0.0 in self._numbers[position]:
            return None
        while position.children:
            number = 0 if position.mover == MAX else 1
            position = min(position.children, key=lambda child: self._numbers[child][number])
        return position

    def _compute(self, position: Position) -> Numbers:
        known = position.reaches(self.value)
        if known is None:
            known = self.assumed.get(position)
        if known is not None:
            return PROVED if known else DISPROVED
        if not position.children:
            return self.rate(position, self.value)
        several = [self._numbers[child] for child in position.children]
        if position.mover == MAX:
            return Numbers(min(each.proof for each in several), sum(each.disproof for each in several))
        return Numbers(sum(each.proof for each in several), min(each.disproof for each in several))


__all__ = ["Effort", "Numbers"]
