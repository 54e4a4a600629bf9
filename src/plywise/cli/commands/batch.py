"""plywise batch: many positions solved in one run, one answer a line."""

from typing import Any

import click

from plywise.cli.batch_solving import Answers, batch_options, options_of, solve_batch, solver_options
from plywise.cli.command import Command, hidden
from plywise.cli.fleet_options import fleet_options, staff_of
from plywise.cli.options import game_argument, json_option
from plywise.cli.param_types import FILE
from plywise.game import Game


@click.command("batch", cls=Command, epilog="Example: plywise batch tictactoe examples/positions.txt --values")
@game_argument
@click.argument("file", type=FILE, metavar="FILE")
@solver_options
@batch_options
@fleet_options
@hidden(json_option)
def command(
    game: Game,
    file: str,
    all_moves: bool,
    out: str | None,
    values: bool,
    workers: int | None,
    on: str,
    journal: str | None,
    resume: bool,
    as_json: bool,
    **options: Any,
) -> int:
    """Solve many positions, one per line of a file.

    A line of FILE (-: stdin) is a position in the game's notation, or the moves that lead to it from the initial
    position. The answers come in the same order, each as one JSON object on a line with the position as `input`.

    Without --workers, one solver in this process keeps its table from position to position. With --out or --journal, a
    run that was stopped continues by the same command with --resume.
    """
    staff = staff_of(workers, on, journal, resume and journal is not None)
    return solve_batch(game, file, Answers(out, values, resume), staff, all_moves, options_of(**options))
