"""Startup of the program: when it began, and Ctrl-C while its modules are imported.

Importing takes most of the time until a command begins. A KeyboardInterrupt in the middle would show a traceback, or
become an ImportError, before any code can catch it; instead it ends the program with one line, as later on. If Plywise
is imported as a library, interrupts are left to the importing program.
"""

import os
import signal
import sys
import time

IMPORTED = time.time()
"""Seconds since the epoch. A source file modified later may differ from the one that this process imported."""

INTERRUPTED = 130
NAMES = ("plywise", "plywise.exe")


def leave_at_once(*_: object) -> None:
    """End the process; no work has begun that could be lost."""
    try:
        os.write(2, b"interrupted\n")
    finally:
        os._exit(INTERRUPTED)


def guard_imports() -> None:
    """Let Ctrl-C end the process at once until `expect_interrupts`, if this is the program with the default handler."""
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
