"""A child process that compiles, so that compiling can be stopped at any moment by killing the child.

While LLVM works it responds neither to Ctrl-C nor to a time limit. The child is a fork, so it has the game and its
rules as they are at that moment, whatever their origin, and later changes do not affect it. It writes compiled code to
the cache on disk, from where the parent loads it. The child waits a short time for further jobs, because it still has
the compiled rules; it ends with its parent, unless it was left a job to finish. process/children.py says how children
are started, contacted and ended.

Where processes cannot be forked, this process compiles by itself.
"""

import gc
import queue
import socket
import threading
import time
import warnings
import weakref
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from functools import partial
from typing import Any

from plywise.engines.native.compile.machine_code import QUIET
from plywise.errors import InputError
from plywise.process.background import is_in_background, lower_priority
from plywise.process.children import exit_in_words, fork_child, frame, listen

IDLE = 2.0  # seconds that an idle child waits for another job
LIMIT = 900.0  # seconds after which a compiler is assumed to be stuck
WATCH = 0.2  # seconds between two looks at the clock, or at the jobs left over

Job = Any
Run = Callable[[Job], Any]


class Unavailable(Exception):
    """Processes cannot be forked here."""


class Died(Exception):
    """The compiler process ended without an answer."""


class Compiler:
    """A forked child that runs jobs, one after another.

    run: called by the child with each job; its return value, or the InputError it raises, is the answer
    name: the name by which `leave` finds the child

    Only one thread may ask at a time. Raises Unavailable.
    """

    def __init__(self, run: Run, name: str = "") -> None:
        self.name = name
        try:
            self._child = fork_child(partial(_live, run), _compiling_paused())
        except OSError as error:
            raise Unavailable(str(error)) from None
        self._end = weakref.finalize(self, self._child.end)  # when Python ends, at the latest
        self._asked = threading.Lock()
        self._left: set[Job] = set()
        _compilers.add(self)
        self._child.when_ended(partial(_reap, self._asked, self._end))

    @property
    def is_alive(self) -> bool:
        """Whether the child may still answer."""
        return self._end.alive and not self._child.is_over

    def ask(self, job: Job) -> Any:
        """Return a job's result. Ctrl-C kills the child, and so does any other exception.

        Raises what the job raised, and Died if the child has ended, possibly only because it was idle for too long.
        """
        self._require_alive()  # before taking the lock, which another thread may have held at the fork
        with self._asked:
            self._require_alive()  # and again: it may have ended meanwhile
            try:
                good, found = self._wait_for_answer(job)
            except BaseException:
                self.close()
                raise
        if not good:
            raise found
        return found

    def _require_alive(self) -> None:
        if not self.is_alive:
            raise Died("it has ended")

    def _wait_for_answer(self, job: Job) -> Any:
        """Return the answer to a job. Raises Died if the child ends or takes too long."""
        deadline = time.monotonic() + LIMIT
        self._child.send((job, True))
        while not (answers := self._child.read()):
            if self._child.frames.ended:
                raise Died(f"it {self.close()}")
            if time.monotonic() > deadline:
                raise Died(f"no end after {LIMIT:.0f} s")
            self._child.wait(WATCH)
        return answers[0]

    def leave(self, job: Job) -> None:
        """Give the child a job to do after its current one, and to finish even if this process has ended.

        Its result goes to the cache and is not reported.
        """
        if job not in self._left and self.is_alive:
            self._left.add(job)
            self._child.send((job, False))
            self._end.atexit = False

    def close(self) -> str:
        """Kill the child; return how it ended, as text."""
        _compilers.discard(self)
        code = self._end()
        return "had ended before" if code is None else exit_in_words(code)


def _reap(asked: threading.Lock, end: Callable[[], Any]) -> None:
    """Release a child that has ended, at once, so that it leaves no zombie and no open socket."""
    with asked:
        end()


_compilers: weakref.WeakSet[Compiler] = weakref.WeakSet()


def leave(name: str, job: Job) -> bool:
    """Give a job to the children of this name (see `Compiler.leave`); return whether there are any."""
    found = [each for each in list(_compilers) if each.name == name and each.is_alive]
    for each in found:
        each.leave(job)
    return bool(found)


@contextmanager
def _compiling_paused() -> Iterator[None]:
    """In this context no other thread compiles or loads: a child forked meanwhile would inherit locked locks."""
    with QUIET, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12 warns of other threads; see above
        yield


# --- the child -------------------------------------------------------------------------------------------------------


def _live(run: Run, line: socket.socket) -> None:
    """Run jobs until no more come, or until the parent has ended and no job is left."""
    if is_in_background():
        lower_priority()
    gc.disable()  # it takes a tenth of the compiler's time and frees little
    jobs: queue.SimpleQueue[tuple[Job, bool]] = queue.SimpleQueue()
    left: list[Job] = []  # jobs without an answer, still to be done

    def hear(message: tuple[Job, bool]) -> None:
        if not message[1]:
            left.append(message[0])
        jobs.put(message)

    def finish() -> None:
        until = time.monotonic() + LIMIT
        while left and time.monotonic() < until:
            time.sleep(WATCH)

    listen(line, hear, finish)
    with suppress(queue.Empty):
        while True:
            job, is_awaited = jobs.get(timeout=IDLE)
            answer = _answer(run, job)
            if not is_awaited:
                left.pop()
                continue
            with suppress(OSError):  # the parent has ended, but may have left a job
                line.sendall(frame(answer))


def _answer(run: Run, job: Job) -> tuple[bool, Any]:
    """Return whether a job succeeded, and its result or the InputError it raised."""
    try:
        return True, run(job)
    except InputError as error:
        return False, error


__all__ = ["Compiler", "Died", "Unavailable", "leave"]
