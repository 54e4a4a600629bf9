"""plywise show: draw the board."""

from pathlib import Path

import click

from plywise.cli.files import write_file
from plywise.cli.options import game_argument, json_option, print_json, state_of, state_options
from plywise.cli.same_file import is_stdout
from plywise.errors import InputError
from plywise.game import Game, State, player_word
from plywise.position import Position
from plywise.show.text import describe_value, draw_board


@click.command("show", epilog='Example: plywise show tictactoe --moves "4 0 8"')
@game_argument
@state_options
@click.option("--svg", type=Path, metavar="F", help="Draw the board to an SVG file.")
@json_option
def command(game: Game, position: str | None, moves: str, svg: Path | None, as_json: bool) -> None:
    """Show a position of a game: the board, whose turn it is, and the legal moves."""
    state = state_of(game, position, moves)
    over = game.terminal(state)
    legal = [] if over else [game.format_action(state, action) for action in game.actions(state)]
    if svg is not None:
        if as_json and is_stdout(svg):
            raise InputError(f"--json and --svg {svg} both write to stdout")
        write_file(svg, board_svg(game, state))
        if is_stdout(svg):
            return
    if as_json:
        print_json(
            {
                "game": game.name,
                "position": game.format_state(state),
                "player": None if over else player_word(game.player(state)),
                "terminal": bool(over),
                "utility": game.utility(state) if over else None,
                "actions": legal,
                "board": draw_board(game, state),
            }
        )
        return
    click.echo(draw_board(game, state))
    click.echo()
    click.echo(f"{game.name}, {game.format_state(state)}")
    if over:
        utility = game.utility(state)
        click.echo(f"the game is over: {describe_value(game, utility, proved=True)} (utility {utility})")
    else:
        click.echo(f"{game.player_names[game.player(state)]} to move: {' '.join(legal)}")


def board_svg(game: Game, state: State) -> str:
    """Return the board as SVG. Raises InputError if the game has no board to draw."""
    return Position(game, state).svg()
