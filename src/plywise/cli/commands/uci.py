"""plywise uci: Plywise as an engine for chess GUIs and matches, for chess or any other game."""

import click

from plywise.cli.command import Command
from plywise.cli.dialogue import only_the_dialogue_on_stdout, read_lines
from plywise.cli.options import LEARNED_HELP
from plywise.cli.param_types import FILE, GameText
from plywise.engines.learned.of_game import with_learned
from plywise.games import make


@click.command("uci", cls=Command, epilog="Example: plywise uci")
@click.argument("text", type=GameText(), metavar="[GAME]", default="chess")
@click.option("--learned", type=FILE, metavar="FILE", help=LEARNED_HELP)
def command(text: str, learned: str | None) -> None:
    """Run as a UCI engine, for chess programs.

    Speak the Universal Chess Interface on stdin and stdout: enter `plywise uci` as the engine's command in your
    GUI. GAME is chess by default; another game uses its own notation for positions and moves. See
    docs/guides/programs.md.
    """
    game = make(text)
    if learned is not None:
        game = with_learned(game, learned)
    from plywise.protocols.uci_server import UciServer

    with only_the_dialogue_on_stdout() as write_line:
        UciServer(text, game, write_line).serve(read_lines())
