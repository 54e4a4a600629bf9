"""The past: the positions that a line of play went through, for rules that forbid repetition or count it.

A game whose rules look back keeps a Past as one field of its State, the last one, and adds a position to it in
`result`: that of the state it leaves, so that the past of a state is what came before it. A position is a whole number
of 64 bits or a tuple of such, always as many. Interpreted, a Past is a tuple; compiled, it is one word, and the
positions lie in the memory of the search, where each line of play writes over what the last one left
(plywise.engines.native.compile). So a rule may do with a past only what the functions here do.

What a state is worth then depends on its past. The key has to say so: with `mixed`, a game can keep the sum of its
past's positions (or, where none comes twice, their exclusive or) as a number of its own: the same in whatever order
they came, as two pasts are equal in whatever order.

>>> past = added(added(Past(), 5), 7)
>>> repeats(past, 5), repeats(past, 6), repeats(restarted(past), 5)
(1, 0, 0)
"""

from collections import Counter
from typing import Any

from plywise.bits import product, shifted_down, wrapped

Position = int | tuple[int, ...]

MIN_WORD = -(2**63) + 2
"""A position's numbers are not less."""


class Past(tuple[Any, ...]):
    """The positions before a state; Past() is empty. Two are equal that hold the same ones as often, in any order."""

    __slots__ = ()

    def __eq__(self, other: object) -> bool:
        """Return whether the other one is a past with the same positions."""
        if not isinstance(other, Past) or len(self) != len(other):
            return False
        return tuple.__eq__(self, other) or Counter(self) == Counter(other)

    def __ne__(self, other: object) -> bool:
        """Return the opposite; a tuple's own would ask for the same order."""
        return not self == other

    def __copy__(self) -> "Past":
        """Return the past itself: it never changes."""
        return self

    def __deepcopy__(self, memo: object) -> "Past":
        """Return the past itself: it never changes, nor does what is in it."""
        return self

    def __hash__(self) -> int:
        """Return a hash that is the same in any order."""
        return hash(sum(map(hash, self)))


def added(past: Past, position: Position) -> Past:
    """Return the past with one position more."""
    return Past((*past, position))


def repeats(past: Past, position: Position) -> int:
    """Return how many times a position is in the past."""
    return past.count(position)


def restarted(past: Past) -> Past:
    """Return an empty past: what came before cannot come again."""
    return Past()


def no_past() -> Past:
    """Return an empty past for a state that stands alone: compiled, nothing can be added to it."""
    return Past()


def mixed(word: int) -> int:
    """Return a word that has the same bits stirred, so that sums of such words tell sets of positions apart.

    Two sets have the same sum by a chance of one in 2**64. Source: the last step of Steele, Lea and Flood's SplitMix,
    "Fast splittable pseudorandom number generators", 2014.

    >>> mixed(1) != mixed(2)
    True
    """
    word = product(word ^ shifted_down(word, 30), -4658895280553007687)
    word = product(word ^ shifted_down(word, 27), -7723592293110705685)
    return wrapped(word ^ shifted_down(word, 31))
