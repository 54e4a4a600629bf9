"""plywise puzzles: each line is a puzzle that `solve` confirms; fewer than asked for is said, and exit code 1."""

import json

import pytest

from plywise.teach.puzzles.prover import PuzzleProver


def test_each_puzzle_has_one_answer(answers, answer):
    found = answers("puzzles", "tictactoe", "--number", "10", "--seed", "2")
    assert len(found) == 10
    for puzzle in found:
        solution = answer("solve", "tictactoe", "--position", puzzle["position"])
        assert [puzzle["best"]] == solution["best"]
        assert (puzzle["value"], puzzle["distance"]) == (solution["value"], solution["distance"])
        assert puzzle["difficulty"] >= 2
        assert puzzle["proof"]["others"]


def test_answers_come_behind_the_puzzles_or_not_at_all(plywise):
    words = ("puzzles", "tictactoe", "--number", "2", "--seed", "1")
    code, out, err = plywise(*words)
    assert (code, err) == (0, "")
    puzzles, rule, answers = out.partition("-" * 40)
    assert rule
    assert puzzles.index("1. ") < puzzles.index("2. ")
    assert "Only" not in puzzles
    assert answers.count("Only") == 2
    _, without, _ = plywise(*words, "--no-answers")
    assert without == puzzles


def test_fewer_than_asked_for_is_said_in_one_line(plywise):
    code, out, err = plywise("puzzles", "tictactoe", "--number", "500", "--difficulty", "4", "--json")
    found = [json.loads(line) for line in out.splitlines()]
    assert code == 1
    assert 0 < len(found) < 500
    assert {puzzle["difficulty"] for puzzle in found} == {4}
    assert err == f"tictactoe: {len(found)} puzzles of 500: there are no more of this difficulty\n"


@pytest.mark.slow
def test_a_difficulty_that_no_puzzle_has_yields_none(plywise):
    code, out, err = plywise("puzzles", "tictactoe", "--difficulty", "60-")
    assert (code, out) == (1, "")
    assert err == "tictactoe: 0 puzzles of 10: there are no more of this difficulty\n"


def test_puzzles_go_to_a_file(plywise, tmp_path):
    path = tmp_path / "puzzles.jsonl"
    code, out, _ = plywise("puzzles", "tictactoe", "--number", "3", "--json", "--out", str(path))
    assert (code, out) == (0, "")
    assert len([json.loads(line) for line in path.read_text().splitlines()]) == 3


def test_ctrl_c_prints_what_was_found(plywise, monkeypatch):
    asked = []
    prove = PuzzleProver.prove

    def press(self, state):
        asked.append(state)
        if len(asked) == 60:
            raise KeyboardInterrupt
        return prove(self, state)

    monkeypatch.setattr(PuzzleProver, "prove", press)
    code, out, err = plywise("puzzles", "tictactoe", "--number", "100", "--json")
    assert code == 130
    assert out.count("\n") >= 1
    assert err.endswith("of 100: interrupted\n")
    assert "Traceback" not in err


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["--number", "0"], "number"),
        (["--number", "x"], "'x'"),
        (["--difficulty", "x"], "'x'"),
        (["--difficulty", "3-x"], "'3-x'"),
        (["--difficulty", ""], "''"),
        (["--difficulty", "-3"], "'-3'"),
        (["--difficulty", "0"], "difficulty"),
        (["--difficulty", "5-3"], "difficulty"),
        (["--difficulty", "²-3"], "'²-3'"),
        (["--time", "0"], "time"),
        (["--time", "nan"], "time"),
        (["--out", "/nosuchfolder/x"], "/nosuchfolder"),
    ],
)
def test_bad_input_is_refused_in_one_line(plywise, words, says):
    code, out, err = plywise("puzzles", "tictactoe", *words)
    assert (code, out) == (2, "")
    assert says in err
    assert err.count("\n") == 1
    assert "Traceback" not in err
