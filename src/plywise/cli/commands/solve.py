"""plywise solve: who wins, how soon, and every best move."""

from typing import Any

import click

from plywise.cli.batch_solving import Answers, batch_options, options_of, solve_batch, solver_options
from plywise.cli.command import Command, hidden
from plywise.cli.fleet_options import fleet_options, staff_of
from plywise.cli.messages import in_brief
from plywise.cli.options import compiling, game_argument, json_option, print_json, state_of, state_options
from plywise.cli.param_types import FILE
from plywise.cli.progress import show_solving
from plywise.cli.spreading import Plan, plan_of, solve_spread, spread_options
from plywise.errors import InputError
from plywise.game import MAX, MIN, Game
from plywise.play.outcome import describe_value
from plywise.show.text import draw_board
from plywise.solvers.solver import Solution, Solver
from plywise.teach.walkthrough import format_count


@click.command("solve", cls=Command, epilog="Example: plywise solve connect4:width=4,height=4")
@game_argument
@state_options
@solver_options
@click.option(
    "--certificate", type=FILE, metavar="FILE", help="Look up what the certificate in FILE plays, without a search."
)
@json_option
@hidden(
    click.option("--batch", type=FILE, metavar="FILE"),
    batch_options,
    click.option("--spread", is_flag=True),
    spread_options,
    fleet_options,
)
def command(
    game: Game,
    position: str | None,
    moves: str,
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
    **options: Any,
) -> int:
    """Solve a position: the result, how soon, every best move.

    The result is the one under best play by both sides: a sooner win is better than a later one, a later loss better
    than a sooner one. Many positions are solved by plywise batch; a position that is too hard for one process, by
    plywise spread.
    """
    plan = _plan(spread, {name: options.pop(name) for name in Plan._fields})
    options = options_of(**options)
    staff = staff_of(workers, on, journal, resume and journal is not None)
    asked = options | {"batch": batch, "out": out, "values": values, "all_moves": all_moves}
    if certificate is not None:
        others = {"spread": spread, "workers": staff.workers, "resume": resume}
        _check_alone("--certificate", asked | others, "it does not search")
        from plywise.cli.by_certificate import solve_by_certificate  # only here: most of what is solved has none

        return solve_by_certificate(game, state_of(game, position, ""), moves, certificate, as_json)
    if plan is not None:
        if resume and journal is None:
            raise InputError("--resume needs --journal: the file to continue")
        _check_alone("--spread", asked | {"engine": None}, "each of its jobs searches one position")
        return solve_spread(game, state_of(game, position, moves), plan, staff, options["engine"], as_json)
    if batch is not None:
        if position is not None or moves:
            raise InputError("--batch reads its own positions: leave out --position and --moves")
        return solve_batch(game, batch, Answers(out, values, resume), staff, all_moves, options)
    if out is not None or resume or values or staff.workers is not None:
        raise InputError(
            "--out, --values, --workers, --on, --journal and --resume need --batch or --spread; see plywise batch and "
            "plywise spread"
        )
    state = state_of(game, position, moves)
    solver = Solver(game, start=state, **options)
    solver.warn(state)
    with show_solving(solver, state, silent=as_json):
        solution = solver.solve(state, all_moves=all_moves)
    if as_json:
        print_json(solution.to_dict())
    else:
        click.echo(describe(game, solution))
    return 0


def _plan(is_spread: bool, given: dict[str, Any]) -> Plan | None:
    """Return how a solution is spread; None if it is not. Raises InputError for options that need --spread."""
    if is_spread:
        return plan_of(**given)
    for name, value in given.items():
        if value not in (None, False):
            raise InputError(f"--{name.replace('_', '-')} goes with --spread")
    return None


USUAL = {"threads": 1, "method": "search", "engine": "auto"}
ANYWAY = ("distance", "sweeps")


def _check_alone(option: str, others: dict[str, Any], why: str) -> None:
    """Raise InputError for an option, among others, that does not go with this one."""
    for name, value in others.items():
        if name not in ANYWAY and value not in (USUAL.get(name), None, False):
            raise InputError(f"--{name.replace('_', '-')} does not go with {option}: {why}")


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
