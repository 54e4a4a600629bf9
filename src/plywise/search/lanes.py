"""Lanes: threads that run compiled searches, so that the main thread stays free for the clock and for Ctrl-C.

A compiled search gives up the interpreter's lock. It looks at its word work[STOP] every thousand nodes; whoever writes
there stops it within a fraction of a millisecond.
"""

import threading
import time
from collections.abc import Callable, Sequence
from queue import SimpleQueue
from typing import Any

from plywise.errors import InputError
from plywise.search.work import BY_INTERRUPT, BY_TIME, COMPLETE, NODES, STOP, SUPERFLUOUS

STACK_BYTES = 512 * 2**20  # of address space; only what the deepest line of play needs becomes memory
SILENCE = 15.0  # seconds without a new node after which a rule is taken for one that never returns
PATIENCE = 0.25  # seconds between two looks at that

Work = Any  # one search's working memory, an array as `work` lays it out
Job = Callable[[], Any]


class Stuck(InputError):
    """A compiled rule does not come back."""


class _Lane(threading.Thread):
    """A thread that runs one job after another."""

    def __init__(self) -> None:
        super().__init__(daemon=True, name="plywise-search")
        self.jobs: SimpleQueue[tuple[Job, list[Any], threading.Semaphore]] = SimpleQueue()
        self.start()

    def run(self) -> None:
        while True:
            job, answer, done = self.jobs.get()
            try:
                answer.append((True, job()))
            except BaseException as error:  # noqa: BLE001 - handed over to the thread that asked
                answer.append((False, error))
            done.release()
            del job, answer, done


_idle: list[_Lane] = []
_lock = threading.Lock()


def _take() -> _Lane:
    with _lock:
        if _idle:
            return _idle.pop()
        before = threading.stack_size(STACK_BYTES)
        try:
            return _Lane()
        finally:
            threading.stack_size(before)


def prepare(count: int) -> None:
    """Have so many lanes ready, so that a first search need not wait for them."""
    lanes = [_take() for _ in range(count)]
    with _lock:
        _idle.extend(lanes)


def run_all(
    jobs: Sequence[Job], works: Sequence[Work], deadline: float = float("inf"), first: bool = False
) -> tuple[list[Any], bool]:
    """Run each job in a lane of its own; return the answers, an exception in the place of one that raised.

    And whether Ctrl-C was pressed meanwhile: then the jobs were told to stop, but may just have been done. works: their
    working memories. deadline: a time.perf_counter() at which to stop them all. first: when one is done, stop the
    others. Raises Stuck.
    """
    lanes = [_take() for _ in jobs]
    answers: list[list[Any]] = [[] for _ in jobs]
    woken = threading.Semaphore(0)
    for lane, job, answer in zip(lanes, jobs, answers, strict=True):
        lane.jobs.put((job, answer, woken))
    seen, since, interrupted = -1, time.perf_counter(), False
    while not all(answers):
        try:
            woken.acquire(timeout=max(0.0, min(PATIENCE, deadline - time.perf_counter())))
            if first and any(answers):
                halt(works, SUPERFLUOUS)
            now = time.perf_counter()
            if now >= deadline:
                halt(works, BY_TIME)
                deadline = float("inf")
            nodes = sum(int(work[NODES]) for work in works)
            if nodes != seen:
                seen, since = nodes, now
            elif now - since > SILENCE:
                raise Stuck(f"no answer for {SILENCE:g} s")
        except KeyboardInterrupt:
            interrupted = True
            halt(works, BY_INTERRUPT)
    with _lock:
        _idle.extend(lanes)
    return [value for [(_, value)] in answers], interrupted


def halt(works: Sequence[Work], why: int) -> None:
    """Stop the searches that work there, unless they stop already."""
    for work in works:
        if work[STOP] == COMPLETE:
            work[STOP] = why
