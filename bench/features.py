"""What is each feature of the search for play worth? `python -m bench.features [FEATURE ...]`.

The search with all features plays the search without one, in pairs of games from random balanced openings with the
colours swapped, until a sequential test tells the bounds apart that are written here, or for GAMES games. What comes of
it goes to bench/data/features.jsonl, from which `make docs` writes the table in docs/background/play_search.md. Nothing
depends on time: the same seed gives the same games on any machine.

A feature that is worth nothing at NODES a move is measured again with `--nodes 30000`, for some are worth more where
the search goes deeper. One that is worth nothing there either does not stay in the code; only the null move was given
a third test, at 300,000, which it passed (decision 0077).
"""

import argparse
import json
import sys
from pathlib import Path

import plywise as pw
from plywise.engines import hash_game
from plywise.engines.play_features import PLAY_FEATURES

ROWS = Path(__file__).parent / "data" / "features.jsonl"
BOUNDS = (0.0, 30.0)
"""Elo: worth nothing, or worth so much. Both errors have a likelihood of 5 %."""
GAMES, NODES, MORE_NODES, SEED = 2000, 3000, 30_000, 17
ENDS_EARLY = "agree:win=600,draw=10,plies=8"
"""Games of chess end where both say so: six pawns, or nothing for eight plies."""
ELSEWHERE = {"knowledge": "connect4"}
"""The features that chess does not use, and a game that does."""


def measure(feature: str, options: argparse.Namespace) -> dict:
    """Play the match of one feature; return its row."""
    name = options.game or ELSEWHERE.get(feature, "chess")
    game = pw.make(name)
    player = f"engine:search=selective,nodes={options.nodes}"
    result = pw.match(
        game,
        [player, f"{player},without={feature}"],
        games=options.games,
        seed=SEED,
        sprt=BOUNDS,
        adjudicate=ENDS_EARLY if name == "chess" else (),
        workers=options.workers,
        plies=300,
    )
    if result.stopped_by == "interrupt":
        raise KeyboardInterrupt
    found = result.to_dict()
    meeting = found["meetings"][0]
    return {
        "feature": feature,
        "game": name,
        "nodes": options.nodes,
        "bounds": list(BOUNDS),
        **{key: meeting[key] for key in ("wins", "draws", "losses", "pentanomial", "elo", "elo_low", "elo_high")},
        "llr": found["llr"],
        "verdict": found["verdict"],
        "seed": SEED,
        "rules": hash_game(game)[:12],
    }


def main() -> None:
    """Measure features, and write their rows as they come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("features", nargs="*", choices=[*PLAY_FEATURES, []], metavar="FEATURE")
    parser.add_argument("--game")
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--nodes", type=int, default=NODES)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--rows", type=Path, default=ROWS)
    options = parser.parse_args()
    for feature in options.features or PLAY_FEATURES:
        row = measure(feature, options)
        print(json.dumps(row), file=sys.stderr, flush=True)
        with options.rows.open("a") as rows:
            print(json.dumps(row), file=rows)


if __name__ == "__main__":
    main()
