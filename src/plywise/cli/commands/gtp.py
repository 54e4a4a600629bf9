"""plywise gtp: Plywise as a program for Go GUIs and matches."""

import click

from plywise.cli.dialogue import read_lines, write_line
from plywise.games import load


@click.command("gtp", epilog="Example: plywise gtp go:size=5")
@click.argument("text", metavar="[GAME]", default="go")
def command(text: str) -> None:
    """Speak GTP, the Go Text Protocol, on stdin and stdout.

    Without GAME it is Go. See docs/programs.md.
    """
    game = load(text)
    from plywise.protocols.gtp_server import GtpServer

    GtpServer(text, game, write_line).serve(read_lines())
