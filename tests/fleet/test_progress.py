"""The end that is told is the end that comes, as far as the jobs seen so far tell it."""

import heapq
import random

import pytest

from plywise.fleet import progress
from plywise.fleet.progress import Pace


class Clock:
    def __init__(self):
        self.now = 1000.0

    def monotonic(self):
        return self.now


@pytest.fixture
def clock(monkeypatch):
    clock = Clock()
    monkeypatch.setattr(progress, "time", clock)
    return clock


def simulate(clock, jobs, workers, seconds):
    """Do jobs that take seconds() each; return when they were over, and what was told: (now, left)."""
    pace, began, told = Pace(), {}, []
    clock.now += 5  # getting ready
    pace.note_ready()
    waiting = []
    left = jobs
    for worker in range(min(workers, jobs)):
        heapq.heappush(waiting, (clock.now + seconds(), worker))
        began[worker] = clock.now
        left -= 1
    while waiting:
        clock.now, worker = heapq.heappop(waiting)
        pace.note_end(clock.now - began.pop(worker))
        if left:
            left -= 1
            began[worker] = clock.now
            heapq.heappush(waiting, (clock.now + seconds(), worker))
        running = [clock.now - each for each in began.values()]
        told.append((clock.now, pace.left(left + len(running), running, workers)))
    return clock.now, told


@pytest.mark.parametrize("workers", [1, 2, 7])
def test_equal_jobs_end_when_it_was_told(clock, workers):
    end, told = simulate(clock, 200, workers, lambda: 3.0)
    known = [(now, left) for now, left in told if left is not None]
    assert len(known) > 170
    assert max(abs(now + left - end) for now, left in known) <= 3.01
    assert told[-1][1] == 0.0


@pytest.mark.slow
@pytest.mark.parametrize("workers", [1, 2, 7])
def test_jobs_of_chance_end_about_when_it_was_told(clock, workers):
    off = []
    for seed in range(20):
        source = random.Random(seed)
        end, told = simulate(clock, 400, workers, lambda source=source: source.expovariate(1 / 2))
        now, left = told[200]
        off.append((now + left - end) / (end - now))
    assert max(map(abs, off)) < 0.4
    assert abs(sum(off) / len(off)) < 0.05  # neither too early nor too late


def test_nothing_is_told_before_anything_is_seen(clock):
    pace = Pace()
    assert (pace.rate(), pace.mean, pace.left(10, [], 0)) == (None, None, None)
    pace.note_ready()
    clock.now += 2
    pace.note_end(2.0)
    assert pace.rate() == 0.5
    assert pace.left(10, [0.0], 1) is None
    assert pace.left(0, [], 1) == 0.0
    for _ in range(2000):
        clock.now += 1
        pace.note_end(1.0)
    assert pace.rate() == pytest.approx(1.0, rel=0.01)
    assert pace.left(10, [0.0], 1) == pytest.approx(10, rel=0.01)


def test_a_job_that_takes_longer_than_any_seen_is_not_about_to_end_long_ago(clock):
    pace = Pace()
    pace.note_ready()
    for _ in range(20):
        clock.now += 1
        pace.note_end(1.0)
    assert pace.left(1, [500.0], 1) == 0.0
