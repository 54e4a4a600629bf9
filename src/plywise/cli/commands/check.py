"""plywise check: does a game keep the laws?"""

import click

from plywise.check import STATES_COMPARED, check
from plywise.cli.options import game_argument, json_option, print_json
from plywise.game import Game

BROKEN = 1


@click.command("check", epilog="Example: plywise check examples/subtraction.py:Subtraction")
@game_argument
@click.option(
    "--states", type=click.IntRange(min=1), default=6_000, show_default=True, help="How many states to test at most."
)
@click.option(
    "--compiled", type=click.IntRange(min=0), default=STATES_COMPARED, show_default=True,
    help="How many of them to compare with the compiled rules at most; 0: do not compile.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random lines of play.")
@json_option
@click.pass_context
def command(context: click.Context, game: Game, states: int, compiled: int, seed: int, as_json: bool) -> None:
    """Test on many states of a game whether its rules keep the laws that every search relies on.

    The rules are then compiled and compared with the plain ones on these states.

    Every broken law is reported with a state that breaks it, and the exit code is then 1. Of a game that keeps them it
    says what could be declared, where that held on all states tried: bounds of the utility, players who take turns, the
    longest line of play, symmetries of the board.
    """
    report = check(game, states=states, seed=seed, compiled=compiled)
    if as_json:
        print_json(report.to_dict())
    else:
        click.echo(str(report))
    if not report.ok:
        context.exit(BROKEN)
