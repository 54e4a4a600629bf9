"""Ctrl-C while compiled code runs: noted, and handled where that is safe.

A KeyboardInterrupt is raised wherever the program happens to be. Between two calls of a compiled search it loses what
is known so far; in a call from LLVM back into Python, the exception itself is printed and lost.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def catch_interrupts(press: Callable[[], None]) -> Iterator[None]:
    """In this context, Ctrl-C calls `interrupt` and raises nothing.

    A handler installed by someone else, and threads that cannot handle signals, are left alone.
    """
    if (
        threading.current_thread() is not threading.main_thread()
        or signal.getsignal(signal.SIGINT) is not signal.default_int_handler
    ):
        yield
        return
    signal.signal(signal.SIGINT, lambda number, frame: press())
    try:
        yield
    finally:
        signal.signal(signal.SIGINT, signal.default_int_handler)
