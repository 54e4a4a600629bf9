"""The progress of a fleet, with an estimate of the remaining time."""

import time
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass

SEEN = 512  # number of recent jobs that count
ENOUGH = 3  # jobs of each worker before the end is estimated


@dataclass(frozen=True)
class Progress:
    """The progress of a fleet.

    done, failed, running: numbers of jobs; `done` includes those done before.
    total: all requested jobs; None if unknown, as for infinite keys.
    rate: recent jobs per second; None before the first.
    left: estimated seconds until all are done; None while unknown.
    workers: number of ready ones.
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
    """The rate of jobs, measured from when the first worker is ready, which excludes compilation."""

    def __init__(self) -> None:
        self.began = time.monotonic()
        self._ended: deque[tuple[float, float]] = deque(maxlen=SEEN)  # end time, seconds
        self._first: float | None = None
        self._before: float | None = None  # end time of the last job that no longer counts

    def note_ready(self) -> None:
        """Record that a worker is ready."""
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
        """Return the number of jobs per second."""
        return None if not self._ended or self._first is None else len(self._ended) / self._span()

    def left(self, jobs: int, running: Sequence[float], workers: int) -> float | None:
        """Estimate the seconds until a number of jobs will have ended; None while too few have ended.

        Assumes that jobs take as long as recent ones, and that the workers are busy for the same share of the time.

        jobs: number of unfinished ones, including running ones; running: seconds since the start of each
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
        wait = _longest(seen, workers) - mean if waiting else 0.0  # at the end most workers wait for the last one
        return max(work / (workers * self._share(running, workers)) + wait, *unfinished, 0.0)

    def _span(self) -> float:
        """Return the seconds in which the last jobs ended."""
        return max(time.monotonic() - (self._before or self._first or 0.0), 1e-9)

    def _share(self, running: Sequence[float], workers: int) -> float:
        """Return the share of time in which the workers are busy."""
        span = self._span()
        busy = sum(seconds for _, seconds in self._ended) + sum(min(seconds, span) for seconds in running)
        return min(max(busy / (workers * span), 1e-3), 1.0)


def _rest(seen: Sequence[float], seconds: float) -> float:
    """Estimate the remaining time of a job after some seconds: the mean of those that took longer."""
    longer = [each - seconds for each in seen if each > seconds]
    return sum(longer) / len(longer) if longer else 0.0


def _longest(seen: Sequence[float], jobs: int) -> float:
    """Return the expected time of the longest of some jobs like those seen. seen: sorted.

    >>> _longest([1.0, 2.0], 1), _longest([1.0, 2.0], 2)
    (1.5, 1.75)
    """
    shares = [(place / len(seen)) ** jobs for place in range(len(seen) + 1)]
    return sum(each * (more - less) for each, less, more in zip(seen, shares, shares[1:], strict=False))
