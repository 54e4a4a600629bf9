"""plywise adopt: use a game that already exists, unchanged."""

from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from plywise import engines
from plywise.cli.command import Command
from plywise.cli.files import write_file
from plywise.cli.options import json_option, print_json
from plywise.cli.param_types import FILE, GameText
from plywise.errors import InputError
from plywise.game import Game
from plywise.games.loading import FILE as FILE_AND_NAME
from plywise.games.loading import make
from plywise.laws.check import check
from plywise.show.text import draw_board

if TYPE_CHECKING:
    from plywise.games.adopt.adoption import Adoption

FAULTY = 1
PLIES, SECONDS = 4, 6.0
"""Plies and seconds at most for which lines are counted by the file's own functions."""
STATES = 300
"""Number of states on which the laws of a game are tested."""


@click.command("adopt", cls=Command, epilog="Example: plywise adopt examples/adopted/three_pawns.py")
@click.argument("text", type=GameText(), metavar="FILE.py[:NAME]")
@click.option(
    "--write", "target", type=FILE, metavar="FILE", help="Write a file that wraps the game in one call of pw.wrap."
)
@json_option
@click.pass_context
def command(context: click.Context, text: str, target: str | None, as_json: bool) -> None:
    """Use a game that you already have in Python, unchanged.

    The file is loaded without running its main part or opening a window. If it has a minimax search, the roles of its
    functions are read from there; otherwise functions are found by name and tried. Positions may be changed in place:
    Plywise copies them between moves.

    The report names the function found for each role and why, mistakes in the game with a position that shows each, and
    the number of lines of play, counted by the file's own functions. Afterwards every command accepts the file as GAME.

    Exit code 1: the game works, but has mistakes. Exit code 2: no game was found.
    """
    from plywise.games.adopt.adoption import adopt  # only here: most commands do without

    match = FILE_AND_NAME.fullmatch(text)
    if match is None:
        name = make(text).name
        raise InputError(f"{name} is a game of Plywise already; plywise adopt needs a Python file, path/file.py")
    adoption = adopt(Path(match[1]), match[2] or "")
    game = adoption.game_class()
    faults = adoption.find_faults()
    own = adoption.count_lines(PLIES, SECONDS)
    faults += _counted_otherwise(game, own)
    report = check(game, states=STATES, compiled=0)
    faults += [] if faults else [f"law '{each.law}' is broken: {each.detail}" for each in report.broken]
    why = _why_not_compiled(game)
    if target is not None:
        write_file(target, _written(adoption))
    if as_json:
        print_json(_as_json(text, adoption, faults, own, why))
    else:
        _print(text, adoption, game, faults, own, why)
    if faults:
        context.exit(FAULTY)


def _counted_otherwise(game: Game, own: list[int]) -> list[str]:
    """Return a fault if the number of lines differs between copied positions and the file's own functions."""
    from plywise.engines.perft import count

    plies = max((n for n in range(1, len(own) + 1) if sum(own[:n]) <= 20_000), default=0)
    try:
        found = list(count(game, plies=plies, engine="reference").nodes_by_ply[1:]) if plies else []
    except InputError as error:
        return [str(error)]
    if found == own[:plies]:
        return []
    return [
        f"lines of 1 to {plies} plies: {own[:plies]} by the file's own functions, but {found} with copied positions"
    ]


def _why_not_compiled(game: Game) -> str:
    """Return why a game's rules cannot be compiled; "" if they can."""
    try:
        engines.compile_rules(game, ())
    except InputError as error:
        return str(error)
    return ""


def _as_json(text: str, adoption: "Adoption", faults: list[str], own: list[int], why: str) -> dict[str, Any]:
    return {
        "game": text,
        "roles": adoption.roles(),
        "reasons": adoption.reasons(),
        "players": adoption.players(),
        "faults": faults,
        "compiles": not why,
        "why_not_compiled": why or None,
        "perft": own,
        "wrap": adoption.wrap_line(),
    }


def _written(adoption: "Adoption") -> str:
    assert adoption.file is not None
    module = adoption.file.path.stem
    return f'"""{module}, as a game of Plywise."""\n\nimport {module}\nimport plywise as pw\n\n{adoption.wrap_line()}\n'


def _print(text: str, adoption: "Adoption", game: Game, faults: list[str], own: list[int], why: str) -> None:
    for line in (*adoption.reasons(), *adoption.players()):
        click.echo(line)
    board = draw_board(game, game.initial())
    click.echo(f"\n{board}\n" if board else f"\n{game.format_state(game.initial())}\n")
    click.echo(f"lines of 1 to {len(own)} plies: {' '.join(f'{each:,}' for each in own)}")
    click.echo(f"not compiled: {why}" if why else "compiles: yes")
    click.echo(f"\n    {adoption.wrap_line()}\n")
    for each in faults:
        click.echo(f"fault: {each}")
    click.echo(f"plywise play {text}")
