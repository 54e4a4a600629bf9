"""Room for Python's frames, for work that calls deep: CPython takes them from chunks of 16 KB.

Where one chunk ends, each call maps a new one and each return unmaps it. A loop that happens to run across such a place
pays for that every time: it took a third of the compiler's time, in half a million pairs of calls to the system. A
frame that takes more than half of a great chunk leaves the other half to all calls below it.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

SLOTS = 1 << 16
"""The size of the great frame, in pointers: the chunk is twice as large, and what is not touched takes no memory."""


def call_with_room(function: Callable[..., Any], *given: Any) -> Any:
    """Call a function with half a megabyte for the frames of all that it calls."""
    return _roomy()(function, *given)


@cache
def _roomy() -> Callable[..., Any]:
    """Return a function that calls another, in a great frame."""

    def call(function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)

    call.__code__ = call.__code__.replace(co_stacksize=SLOTS)
    return call


__all__ = ["call_with_room"]
