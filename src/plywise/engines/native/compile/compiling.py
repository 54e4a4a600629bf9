"""The contexts in which compiled functions are made and loaded."""

import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.compiler_lock import global_compiler_lock
from numba.core.event import Event, Listener, install_listener

from plywise.engines.native.compile.arithmetic import own_arithmetic
from plywise.engines.native.interrupts import catch_interrupts

STEP = "numba:run_pass"

QUIET = threading.RLock()
"""Held while this process compiles or loads: Numba does one at a time anyway, and whoever forks waits for it."""


if hasattr(os, "register_at_fork"):  # in the child of a fork, no lock may stay locked by a thread that is not there
    os.register_at_fork(before=QUIET.acquire, after_in_parent=QUIET.release, after_in_child=QUIET.release)


class _Raiser(Listener):
    """Raises KeyboardInterrupt between two steps of a compilation, once Ctrl-C was pressed."""

    def __init__(self) -> None:
        self.pressed = False

    def interrupt(self) -> None:
        """Note that Ctrl-C was pressed."""
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
def loading() -> Iterator[None]:
    """In this context this thread loads what was compiled, which takes moments; Ctrl-C waits for its end."""
    raiser = _Raiser()
    with QUIET, global_compiler_lock, catch_interrupts(raiser.interrupt):
        yield
    raiser.answer()


@contextmanager
def compiling() -> Iterator[None]:
    """In this context this thread compiles: with Plywise's arithmetic, and Ctrl-C ends it with KeyboardInterrupt."""
    raiser = _Raiser()
    with QUIET, own_arithmetic(), install_listener(STEP, raiser), catch_interrupts(raiser.interrupt):
        yield
    raiser.answer()


__all__ = ["QUIET", "compiling", "loading"]
