"""plywise show, from outside."""

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
