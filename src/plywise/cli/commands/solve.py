"""plywise solve: who wins, how soon, and every best move."""

import sys
from collections.abc import Callable
from typing import Any

import click

from plywise.cli.batch import Form, SolveAll, read_positions, run_batch
from plywise.cli.options import game_argument, json_option, print_json, state_of, state_options
from plywise.cli.progress import show_solving
from plywise.engines.search import ENGINES
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.show.text import describe_value, draw_board
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
@click.option("--batch", metavar="FILE", help="Solve the position or moves on each line of FILE (-: stdin), as JSON.")
@click.option("--out", metavar="FILE", help="Write the answers of a batch to FILE instead of stdout.")
@click.option("--values", is_flag=True, help="In a batch, print only values (MAX's view) and distances: faster.")
@click.option("--resume", is_flag=True, help="Continue where the file given by --out ends.")
@json_option
def command(
    game: Game,
    position: str | None,
    moves: str,
    distance: str,
    all_moves: bool,
    batch: str | None,
    out: str | None,
    values: bool,
    resume: bool,
    as_json: bool,
    **options: Any,
) -> None:
    """Solve a position: the outcome under best play, the plies to the end, every best move.

    A sooner win is better than a later one, a later loss better than a sooner one.
    """
    options |= {"distance": distance == "yes", "sweeps": _tell_sweep}
    if batch is None and (out is not None or resume or values):
        raise InputError("--out, --resume and --values go with --batch")
    if resume and out is None:
        raise InputError("--resume needs --out, the file to go on with")
    if batch is None:
        state = state_of(game, position, moves)
        solver = Solver(game, **options)
        solver.caution(state)
        with show_solving(solver, state, silent=as_json or options["method"] == "retrograde"):
            solution = solver.solve(state, all_moves=all_moves)
        if as_json:
            print_json(solution.to_dict())
        else:
            click.echo(describe(game, solution))
        return
    if position is not None or moves:
        raise InputError("--batch brings its own positions: leave out --position and --moves")
    if values and (all_moves or options["threads"] != 1):
        raise InputError("--values goes with 1 thread, and without --all-moves")
    lines = read_positions(game, batch)
    form, prepare = _values(game, options) if values else _solutions(game, options, all_moves)
    run_batch(lines, prepare, form, out, resume)


def _solutions(game: Game, options: dict[str, Any], all_moves: bool) -> tuple[Form, Callable[[], SolveAll]]:
    """Return the form of whole answers, and what prepares to give them."""

    def prepare() -> SolveAll:
        solver = Solver(game, **options)
        return lambda states: (solution.to_dict() for solution in solver.solutions(states, all_moves=all_moves))

    def belongs(found: dict[str, Any]) -> bool:
        same_question = found.get("game") == game.name and ("actions" in found) == all_moves
        return same_question and _has_distance(found, options["distance"])

    return Form(("game", game.name), belongs), prepare


def _values(game: Game, options: dict[str, Any]) -> tuple[Form, Callable[[], SolveAll]]:
    """Return the form of values alone, and what prepares to give them."""

    def prepare() -> SolveAll:
        solver = Solver(game, **options)
        return lambda states: ({"value": value, "distance": distance} for value, distance in solver.values(states))

    def belongs(found: dict[str, Any]) -> bool:
        return found.keys() == {"input", "value", "distance"} and _has_distance(found, options["distance"])

    return Form(("value", None), belongs), prepare


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
        lines.append(f"best {'move' if len(answer['best']) == 1 else 'moves'} {' '.join(answer['best'])}{others}")
        lines.append(f"line {' '.join(answer['pv'])}")
    for word, each in answer.get("actions", {}).items():
        plies = f" in {format_count(each['distance'], 'ply', 'plies')}" if each["distance"] else ""
        lines.append(f"  {word}: {each['outcome']}{plies}")
    lines.append(f"{solution.engine}: {format_count(solution.nodes, 'node')}, {solution.time_s:.3f} s")
    return "\n".join(lines)
