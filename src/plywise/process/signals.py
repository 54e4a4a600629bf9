"""Signals that end the program: put off while something must be done as a whole, and not lost where nobody looks."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

AGAIN = 0.01  # seconds
ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def signals_put_off() -> Iterator[None]:
    """Handle signals that end the program after this context; only the main thread can see to it."""
    if threading.current_thread() is not threading.main_thread():
        yield
        return
    came: list[int] = []

    def note(number: int, frame: FrameType | None) -> None:
        came.append(number)

    before = {number: signal.getsignal(number) for number in ENDING}
    mine = [number for number, handler in before.items() if handler not in (None, signal.SIG_IGN)]
    try:
        for number in mine:
            signal.signal(number, note)
        yield
    finally:
        for number in mine:
            signal.signal(number, before[number])
        for number in came[:1]:
            signal.raise_signal(number)


def interrupt_again(unraisable: Any) -> None:
    """Handle an exception that Python cannot raise, as one in a finalizer (a `sys.unraisablehook`): print nothing.

    Ctrl-C that came at such a moment would be lost; it comes again a moment later.
    """
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        threading.Timer(AGAIN, _interrupt_main).start()


def _interrupt_main() -> None:
    """Send Ctrl-C to the main thread: raised in another one it would not end a wait there, for a line to be typed."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
