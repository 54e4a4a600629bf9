"""Measure Plywise next to its peers: `python -m bench.run`, from the repository's folder.

Both sides of a comparison are measured in turns in one run, each call from its start to its answer as a user has it;
ratios are those of the medians. Exit code 1 when an answer is wrong; a target that is not met is only reported.
"""

import argparse
import sys
from collections.abc import Iterator
from dataclasses import replace

from bench.rows import Row, report
from bench.subjects import SUBJECTS


def main() -> int:
    """Measure, print the table, keep the samples, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.run", description="Measure Plywise next to its peers.")
    reader.add_argument("--only", action="append", choices=SUBJECTS, metavar="NAME", help=", ".join(SUBJECTS))
    reader.add_argument("--quick", action="store_true", help="a quarter of the turns, and only some of the positions")
    reader.add_argument("--full", action="store_true", help="Connect Four's empty board against BitBully too: minutes")
    reader.add_argument("--no-record", action="store_true", help="keep nothing in bench/results")
    options = reader.parse_args()
    return report(_rows(options.only or list(SUBJECTS), options.quick, options.full), keep=not options.no_record)


def _rows(names: list[str], quick: bool, full: bool) -> Iterator[Row]:
    for name in names:
        for row in SUBJECTS[name](quick, full):
            yield replace(row, turns=-(-row.turns // 4)) if quick else row


if __name__ == "__main__":
    sys.exit(main())
