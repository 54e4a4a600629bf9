"""plywise help: the list of commands, or the help of one."""

import click

from plywise.cli.catalogue import COMMANDS
from plywise.cli.command import Command
from plywise.cli.param_types import Names
from plywise.cli.program import program


@click.command("help", cls=Command, epilog="Example: plywise help play")
@click.argument("name", type=Names(COMMANDS), metavar="[COMMAND]", required=False)
@click.pass_context
def command(context: click.Context, name: str | None) -> None:
    """Show this list, or the help of one command.

    The list is that of plywise --help, and the help that of plywise COMMAND --help.
    """
    whole = context.find_root()
    if name is None:
        click.echo(whole.get_help())
        return
    word, found, _ = program.resolve_command(whole, [name])
    if found is not None:
        with click.Context(found, info_name=word, parent=whole) as inner:
            click.echo(found.get_help(inner))
