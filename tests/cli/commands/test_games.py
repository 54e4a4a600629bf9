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
