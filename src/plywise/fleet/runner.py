"""The interface of runners, which start and control workers: local processes or a Ray cluster."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol


@dataclass(frozen=True)
class Luggage:
    """The data that a worker needs to start.

    version: of Plywise.
    task: the task, pickled.
    path: the module search path.
    sources: the user's modules, which workers could not import: name -> (file, source text).
    """

    version: str
    task: bytes
    path: tuple[str, ...]
    sources: dict[str, tuple[str, str]]


class Ready(NamedTuple):
    """A worker is ready for jobs, on a host."""

    worker: int
    host: str


class Refused(NamedTuple):
    """A worker could not get ready because the task's `prepare` raised; others would fail, too."""

    worker: int
    reason: str


class Ended(NamedTuple):
    """A worker has ended a job: the answer as JSON, or None and a reason. seconds: the time it took."""

    worker: int
    key: str
    text: str | None
    reason: str
    seconds: float


class Died(NamedTuple):
    """A worker has died, and its job with it. It may be started again."""

    worker: int
    reason: str


class Said(NamedTuple):
    """A worker has printed a line."""

    worker: int
    line: str


Event = Ready | Refused | Ended | Died | Said


class Runner(Protocol):
    """Starts workers, assigns jobs, and reports events. Workers are numbered from 0."""

    def start(self, worker: int) -> None:
        """Start a worker; Ready, Refused or Died will follow. Raises InputError."""

    def send(self, worker: int, key: str) -> None:
        """Give a job to a worker that is ready and has none."""

    def wait(self, seconds: float) -> None:
        """Wait until there are events, at most this many seconds."""

    def events(self) -> list[Event]:
        """Return the events since the last call, without waiting."""

    def stop(self, worker: int) -> None:
        """Kill a worker; there are no more events of it. It may be started again."""

    def close(self) -> None:
        """End all workers."""
