"""plywise show: the board."""

import click

from plywise.cli.options import game_argument, json_option, print_json, state_of, state_options
from plywise.game import Game, player_word
from plywise.show.text import describe_value, draw_board


@click.command("show", epilog='Example: plywise show tictactoe --moves "4 0 8"')
@game_argument
@state_options
@json_option
def command(game: Game, position: str | None, moves: str, as_json: bool) -> None:
    """Show a position of a game: the board, whose move it is, and the moves."""
    state = state_of(game, position, moves)
    over = game.terminal(state)
    legal = [] if over else [game.format_action(state, action) for action in game.actions(state)]
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
