"""The processes that search and compile: each job gets one of them, by turns of those who ask, and may be stopped.

Nothing that a job does can take the program with it. A worker that does not end when it is told to, takes too long or
too much memory, is ended and another is started in its place; where one dies by itself its job is done once more.
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
DO, STOP, READY, TOLD, ENDED = "do", "stop", "ready", "told", "ended"

LOOK_EVERY = 0.25
"""Seconds between two looks at whether the workers keep their limits."""

MAX_FALSE_STARTS = 3
"""How many workers may end one after another before they are ready; then nobody waits for one any more."""

MAX_BESIDE = 2
"""Workers that are started beside the others while some of those compile."""

BESIDE_SECONDS = 1.5
"""That a worker compiles before another is started beside it: what was compiled before is there sooner than that."""

News = dict[str, Any]


class JobFailed(InputError):
    """A job has no answer; the message says why in one line."""


@dataclass(eq=False)
class Job:
    """Something to search for.

    owner: whose turn it takes
    task, asked: what the worker is asked, see tasks.py
    hear: takes the news of it
    seconds: after which it is told to stop; compiling does not count
    gives_way: it may be interrupted for others who wait, and gone on with later
    is_long: it takes a while, and is not interrupted; like analyses, such jobs leave a worker for others
    """

    owner: str
    task: str
    asked: dict[str, Any]
    hear: Callable[[News], None]
    seconds: float
    gives_way: bool = False
    is_long: bool = False
    answer: "asyncio.Future[News]" = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    key: int = 0
    stopped_at: float | None = None
    is_turned: bool = False
    is_late: bool = False
    deaths: int = 0
    used: float = 0.0

    @property
    def takes_long(self) -> bool:
        """Whether others need not wait until it has ended."""
        return self.gives_way or self.is_long

    def finish(self, answer: News) -> None:
        """Give the answer."""
        if not self.answer.done():
            self.answer.set_result(answer)

    def fail(self, reason: str) -> None:
        """Say that there is no answer."""
        if not self.answer.done():
            self.answer.set_exception(JobFailed(reason))
            self.answer.exception()  # perhaps nobody waits for it any more


class _Worker:
    """A worker's process, and the job that it has."""

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
        """Seconds of its job without compiling, as far as is known."""
        return 0.0 if self.compiling_since is not None else time.monotonic() - self.since

    def worked(self) -> float:
        """Return the seconds that its process has had a processor; infinite where the system does not say."""
        with suppress(OSError, ValueError, IndexError):
            text = Path(f"/proc/{self.process.pid}/stat").read_text()
            user, system = text.rpartition(")")[2].split()[11:13]
            return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")
        return float("inf")

    def does_not_stop(self, now: float) -> bool:
        """Return whether its job, which was told to stop, goes on though there was time enough to end it."""
        if self.job is None or self.job.stopped_at is None:
            return False
        waited = now - max(self.job.stopped_at, self.resumed)
        if waited > limits.STOP_AT_MOST:
            return True
        return waited > limits.STOP_SECONDS and not self.worked() - self.worked_before_stop < limits.STOP_SECONDS

    def megabytes(self) -> float:
        """Return the memory that the process takes; 0 where the system does not say."""
        with suppress(OSError, ValueError, IndexError):
            pages = int(Path(f"/proc/{self.process.pid}/statm").read_text().split()[1])
            return pages * os.sysconf("SC_PAGE_SIZE") / 2**20
        return 0.0


