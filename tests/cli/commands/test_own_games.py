"""Games as people first write them, at the command line: drawn, typed, played, and refused in one line."""

import json

import pytest

from tests.helpers.paths import TESTS

FILE = TESTS / "helpers/plain_games.py"


def game(name):
    return f"{FILE}:{name}"


def test_a_game_without_a_method_for_people_is_shown(plywise):
    code, out, err = plywise("show", game("Rows"), "--moves", "b2 (0,2)")
    assert (code, err) == (0, "")
    assert out.splitlines() == [
        "3    |   | O",
        "  ---+---+---",
        "2    | X |",
        "  ---+---+---",
        "1    |   |",
        "   a   b   c",
        "",
        "X (black) is MAX, O (white) is MIN",
        "turn='X'",
        "",
        "Rows, board=(('.', '.', 'O'), ('.', 'X', '.'), ('.', '.', '.')),turn='X'",
        "MAX to move: a3 b3 a2 c2 a1 b1 c1",
    ]


def test_labels_may_be_left_out(plywise):
    _, out, _ = plywise("show", game("Rows"), "--coordinates", "no")
    assert out.startswith("   |   |\n---+---+---\n")
    _, out, _ = plywise("show", game("Rows"), "--json")
    assert json.loads(out)["board"].startswith("   |   |\n---+---+---\n")
    _, out, _ = plywise("search", game("Rows"), "--depth", "1", "--engine", "reference")
    assert out.startswith("3    |   |\n  ---+---+---\n")


def test_a_position_shown_can_be_typed(plywise):
    _, out, _ = plywise("show", game("Dominoes"), "--moves", "a3-a2")
    position = out.splitlines()[-2].removeprefix("Dominoes, ")
    code, again, err = plywise("show", game("Dominoes"), "--position", position)
    assert (code, again, err) == (0, out, "")
    code, out, err = plywise("show", game("Dominoes"), "--position", "free=exit(3),turn=Turn.UP")
    assert (code, out) == (2, "")
    assert err == "plywise: field free: exit(3) is not a plain value; it should look like " + err.partition("like ")[2]


@pytest.mark.slow_with("words1")
@pytest.mark.parametrize("words", [["search"], ["solve"], ["explain"], ["count", "--plies", "2"]])
def test_what_cannot_be_hashed_is_frozen(plywise, words):
    code, out, err = plywise(words[0], game("OfDicts"), *words[1:])
    assert code == 0
    assert "cannot be hashed" not in err
    assert out


def test_check_examines_frozen_states(plywise):
    code, out, _ = plywise("check", game("OfDicts"), "--compiled", "0")
    assert (code, "laws hold" in out) == (0, True)


def test_play_lists_many_moves_once_and_in_groups(plywise):
    typed = "a1\nlegal\nnonsense\nb1\nquit\n"
    code, out, err = plywise("play", f"{FILE}:Wide", "--min", "random:seed=1", stdin=typed)
    assert (code, err) == (0, "")
    assert out.count("MAX to move, 36 moves:") == 1
    assert "\n  a6 a5 a4 a3 a2 a1\n  b6" in out
    assert out.count("MAX to move (legal: list moves, ?: help): ") == 4
    assert out.count("\n  b6 b5") == 2  # at first, and when asked for
    assert "'nonsense' is not a legal action; legal: " in out
    assert "(10 more). Try again." in out


@pytest.mark.slow
def test_play_says_once_below_the_board_that_the_engine_is_blind(capsys, monkeypatch):
    from plywise.cli.program import run
    from plywise.engines.search_warnings import forget_search_warnings

    forget_search_warnings()
    assert run(["play", game("Ring"), "--max", "engine:depth=1", "--min", "engine:depth=1"]) == 0
    said = capsys.readouterr()
    assert said.err.count("no evaluation") == 1
    assert "Ring: no evaluation: beyond the horizon it sees nothing (here after 1 ply)" in said.err
    forget_search_warnings()
