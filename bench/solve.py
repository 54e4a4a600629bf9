"""Solve again what takes minutes, and compare: `python -m bench.solve`, from the repository's folder.

bench/data/solved.jsonl holds a line for each: the game, the question, the answer found and in how many seconds. Here
they are asked once more, as commands; exit code 1 where an answer is another one. docs/reference/solved.md is made of
that file.
"""

import argparse
import json
import shlex
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

RECORD = Path(__file__).parent / "data" / "solved.jsonl"


def main() -> int:
    """Ask, print a line for each, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.solve", description="Solve again what takes minutes.")
    reader.add_argument("--only", default="", metavar="TEXT", help="only games whose name has this text in it")
    reader.add_argument("--most", type=float, default=float("inf"), metavar="S", help="only those recorded with less")
    options = reader.parse_args()
    wrong = 0
    for entry in read():
        if options.only not in entry["game"] or entry["seconds"] > options.most:
            continue
        print(f"{title(entry)} ...", file=sys.stderr, flush=True)
        began = time.perf_counter()
        command = [sys.executable, "-m", *shlex.split(title(entry)), "--engine", "native", "--json"]
        found = json.loads(subprocess.run(command, stdout=subprocess.PIPE, check=True).stdout)
        seconds = time.perf_counter() - began
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
    words = [f"--{name} {entry[name]}" for name in ("method", "distance", "threads") if name in entry]
    words += [f"--{name} '{entry[name]}'" for name in ("moves", "position") if name in entry]
    return " ".join(["plywise solve", entry["game"], *words])


if __name__ == "__main__":
    sys.exit(main())
