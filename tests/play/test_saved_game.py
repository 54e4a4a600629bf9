"""A game in a file: what was saved is read back, and anything else is refused in one line."""

import json

import pytest

import plywise as pw
from plywise.play.saved_game import SavedGame, is_saved_game, parse_saved_game

GAME = pw.make("tictactoe")
KEPT = SavedGame("tictactoe", ".........", ("4", "0"), "human", "engine:level=3")
TOLD = json.loads(KEPT.to_json("O...X...."))


def test_what_was_saved_is_read_back():
    text = KEPT.to_json("O...X....")
    assert is_saved_game(text)
    assert parse_saved_game(text) == KEPT
    assert [GAME.format_state(state) for state in KEPT.replay(GAME)] == [".........", "....X....", "O...X...."]


@pytest.mark.parametrize(
    ("text", "names"),
    [
        ("", "no saved game"),
        ("[]", "no saved game"),
        ("[" * 100_000, "no saved game"),
        ('{"plywise": "exercises"}', "no saved game"),
        (json.dumps(TOLD | {"moves": "40"}), "moves are no list"),
        (json.dumps(TOLD | {"moves": [4]}), "moves are no list"),
        (json.dumps(TOLD | {"max": None}), "does not say its max"),
        (json.dumps({key: value for key, value in TOLD.items() if key != "start"}), "does not say its start"),
    ],
)
def test_a_file_that_is_no_saved_game_is_refused(text, names):
    with pytest.raises(pw.InputError, match=names) as caught:
        parse_saved_game(text)
    assert len(str(caught.value).splitlines()) == 1


@pytest.mark.parametrize(
    ("changed", "names"),
    [
        ({"game": "nim"}, "a game of nim, not of tictactoe"),
        ({"start": "XX"}, "is not nine characters"),
        ({"moves": ["4", "4"]}, "move 2: '4' is not a legal action"),
        ({"start": "XXXOO...."}, "move 1: the game is over"),
    ],
)
def test_a_game_that_does_not_fit_is_refused(changed, names):
    kept = parse_saved_game(json.dumps(TOLD | changed))
    with pytest.raises(pw.InputError, match=names):
        kept.replay(GAME)
