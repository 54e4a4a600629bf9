"""How far a fleet has come, and when it will be done, as far as anybody can know."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

SEEN = 512  # jobs whose pace counts: the last ones
ENOUGH = 3  # jobs done by each worker, before the end is estimated


@dataclass(frozen=True)
class Progress:
    """How far a fleet has come.

    done, failed, running: jobs; `done` holds those that were done before.
    total: all jobs asked for; None if unknown, as for an endless list of keys.
    rate: jobs ended a second, lately; None before the first.
    left: seconds until all will be done; None while unknown.
    workers: how many are ready.
    elapsed: seconds since this run began.
    """

    done: int
    failed: int
    running: int
    total: int | None
    rate: float | None
    left: float | None
    workers: int
    elapsed: float


class Pace:
    """How fast jobs end. The time counts from when the first worker is ready: before it comes what is compiled."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self._ended: deque[tuple[float, float]] = deque(maxlen=SEEN)  # when, after how many seconds
        self._first: float | None = None
        self._before: float | None = None  # when the last job ended that does not count any more

    def note_ready(self) -> None:
        """Note that a worker is ready."""
        if self._first is None:
            self._first = time.monotonic()

    def note_end(self, seconds: float) -> None:
        """Record that a job has just ended, and the worker's seconds spent on it."""
        if len(self._ended) == SEEN:
            self._before = self._ended[0][0]
        self._ended.append((time.monotonic(), seconds))

    @property
    def mean(self) -> float | None:
        """Seconds that a worker spends on a job; None before one ended."""
        return sum(seconds for _, seconds in self._ended) / len(self._ended) if self._ended else None

    def rate(self) -> float | None:
        """Return how many jobs end a second."""
        return None if not self._ended or self._first is None else len(self._ended) / self._span()

    def left(self, jobs: int, running: Sequence[float], workers: int) -> float | None:
        """Return the estimated seconds until a number of jobs will have ended; None while too few have ended.

        Jobs are taken to last as those seen did, and the workers to be at work for the same share of the time.

        jobs: those that have not ended, the running ones among them; running: since how many seconds each runs
        """
        if jobs == 0:
            return 0.0
        mean = self.mean
        if mean is None or self._first is None or not workers or len(self._ended) < min(ENOUGH * workers, SEEN):
            return None
        seen = sorted(seconds for _, seconds in self._ended)
        unfinished = [_rest(seen, seconds) for seconds in running]
        waiting = max(jobs - len(running), 0)
        work = mean * waiting + sum(unfinished)
        wait = _longest(seen, workers) - mean if waiting else 0.0  # in the end most workers wait for the last one
        return max(work / (workers * self._share(running, workers)) + wait, *unfinished, 0.0)

    def _span(self) -> float:
        """Return the seconds in which the last jobs ended."""
        return max(time.monotonic() - (self._before or self._first or 0.0), 1e-9)

    def _share(self, running: Sequence[float], workers: int) -> float:
        """Return which share of their time the workers are at work."""
        span = self._span()
        busy = sum(seconds for _, seconds in self._ended) + sum(min(seconds, span) for seconds in running)
        return min(max(busy / (workers * span), 1e-3), 1.0)


def _rest(seen: Sequence[float], seconds: float) -> float:
    """Return how much longer a job will take after a number of seconds: the mean of those that took longer."""
    longer = [each - seconds for each in seen if each > seconds]
    return sum(longer) / len(longer) if longer else 0.0


def _longest(seen: Sequence[float], jobs: int) -> float:
    """Return how long the longest of some jobs takes on average, if they are like those seen. seen: in order.

    >>> _longest([1.0, 2.0], 1), _longest([1.0, 2.0], 2)
    (1.5, 1.75)
    """
    shares = [(place / len(seen)) ** jobs for place in range(len(seen) + 1)]
    return sum(each * (more - less) for each, less, more in zip(seen, shares, shares[1:], strict=False))
