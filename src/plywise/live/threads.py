"""Run rules in threads, so that slow ones do not block the event loop, and SystemExit ends only the call.

Each running call has its own daemon thread: rules that never return take no thread from other calls and do not keep the
program from ending. Threads are reused, because starting one costs the event loop more than most calls do.
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
"""Time limit for rules called by the server, for example to describe a board after a move."""

STORE_SECONDS = 30.0
"""Time limit for a store, in case its own limits fail."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Exited(Exception):
    """A rule raised SystemExit or KeyboardInterrupt."""


class Aborted(BaseException):
    """Raised in a thread whose call takes too long, at the next line of Python."""


class _Thread:
    """A thread that runs one call after another."""

    def __init__(self) -> None:
        self._questions: SimpleQueue[Callable[[], None]] = SimpleQueue()
        self._thread = threading.Thread(target=self._work, name="rules", daemon=True)
        self._thread.start()

    def ask(self, question: Callable[[], None]) -> None:
        """Run a call, which may raise only Aborted."""
        self._questions.put(question)

    def abort(self) -> None:
        """End the thread at the next line of Python. It is not used again."""
        assert self._thread.ident is not None
        ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(self._thread.ident), ctypes.py_object(Aborted))

    def _work(self) -> None:
        with suppress(Aborted):
            while True:
                self._questions.get()()


_idle: deque[_Thread] = deque()
"""Threads without a call."""


async def in_thread(ask: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Call a function in another thread. Its exceptions are raised here, with Exited instead of SystemExit.

    After RULES_SECONDS the call is aborted, and InputError is raised.
    """
    late = f"the rules did not answer within {RULES_SECONDS:g} seconds and were aborted"
    return await _in_thread(partial(ask, *given, **named), RULES_SECONDS, late)


async def from_store(ask: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Call a function of a store like `in_thread`, with a time limit and message for stores."""
    late = f"the store did not answer within {STORE_SECONDS:g} seconds"
    return await _in_thread(partial(ask, *given, **named), STORE_SECONDS, late)


async def _in_thread(ask: Callable[[], Found], seconds: float, late: str) -> Found:
    """Call a function in another thread. Raises InputError, with the text `late`, after `seconds`."""
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Found] = loop.create_future()
    context = contextvars.copy_context()
    is_aborted = False

    def resolve(found: Found | None, error: Exception | None) -> None:
        too_late.cancel()
        if answer.done():
            return
        if error is not None:
            answer.set_exception(error)
        else:
            answer.set_result(found)  # type: ignore[arg-type]  # without an error there is a result

    def work() -> None:
        found: Found | None = None
        error: Exception | None = None
        try:
            found = context.run(ask)
        except (SystemExit, KeyboardInterrupt) as ended:  # either would end the event loop
            error = Exited(repr(ended)).with_traceback(ended.__traceback__)
        except Exception as failed:  # noqa: BLE001 - raised in the caller
            error = failed
        with suppress(RuntimeError):  # the program has ended, and the loop with it
            loop.call_soon_threadsafe(end, found, error)

    def end(found: Found | None, error: Exception | None) -> None:
        if not is_aborted:
            _idle.append(thread)
        resolve(found, error)

    def abort() -> None:
        nonlocal is_aborted
        is_aborted = True
        thread.abort()
        resolve(None, InputError(late))

    thread = _idle.pop() if _idle else _Thread()
    too_late = loop.call_later(seconds, abort)
    thread.ask(work)
    return await answer
