"""Child processes: started, sent messages over a socket, watched, and ended no later than this process.

The compiler, the workers of a fleet and the workers of the page are child processes. What they share is here:

- Starting: `fork_child` copies this process; `WorkerProcess` starts a new interpreter that runs a module's `main`.
- Messages: both ends send pickled objects over a socket, each after its length. Reading never waits for the rest of a
  message; sending to a child that does not read kills the child.
- Death: the socket of a dead child ends, `end` returns its exit code, and `exit_in_words` describes it. A process id is
  never signalled after the child was reaped, when the id may belong to another process.
- The parent's end: a child reads its socket in a thread (`listen`), which ends the process when the parent has ended,
  however it ended. A process that is forked from this one closes its copies of the sockets, so that they do end.
"""

import json
import os
import pickle
import selectors
import signal
import socket
import struct
import subprocess
import sys
import threading
import time
import weakref
from collections.abc import Callable, Sequence
from contextlib import AbstractContextManager, suppress
from typing import Any

from plywise.process.prints import divert_prints

HEAD = struct.Struct("!Q")
"""The length of a message, which precedes it."""

PIECE = 1 << 16
"""Bytes that are read at once."""

GRACE_SECONDS = 1.0
"""How long a child that has closed its socket may take to end by itself."""

SEND_SECONDS = 10.0
"""How long a child may take to read a message: one of its threads does nothing else."""

STDOUT, STDERR = 1, 2

BEGIN = (
    "import json, sys; from importlib import import_module; "
    "sys.path[:] = json.loads(sys.argv[2]); import_module(sys.argv[3]).main()"
)
"""What a worker runs. The path is an argument, for programs that the worker starts would inherit a variable."""


# --- messages ---------------------------------------------------------------------------------------------------------


def frame(message: Any) -> bytes:
    """Return a message as it is sent."""
    body = pickle.dumps(message)
    return HEAD.pack(len(body)) + body


class Frames:
    """The messages that arrive at a non-blocking socket.

    ended: whether the other end is closed
    """

    def __init__(self, source: socket.socket) -> None:
        self._source = source
        self._unread = bytearray()
        self.ended = False

    def read(self) -> list[Any]:
        """Return the messages that have arrived completely."""
        while not self.ended:
            try:
                piece = self._source.recv(PIECE)
            except BlockingIOError:
                break
            except OSError:  # reset: the other end was killed
                piece = b""
            self.ended = not piece
            self._unread += piece
            if len(piece) < PIECE:
                break
        return list(self._whole())

    def _whole(self) -> list[Any]:
        found, place = [], 0
        while len(self._unread) - place >= HEAD.size:
            (length,) = HEAD.unpack_from(self._unread, place)
            end = place + HEAD.size + length
            if len(self._unread) < end:
                break
            found.append(pickle.loads(self._unread[place + HEAD.size : end]))
            place = end
        del self._unread[:place]
        return found


# --- the parent's side ------------------------------------------------------------------------------------------------


