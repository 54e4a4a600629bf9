"""The first moments of the program: when it began, and Ctrl-C while its modules are imported.

That ends it as later on, in one line.

Importing takes most of the time until a command begins, and a KeyboardInterrupt in the middle of it would be a
traceback, or an ImportError, before there is anything to catch it. Where Plywise is imported as a library nothing is
done: an interrupt is the importing program's own affair.
"""

import os
import signal
import sys
import time

IMPORTED = time.time()
"""Seconds since the epoch. A source file that is younger may not be the one that this process imported."""

INTERRUPTED = 130
NAMES = ("plywise", "plywise.exe")


def leave_at_once(*_: object) -> None:
    """End the process: nothing has been begun that could be lost."""
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(INTERRUPTED)


def guard_imports() -> None:
    """Let Ctrl-C leave at once until `expect_interrupts`, if this is the program and nobody else handles signals."""
    if _is_program() and signal.getsignal(signal.SIGINT) is signal.default_int_handler:
        try:
            signal.signal(signal.SIGINT, leave_at_once)
        except ValueError:  # only the main thread handles signals
            return


def _is_program() -> bool:
    """Return whether this process is the command `plywise`, or `python -m plywise`."""
    name = os.path.basename((getattr(sys, "argv", None) or [""])[0])
    if name != "-m":  # as `python -m` calls it until it has found the module
        return name in NAMES
    words = sys.orig_argv
    return "-m" in words and words[words.index("-m") + 1 :][:1] == ["plywise"]


def expect_interrupts() -> None:
    """Raise KeyboardInterrupt at Ctrl-C from now on."""
    if signal.getsignal(signal.SIGINT) is leave_at_once:
        signal.signal(signal.SIGINT, signal.default_int_handler)
