"""Measure games as first written: `python -m bench.first_written`, from the repository's folder.

Each game is searched by plain Python, natively as first written, and natively by hand, in turns; nodes a second of the
processor's time, medians, and the geometric means of the ratios. Plain Python searches less deep, by an even number of
plies. Exit code 1 where two of them disagree on the value or the nodes; a game that is refused is only reported.
"""

import argparse
import json
import re
import sys
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from importlib import import_module
from pathlib import Path
from statistics import geometric_mean, median
from time import process_time

import rich.box
from rich.console import Console
from rich.table import Table

import plywise as pw
from plywise.errors import NativeFailure

WRITTEN = Path(__file__).parents[2] / "tests" / "data" / "first_written"
SAMPLE = 0.25  # seconds that a sample takes at least: short searches are repeated


class DisagreementError(Exception):
    """Two sides do not find the same value in the same nodes."""


def check(answer: tuple[float, int], known: tuple[float, int]) -> None:
    """Raise DisagreementError where an answer is not the known one."""
    if answer != known:
        raise DisagreementError(f"{answer}, not {known}")


@dataclass(frozen=True)
class Subject:
    """A game, and how it is searched. depths: in plain Python, and natively; None: the whole game."""

    name: str
    algorithm: str
    depths: tuple[int | None, int | None]


SUBJECTS = (
    Subject("brandub", "alphabeta", (5, 7)),
    Subject("domineering", "minimax", (None, None)),
    Subject("minichess", "alphabeta", (4, 8)),
    Subject("morris", "alphabeta", (6, 8)),
    Subject("quoridor", "alphabeta", (4, 10)),
    Subject("race", "alphabeta", (18, 28)),
    Subject("reversi", "alphabeta", (8, 14)),
    Subject("ring", "minimax", (7, None)),
    Subject("ultimate", "alphabeta", (7, 11)),
)


@dataclass
class Measured:
    """Nodes a second of one game; 0 where the native engine refuses it, for the reason given."""

    name: str
    algorithm: str
    depth: int | None
    reference: float
    written: float
    by_hand: float
    refused: str = ""

    @property
    def speed_up(self) -> float:
        """Return how many times faster than plain Python the game is as first written."""
        return self.written / self.reference

    @property
    def behind(self) -> float:
        """Return how many times faster still it is by hand."""
        return self.by_hand / self.written if self.written else 0


def load(name: str) -> tuple[pw.Game, pw.Game]:
    """Return a game as first written, and by hand."""
    file = WRITTEN / f"{name}.py"
    [title] = re.findall(r"^class (\w+)\(pw\.Game\)", file.read_text(), re.MULTILINE)
    return pw.make(f"{file}:{title}"), getattr(import_module(f"bench.first_written.{name}"), title)()


def searched(game: pw.Game, engine: str, algorithm: str, depth: int | None) -> tuple[float, int]:
    """Return the value and the nodes."""
    found = pw.search(game, engine=engine, algorithm=algorithm, depth=depth)
    return found.value, found.nodes


def rate(game: pw.Game, engine: str, algorithm: str, depth: int | None, known: tuple[float, int]) -> float:
    """Return the nodes that a search enters in a second. Raises DisagreementError."""
    nodes, began, spent = 0, process_time(), 0.0
    while spent < SAMPLE:
        answer = searched(game, engine, algorithm, depth)
        check(answer, known)
        nodes += answer[1]
        spent = process_time() - began
    return nodes / spent


def measure(subject: Subject, turns: int) -> Measured:
    """Measure a game. Raises DisagreementError where two sides disagree."""
    written, by_hand = load(subject.name)
    shallow, deep = ((subject.algorithm, depth) for depth in subject.depths)
    plain, known = searched(written, "reference", *shallow), searched(by_hand, "native", *deep)
    check(searched(by_hand, "native", *shallow), plain)
    sides = {"reference": (written, "reference", *shallow, plain), "by_hand": (by_hand, "native", *deep, known)}
    refused = ""
    try:
        check(searched(written, "native", *shallow), plain)
        sides["written"] = (written, "native", *deep, known)
        check(searched(written, "native", *deep), known)
    except NativeFailure as failure:
        refused = str(failure)
        sides.pop("written", None)
    samples: dict[str, list[float]] = {name: [] for name in sides}
    for _ in range(turns):
        for name, side in sides.items():
            samples[name].append(rate(*side))
    rates = {"written": 0.0} | {name: median(each) for name, each in samples.items()}
    return Measured(subject.name, subject.algorithm, subject.depths[1], refused=refused, **rates)


def print_table(measured: Sequence[Measured]) -> None:
    """Print the rates, the ratios and their geometric means."""
    head = ("game", "search", "reference", "as written", "by hand", "as written : reference", "by hand : as written")
    table = Table(*head, box=rich.box.MARKDOWN)
    for each in measured:
        depth = "whole" if each.depth is None else f"depth {each.depth}"
        written = "refused" if each.refused else f"{each.written:,.0f}"
        ratios = ("", "") if each.refused else (f"{each.speed_up:.3g}", f"{each.behind:.3g}")
        rates = (f"{each.reference:,.0f}", written, f"{each.by_hand:,.0f}")
        table.add_row(each.name, f"{each.algorithm}, {depth}", *rates, *ratios)
    done = [each for each in measured if not each.refused]
    if done:
        means = (geometric_mean(getattr(each, name) for each in done) for name in ("speed_up", "behind"))
        least = min(each.speed_up for each in done)
        table.add_row(
            f"geometric mean of {len(done)}", f"least {least:.3g}", "", "", "", *(f"{each:.3g}" for each in means)
        )
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    by_hand = geometric_mean(each.by_hand / each.reference for each in measured)
    print(f"by hand : reference, geometric mean of {len(measured)}: {by_hand:.3g}")
    for each in measured:
        if each.refused:
            print(f"{each.name} is refused: {each.refused}")


def main() -> int:
    """Measure, print the table, and return the exit code."""
    reader = argparse.ArgumentParser(
        prog="python -m bench.first_written", description="Measure games as first written."
    )
    names = [each.name for each in SUBJECTS]
    reader.add_argument("--only", action="append", choices=names, metavar="NAME", help=", ".join(names))
    reader.add_argument("--turns", type=int, default=3, metavar="N", help="how often each is measured")
    reader.add_argument("--json", action="store_true", help="one object a line instead of the table")
    options = reader.parse_args()
    measured = []
    for subject in SUBJECTS:
        if subject.name in (options.only or names):
            print(subject.name, "...", file=sys.stderr, flush=True)
            try:
                measured.append(measure(subject, options.turns))
            except DisagreementError as error:
                print(f"{subject.name}: WRONG: {error}", file=sys.stderr)
                return 1
            if options.json:
                print(json.dumps(asdict(measured[-1])), flush=True)
    if not options.json:
        print_table(measured)
    return 0


if __name__ == "__main__":
    sys.exit(main())