class Child:
    """A child process and the socket to it. All methods may be called from any thread.

    leads_group: whether the child leads a process group, which is killed with it
    """

    def __init__(self, pid: int, line: socket.socket, leads_group: bool = False) -> None:
        self.pid = pid
        self.line = line
        self.frames = Frames(line)
        self._leads_group = leads_group
        self._code: int | None = None
        self._lock = threading.RLock()  # reentrant: a finalizer may call `end` while it is held
        self._sending = threading.Lock()
        line.setblocking(False)
        _children.add(self)

    @property
    def is_over(self) -> bool:
        """Whether the child was reaped, or belongs to the process from which this one was forked."""
        return self._code is not None

    def send(self, message: Any) -> None:
        """Send a message. A child that does not take it is killed, which `read` then shows."""
        left, deadline = memoryview(frame(message)), time.monotonic() + SEND_SECONDS
        try:
            with self._sending:
                while left:
                    try:
                        left = left[self.line.send(left) :]
                    except BlockingIOError:
                        if not self._select(selectors.EVENT_WRITE, deadline - time.monotonic()):
                            raise TimeoutError from None
        except (OSError, ValueError):  # the latter from a selector, for a closed socket
            self.kill()

    def read(self) -> list[Any]:
        """Return the messages that have arrived; `frames.ended` says whether there will be more."""
        return self.frames.read()

    def wait(self, seconds: float) -> None:
        """Wait until there is something to read, at most this many seconds."""
        with suppress(ValueError):
            self._select(selectors.EVENT_READ, seconds)

    def _select(self, event: int, seconds: float) -> bool:
        with selectors.DefaultSelector() as selector:
            selector.register(self.line, event)
            return bool(selector.select(max(seconds, 0.0)))

    def has_ended(self) -> bool:
        """Return whether the process has ended; it is not reaped, so that its id stays its own, where systems allow."""
        with self._lock:
            if self._code is not None:
                return True
            try:
                if hasattr(os, "waitid"):
                    return os.waitid(os.P_PID, self.pid, os.WEXITED | os.WNOWAIT | os.WNOHANG) is not None
                pid, status = os.waitpid(self.pid, os.WNOHANG)
            except ChildProcessError:  # reaped by another caller, or by the system, as SIGCHLD is ignored
                return True
            if pid:
                self._kill_group()
                self._code = os.waitstatus_to_exitcode(status)
            return bool(pid)

    def end(self) -> int:
        """Kill the child, unless it has ended; return its exit code, or minus the signal that killed it.

        The code is 0 where another caller has reaped it.
        """
        with self._lock:
            self.kill()
            if self._code is None:
                self._code = 0
                with suppress(ChildProcessError):
                    self._code = os.waitstatus_to_exitcode(os.waitpid(self.pid, 0)[1])
            self.line.close()
            return self._code

    def end_soon(self) -> int:
        """Wait a little for the child to end by itself, then do as `end`."""
        deadline = time.monotonic() + GRACE_SECONDS
        while not self.has_ended() and time.monotonic() < deadline:
            time.sleep(0.001)
        return self.end()

    def kill(self) -> None:
        """Kill the child, unless it has ended, and do not wait for its end."""
        with self._lock:
            if self._leads_group and self._code is None:
                self._kill_group()
            elif not self.has_ended():
                with suppress(OSError):
                    os.kill(self.pid, signal.SIGKILL)

    def _kill_group(self) -> None:
        if self._leads_group:
            with suppress(OSError):
                os.killpg(self.pid, signal.SIGKILL)

    def when_ended(self, act: Callable[[], object]) -> None:
        """Call a function in a thread once the child has ended, where the system can wait without reaping."""
        if hasattr(os, "waitid"):
            threading.Thread(target=_await_end, args=(self.pid, act), daemon=True, name="plywise-child").start()

    def disown(self) -> None:
        """Close the socket and leave the child to the process from which this one was forked."""
        self._code, self._lock, self._sending = 0, threading.RLock(), threading.Lock()
        self.line.close()


def _await_end(pid: int, act: Callable[[], object]) -> None:
    with suppress(OSError):
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    act()


_children: weakref.WeakSet[Child] = weakref.WeakSet()


def _disown_all() -> None:
    for each in list(_children):
        each.disown()
    _children.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_disown_all)


