"""A child process that compiles, so that compiling can be ended at any moment: the child is killed.

LLVM answers nobody while it works, neither Ctrl-C nor a time limit. The child is a fork: it has the game and its rules
as they are at that moment, wherever they come from, and nothing that happens to them afterwards reaches it. What it
compiles it puts into the cache on disk, from where its parent loads it. It goes on to the next job as long as one comes
soon, for it remembers the rules it compiled; it ends when its parent does, unless it was left something to finish.
How the child is started, spoken to and ended is in process/children.py.

Where processes cannot be forked, there is no such child, and this process compiles by itself.
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

IDLE = 2.0  # seconds that a child waits for another job
LIMIT = 900.0  # seconds after which a compiler is assumed never to end
WATCH = 0.2  # seconds between two looks at the clock, or at what is left to do

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
        try:
            self._child = fork_child(partial(_live, run), _nobody_compiles())
        except OSError as error:
            raise Unavailable(str(error)) from None
        self._end = weakref.finalize(self, self._child.end)  # at the latest, when Python ends
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

        Raises what the job raised, and Died where the child has ended: perhaps only because no job came for a while.
        """
        self._require_alive()  # before the lock, which another thread may have held when this process was forked
        with self._asked:
            self._require_alive()  # by now
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
        """Return the answer to a job. Raises Died where the child ends, or takes too long."""
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
        """Leave the child a job that it does after the one it is at, and that it ends even when this process has ended.

        Its result is in the cache, and is not reported.
        """
        if job not in self._left and self.is_alive:
            self._left.add(job)
            self._child.send((job, False))
            self._end.atexit = False

    def close(self) -> str:
        """Kill the child; return how it ended, in words."""
        _compilers.discard(self)
        code = self._end()
        return "had ended before" if code is None else exit_in_words(code)


def _reap(asked: threading.Lock, end: Callable[[], Any]) -> None:
    """Let go of a child that has ended, at once: it leaves no zombie and no open socket."""
    with asked:
        end()


_compilers: weakref.WeakSet[Compiler] = weakref.WeakSet()


def leave(name: str, job: Job) -> bool:
    """Leave a job to the children of this name (see `Compiler.leave`); return whether there are any."""
    found = [each for each in list(_compilers) if each.name == name and each.is_alive]
    for each in found:
        each.leave(job)
    return bool(found)


@contextmanager
def _nobody_compiles() -> Iterator[None]:
    """In this context no other thread compiles or loads; in a child forked meanwhile, its locks would stay locked."""
    with QUIET, warnings.catch_warnings():
        warnings.simplefilter("ignore", DeprecationWarning)  # Python 3.12: other threads exist. See above
        yield


# --- the child -------------------------------------------------------------------------------------------------------


def _live(run: Run, line: socket.socket) -> None:
    """Run jobs until no more come, or the parent has ended and nothing is left to do."""
    if is_in_background():
        lower_priority()
    gc.disable()  # a tenth of the compiler's time, for little
    jobs: queue.SimpleQueue[tuple[Job, bool]] = queue.SimpleQueue()
    left: list[Job] = []  # that no answer is wanted for, until they are done

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
            with suppress(OSError):  # the parent has ended, and may have left something
                line.sendall(frame(answer))


def _answer(run: Run, job: Job) -> tuple[bool, Any]:
    """Return whether a job succeeded, and its result or the InputError it raised."""
    try:
        return True, run(job)
    except InputError as error:
        return False, error


__all__ = ["Compiler", "Died", "Unavailable", "leave"]
