"""plywise solve: who wins, how soon, and every best move."""

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import click

from plywise.cli.answer_files import Form
from plywise.cli.batch import Batch, SolveRest, read_positions, run_batch
from plywise.cli.fleet_options import Staff, fleet_for, fleet_options, staff_of
from plywise.cli.messages import in_brief, say
from plywise.cli.options import compiling, game_argument, json_option, print_json, state_of, state_options
from plywise.cli.progress import show_solving
from plywise.cli.spreading import plan_of, solve_spread, spread_options
from plywise.engines.search import ENGINES
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.play.outcome import describe_value
from plywise.show.text import draw_board
from plywise.solvers.slices import SolveTask, answers_of, slice_size, solve_slices
from plywise.solvers.solver import Solution, Solver
from plywise.teach.walkthrough import format_count


@click.command("solve", epilog="Example: plywise solve connect4:width=4,height=4")
@game_argument
@state_options
@click.option(
    "--distance", type=click.Choice(["yes", "no"]), default="yes", show_default=True,
    help="Also find the number of plies to the end; no: only the outcome, usually faster.",
)  # fmt: skip
@click.option("--all-moves", is_flag=True, help="Give the outcome of each move.")
@click.option("--engine", default="auto", show_default=True, metavar="NAME", help=", ".join(ENGINES) + ".")
@click.option("--threads", type=int, default=1, show_default=True, metavar="N", help="Search with N threads.")
@click.option("--table", type=float, metavar="MB", help="Let the transposition table grow to this many megabytes.")
@click.option(
    "--method", default="search", show_default=True, metavar="NAME",
    help="search; proof: proof-number search, for long forced wins, with --distance no; retrograde: all positions at "
    "once, backwards from the ends, with endless play a draw.",
)  # fmt: skip
@click.option("--certificate", metavar="FILE", help="Say what a certificate plays there, without a search.")
@click.option("--batch", metavar="FILE", help="Solve the position or moves on each line of FILE (-: stdin), as JSON.")
@click.option(
    "--out",
    metavar="FILE",
    help="Write the answers of a batch to FILE; as CSV or Parquet if it ends with .csv or .parquet.",
)
@click.option("--values", is_flag=True, help="In a batch, print only values (MAX's view) and distances: faster.")
@spread_options
@fleet_options
@click.option("--resume", is_flag=True, help="Continue where the file given by --out ends, and with that of --journal.")
@json_option
def command(
    game: Game,
    position: str | None,
    moves: str,
    distance: str,
    all_moves: bool,
    certificate: str | None,
    batch: str | None,
    out: str | None,
    values: bool,
    workers: int | None,
    on: str,
    journal: str | None,
    resume: bool,
    as_json: bool,
    spread: bool,
    ply: int | None,
    conjecture: str | None,
    job_nodes: int | None,
    unproved: bool,
    **options: Any,
) -> int:
    """Solve a position: the outcome under best play, the plies to the end, every best move.

    A sooner win is better than a later one, a later loss better than a sooner one.
    """
    options |= {"distance": distance == "yes", "sweeps": _tell_sweep}
    staff = staff_of(workers, on, journal, resume and journal is not None)
    plan = plan_of(spread, ply, conjecture, job_nodes, unproved)
    if certificate is not None:
        asked = options | {"batch": batch, "out": out, "values": values, "all_moves": all_moves, "spread": spread}
        others = {"workers": staff.workers, "resume": resume}
        _check_alone("--certificate", asked | others, "it searches for nothing")
        from plywise.cli.by_certificate import solve_by_certificate  # only here: most of what is solved has none

        return solve_by_certificate(game, state_of(game, position, ""), moves, certificate, as_json)
    if plan is not None:
        if resume and journal is None:
            raise InputError("--resume needs --journal, the file to go on with")
        asked = options | {"batch": batch, "out": out, "values": values, "all_moves": all_moves, "engine": None}
        _check_alone("--spread", asked, "its jobs search one position each")
        return solve_spread(game, state_of(game, position, moves), plan, staff, options["engine"], as_json)
    if batch is not None:
        if position is not None or moves:
            raise InputError("--batch brings its own positions: leave out --position and --moves")
        if resume and out is None and journal is None:
            raise InputError("--resume needs --out or --journal, the file to go on with")
        task = _task(game, all_moves, values, options, staff)
        lines = read_positions(game, batch)
        is_spread = staff.workers is not None
        run_batch(Batch(lines, lambda: _solving(task, staff, len(lines)), _form(task), is_spread), out, resume)
        if not lines:
            say(f"{'stdin' if batch == '-' else f'file {batch}'} has no positions: nothing was solved")
        return 0
    if out is not None or resume or values or staff.workers is not None:
        raise InputError("--out, --values, --workers, --on, --journal and --resume go with --batch or --spread")
    state = state_of(game, position, moves)
    solver = Solver(game, start=state, **options)
    solver.caution(state)
    with show_solving(solver, state, silent=as_json):
        solution = solver.solve(state, all_moves=all_moves)
    if as_json:
        print_json(solution.to_dict())
    else:
        click.echo(describe(game, solution))
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

