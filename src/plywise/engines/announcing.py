"""What is said on stderr where compiling takes a while, and who in this process is told while it lasts."""

import sys
import threading
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from time import perf_counter

_said: deque[str] = deque(maxlen=1000)


def say_compiling(name: str, fingerprint: str, is_new: bool = True, is_slow: bool = False) -> None:
    """Say on stderr that compiling takes a while: of a game, the first time it is compiled, and not again.

    is_new: the game was not compiled before, by no process
    is_slow: it takes more than a moment; of a game that is not new, that is said once a process, in other words
    """
    if fingerprint not in _said and (is_new or is_slow):
        _said.append(fingerprint)
        what = f"{name}, first time only" if is_new else f"one more kind of search for {name}"
        print(f"compiling {what} ...", file=sys.stderr, flush=True)


hearers: list[Callable[[bool], None]] = []
"""Functions that are told when a thread begins to wait for what is compiled, True, and when it goes on, False."""


@contextmanager
def compiling_told() -> Iterator[None]:
    """Tell those who want to know that this thread waits for what is compiled: meanwhile nothing is searched in it."""
    for hear in hearers:
        hear(True)
    try:
        yield
    finally:
        for hear in hearers:
            hear(False)


class _Spent(threading.local):
    """The seconds that this thread has spent on compiling and loading, and whether it does so just now."""

    def __init__(self) -> None:
        self.seconds = 0.0
        self.is_compiling = False


_spent = _Spent()


def compile_seconds() -> float:
    """Return the seconds that this thread has spent so far on compiling, or on loading what was compiled."""
    return _spent.seconds


@contextmanager
def compiling_timed() -> Iterator[None]:
    """Count the time of this context, in this thread, as time for compiling."""
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
    """Say once, on stderr, that rules are compiled another time, for values that trial positions did not show."""
    if f"{fingerprint} again" not in _said:
        _said.extend((fingerprint, f"{fingerprint} again"))
        print(f"compiling {name} again, with more room ...", file=sys.stderr, flush=True)


__all__ = ["compile_seconds", "compiling_timed", "compiling_told", "hearers", "say_compiling", "say_compiling_again"]
