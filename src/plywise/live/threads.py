"""Rules are asked in other threads: slow ones delay nobody else, and one that exits ends nothing but its question.

Each question under way has a thread to itself, which nobody waits for at the end: rules that never return take no
thread from other questions, and do not keep the program from ending. A thread that has answered takes the next
question: to start one costs the event loop more than most questions do.
"""

import asyncio
import contextvars
import ctypes
import threading
from collections import deque
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from queue import SimpleQueue
from typing import ParamSpec, TypeVar

from plywise.errors import InputError

RULES_SECONDS = 30.0
"""That rules may take for a question that the server itself asks, such as what a board looks like after a move."""

STORE_SECONDS = 30.0
"""That a store may take, which has limits of its own: this is for one that keeps none of them."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Exited(Exception):
    """A rule wanted to end the program."""


class BrokenOff(BaseException):
    """Raised in a thread that has been at a question for too long, where it next comes to a line of Python."""


class _Thread:
    """A thread that answers one question after another."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="rules", daemon=True)
        self._thread.start()

    def ask(self, question: Callable[[], None]) -> None:
        """Let a question be answered; it raises nothing but BrokenOff."""
        self._questions.put(question)

    def break_off(self) -> None:
        """Let the thread end, where it next comes to a line of Python. It is asked nothing more."""
        assert self._thread.ident is not None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread.ident), ctypes.py_object(BrokenOff))

    def _work(self) -> None:
        with suppress(BrokenOff):
            while True:
                self._questions.get()()


_idle: deque[_Thread] = deque()
"""Threads that wait for a question."""


async def in_thread(ask: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Return what a function answers in another thread. Raises what it raises; Exited in the place of SystemExit.

    Raises InputError where it takes longer than RULES_SECONDS: it is broken off, also where nobody waits any more.
    """
    late = f"the rules did not answer within {RULES_SECONDS:g} seconds: they were broken off"
    return await _in_thread(partial(ask, *given, **named), RULES_SECONDS, late)


async def from_store(ask: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Return what a store answers, as `in_thread` does: the rules are not said to be late where the store is."""
    late = f"the store did not answer within {STORE_SECONDS:g} seconds"
    return await _in_thread(partial(ask, *given, **named), STORE_SECONDS, late)


async def _in_thread(ask: Callable[[], Found], seconds: float, late: str) -> Found:
    """Return what a function answers in another thread. Raises InputError, `late`, after so many seconds."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Found] = loop.create_future()
    context = contextvars.copy_context()
    is_broken_off = False

    def settle(found: Found | None, error: Exception | None) -> None:
        too_late.cancel()
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(found)  # type: ignore[arg-type]  # with no error it was found

    def work() -> None:
        found: Found | None = None
        error: Exception | None = None
        try:
            found = context.run(ask)
        except (SystemExit, KeyboardInterrupt) as ended:  # either would end the event loop, with all that goes on
            error = Exited(repr(ended)).with_traceback(ended.__traceback__)
        except Exception as failed:  # noqa: BLE001 - told to whoever waits
            error = failed
        with suppress(RuntimeError):  # the program ends, and with it the loop
            loop.call_soon_threadsafe(end, found, error)

    def end(found: Found | None, error: Exception | None) -> None:
        if not is_broken_off:
            _idle.append(thread)
        settle(found, error)

    def break_off() -> None:
        nonlocal is_broken_off
        is_broken_off = True
        thread.break_off()
        settle(None, InputError(late))

    thread = _idle.pop() if _idle else _Thread()
    too_late = loop.call_later(seconds, break_off)
    thread.ask(work)
    return await answer
