"""Time limits of an examination: each phase has an end, after which the rest is skipped."""

import time
from collections.abc import Iterator
from contextlib import contextmanager
from math import inf

PHASES = {
    "states in the order of their plies": 0.35,
    "random lines of play": 0.5,
    "asking again in another order": 0.55,
    "the order of actions in another process": 0.75,
    "declarations": 0.9,
    "hooks of the search for play": 1.0,
}
"""The phases of an examination, with the share of the total time by which each must end."""


class OutOfTime(BaseException):
    """The time of a phase is up. Not an Exception, so that it is not mistaken for one of a user's rule."""


class Budget:
    """The time limit of an examination in seconds; None: no limit."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = inf if seconds is None else seconds
        self.began = time.perf_counter()
        self.ends = inf
        self.cut: list[str] = []

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """In this context, end a phase when its time is up and add it to `cut`."""
        self.ends = self.began + PHASES[name] * self.seconds
        try:
            yield
            over = False
        except OutOfTime:
            over = True
        finally:
            self.ends = inf
        if over:
            self.cut.append(name)

    @property
    def left(self) -> float:
        """The seconds left in the current phase."""
        return self.ends - time.perf_counter()

    def look(self) -> None:
        """Raise OutOfTime if the time of the current phase is up."""
        if time.perf_counter() > self.ends:
            raise OutOfTime
