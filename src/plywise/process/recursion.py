"""A recursion limit that grows with the depth of a search, up to the longest line of play."""

import inspect
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

MAX_PLIES = 10_000
"""The longest line of play that the reference search follows, and the deepest nesting of an explicit tree."""

FRAMES_A_PLY = 2
SPARE_FRAMES = 1_500
"""Frames left for the calls that rules make. With a higher limit, a rule in endless recursion through C code (max,
sorted) would overflow the C stack, which kills the process, before it reached the limit."""

_lock = threading.Lock()
_limits_before: list[int] = []


class RecursionBudget:
    """The recursion limit of a search, raised as the search goes deeper."""

    def __init__(self) -> None:
        self.frames, frame = SPARE_FRAMES, inspect.currentframe()
        while frame is not None:
            self.frames, frame = self.frames + 1, frame.f_back

    def reach(self, ply: int, frames_a_ply: int = FRAMES_A_PLY) -> None:
        """Allow recursion down to a ply, and the calls that rules make there."""
        limit = self.frames + ply * frames_a_ply
        if limit > sys.getrecursionlimit():
            sys.setrecursionlimit(limit)


@contextmanager
def recursion_budget() -> Iterator[RecursionBudget]:
    """Provide a recursion limit that can be raised ply by ply; the last search to end restores the old limit.

    The searches call themselves directly, from Python to Python, which takes heap but no C stack.
    """
    with _lock:
        _limits_before.append(sys.getrecursionlimit())
    budget = RecursionBudget()
    budget.reach(0)
    try:
        yield budget
    finally:
        with _lock:
            original = _limits_before[0]
            _limits_before.pop()
            if not _limits_before:
                sys.setrecursionlimit(original)
