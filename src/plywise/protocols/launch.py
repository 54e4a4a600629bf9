"""Start a program without a shell, so that it ends with Plywise in any case."""

import os
import shlex
import shutil
import signal
import sys
from collections.abc import Sequence
from concurrent.futures import Future, ThreadPoolExecutor
from contextlib import suppress
from functools import cache
from subprocess import PIPE, Popen

from plywise.errors import InputError

GAMES = "/usr/local/games:/usr/games"
"""Debian's folders for games, which may be missing from PATH."""

LAUNCHER = """
import os, signal, sys
report, parent, *words = sys.argv[1:]
os.set_inheritable(int(report), False)
signal.signal(signal.SIGPIPE, signal.SIG_DFL)
signal.signal(signal.SIGXFSZ, signal.SIG_DFL)
try:
    import ctypes
    ctypes.CDLL(None).prctl(1, signal.SIGKILL)
except (ImportError, OSError, AttributeError):
    pass
if os.getppid() == int(parent):
    try:
        os.execv(words[0], words)
    except OSError as error:
        os.write(int(report), b"%d" % error.errno)
"""
"""Asks Linux, if possible, to end this process with its parent (PR_SET_PDEATHSIG is 1), and executes the program.

Doing so in a forked Python instead (`preexec_fn`) can hang if there are other threads.
"""


def split_words(text: str) -> list[str]:
    """Split a command like a shell, and replace the program's name by its path.

    Raises InputError for a command that cannot be split, and for a program that is missing or cannot be executed.
    """
    try:
        words = shlex.split(text)
    except ValueError as error:
        raise InputError(f"command {text!r}: {error}") from None
    if not words:
        raise InputError("the command names no program")
    return [find_program(words[0]), *words[1:]]


def find_program(name: str) -> str:
    """Return a program's path, from PATH or Debian's folders for games. Raises InputError."""
    if "\0" in name:
        raise InputError(f"no program {name!r}")
    given = os.path.expanduser(name)
    found = shutil.which(given) or shutil.which(given, path=GAMES)
    if found is not None:
        return os.path.abspath(found)
    if os.path.isdir(given):
        raise InputError(f"{name!r} is a folder, not a program")
    if os.path.dirname(given) and os.path.exists(given):
        raise InputError(f"file {name!r} cannot be executed")
    raise InputError(f"no program {name!r}")


def launch(words: Sequence[str]) -> "Popen[bytes]":
    """Start a program by its path, connected by pipes, in its own process group. Raises OSError.

    It is started by a thread that lives as long as Plywise, because Linux ends a child with the thread that started it.
    """
    starting = _starter().submit(_launch, list(words))
    try:
        return starting.result()
    except KeyboardInterrupt:
        starting.add_done_callback(_abandon)
        raise


def kill_group(process: "Popen[bytes]") -> None:
    """Kill a program that `launch` started, with its whole process group."""
    with suppress(ProcessLookupError, PermissionError):  # no process is left; macOS raises the second for zombies
        os.killpg(process.pid, signal.SIGKILL)


def _launch(words: list[str]) -> "Popen[bytes]":
    if not (sys.platform.startswith("linux") and sys.executable):
        return _start(words)
    read, write = os.pipe()
    with os.fdopen(read, "rb") as report:
        try:
            process = _start([sys.executable, "-I", "-S", "-c", LAUNCHER, str(write), str(os.getpid()), *words], write)
        finally:
            os.close(write)
        number = report.read()  # ends as soon as the launcher has become the program
    if number:
        _close(process)
        raise OSError(int(number), os.strerror(int(number)))
    return process


def _start(words: list[str], *descriptors: int) -> "Popen[bytes]":
    return Popen(words, stdin=PIPE, stdout=PIPE, stderr=PIPE, bufsize=0, start_new_session=True, pass_fds=descriptors)


def _abandon(starting: "Future[Popen[bytes]]") -> None:
    """End a program whose start was interrupted."""
    if starting.exception() is None:
        _close(starting.result())


def _close(process: "Popen[bytes]") -> None:
    kill_group(process)
    process.communicate()  # waits, and closes the pipes


@cache
def _starter() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(1, "plywise-launch")


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_starter.cache_clear)  # the child does not have its thread
