"""A child process that compiles, so that compiling can be ended at any moment: the child is killed.

LLVM answers nobody while it works, neither Ctrl-C nor a time limit. The child is a fork: it has the game and its rules
as they are at that moment, wherever they come from, and nothing that happens to them afterwards reaches it. What it
compiles it puts into the cache on disk, from where its parent loads it. It goes on to the next job as long as one comes
soon, for it remembers the rules it compiled; it ends when its parent does, unless it was left something to finish.

Where processes cannot be forked, there is no such child, and this process compiles by itself.
"""

import gc
import os
import pickle
import selectors
import signal
import threading
import time
import warnings
import weakref
from array import array
from collections.abc import Callable
from contextlib import suppress
from typing import Any

from plywise.engines.native.compile.machine_code import QUIET
from plywise.errors import InputError
from plywise.process.background import is_in_background, lower_priority

IDLE = 2.0  # seconds that a child waits for another job
LIMIT = 900.0  # seconds after which a compiler is assumed never to end
WATCH = 0.2  # seconds between two looks at whether the parent still lives
HEAD = 8  # bytes in front of a message: its length

Job = Any
Run = Callable[[Job], Any]


class Unavailable(Exception):
    """No process can be forked here."""


class Died(Exception):
    """The compiler ended without an answer."""


class Compiler:
    """A forked child that runs jobs, one after another.

    run: what the child calls with each job; its return value, or the InputError it raised, is the answer
    name: under which `leave` finds it

    One thread at a time may ask. Raises Unavailable.
    """

    def __init__(self, run: Run, name: str = "") -> None:
        self.name = name
        asked, self._asking = os.pipe()
        self._answers, answered = os.pipe()
        try:
            pid = _fork()
        except OSError as error:
            for end in (asked, self._asking, self._answers, answered):
                os.close(end)
            raise Unavailable(str(error)) from None
        if pid == 0:
            if is_in_background():
                lower_priority()
            _live(run, asked, answered)
        os.close(asked)
        os.close(answered)
        ends = (self._asking, self._answers)
        self._end = weakref.finalize(self, _end_child, pid, ends)  # at the latest, when Python ends
        self._asked = threading.Lock()
        self._left: set[Job] = set()
        _children.add(self)
        if hasattr(os, "waitid"):
            watch = (pid, self._asked, self._end)
            threading.Thread(target=_see_off, args=watch, daemon=True, name="plywise-compiler").start()

    def ask(self, job: Job) -> Any:
        """Return a job's result. Ctrl-C kills the child, and so does any other exception.

        Raises what the job raised, and Died where the child has ended: perhaps only because no job came for a while.
        """
        if not self._end.alive:
            raise Died("it has ended")
        with self._asked:
            return self._ask(job)

    def _ask(self, job: Job) -> Any:
        deadline = time.monotonic() + LIMIT
        if not self._end.alive:  # by now
            raise Died("it has ended")
        try:
            _send(self._asking, pickle.dumps((job, True)))
            while not _has_come(self._answers, WATCH):
                if time.monotonic() > deadline:
                    raise Died(f"no end after {LIMIT:.0f} s")
            good, found = pickle.loads(_receive(self._answers))
        except (EOFError, OSError, pickle.UnpicklingError):
            raise Died(f"it ended {self.close()}") from None
        except BaseException:
            self.close()
            raise
        if not good:
            raise found
        return found

    def leave(self, job: Job) -> None:
        """Leave the child a job that it does after the one it is at, and that it ends even when this process has ended.

        Nobody hears of it: what comes of it is in the cache.
        """
        if job not in self._left and self._end.alive:
            self._left.add(job)
            with suppress(OSError):  # it has ended by now
                _send(self._asking, pickle.dumps((job, False)))  # short enough to come as one piece between others
            self._end.atexit = False

    def close(self) -> str:
        """Kill the child; return how it ended, in words."""
        _children.discard(self)
        return self._end() or "before"


def _see_off(pid: int, asked: threading.Lock, end: Callable[[], Any]) -> None:
    """Wait for a child to end, and then let go of it at once: it leaves no zombie and no open pipes."""
    with suppress(OSError):
        os.waitid(os.P_PID, pid, os.WEXITED | os.WNOWAIT)
    with asked:
        end()


