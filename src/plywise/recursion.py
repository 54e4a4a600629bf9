"""Room for deep recursion: as deep as the longest line of play."""

import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager

MAX_PLIES = 10_000
"""The longest line of play the reference search follows, and the deepest nest of an explicit tree."""

FRAMES_A_PLY = 2
FRAMES_ELSEWHERE = 1_000

_lock = threading.Lock()
_limits_before: list[int] = []


@contextmanager
def recursion_room() -> Iterator[None]:
    """Let recursion go MAX_PLIES plies deep, for as long as anything in any thread needs it.

    The searches call themselves directly, from Python to Python, which costs heap and no C stack.
    """
    with _lock:
        _limits_before.append(sys.getrecursionlimit())
        sys.setrecursionlimit(max(_limits_before[0], MAX_PLIES * FRAMES_A_PLY + FRAMES_ELSEWHERE))
    try:
        yield
    finally:
        with _lock:
            original = _limits_before[0]
            _limits_before.pop()
            if not _limits_before:
                sys.setrecursionlimit(original)
