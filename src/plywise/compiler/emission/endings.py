"""Early exits from a loop over a set, and whether they reveal its order.

`break`, `return` and any() end a loop; so does an exception, from `raise`, an index out of range, or a called function.
An uncaught exception ends the rule, whichever iteration raised it. A caught one, here or in a calling function,
continues in a handler, which may see which iterations were run. So while a loop is translated, each exception that may
leave it is recorded, with the handler that catches it.
"""

from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

OTHER_ERROR = "which of its exceptions is raised first may be seen where they are caught"
END_OR_ERROR = "either its end or an exception that is caught may come first"
PARTLY_DONE = "an exception that is caught may end it after some of its items"


class Ending:
    """The early exits of one loop. handlers: the number of handlers around it."""

    def __init__(self, handlers: int) -> None:
        self.handlers = handlers
        self.errors: set[Any] = set()  # the exceptions caught outside, as far as a handler can distinguish them
        self.is_caught_here = False  # whether in this very function
        self.is_left = False  # whether break, return or any() may end it
        self.has_set = False  # whether the loop goes over a set, in an order that is not Python's

    def note(self, error: type[BaseException], place: int, caught: Any) -> None:
        """Record that an exception may leave the loop. place, caught: its handler; -1, None if a caller catches it."""
        if place < self.handlers:
            self.errors.add((id(caught), error if caught is None or caught.again else None))
            self.is_caught_here |= caught is not None

    def why_seen(self) -> str:
        """Return why the loop's order may be observed even if its iterations have no effects; "" if it cannot be."""
        if not self.has_set or not self.errors:
            return ""
        return END_OR_ERROR if self.is_left else OTHER_ERROR if len(self.errors) > 1 else ""


@contextmanager
def ending_of(f: Any) -> Iterator[Ending]:
    """In this context, record the early exits of the loop being translated."""
    ending, before = Ending(len(f.handlers)), f.sets_met
    f.endings.append(ending)
    try:
        yield ending
    finally:
        f.endings.pop()
    ending.has_set = f.sets_met > before


__all__ = ["Ending", "ending_of"]