class Workers:
    """So many processes that do jobs. All methods are called in the thread of the event loop.

    megabytes: a worker that has come to take more is replaced, at the latest when its job has ended
    """

    def __init__(self, number: int, megabytes: float | None = None) -> None:
        self.number = number
        self._megabytes = limits.WORKER_MEGABYTES if megabytes is None else megabytes
        self._workers: list[_Worker] = []
        self._waiting: OrderedDict[str, deque[Job]] = OrderedDict()
        self._keys = count(1)
        self._false_starts = 0
        self._watching: asyncio.Task[None] | None = None
        self._is_closed = False
        self.deaths = 0

    # --- for those who ask --------------------------------------------------------------------------------------------

    def start(self, at_once: bool = True) -> None:
        """Look after the workers from now on. at_once: start the first one before there is anything to do."""
        if at_once:
            self._start_worker()
        self._watching = asyncio.get_running_loop().create_task(self._watch())

    def ask(self, job: Job) -> Job:
        """Let a job be done when it is its turn. Raises InputError where its owner asks for too much at once."""
        if len(self._jobs_of(job.owner)) >= limits.MAX_WAITING:
            raise InputError(f"{limits.MAX_WAITING} searches are already running: stop one or wait")
        job.key = next(self._keys)
        self._waiting.setdefault(job.owner, deque()).append(job)
        self._hand_out()
        self._let_others_go_on()
        return job

    def stop(self, job: Job) -> None:
        """Let a job end soon, with what it has found."""
        if job.answer.done():
            return
        worker = self._worker_of(job)
        if worker is None:
            self._drop(job)
            job.finish({"stopped": True})
        elif job.stopped_at is None:
            self._tell_to_stop(worker, job)
        else:
            job.is_turned = job.is_late = False  # it was told to stop already; now nobody waits for it any more

    def _tell_to_stop(self, worker: _Worker, job: Job) -> None:
        job.stopped_at, worker.worked_before_stop = time.monotonic(), worker.worked()
        worker.process.send((STOP, job.key))

    async def close(self) -> None:
        """End all workers; whoever waits is told that there is no answer."""
        self._is_closed = True
        if self._watching is not None:
            self._watching.cancel()
        for job in [*self._all_waiting(), *(each.job for each in self._workers if each.job is not None)]:
            job.fail("the program ends")
        for worker in list(self._workers):
            self._remove(worker)

    def processes(self) -> list[int]:
        """Return the numbers of the workers' processes."""
        return [worker.process.pid for worker in self._workers]

    # --- whose turn it is ---------------------------------------------------------------------------------------------

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
        """Give jobs to idle workers, one owner after another; start workers while there are too few."""
        while any(worker.is_idle for worker in self._workers) and (job := self._next()) is not None:
            self._drop(job)
            if job.owner in self._waiting:
                self._waiting.move_to_end(job.owner)
            self._give(self._best_worker(job), job)
        starting = sum(not worker.is_ready for worker in self._workers)
        if len(self._all_waiting()) > starting and len(self._workers) < self._most():
            self._start_worker()

    def _next(self) -> Job | None:
        """Return the job whose turn it is. What takes long leaves a worker for those who only want a move.

        An analysis would have to make way for others at once: it waits until none of them does.
        """
        long = sum(worker.job is not None and worker.job.takes_long for worker in self._workers)
        has_room = self.number == 1 or long < self.number - 1
        waiting = [job for job in self._all_waiting() if has_room or not job.takes_long]
        return next((job for job in waiting if not job.gives_way), next(iter(waiting), None))

    def _best_worker(self, job: Job) -> _Worker:
        """Return the idle worker that has the job's game at hand, or else any."""
        idle = [worker for worker in self._workers if worker.is_idle]
        return next((worker for worker in idle if job.asked.get("game") in worker.texts), idle[0])

    def _most(self) -> int:
        before = time.monotonic() - BESIDE_SECONDS
        compiling = sum(each.compiling_since is not None and each.compiling_since <= before for each in self._workers)
        return self.number + min(compiling, MAX_BESIDE)

    def _give(self, worker: _Worker, job: Job) -> None:
        worker.job, worker.since, worker.compiling_since = job, time.monotonic(), None
        worker.resumed = worker.since
        job.is_turned = False
        worker.process.send((DO, job.key, job.task, job.asked))

    # --- what workers say ---------------------------------------------------------------------------------------------

    def _start_worker(self) -> None:
        try:
            process = WorkerProcess(MODULE, sys.path, [str(self.number + 1)])
        except OSError as error:
            self._refuse_all(f"no process can be started: {error.strerror or error}")
            return
        worker = _Worker(process)
        self._workers.append(worker)
        loop = asyncio.get_running_loop()
        loop.add_reader(process.line.fileno(), self._read, worker)
        loop.add_reader(process.printed, self._read_printed, worker)

    def _read_printed(self, worker: _Worker) -> None:
        """Keep the last line that a worker has printed: it may say why it ended."""
        worker.process.read_lines()
        if not worker.process.prints:
            asyncio.get_running_loop().remove_reader(worker.process.printed)

    def _read(self, worker: _Worker) -> None:
        for message in worker.process.read():
            self._take(worker, message)
        if worker.process.frames.ended and worker in self._workers:
            self._bury(worker)

    def _take(self, worker: _Worker, message: tuple[Any, ...]) -> None:
        job = worker.job
        match message:
            case (word,) if word == READY:
                worker.is_ready, self._false_starts = True, 0
            case (word, key, news) if word == TOLD and job is not None and job.key == key:
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
            worker.since += now - worker.compiling_since  # which does not count
            worker.compiling_since, worker.resumed = None, now
        if job.is_turned and news.get("final"):
            news = news | {"final": False}
        if not job.answer.done():
            job.hear(news)

    def _end(self, job: Job, answer: News | None, reason: str, seconds: float) -> None:
        """Take a job's answer; one that made way waits for its next turn."""
        job.used += seconds
        if answer is None:
            job.fail(reason)
        elif job.is_turned and job.used < job.seconds:
            job.stopped_at = None
            self._waiting.setdefault(job.owner, deque()).append(job)
            self._waiting.move_to_end(job.owner)
        else:
            job.finish(answer)

    # --- workers that end, or are ended -------------------------------------------------------------------------------

    def _bury(self, worker: _Worker) -> None:
        """Take note that a worker has ended by itself: its job is done once more, by another one."""
        was_ready, job, code = worker.is_ready, worker.job, self._remove(worker)
        reason = f"the process that searched {worker.process.describe_end(code)}"
        self.deaths += 1
        if not was_ready:
            self._false_starts += 1
            if self._false_starts >= MAX_FALSE_STARTS:
                self._refuse_all(reason)
        if job is not None:
            self._ask_again(job, reason)
        self._hand_out()

    def _ask_again(self, job: Job, reason: str) -> None:
        if job.stopped_at is not None and not job.is_turned:
            job.finish({"stopped": True})
            return
        job.deaths += 1
        if job.deaths > 1:
            job.fail(f"{reason}, twice")
            return
        job.hear({"event": "failure", "text": f"{reason}; retrying"})
        job.stopped_at = None
        self._waiting.setdefault(job.owner, deque()).appendleft(job)

    def _refuse_all(self, reason: str) -> None:
        self._false_starts = 0
        for job in self._all_waiting():
            job.fail(reason)
        self._waiting.clear()

    def _remove(self, worker: _Worker) -> int:
        """End a worker, if it has not ended; return how it did."""
        loop = asyncio.get_running_loop()
        loop.remove_reader(worker.process.line.fileno())
        if worker.process.prints:
            loop.remove_reader(worker.process.printed)
        self._workers.remove(worker)
        worker.job = None
        return worker.process.end_soon() if worker.process.frames.ended else worker.process.end()

    def _end_worker(self, worker: _Worker, reason: str) -> None:
        """End a worker that does not keep its limits."""
        job = worker.job
        self._remove(worker)
        if job is None:
            return
        if job.is_turned and not job.deaths:  # it was to make way, and has done nothing wrong
            job.deaths, job.stopped_at = 1, None
            self._waiting.setdefault(job.owner, deque()).append(job)
        elif job.stopped_at is not None and not job.is_turned and not job.is_late:
            job.finish({"stopped": True})
        else:
            job.fail(reason)

    async def _watch(self) -> None:
        """Look after the workers for ever."""
        while not self._is_closed:
            await asyncio.sleep(LOOK_EVERY)
            for worker in self._workers:
                job = worker.job
                if job is not None and worker.elapsed > job.seconds and job.stopped_at is None:
                    job.is_late = True
                    self._tell_to_stop(worker, job)
            for worker, reason in list(self._offenders()):
                self._end_worker(worker, reason)
            self._let_others_go_on()
            self._dismiss()
            self._hand_out()

    def _offenders(self) -> Iterator[tuple[_Worker, str]]:
        """Yield the workers that are to be ended, and why."""
        now = time.monotonic()
        for worker in self._workers:
            job, taken = worker.job, worker.megabytes()
            if worker.process.has_ended() and not worker.process.frames.ended:
                continue  # the socket says it in a moment
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
        """Return whether a job that nobody wants any more is compiled for while others have no worker.

        Otherwise it may go on: what is compiled is kept for the next time.
        """
        if job.stopped_at is None or now - job.stopped_at <= limits.STOP_SECONDS:
            return False
        return len(self._workers) >= self._most() and any(each.owner != job.owner for each in self._all_waiting())

    def _let_others_go_on(self) -> None:
        """Interrupt an analysis where others wait: at once for what is quick, after its turn for another analysis."""
        waiting = [job for job in self._all_waiting() if job.stopped_at is None]
        if not waiting or any(worker.job is not None and worker.job.is_turned for worker in self._workers):
            return
        is_quick = any(not job.gives_way for job in waiting)
        for worker in self._workers:
            job = worker.job
            if job is None or not job.gives_way or job.stopped_at is not None or worker.compiling_since is not None:
                continue
            if is_quick or (
                worker.elapsed > limits.TURN_SECONDS and any(other.owner != job.owner for other in waiting)
            ):
                job.is_turned = True
                self._tell_to_stop(worker, job)
                return

    def _dismiss(self) -> None:
        """End workers that were started beside the others, once they have nothing to do."""
        for worker in list(self._workers):
            if len(self._workers) > self._most() and worker.is_idle:
                self._remove(worker)
