"""plywise games, from outside."""

import re


def test_games_lists_what_can_be_played(answer, plywise):
    games = {game["name"]: game for game in answer("games")["games"]}
    assert set(games) >= {"tictactoe", "nim"}
    assert games["nim"]["parameters"] == {"heaps": "3-4-5", "misere": 0}
    assert "draw" in games["tictactoe"]["known_value"]
    code, out, err = plywise("games")
    assert (code, err) == (0, "")
    for name in games:
        assert re.search(rf"(?m)^{name}\b", out)
        assert plywise("show", name)[0] == 0


def test_one_game_is_shown_with_its_rules_and_its_board(answer, plywise):
    code, out, err = plywise("games", "connect4:width=6")
    assert (code, err) == (0, "")
    for part in ("connect4:width=6", "four in a row", "Notation:", "width=7 height=6", " 1 | 2 | 3 | 4 | 5 | 6\n"):
        assert part in out
    (game,) = answer("games", "connect4")["games"]
    assert game["name"] == "connect4"
    assert game["parameters"] == {"width": 7, "height": 6, "connect": 4}
    code, out, err = plywise("games", "connect5")
    assert (code, out, len(err.splitlines())) == (2, "", 1)