class WorkerProcess(Child):
    """A child that is a new interpreter and runs the `main` of a module; its socket, and what it prints.

    module: `main` finds the socket with `line_to_parent`, and the words from sys.argv[4] on
    path: where it looks for modules
    files: open files that it inherits

    prints: whether it may still print; last_line: the last line it printed

    Raises OSError where the system gives no more processes.
    """

    def __init__(self, module: str, path: Sequence[str], words: Sequence[str] = (), files: Sequence[int] = ()) -> None:
        line, end = socket.socketpair()
        environment = {"PYTHONHASHSEED": "0", **os.environ}  # the same order of sets in every worker
        given = [str(end.fileno()), json.dumps(list(path)), module, *words]
        try:
            with end:
                self._process = subprocess.Popen(
                    [sys.executable, "-P", "-c", BEGIN, *given],
                    stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, env=environment,
                    pass_fds=[end.fileno(), *files], start_new_session=True,
                )  # fmt: skip
        except BaseException:
            line.close()
            raise
        super().__init__(self._process.pid, line, leads_group=True)
        assert self._process.stderr is not None
        self._stderr = self._process.stderr
        self.printed = self._stderr.fileno()
        os.set_blocking(self.printed, False)
        self._torn = b""
        self.prints = True
        self.last_line = ""

    def read_lines(self) -> list[str]:
        """Return the whole lines that it has printed since the last call."""
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
        """Kill the worker and all that it started, unless it has ended; return its code as `Child.end` does."""
        self._process.returncode = super().end()  # Popen need not wait for it
        self._stderr.close()
        return self._process.returncode

    def describe_end(self, code: int) -> str:
        """Return how it ended, in words, with the last line it printed where it failed."""
        return exit_in_words(code) + (f": {self.last_line}" if code > 0 and self.last_line else "")


def fork_child(main: Callable[[socket.socket], None], guard: AbstractContextManager[object]) -> Child:
    """Fork a child that runs a function with its socket and then ends. It has no other open files of this process.

    guard: entered while the process is forked: holds locks that other threads could hold, which would stay locked

    Raises OSError where no process can be forked.
    """
    if not hasattr(os, "fork"):
        raise OSError("no processes can be forked here")
    line, end = socket.socketpair()
    try:
        with guard:
            pid = os.fork()
    except BaseException:
        line.close()
        end.close()
        raise
    if pid == 0:
        try:
            _leave_parent(end)
            main(end)
        finally:
            os._exit(0)
    end.close()
    return Child(pid, line)


def exit_in_words(code: int) -> str:
    """Return how a process ended.

    >>> exit_in_words(-9), exit_in_words(3)
    ('was killed by SIGKILL', 'ended with exit code 3')
    """
    if code >= 0:
        return f"ended with exit code {code}"
    try:
        return f"was killed by {signal.Signals(-code).name}"
    except ValueError:
        return f"was killed by signal {-code}"


# --- the child's side -------------------------------------------------------------------------------------------------


def _leave_parent(line: socket.socket) -> None:
    """Give up what a fork has of its parent: handlers of signals, and open files other than the socket."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    for number in (signal.SIGTERM, signal.SIGHUP):
        signal.signal(number, signal.SIG_DFL)
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, STDOUT, STDERR):
        os.dup2(nothing, standard)
    os.closerange(3, line.fileno())
    os.closerange(line.fileno() + 1, os.sysconf("SC_OPEN_MAX"))


def line_to_parent() -> socket.socket:
    """Return the socket to the parent, in the `main` of a worker. What the worker prints goes to stderr from now on."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
    os.dup2(STDERR, STDOUT)
    divert_prints()
    line = socket.socket(fileno=int(sys.argv[1]))
    line.set_inheritable(False)
    return line


def listen(line: socket.socket, hear: Callable[[Any], None], finish: Callable[[], object] = lambda: None) -> None:
    """Read the parent's messages in a thread, and end this process and its group when the parent has ended.

    hear: takes each message; finish: is called before the end
    """
    threading.Thread(target=_listen, args=(line, hear, finish), daemon=True, name="plywise-parent").start()


def _listen(line: socket.socket, hear: Callable[[Any], None], finish: Callable[[], object]) -> None:
    try:
        with line.makefile("rb") as stream:
            while head := stream.read(HEAD.size):
                hear(pickle.loads(stream.read(HEAD.unpack(head)[0])))
        finish()
    except BaseException:  # noqa: BLE001 - a torn message: the parent was killed
        pass
    finally:
        if os.getpgid(0) == os.getpid():
            os.killpg(0, signal.SIGKILL)
        os._exit(1)


__all__ = [
    "Child", "Frames", "WorkerProcess", "exit_in_words", "fork_child", "frame", "line_to_parent", "listen",
]  # fmt: skip
