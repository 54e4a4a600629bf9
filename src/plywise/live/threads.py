"""Rules are asked in other threads: slow ones delay nobody else, and one that exits ends nothing but its question.

Each question has a thread of its own, which nobody waits for at the end: rules that never return take no thread from
other questions, and do not keep the program from ending.
"""

import asyncio
import contextvars
import ctypes
import threading
from collections.abc import Callable
from contextlib import suppress
from typing import ParamSpec, TypeVar

from plywise.errors import InputError

RULES_SECONDS = 30.0
"""That rules may take for a question that the server itself asks, such as what a board looks like after a move."""

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Exited(Exception):
    """A rule wanted to end the program."""


class BrokenOff(BaseException):
    """Raised in a thread that has been at a question for too long, where it next comes to a line of Python."""


async def in_thread(ask: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Return what a function answers in another thread. Raises what it raises; Exited in the place of SystemExit.

    Raises InputError where it takes longer than RULES_SECONDS: it is broken off, also where nobody waits any more.
    """
    loop = asyncio.get_running_loop()
    answer: asyncio.Future[Found] = loop.create_future()
    context = contextvars.copy_context()

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
        with suppress(BrokenOff):
            try:
                found = context.run(ask, *given, **named)
            except (SystemExit, KeyboardInterrupt) as ended:  # either would end the event loop, with all that goes on
                error = Exited(repr(ended)).with_traceback(ended.__traceback__)
            except Exception as failed:  # noqa: BLE001 - told to whoever waits
                error = failed
            with suppress(RuntimeError):  # the program ends, and with it the loop
                loop.call_soon_threadsafe(settle, found, error)

    def break_off() -> None:
        if thread.ident is not None and thread.is_alive():
            ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread.ident), ctypes.py_object(BrokenOff))
        settle(None, InputError(f"the rules did not answer within {RULES_SECONDS:g} seconds: they were broken off"))

    thread = threading.Thread(target=work, name="rules", daemon=True)
    too_late = loop.call_later(RULES_SECONDS, break_off)
    thread.start()
    return await answer
