"""How long an examination may take: each phase of it has an end, after which it leaves the rest out."""

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
"""What an examination does, and by which share of its time each phase has to end."""


class OutOfTime(BaseException):
    """The time of a phase is up. Not an Exception, so that nothing takes it for one that a user's rule raised."""


class Budget:
    """The time that an examination may take, in seconds; None: as long as it takes."""

    def __init__(self, seconds: float | None = None) -> None:
        self.seconds = inf if seconds is None else seconds
        self.began = time.perf_counter()
        self.ends = inf
        self.cut: list[str] = []

    @contextmanager
    def phase(self, name: str) -> Iterator[None]:
        """In this context is one phase, which ends when its time is up; then it is listed in `cut`."""
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
        """The seconds that are left of the present phase."""
        return self.ends - time.perf_counter()

    def look(self) -> None:
        """Raise OutOfTime if the time of the present phase is up."""
        if time.perf_counter() > self.ends:
            raise OutOfTime
