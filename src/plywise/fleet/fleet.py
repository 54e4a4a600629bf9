"""Run the jobs of a task on a fleet of workers, each job once, whatever happens to the workers."""

import json
import math
import sys
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable, Iterator, Sized
from dataclasses import dataclass
from typing import TypeVar

from plywise.arguments.numbers import as_number
from plywise.errors import InputError
from plywise.fleet.crew import Crew, Listener
from plywise.fleet.journal import Journal, Outcome, failures_named
from plywise.fleet.places import check_workers
from plywise.fleet.progress import Progress
from plywise.fleet.runners import runner_on
from plywise.fleet.task import JSON, Task
from plywise.process.signals import signals_deferred

WINDOW = 64
"""Maximal number of jobs per worker started ahead of the first unfinished one."""

SHOWN = 60  # characters of a key in a message
REPORT_EVERY = 0.25  # seconds between two calls of the watcher
LONGEST_WAIT = 1.0  # seconds

Found = TypeVar("Found")

Watcher = Callable[[Progress], None]
"""Called a few times a second with the fleet's progress."""


@dataclass(frozen=True)
class Done:
    """A job that has ended: its key, and its answer or the reason for its failure.

    error: "", or the reason in one line; then the answer is None.
    """

    key: str
    answer: JSON
    error: str = ""

    def read(self, parse: Callable[[JSON], Found]) -> Found:
        """Parse the answer. Raises InputError if `parse` fails, because the journal was changed."""
        try:
            return parse(self.answer)
        except InputError:
            raise
        except (TypeError, ValueError, LookupError, AttributeError):
            key = self.key if len(self.key) <= SHOWN else f"{self.key[: SHOWN - 3]}..."
            raise InputError(f"the journal's answer to the job {key} is unusable: it is damaged") from None


