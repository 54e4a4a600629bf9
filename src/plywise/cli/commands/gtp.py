"""plywise gtp: Plywise as an engine for Go GUIs and matches."""

import click

from plywise.cli.command import Command
from plywise.cli.dialogue import only_the_dialogue_on_stdout, read_lines
from plywise.cli.param_types import GameText
from plywise.game import Game
from plywise.games import make


@click.command("gtp", cls=Command, epilog="Example: plywise gtp go:size=5")
@click.argument("text", type=GameText(), metavar="[GAME]", default="go")
def command(text: str) -> None:
    """Run as a GTP engine, for Go programs.

    Speak the Go Text Protocol on stdin and stdout. GAME is go by default. See docs/guides/programs.md.
    """
    game = make(text)
    from plywise.protocols.gtp_server import GtpServer

    with only_the_dialogue_on_stdout() as write_line:
        GtpServer(text, game, write_line, _read_game).serve(read_lines())


def _read_game(text: str, game: Game) -> tuple[str, list[str]]:
    """Return the start and the moves of the first game in a text. Raises InputError."""
    from plywise.play.game_files import parse_game

    record = parse_game(text, game, 1)
    return record.start, record.words
