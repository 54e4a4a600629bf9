"""plywise completion: the script by which a shell completes commands, options, games and players."""

import click

from plywise.cli.command import Command
from plywise.cli.completion import INSTALL, SCRIPTS
from plywise.cli.param_types import Choice


@click.command("completion", cls=Command, epilog="Example: plywise completion bash")
@click.argument("shell", type=Choice(SCRIPTS), required=False)
def command(shell: str | None) -> None:
    """Set up tab completion for bash, zsh or fish.

    With the name of a shell, print its completion script; without one, print the line that installs it for each shell.
    Commands, options, games and their parameters, algorithms, players and file names are completed.
    """
    if shell is not None:
        click.echo(SCRIPTS[shell], nl=False)
        return
    for name, line in INSTALL.items():
        click.echo(f"{name}:  {line}")
