"""Background compilation for programs that play against a clock: the search has priority over the compiler."""

import gc
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager, suppress

LOWER_PRIORITY = 3
"""Added to the niceness of a compiler in the background: beside a search it gets half as much of a core."""


class _Background(threading.local):
    """Whether this thread compiles in the background."""

    is_entered = False


_background = _Background()


@contextmanager
def in_background() -> Iterator[None]:
    """In this context, compilers that this thread starts have a lower priority than this process.

    Python's garbage collector is off meanwhile, and all objects that exist at the end are frozen: a collection that
    scans the compiler's objects takes over 100 ms, in which no thread can answer. This is for programs, not for
    libraries.
    """
    was_enabled = gc.isenabled()
    gc.disable()
    _background.is_entered = True
    try:
        yield
    finally:
        _background.is_entered = False
        gc.freeze()
        if was_enabled:
            gc.enable()


def is_in_background() -> bool:
    """Return whether this thread compiles in the background."""
    return _background.is_entered


def lower_priority() -> None:
    """Lower the priority of this process, where systems have such a thing."""
    with suppress(AttributeError, OSError):
        os.nice(LOWER_PRIORITY)


__all__ = ["in_background", "is_in_background", "lower_priority"]
