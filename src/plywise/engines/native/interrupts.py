"""Ctrl-C while compiled code works: noted, and answered where it can be.

A KeyboardInterrupt is raised wherever the program happens to be. Between two calls of a compiled search, that loses
what is known so far; in a call that LLVM makes back into Python, the exception itself is printed and lost.
"""

import signal
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager


@contextmanager
def catch_interrupts(press: Callable[[], None]) -> Iterator[None]:
    """While this lasts, Ctrl-C calls `interrupt` and raises nothing.

    Where somebody else handles the signal, and in threads that cannot, it is left alone.
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
