"""Choices of a strategy at a position, as words: the kernel writes them, and whoever writes certificates reads them.

A choice is an action, as twice its place in the game's order, plus FORCED where it is; or one of the negative words
below. Its *action_sets* are all actions that would do, as a set of their places.
"""

from plywise.bits import wrapped
from plywise.game.outcomes import PLIES

OTHER, WON, KNOWN, NONE, OPEN = range(-1, -6, -1)
"""Choices that are no action: the other side moves; a win in one; a known bound; no action keeps the goal; not chosen
yet."""

FORCED = 1
"""Added to twice the place of an action in the game's order where it is forced: that is a choice, too."""

MAX_ACTION_SET = 62
"""Only actions with a place below that are among the action_sets."""

FOUND = -1
"""In place of a child: the position already has a row."""

LATER = 3
"""If that saves positions, a win may take longer, by one ply for so many that it takes at least. That MIN wins 6 by 6
Connect Four takes 701,208 positions so, 635,625 with 2, 732,078 with 4, 1,081,240 if it must not; but with 2, wins by a
row of threats, as of the 6,5,4-game, take twice as many."""

MAX_DEPTH, DEEPER = 12, 63
"""The deepest proof that is looked for, in plies; a number for any that is deeper."""

SLACK = 4
"""How many plies deeper the proof of a action_set may be. That MAX wins 7 by 6 Connect Four takes 169,033 positions with 0,
157,068 with 2, 154,952 with 4."""

SEARCH_FROM = 9
"""A proof of so many plies, or more, is looked for only where a search has shown that the goal holds."""


def later(outcome: int) -> int:
    """Return an outcome as seen from one ply before."""
    return outcome - (outcome > 0) + (outcome < 0)


def latest(outcome: int) -> int:
    """Return the outcome of a win that comes as much later as a action_set may."""
    return outcome - -outcome % PLIES // LATER


def action_set(place: int) -> int:
    """Return the set of the place of one action; an empty one if the place is too large for a set."""
    return 1 << place if place < MAX_ACTION_SET else wrapped(0)
