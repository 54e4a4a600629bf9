"""Room for deep recursion: as deep as the longest line of play."""

import sys
import threading
import traceback
from collections.abc import Iterator
from contextlib import contextmanager

MAX_PLIES = 10_000
"""The longest line of play the reference search follows, and the deepest nest of an explicit tree."""

FRAMES_A_PLY = 2
SPARE_FRAMES = 1_500
"""What a rule may use for its own calls. No more: a rule that calls itself without end through C code (max, sorted)
would overflow the C stack, which ends the process, before it met a higher limit."""

_lock = threading.Lock()
_limits_before: list[int] = []


class Room:
    """Raises the recursion limit as a search gets deeper."""

    def __init__(self) -> None:
        self.frames = SPARE_FRAMES + len(traceback.StackSummary.extract(traceback.walk_stack(None), lookup_lines=False))

    def reach(self, ply: int, frames_a_ply: int = FRAMES_A_PLY) -> None:
        """Make room for recursion to a ply, and for what rules do there."""
        limit = self.frames + ply * frames_a_ply
        if limit > sys.getrecursionlimit():
            sys.setrecursionlimit(limit)


@contextmanager
def recursion_room() -> Iterator[Room]:
    """Give room for recursion that deepens ply by ply; the limit goes back when nothing needs it any longer.

    The searches call themselves directly, from Python to Python, which costs heap and no C stack.
    """
    with _lock:
        _limits_before.append(sys.getrecursionlimit())
    room = Room()
    room.reach(0)
    try:
        yield room
    finally:
        with _lock:
            original = _limits_before[0]
            _limits_before.pop()
            if not _limits_before:
                sys.setrecursionlimit(original)
