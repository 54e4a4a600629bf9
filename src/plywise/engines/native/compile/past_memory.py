"""The memory of position histories for compiled rules: see past.py."""

from typing import Any

import numpy as np

from plywise.repetition import RECORD, Past

ADDRESS_BITS = 48
BYTES = 2**19  # size and alignment of a block of memory: 16,384 positions
NOWHERE = BYTES - 8 * RECORD
"""The past of a single state outside a search: its memory appears to be full."""

MAX_POSITIONS = BYTES // (8 * RECORD) - 1


class PlacedState(tuple[int, ...]):
    """The words of a state, together with the memory that holds its past."""

    memory: Any


def place_past(past: Past) -> tuple[int, Any]:
    """Return a past as one word, and the memory that holds it, with space for a line of play after it.

    Raises ValueError if it is too long, or if a position has too many words or not the same number as the others.
    """
    rows = [position if isinstance(position, tuple) else (position,) for position in past]
    if len(rows) > MAX_POSITIONS // 2:
        raise ValueError(f"a past of {len(rows):,} positions; there is room for {MAX_POSITIONS // 2:,}")
    if len({len(row) for row in rows}) > 1 or any(not 1 <= len(row) <= RECORD for row in rows):
        raise ValueError(f"a past's positions must have the same number of ints, at most {RECORD}")
    memory = np.zeros(BYTES // 4, np.int64)
    first = -memory.ctypes.data % BYTES // 8
    for number, row in enumerate(rows):
        begin = first + number * RECORD
        memory[begin : begin + len(row)] = row
    return len(rows) << ADDRESS_BITS | memory.ctypes.data + 8 * (first + len(rows) * RECORD), memory


__all__ = ["PlacedState", "place_past"]
