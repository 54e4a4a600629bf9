"""plywise match: games between players, and how sure it is that one of them is stronger."""

from collections.abc import Sequence
from pathlib import Path

import click

from plywise.arena.match import GAMES, control_of, plan_match, play_match
from plywise.arena.openings import Opening, openings_of, parse_openings
from plywise.arena.schedule import FORMATS
from plywise.arena.sprt import LOGISTIC, MODELS, Sprt
from plywise.arena.table import ScoreTable
from plywise.cli.command import Command
from plywise.cli.files import check_outputs, read_bytes, read_text, write_file
from plywise.cli.fleet_options import fleet_for, fleet_options, resume_option, staff_of
from plywise.cli.messages import say
from plywise.cli.options import game_argument, json_option, print_json
from plywise.cli.param_types import PATH, Choice, WhoType
from plywise.cli.program import INTERRUPTED
from plywise.errors import InputError
from plywise.game import Game
from plywise.play.game_files import JSON, FaultReport, decode, form_of_path, format_games, parse_games
from plywise.teach.walkthrough import format_count


@click.command("match", cls=Command, epilog="Example: plywise match tictactoe engine:level=3 random --games 20")
@game_argument
@click.argument("players", type=WhoType(), nargs=-1, required=True, metavar="WHO WHO [WHO]...")
@click.option(
    "--games",
    type=int,
    default=GAMES,
    show_default=True,
    metavar="N",
    help="Games per pairing, an even number: each opening is played with both colours.",
)
@click.option(
    "--openings",
    metavar="N|FILE",
    help="Random, balanced openings of N plies; or a file with an opening on each line, as moves or a position; or a "
    "PGN, PDN or SGF file. [default: N chosen for the game]",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, metavar="N", help="Seed for the openings and for random players."
)
@click.option(
    "--clock",
    metavar="S+S",
    help="Seconds per game and increment per move, as in 10+0.1; 40/60: 60 s for each 40 moves; 40/60:30: then 30 s "
    "for the rest.",
)
@click.option("--time", type=float, metavar="S", help="Seconds per move.")
@click.option("--nodes", type=int, metavar="N", help="Search nodes per move.")
@click.option("--depth", type=int, metavar="N", help="Search depth per move, in plies.")
@click.option(
    "--form",
    type=Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="Pairing: round-robin, or the first player against each other player.",
)
@click.option(
    "--sprt",
    metavar="ELO0,ELO1",
    help="Stop as soon as a sequential test decides between these two differences in Elo.",
)
@click.option(
    "--model",
    type=Choice(MODELS),
    default=LOGISTIC,
    show_default=True,
    help="Unit of the bounds of --sprt.",
)
@click.option(
    "--adjudicate",
    multiple=True,
    metavar="HOW",
    help="End games early: proved, when the player who benefits has proved the value (the default); solver:nodes=N, "
    "when a separate search proves it; agree:win=5,draw=0.1,plies=8, when both players agree; none.",
)
@click.option("--plies", type=int, metavar="N", help="Declare a game a draw after N plies.")
@click.option("--records", type=PATH, metavar="FILE", help="Write all games to FILE: JSON, PGN, PDN or SGF.")
@fleet_options
@resume_option
@click.option("--patience", type=float, metavar="S", help="Abandon a pair of games after S seconds, and play it again.")
@json_option
def command(
    game: Game, players: tuple[str, ...], games: int, openings: str | None, seed: int, clock: str | None,
    time: float | None, nodes: int | None, depth: int | None, form: str, sprt: str | None, model: str,
    adjudicate: tuple[str, ...], plies: int | None, records: Path | None, patience: float | None,
    workers: int | None, on: str, journal: str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Play a match between players, and rate them in Elo.

    WHO is as in plywise play: engine:level=3, engine:nodes=2000, engine:time=0.1, solver, simple, random,
    "uci:PROGRAM ARGS", "gtp:PROGRAM ARGS", function:FILE.py:NAME. Every opening is played twice, with colours swapped.
    Without time limits, the same --seed gives the same games for any number of --workers. Exit code 1: no game could be
    played.
    """
    staff = staff_of(workers, on, journal, resume)
    if records is not None:
        check_outputs([records])
        format_games([], game, form_of_path(records))  # refuses a notation that the game has not
    plan = plan_match(
        game,
        players,
        games=games,
        openings=_read_openings(game, openings),
        control=control_of(clock, time, nodes, depth),
        seed=seed,
        form=form,
        sprt=None if sprt is None else parse_sprt(sprt, model),
        adjudicate=adjudicate,
        plies=plies,
    )
    standing: list[ScoreTable] = []

    def tell() -> str:
        return describe_score(standing[0]) if standing else ""

    with fleet_for(plan.task(), staff, "pairs of games", patience, more=tell) as fleet:
        result = play_match(plan, fleet, lambda table: standing.__setitem__(slice(None), [table]))
    was_interrupted = result.stopped_by == "interrupt"
    try:
        if records is not None and (result.records or not was_interrupted):  # a file of earlier games is not emptied
            write_file(records, format_games(result.records, game, form_of_path(records)))
    finally:  # where the games cannot be written, the result is still printed
        if as_json:
            print_json(result.to_dict())
        else:
            click.echo(str(result))
    if was_interrupted:
        return INTERRUPTED
    return 0 if result.records else 1  # nothing could be played


def _read_openings(game: Game, given: str | None) -> int | Sequence[Opening] | None:
    """Return what --openings gives: a number of plies, or the openings in a file. Raises InputError."""
    if given is None:
        return None
    if given.lstrip("-").isdecimal() and len(given) < 6:
        return int(given)
    try:
        if form_of_path(given) != JSON:
            report = FaultReport(say, given)
            records = parse_games(decode(read_bytes(given)), game, report)
            report.close()
            return openings_of(game, records)
        return parse_openings(game, read_text(given))
    except InputError as error:
        text = str(error)
        raise InputError(
            f"file {given}, {text}" if text.startswith("line ") else f"--openings {given}: {text}"
        ) from None


def parse_sprt(text: str, model: str = LOGISTIC) -> Sprt:
    """Return the test that --sprt describes. Raises InputError."""
    try:
        low, high = map(float, text.split(","))
    except ValueError:
        raise InputError(f"--sprt {text!r} is not of the form ELO0,ELO1, as in 0,5") from None
    return Sprt(low, high, model=model)


def describe_score(table: ScoreTable) -> str:
    """Return the score of a running match in a few words."""
    if not table.pairs:
        return ""
    words = format_count(len(table.records), "game")
    if len(table.names) > 2:
        return words
    wins, draws, losses = table.tally_of(0)
    words += f", +{wins} ={draws} -{losses}"
    return words if table.test is None else f"{words}, LLR {table.test.ratio:.2f}"
