"""plywise spread: one hard position solved by many jobs, each a search of a position some plies on."""

from typing import Any

import click

from plywise.cli.command import Command
from plywise.cli.fleet_options import fleet_options, resume_option, staff_of
from plywise.cli.options import engine_option, game_argument, json_option, state_of, state_options
from plywise.cli.spreading import plan_of, solve_spread, spread_options
from plywise.game import Game


@click.command("spread", cls=Command, epilog="Example: plywise spread connect4:width=4,height=4 --ply 2")
@game_argument
@state_options
@engine_option
@spread_options
@fleet_options
@resume_option
@json_option
def command(
    game: Game,
    position: str | None,
    moves: str,
    engine: str,
    workers: int | None,
    on: str,
    journal: str | None,
    resume: bool,
    as_json: bool,
    **plan: Any,
) -> int:
    """Solve one hard position with many workers.

    Each job searches a position some plies on; only as many are solved as a proof needs. With --journal, a run that was
    stopped continues by the same command with --resume, on this or another machine. See docs/guides/spread.md.

    With --unproved, the exit code is 1 if the journal does not prove the value.
    """
    staff = staff_of(workers, on, journal, resume)
    chosen = plan_of(**plan)
    return solve_spread(game, state_of(game, position, moves), chosen, staff, engine, as_json)
