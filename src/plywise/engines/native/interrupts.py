"""Ctrl-C while compiled code runs: it is recorded, and handled where that is safe.

Python raises KeyboardInterrupt wherever the program happens to be. Between two calls of a compiled search that would
lose the results so far; in a callback from LLVM into Python, the exception itself would be printed and lost.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def catch_interrupts(press: Callable[[], None]) -> Iterator[None]:
    """In this context, Ctrl-C calls `interrupt` and raises nothing.

    Handlers installed by other code, and threads that cannot handle signals, are left alone.
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
