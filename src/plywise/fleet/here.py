"""A runner with this process as its only worker, for tests. It cannot end a hanging job."""

import platform
from collections import deque

from plywise.fleet.runner import Ended, Event, Luggage, Ready
from plywise.fleet.work import attempt, unpack


class HereRunner:
    """One worker in this process, which runs its jobs in `wait`. See `Runner`."""

    def __init__(self, luggage: Luggage) -> None:
        self._work = unpack(luggage, at_home=True)
        self._events: list[Event] = []
        self._keys: deque[str] = deque()

    def start(self, worker: int) -> None:
        """Report that the worker is ready."""
        self._events.append(Ready(worker, platform.node()))

    def send(self, worker: int, key: str) -> None:
        """Queue a job."""
        self._keys.append(key)

    def wait(self, seconds: float) -> None:
        """Run a queued job."""
        if self._keys and not self._events:
            key = self._keys.popleft()
            self._events.append(Ended(0, key, *attempt(self._work, key)))

    def events(self) -> list[Event]:
        """Return the events since the last call."""
        found, self._events = self._events, []
        return found

    def stop(self, worker: int) -> None:
        """Discard the queued jobs."""
        self._keys.clear()

    def close(self) -> None:
        """Do nothing."""
