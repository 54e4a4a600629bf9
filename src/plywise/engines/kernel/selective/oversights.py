"""What a weaker player does not see: below the root, actions that do not strike the eye, the more the deeper they lie.

And what it does not know: of some states, what the game's `bounds` say of them.

Nothing is drawn by lot while the search runs: the state's key and a seed decide. So a player overlooks the same reply
however deep the search, and from whichever side it comes there, and plays the same game again from the same seed.
"""

from plywise.bits import shifted_down
from plywise.engines.kernel.selective.memory import BLUR, OVERLOOK, SEED, UNKNOWING
from plywise.engines.kernel.table import hash_combine

CERTAIN = 1 << 16
"""Chances are counted in this."""

MAX_OVERLOOKED = CERTAIN * 7 // 8
"""However deep: something is always seen."""

STRIKING = 4
"""By this the chance is divided for an action that strikes the eye, as a capture that loses nothing does."""


def overlooks(work: list[int], key: int, place: int, ply: int, striking: bool) -> bool:
    """Return whether an action, given by its place in the game's list, is overlooked at a ply."""
    chance = min(work[OVERLOOK] * ply, MAX_OVERLOOKED)
    if striking:
        chance //= STRIKING
    return draw_lot(work, key, place) & CERTAIN - 1 < chance


def blur(work: list[int], key: int, points: int) -> int:
    """Return an estimate as a weaker player has it: off by at most work[BLUR] points, and mostly by less."""
    lot = draw_lot(work, key, -1)
    return points + ((lot & CERTAIN - 1) + (lot >> 16 & CERTAIN - 1) - CERTAIN) * work[BLUR] // CERTAIN


def is_familiar(work: list[int], key: int) -> bool:
    """Return whether what a game's `bounds` say of a state is known to a weaker player."""
    return draw_lot(work, key, -2) & CERTAIN - 1 >= work[UNKNOWING]


def draw_lot(work: list[int], key: int, number: int) -> int:
    """Return 32 bits that a state's key, a number and the player's seed decide."""
    return shifted_down(hash_combine(hash_combine(key, work[SEED]), number), 32)
