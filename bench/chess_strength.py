"""Which Elo do the rungs of UCI_Elo have? `python -m bench.chess_strength`, which writes protocols/strength.json.

Each rung, so many nodes and such a slack, meets the next one, and every third one meets Stockfish at some of its own
UCI_Elo. Where its first games with Stockfish are one-sided, that is all: more of them say little. Ratings by maximum
likelihood make one ladder of all games, of which the mean of Stockfish's four is that of what it was asked for. The
two scales are not the same: between our own rungs, which are one program thinking longer, ours is wider; the table
holds what Stockfish is worth on it. What is below its least Elo hangs on our own games alone.
"""

import argparse
import json
import sys
from itertools import pairwise
from pathlib import Path

import plywise as pw
from plywise.arena.ratings import Pair, Ratings, rate
from plywise.protocols.strength import TABLE

STOCKFISH = (1400, 1700, 2000, 2300)
"""Elo that Stockfish is asked for."""
MOVE_TIME = 0.05
"""Seconds that it has for a move."""
GAMES, FIRST_GAMES, SEED = 40, 6, 3
ONE_SIDED = 5.5 / 6
"""Part of the points of the first games from which on the rest of a meeting is not played."""
ENDS_EARLY = "agree:win=700,draw=10,plies=8"
LEAST_ELO = 400
"""Weaker than that nobody asks for."""
SCORES = {"MAX": 1.0, "draw": 0.5, "MIN": 0.0}


def ours(elo: int) -> str:
    """Return the player that is asked for an Elo, by the command that a GUI starts."""
    return f"uci[UCI_LimitStrength=true,UCI_Elo={elo},Hash=16]:{sys.executable} -m plywise uci"


def stockfish(elo: int) -> str:
    """Return Stockfish, asked for an Elo."""
    options = f"UCI_LimitStrength=true,UCI_Elo={elo},Threads=1,Hash=16,time={MOVE_TIME}"
    return f"uci[{options}]:/usr/games/stockfish"


def meet(first: str, second: str, games: int) -> list[Pair]:
    """Return the pairs of games of two players, few where they are one-sided."""
    pairs = play(first, second, FIRST_GAMES, SEED)
    points = sum(pair.score + (pair.swapped or 0) for pair in pairs) / FIRST_GAMES
    if 1 - ONE_SIDED < points < ONE_SIDED:
        pairs += play(first, second, games - FIRST_GAMES, SEED + 1)
    return pairs


def play(first: str, second: str, games: int, seed: int) -> list[Pair]:
    """Return the pairs of a match, told when it has been played."""
    result = pw.match(pw.make("chess"), [first, second], games=games, seed=seed, adjudicate=ENDS_EARLY)
    print(first[:60], second[:60], result.players[0].tally, file=sys.stderr, flush=True)
    scores = [SCORES[record.winner or "draw"] for record in result.records]
    return [Pair(first, second, one, 1 - other) for one, other in zip(scores[::2], scores[1::2], strict=True)]


def measure(elos: list[int], games: int) -> Ratings:
    """Return the ratings of the rungs and of Stockfish."""
    pairs = [pair for lower, upper in pairwise(elos) for pair in play(ours(lower), ours(upper), games, SEED)]
    for elo in STOCKFISH:
        for rung in elos[::-3]:
            pairs += meet(ours(rung), stockfish(elo), games)
    return rate(pairs, first_move=False)


def main() -> None:
    """Measure the rungs, and write them with their Elo and its error."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--table", type=Path, default=TABLE)
    options = parser.parse_args()
    rungs = json.loads(TABLE.read_text(encoding="utf-8"))["rungs"]
    found = {each.name: each for each in measure([rung["elo"] for rung in rungs], options.games).players}
    shift = sum(elo - found[stockfish(elo)].rating for elo in STOCKFISH) / len(STOCKFISH)
    measured = [
        {**rung, "elo": round(found[ours(rung["elo"])].rating + shift), "error": round(found[ours(rung["elo"])].error)}
        for rung in rungs
        if found[ours(rung["elo"])].rating + shift >= LEAST_ELO
    ]
    others = [{"asked": elo, "elo": round(found[stockfish(elo)].rating + shift)} for elo in STOCKFISH]
    rows, beside = (",\n  ".join(json.dumps(each) for each in told) for told in (measured, others))
    text = f'{{\n "games": {options.games},\n "rungs": [\n  {rows}\n ],\n "stockfish": [\n  {beside}\n ]\n}}\n'
    options.table.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
