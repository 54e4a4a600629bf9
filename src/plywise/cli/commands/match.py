"""plywise match: games between players, as many as it takes to say who is stronger."""

from collections.abc import Sequence
from pathlib import Path

import click

from plywise.arena.match import GAMES, control_of, plan_match, play_match
from plywise.arena.openings import Opening, openings_of, parse_openings
from plywise.arena.schedule import FORMATS
from plywise.arena.sprt import LOGISTIC, MODELS, Sprt
from plywise.arena.table import ScoreTable
from plywise.cli.files import check_outputs, read_bytes, read_text, write_file
from plywise.cli.fleet_options import fleet_for, fleet_options, resume_option, staff_of
from plywise.cli.messages import say
from plywise.cli.options import game_argument, json_option, print_json
from plywise.cli.program import INTERRUPTED
from plywise.errors import InputError
from plywise.game import Game
from plywise.play.game_files import JSON, FaultReport, decode, form_of_path, format_games, parse_games
from plywise.teach.walkthrough import format_count


@click.command("match", epilog="Example: plywise match tictactoe engine:level=3 random --games 20")
@game_argument
@click.argument("players", nargs=-1, required=True, metavar="WHO WHO [WHO]...")
@click.option(
    "--games",
    type=int,
    default=GAMES,
    show_default=True,
    metavar="N",
    help="Games of each two players that meet, an even number: each opening is played with both colours.",
)
@click.option(
    "--openings",
    metavar="N|FILE",
    help="Plies of random, balanced openings; or a file of openings, one a line: moves or a position; or PGN, PDN, "
    "SGF. [default: as many plies as suit the game]",
)
@click.option(
    "--seed", type=int, default=0, show_default=True, help="Seed of the openings and of players that draw lots."
)
@click.option(
    "--clock",
    metavar="S+S",
    help="Seconds for the game and for each move, as in 10+0.1; 40/60: for each 40 moves; 40/60:30: then for the rest.",
)
@click.option("--time", type=float, metavar="S", help="Seconds for each move.")
@click.option("--nodes", type=int, metavar="N", help="Nodes of the search for each move.")
@click.option("--depth", type=int, metavar="N", help="Plies of the search for each move.")
@click.option(
    "--form",
    type=click.Choice(FORMATS),
    default=FORMATS[0],
    show_default=True,
    help="Who meets whom: everybody everybody, or the first player each of the others.",
)
@click.option(
    "--sprt", metavar="ELO0,ELO1", help="Stop as soon as a sequential test tells these differences in Elo apart."
)
@click.option(
    "--model",
    type=click.Choice(MODELS),
    default=LOGISTIC,
    show_default=True,
    help="What the bounds of --sprt are given in.",
)
@click.option(
    "--adjudicate",
    multiple=True,
    metavar="HOW",
    help="End games early: proved, where those who gain by it have proved the value (the default); solver:nodes=N, "
    "where a search of the referee's own proves it; agree:win=5,draw=0.1,plies=8, where both say so; none.",
)
@click.option("--plies", type=int, metavar="N", help="A game that is longer is drawn.")
@click.option("--records", type=Path, metavar="F", help="Write all games to a file: JSON, PGN, PDN or SGF.")
@fleet_options
@resume_option
@click.option(
    "--patience", type=float, metavar="S", help="Seconds after which a pair of games is given up, and played again."
)
@json_option
def command(
    game: Game, players: tuple[str, ...], games: int, openings: str | None, seed: int, clock: str | None,
    time: float | None, nodes: int | None, depth: int | None, form: str, sprt: str | None, model: str,
    adjudicate: tuple[str, ...], plies: int | None, records: Path | None, patience: float | None,
    workers: int | None, on: str, journal: str | None, resume: bool, as_json: bool,
) -> int:  # fmt: skip
    """Play games between players of any game, and say who is stronger and how sure that is.

    WHO is as in `plywise play`: engine:level=3, engine:nodes=2000, engine:time=0.1, solver, simple, random,
    "uci:PROGRAM ARGS", "gtp:PROGRAM ARGS", function:FILE.py:NAME. Every opening is played twice, with the colours
    swapped. Without limits of time the same --seed gives the same games, with any number of --workers. Exit code 1:
    no game could be played.
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
    finally:  # whoever cannot have the games is to have the result
        if as_json:
            print_json(result.to_dict())
        else:
            click.echo(str(result))
    if was_interrupted:
        return INTERRUPTED
    return 0 if result.records else 1  # nothing could be played


def _read_openings(game: Game, given: str | None) -> int | Sequence[Opening] | None:
    """Return what --openings says: a number of plies, or the openings in a file. Raises InputError."""
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
    """Return how a match under way stands, in a few words."""
    if not table.pairs:
        return ""
    words = format_count(len(table.records), "game")
    if len(table.names) > 2:
        return words
    wins, draws, losses = table.tally_of(0)
    words += f", +{wins} ={draws} -{losses}"
    return words if table.test is None else f"{words}, LLR {table.test.ratio:.2f}"
