"""What a spread solution finds, and at what cost."""

from dataclasses import dataclass, field
from math import isfinite
from typing import Any

from plywise.engines.results import Answer
from plywise.game import Action, Value
from plywise.solvers.solver import OUTCOMES


@dataclass(frozen=True)
class SpreadSolution(Answer):
    """What is proved of a state by many jobs.

    low, high: its value, from MAX's view, lies between them.
    best: actions that keep the value, as far as they are known.
    pv: a line of best play, as far as it was expanded.
    conjectures: each value conjectured, and what became of it.
    ply, positions: how far all positions were enumerated, and how many there are at that ply, up to equivalence.
    met: how many positions there are in all, with those that follow on positions too hard for one job.
    solved: how many of them had to be asked about.
    jobs: how many questions about values were answered; undecided: how many came to no answer and were split.
    estimates: how many positions were estimated.
    nodes, cpu_s: entered by all jobs, and the processor's seconds that they took, before a resumption too.
    time_s: seconds taken, since the resumption.
    """

    low: Value
    high: Value
    best: list[Action]
    pv: list[Action]
    conjectures: list[tuple[Value, str]]
    ply: int
    positions: int
    met: int
    solved: int
    jobs: int
    undecided: int
    estimates: int
    nodes: int
    cpu_s: float = field(compare=False)
    time_s: float = field(compare=False)
    workers: int = field(compare=False)

    @property
    def value(self) -> Value | None:
        """The value; None where it is not proved."""
        return self.low if self.low == self.high else None

    @property
    def outcome(self) -> str | None:
        """What the value means for the player to move, or for MAX if the game is over; None where it is open."""
        low, high = ((each > 0) - (each < 0) for each in (self.low, self.high))
        return None if low != high else OUTCOMES[-low if self.player == "MIN" else low]

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as plain data, for JSON; actions as words."""
        return self.question() | {
            "engine": self.engine,
            "outcome": self.outcome,
            "value": self.value,
            "distance": None,
            "best": [self.word(action) for action in self.best],
            "complete": False,
            "pv": self.words(self.pv),
            "nodes": self.nodes,
            "time_s": round(self.time_s, 6),
            "workers": self.workers,
            "bounds": [each if isfinite(each) else None for each in (self.low, self.high)],
            "conjectures": [{"value": value, "verdict": verdict} for value, verdict in self.conjectures],
            "ply": self.ply,
            "positions": self.positions,
            "met": self.met,
            "solved": self.solved,
            "jobs": self.jobs,
            "undecided": self.undecided,
            "estimates": self.estimates,
            "cpu_s": round(self.cpu_s, 3),
        }


def describe_bounds(low: Value, high: Value) -> str:
    """Return in words what is proved of a value.

    >>> describe_bounds(-4, -4), describe_bounds(-4, float("inf"))
    ('the value is -4', 'the value is at least -4')
    """
    if low == high:
        return f"the value is {low}"
    if not isfinite(low) and not isfinite(high):
        return "nothing is known of the value"
    if not isfinite(high):
        return f"the value is at least {low}"
    return f"the value is at most {high}" if not isfinite(low) else f"the value is between {low} and {high}"


__all__ = ["SpreadSolution", "describe_bounds"]
