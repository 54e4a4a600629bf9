"""What `plywise spread` and `plywise solve --spread` do: solve by many jobs, or list what a journal leaves unproved."""

from collections.abc import Callable
from typing import Any, NamedTuple, TypeVar

import click

from plywise.cli.fleet_options import Staff, fleet_for
from plywise.cli.messages import in_brief, say
from plywise.cli.options import print_json
from plywise.errors import InputError
from plywise.fleet.ledger import read_answers
from plywise.game import MAX, MIN, Game, State, Value
from plywise.play.outcome import describe_value
from plywise.show.text import draw_board
from plywise.spread.jobs import SpreadTask
from plywise.spread.questions import read_number
from plywise.spread.solution import SpreadSolution, describe_bounds
from plywise.spread.spread import JOB_NODES, Spread
from plywise.spread.unproved import Unproved, find_unproved
from plywise.teach.walkthrough import format_count

Command = TypeVar("Command", bound=Callable[..., Any])

MAX_SHOWN = 20  # jobs listed in plain text


class Plan(NamedTuple):
    """How a solution is spread, see `Spread`. unproved: only report what the journal proves, and the missing jobs."""

    ply: int | None
    conjecture: Value | None
    job_nodes: int
    unproved: bool


def spread_options(command: Command) -> Command:
    """Add --ply, --conjecture, --job-nodes and --unproved; `plan_of` reads them."""
    command = click.option(
        "--unproved", is_flag=True,
        help="Solve nothing: report what the --journal proves and which jobs are missing; exit code 1 if any.",
    )(command)  # fmt: skip
    command = click.option(
        "--job-nodes", type=int, metavar="N",
        help=f"Expand a position by one more ply if a job enters N nodes without a result. [default: {JOB_NODES:,}]",
    )(command)  # fmt: skip
    command = click.option(
        "--conjecture",
        metavar="VALUE",
        help="The value to try to prove first, from MAX's point of view. [default: an estimate]",
    )(command)
    return click.option(
        "--ply", type=int, metavar="N",
        help="Start the jobs at the positions N plies on. [default: enough for the workers]",
    )(command)  # fmt: skip


def plan_of(ply: int | None, conjecture: str | None, job_nodes: int | None, unproved: bool) -> Plan:
    """Return what the options say. Raises InputError for impossible values."""
    if ply is not None and ply < 1:
        raise InputError(f"--ply {ply}: jobs start at ply 1 or later")
    if job_nodes is not None and job_nodes < 1:
        raise InputError(f"--job-nodes {job_nodes}: a job enters at least 1 node")
    value = None
    if conjecture is not None:
        try:
            value = read_number(conjecture)
        except InputError as error:
            raise InputError(f"--conjecture {error}") from None
    return Plan(ply, value, JOB_NODES if job_nodes is None else job_nodes, unproved)


def solve_spread(game: Game, state: State, plan: Plan, staff: Staff, engine: str, as_json: bool) -> int:
    """Solve a state by many jobs, and print what is proved; return the exit code. Raises KeyboardInterrupt."""
    task = SpreadTask(game, state, engine)
    if plan.unproved:
        return _report_unproved(task, plan, staff, as_json)
    spread: Spread | None = None
    with fleet_for(task, staff, more=lambda: "" if spread is None else spread.status()) as fleet:
        try:
            spread = Spread(
                task, fleet.journal.answers(), workers=staff.workers or 1, ply=plan.ply, conjecture=plan.conjecture,
                job_nodes=plan.job_nodes,
            )  # fmt: skip
            solution = spread.run(fleet)
        except KeyboardInterrupt:
            if spread is not None:
                _print_solution(game, spread.solution(), as_json)
            if staff.journal is not None:
                say(f"--journal {staff.journal} --resume continues from here")
            raise
    _print_solution(game, solution, as_json)
    return 0


def _print_solution(game: Game, solution: SpreadSolution, as_json: bool) -> None:
    if as_json:
        print_json(solution.to_dict())
    else:
        click.echo(describe(game, solution))


def _report_unproved(task: SpreadTask, plan: Plan, staff: Staff, as_json: bool) -> int:
    if staff.journal is None:
        raise InputError("--unproved needs --journal: the file to read")
    recorded = read_answers(staff.journal, task.describe())
    found = find_unproved(task.game, task.start, recorded, plan.conjecture)
    if as_json:
        print_json({"game": task.game.name, "position": task.game.format_state(task.start)} | found.to_dict())
    else:
        click.echo(describe_unproved(task, found))
    return 0 if found.is_proved else 1


def describe(game: Game, solution: SpreadSolution) -> str:
    """Return a solution in plain text: the board, what is proved, what was conjectured, how many jobs it took."""
    lines = [draw_board(game, solution.state), "", f"{game.name}, {solution.position}"]
    if solution.player is not None:
        lines[-1] += f", {game.player_names[MAX if solution.player == 'MAX' else MIN]} to move"
    if solution.value is None:
        lines.append(f"not solved: {describe_bounds(solution.low, solution.high)}")
    else:
        lines.append(f"value {solution.value}: {describe_value(game, solution.value, proved=True)}")
    if solution.best:
        words = [solution.word(action) for action in solution.best]
        lines.append(f"best {'move' if len(words) == 1 else 'moves'} {in_brief(words)} (and perhaps others)")
        lines.append(f"line {in_brief(solution.words(solution.pv))}")
    lines += [f"conjectured {value}: {verdict}" for value, verdict in solution.conjectures]
    lines.append(f"{format_count(solution.positions, 'position')} at ply {solution.ply}")
    if solution.met > solution.positions:
        lines[-1] += f", {solution.met:,} with those before and after"
    lines.append(
        f"{format_count(solution.solved, 'position')} had to be solved, "
        f"by {format_count(solution.jobs, 'question')}; {solution.estimates:,} "
        f"{'was' if solution.estimates == 1 else 'were'} estimated"
    )
    by = format_count(solution.workers, "worker")
    lines.append(
        f"{solution.engine}, {by}: {format_count(solution.nodes, 'node')}, {solution.cpu_s:.3f} s of CPU time, "
        f"{solution.time_s:.3f} s"
    )
    return "\n".join(lines)


def describe_unproved(task: SpreadTask, found: Unproved) -> str:
    """Return in plain text what a journal proves, and which jobs are missing."""
    game = task.game
    facts = f"by {format_count(found.facts, 'answer')} on {format_count(found.positions, 'position')}"
    if found.low > found.high:
        known = f"the answers contradict one another: at least {found.low} and at most {found.high}"
    else:
        is_known = found.facts or found.is_proved  # the rules alone may prove it
        known = f"proved: {describe_bounds(found.low, found.high)}" if is_known else "nothing is proved"
    lines = [f"{game.name}, {game.format_state(task.start)}: {known}, {facts}"]
    if found.unused:
        lines.append(f"{format_count(found.unused, 'answer')} on positions that cannot follow from it")
    if found.jobs:
        lines.append(f"missing for a proof of {found.value}: {format_count(len(found.jobs), 'job')}")
        lines += [f"  {job}" for job in found.jobs[:MAX_SHOWN]]
        if len(found.jobs) > MAX_SHOWN:
            lines.append(f"  and {len(found.jobs) - MAX_SHOWN:,} more (--json lists them all)")
    return "\n".join(lines)


__all__ = ["Plan", "plan_of", "solve_spread", "spread_options"]
