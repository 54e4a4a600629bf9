"""How many nodes jobs enter, as those so far tell: which positions are too hard for one job, and what proofs cost.

With b actions, a proof that the player to move succeeds needs one of them, a proof that they fail needs all. So from
one ply to the next, the effort is b times smaller or the same, in turn: by a factor of sqrt(b), GROWTH, on the average.
And of two positions at one ply, the one whose proof needs all actions takes GROWTH times as long as the other.
"""

from collections import defaultdict
from math import exp, log

GROWTH = 3.0
VAIN = 2.0  # what a job that came to no answer would have entered, at least, in terms of what it did enter

CHEAP, UNKNOWN, DEAR = -0.5, 0.0, 0.5
"""The answer that one action proves, an answer that is not known yet, and the one that needs all actions."""


class Costs:
    """The nodes of jobs, by the ply of their positions.

    usual: the nodes of a job of which nothing is known.
    """

    def __init__(self, usual: float) -> None:
        self.usual = usual
        self._logs: dict[int, list[float]] = defaultdict(list)

    def learn(self, ply: int, nodes: int, kind: float) -> None:
        """Take what a job at a ply entered. kind: of its answer; UNKNOWN: it came to none."""
        vain = log(VAIN) if kind == UNKNOWN else 0.0
        self._logs[ply].append(log(max(nodes, 1)) + vain - kind * log(GROWTH))

    def expected(self, ply: int, kind: float = UNKNOWN) -> float:
        """Return the nodes that a job at a ply is likely to enter: a geometric mean, those nearby count most."""
        total = weights = 0.0
        for other, logs in self._logs.items():
            weight = 1 / (1 + (other - ply) ** 2)
            total += weight * (sum(logs) + len(logs) * (other - ply) * log(GROWTH))
            weights += weight * len(logs)
        mean = exp(total / weights) if weights else self.usual
        return mean * exp(kind * log(GROWTH))


def kind_of(mover: int | None, player: int) -> float:
    """Return the kind of the answer in a player's favour at a position. mover: whose turn it is there."""
    return CHEAP if mover == player else DEAR


__all__ = ["UNKNOWN", "Costs", "kind_of"]
