"""A process of this machine that works for this one: started, spoken to through a socket, heard, and ended."""

import json
import os
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from contextlib import suppress
from typing import Any

from plywise.fleet.frames import Frames, frame

SEE_OFF = 1.0  # seconds that a worker that has closed its socket may take to end by itself
SEND_SECONDS = 10.0  # that a worker may take to read: it has a thread that does nothing else
PIECE = 1 << 16  # bytes read at once

BEGIN = (
    "import json, sys; from importlib import import_module; "
    "sys.path[:] = json.loads(sys.argv[2]); import_module(sys.argv[3]).main()"
)
"""What a worker runs. Its path is no environment variable, which programs that it starts would have, too."""


class WorkerProcess:
    """A worker's process, the socket to it, and what it prints.

    module: whose `main` it runs, with the number of its socket in sys.argv[1] and the words from sys.argv[4] on
    path: where it looks for modules
    files: open files that it has, too

    Raises OSError where the system gives no more processes.
    """

    def __init__(self, module: str, path: Sequence[str], words: Sequence[str] = (), files: Sequence[int] = ()) -> None:
        self.line, end = socket.socketpair()
        environment = {"PYTHONHASHSEED": "0", **os.environ}  # the same order of sets in every worker
        given = [str(end.fileno()), json.dumps(list(path)), module, *words]
        with end:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", BEGIN, *given],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment,
                pass_fds=[end.fileno(), *files], start_new_session=True,
            )  # fmt: skip
        assert self.process.stderr is not None
        self.printed = self.process.stderr.fileno()
        os.set_blocking(self.printed, False)
        self.frames = Frames(self.line)
        self._torn = b""
        self.prints = True
        self.last_line = ""

    def send(self, message: Any) -> None:
        """Send a message. A worker that does not take it is ended, which is found when it is read from."""
        try:
            self.line.settimeout(SEND_SECONDS)
            self.line.sendall(frame(message))
        except OSError:
            with suppress(OSError):  # not by Popen.kill, which would wait for it, so that its number were anybody's
                os.kill(self.process.pid, signal.SIGKILL)

    def read(self) -> list[Any]:
        """Return the messages that have come."""
        self.line.setblocking(False)
        return self.frames.read()

    def read_lines(self) -> list[str]:
        """Return the whole lines that it has printed since the last time."""
        piece = b""
        with suppress(BlockingIOError):
            while more := os.read(self.printed, PIECE):
                piece += more
            self.prints = False  # it has closed its stderr
        *lines, self._torn = (self._torn + piece).split(b"\n")
        found = [text for line in lines if (text := line.decode("utf-8", "replace").strip())]
        self.last_line = found[-1] if found else self.last_line
        return found

    def end(self) -> int:
        """End it and all that it started; return its exit code, or minus the signal that ended it."""
        with suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)  # until it is waited for, the number is its own
        code = self.process.wait()
        self.line.close()
        if self.process.stderr is not None:
            self.process.stderr.close()
        return code

    def see_off(self) -> int:
        """Wait a little for it to end by itself, and then end what is left; return how it ended, as `end` does."""
        deadline = time.monotonic() + SEE_OFF
        while not self.has_ended() and time.monotonic() < deadline:
            time.sleep(0.001)
        return self.end()

    def has_ended(self) -> bool:
        """Return whether the process has ended; it is not waited for, so that its number remains its own."""
        try:
            return os.waitid(os.P_PID, self.process.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
        except ChildProcessError:  # SIGCHLD is ignored here: the system waits for children itself
            return True


def in_words(code: int) -> str:
    """Return how a process ended.

    >>> in_words(-9), in_words(3)
    ('was killed by SIGKILL', 'ended with exit code 3')
    """
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"
