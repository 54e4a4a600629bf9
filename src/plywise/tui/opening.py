"""Run the terminal program until the user leaves."""

import signal
from collections.abc import Iterator
from contextlib import contextmanager

from plywise.play.ongoing import OngoingGame
from plywise.process.signals import ENDING
from plywise.tui.program import INTERRUPTED, PlayProgram
from plywise.tui.table import Table


def play_on_screen(table: Table) -> OngoingGame:
    """Play at the terminal until the user leaves; return the game.

    Raises Left, with the game, if the program ends in another way.
    """
    program = PlayProgram(table)
    with _signals_end(program):
        how = program.run()
    if program.failure is not None:
        raise Left(program.ongoing) from program.failure
    if how == INTERRUPTED:
        raise Left(program.ongoing) from KeyboardInterrupt()
    return program.ongoing


class Left(Exception):
    """The program ended by Ctrl-C, a signal or an error, its cause. ongoing: the game."""

    def __init__(self, ongoing: OngoingGame) -> None:
        super().__init__("left")
        self.ongoing = ongoing


@contextmanager
def _signals_end(program: PlayProgram) -> Iterator[None]:
    """Let a signal that would end the process end the program, so that the terminal is restored."""

    def end(number: int, frame: object) -> None:
        program.call_later(program.exit, INTERRUPTED)

    before = {number: signal.getsignal(number) for number in ENDING}
    try:
        for number, handler in before.items():
            if handler is not signal.SIG_IGN:
                signal.signal(number, end)
        yield
    finally:
        for number, handler in before.items():
            signal.signal(number, handler)
