"""What runs the workers: the same few words for processes here and for a Ray cluster."""

from dataclasses import dataclass
from typing import NamedTuple, Protocol


@dataclass(frozen=True)
class Luggage:
    """What a worker needs to begin.

    version: of Plywise.
    task: the task, pickled.
    path: where modules are looked for.
    sources: the user's own modules, which workers could not import: name -> (file, source text).
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
    """A worker could not get ready, and nor could another one: the task's `prepare` raised."""

    worker: int
    reason: str


class Ended(NamedTuple):
    """A worker has ended the job of a key: its answer as JSON; None and a reason where it failed. seconds: it took."""

    worker: int
    key: str
    text: str | None
    reason: str
    seconds: float


class Died(NamedTuple):
    """A worker is no more, nor is what it was at. It may be started again."""

    worker: int
    reason: str


class Said(NamedTuple):
    """A worker has printed a line."""

    worker: int
    line: str


Event = Ready | Refused | Ended | Died | Said


class Runner(Protocol):
    """Starts workers, gives them jobs, and tells what becomes of them. Workers are numbered from 0."""

    def start(self, worker: int) -> None:
        """Start a worker that is not there: Ready, Refused or Died will come of it. Raises InputError."""

    def send(self, worker: int, key: str) -> None:
        """Give a job to a worker that is ready and has none."""

    def wait(self, seconds: float) -> None:
        """Wait until there are events, at most this many seconds."""

    def events(self) -> list[Event]:
        """Return what has happened, without waiting."""

    def stop(self, worker: int) -> None:
        """End a worker at once, whatever it does; nothing more is heard of it. It may be started again."""

    def close(self) -> None:
        """End all workers."""
