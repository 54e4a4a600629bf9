"""Rules are asked in other threads: slow ones delay nobody else, and one that exits ends nothing but its question."""

import asyncio
from collections.abc import Callable
from typing import ParamSpec, TypeVar

Given = ParamSpec("Given")
Found = TypeVar("Found")


class Exited(Exception):
    """A rule wanted to end the program."""


async def in_thread(ask: Callable[Given, Found], *given: Given.args, **named: Given.kwargs) -> Found:
    """Return what a function answers in another thread. Raises what it raises; Exited in the place of SystemExit."""

    def answer() -> Found:
        try:
            return ask(*given, **named)
        except (SystemExit, KeyboardInterrupt) as error:  # either would end the event loop, with all that goes on
            raise Exited(repr(error)).with_traceback(error.__traceback__) from None

    return await asyncio.to_thread(answer)
