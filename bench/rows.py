"""A row: two sides measured in turns, so that what slows the machine slows both.

pyperf's own Runner measures one benchmark after the other, in processes of its own, and the machine's moods would go
into the ratio. So the samples are made here; medians, units, the description of the machine and the file are pyperf's.
"""

import datetime
import subprocess
import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass
from importlib import metadata
from itertools import zip_longest
from pathlib import Path
from time import perf_counter
from typing import Any

import pyperf
import rich.box
from rich.console import Console
from rich.table import Table

RESULTS = Path(__file__).parent / "results"
PACKAGES = ("llvmlite", "numpy", "open_spiel", "easyAI", "bitbully", "pydraughts")

Side = Callable[[], float]
"""Does its work once, checks the answer, and returns the seconds that it took."""


class WrongAnswerError(Exception):
    """The work is done, and its answer is not the known one."""


def check(answer: Any, known: Any) -> None:
    """Raise WrongAnswerError where an answer is not the known one."""
    if answer != known:
        raise WrongAnswerError(f"{answer}, not {known}")


def timed(known: Any, work: Callable, *given: Any, per: float = 1, prepare: Callable[[], tuple] = tuple) -> Side:
    """Return the side that does this work.

    given: its arguments. prepare: makes further ones while the clock stands still. per: divides the seconds.
    """

    def side() -> float:
        arguments = (*given, *prepare())
        began = perf_counter()
        answer = work(*arguments)
        seconds = perf_counter() - began
        check(answer, known)
        return seconds / per

    return side


@dataclass
class Row:
    """A line of the table. A turn takes the sides part by part, ours and theirs, and adds up what each took.

    theirs: None where there is no peer, or it is not installed. runs: how often Plywise has a part in a turn. target:
    at least so many times faster than the peer; without a peer at most so much.
    """

    what: str
    ours: Sequence[Side]
    peer: str = ""
    theirs: Sequence[Side] | None = None
    turns: int = 7
    runs: int = 1
    warmups: int = 1
    target: float | None = None
    unit: str = "second"

    def measure(self) -> list[pyperf.Benchmark]:
        """Measure in turns, some of which do not count, and return our samples and the peer's."""
        ours, theirs = list[float](), list[float]()
        for _ in range(self.warmups + self.turns):
            our_runs, their_runs = [], []
            for our, their in zip_longest(self.ours, self.theirs or ()):
                our_runs.append([our() for _ in range(self.runs)])
                their_runs.append([their()] if their else [])
            ours += map(sum, zip(*our_runs, strict=True))
            theirs += map(sum, zip(*their_runs, strict=True))
        names = (f"{self.what}{' next to ' * bool(self.peer)}{self.peer}", f"{self.what}: {self.peer}")
        kept = (ours[self.warmups * self.runs :], theirs[self.warmups :])
        return [
            pyperf.Benchmark([pyperf.Run(values, metadata={"name": name, "unit": self.unit})])
            for name, values in zip(names, kept, strict=True)
            if values
        ]

    def cells(self, ours: pyperf.Benchmark, theirs: pyperf.Benchmark | None = None) -> list[str]:
        """Return the columns of the table."""
        figure = ours.median()
        cells = [self.what, ours.format_value(figure), self.peer]
        if not self.peer:
            target, good = self.target and f"<= {ours.format_value(self.target)}", figure <= (self.target or 0)
            cells += ["", ""]
        elif theirs is None:
            return [*cells, "not measured", "", "", ""]
        else:
            ratio = theirs.median() / figure
            target, good = self.target and f">= {self.target:.3g}", ratio >= (self.target or 0)
            cells += [theirs.format_value(theirs.median()), f"{ratio:.3g}"]
        return [*cells, target, "met" if good else "NOT MET"] if target else [*cells, "", ""]


def report(rows: Iterable[Row], keep: bool = True) -> int:
    """Measure, print the table, keep the samples in bench/results, and return the exit code: 1 for a wrong answer."""
    table = Table("what", "Plywise", "peer", "its median", "times faster", "target", "", box=rich.box.MARKDOWN)
    measured, wrong = list[pyperf.Benchmark](), 0
    for row in rows:
        print(row.what, row.peer, "...", file=sys.stderr, flush=True)
        try:
            benchmarks = row.measure()
        except WrongAnswerError as error:
            wrong = 1
            table.add_row(row.what, "", row.peer, str(error), "", "", "WRONG")
        else:
            measured += benchmarks
            table.add_row(*row.cells(*benchmarks))
    Console(width=None if sys.stdout.isatty() else 200).print(table)
    if keep and measured:
        print(f"kept, see python -m pyperf metadata|stats|compare_to {_kept(measured)}", file=sys.stderr)
    return wrong


def _kept(measured: list[pyperf.Benchmark]) -> Path:
    """Keep the samples with what pyperf says of the machine and its load, the commit, and the versions."""
    said = subprocess.run(
        ["git", "describe", "--always", "--dirty"], cwd=RESULTS.parent, capture_output=True, text=True
    )
    facts = {"commit": said.stdout.strip() or "unknown"}
    for name in PACKAGES:
        facts |= {f"{name}_version": each.version for each in metadata.distributions(name=name)}
    for each in measured:
        each.update_metadata(facts)
    RESULTS.mkdir(exist_ok=True)
    path = RESULTS / f"{datetime.datetime.now(datetime.UTC):%Y-%m-%dT%H%M%S}.json"
    pyperf.BenchmarkSuite(measured).dump(str(path))
    return path