USUAL = {"threads": 1, "method": "search", "engine": "auto"}
ANYWAY = ("distance", "sweeps")


def _check_alone(option: str, others: dict[str, Any], why: str) -> None:
    """Raise InputError for an option, among others, that does not go with this one."""
    for name, value in others.items():
        if name not in ANYWAY and value not in (USUAL.get(name), None, False):
            raise InputError(f"--{name.replace('_', '-')} does not go with {option}: {why}")


def _task(game: Game, all_moves: bool, values: bool, options: dict[str, Any], staff: Staff) -> SolveTask:
    """Return how a batch is solved. Raises InputError for what does not go together."""
    if values and (all_moves or options["threads"] != 1):
        raise InputError("--values goes with 1 thread, and without --all-moves")
    if staff.workers is None:
        return SolveTask(game, all_moves, values, options)
    if options["method"] == "retrograde":
        raise InputError("retrograde analysis solves all positions at once: leave out --workers, --on and --journal")
    options = {name: value for name, value in options.items() if name != "sweeps"}
    Solver(game, **options)  # says what cannot be, before any worker is started
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


def _tell_sweep(number: int, changed: int) -> None:
    """Report the progress of a retrograde analysis if stderr is a terminal."""
    if sys.stderr.isatty():
        print(f"sweep {number}: {format_count(changed, 'position')} changed", file=sys.stderr)


def describe(game: Game, solution: Solution) -> str:
    """Return a solution in plain text: the board, the verdict, the moves, the counts."""
    answer = solution.to_dict()
    lines = [draw_board(game, solution.state), "", f"{game.name}, {solution.position}"]
    if solution.player is not None:
        mover = MAX if solution.player == "MAX" else MIN
        lines[-1] += f", {game.player_names[mover]} to move"
    verdict = f"value {solution.value}: {describe_value(game, solution.value, proved=True)}"
    if solution.distance:
        verdict += f" in {format_count(solution.distance, 'ply', 'plies')}"
    lines.append(verdict)
    if answer["best"]:
        others = "" if solution.complete else " (and perhaps others: --all-moves)"
        lines.append(f"best {'move' if len(answer['best']) == 1 else 'moves'} {in_brief(answer['best'])}{others}")
        lines.append(f"line {in_brief(answer['pv'])}")
    for word, each in answer.get("actions", {}).items():
        plies = f" in {format_count(each['distance'], 'ply', 'plies')}" if each["distance"] else ""
        lines.append(f"  {word}: {each['outcome']}{plies}")
    entered = f"{format_count(solution.nodes, 'node')}, {solution.time_s:.3f} s{compiling(solution.compile_s)}"
    backwards = ", solved backwards; endless play is a draw" if solution.method == "retrograde" else ""
    lines.append(f"{solution.engine}: {entered}{backwards}")
    return "\n".join(lines)
