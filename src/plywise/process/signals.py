"""Termination signals: deferred during critical sections, and repeated if Python would lose them."""

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

AGAIN = 0.01  # seconds
ENDING = [getattr(signal, name) for name in ("SIGINT", "SIGTERM", "SIGHUP") if hasattr(signal, name)]


@contextmanager
def signals_deferred() -> Iterator[None]:
    """Defer SIGINT, SIGTERM and SIGHUP until the end of this context. Other threads than the main one cannot."""
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
    """Act as `sys.unraisablehook`: print nothing, and repeat a Ctrl-C that a finalizer would have lost."""
    if issubclass(unraisable.exc_type, KeyboardInterrupt):
        threading.Timer(AGAIN, _interrupt_main).start()


def _interrupt_main() -> None:
    """Send Ctrl-C to the main thread; raised in another thread, it would not interrupt a read from the terminal."""
    main = threading.main_thread().ident
    if hasattr(signal, "pthread_kill") and main is not None:
        signal.pthread_kill(main, signal.SIGINT)
    else:
        signal.raise_signal(signal.SIGINT)
