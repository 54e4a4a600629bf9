"""The errors of a weaker player: it overlooks inconspicuous replies below the root, more of them the deeper they are.

It also ignores the game's `bounds` for some of the states. No random number is drawn during the search: the state's key
and a seed decide. So a player overlooks the same reply at any search depth and by any move order, and the same seed
gives the same game.
"""

from plywise.bits import shifted_down
from plywise.engines.kernel.selective.memory import BLUR, OVERLOOK, SEED, UNKNOWING
from plywise.engines.kernel.table import hash_combine

CERTAIN = 1 << 16
"""The unit of chances: a probability of 1."""

MAX_OVERLOOKED = CERTAIN * 7 // 8
"""The maximum chance at any depth, so that some replies are always seen."""

STRIKING = 4
"""The chance is divided by this for a conspicuous action, such as a capture that loses nothing."""


def overlooks(work: list[int], key: int, place: int, ply: int, striking: bool) -> bool:
    """Return whether an action, given by its place in the game's list, is overlooked at a ply."""
    chance = min(work[OVERLOOK] * ply, MAX_OVERLOOKED)
    if striking:
        chance //= STRIKING
    return draw_lot(work, key, place) & CERTAIN - 1 < chance


def blur(work: list[int], key: int, points: int) -> int:
    """Return a weaker player's estimate: off by at most work[BLUR] points, and mostly by less."""
    lot = draw_lot(work, key, -1)
    return points + ((lot & CERTAIN - 1) + (lot >> 16 & CERTAIN - 1) - CERTAIN) * work[BLUR] // CERTAIN


def is_familiar(work: list[int], key: int) -> bool:
    """Return whether a weaker player knows the game's `bounds` of a state."""
    return draw_lot(work, key, -2) & CERTAIN - 1 >= work[UNKNOWING]


def draw_lot(work: list[int], key: int, number: int) -> int:
    """Return 32 pseudo-random bits from a state's key, a number and the player's seed."""
    return shifted_down(hash_combine(hash_combine(key, work[SEED]), number), 32)
