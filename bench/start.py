"""Starting: the first search ever, compilation included, and one in a later process."""

import json
import os
import subprocess
import sys
import tempfile
import time
from pathlib import Path
from statistics import median
from typing import Any

from bench.connect4 import differences, positions, score_of
from bench.rows import Row, Target, alone, at_most
from bench.timing import say, spread

PROGRAM = str(Path(sys.executable).with_name("plywise"))
LATE = 28
"""Stones of the Connect Four position that is solved: so many that the search itself takes no time."""
IMPORT = "import time; began = time.perf_counter(); import plywise; print(time.perf_counter() - began)"


def measure(quick: bool, full: bool) -> list[Row]:
    """Return the rows of starting: each run is a new process, timed from its start to its end."""
    search = ("search", "tictactoe", "--json")
    solve = ("solve", "connect4", "--json", "--position", positions(LATE)[0]["moves"])
    rows = _command(search, quick, at_most(3.0), at_most(0.9)) + _command(solve, quick, at_most(6.0), None)
    say("start: import plywise ...")
    python = [sys.executable, "-c", IMPORT]
    times = [float(_run(python)) for _ in range(5 if quick else 15)]
    return [*rows, alone("import plywise, in a new process", median(times), "s", at_most(0.15), seconds=spread(times))]


def _command(words: tuple[str, ...], quick: bool, first: Target, later: Target | None) -> list[Row]:
    """Measure a command with nothing compiled yet, and with all that it needs compiled by the run before."""
    name = f"plywise {words[0]} {words[1]}"
    say(f"start: {name} ...")
    cold: list[float] = []
    warm: list[float] = []
    wrong: list[str] = []
    for _ in range(1 if quick else 3):
        with tempfile.TemporaryDirectory(prefix="plywise-bench-") as cache:
            cold.append(_seconds(words, cache, wrong))
            warm += [_seconds(words, cache, wrong) for _ in range(5)]
    rows = [
        alone(f"{name}, nothing compiled yet", median(cold), "s", first, seconds=spread(cold)),
        alone(f"{name}, a later process", median(warm), "s", later, seconds=spread(warm)),
    ]
    rows[0].wrong = wrong
    return rows


def _seconds(words: tuple[str, ...], cache: str, wrong: list[str]) -> float:
    """Return how long a command takes, with this folder for what is compiled; note in `wrong` an answer that is."""
    began = time.perf_counter()
    said = _run([PROGRAM, *words], cache)
    seconds = time.perf_counter() - began
    wrong += _faults(words, json.loads(said))
    return seconds


def _run(command: list[str], cache: str | None = None) -> str:
    environment = os.environ if cache is None else os.environ | {"PLYWISE_CACHE_DIR": cache}
    return subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout


def _faults(words: tuple[str, ...], answer: dict[str, Any]) -> list[str]:
    """Return what is wrong with a command's answer."""
    faults = [] if answer["engine"] == "native" else [f"plywise {words[0]} {words[1]}: not the native engine"]
    if words[0] == "search":
        return faults if answer["value"] == 0 else [*faults, f"plywise search: value {answer['value']}; 0 expected"]
    score = score_of(answer["value"], answer["distance"], LATE)
    return faults + differences("plywise solve", positions(LATE)[:1], [score])
