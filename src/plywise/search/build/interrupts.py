"""Ctrl-C while Numba compiles.

LLVM calls back into Python while it works, and an exception that is raised in such a call is printed and lost. So a
Ctrl-C is only noted there, and raised at the next step of the compilation, or when it is done.
"""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

from numba.core.event import Event, Listener, install_listener

STEP = "numba:run_pass"


class _Raiser(Listener):
    """Raises KeyboardInterrupt between two steps of a compilation, once Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.pressed = False

    def note(self, number: int, frame: Any) -> None:
        """Handle the signal."""
        self.pressed = True

    def on_start(self, event: Event) -> None:
        """A step begins."""
        self.answer()

    def on_end(self, event: Event) -> None:
        """A step is done."""

    def answer(self) -> None:
        """Raise KeyboardInterrupt if Ctrl-C was pressed."""
        if self.pressed:
            raise KeyboardInterrupt


@contextmanager
def interruptible() -> Iterator[None]:
    """While this lasts, Ctrl-C ends a compilation with KeyboardInterrupt, and none is lost.

    Where somebody else handles the signal, and in threads that cannot, it is left alone.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return
    raiser = _Raiser()
    with install_listener(STEP, raiser):
        signal.signal(signal.SIGINT, raiser.note)
        try:
            yield
        finally:
            signal.signal(signal.SIGINT, signal.default_int_handler)
    raiser.answer()
