"""plywise show, from outside."""

import json

from tests.helpers.program import SUBTRACTION


def test_show_tells_the_board_and_the_moves(answer, plywise):
    found = answer("show", "tictactoe", "--moves", "4 0")
    assert (found["game"], found["position"], found["player"]) == ("tictactoe", "O...X....", "MAX")
    assert found["actions"] == ["1", "2", "3", "5", "6", "7", "8"]
    code, out, err = plywise("show", "tictactoe", "--moves", "4 0")
    assert (code, err) == (0, "")
    rows = [line.split() for line in out.splitlines()]
    assert rows[0] == ["0", "1", "2"]
    assert rows[1] == ["0", "O", "|", "1", "|", "2"]
    assert rows[3] == ["1", "3", "|", "X", "|", "5"]
    out = plywise("show", "tictactoe", "--moves", "4 0", "--coordinates", "no")[1]
    assert out.splitlines()[0].split() == ["O", "|", "1", "|", "2"]
    assert "X to move: 1 2 3 5 6 7 8" in out


def test_show_of_a_game_that_is_over(answer, plywise):
    found = answer("show", "tictactoe", "--position", "OOOXX.X..")
    assert (found["player"], found["actions"], found["utility"]) == (None, [], -1)
    assert "O wins" in plywise("show", "tictactoe", "--position", "OOOXX.X..")[1]


def test_show_draws_the_heaps(plywise):
    out = plywise("show", "nim:heaps=1-3", "--moves", "2-1")[1]
    assert out.splitlines()[:2] == ["1 o", "2 o o"]
    assert "MIN to move: 1-1 2-1 2-2" in out


def test_show_of_a_game_without_a_board_gives_its_notation(plywise):
    assert "stones=21,side=1" in plywise("show", SUBTRACTION)[1]


def test_show_writes_pictures_with_coordinates_unless_told_not_to(plywise, tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    kinds = ("svg", "png", "tikz")
    for word in ("yes", "no"):
        options = [each for kind in kinds for each in (f"--{kind}", f"{word}.{kind}")]
        assert plywise("show", "connect4", *options, "--coordinates", word)[0] == 0
    assert (tmp_path / "yes.svg").read_text().count(">7<") == 2
    assert (tmp_path / "no.svg").read_text().count(">7<") == 1
    assert (tmp_path / "yes.tikz").read_text().count("{7}") == 2
    assert (tmp_path / "yes.png").read_bytes() != (tmp_path / "no.png").read_bytes()
    assert plywise("show", "connect4", "--tikz", "-")[1].startswith("% connect4")
    code, out, err = plywise("show", "connect4", "--png", "-", "--json")
    assert (code, out, err) == (2, "", "plywise: --json and --png - both write to stdout\n")
    code, _, err = plywise("show", SUBTRACTION, "--tikz", "a.tex", "--svg", "b.svg")
    assert (code, "has no board" in err, list(tmp_path.glob("*.tex"))) == (2, True, [])


# --- a game in a file -------------------------------------------------------------------------------------------------

GAMES = [
    {"moves": ["1", "2"], "winner": "MIN", "ended_by": "resigned", "max": "Ann", "min": "Bob"},
    {
        "opening": ["4"],
        "moves": [{"word": "0", "value": 0.5, "depth": 3, "nodes": 1200, "time": 0.25, "clock": 9.75}, "8"],
    },
]


def games_file(tmp_path):
    """Write a file of two games of tictactoe."""
    file = tmp_path / "games.json"
    told = {"plywise": "game record", "game": "tictactoe", "start": "........."}
    file.write_text("".join(json.dumps(told | game) + "\n" for game in GAMES))
    return file


def test_show_replays_a_game_in_a_file(plywise, tmp_path):
    file = games_file(tmp_path)
    code, out, err = plywise("show", "tictactoe", "--record", f"{file}#1")
    assert (code, err) == (0, "")
    lines = out.splitlines()
    assert lines[0] == "tictactoe: Ann (X) against Bob (O)"
    assert [line for line in lines if "plays" in line] == ["1. X plays 1", "2. O plays 2"]
    assert lines[-1] == "Game over: O wins (resigned)."
    out = plywise("show", "tictactoe", "--record", str(file))[1]  # the last one
    assert "1. X plays 4 (opening)\n" in out
    assert "2. O plays 0 (value 0.5, depth 3, 1,200 nodes, 0.25 s, 9.75 s left)\n" in out
    assert [line.split() for line in out.splitlines()[-7::2]] == [
        ["0", "O", "|", "1", "|", "2"],
        ["1", "3", "|", "X", "|", "5"],
        ["2", "6", "|", "7", "|", "X"],
        ["The", "game", "is", "not", "finished."],
    ]


def test_show_of_a_ply_of_a_game(plywise, answer, tmp_path):
    file = games_file(tmp_path)
    code, out, err = plywise("show", "tictactoe", "--record", str(file), "--ply", "1")
    assert (code, err, out.splitlines()[0]) == (0, "", "1. X plays 4 (opening)")
    assert "tictactoe, ....X....\nO to move: 0 1 2 3 5 6 7 8\n" in out
    assert plywise("show", "tictactoe", "--record", str(file), "--ply", "0")[1].startswith("   0   1   2\n")
    assert answer("show", "tictactoe", "--record", str(file))["position"] == "O...X...X"
    assert answer("show", "tictactoe", "--record", f"{file}#1", "--ply", "1")["position"] == ".X......."
    assert plywise("show", "tictactoe", "--record", str(file), "--svg", "-")[1].startswith("<svg")


def test_show_of_what_no_file_holds_is_refused_in_one_line(plywise, tmp_path):
    file = games_file(tmp_path)
    for words, message in (
        (["--record", f"{file}#3"], "it has 2 games, and no game 3"),
        (["--record", f"{file}#0"], "the number after # must be that of a game in the file, from 1"),
        (["--record", f"{file}#x"], "the number after # must be"),
        (["--record", str(file), "--ply", "4"], "--ply 4: the game has 3 moves"),
        (["--record", str(file), "--moves", "1"], "leave out --position and --moves"),
        (["--ply", "1"], "--ply goes with --record"),
        (["--record", str(tmp_path / "none")], "no file"),
    ):
        code, out, err = plywise("show", "tictactoe", *words)
        assert (code, out, len(err.splitlines())) == (2, "", 1)
        assert message in err
