"""plywise review: a file in any form, whole or interrupted; what it prints is what `review` says."""

import pytest

from plywise.teach.explain.analysis import PositionAnalysis
from tests.helpers.paths import ROOT

MISTAKES = str(ROOT / "examples/mistakes.json")


def test_a_game_is_told_with_its_turning_points_first(plywise):
    code, out, err = plywise("review", MISTAKES)
    assert (code, err) == (0, "")
    assert out.startswith("tictactoe: Ann (X) against Ben (O)\nX: 4 best, 1 mistake\nO: 3 best, 1 mistake\n")
    points, moves, again = (out.index(title) for title in ("Turning points", "The moves", "Try again"))
    assert points < moves < again
    assert "2. O plays 8: mistake. 8 throws the draw away: X wins in 6 plies." in out
    best = "1. Only 4 holds the draw. A line of best play: 4 1 2 6 3 5 7 8, a draw."
    assert out.rstrip().endswith(f"{best} After any other move, X wins in 6 plies.")


def test_the_json_has_every_move(answer):
    found = answer("review", MISTAKES, "--side", "MIN")
    assert [move["ply"] for move in found["moves"]] == [2, 4, 6, 8]
    assert found["turning_points"] == [2]
    assert found["moves"][0]["best"] == ["4"]
    assert found["moves"][0]["before"] == {"value": 0, "distance": None, "proved": True, "depth": None}
    assert found["puzzles"][0]["best"] == "4"
    assert found["stopped_by"] == "complete"


def test_one_of_several_games_in_a_file(plywise, tmp_path):
    path = tmp_path / "games.jsonl"
    path.write_text("".join(
        f'{{"plywise": "game record", "game": "tictactoe", "start": ".........", "moves": ["{move}"]}}\n'
        for move in (0, 4)
    ))  # fmt: skip
    assert "X plays 0" in plywise("review", f"{path}#1")[1]
    assert "X plays 4" in plywise("review", str(path), "tictactoe")[1]


def test_ctrl_c_prints_the_moves_that_are_done(plywise, monkeypatch):
    solve, asked = PositionAnalysis.solve, []

    def press(self, first=None):
        asked.append(first)
        if len(asked) == 3:
            raise KeyboardInterrupt
        solve(self, first)

    monkeypatch.setattr(PositionAnalysis, "solve", press)
    code, out, err = plywise("review", MISTAKES)
    assert code == 130
    assert "9. X plays 6: best" in out
    assert "7. X" not in out
    assert err == "interrupted: 2 moves of 9 reviewed\n"


@pytest.mark.parametrize(
    ("content", "words", "says"),
    [
        ("", [], "game"),
        ("x", [], "game"),
        ("{", [], "JSON"),
        ('{"plywise": "game record", "game": "tictactoe", "start": ".........", "moves": ["0", "0"]}', [], "move 2"),
        ('{"plywise": "game record", "game": "x.py:Game", "start": "", "moves": []}', [], "name the game"),
        ('{"plywise": "game record", "game": "tictactoe", "start": "", "moves": []}', ["nim"], "tictactoe"),
        ("1. e4 e9 *", [], "name the game"),
    ],
)
def test_a_file_that_is_no_game_is_refused(plywise, tmp_path, content, words, says):
    path = tmp_path / "game"
    path.write_text(content)
    code, out, err = plywise("review", str(path), *words)
    assert (code, out) == (2, "")
    assert says in err
    assert str(path) in err
    assert err.count("\n") == 1


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--time", "0"], "time"),
        (["--nodes", "0"], "nodes"),
        (["--side", "X"], "'X'"),
        (["--engine", "steam"], "steam"),
        (["nosuchgame"], "nosuchgame"),
    ],
)
def test_bad_options_are_refused(plywise, words, says):
    code, out, err = plywise("review", MISTAKES, *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1


def test_a_file_that_is_not_there_is_named(plywise):
    code, out, err = plywise("review", "/nosuch/file")
    assert (code, out) == (2, "")
    assert "/nosuch/file" in err
