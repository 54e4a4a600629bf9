"""Measure this checkout next to another one: `python -m bench.compare PATH`, from the repository's folder.

Both work in turns, task by task, each with its own src and its own cache: `search`, `solve` and `count` each in one
process that goes on living, commands in new ones. Where the two give different answers, or nodes, the row is WRONG.
"""

import argparse
import json
import os
import re
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from functools import partial
from pathlib import Path
from time import perf_counter
from typing import Any

from bench.rows import Row, check, report

HERE = Path(__file__).parent
MIDGAME = ("113465765732", "517522256412", "537725373774", "727467556317")
WORK = {
    "tictactoe, minimax, whole tree": "searched('tictactoe', algorithm='minimax')",
    "connect4, midgame solved, same process": f"solved({MIDGAME})",
    "connect4, midgame solved, 2 threads": f"solved({MIDGAME}, threads=2)",
    "othello, deepening to 14 plies": "searched('othello', 14)",
    "checkers, deepening to 14 plies": "searched('checkers', 14)",
    "connect4, 9 plies counted": "counted('connect4', 9)",
    "othello, 9 plies counted": "counted('othello', 9)",
    "checkers, 9 plies counted": "counted('checkers', 9)",
    "breakthrough, 5 plies counted": "counted('breakthrough', 5)",
}
COMMANDS = {
    "connect4, midgame solved, new process": ["-m", "plywise", "solve", "connect4", "--position", MIDGAME[0], "--json"],
    "import plywise": ["-c", "import plywise"],
    "plywise --version": ["-m", "plywise", "--version"],
    "plywise search tictactoe, compiled before": ["-m", "plywise", "search", "tictactoe", "--depth", "3", "--json"],
}
COMPILED = ("tictactoe", "connect4", "othello", "checkers")


class Checkout:
    """A checkout at work. known: the answers of both, which are to agree. cpu: measure the processor's seconds."""

    def __init__(self, path: Path, folder: Path, known: dict[str, Any], cpu: bool) -> None:
        self.known, self.cpu, self.cache = known, cpu, folder / "cache"
        self.environment = {name: value for name, value in os.environ.items() if name != "PYTHONDONTWRITEBYTECODE"} | {
            "PYTHONPATH": str(path.resolve() / "src"),
            "PYTHONPYCACHEPREFIX": str(folder / "bytecode"),
            "PLYWISE_CACHE_DIR": str(self.cache),
        }
        self.worker = subprocess.Popen(
            [sys.executable, "-P", HERE / "worker.py"], env=self.environment, stdin=-1, stdout=-1, text=True
        )
        self.known["pw.__file__"] = str(path.resolve() / "src" / "plywise" / "__init__.py")
        self.work("pw.__file__")
        self.command(["-c", "import plywise, llvmlite"])  # from here on the bytecode is written

    def work(self, expression: str) -> float:
        """Let the process that goes on living evaluate an expression, and return the seconds."""
        print(expression, file=self.worker.stdin, flush=True)
        seconds, cpu, answer = json.loads(self.worker.stdout.readline())
        check(answer, self.known.setdefault(expression, answer))
        return cpu if self.cpu else seconds

    def command(self, words: list[str], cpu: bool = False, **more: str) -> float:
        """Run a new Python, and return the seconds from its start to its end, or those of the processor."""
        command, environment = [sys.executable, "-P", *words], self.environment | more
        before, began = os.times(), perf_counter()
        said = subprocess.run(command, env=environment, stdout=-1, stderr=subprocess.DEVNULL, text=True, check=True)
        seconds, after = perf_counter() - began, os.times()
        answer = re.findall(r'"(?:value|distance|nodes)": \S+', said.stdout)
        check(answer, self.known.setdefault(str(words), answer))
        used = after.children_user + after.children_system - before.children_user - before.children_system
        return used if cpu or self.cpu else seconds

    def compile(self, game: str) -> float:
        """Return the processor's seconds of a game's first search ever."""
        words = ["-m", "plywise", "search", game, "--depth", "2", "--engine", "native", "--json"]
        with tempfile.TemporaryDirectory(dir=self.cache.parent) as empty:
            return self.command(words, cpu=True, PLYWISE_CACHE_DIR=empty)


def rows(here: Checkout, other: Checkout, only: str, turns: int) -> Iterator[Row]:
    """Yield the rows whose name has a text in it."""
    tasks = [(name, Checkout.work, task, 1) for name, task in WORK.items()]
    tasks += [(name, Checkout.command, task, 1) for name, task in COMMANDS.items()]
    tasks += [(f"{game} compiled, CPU time", Checkout.compile, game, 0) for game in COMPILED]
    for name, do, task, warmups in tasks:
        if only in name:
            ours, theirs = ([partial(do, checkout, task)] for checkout in (here, other))
            yield Row(name, ours, "the other", theirs, turns if warmups else -(-turns // 3), warmups=warmups)


def main() -> int:
    """Measure, print the table, and return the exit code."""
    reader = argparse.ArgumentParser(prog="python -m bench.compare", description="Measure next to another checkout.")
    reader.add_argument("other", type=Path, metavar="PATH", help="the other checkout's folder")
    reader.add_argument("--only", default="", metavar="TEXT", help="only tasks whose name has this text in it")
    reader.add_argument("--turns", type=int, default=9, metavar="N", help="turns of each task (compiling: a third)")
    reader.add_argument("--cpu", action="store_true", help="the processor's seconds, where other programs are at work")
    options = reader.parse_args()
    with tempfile.TemporaryDirectory(prefix="plywise-bench-") as folder:
        paths, known = {"here": HERE.parent, "other": options.other}, dict[str, Any]()
        here, other = (Checkout(path, Path(folder, name), known, options.cpu) for name, path in paths.items())
        try:
            return report(rows(here, other, options.only, options.turns), keep=False)
        finally:
            for checkout in (here, other):
                checkout.worker.communicate()


if __name__ == "__main__":
    sys.exit(main())
