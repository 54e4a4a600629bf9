"""Playing less well: how many nodes, and how careful a choice, make which Elo (strength.json, measured in chess)."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import pairwise
from math import exp, log
from pathlib import Path
from random import Random

TABLE = Path(__file__).with_name("strength.json")

CHOICES = 4
"""Moves among which one is chosen."""


@dataclass(frozen=True)
class Strength:
    """How to play at an Elo.

    nodes: of each search
    slack: points by which the chosen move may look worse than the best one
    """

    nodes: int
    slack: float


@cache
def _rungs() -> Sequence[Mapping[str, float]]:
    found: list[Mapping[str, float]] = json.loads(TABLE.read_text(encoding="utf-8"))["rungs"]
    return found


def least_elo() -> int:
    """Return the least Elo of the table."""
    return int(_rungs()[0]["elo"])


def greatest_elo() -> int:
    """Return the greatest Elo of the table."""
    return int(_rungs()[-1]["elo"])


def strength_of(elo: float) -> Strength:
    """Return how to play at an Elo; between two rungs nodes grow by factors, and slack in even steps."""
    elo = min(max(elo, least_elo()), greatest_elo())
    below, above = next(each for each in pairwise(_rungs()) if elo <= each[1]["elo"])
    part = (elo - below["elo"]) / (above["elo"] - below["elo"])
    nodes = exp(log(below["nodes"]) * (1 - part) + log(above["nodes"]) * part)
    return Strength(round(nodes), below["slack"] * (1 - part) + above["slack"] * part)


def choose(points: Sequence[int], strength: Strength, position: str) -> int:
    """Return the place of the move to play, drawn by a lot that the position decides.

    points: what the moves are worth to the player to move, the best first.
    """
    good = [place for place, worth in enumerate(points) if worth >= points[0] - strength.slack]
    return Random(position).choice(good)