def _end_child(pid: int, ends: tuple[int, ...]) -> str:
    """Kill a child and close the pipes to it; return how it ended, in words."""
    status = 0
    for end in ends:
        os.close(end)
    with suppress(OSError):  # somebody else waited for it: its number may be another's now
        found, status = os.waitpid(pid, os.WNOHANG)
        if not found:
            os.kill(pid, signal.SIGKILL)
            status = os.waitpid(pid, 0)[1]
    code = os.waitstatus_to_exitcode(status)
    return f"with exit code {code}" if code >= 0 else f"by signal {-code}"


_children: weakref.WeakSet[Compiler] = weakref.WeakSet()


def leave(name: str, job: Job) -> bool:
    """Leave a job to the children of this name (see `Compiler.leave`); return whether there are any."""
    found = [each for each in list(_children) if each.name == name and each._end.alive]
    for each in found:
        each.leave(job)
    return bool(found)


def _forget_all() -> None:
    """Forget the children: in a forked process, they are somebody else's."""
    for each in list(_children):
        if each._end.detach() is not None:
            os.close(each._asking)
            os.close(each._answers)
    _children.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget_all)


# --- the child -------------------------------------------------------------------------------------------------------


def _fork() -> int:
    """Fork while no other thread compiles or loads, for its locks would stay locked in the child."""
    if not hasattr(os, "fork"):
        raise OSError("no processes can be forked here")
    from numba.core.compiler_lock import global_compiler_lock

    with QUIET, global_compiler_lock, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12: other threads exist. See above
        return os.fork()


def _live(run: Run, asked: int, answered: int) -> None:
    """Run jobs until no more come, or the parent is gone; never return."""
    try:
        signal.signal(signal.SIGINT, signal.SIG_IGN)  # the parent decides
        for number in (signal.SIGTERM, signal.SIGHUP):
            signal.signal(number, signal.SIG_DFL)
        _close_all_but(asked, answered)
        gc.disable()  # a tenth of the compiler's time, for little
        parent, left = os.getppid(), threading.Event()
        threading.Thread(target=_end_with, args=(parent, asked, left), daemon=True).start()
        while _has_come(asked, IDLE):
            left.set()  # until it is known what comes
            job, is_awaited = pickle.loads(_receive(asked))
            if is_awaited:
                left.clear()
            try:
                answer = (True, run(job))
            except InputError as error:
                answer = (False, error)
            if is_awaited:
                with suppress(BrokenPipeError):  # whoever asked is gone, and may have left something
                    _send(answered, pickle.dumps(answer))
            left.clear()
    finally:
        os._exit(0)


def _close_all_but(*kept: int) -> None:
    """Close the files that came with the fork, sockets and the terminal included."""
    nothing = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nothing, standard)
    begin = 3
    for each in sorted(kept):
        os.closerange(begin, each)
        begin = each + 1
    os.closerange(begin, os.sysconf("SC_OPEN_MAX"))


def _end_with(parent: int, asked: int, left: threading.Event) -> None:
    """End this process when its parent has ended, and nothing was left to it, or too much.

    asked: where jobs come from. left: set while one is done that nobody awaits.
    """
    while os.getppid() == parent:
        time.sleep(WATCH)
    until = time.monotonic() + LIMIT
    while (left.is_set() or _holds_something(asked)) and time.monotonic() < until:
        time.sleep(WATCH)
    os._exit(0)


def _holds_something(end: int) -> bool:
    """Return whether a message has come that is still to be read, and not just the end of all messages."""
    import fcntl  # neither is everywhere, but where processes can be forked they are
    import termios

    waiting = array("i", [0])
    fcntl.ioctl(end, termios.FIONREAD, waiting)
    return waiting[0] > 0


def _has_come(end: int, seconds: float) -> bool:
    """Return whether a message comes, or the end of all messages, within some seconds."""
    with selectors.DefaultSelector() as selector:
        selector.register(end, selectors.EVENT_READ)
        return bool(selector.select(seconds))


def _send(end: int, message: bytes) -> None:
    left = memoryview(len(message).to_bytes(HEAD, "big") + message)
    while left:
        left = left[os.write(end, left) :]


def _receive(end: int) -> bytes:
    """Return a message, and leave the next where it is. Raises EOFError where the other end is closed."""
    return _read(end, int.from_bytes(_read(end, HEAD), "big"))


def _read(end: int, length: int) -> bytes:
    found = b""
    while len(found) < length:
        piece = os.read(end, length - len(found))
        if not piece:
            raise EOFError
        found += piece
    return found


__all__ = ["Compiler", "Died", "Unavailable", "leave"]
