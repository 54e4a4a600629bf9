"""What a fleet costs: time for each job beside the job itself, and what a second worker is worth."""

import time

import pytest

from plywise.fleet.fleet import Fleet
from plywise.fleet.journal import Journal
from tests.fleet.tasks import Sleeping

LOCAL_MS, RAY_MS = 2.0, 20.0


def spent(fleet, first, jobs):
    """Return the seconds, and those of this process's processor, that some jobs take a warm fleet."""
    began, busy = time.perf_counter(), time.process_time()
    assert len(list(fleet.run([str(first + number) for number in range(jobs)]))) == jobs
    return time.perf_counter() - began, time.process_time() - busy


def overhead(path, on, jobs):
    """Return the milliseconds that an empty job takes two workers, and this process's processor: the least of three."""
    task = Sleeping()
    with Journal.open(path, task.describe()) as journal, Fleet(task, journal, workers=2, on=on) as fleet:
        spent(fleet, 0, 10)
        taken = [spent(fleet, 1000 + turn * jobs, jobs) for turn in range(3)]
        return [min(each) / jobs * 1000 for each in zip(*taken, strict=True)]


def test_a_job_takes_this_process_little(tmp_path):
    _, busy = overhead(tmp_path / "journal", "local", 200)
    assert busy < LOCAL_MS / 2  # of a processor: a busy machine changes that less


@pytest.mark.slow
@pytest.mark.parametrize(("on", "limit", "jobs"), [("local", LOCAL_MS, 2000), ("ray", RAY_MS, 1000)])
def test_a_job_costs_little(tmp_path, on, limit, jobs):
    wall, busy = overhead(tmp_path / "journal", on, jobs)
    print(f"{on}: {wall:.2f} ms a job, {busy:.2f} ms of the main process's processor")
    assert wall < limit


@pytest.mark.slow
def test_two_workers_are_worth_nearly_two(tmp_path):
    task, took = Sleeping(1.0), {}
    for workers in (1, 2):
        path = tmp_path / f"{workers}"
        with Journal.open(path, task.describe()) as journal, Fleet(task, journal, workers=workers) as fleet:
            spent(fleet, 0, workers)
            took[workers], _ = spent(fleet, 100, 16)
    print(f"16 jobs of a second: {took[1]:.2f} s by 1 worker, {took[2]:.2f} s by 2")
    assert took[1] / took[2] >= 0.9 * 2
    assert took[1] < 17
