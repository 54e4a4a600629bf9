"""Limited strength: the skill for an Elo in chess (strength.json, measured by `python -m bench.chess_strength`)."""

import json
from collections.abc import Mapping, Sequence
from functools import cache
from itertools import pairwise
from pathlib import Path

TABLE = Path(__file__).with_name("strength.json")


@cache
def _rungs() -> Sequence[Mapping[str, float]]:
    found: list[Mapping[str, float]] = json.loads(TABLE.read_text(encoding="utf-8"))["rungs"]
    return found


def least_elo() -> int:
    """Return the lowest Elo of the table."""
    return int(_rungs()[0]["elo"])


def greatest_elo() -> int:
    """Return the highest Elo of the table."""
    return int(_rungs()[-1]["elo"])


def skill_at(elo: float) -> float:
    """Return the skill for an Elo, interpolated linearly and limited to the range of the table."""
    elo = min(max(elo, least_elo()), greatest_elo())
    below, above = next(each for each in pairwise(_rungs()) if elo <= each[1]["elo"])
    part = (elo - below["elo"]) / (above["elo"] - below["elo"])
    return below["skill"] * (1 - part) + above["skill"] * part
