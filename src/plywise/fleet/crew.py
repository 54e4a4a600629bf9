"""The workers of a fleet: assign jobs, replace workers that die or hang, and retry their jobs."""

import math
import time
from collections import Counter, deque
from collections.abc import Callable, Iterable
from dataclasses import dataclass

from plywise.errors import InputError
from plywise.fleet.journal import By, Journal, Outcome
from plywise.fleet.progress import Pace
from plywise.fleet.runner import Died, Ended, Event, Ready, Refused, Runner, Said

MAX_HANGS = 3
"""Number of times a job may hang before it counts as failed."""

MAX_DEATHS = 10
"""Number of workers that may die at a job before it counts as failed; some deaths have other causes."""

MAX_FAILED_STARTS = 20
"""Number of workers that may die before any is ready."""

Listener = Callable[[str], None]
"""Called with each line that a worker prints."""


@dataclass
class _Worker:
    """The crew's record of a worker.

    key: of its job, or None.
    since: start time of the job.
    """

    number: int
    host: str = ""
    is_ready: bool = False
    key: str | None = None
    since: float = 0.0

    @property
    def by(self) -> By:
        """Its identity in the journal."""
        return By(self.number, self.host)

    @property
    def elapsed(self) -> float:
        """Seconds since the start of its job."""
        return time.monotonic() - self.since


class Crew:
    """The workers of a runner. Every result is in the journal before it is reported.

    patience: time limit of a job in seconds; None: no limit
    pace: measures the rate of jobs
    """

    def __init__(
        self, runner: Runner, journal: Journal, workers: int, patience: float | None, listener: Listener
    ) -> None:
        self.patience = patience
        self.pace = Pace()
        self._runner = runner
        self._journal = journal
        self._listener = listener
        self._workers = [_Worker(number) for number in range(workers)]
        self._again: deque[str] = deque()  # jobs whose worker has died
        self._deaths: Counter[str] = Counter()
        self._hangs: Counter[str] = Counter()
        self._under_way: set[str] = set()
        self._ended: list[tuple[str, Outcome]] = []
        self._false_starts = 0
        self._heard: set[str] = set()
        self._is_started = False

    def start(self) -> None:
        """Start the workers, unless they are started already."""
        if not self._is_started:
            self._is_started = True
            for worker in self._workers:
                self._runner.start(worker.number)

    @property
    def ready(self) -> int:
        """The number of ready workers."""
        return sum(worker.is_ready for worker in self._workers)

    def running(self) -> list[float]:
        """Return the seconds since the start of each running job."""
        return [worker.elapsed for worker in self._workers if worker.key is not None]

    def is_at(self, key: str) -> bool:
        """Return whether a job was assigned and has not ended."""
        return key in self._under_way

    def room(self) -> int:
        """Return the number of new jobs that can be assigned, besides those to retry."""
        return max(len(self._idle()) - len(self._again), 0)

    def hand_out(self, keys: Iterable[str]) -> None:
        """Assign jobs to idle workers: those to retry, and up to `room` new ones.

        A worker has one job at a time. A second in advance would save half a millisecond, but wait needlessly if the
        first one takes hours.
        """
        self._again.extend(keys)
        if not self._again:
            return
        with self._journal.together():
            for worker in self._idle():
                if self._again:
                    self._give(worker, self._again.popleft())

    def _idle(self) -> list[_Worker]:
        return [worker for worker in self._workers if worker.is_ready and worker.key is None]

    def _give(self, worker: _Worker, key: str) -> None:
        worker.key, worker.since = key, time.monotonic()
        self._under_way.add(key)
        self._journal.begin(key, worker.by)
        self._runner.send(worker.number, key)

    def wait(self, seconds: float) -> None:
        """Wait until something happens, or a job has taken too long, at most this many seconds."""
        if self.patience is not None:
            seconds = min([seconds, *(max(self.patience - elapsed, 0.001) for elapsed in self.running())])
        self._runner.wait(seconds)

    def collect(self) -> list[tuple[str, Outcome]]:
        """Return the jobs that have ended since the last call. Raises InputError if no worker became ready."""
        events = self._runner.events()
        late = self._late()
        if events or late:
            with self._journal.together():
                for event in events:
                    self._take(self._workers[event.worker], event)
                for worker in self._late():
                    self._end_hanging(worker)
        found, self._ended = self._ended, []
        return found

    def close(self) -> None:
        """End all workers; their jobs are to be done again."""
        self._runner.close()
        self._journal.release()

    # --- what happens -------------------------------------------------------------------------------------------------

    def _take(self, worker: _Worker, event: Event) -> None:
        match event:
            case Ready(host=host):
                worker.is_ready, worker.host = True, host
                self.pace.note_ready()
            case Ended():
                self._take_answer(worker, event)
            case Died(reason=reason):
                self._on_worker_death(worker, reason)
            case Said(line=line):
                self._hear(line)
            case Refused(reason=reason):
                raise InputError(reason)

    def _take_answer(self, worker: _Worker, event: Ended) -> None:
        self._false_starts = 0
        self.pace.note_end(event.seconds)
        if event.text is None:
            self._journal.fail(event.key, event.reason, event.seconds, worker.by)
        else:
            self._journal.finish(event.key, event.text, event.seconds, worker.by)
        worker.key = None
        self._settle(event.key, Outcome(event.text, event.reason))

    def _settle(self, key: str, outcome: Outcome) -> None:
        self._under_way.discard(key)
        self._deaths.pop(key, None)
        self._hangs.pop(key, None)
        self._ended.append((key, outcome))

    def _hear(self, line: str) -> None:
        if line not in self._heard:
            self._heard.add(line)
            self._listener(line)

    # --- workers that die or hang -------------------------------------------------------------------------------------

    def _late(self) -> list[_Worker]:
        """Return the workers whose job takes too long."""
        patience = math.inf if self.patience is None else self.patience
        return [worker for worker in self._workers if worker.key is not None and worker.elapsed > patience]

    def _on_worker_death(self, worker: _Worker, reason: str) -> None:
        """Replace a worker that has died."""
        if worker.key is not None:
            self._try_again(worker.key, reason, worker, self._deaths, MAX_DEATHS)
        if not worker.is_ready:
            self._false_starts += 1
            if self._false_starts >= MAX_FAILED_STARTS:
                raise InputError(f"no worker became ready: {reason}")
        self._replace(worker)

    def _end_hanging(self, worker: _Worker) -> None:
        """Replace a worker whose job takes too long."""
        self._runner.stop(worker.number)
        if worker.key is not None:
            reason = f"no answer within {self.patience:g} s"
            self._try_again(worker.key, reason, worker, self._hangs, MAX_HANGS)
        self._replace(worker)

    def _replace(self, worker: _Worker) -> None:
        worker.key, worker.is_ready = None, False
        self._runner.start(worker.number)

    def _try_again(self, key: str, reason: str, worker: _Worker, times: Counter[str], most: int) -> None:
        """Retry a job whose worker died or hung, up to `most` times."""
        self._journal.note_mishap(key, reason, worker.elapsed, worker.by)
        times[key] += 1
        if times[key] >= most:
            reason = f"{reason} ({most} times)"
            self._journal.fail(key, reason, worker.elapsed, worker.by)
            self._settle(key, Outcome(None, reason))
        else:
            self._journal.give_back(key)
            self._again.append(key)
