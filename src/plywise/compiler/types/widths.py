"""The widths of ints in compiled rules: words, until an overflow shows that they must be wider.

Constants and fields of states have the width of their values. Operators on wide ints produce wide ints. Operators on
words produce words, except those that need more: left shifts in a program with wide ints; sums and products only after
one has overflowed. A number that does not fit raises IntOverflow, which tells what must be wider (decision 0104).
"""

import operator
from dataclasses import dataclass
from typing import Any

from plywise.compiler.types.kinds import WIDTHS, Int, Refusal, Value
from plywise.errors import IntOverflow

SHIFTS, SUMS, ALL = 1, 2, 3
"""Which operators produce wide ints from words: left shifts and powers; also sums and products; also those with small
constants, such as the step of a counter."""

SMALL = 2**20

BY_SHIFTS = (operator.lshift, operator.rshift, operator.pow)


@dataclass
class Widths:
    """The widths of one program's ints.

    level: which operators produce wide ints from words; 0: none
    least: the minimum width of wide ints
    widest: the width of the widest int seen
    """

    level: int = 0
    least: int = WIDTHS[1]
    widest: int = WIDTHS[0]

    def note(self, kind: Int) -> bool:
        """Record ints of a width; return whether it is new."""
        is_new = kind.bits > self.widest
        self.widest = max(self.widest, kind.bits)
        return is_new

    def makes_wide(self, level: int) -> bool:
        """Return whether operators of a level produce wide ints from words."""
        return level <= (self.level or (SHIFTS if self.widest > WIDTHS[0] else 0))

    def of_result(self, level: int, *kinds: Int) -> Int:
        """Return the result type of an operator of a level for ints of some types."""
        widest = max(kind.bits for kind in kinds)
        if widest > WIDTHS[0]:
            return Int(max(widest, self.least))
        return Int(max(self.widest, self.least)) if self.makes_wide(level) else Int()


def level_of(op: Any, *values: Value) -> int:
    """Return the level of an operator on some operands."""
    if op in BY_SHIFTS:
        return SHIFTS
    has_small = any(each.known and abs(each.known[0]) < SMALL for each in values)
    return ALL if has_small and op in (operator.add, operator.sub) else SUMS


def wider(level: int, least: int, overflow: IntOverflow) -> tuple[int, int]:
    """Return the next level and minimum width after an overflow. Raises Refusal."""
    if overflow.width == WIDTHS[0]:
        return max(level, overflow.level), least
    if overflow.width == WIDTHS[-1]:
        raise Refusal(str(overflow))
    return level, max(least, 2 * overflow.width)


__all__ = ["ALL", "SHIFTS", "SUMS", "Widths", "level_of", "wider"]
