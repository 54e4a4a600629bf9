"""Seeded random draws that never change, on any machine and in any Python."""

import random
from collections.abc import Sequence
from typing import TypeVar

Item = TypeVar("Item")


class StableRandom:
    """Random draws from a seed, which can be any words and numbers.

    Only `random()` is used: Python promises that its sequence for a seed never changes.

    >>> rng = StableRandom("sheet", 7)
    >>> [rng.below(6) for _ in range(8)]
    [5, 0, 5, 0, 5, 5, 1, 2]
    """

    def __init__(self, *seed: object) -> None:
        self._random = random.Random("/".join(map(str, seed))).random

    def below(self, limit: int) -> int:
        """Return a whole number from 0 to limit - 1."""
        return int(self._random() * limit)

    def between(self, low: int, high: int) -> int:
        """Return a whole number from low to high, inclusive."""
        return low + self.below(high - low + 1)

    def choice(self, items: Sequence[Item], /) -> Item:
        """Return one of the items."""
        return items[self.below(len(items))]

    def shuffled(self, items: Sequence[Item]) -> list[Item]:
        """Return the items in random order."""
        rest, order = list(items), []
        while rest:
            order.append(rest.pop(self.below(len(rest))))
        return order

    def happens(self, share: float) -> bool:
        """Return True with probability `share`."""
        return self._random() < share
