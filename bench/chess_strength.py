"""Which Elo has each skill in chess? `python -m bench.chess_strength`, which writes protocols/strength.json.

Each rung, a skill, meets the next one and the one after that, and every rung meets Stockfish at some of its own
UCI_Elo. Where its first games with Stockfish are one-sided, that is all: more of them say little. Ratings by maximum
likelihood make one ladder of all games, of which the mean of Stockfish's four is that of what it was asked for. The
two scales are not the same: the table holds what Stockfish is worth on ours. What is below its least Elo hangs on our
own games alone. What has been played is kept in --journals, and not played again.
"""

import argparse
import json
import sys
from pathlib import Path

from bench.skill import SCORES
from plywise.arena.match import match
from plywise.arena.ratings import Pair, Ratings, rate
from plywise.games import make
from plywise.protocols.strength import TABLE

STOCKFISH = (1400, 1700, 2000, 2300)
"""Elo that Stockfish is asked for."""
MOVE_TIME = 0.05
"""Seconds that it has for a move."""
MOST, STEP, REACH = 20, 2, 2
"""The greatest skill, the step from one rung to the next, and how many rungs above itself one meets."""
GAMES, FIRST_GAMES, SEED = 40, 6, 3
ONE_SIDED = 5.5 / 6
"""Part of the points of the first games from which on the rest of a meeting is not played."""
ENDS_EARLY = "agree:win=700,draw=10,plies=8"


def stockfish(elo: int) -> str:
    """Return Stockfish, asked for an Elo."""
    options = f"UCI_LimitStrength=true,UCI_Elo={elo},Threads=1,Hash=16,time={MOVE_TIME}"
    return f"uci[{options}]:/usr/games/stockfish"


def ours(skill: float) -> str:
    """Return the player of a skill."""
    return f"engine:skill={skill:g}"


def meet(first: str, second: str, options: argparse.Namespace) -> list[Pair]:
    """Return the pairs of games of a skill and Stockfish, few where they are one-sided."""
    pairs = play(first, second, FIRST_GAMES, SEED, options)
    points = sum(pair.score + (pair.swapped or 0) for pair in pairs) / FIRST_GAMES
    if 1 - ONE_SIDED < points < ONE_SIDED:
        pairs += play(first, second, options.games - FIRST_GAMES, SEED + 1, options)
    return pairs


def play(first: str, second: str, games: int, seed: int, options: argparse.Namespace) -> list[Pair]:
    """Return the pairs of a match, told when it has been played."""
    name = "-".join("".join(letter for letter in each if letter.isalnum())[-60:] for each in (first, second))
    journal = options.journals / f"{name}-{seed}.journal" if options.journals else None
    result = match(
        make("chess"),
        [first, second],
        games=games,
        seed=seed,
        adjudicate=ENDS_EARLY,
        journal=journal,
        resume=journal is not None and journal.exists(),
    )
    if result.stopped_by == "interrupt":
        raise KeyboardInterrupt
    print(first, second[:60], result.players[0].tally, file=sys.stderr, flush=True)
    scores = [SCORES[record.winner or "draw"] for record in result.records]
    return [Pair(first, second, one, 1 - other) for one, other in zip(scores[::2], scores[1::2], strict=True)]


def measure(skills: list[float], options: argparse.Namespace) -> Ratings:
    """Return the ratings of the rungs and of Stockfish."""
    pairs: list[Pair] = []
    for place, skill in enumerate(skills):
        for other in skills[place + 1 : place + 1 + REACH]:
            pairs += play(ours(skill), ours(other), options.games, SEED, options)
        for elo in STOCKFISH:
            pairs += meet(ours(skill), stockfish(elo), options)
    return rate(pairs, first_move=False)


def main() -> None:
    """Measure the rungs, and write them with their Elo and its error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--table", type=Path, default=TABLE)
    parser.add_argument("--journals", type=Path, help="a folder that keeps what has been played")
    options = parser.parse_args()
    skills = [float(skill) for skill in range(0, MOST + 1, STEP)]
    found = {each.name: each for each in measure(skills, options).players}
    shift = sum(elo - found[stockfish(elo)].rating for elo in STOCKFISH) / len(STOCKFISH)
    rungs = [(skill, found[ours(skill)]) for skill in skills]
    measured = [
        {"skill": skill, "elo": round(each.rating + shift), "error": round(each.error)} for skill, each in rungs
    ]
    others = [{"asked": elo, "elo": round(found[stockfish(elo)].rating + shift)} for elo in STOCKFISH]
    rows, beside = (",\n  ".join(json.dumps(each) for each in told) for told in (measured, others))
    text = f'{{\n "games": {options.games},\n "rungs": [\n  {rows}\n ],\n "stockfish": [\n  {beside}\n ]\n}}\n'
    options.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
