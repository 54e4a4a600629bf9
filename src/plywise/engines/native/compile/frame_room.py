"""Memory for Python's frames during deep calls.

CPython allocates frames in chunks of 16 KB. At the end of a chunk, each call maps a new one and each return unmaps it.
A loop that happens to run across such a boundary pays for this every time: it took a third of the compiler's time, in
half a million pairs of system calls. One huge frame forces a large chunk, whose other half then serves all calls below.
"""

from collections.abc import Callable
from functools import cache
from typing import Any

SLOTS = 1 << 16
"""The size of the huge frame, in pointers; the chunk is twice as large, and untouched pages take no memory."""


def call_with_room(function: Callable[..., Any], *given: Any) -> Any:
    """Call a function with half a megabyte for the frames of everything it calls."""
    return _roomy()(function, *given)


@cache
def _roomy() -> Callable[..., Any]:
    """Return a function with a huge frame that calls another function."""

    def call(function: Callable[..., Any], *given: Any) -> Any:
        return function(*given)

    call.__code__ = call.__code__.replace(co_stacksize=SLOTS)
    return call


__all__ = ["call_with_room"]
