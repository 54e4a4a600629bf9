"""How many Elo is a point of skill? `python -m bench.skill [GAME ...]`, from the repository's folder.

Each skill meets the next ones, STEP and 2 * STEP points above it, in pairs of games from random balanced openings with
the colours swapped. Ratings by maximum likelihood make one curve of all games: skill -> Elo, from which the levels of
each game are taken at equal steps of Elo (bench/curves.py). Nothing depends on time. What has been played is kept in
--journals.
"""

import argparse
import sys
import time
from pathlib import Path

from bench.curves import keep_curve
from plywise.arena.match import match
from plywise.arena.ratings import Pair, rate
from plywise.engines.skill import MASTERLY, MAX_SKILL
from plywise.games import REGISTRY, make

STEP, GAMES, SEED = 2.0, 60, 1
REACH = 2
LONGEST = 300
"""Plies, after which a game is drawn."""
SCORES = {"MAX": 1.0, "draw": 0.5, "MIN": 0.0}


def climb(name: str, options: argparse.Namespace) -> list[tuple[float, float, float]]:
    """Return the curve of one game: skill, Elo, error."""
    skills = [STEP * place for place in range(int(MAX_SKILL / STEP) + 1)]
    skills = [skill for skill in skills if options.least <= skill <= options.most]
    pairs: list[Pair] = []
    for place, skill in enumerate(skills):
        for other in skills[place + 1 : place + 1 + REACH]:
            pairs += meet(name, skill, other, options)
    ratings = rate(pairs, first_move=False)
    return sorted((float(each.name), round(each.rating), round(each.error)) for each in ratings.players)


def meet(name: str, skill: float, other: float, options: argparse.Namespace) -> list[Pair]:
    """Return the pairs of games of two skills, told as they are played."""
    began = time.perf_counter()
    journal = options.journals / f"{name}-{skill:g}-{other:g}.journal" if options.journals else None
    result = match(
        make(name),
        [f"engine:skill={skill:g}", f"engine:skill={other:g}"],
        games=options.games,
        seed=options.seed,
        plies=LONGEST,
        workers=options.workers,
        journal=journal,
        resume=journal is not None and journal.exists(),
    )
    if result.stopped_by == "interrupt":
        raise KeyboardInterrupt
    won, drawn, lost = result.players[0].tally
    took = time.perf_counter() - began
    print(f"{name:14} {skill:4g} {other:4g}   {won:4} {drawn:4} {lost:4}   {took:6.1f} s", file=sys.stderr, flush=True)
    scores = [SCORES[record.winner or "draw"] for record in result.records]
    games = zip(scores[::2], scores[1::2], strict=True)
    return [Pair(f"{skill:g}", f"{other:g}", first, 1 - second) for first, second in games]


def main() -> None:
    """Measure, and write a curve a line."""
    reader = argparse.ArgumentParser(prog="python -m bench.skill", description="Measure what skill is worth.")
    reader.add_argument("names", nargs="*", default=list(REGISTRY), metavar="GAME")
    reader.add_argument("--least", type=float, default=0.0, help="the least skill")
    reader.add_argument("--most", type=float, default=MASTERLY, help="the greatest skill")
    reader.add_argument("--games", type=int, default=GAMES, help="of each two that meet, an even number")
    reader.add_argument("--seed", type=int, default=SEED)
    reader.add_argument("--workers", type=int, default=1)
    reader.add_argument("--journals", type=Path, help="a folder that keeps what has been played")
    options = reader.parse_args()
    for name in options.names:
        curve = climb(name, options)
        keep_curve(name, options.games, options.seed, curve)


if __name__ == "__main__":
    main()
