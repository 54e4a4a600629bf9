"""Lines of a search for play: the last move, if it alone is missing, and the value in words."""

import pytest

from plywise.games import make
from plywise.live.analysing import _describe_line, _to_the_end

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


@pytest.mark.parametrize(
    ("name", "points", "text", "share"),
    [("breakthrough", 110, "75 %", 0.2497), ("connect4", 110, "+1.1", 0.3468)],
    ids=["learned", "by hand"],
)
def test_the_value_of_a_line_is_that_of_the_player_to_move(name, points, text, share):
    game = make(name)
    state = game.result(game.initial(), next(iter(game.actions(game.initial()))))
    line = _describe_line(game, state, -1, points, [])
    assert (line["text"], line["share"], line["value"]) == (text, share, -points / 100)
