"""Which skill has each level, and how strong is it? `python -m bench.ladder [GAME ...]`, from the repository's folder.

The curve of a game, Elo by skill (bench/curves.py), is cut at equal steps of Elo: a skill for each level. Then each
level meets the level above it and the one above that, in pairs of games from random balanced openings with the colours
swapped. Ratings by maximum likelihood make one ladder of all games, which is written to src/plywise/play/ladders.json;
`plywise games GAME` prints it. It is one more measurement of the curve, from which the next ladder is cut. Nothing
depends on time: the same curve and seed give the same ladder on any machine. What has been played is kept in
--journals, and not played again.

Exit code 1 where a level is rated below the one under it by more than chance explains.
"""

import argparse
import sys
from math import hypot
from pathlib import Path

from bench.curves import cut, keep_curve, read_curves
from bench.skill import meet
from plywise.arena.ratings import Pair, rate
from plywise.games import REGISTRY
from plywise.play.ladders import FILE, LEVELS, Ladder, Rung, format_ladders, parse_ladders

LADDERS = Path(__file__).parent.parent / "src/plywise/play" / FILE
GAMES, SEED = 100, 1
REACH = 2
"""How many levels above itself a level meets."""


def climb(name: str, options: argparse.Namespace) -> Ladder:
    """Return the ladder of one game."""
    pairs: list[Pair] = []
    skills = dict(zip(LEVELS, cut(read_curves(name)), strict=True))
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
        keep_curve(name, options.games, options.seed, [(rung.skill, rung.elo, rung.error) for rung in ladder.rungs])
        known = parse_ladders(LADDERS.read_text()) | {name: ladder}
        LADDERS.write_text(format_ladders(known))
    for each in fallen:
        print(each)
    return 1 if fallen else 0


if __name__ == "__main__":
    sys.exit(main())
