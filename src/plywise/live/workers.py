"""A pool of worker processes that search and compile: owners take turns, and jobs can be stopped.

A job cannot crash the program. A worker that does not stop, takes too long or uses too much memory is ended and
replaced; after a crash of a worker its job is retried once.
"""

import asyncio
import os
import sys
import time
from collections import OrderedDict, deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from itertools import count
from pathlib import Path
from typing import Any

from plywise.errors import InputError
from plywise.live import limits
from plywise.process.children import WorkerProcess

MODULE = "plywise.live.worker"
DO, STOP, READY, NEWS, ENDED = "do", "stop", "ready", "news", "ended"

CHECK_EVERY = 0.25
"""Seconds between checks of the workers' limits."""

MAX_FAILED_STARTS = 3
"""Number of workers in a row that may end before they are ready; then all waiting jobs fail."""

MAX_EXTRA = 2
"""Number of extra workers started while others compile."""

EXTRA_AFTER = 1.5
"""Seconds of compiling after which an extra worker is started: loading cached code takes less."""

News = dict[str, Any]


class JobFailed(InputError):
    """A job failed, for the reason in the message, one line."""


@dataclass(eq=False)
class Job:
    """A task for a worker.

    owner: for scheduling: owners take turns
    task, asked: the task and its parameters, see tasks.py
    hear: receives its news
    seconds: time limit, not counting compilation
    preemptible: it may be preempted by other jobs and resumed later
    is_long: it takes a while and is not preempted; like analyses, such jobs leave a worker free for others
    """

    owner: str
    task: str
    asked: dict[str, Any]
    hear: Callable[[News], None]
    seconds: float
    preemptible: bool = False
    is_long: bool = False
    answer: "asyncio.Future[News]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    key: int = 0
    stopped_at: float | None = None
    preempted: bool = False
    is_late: bool = False
    deaths: int = 0
    used: float = 0.0

    @property
    def takes_long(self) -> bool:
        """Whether it must leave a worker free for other jobs."""
        return self.preemptible or self.is_long

    def finish(self, answer: News) -> None:
        """Set the answer."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, reason: str) -> None:
        """Set the failure."""
        if not self.answer.done():
            self.answer.set_exception(JobFailed(reason))
            self.answer.exception()  # marks it as retrieved, if nothing awaits it


class _Worker:
    """A worker's process and its job."""

    def __init__(self, process: WorkerProcess) -> None:
        self.process = process
        self.is_ready = False
        self.job: Job | None = None
        self.since = time.monotonic()
        self.compiling_since: float | None = None
        self.resumed = self.since
        self.worked_before_stop = 0.0
        self.texts: tuple[str, ...] = ()

    @property
    def is_idle(self) -> bool:
        return self.is_ready and self.job is None

    @property
    def elapsed(self) -> float:
        """Seconds of its job, not counting compilation."""
        return 0.0 if self.compiling_since is not None else time.monotonic() - self.since

    def worked(self) -> float:
        """Return the CPU seconds of the process; infinite if unknown."""
        with suppress(OSError, ValueError, IndexError):
            text = Path(f"/proc/{self.process.pid}/stat").read_text()
            user, system = text.rpartition(")")[2].split()[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return float("inf")

    def does_not_stop(self, now: float) -> bool:
        """Return whether its job was told to stop and has not done so in time."""
        if self.job is None or self.job.stopped_at is None:
            return False
        waited = now - max(self.job.stopped_at, self.resumed)
        if waited > limits.STOP_AT_MOST:
            return True
        return waited > limits.STOP_SECONDS and not self.worked() - self.worked_before_stop < limits.STOP_SECONDS

    def megabytes(self) -> float:
        """Return the memory of the process; 0 if unknown."""
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        return 0.0


class Workers:
    """A pool of worker processes. All methods must be called in the thread of the event loop.

    megabytes: a worker that uses more memory is replaced, at the latest after its job
    """

    def __init__(self, number: int, megabytes: float | None = None) -> None:
        self.number = number
        self._megabytes = limits.WORKER_MEGABYTES if megabytes is None else megabytes
        self._workers: list[_Worker] = []
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._keys = count(1)
        self._failed_starts = 0
        self._watching: asyncio.Task[None] | None = None
        self._is_closed = False
        self.deaths = 0

    # --- jobs ---------------------------------------------------------------------------------------------------------

    def start(self, at_once: bool = True) -> None:
        """Start watching the workers. at_once: start the first one before there is a job."""
        if at_once:
            self._start_worker()
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    def ask(self, job: Job) -> Job:
        """Schedule a job. Raises InputError if its owner has too many."""
        if len(self._jobs_of(job.owner)) >= limits.MAX_WAITING:
            raise InputError(f"{limits.MAX_WAITING} searches are already running: stop one or wait")
        job.key = next(self._keys)
        self._waiting.setdefault(job.owner, deque()).append(job)
        self._hand_out()
        self._preempt()
        return job

    def stop(self, job: Job) -> None:
        """Stop a job, which ends with its result so far."""
        if job.answer.done():
            return
        worker = self._worker_of(job)
        if worker is None:
            self._drop(job)
            job.finish({"stopped": True})
        elif job.stopped_at is None:
            self._send_stop(worker, job)
        else:
            job.preempted = job.is_late = False  # already told to stop; do not resume it

    def _send_stop(self, worker: _Worker, job: Job) -> None:
        job.stopped_at, worker.worked_before_stop = time.monotonic(), worker.worked()
        worker.process.send((STOP, job.key))

    async def close(self) -> None:
        """End all workers and fail all jobs."""
        self._is_closed = True
        if self._watching is not None:
            self._watching.cancel()
        for job in [*self._all_waiting(), *(each.job for each in self._workers if each.job is not None)]:
            job.fail("the program ends")
        for worker in list(self._workers):
            self._remove(worker)

    def processes(self) -> list[int]:
        """Return the process ids of the workers."""
        return [worker.process.pid for worker in self._workers]

    # --- scheduling ---------------------------------------------------------------------------------------------------

    def _all_waiting(self) -> list[Job]:
        return [job for jobs in self._waiting.values() for job in jobs]

    def _jobs_of(self, owner: str) -> list[Job]:
        running = [each.job for each in self._workers if each.job is not None and each.job.owner == owner]
        return [*self._waiting.get(owner, ()), *(job for job in running if job.stopped_at is None)]

    def _worker_of(self, job: Job) -> _Worker | None:
        return next((worker for worker in self._workers if worker.job is job), None)

    def _drop(self, job: Job) -> None:
        jobs = self._waiting.get(job.owner, deque())
        if job in jobs:
            jobs.remove(job)
        if not jobs:
            self._waiting.pop(job.owner, None)

    def _hand_out(self) -> None:
        """Assign jobs to idle workers, owner by owner, and start workers while there are too few."""
        while any(worker.is_idle for worker in self._workers) and (job := self._next()) is not None:
            self._drop(job)
            if job.owner in self._waiting:
                self._waiting.move_to_end(job.owner)
            self._give(self._best_worker(job), job)
        starting = sum(not worker.is_ready for worker in self._workers)
        if len(self._all_waiting()) > starting and len(self._workers) < self._most():
            self._start_worker()

    def _next(self) -> Job | None:
        """Return the next job. Long jobs leave a worker free for moves.

        Preemptible jobs come last, because they would be preempted at once.
        """
        long = sum(worker.job is not None and worker.job.takes_long for worker in self._workers)
        has_room = self.number == 1 or long < self.number - 1
        waiting = [job for job in self._all_waiting() if has_room or not job.takes_long]
        return next((job for job in waiting if not job.preemptible), next(iter(waiting), None))

    def _best_worker(self, job: Job) -> _Worker:
        """Return an idle worker, preferably one with the job's game in its cache."""
        idle = [worker for worker in self._workers if worker.is_idle]
        return next((worker for worker in idle if job.asked.get("game") in worker.texts), idle[0])

    def _most(self) -> int:
        before = time.monotonic() - EXTRA_AFTER
        compiling = sum(each.compiling_since is not None and each.compiling_since <= before for each in self._workers)
        return self.number + min(compiling, MAX_EXTRA)

    def _give(self, worker: _Worker, job: Job) -> None:
        worker.job, worker.since, worker.compiling_since = job, time.monotonic(), None
        worker.resumed = worker.since
        job.preempted = False
        worker.process.send((DO, job.key, job.task, job.asked))

    # --- messages of workers ------------------------------------------------------------------------------------------

    def _start_worker(self) -> None:
        try:
            process = WorkerProcess(MODULE, sys.path, [str(self.number + 1)])
        except OSError as error:
            self._fail_all(f"no process can be started: {error.strerror or error}")
            return
        worker = _Worker(process)
        self._workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(process.line.fileno(), self._read, worker)
        loop.add_reader(process.printed, self._read_printed, worker)

    def _read_printed(self, worker: _Worker) -> None:
        """Read a worker's output, whose last line may give the reason for its end."""
        worker.process.read_lines()
        if not worker.process.prints:
            asyncio.get_running_loop().remove_reader(worker.process.printed)

    def _read(self, worker: _Worker) -> None:
        for message in worker.process.read():
            self._take(worker, message)
        if worker.process.frames.ended and worker in self._workers:
            self._on_worker_death(worker)

    def _take(self, worker: _Worker, message: tuple[Any, ...]) -> None:
        job = worker.job
        match message:
            case (word,) if word == READY:
                worker.is_ready, self._failed_starts = True, 0
            case (word, key, news) if word == NEWS and job is not None and job.key == key:
                self._hear(worker, job, news)
            case (word, key, answer, reason, texts) if word == ENDED:
                worker.texts, worker.job, worker.compiling_since = texts, None, None
                if job is not None and job.key == key:
                    self._end(job, answer, reason, time.monotonic() - worker.since)
        self._hand_out()

    def _hear(self, worker: _Worker, job: Job, news: News) -> None:
        what = news.get("what")
        if what == "compiling":
            worker.compiling_since = worker.compiling_since or time.monotonic()
        elif worker.compiling_since is not None:
            now = time.monotonic()
            worker.since += now - worker.compiling_since  # not counted
            worker.compiling_since, worker.resumed = None, now
        if job.preempted and news.get("final"):
            news = news | {"final": False}
        if not job.answer.done():
            job.hear(news)

    def _end(self, job: Job, answer: News | None, reason: str, seconds: float) -> None:
        """Process a job's answer; a preempted job waits for its next turn."""
        job.used += seconds
        if answer is None:
            job.fail(reason)
        elif job.preempted and job.used < job.seconds:
            job.stopped_at = None
            self._waiting.setdefault(job.owner, deque()).append(job)
            self._waiting.move_to_end(job.owner)
        else:
            job.finish(answer)

    # --- ends of workers ----------------------------------------------------------------------------------------------

    def _on_worker_death(self, worker: _Worker) -> None:
        """Handle the unexpected end of a worker: its job is retried by another one."""
        was_ready, job, code = worker.is_ready, worker.job, self._remove(worker)
        reason = f"the process that searched {worker.process.describe_end(code)}"
        self.deaths += 1
        if not was_ready:
            self._failed_starts += 1
            if self._failed_starts >= MAX_FAILED_STARTS:
                self._fail_all(reason)
        if job is not None:
            self._retry(job, reason)
        self._hand_out()

    def _retry(self, job: Job, reason: str) -> None:
        if job.stopped_at is not None and not job.preempted:
            job.finish({"stopped": True})
            return
        job.deaths += 1
        if job.deaths > 1:
            job.fail(f"{reason}, twice")
            return
        job.hear({"event": "failure", "text": f"{reason}; retrying"})
        job.stopped_at = None
        self._waiting.setdefault(job.owner, deque()).appendleft(job)

    def _fail_all(self, reason: str) -> None:
        self._failed_starts = 0
        for job in self._all_waiting():
            job.fail(reason)
        self._waiting.clear()

    def _remove(self, worker: _Worker) -> int:
        """End a worker, if it still runs; return its exit code."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(worker.process.line.fileno())
        if worker.process.prints:
            loop.remove_reader(worker.process.printed)
        self._workers.remove(worker)
        worker.job = None
        return worker.process.end_soon() if worker.process.frames.ended else worker.process.end()

    def _end_worker(self, worker: _Worker, reason: str) -> None:
        """End a worker that exceeds its limits."""
        job = worker.job
        self._remove(worker)
        if job is None:
            return
        if job.preempted and not job.deaths:  # it was preempted and is not at fault
            job.deaths, job.stopped_at = 1, None
            self._waiting.setdefault(job.owner, deque()).append(job)
        elif job.stopped_at is not None and not job.preempted and not job.is_late:
            job.finish({"stopped": True})
        else:
            job.fail(reason)

    async def _watch(self) -> None:
        """Check the workers periodically."""
        while not self._is_closed:
            await asyncio.sleep(CHECK_EVERY)
            for worker in self._workers:
                job = worker.job
                if job is not None and worker.elapsed > job.seconds and job.stopped_at is None:
                    job.is_late = True
                    self._send_stop(worker, job)
            for worker, reason in list(self._over_limit()):
                self._end_worker(worker, reason)
            self._preempt()
            self._end_extra_workers()
            self._hand_out()

    def _over_limit(self) -> Iterator[tuple[_Worker, str]]:
        """Yield the workers that exceed a limit, with the reason."""
        now = time.monotonic()
        for worker in self._workers:
            job, taken = worker.job, worker.megabytes()
            if worker.process.has_ended() and not worker.process.frames.ended:
                continue  # the end of its socket is about to be read
            if taken > self._megabytes * (1 if job is None else 1.5):
                yield worker, f"the search took more than {self._megabytes:,.0f} MB"
            elif job is None:
                continue
            elif worker.compiling_since is not None:
                if now - worker.compiling_since > limits.COMPILE_SECONDS:
                    yield worker, f"compiling took more than {limits.COMPILE_SECONDS:g} s"
                elif self._keeps_others_waiting(job, now):
                    yield worker, "the search did not stop"
            elif not job.is_late and worker.does_not_stop(now):
                yield worker, "the search did not stop"
            elif worker.elapsed > job.seconds + limits.GRACE_SECONDS:
                yield worker, f"no answer within {job.seconds + limits.GRACE_SECONDS:g} s"

    def _keeps_others_waiting(self, job: Job, now: float) -> bool:
        """Return whether a worker compiles for a stopped job while other jobs need a worker.

        Otherwise it may continue: the compiled code is cached for the next time.
        """
        if job.stopped_at is None or now - job.stopped_at <= limits.STOP_SECONDS:
            return False
        return len(self._workers) >= self._most() and any(each.owner != job.owner for each in self._all_waiting())

    def _preempt(self) -> None:
        """Preempt an analysis if other jobs wait: at once for quick ones, after TURN_SECONDS for another analysis."""
        waiting = [job for job in self._all_waiting() if job.stopped_at is None]
        if not waiting or any(worker.job is not None and worker.job.preempted for worker in self._workers):
            return
        is_quick = any(not job.preemptible for job in waiting)
        for worker in self._workers:
            job = worker.job
            if job is None or not job.preemptible or job.stopped_at is not None or worker.compiling_since is not None:
                continue
            if is_quick or (
                worker.elapsed > limits.TURN_SECONDS and any(other.owner != job.owner for other in waiting)
            ):
                job.preempted = True
                self._send_stop(worker, job)
                return

    def _end_extra_workers(self) -> None:
        """End idle extra workers."""
        for worker in list(self._workers):
            if len(self._workers) > self._most() and worker.is_idle:
                self._remove(worker)
