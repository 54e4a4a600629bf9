"""plywise check: does a game keep the laws?"""

import click

from plywise.cli.options import game_argument, json_option, print_json
from plywise.cli.status_line import status_line
from plywise.game import Game
from plywise.laws.check import STATES_COMPARED, check
from plywise.laws.speed import speed

BROKEN = 1


@click.command("check", epilog="Example: plywise check examples/subtraction.py:Subtraction --speed")
@game_argument
@click.option(
    "--states", type=click.IntRange(min=1), default=6_000, show_default=True, help="How many states to test at most."
)
@click.option(
    "--compiled", type=click.IntRange(min=0), default=STATES_COMPARED, show_default=True,
    help="How many of them to compare with the compiled rules at most; 0: do not compile.",
)  # fmt: skip
@click.option("--seed", type=int, default=0, show_default=True, help="Seed of the random lines of play.")
@click.option(
    "--thorough", is_flag=True, help="Take as long as it takes; without it, a check ends within about 10 seconds."
)
@click.option(
    "--speed", "measured", is_flag=True,
    help="Also measure each rule and a search, interpreted and compiled, and name the rule that slows it down.",
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
    """Test on many states of a game whether its rules keep the laws that every search relies on.

    The rules are then compiled and compared with the plain ones on these states.

    A check ends within about 10 seconds and says what it left out: states that were found and not examined, laws that
    it did not get to, the comparison with the compiled rules. --thorough leaves nothing out.

    Every broken law is reported with a state that breaks it, and the exit code is then 1. Of a game that keeps them it
    says what could be declared, where that held on all states tried: bounds of the utility, players who take turns, the
    longest line of play, symmetries of the board.

    --speed shows how many calls a second each rule makes, in plain Python and compiled, its share of the time that a
    search spends in rules, and the nodes a second of both engines. Of the slowest rule it says what makes it slow,
    where its source shows that. A game that breaks a law is not measured.
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
