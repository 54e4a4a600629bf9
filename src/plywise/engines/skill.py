"""Skill: one number for how well an engine plays, from a beginner's to all that it can.

With each point an engine looks at half as many positions more, overlooks less, and judges less vaguely. What it
overlooks are replies below the root, the more the deeper they lie: it errs where people err, a few plies ahead, and not
by a lot that is drawn for each move (engines/play_weakness.py).
"""

from typing import NamedTuple

from plywise.engines.play_weakness import Weakness

MAX_SKILL = 24.0
"""At this skill and above MASTERLY nothing is overlooked; up to here only the number of positions grows."""

MASTERLY = 18.0

FIRST_NODES, MORE_NODES = 100, 1.5
MAX_OVERLOOKED, HALVED_EVERY = 0.5, 2.0
"""The chance that a reply at once is overlooked, at skill 0, and the points of skill that halve it."""

MAX_BLUR, BLUR_HALVED_EVERY = 150, 3.0
"""Hundredths of a margin unit by which an estimate is off, at most."""


LEAST_PLIES = 2
"""Every skill looks at its own move and the reply, however many moves there are."""
NODES_FOR_THE_LEAST = 20_000
"""In which it does, or moves by what it has seen: where won games are overlooked, quiescence may find no end."""

LEARNED = 9.0
"""Up to here nothing is known of what a game's `bounds` say; from here on more and more of it, and all at MASTERLY."""


class Settings(NamedTuple):
    """How an engine of a skill searches: nodes for a move, and what it does not see."""

    nodes: int
    weakness: Weakness


def settings_of(skill: float, seed: int = 0) -> Settings:
    """Return how an engine of a skill, 0 to MAX_SKILL, searches. seed: another one overlooks other replies.

    >>> settings_of(0)
    Settings(nodes=100, weakness=Weakness(overlooks=0.5, blur=150, seed=0, unknowing=1.0))
    >>> settings_of(13.5, seed=3)
    Settings(nodes=23836, weakness=Weakness(overlooks=0.004645340292979379, blur=7, seed=3, unknowing=0.5))
    """
    nodes = round(FIRST_NODES * MORE_NODES**skill)
    if skill >= MASTERLY:
        return Settings(nodes, Weakness())
    overlooks = MAX_OVERLOOKED / 2 ** (skill / HALVED_EVERY)
    blur = round(MAX_BLUR / 2 ** (skill / BLUR_HALVED_EVERY))
    unknowing = min((MASTERLY - skill) / (MASTERLY - LEARNED), 1.0)
    return Settings(nodes, Weakness(overlooks, blur, seed, unknowing))
