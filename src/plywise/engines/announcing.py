"""Announces on stderr, and to listeners in this process, that compiling takes a while."""

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

_said: deque[str] = deque(maxlen=1000)


def say_compiling(name: str, fingerprint: str, is_new: bool = True, is_slow: bool = False) -> None:
    """Print on stderr that a game is being compiled; once per game.

    is_new: no process has compiled the game before
    is_slow: it takes more than a moment. For a game that is not new this is printed once a process, in other words.
    """
    if fingerprint not in _said and (is_new or is_slow):
        _said.append(fingerprint)
        what = f"{name}, first time only" if is_new else f"one more kind of search for {name}"
        print(f"compiling {what} ...", file=sys.stderr, flush=True)


hearers: list[Callable[[bool], None]] = []
"""Functions called with True when a thread starts to wait for compiled code, and with False when it continues."""


@contextmanager
def compiling_announced() -> Iterator[None]:
    """Notify the listeners that this thread waits for compiled code and searches nothing meanwhile."""
    for hear in hearers:
        hear(True)
    try:
        yield
    finally:
        for hear in hearers:
            hear(False)


class _Spent(threading.local):
    """The seconds this thread has spent compiling and loading, and whether it is doing so now."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.is_compiling = False


_spent = _Spent()


def compile_seconds() -> float:
    """Return the seconds that this thread has spent so far on compiling, or on loading compiled code."""
    return _spent.seconds


@contextmanager
def compiling_timed() -> Iterator[None]:
    """Count the time spent in this context, in this thread, as compile time."""
    if _spent.is_compiling:
        yield
        return
    began, _spent.is_compiling = perf_counter(), True
    try:
        yield
    finally:
        _spent.seconds += perf_counter() - began
        _spent.is_compiling = False


def say_compiling_again(name: str, fingerprint: str) -> None:
    """Print once, on stderr, that rules are recompiled for values that trial positions did not show."""
    if f"{fingerprint} again" not in _said:
        _said.extend((fingerprint, f"{fingerprint} again"))
        print(f"compiling {name} again, with a wider layout ...", file=sys.stderr, flush=True)


__all__ = [
    "compile_seconds",
    "compiling_announced",
    "compiling_timed",
    "hearers",
    "say_compiling",
    "say_compiling_again",
]
