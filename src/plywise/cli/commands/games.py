"""plywise games: the registered games, or one game."""

import inspect
from typing import Any

import click

from plywise.cli.command import Command
from plywise.cli.options import json_option, print_json
from plywise.cli.param_types import GameType
from plywise.game import Game, rules_line
from plywise.games import REGISTRY, parameters
from plywise.games.loading import registered_class
from plywise.play.ladders import LEVEL_NAMES, read_ladders
from plywise.show.text import draw_board


@click.command("games", cls=Command, epilog="Example: plywise games connect4")
@click.argument("game", type=GameType(), metavar="[GAME]", required=False)
@json_option
def command(game: Game | None, as_json: bool) -> None:
    """List the registered games, or describe one.

    The description of GAME gives its rules, parameters, notation and board.
    """
    listed = [_facts(registered_class(name), name) for name in REGISTRY]
    if game is not None:
        listed = [_facts(type(game), game.name) | {"known_value": game.known_value}]
    if as_json:
        print_json({"games": listed})
    elif game is not None:
        _show(game, listed[0])
    else:
        for each in listed:
            defaults = ",".join(f"{parameter}={default}" for parameter, default in each["parameters"].items())
            click.echo(each["name"] + (f":{defaults}" if defaults else ""))
            click.echo(f"    {each['about']}")
            click.echo(f"    value: {each['known_value'] or 'not known'}")


def _facts(cls: type[Game], name: str) -> dict[str, Any]:
    known = {"parameters": parameters(cls), "known_value": cls.known_value}
    ladder = read_ladders().get(name)
    levels = [] if ladder is None else [rung._asdict() | {"name": LEVEL_NAMES[rung.level - 1]} for rung in ladder.rungs]
    return {"name": name, **known, "about": rules_line(cls), "levels": levels}


def describe_levels(levels: list[dict[str, Any]]) -> str:
    """Return the strength of the levels in Elo; the mean of those measured is 0."""
    rungs = (f"{each['level']} {each['name']} {each['elo']:+.0f} ± {each['error']:.0f}" for each in levels)
    return f"{', '.join(rungs)} (Elo, measured in games between the levels)"


def _show(game: Game, facts: dict[str, Any]) -> None:
    """Print the description of one game, and its first position."""
    text = inspect.cleandoc(type(game).__dict__.get("__doc__") or "(no description)")
    defaults = " ".join(f"{parameter}={default}" for parameter, default in facts["parameters"].items())
    click.echo(f"{game.name}\n\n{text}\n")
    if defaults:
        click.echo(f"parameters: {defaults}")
    click.echo(f"value: {game.known_value or 'not known'}")
    click.echo(f"custom move orders: {', '.join(game.orders()) or 'none'}")
    if facts["levels"]:
        click.echo(f"levels: {describe_levels(facts['levels'])}")
    click.echo()
    click.echo(draw_board(game, game.initial(), coordinates=True))
