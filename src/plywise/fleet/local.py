"""Workers that are processes of this machine, each on its own: one that dies or hangs takes no other with it."""

import json
import os
import pickle
import selectors
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from contextlib import suppress
from typing import IO

from plywise.errors import InputError
from plywise.fleet.frames import Frames, frame
from plywise.fleet.runner import Died, Ended, Event, Luggage, Ready, Refused, Said

SEE_OFF = 1.0  # seconds that a worker that has closed its socket may take to end by itself
SEND_SECONDS = 10.0  # that a worker may take to read: it has a thread that does nothing else
PIECE = 1 << 16  # bytes read at once
LOOK_EVERY = 1.0  # seconds between two looks at whether the workers live; mostly their sockets tell


BEGIN = "import json, sys; sys.path[:] = json.loads(sys.argv[3]); import plywise.fleet.worker as worker; worker.main()"
"""What a worker runs. Its path is no environment variable, which programs that it starts would have, too."""


class _Process:
    """A worker's process, the socket to it, and what it prints."""

    def __init__(self, luggage: int, path: tuple[str, ...]) -> None:
        self.line, end = socket.socketpair()
        environment = {"PYTHONHASHSEED": "0", **os.environ}  # the same order of sets in every worker
        words = [str(end.fileno()), str(luggage), json.dumps(path)]
        with end:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", BEGIN, *words],
                stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment,
                pass_fds=[end.fileno(), luggage], start_new_session=True,
            )  # fmt: skip
        assert self.process.stderr is not None
        self.printed = self.process.stderr.fileno()
        os.set_blocking(self.printed, False)
        self.frames = Frames(self.line)
        self._torn = b""
        self.prints = True
        self.last_line = ""

    def send(self, message: bytes) -> None:
        """Send a message. A worker that does not take it is ended, which is found when it is read from."""
        try:
            self.line.settimeout(SEND_SECONDS)
            self.line.sendall(message)
        except OSError:
            with suppress(OSError):  # not by Popen.kill, which would wait for it, so that its number were anybody's
                os.kill(self.process.pid, signal.SIGKILL)

    def read(self) -> list[tuple[str, ...]]:
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


class LocalRunner:
    """Workers that are processes of this machine. See `Runner`."""

    def __init__(self, luggage: Luggage) -> None:
        if not hasattr(os, "waitid"):
            raise InputError(
                "workers need a system with POSIX processes, such as Linux or macOS; --workers 0 needs none"
            )
        self._luggage = _in_a_file(luggage)  # each worker reads it when it is ready to, and nobody waits for that
        self._path = luggage.path
        self._processes: dict[int, _Process] = {}
        self._selector = selectors.DefaultSelector()
        self._looked = time.monotonic()

    def start(self, worker: int) -> None:
        """Start a process. Raises InputError where the system gives no more."""
        try:
            process = _Process(self._luggage.fileno(), self._path)
        except OSError as error:
            raise InputError(f"worker {worker} cannot be started: {error.strerror or error}") from None
        self._processes[worker] = process
        self._selector.register(process.line, selectors.EVENT_READ, worker)
        self._selector.register(process.printed, selectors.EVENT_READ, worker)

    def send(self, worker: int, key: str) -> None:
        """Give a job to a worker."""
        self._processes[worker].send(frame(key))

    def wait(self, seconds: float) -> None:
        """Wait until a worker says or prints something, or ends."""
        self._selector.select(min(seconds, LOOK_EVERY))

    def events(self) -> list[Event]:
        """Return what has happened."""
        found: list[Event] = []
        for worker in {key.data for key, _ in self._selector.select(0)} | self._ended():
            found += self._events_of(worker, self._processes[worker])
        return found

    def _ended(self) -> set[int]:
        """Return, every now and then, the workers that have ended: a process of theirs may keep the socket open."""
        if time.monotonic() - self._looked < LOOK_EVERY:
            return set()
        self._looked = time.monotonic()
        return {worker for worker, process in self._processes.items() if process.has_ended()}

    def _events_of(self, worker: int, process: _Process) -> list[Event]:
        ended = process.has_ended()  # asked before what it wrote is read, so that nothing is missed
        found: list[Event] = [EVENTS[word](worker, *rest) for word, *rest in process.read()]
        if process.prints:
            found += [Said(worker, line) for line in process.read_lines()]
            if not process.prints:
                self._selector.unregister(process.printed)
        if any(isinstance(event, Refused) for event in found):
            self.stop(worker)
        elif process.frames.ended or ended:
            found.append(self._see_off(worker))
        return found

    def _see_off(self, worker: int) -> Died:
        process = self._forget(worker)
        code = process.see_off()
        why = f": {process.last_line}" if code > 0 and process.last_line else ""
        return Died(worker, f"the worker {in_words(code)}{why}")

    def stop(self, worker: int) -> None:
        """Kill a worker."""
        if worker in self._processes:
            self._forget(worker).end()

    def _forget(self, worker: int) -> _Process:
        process = self._processes.pop(worker)
        self._selector.unregister(process.line)
        if process.prints:
            self._selector.unregister(process.printed)
        return process

    def close(self) -> None:
        """Kill all workers."""
        for process in self._processes.values():
            with suppress(OSError):
                os.killpg(process.process.pid, signal.SIGKILL)  # all at once, then wait for each
        for worker in list(self._processes):
            self.stop(worker)
        self._selector.close()
        self._luggage.close()


EVENTS: dict[str, Callable[..., Event]] = {"ready": Ready, "refused": Refused, "ended": Ended}
"""A message's first word -> what happened."""


def _in_a_file(luggage: Luggage) -> IO[bytes]:
    """Return an open file without a name that holds what a worker needs. Raises InputError where there is no room."""
    try:
        file = tempfile.TemporaryFile()  # noqa: SIM115 - open as long as workers are started
        file.write(pickle.dumps(luggage))
        file.flush()
    except OSError as error:
        raise InputError(f"the task cannot be sent to workers: {error.strerror}: {tempfile.gettempdir()}") from None
    return file


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
