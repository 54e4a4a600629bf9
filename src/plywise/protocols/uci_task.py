"""What UCI's `go` begins: work in a thread of its own, while commands are read."""

import threading
from abc import ABC, abstractmethod
from collections.abc import Callable

Say = Callable[[str], None]
"""Writes a line."""


class UciTask(ABC):
    """Work under way. say: writes a line."""

    ends_by_itself = False
    """Whether `quit` waits for it, as for one who pipes a question in."""

    def __init__(self, say: Say) -> None:
        self.say = say
        self.stopped = threading.Event()
        self._thread = threading.Thread(target=self.run, name="plywise-uci", daemon=True)

    @abstractmethod
    def run(self) -> None:
        """Do the work, until it is done or `stopped` is set. Raises nothing."""

    def start(self) -> None:
        """Begin."""
        self._thread.start()

    def stop(self) -> None:
        """Let it end now, with its answer if it owes one."""
        self.stopped.set()

    def hit(self) -> None:  # noqa: B027 - most work has no clock
        """Let time count: the other side has moved as expected."""

    @property
    def is_over(self) -> bool:
        """Whether it has answered."""
        return self._thread.ident is not None and not self._thread.is_alive()

    def wait(self) -> None:
        """Wait until it has answered; one that was not begun, owes nothing."""
        if self._thread.ident is not None:
            self._thread.join()
