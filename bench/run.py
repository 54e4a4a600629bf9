"""Measure Plywise next to its peers: `python -m bench.run`, from the repository's folder.

Both sides of a comparison are measured in turns in one run, each call from its start to its answer as a user has it;
ratios are those of the medians. Exit code 1 when an answer is wrong; a target that is not met is only reported.
"""

import argparse
import sys

from bench import connect4, own_game, perft, record, start, threads, tictactoe
from bench.rows import Row, table

SUBJECTS = {
    "tictactoe": tictactoe.measure,
    "own-game": own_game.measure,
    "connect4": connect4.measure,
    "perft": perft.measure,
    "threads": threads.measure,
    "start": start.measure,
}


def main() -> int:
    """Measure, print the table, append to the record, and return the exit code."""
    options = parser().parse_args()
    rows: list[Row] = []
    before = record.load_now()
    for name, measure in SUBJECTS.items():
        if not options.only or name in options.only:
            rows += measure(options.quick, options.full)
    load = (before, record.load_now())
    print(table(rows))
    print(f"\n{about(load)}")
    if not options.no_record:
        asked = {"quick": options.quick, "full": options.full, "only": options.only}
        print(f"appended to {record.append(rows, asked, load)}", file=sys.stderr)
    wrong = list(dict.fromkeys(line for row in rows for line in row.wrong))
    for line in wrong:
        print(f"wrong: {line}", file=sys.stderr)
    return 1 if wrong else 0


def about(load: tuple[float | None, float | None]) -> str:
    """Return what the figures are of: the machine, how busy it was, and the versions."""
    machine = record.machine()
    named = [f"{name} {said or 'not installed'}" for name, said in record.versions().items()]
    busy = f"load {load[0]} before and {load[1]} after (one program running alone: 1; more disturbs the figures)"
    return f"{machine['processor']}, {machine['cores']} cores, {busy}\n{', '.join(named)}"


def parser() -> argparse.ArgumentParser:
    """Return the reader of the command line."""
    reader = argparse.ArgumentParser(prog="python -m bench.run", description="Measure Plywise next to its peers.")
    reader.add_argument("--only", action="append", choices=SUBJECTS, metavar="NAME", help=", ".join(SUBJECTS))
    reader.add_argument("--quick", action="store_true", help="fewer runs, and only some of the positions")
    reader.add_argument("--full", action="store_true", help="Connect Four's empty board against BitBully too: minutes")
    reader.add_argument("--no-record", action="store_true", help="append nothing to bench/results")
    return reader


if __name__ == "__main__":
    sys.exit(main())
