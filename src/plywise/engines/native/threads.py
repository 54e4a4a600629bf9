"""Worker threads for compiled searches; the main thread keeps the clock and handles Ctrl-C.

A compiled search releases the interpreter's lock. It checks its word work[STOP] every few hundred nodes; writing there
stops it within a fraction of a millisecond.
"""

import os
import threading
import time
from collections.abc import Callable, Sequence
from queue import Empty, SimpleQueue
from typing import Any

from plywise.engines.clock import Clock
from plywise.engines.kernel.thread_state import BY_INTERRUPT, BY_TIME, COMPLETE, NODES, STOP, SUPERFLUOUS
from plywise.engines.native.interrupts import catch_interrupts
from plywise.errors import InputError, NativeFailure

STACK_BYTES = 512 * 2**20  # of address space; only the depth actually used takes memory
IDLE = 10.0  # seconds after which an idle thread ends and returns its address space
# A rule is assumed never to return after this many seconds of processor time without a new node. Wall time would not
# do: on a busy machine a thread may wait that long for its turn.
SILENCE = 15.0
STUBBORN = 5.0  # after the search was asked to stop

Work = Any  # one search's working memory, an array laid out as in kernel/thread_state.py
Job = Callable[[], Any]


class Stuck(NativeFailure):
    """A compiled rule does not return."""


class _Worker(threading.Thread):
    """A thread that runs one job after another."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="plywise-search")
        self.jobs: SimpleQueue[tuple[Job, list[Any], threading.Semaphore]] = SimpleQueue()
        self.start()

    def run(self) -> None:
        while True:
            try:
                job, answer, done = self.jobs.get(timeout=IDLE)
            except Empty:
                if _dismiss(self):
                    return
                continue
            try:
                answer.append((True, job()))
            except BaseException as error:  # noqa: BLE001 - handed over to the thread that asked
                answer.append((False, error))
            done.release()
            del job, answer, done

    def used(self) -> float:
        """Return the processor seconds that this thread has used; wall time if the system does not report them."""
        if self.ident is None or not hasattr(time, "pthread_getcpuclockid"):
            return time.perf_counter()
        return time.clock_gettime(time.pthread_getcpuclockid(self.ident))


_idle: list[_Worker] = []
_lock = threading.Lock()


def _forget() -> None:
    """Drop the workers: they do not survive a fork."""
    global _lock
    _lock = threading.Lock()
    _idle.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)


def _dismiss(worker: _Worker) -> bool:
    """Return whether an idle worker may end; not if it has just been assigned a job."""
    with _lock:
        if worker not in _idle:
            return False
        _idle.remove(worker)
        return True


def _take() -> _Worker:
    with _lock:
        if _idle:
            return _idle.pop()
        before = threading.stack_size(STACK_BYTES)
        try:
            return _Worker()
        except (RuntimeError, MemoryError):
            room = f"{STACK_BYTES >> 20} MB of address space for its stack"
            raise InputError(f"cannot start a search thread: it needs {room}") from None
        finally:
            threading.stack_size(before)


def _take_all(count: int) -> list[_Worker]:
    workers: list[_Worker] = []
    try:
        while len(workers) < count:
            workers.append(_take())
    except InputError:
        _give_back(workers)
        raise
    return workers


def _give_back(workers: Sequence[_Worker]) -> None:
    with _lock:
        _idle.extend(workers)


class _Watch:
    """Watches the clock, and whether the searches still enter nodes."""

    def __init__(self, works: Sequence[Work], clock: Clock) -> None:
        self.works = works
        self.clock = clock
        self.interrupted = False
        self.timed_out = False
        self.workers: Sequence[_Worker] = ()
        self.seen: int | None = None
        self.since: list[float] = []

    def interrupt(self) -> None:
        """Stop the searches for good, on request."""
        self.interrupted = True
        halt(self.works, BY_INTERRUPT)

    def look(self) -> None:
        """Stop the searches if time is up or the flag is set. Raises Stuck if they enter no node for too long."""
        if self.clock.is_flagged():
            self.interrupt()
        if self.clock.is_up() and not self.timed_out:
            self.timed_out = True
            halt(self.works, BY_TIME)
        nodes, used = sum(int(work[NODES]) for work in self.works), [worker.used() for worker in self.workers]
        if nodes != self.seen:
            self.seen, self.since = nodes, used
        silent = max(now - then for now, then in zip(used, self.since, strict=True))
        if silent > (STUBBORN if self.timed_out or self.interrupted else SILENCE):
            for number in [each.native_id for each in self.workers]:  # it cannot be ended, only made to give way
                if number is not None and hasattr(os, "SCHED_IDLE"):
                    os.sched_setscheduler(number, os.SCHED_IDLE, os.sched_param(0))
            raise Stuck(f"no answer for {silent:.0f} s")


def prepare(count: int) -> None:
    """Start this many workers in advance, so that the first search need not wait for them."""
    _give_back(_take_all(count))


def run_all(
    jobs: Sequence[Job], works: Sequence[Work], clock: Clock | None = None, first: bool = False
) -> tuple[list[Any], bool]:
    """Run each job in its own thread; return the results, with exceptions in place of failed ones.

    Also return whether Ctrl-C was pressed meanwhile, or the clock's flag set: the jobs were then asked to stop, but may
    already have been done.

    works: the jobs' thread states
    clock: when to stop them all; None: never
    first: when one is done, stop the others

    Raises Stuck.
    """
    watch = _Watch(works, Clock() if clock is None else clock)
    with catch_interrupts(watch.interrupt):
        watch.workers = workers = _take_all(len(jobs))
        answers: list[list[Any]] = [[] for _ in jobs]
        woken = threading.Semaphore(0)
        for worker, job, answer in zip(workers, jobs, answers, strict=True):
            worker.jobs.put((job, answer, woken))
        while not all(answers):
            try:
                woken.acquire(timeout=watch.clock.patience())
                if first and any(answers):
                    halt(works, SUPERFLUOUS)
                watch.look()
            except KeyboardInterrupt:  # from another handler
                watch.interrupt()
        _give_back(workers)
    return [value for [(_, value)] in answers], watch.interrupted


def halt(works: Sequence[Work], why: int) -> None:
    """Stop the searches that use these thread states, unless they are stopping already."""
    for work in works:
        if work[STOP] == COMPLETE:
            work[STOP] = why
