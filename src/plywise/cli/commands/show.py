"""plywise show: draw the board."""

from pathlib import Path
from typing import Any

import click

from plywise.cli.files import check_outputs, write_files
from plywise.cli.messages import say
from plywise.cli.options import game_argument, json_option, print_json, state_of, state_options
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.game import Game, State, player_word, why_not_hashable
from plywise.position import Position
from plywise.show.text import describe_value, draw_board, list_moves

PICTURES = ("svg", "png", "tikz")


@click.command("show", epilog='Example: plywise show tictactoe --moves "4 0 8"')
@game_argument
@state_options
@click.option("--svg", type=Path, metavar="F", help="Draw the board to an SVG file.")
@click.option("--png", type=Path, metavar="F", help="The same as a PNG file.")
@click.option("--tikz", type=Path, metavar="F", help="The same as TikZ, for LaTeX.")
@click.option(
    "--coordinates", type=click.Choice(["yes", "no"]), default="yes", show_default=True,
    help="Draw the labels of rows and columns around the board.",
)  # fmt: skip
@json_option
def command(
    game: Game, position: str | None, moves: str, coordinates: str, as_json: bool, **pictures: Path | None
) -> None:
    """Show a position of a game: the board, whose turn it is, and the legal moves."""
    state = state_of(game, position, moves, hashable=False)
    why = why_not_hashable(game, state)
    if why:
        say(f"{game.name} can be drawn, but not searched: {why}")
    labelled = coordinates == "yes"
    if write_boards(Position(game, state), pictures, labelled, as_json):
        return
    if as_json:
        print_json(_report(game, state))
        return
    click.echo(draw_board(game, state, labelled))
    click.echo()
    click.echo(f"{game.name}, {game.format_state(state)}")
    if game.terminal(state):
        utility = game.utility(state)
        click.echo(f"the game is over: {describe_value(game, utility, proved=True)} (utility {utility})")
    else:
        moves_left = _legal_moves(game, state)
        words = [" ".join(moves_left)] if all(map(str.isdecimal, moves_left)) else list_moves(moves_left)
        who = f"{game.player_names[game.player(state)]} to move"
        click.echo(f"{who}: {words[0]}" if len(words) == 1 else "\n  ".join([f"{who}:", *words]))


def write_boards(position: Position, pictures: dict[str, Path | None], coordinates: bool, as_json: bool) -> bool:
    """Write the pictures asked for, all or none; return whether one of them filled stdout.

    Raises InputError if the game has no board to draw, or two things would be written to stdout.
    """
    chosen = {kind: path for kind in PICTURES if (path := pictures[kind]) is not None}
    on_stdout = [kind for kind, path in chosen.items() if is_stdout(path)]
    if as_json and on_stdout:
        raise InputError(f"--json and --{on_stdout[0]} {chosen[on_stdout[0]]} both write to stdout")
    check_outputs(chosen.values())
    write_files([(str(path), getattr(position, kind)(coordinates=coordinates)) for kind, path in chosen.items()])
    return bool(on_stdout)


def _report(game: Game, state: State) -> dict[str, Any]:
    """Return what --json prints."""
    over = game.terminal(state)
    return {
        "game": game.name,
        "position": game.format_state(state),
        "player": None if over else player_word(game.player(state)),
        "terminal": bool(over),
        "utility": game.utility(state) if over else None,
        "actions": _legal_moves(game, state),
        "board": draw_board(game, state, coordinates=False),
    }


def _legal_moves(game: Game, state: State) -> list[str]:
    return [] if game.terminal(state) else [game.format_action(state, action) for action in game.actions(state)]
