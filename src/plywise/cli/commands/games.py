"""plywise games: the registered games."""

from typing import Any

import click

from plywise.cli.options import json_option, print_json
from plywise.games import REGISTRY, parameters
from plywise.games.loading import registered_class


@click.command("games", epilog="Example: plywise games --json")
@json_option
def command(as_json: bool) -> None:
    """List the registered games, with their parameters and what is known about their values."""
    listed: list[dict[str, Any]] = []
    for name in REGISTRY:
        cls = registered_class(name)
        about = (cls.__doc__ or "").strip().splitlines()[0]
        listed.append({"name": name, "parameters": parameters(cls), "known_value": cls.known_value, "about": about})
    if as_json:
        print_json({"games": listed})
        return
    for game in listed:
        defaults = ",".join(f"{parameter}={default}" for parameter, default in game["parameters"].items())
        click.echo(game["name"] + (f":{defaults}" if defaults else ""))
        click.echo(f"    {game['about']}")
        click.echo(f"    value: {game['known_value'] or 'not known'}")
