"""Which skill has each level, and how strong is it? `python -m bench.ladder [GAME ...]`, from the repository's folder.

The curve of a game, Elo by skill (bench/data/skill.jsonl, from `python -m bench.skill`), is cut at equal steps of Elo
from skill 0 to the greatest that was measured: a skill for each level. Then each level meets the level above it and the
one above that, in pairs of games from random balanced openings with the colours swapped. Ratings by maximum likelihood
make one ladder of all games, which is written to src/plywise/play/ladders.json; `plywise games GAME` prints it. Nothing
depends on time: the same seed gives the same ladder on any machine. What has been played is kept in --journals, and not
played again.

Exit code 1 where a level is rated below the one under it by more than chance explains.
"""

import argparse
import json
import sys
from collections.abc import Sequence
from math import hypot
from pathlib import Path

import numpy as np

from bench.skill import meet
from plywise.arena.ratings import Pair, rate
from plywise.games import REGISTRY
from plywise.play.ladders import FILE, LEVELS, Ladder, Rung, format_ladders, parse_ladders

LADDERS = Path(__file__).parent.parent / "src/plywise/play" / FILE
CURVES = Path(__file__).parent / "data" / "skill.jsonl"
GAMES, SEED = 100, 1
REACH = 2
"""How many levels above itself a level meets."""


def read_curve(name: str) -> list[tuple[float, float, float]]:
    """Return the curve of a game as it was measured last: skill, Elo, error."""
    rows = [json.loads(line) for line in CURVES.read_text().splitlines()]
    return [row for row in rows if row["game"] == name][-1]["curve"]


def level_out(curve: Sequence[tuple[float, float, float]]) -> list[tuple[float, float]]:
    """Return a curve that never falls, nearest to the one measured: points are pooled, each weighted by its error.

    Source: the pool-adjacent-violators algorithm, Ayer et al., An Empirical Distribution Function for Sampling with
    Incomplete Information, Annals of Mathematical Statistics 26 (1955).
    """
    pools: list[tuple[float, float, list[float]]] = []
    for skill, elo, error in curve:
        weight, skills = 1 / error**2, [skill]
        while pools and pools[-1][1] >= elo:
            other, before, earlier = pools.pop()
            elo = (weight * elo + other * before) / (weight + other)
            weight, skills = weight + other, earlier + skills
        pools.append((weight, elo, skills))
    return [(skill, elo) for _, elo, skills in pools for skill in skills]


def cut(curve: Sequence[tuple[float, float, float]]) -> list[float]:
    """Return the skill of each level: equal steps of Elo from the first point of a curve to the last."""
    rising = level_out(curve)
    elos = [elo for _, elo in rising]
    wanted = np.linspace(elos[0], elos[-1], len(LEVELS))
    first = [place for place, elo in enumerate(elos) if elo not in elos[:place]]
    skills = np.interp(wanted, [elos[place] for place in first], [rising[place][0] for place in first])
    return [*(round(float(skill), 2) for skill in skills[:-1]), rising[-1][0]]


def climb(name: str, options: argparse.Namespace) -> Ladder:
    """Return the ladder of one game."""
    pairs: list[Pair] = []
    skills = dict(zip(LEVELS, cut(read_curve(name)), strict=True))
    for level in LEVELS:
        for other in range(level + 1, min(level + REACH, LEVELS[-1]) + 1):
            pairs += meet(name, skills[level], skills[other], options)
    ratings = rate(pairs, first_move=False)
    rated = {each.name: each for each in ratings.players}
    rungs = [
        Rung(level, skill, round(rated[f"{skill:g}"].rating), round(rated[f"{skill:g}"].error))
        for level, skill in skills.items()
    ]
    return Ladder(name, tuple(rungs), 2 * len(pairs), options.seed)


def falls(ladder: Ladder) -> list[str]:
    """Return the levels that are rated below the one under them by more than chance explains."""
    return [
        f"{ladder.game}: level {upper.level} is {lower.elo - upper.elo:.0f} Elo below level {lower.level}"
        for lower, upper in zip(ladder.rungs, ladder.rungs[1:], strict=False)
        if lower.elo - upper.elo > hypot(lower.error, upper.error)
    ]


def main() -> int:
    """Measure, write the ladders, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.ladder", description="Rate the engine's levels.")
    reader.add_argument("names", nargs="*", default=list(REGISTRY), metavar="GAME")
    reader.add_argument("--games", type=int, default=GAMES, help="of each two levels that meet, an even number")
    reader.add_argument("--seed", type=int, default=SEED)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--journals", type=Path, help="a folder that keeps what has been played")
    options = reader.parse_args()
    fallen: list[str] = []
    for name in options.names:
        ladder = climb(name, options)
        fallen += falls(ladder)
        known = parse_ladders(LADDERS.read_text()) | {name: ladder}
        LADDERS.write_text(format_ladders(known))
    for each in fallen:
        print(each)
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main())
