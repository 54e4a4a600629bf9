"""Many positions solved in one run: what `plywise batch` and `plywise solve --batch` do."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from typing import Any, NamedTuple, TypeVar

import click

from plywise.cli.answer_files import Form
from plywise.cli.batch import Batch, SolveRest, read_positions, run_batch
from plywise.cli.fleet_options import Staff, fleet_for
from plywise.cli.messages import say
from plywise.cli.options import engine_option
from plywise.cli.param_types import FILE, Choice
from plywise.errors import InputError
from plywise.game import Game
from plywise.solvers.slices import SolveTask, answers_of, slice_size, solve_slices
from plywise.solvers.solver import METHODS, Solver
from plywise.teach.walkthrough import format_count

Command = TypeVar("Command", bound=Callable[..., Any])


class Answers(NamedTuple):
    """Where and how a batch's answers are written.

    out: a file; None: stdout. values: only values and distances. resume: continue a file that holds some already.
    """

    out: str | None
    values: bool
    resume: bool


def solver_options(command: Command) -> Command:
    """Add --distance, --all-moves, --engine, --threads, --table and --method; `options_of` reads them."""
    command = click.option(
        "--method", type=Choice(METHODS), default="search", show_default=True,
        help="proof: proof-number search, for long forced wins, with --distance no; retrograde: all positions at once, "
        "backwards from the ends; endless play is then a draw.",
    )(command)  # fmt: skip
    command = click.option(
        "--table", type=float, metavar="MB", help="Let the transposition table grow to MB megabytes."
    )(command)
    command = click.option(
        "--threads", type=int, default=1, show_default=True, metavar="N", help="Search with N threads."
    )(command)
    command = engine_option(command)
    command = click.option("--all-moves", is_flag=True, help="Report the result of each move.")(command)
    return click.option(
        "--distance", type=Choice(["yes", "no"]), default="yes", show_default=True,
        help="Find the number of plies to the end as well; no is usually faster.",
    )(command)  # fmt: skip


def batch_options(command: Command) -> Command:
    """Add --out, --values and --resume."""
    command = click.option(
        "--resume", is_flag=True, help="Continue the file given by --out, and that given by --journal."
    )(command)
    command = click.option(
        "--values", is_flag=True, help="Write only the value, from MAX's point of view, and the distance: faster."
    )(command)
    return click.option(
        "--out", type=FILE, metavar="FILE",
        help="Write the answers to FILE instead of stdout: as CSV if it ends in .csv, as Parquet if in .parquet.",
    )(command)  # fmt: skip


def options_of(distance: str, **others: Any) -> dict[str, Any]:
    """Return the options of a Solver that `solver_options` has added."""
    return {"distance": distance == "yes", "sweeps": _report_sweep, **others}


def solve_batch(game: Game, file: str, answers: Answers, staff: Staff, all_moves: bool, options: dict[str, Any]) -> int:
    """Solve the positions in a file ("-": stdin), and write the answers; return the exit code. Raises InputError."""
    if answers.resume and answers.out is None and staff.journal is None:
        raise InputError("--resume needs --out or --journal: the file to continue")
    task = _task(game, all_moves, answers.values, options, staff)
    lines = read_positions(game, file)
    is_spread = staff.workers is not None
    batch = Batch(lines, lambda: _solving(task, staff, len(lines)), _form(task), is_spread)
    run_batch(batch, answers.out, answers.resume)
    if not lines:
        say(f"{'stdin' if file == '-' else f'file {file}'} contains no positions: nothing was solved")
    return 0


VALUE_COLUMNS = {"input": "VARCHAR", "value": "DOUBLE", "distance": "BIGINT"}

COLUMNS = {
    "input": "VARCHAR", "game": "VARCHAR", "position": "VARCHAR", "player": "VARCHAR",
    "engine": "VARCHAR", "method": "VARCHAR", "outcome": "VARCHAR", "value": "DOUBLE", "distance": "BIGINT",
    "best": "VARCHAR[]", "complete": "BOOLEAN",
    "actions": "MAP(VARCHAR, STRUCT(outcome VARCHAR, value DOUBLE, distance BIGINT))", "pv": "VARCHAR[]",
    "nodes": "BIGINT", "time_s": "DOUBLE", "compile_s": "DOUBLE", "threads": "BIGINT",
}  # fmt: skip
"""The columns of a table of answers: name -> type in SQL. `actions` is only there with --all-moves."""


def _task(game: Game, all_moves: bool, values: bool, options: dict[str, Any], staff: Staff) -> SolveTask:
    """Return how a batch is solved. Raises InputError for what does not go together."""
    if values and (all_moves or options["threads"] != 1):
        raise InputError("--values needs --threads 1, and no --all-moves")
    if staff.workers is None:
        return SolveTask(game, all_moves, values, options)
    if options["method"] == "retrograde":
        raise InputError("--method retrograde solves all positions at once: leave out --workers, --on and --journal")
    options = {name: value for name, value in options.items() if name != "sweeps"}
    Solver(game, **options)  # refuses bad options before any worker is started
    return SolveTask(game, all_moves, values, options)


@contextmanager
def _solving(task: SolveTask, staff: Staff, positions: int) -> Iterator[SolveRest]:
    """Yield what solves a batch: one Solver in this process, or workers."""
    if staff.workers is None:
        answers = answers_of(task.game, task.all_moves, task.values, task.options)
        yield lambda lines, done: answers(line.state for line in lines[done:])
        return
    with fleet_for(task, staff, "positions", each=slice_size(positions)) as fleet:
        yield lambda lines, done: solve_slices(fleet, [line.text for line in lines], done)


def _form(task: SolveTask) -> Form:
    """Return the form of a batch's answers: values alone, or whole answers."""
    distance = task.options["distance"]

    def is_value(found: dict[str, Any]) -> bool:
        return found.keys() == {"input", "value", "distance"} and _has_distance(found, distance)

    def is_solution(found: dict[str, Any]) -> bool:
        same_question = found.get("game") == task.game.name and ("actions" in found) == task.all_moves
        return same_question and _has_distance(found, distance)

    if task.values:
        return Form(("value", None), is_value, VALUE_COLUMNS, {})
    columns = {name: kind for name, kind in COLUMNS.items() if name != "actions" or task.all_moves}
    return Form(("game", task.game.name), is_solution, columns, {"complete": True})


def _has_distance(found: dict[str, Any], asked: bool) -> bool:
    """Return whether an answer has a distance if one was asked for; a draw has none either way."""
    return found.get("value") == 0 or (found.get("distance") is not None) == asked


def _report_sweep(number: int, changed: int) -> None:
    """Report the progress of a retrograde analysis if stderr is a terminal."""
    if sys.stderr.isatty():
        print(f"sweep {number}: {format_count(changed, 'position')} changed", file=sys.stderr)
