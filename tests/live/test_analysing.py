"""A line whose last move alone is missing is told with it."""

import pytest

from plywise.games import make
from plywise.live.analysing import _to_the_end

CONNECT4, TICTACTOE = make("connect4"), make("tictactoe")


@pytest.mark.parametrize(
    ("game", "position", "line", "plies", "told"),
    [
        (CONNECT4, "4 3 4 4 3 4 5 4", "1", -2, "1 4"),  # Red has three above one another
        (CONNECT4, "4 3 4 4 3 4 5 4", "1", None, "1"),
        (CONNECT4, "4 3 4 4 3 4 5 4", "1", -4, "1"),
        (TICTACTOE, "XX..OO...", "8", -2, "8 3"),
        (TICTACTOE, "XX..OO...", "", 1, "2"),
        (TICTACTOE, "XX..OO...", "2", 1, "2"),
    ],
)
def test_the_move_that_ends_the_game_is_told_with_the_line(game, position, line, plies, told):
    state = game.initial() if " " in position else game.parse_state(position)
    for word in position.split() if " " in position else ():
        state = game.result(state, game.parse_action(state, word))
    mover, at, actions = game.player(state), state, []
    for word in line.split():
        actions.append(game.parse_action(at, word))
        at = game.result(at, actions[-1])
    found, words = _to_the_end(game, state, actions, plies and mover * plies), []
    for action in found:
        words.append(game.format_action(state, action))
        state = game.result(state, action)
    assert " ".join(words) == told
