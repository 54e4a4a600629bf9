"""Is the search for play the better opponent? `python -m bench.play_games [GAME ...]`, against the exact search.

Both have the same time a move, so this depends on the machine. In the GAINING games a sequential test asks whether it
is 150 Elo stronger or only 100; in all others whether it is equal or 50 Elo weaker. The rows go to
bench/data/play_games.jsonl, from which `make docs` writes a table in docs/background/play_search.md.
"""

import argparse
import json
import sys
from pathlib import Path

import plywise as pw
from plywise.games.loading import make

ROWS = Path(__file__).parent / "data" / "play_games.jsonl"
GAINING = ("checkers", "othello", "breakthrough")
OTHERS = ("connect4", "cube", "kalah", "go:size=4", "mnk", "tictactoe", "nim")
PLAYERS = ("engine:search=selective", "engine:search=exact")
SEED = 5


def measure(name: str) -> dict:
    """Play one match; return its row."""
    seconds, bounds, games = (0.02, (100.0, 150.0), 1000) if name in GAINING else (0.01, (-50.0, 0.0), 400)
    result = pw.match(make(name), PLAYERS, games=games, sprt=bounds, time=seconds, seed=SEED)
    found = result.to_dict()
    meeting = found["meetings"][0]
    return {
        "game": name,
        "seconds": seconds,
        "bounds": list(bounds),
        **{key: meeting[key] for key in ("wins", "draws", "losses", "elo", "elo_low", "elo_high")},
        "llr": found["llr"],
        "verdict": found["verdict"],
        "seed": SEED,
    }


def main() -> None:
    """Measure games, and write their rows as they come."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("games", nargs="*", choices=[*GAINING, *OTHERS, []], metavar="GAME")
    parser.add_argument("--rows", type=Path, default=ROWS)
    options = parser.parse_args()
    for name in options.games or (*GAINING, *OTHERS):
        row = measure(name)
        print(json.dumps(row), file=sys.stderr, flush=True)
        with options.rows.open("a") as rows:
            print(json.dumps(row), file=rows)


if __name__ == "__main__":
    main()
