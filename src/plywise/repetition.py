"""Position history, for rules that forbid or count repetition.

A game whose rules look back keeps a Past as the last field of its State. In `result` it adds the position it leaves, so
that the past of a state is everything before it. A position is a 64-bit integer or a tuple of them, always of the same
length. Interpreted, a Past is a tuple; compiled, it is one word, and the positions live in the memory of the search,
where each line of play overwrites the one before (plywise.engines.native.compile). So rules may handle a past only
through the functions here.

The value of a state then depends on its past, and the key must say so. With `mixed`, a game can keep the sum of the
positions in its past (or their exclusive or, if none repeats) as a number in the state. Like equality of pasts, it does
not depend on their order.

>>> past = added(added(Past(), 5), 7)
>>> repeats(past, 5), repeats(past, 6), repeats(restarted(past), 5)
(1, 0, 0)
"""

from collections import Counter
from typing import Any

from plywise.bits import product, shifted_down, wrapped

Position = int | tuple[int, ...]

RECORD = 4
"""The most numbers that a position may have."""


class Past(tuple[Any, ...]):
    """The positions before a state, compared as a multiset: order does not matter. Past() is empty."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Return whether the other is a past with the same positions, each as often, in any order."""
        if not isinstance(other, Past) or len(self) != len(other):
            return False
        return tuple.__eq__(self, other) or Counter(self) == Counter(other)

    def __ne__(self, other: object) -> bool:
        """Return the opposite of ==; the tuple's own test depends on the order."""
        return not self == other

    def __copy__(self) -> "Past":
        """Return the past itself: it never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "Past":
        """Return the past itself: neither it nor its contents ever change."""
        return self

    def __hash__(self) -> int:
        """Return a hash that does not depend on the order."""
        return hash(sum(map(hash, self)))


def added(past: Past, position: Position) -> Past:
    """Return the past with one more position."""
    return Past((*past, position))


def repeats(past: Past, position: Position) -> int:
    """Return how often a position occurs in the past."""
    return past.count(position)


def restarted(past: Past) -> Past:
    """Return an empty past, after a move that no line of play can undo: earlier positions cannot recur."""
    return Past()


def no_past() -> Past:
    """Return an empty past for a state that stands alone; in compiled rules nothing can be added to it."""
    return Past()


def digest(past: Past) -> int:
    """Return a number that tells pasts apart: the sum of their positions, scrambled by `mixed`, in any order.

    Two different pasts have the same number with probability 2**-64. It takes as long as the past has positions.
    """
    total = 0
    for position in past:
        parts = position if isinstance(position, tuple) else (position,)
        word = 0
        for part in (*parts, *(0,) * (RECORD - len(parts))):
            word = mixed(word ^ part)
        total = wrapped(total + word)
    return total


def mixed(word: int) -> int:
    """Scramble a word's bits, one-to-one, so that sums of scrambled words tell sets of positions apart.

    Two different sets have the same sum with probability 2**-64. Source: the finalizer of SplitMix (Steele, Lea and
    Flood, "Fast splittable pseudorandom number generators", 2014).

    >>> mixed(1) != mixed(2)
    True
    """
    word = product(word ^ shifted_down(word, 30), -4658895280553007687)
    word = product(word ^ shifted_down(word, 27), -7723592293110705685)
    return wrapped(word ^ shifted_down(word, 31))
