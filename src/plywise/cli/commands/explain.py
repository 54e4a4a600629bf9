"""plywise explain: what a position is worth, and what is wrong with a move."""

import click

from plywise.cli.command import Command
from plywise.cli.options import (
    engine_option,
    game_argument,
    json_option,
    limit_options,
    print_json,
    state_of,
    state_options,
)
from plywise.game import MAX, MIN, Game, parse_legal_action
from plywise.show.text import draw_board
from plywise.teach.explain.explanation import explain


@click.command("explain", cls=Command, epilog="Example: plywise explain tictactoe --position X...O.... --move 1")
@game_argument
@state_options
@click.option("--move", metavar="MOVE", help="Explain what this move leads to and why.")
@engine_option
@limit_options
@json_option
def command(
    game: Game,
    position: str | None,
    moves: str,
    move: str | None,
    engine: str,
    depth: int | None,
    time: float | None,
    nodes: int | None,
    as_json: bool,
) -> None:
    """Explain a position: who wins, how, and why a move fails.

    Every sentence is proved by a search, or marked as an estimate with the depth of the search. Plies are counted
    from the position shown. Without --time, it takes about 5 seconds at most, plus compiling the first time.
    """
    state = state_of(game, position, moves)
    action = None if move is None else parse_legal_action(game, state, move)
    explanation = explain(game, state, action, depth=depth, time=time, nodes=nodes, engine=engine)
    if as_json:
        print_json(explanation.to_dict())
    else:
        click.echo(draw_board(game, state))
        click.echo()
        title = f"{game.name}, {explanation.position}"
        if explanation.player is not None:
            title += f", {game.player_names[MAX if explanation.player == 'MAX' else MIN]} to move"
        click.echo(title)
        click.echo()
        click.echo(str(explanation))
