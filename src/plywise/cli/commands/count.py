"""plywise count: count the lines of play (perft)."""

import re

import click

from plywise.cli.command import Command
from plywise.cli.options import engine_option, game_argument, json_option, print_json, state_of, state_options
from plywise.cli.progress import show_counting
from plywise.engines.perft import count
from plywise.errors import InputError
from plywise.game import Game
from plywise.solvers.statistics import Statistics, count_positions
from plywise.teach.walkthrough import format_count


@click.command("count", cls=Command, epilog="Example: plywise count tictactoe --plies all")
@game_argument
@state_options
@click.option("--plies", metavar="N", help="Count lines of up to N plies; all: to the end of every game.")
@click.option(
    "--positions", is_flag=True,
    help="Count the distinct positions instead, by ply and by value and distance, with branching factors.",
)  # fmt: skip
@click.option("--divide", is_flag=True, help="Show how many lines begin with each first move.")
@engine_option
@json_option
def command(
    game: Game,
    position: str | None,
    moves: str,
    plies: str | None,
    positions: bool,
    divide: bool,
    engine: str,
    as_json: bool,
) -> None:
    """Count the lines of play (perft), or the positions.

    Lines that reach the same position are counted separately. `complete games` counts the lines that end the game; it
    is given only if every line was followed to its end.
    """
    state = state_of(game, position, moves)
    if positions:
        if plies is not None or divide:
            raise InputError("--positions counts all positions: leave out --plies and --divide")
        found = count_positions(game, state)
        if as_json:
            print_json({"game": game.name, "position": game.format_state(state)} | found.to_dict())
        else:
            click.echo(describe(found))
        return
    if plies is None:
        raise InputError("give --plies N, --plies all, or --positions")
    with show_counting(as_json) as watcher:
        counted = count(game, state, None if plies == "all" else _plies(plies), divide, engine=engine, watcher=watcher)
    shares = counted.divide_by_word or {}
    if as_json:
        answer = {
            "plies": counted.plies,
            "nodes_by_ply": counted.nodes_by_ply,
            "terminal_by_ply": counted.terminal_by_ply,
            "complete_games": counted.complete_games,
            "time_s": round(counted.time_s, 6),
        }
        print_json(answer | ({"divide": shares} if divide else {}))
        return
    for ply, (nodes, ends) in enumerate(zip(counted.nodes_by_ply, counted.terminal_by_ply, strict=True)):
        ended = "" if ends is None else f", {ends:,} of them the end of a game"
        click.echo(f"ply {ply}: {format_count(nodes, 'node')}{ended}")
    if counted.complete_games is not None:
        click.echo(f"complete games: {counted.complete_games:,}")
    for word, share in shares.items():
        click.echo(f"  {word}: {share:,}")


def describe(found: Statistics) -> str:
    """Return a game's statistics in plain text."""
    rows = found.to_dict()
    ends = f"{found.ends:,} of them the end of a game"
    lines = [f"{found.positions:,} positions, {ends}; {found.branching:.3f} moves on average in the others"]
    for row in rows["by_ply"]:
        ended = f"{row['ends']:,} ends, {row['branching']:.3f} moves"
        lines.append(f"ply {row['ply']}: {format_count(row['positions'], 'position')}, {ended}")
    for row in rows["by_value"]:
        plies = "" if row["distance"] is None else f" in {format_count(row['distance'], 'ply', 'plies')}"
        lines.append(f"value {row['value']}{plies}: {format_count(row['positions'], 'position')}")
    return "\n".join(lines)


def _plies(text: str) -> int:
    if not re.fullmatch(r"-?[0-9]{1,18}", text):
        raise InputError(f"--plies must be a whole number or all, not {text!r}")
    return int(text)
