"""How strong is each level of the engine? `python -m bench.ladder [GAME ...]`, from the repository's folder.

Each level meets the level above it and the one above that, in pairs of games from random balanced openings with the
colours swapped. Ratings by maximum likelihood make one ladder of all games, which is written to
src/plywise/play/ladders.json; `plywise games GAME` prints it. Nothing depends on time: the same seed gives the same
ladder on any machine. What has been played is kept in --journals, and not played again.

Exit code 1 where a level is rated below the one under it by more than chance explains.
"""

import argparse
import sys
import time
from math import hypot
from pathlib import Path

from plywise.arena.match import match
from plywise.arena.ratings import Pair, rate
from plywise.games import REGISTRY, make
from plywise.play.ladders import FILE, Ladder, Rung, format_ladders, parse_ladders

LADDERS = Path(__file__).parent.parent / "src/plywise/play" / FILE
LEVELS, GAMES, SEED = 8, 100, 1
REACH = 2
"""How many levels above itself a level meets."""
LONGEST = 300
"""Plies, after which a game is drawn."""
SCORES = {"MAX": 1.0, "draw": 0.5, "MIN": 0.0}


def climb(name: str, options: argparse.Namespace) -> Ladder:
    """Return the ladder of one game."""
    pairs: list[Pair] = []
    for level in range(1, options.levels + 1):
        for other in range(level + 1, min(level + REACH, options.levels) + 1):
            pairs += meet(name, level, other, options)
    ratings = rate(pairs, first_move=False)
    rungs = sorted(Rung(int(each.name), round(each.rating), round(each.error)) for each in ratings.players)
    return Ladder(name, tuple(rungs), 2 * len(pairs), options.seed)


def meet(name: str, level: int, other: int, options: argparse.Namespace) -> list[Pair]:
    """Return the pairs of games of two levels, told as they are played."""
    began = time.perf_counter()
    journal = options.journals / f"{name}-{level}-{other}.journal" if options.journals else None
    result = match(
        make(name),
        [f"engine:level={level}", f"engine:level={other}"],
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
    print(f"{name:14} {level:2} {other:2}   {won:4} {drawn:4} {lost:4}   {took:6.1f} s", file=sys.stderr, flush=True)
    scores = [SCORES[record.winner or "draw"] for record in result.records]
    games = zip(scores[::2], scores[1::2], strict=True)
    return [Pair(str(level), str(other), first, 1 - second) for first, second in games]


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
    reader.add_argument("--levels", type=int, default=LEVELS, help="the highest level")
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
