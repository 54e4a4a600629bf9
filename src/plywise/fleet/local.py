"""A runner with independent worker processes on this machine."""

import pickle
import selectors
import tempfile
import time
from collections.abc import Callable
from typing import IO

from plywise.errors import InputError
from plywise.fleet.runner import Died, Ended, Event, Luggage, Ready, Refused, Said
from plywise.process.children import WorkerProcess
from plywise.process.systems import require_posix

WORKER = "plywise.fleet.worker"

CHECK_EVERY = 1.0  # seconds between checks whether workers live; usually their sockets show it


class LocalRunner:
    """Worker processes on this machine. See `Runner`."""

    def __init__(self, luggage: Luggage) -> None:
        require_posix("a worker process (in Python, workers=0 starts none)")
        self._luggage = _in_a_file(luggage)  # each worker reads it when ready, without blocking this process
        self._path = luggage.path
        self._processes: dict[int, WorkerProcess] = {}
        self._selector = selectors.DefaultSelector()
        self._looked = time.monotonic()

    def start(self, worker: int) -> None:
        """Start a process. Raises InputError if that fails."""
        try:
            process = WorkerProcess(WORKER, self._path, [str(self._luggage.fileno())], [self._luggage.fileno()])
        except OSError as error:
            raise InputError(f"worker {worker} cannot be started: {error.strerror or error}") from None
        self._processes[worker] = process
        self._selector.register(process.line, selectors.EVENT_READ, worker)
        self._selector.register(process.printed, selectors.EVENT_READ, worker)

    def send(self, worker: int, key: str) -> None:
        """Give a job to a worker."""
        self._processes[worker].send(key)

    def wait(self, seconds: float) -> None:
        """Wait until a worker sends or prints something, or ends."""
        self._selector.select(min(seconds, CHECK_EVERY))

    def events(self) -> list[Event]:
        """Return the events since the last call."""
        found: list[Event] = []
        for worker in {key.data for key, _ in self._selector.select(0)} | self._ended():
            found += self._events_of(worker, self._processes[worker])
        return found

    def _ended(self) -> set[int]:
        """Return the workers that have ended, checked periodically, because a child may keep the socket open."""
        if time.monotonic() - self._looked < CHECK_EVERY:
            return set()
        self._looked = time.monotonic()
        return {worker for worker, process in self._processes.items() if process.has_ended()}

    def _events_of(self, worker: int, process: WorkerProcess) -> list[Event]:
        ended = process.has_ended()  # checked before reading its output, so that nothing is missed
        found: list[Event] = [EVENTS[word](worker, *rest) for word, *rest in process.read()]
        if process.prints:
            found += [Said(worker, line) for line in process.read_lines()]
            if not process.prints:
                self._selector.unregister(process.printed)
        if any(isinstance(event, Refused) for event in found):
            self.stop(worker)
        elif process.frames.ended or ended:
            found.append(self._collect_dead(worker))
        return found

    def _collect_dead(self, worker: int) -> Died:
        process = self._forget(worker)
        return Died(worker, f"the worker {process.describe_end(process.end_soon())}")

    def stop(self, worker: int) -> None:
        """Kill a worker."""
        if worker in self._processes:
            self._forget(worker).end()

    def _forget(self, worker: int) -> WorkerProcess:
        process = self._processes.pop(worker)
        self._selector.unregister(process.line)
        if process.prints:
            self._selector.unregister(process.printed)
        return process

    def close(self) -> None:
        """Kill all workers."""
        for process in self._processes.values():
            process.kill()  # all at once, then wait for each
        for worker in list(self._processes):
            self.stop(worker)
        self._selector.close()
        self._luggage.close()


EVENTS: dict[str, Callable[..., Event]] = {"ready": Ready, "refused": Refused, "ended": Ended}
"""First word of a message -> the event."""


def _in_a_file(luggage: Luggage) -> IO[bytes]:
    """Write the luggage to a temporary file. Raises InputError if that fails."""
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as workers are started
        file.write(pickle.dumps(luggage))
        file.flush()
    except OSError as error:
        raise InputError(f"the task cannot be sent to workers: {error.strerror}: {tempfile.gettempdir()}") from None
    return file