class Fleet:
    """Workers for the jobs of a task, started at the first `run` and kept until the end.

    task: pickled by the constructor.
    journal: stores the answers, of the same task.
    workers: their number; 0 runs the jobs in this process, for tests.
    on: "local": processes of this machine; "ray": a new Ray cluster; "ray:ADDRESS": an existing one.
    patience: seconds after which a job counts as hanging: its worker is replaced and the job retried up to
        crew.MAX_HANGS times; after the death of a worker, up to crew.MAX_DEATHS times. None: no limit.
    watcher: called with the progress.
    listener: called with lines printed by workers; None: they go to stderr.

    Use it as a context manager. Raises InputError for invalid arguments, such as a task that cannot be pickled.
    """

    def __init__(
        self,
        task: Task,
        journal: Journal,
        workers: int = 2,
        on: str = "local",
        patience: float | None = None,
        watcher: Watcher | None = None,
        listener: Listener | None = None,
    ) -> None:
        check_workers(workers)
        if patience is not None and (as_number(patience) is None or patience <= 0):
            raise InputError(f"patience must be a positive number of seconds, not {patience}")
        self.journal = journal
        self._watcher = watcher
        self.workers = max(workers, 1)
        runner = runner_on(on, workers, task)
        self._crew = Crew(runner, journal, self.workers, patience, _print if listener is None else listener)
        self._runs: list[_Asked] = []  # active ones: the caller of one may begin another
        self._told = -math.inf
        self._is_closed = False

    def __enter__(self) -> "Fleet":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End all workers; their jobs are to be done again. It may be called twice."""
        if not self._is_closed:
            with signals_deferred():
                self._is_closed = True
                self._crew.close()

    def run(self, keys: Iterable[str], ordered: bool = True, total: int | None = None) -> Iterator[Done]:
        """Yield the result of each job in the order of the keys; those in the journal are yielded at once.

        keys: read on demand; may be infinite.
        ordered: False: yield jobs as they end, each before another is assigned, so that later keys may depend on it.
        total: the number of keys, if `keys` has no length.

        If the caller stops iterating, no more jobs are assigned. Raises InputError if the workers cannot get ready, and
        KeyboardInterrupt after all workers have been ended.
        """
        if self._is_closed:
            raise InputError("this fleet is closed")
        if isinstance(keys, Sized):
            total = len(keys)
            self.journal.register(keys)
        asked = _Asked(iter(keys), ordered, total)
        self._runs.append(asked)
        try:
            yield from self._kept(asked)
            if not asked.is_over:
                self._crew.start()
                yield from self._run(asked)
            self._report(asked, at_once=True)
        except KeyboardInterrupt:
            self.close()
            raise
        finally:
            self._runs.remove(asked)

    def recorded(self) -> list[tuple[str, JSON]]:
        """Return the jobs done so far with their answers, including those that no run has yielded."""
        return self.journal.answers()

    def _kept(self, asked: "_Asked") -> Iterator[Done]:
        """Yield the first jobs that are in the journal, without starting workers."""
        while (key := asked.peek()) is not None:
            outcome = self.journal.find(key)
            if outcome is None:
                return
            asked.read()
            asked.record(key, outcome)
            self._report(asked)
            for ended, found in asked.take_ended():
                yield self._done(ended, found)

    def _run(self, asked: "_Asked") -> Iterator[Done]:
        while True:
            with signals_deferred():  # results received must be in the journal before anything else
                for key, outcome in self._crew.collect():
                    for each in self._runs:
                        each.record(key, outcome)
            if asked.ordered or not asked.has_news:
                keys = self._read_keys(asked)  # the iterable may take a while
                with signals_deferred():
                    self._crew.hand_out(keys)
            self._report(asked)
            found = asked.take_ended()
            for key, outcome in found:
                yield self._done(key, outcome)
            if asked.is_over:
                return
            if not found:
                self._crew.wait(LONGEST_WAIT if self._watcher is None else REPORT_EVERY)

    def _read_keys(self, asked: "_Asked") -> list[str]:
        """Return the keys of jobs to assign now, up to one for each idle worker."""
        found: list[str] = []
        room = self._crew.room()
        while len(found) < room and len(asked) < WINDOW * self.workers:
            key = asked.read()
            if key is None:
                break
            if self._crew.is_at(key) or asked.has(key) or key in found:
                continue
            outcome = self.journal.find(key)
            if outcome is None:
                found.append(key)
            else:
                asked.record(key, outcome)
        return found

    def _done(self, key: str, outcome: Outcome) -> Done:
        """Return the result of a job, with the answer in the form read from the journal."""
        with failures_named(self.journal.name):
            return Done(key, None if outcome.text is None else json.loads(outcome.text), outcome.error)

    def _report(self, asked: "_Asked", at_once: bool = False) -> None:
        """Report the progress to the watcher, if it is due."""
        now = time.monotonic()
        if self._watcher is None or not (at_once or now - self._told >= REPORT_EVERY):
            return
        self._told = now
        crew, running, left = self._crew, self._crew.running(), None
        if asked.total is not None:
            left = crew.pace.left(asked.total - asked.done - asked.failed, running, crew.ready)
        self._watcher(
            Progress(
                done=asked.done,
                failed=asked.failed,
                running=len(running),
                total=asked.total,
                rate=crew.pace.rate(),
                left=left,
                workers=crew.ready,
                elapsed=now - asked.began,
            )
        )


class _Asked:
    """The keys of one run with the results of their jobs. Its length: the number read and not yielded.

    ordered: whether to yield in the order of the keys
    total: the number of jobs; None if unknown
    done, failed: jobs
    """

    def __init__(self, keys: Iterator[str], ordered: bool, total: int | None) -> None:
        self.total = total
        self.done = self.failed = 0
        self.began = time.monotonic()
        self._keys = keys
        self.ordered = ordered
        self._is_read = False
        self._next: str | None = None  # read from the keys, and not by `read`
        self._line: deque[str] = deque()  # to be yielded: in the order of the keys, or those that have ended
        self._wanted: Counter[str] = Counter()  # number of times to yield each key
        self._ended: dict[str, Outcome] = {}

    def __len__(self) -> int:
        return self._wanted.total()

    @property
    def is_over(self) -> bool:
        """Whether all has been read and yielded."""
        return self._is_read and not self._wanted

    @property
    def has_news(self) -> bool:
        """Whether a job can be yielded now."""
        return bool(self._line) and self._line[0] in self._ended

    def peek(self) -> str | None:
        """Return the next key without reading it."""
        if self._next is None and not self._is_read:
            self._next = next(self._keys, None)
            self._is_read = self._next is None
        return self._next

    def read(self) -> str | None:
        """Read a key; return None at the end."""
        key, self._next = self.peek(), None
        if key is not None:
            self._wanted[key] += 1
            if self.ordered:
                self._line.append(key)
            if key in self._ended:
                self._count(self._ended[key], 1)
                self._line.extend([] if self.ordered else [key])
        return key

    def has(self, key: str) -> bool:
        """Return whether the result of a key is known."""
        return key in self._ended

    def record(self, key: str, outcome: Outcome) -> None:
        """Record the result of a job of this run."""
        if key not in self._wanted or key in self._ended:
            return
        self._ended[key] = outcome
        self._count(outcome, self._wanted[key])
        if not self.ordered:
            self._line.extend([key] * self._wanted[key])

    def _count(self, outcome: Outcome, times: int) -> None:
        self.done += 0 if outcome.error else times
        self.failed += times if outcome.error else 0

    def take_ended(self) -> list[tuple[str, Outcome]]:
        """Return the jobs that can be yielded now."""
        found = []
        while self.has_news:
            key = self._line.popleft()
            found.append((key, self._ended[key]))
            self._wanted[key] -= 1
            if not self._wanted[key]:
                del self._wanted[key], self._ended[key]
        return found


def _print(line: str) -> None:
    """Print a worker's line on stderr."""
    print(line, file=sys.stderr, flush=True)
