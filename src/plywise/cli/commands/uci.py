"""plywise uci: Plywise as a program for chess GUIs and matches, about chess or any other game."""

import click

from plywise.cli.dialogue import only_the_dialogue_on_stdout, read_lines
from plywise.engines.learned.of_game import with_learned
from plywise.games import make


@click.command("uci", epilog="Example: plywise uci")
@click.argument("text", metavar="[GAME]", default="chess")
@click.option("--learned", metavar="FILE", help="Evaluate by what plywise learn wrote to FILE.")
def command(text: str, learned: str | None) -> None:
    """Speak UCI, the Universal Chess Interface, on stdin and stdout.

    Without GAME it is chess: tell your GUI to start `plywise uci`. Of another game the positions and moves are in its
    own notation. See docs/guides/programs.md.
    """
    game = make(text)
    if learned is not None:
        game = with_learned(game, learned)
    from plywise.protocols.uci_server import UciServer

    with only_the_dialogue_on_stdout() as write_line:
        UciServer(text, game, write_line).serve(read_lines())
