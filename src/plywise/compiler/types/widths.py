"""How wide the ints are that compiled rules compute: words, until something shows that they must be wider.

Constants and the fields of states have the width that they show. What operators make of wide ints is wide; what they
make of words is a word as well, but for those operators that showed to need more: in a program that has wide ints, left
shifts; sums and products only where one was too large. A number that does not fit raises IntOverflow, which tells what
must be wider (decision 0104).
"""

import operator
from dataclasses import dataclass
from typing import Any

from plywise.compiler.types.kinds import WIDTHS, Int, Refusal, Value
from plywise.errors import IntOverflow

SHIFTS, SUMS, ALL = 1, 2, 3
"""Which operators make wide ints of words: left shifts and powers; sums and products, too; those with small constants,
too, such as the step of a counter."""

SMALL = 2**20

BY_SHIFTS = (operator.lshift, operator.rshift, operator.pow)


@dataclass
class Widths:
    """The widths of one program's ints.

    level: which operators make wide ints of words, as it was found out: 0 for none
    least: the width of those that are wide
    widest: the width of the widest int that was met
    """

    level: int = 0
    least: int = WIDTHS[1]
    widest: int = WIDTHS[0]

    def note(self, kind: Int) -> bool:
        """Note that there are ints of a width; return whether that is new."""
        is_new = kind.bits > self.widest
        self.widest = max(self.widest, kind.bits)
        return is_new

    def makes_wide(self, level: int) -> bool:
        """Return whether operators of a level make wide ints of words."""
        return level <= (self.level or (SHIFTS if self.widest > WIDTHS[0] else 0))

    def of_result(self, level: int, *kinds: Int) -> Int:
        """Return the type in which an operator of a level computes with ints of some types."""
        widest = max(kind.bits for kind in kinds)
        if widest > WIDTHS[0]:
            return Int(max(widest, self.least))
        return Int(max(self.widest, self.least)) if self.makes_wide(level) else Int()


def level_of(op: Any, *values: Value) -> int:
    """Return the level of an operator with some operands."""
    if op in BY_SHIFTS:
        return SHIFTS
    has_small = any(each.known and abs(each.known[0]) < SMALL for each in values)
    return ALL if has_small and op in (operator.add, operator.sub) else SUMS


def wider(level: int, least: int, overflow: IntOverflow) -> tuple[int, int]:
    """Return the level and the least width of a program in which a number was too large. Raises Refusal."""
    if overflow.width == WIDTHS[0]:
        return max(level, overflow.level), least
    if overflow.width == WIDTHS[-1]:
        raise Refusal(str(overflow))
    return level, max(least, 2 * overflow.width)


__all__ = ["ALL", "SHIFTS", "SUMS", "Widths", "level_of", "wider"]
