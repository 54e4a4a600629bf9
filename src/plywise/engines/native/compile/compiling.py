"""The context in which a game is compiled."""

import gc
import threading
from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.event import Event, Listener, install_listener

from plywise.engines.native.compile.arithmetic import own_arithmetic
from plywise.engines.native.interrupts import catch_interrupts

STEP = "numba:run_pass"

_lock = threading.RLock()  # Numba compiles one function at a time anyway


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
def no_garbage_collection() -> Iterator[None]:
    """In this context Python collects no garbage: that would take a tenth of the compiler's time, for little."""
    enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if enabled:
            gc.enable()


@contextmanager
def compiling() -> Iterator[None]:
    """In this context this thread compiles: with Plywise's arithmetic, and Ctrl-C ends it with KeyboardInterrupt."""
    raiser = _Raiser()
    with (
        _lock,
        own_arithmetic(),
        no_garbage_collection(),
        install_listener(STEP, raiser),
        catch_interrupts(raiser.interrupt),
    ):
        yield
    raiser.answer()
