"""Skill: one number for how well an engine plays, from a beginner's level to full strength.

With each point an engine searches half as many positions more, overlooks less, and evaluates with less noise. It
overlooks replies below the root, more of them the deeper they are. So it errs as people err, a few plies ahead, and not
by a random bad move (engines/play_weakness.py).
"""

from typing import NamedTuple

from plywise.engines.play_weakness import Weakness

MAX_SKILL = 24.0
"""From MASTERLY on nothing is overlooked; up to MAX_SKILL only the number of positions grows."""

MASTERLY = 18.0

FIRST_NODES, MORE_NODES = 100, 1.5
MAX_OVERLOOKED, HALVED_EVERY = 0.5, 2.0
"""The chance of overlooking an immediate reply at skill 0, and the points of skill that halve it."""

MAX_BLUR, BLUR_HALVED_EVERY = 150, 3.0
"""The maximum error of an estimate in hundredths of a margin unit at skill 0, and the points that halve it."""


LEAST_PLIES = 2
"""Every skill searches its own move and the reply, however many moves there are,"""
NODES_FOR_THE_LEAST = 20_000
"""within this many nodes, or moves by what it has seen: if won games are overlooked, quiescence may not end."""

LEARNED = 9.0
"""Up to here a player knows nothing of the game's `bounds`; from here on more and more, and all at MASTERLY."""


class Settings(NamedTuple):
    """How an engine of a certain skill searches: nodes for a move, and what it does not see."""

    nodes: int
    weakness: Weakness


def settings_of(skill: float, seed: int = 0) -> Settings:
    """Return how an engine of a skill, 0 to MAX_SKILL, searches. seed: determines which replies it overlooks.

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
