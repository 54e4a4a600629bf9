"""plywise help: what there is, or how one command is used."""

import click

from plywise.cli.program import program


@click.command("help", epilog="Example: plywise help play")
@click.argument("name", metavar="[COMMAND]", required=False)
@click.pass_context
def command(context: click.Context, name: str | None) -> None:
    """List the commands, or show how one is used: the same as plywise COMMAND --help."""
    whole = context.find_root()
    if name is None:
        click.echo(whole.get_help())
        return
    word, found, _ = program.resolve_command(whole, [name])
    if found is not None:
        with click.Context(found, info_name=word, parent=whole) as inner:
            click.echo(found.get_help(inner))
