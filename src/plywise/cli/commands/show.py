"""plywise show: draw the board."""

from pathlib import Path
from typing import Any

import click

from plywise.cli.command import Command
from plywise.cli.files import check_outputs, write_files
from plywise.cli.messages import say
from plywise.cli.options import json_option, optional_game_argument, print_json, state_of, state_options
from plywise.cli.param_types import FILE, PATH, Choice
from plywise.cli.records import describe_move, read_any_record, replay
from plywise.cli.same_file import fills_stdout
from plywise.errors import InputError
from plywise.game import Game, State, parse_legal_action, player_word, why_not_hashable
from plywise.play.outcome import describe_value
from plywise.play.record import GameRecord
from plywise.show.text import draw_board, list_moves
from plywise.views.position import Position

PICTURES = ("svg", "png", "tikz")


@click.command("show", cls=Command, epilog='Example: plywise show tictactoe --moves "4 0 8"')
@optional_game_argument
@state_options
@click.option(
    "--record",
    type=FILE,
    metavar="FILE[#N]",
    help="Replay a recorded game: JSON, PGN, PDN or SGF; FILE#3 is the third game in FILE.",
)
@click.option(
    "--ply", type=click.IntRange(min=0), metavar="N", help="Show only the position after N moves of the recorded game."
)
@click.option("--svg", type=PATH, metavar="FILE", help="Draw the board as SVG.")
@click.option("--png", type=PATH, metavar="FILE", help="Draw the board as PNG.")
@click.option("--tikz", type=PATH, metavar="FILE", help="Draw the board as TikZ, for LaTeX.")
@click.option(
    "--coordinates", type=Choice(["yes", "no"]), default="yes", show_default=True,
    help="Label the rows and columns of the board.",
)  # fmt: skip
@json_option
def command(
    game: Game | None, position: str | None, moves: str, record: str | None, ply: int | None, coordinates: str,
    as_json: bool, **pictures: Path | None,
) -> None:  # fmt: skip
    """Show a position, or replay a recorded game.

    A position is shown as its board, the side to move and the legal moves. With --record, GAME may be left out if the
    file names it.
    """
    labelled = coordinates == "yes"
    if record is not None:
        if position is not None or moves:
            raise InputError("--record gives the positions: leave out --position and --moves")
        game, recorded = read_any_record(record, game, "plywise show GAME --record {}")
        if ply is None and not as_json and not any(pictures.values()):
            click.echo("\n".join(replay(game, recorded, recorded.replay(game), labelled)))
            return
        shown, happened = _at_ply(game, recorded, ply)
    elif game is None:
        raise click.UsageError("name a GAME, or with --record a file that names its game")
    elif ply is not None:
        raise InputError("--ply goes with --record")
    else:
        shown, happened = Position(game, state_of(game, position, moves, hashable=False)), ""
    why = why_not_hashable(game, shown.state)
    if why:
        say(f"{game.name} can be drawn, but not searched: {why}")
    if write_boards(shown, pictures, labelled, as_json):
        return
    if as_json:
        print_json(_report(game, shown.state))
        return
    if happened:
        click.echo(happened)
    _show(game, shown.state, labelled)


def _at_ply(game: Game, record: GameRecord, ply: int | None) -> tuple[Position, str]:
    """Return a position of a recorded game, the last for None, and a description of the move that led there."""
    states = record.replay(game)
    number = len(states) - 1 if ply is None else ply
    if number >= len(states):
        raise InputError(f"--ply {number}: the game has {len(states) - 1} moves")
    if number == 0:
        return Position(game, states[0]), ""
    last = parse_legal_action(game, states[number - 1], record.words[number - 1])
    return Position(game, states[number], states[number - 1], last), describe_move(game, record, states, number)


def _show(game: Game, state: State, labelled: bool) -> None:
    """Print a position: the board, whose turn it is, and the legal moves."""
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
    alone = fills_stdout(chosen, as_json)
    check_outputs(chosen.values())
    write_files([(str(path), getattr(position, kind)(coordinates=coordinates)) for kind, path in chosen.items()])
    return alone


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
