"""Choices of a strategy at a position, as words: written by the kernel, read by the certificate writer.

A choice is an action or one of the negative words below. An action is stored as twice its place in the game's order,
plus FORCED if it is forced. The *action set* of a choice is the bit set, by place, of all actions that keep the goal
equally well.
"""

from plywise.bits import wrapped
from plywise.game.outcomes import PLIES

OTHER, WON, KNOWN, NONE, OPEN = range(-1, -6, -1)
"""Choices that are not actions: the other side moves; a win in one; a known bound; no action keeps the goal; not yet
chosen."""

FORCED = 1
"""Added to the word of a forced action."""

MAX_ACTION_SET = 62
"""Only actions at places below this fit an action set."""

FOUND = -1
"""Stands for a child whose position already has a row."""

LATER = 3
"""To save positions, a win may take longer: one extra ply for every LATER plies of the shortest win.

The certificate that MIN wins 6 by 6 Connect Four has 701,208 positions with 3, 635,625 with 2, 732,078 with 4, and
1,081,240 if wins must be shortest. With 2, however, wins by a row of threats, as in the 6,5,4-game, need twice as
many positions."""

MAX_DEPTH, DEEPER = 12, 63
"""The deepest proof searched for, in plies; a number that stands for any deeper proof."""

SLACK = 4
"""How many plies deeper the proof of an alternative may be.

The certificate that MAX wins 7 by 6 Connect Four has 169,033 positions with 0, 157,068 with 2, 154,952 with 4."""

SEARCH_FROM = 9
"""Proofs of this many plies or more are searched for only where a search has shown that the goal holds."""


def later(outcome: int) -> int:
    """Return an outcome as seen one ply earlier."""
    return outcome - (outcome > 0) + (outcome < 0)


def latest(outcome: int) -> int:
    """Return the outcome of the longest win that may replace this one."""
    return outcome - -outcome % PLIES // LATER


def action_set_of(place: int) -> int:
    """Return the action set of one place; the empty set if the place does not fit."""
    return 1 << place if place < MAX_ACTION_SET else wrapped(0)
