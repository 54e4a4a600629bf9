"""Solve again what takes minutes, and compare: `python -m bench.solve`, from the repository's folder.

bench/data/solved.jsonl holds a line for each: the game, the question, the answer found and in how many seconds. Here
they are asked once more; exit code 1 where an answer is another one. docs/solved.md is made of the same file.
"""

import argparse
import json
import sys
import time
from pathlib import Path
from typing import Any

import plywise as pw
from plywise.games import load

RECORD = Path(__file__).parent / "data" / "solved.jsonl"
ASKED = ("method", "distance", "threads")


def main() -> int:
    """Ask, print a line for each, and return the exit code."""
    options = parser().parse_args()
    entries = read()
    wrong = 0
    for entry in entries:
        chosen = options.only is None or options.only in entry["game"]
        if not chosen or entry["seconds"] > options.most:
            continue
        print(f"{title(entry)} ...", file=sys.stderr, flush=True)
        found, seconds = solved(entry)
        differs = {key: found[key] for key, known in entry["answer"].items() if found[key] != known}
        wrong += bool(differs)
        said = f"NOT {entry['answer']} BUT {differs}" if differs else f"{entry['answer']} as recorded"
        print(f"{title(entry)}: {said}, {seconds:.0f} s (recorded: {entry['seconds']:.0f} s)", flush=True)
    return 1 if wrong else 0


def read() -> list[dict[str, Any]]:
    """Return the recorded answers."""
    return [json.loads(line) for line in RECORD.read_text(encoding="utf-8").splitlines()]


def title(entry: dict[str, Any]) -> str:
    """Return what an entry asks, as a command."""
    words = [entry["game"]]
    words += [f"--{name} {entry[name]}" for name in ASKED if name in entry]
    words += [f"--moves '{entry['moves']}'"] if "moves" in entry else []
    words += [f"--position '{entry['position']}'"] if "position" in entry else []
    return " ".join(["plywise solve", *words])


def solved(entry: dict[str, Any]) -> tuple[dict[str, Any], float]:
    """Return the solution of an entry's question as plain data, and the seconds it took with the rules compiled."""
    game = load(entry["game"])
    state = game.initial() if "position" not in entry else game.parse_state(entry["position"])
    state = pw.game.play_moves(game, state, entry.get("moves", ""))
    distance = entry.get("distance", "yes") == "yes"
    solver = pw.Solver(
        game, distance=distance, threads=entry.get("threads", 1), method=entry.get("method", "search"), engine="native"
    )
    began = time.perf_counter()
    return solver.solve(state).to_dict(), time.perf_counter() - began


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    reader = argparse.ArgumentParser(prog="python -m bench.solve", description="Solve again what takes minutes.")
    reader.add_argument("--only", metavar="TEXT", help="only games whose name has this text in it")
    reader.add_argument("--most", type=float, default=float("inf"), metavar="S", help="only those recorded with less")
    return reader


if __name__ == "__main__":
    sys.exit(main())
