"""plywise check: does a game satisfy the laws that every search relies on?"""

import click

from plywise.cli.command import Command
from plywise.cli.options import game_argument, json_option, print_json
from plywise.cli.status_line import status_line
from plywise.game import Game
from plywise.laws.check import STATES_COMPARED, check
from plywise.laws.speed import speed

BROKEN = 1


@click.command("check", cls=Command, epilog="Example: plywise check examples/subtraction.py:Subtraction --speed")
@game_argument
@click.option(
    "--states",
    type=click.IntRange(min=1),
    default=6_000,
    show_default=True,
    metavar="N",
    help="Test at most N states.",
)
@click.option(
    "--compiled", type=click.IntRange(min=0), default=STATES_COMPARED, show_default=True,
    metavar="N", help="Compare at most N of them with the compiled rules; 0: do not compile.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed for the random lines of play.")
@click.option("--thorough", is_flag=True, help="Test everything, without the limit of about 10 seconds.")
@click.option(
    "--speed", "measured", is_flag=True,
    help="Also measure each rule and a search, interpreted and compiled, and name the slowest rule.",
)  # fmt: skip
@json_option
@click.pass_context
def command(
    context: click.Context,
    game: Game,
    states: int,
    compiled: int,
    seed: int,
    thorough: bool,
    measured: bool,
    as_json: bool,
) -> None:
    """Test a game's rules, interpreted and compiled.

    The laws that every search relies on are tested on many states; then the rules are compiled, and the results are
    compared with the interpreted ones. Every broken law is reported with a state that breaks it, and the exit code is
    then 1.

    A check ends within about 10 seconds and reports what it skipped: states found but not examined, laws not tested,
    the comparison with the compiled rules. --thorough skips nothing.

    For a game that satisfies all laws, the report suggests declarations that held on every state tested: bounds of the
    utility, players who alternate, the longest line of play, symmetries of the board.

    --speed reports the calls per second of each rule, interpreted and compiled, its share of the time that a search
    spends in rules, and the nodes per second of both engines. For the slowest rule it explains why, if the source
    shows that. A game that breaks a law is not measured.
    """
    with status_line(0.5, 0.2) as line:
        report = check(
            game, states=states, seed=seed, compiled=compiled, thorough=thorough,
            watcher=lambda text: line.offer(lambda _: f"checking {game.name}: {text}"),
        )  # fmt: skip
    speeds = speed(game, seed) if measured and report.ok else None
    if as_json:
        print_json(report.to_dict() | ({"speed": speeds.to_dict()} if speeds else {}))
    else:
        click.echo("\n".join(str(each) for each in (report, speeds) if each))
    if not report.ok:
        context.exit(BROKEN)
