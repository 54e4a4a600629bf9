"""The context in which compiled functions are made."""

from collections.abc import Iterator
from contextlib import contextmanager

from numba.core.event import Event, Listener, install_listener

from plywise.engines.native.compile.arithmetic import own_arithmetic
from plywise.engines.native.compile.machine_code import QUIET
from plywise.engines.native.compile.shortcuts import shortcuts
from plywise.engines.native.interrupts import catch_interrupts

STEP = "numba:run_pass"


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
def compiling() -> Iterator[None]:
    """In this context this thread compiles: with Plywise's arithmetic, and Ctrl-C ends it with KeyboardInterrupt."""
    raiser = _Raiser()
    with QUIET, own_arithmetic(), shortcuts(), install_listener(STEP, raiser), catch_interrupts(raiser.interrupt):
        yield
    raiser.answer()


__all__ = ["compiling"]
