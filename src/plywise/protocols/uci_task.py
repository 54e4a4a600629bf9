"""Work started by UCI's `go`, in its own thread while commands are read."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable

Say = Callable[[str], None]
"""Writes a line."""


class UciTask(ABC):
    """Work in a thread. say: writes a line."""

    ends_by_itself = False
    """Whether the end of input waits for it, so that commands can be piped in."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.stopped = threading.Event()
        self._thread = threading.Thread(target=self.run, name="plywise-uci", daemon=True)

    @abstractmethod
    def run(self) -> None:
        """Do the work until it is done or `stopped` is set. Raises nothing."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """End now, and answer if it must."""
        self.stopped.set()

    def hit(self) -> None:  # noqa: B027 - most work has no clock
        """Start the clock: the other side has played the expected move."""

    @property
    def is_over(self) -> bool:
        """Whether it has answered."""
        return self._thread.ident is not None and not self._thread.is_alive()

    def wait(self) -> None:
        """Wait for the answer, if it was started."""
        if self._thread.ident is not None:
            self._thread.join()
