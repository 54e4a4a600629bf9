"""plywise count, from outside."""

import re

import pytest

from tests.helpers.program import interrupted

NODES_BY_PLY = [1, 9, 72, 504, 3024, 15120, 54720, 148176, 200448, 127872]


def test_tic_tac_toe_is_counted_to_its_end(answer):
    found = answer("count", "tictactoe", "--plies", "all")
    assert set(found) >= {"plies", "nodes_by_ply", "terminal_by_ply", "complete_games", "time_s"}
    assert "divide" not in found
    assert (found["nodes_by_ply"], found["complete_games"], found["plies"]) == (NODES_BY_PLY, 255_168, 9)
    assert found["terminal_by_ply"] == [0, 0, 0, 0, 0, 1440, 5328, 47952, 72576, 127872]
    assert found["time_s"] > 0


@pytest.mark.parametrize("plies", range(10))
def test_counting_to_a_ply(answer, plies):
    found = answer("count", "tictactoe", "--plies", plies)
    assert (found["plies"], found["nodes_by_ply"]) == (plies, NODES_BY_PLY[: plies + 1])
    assert found["complete_games"] == (255_168 if plies == 9 else None)


def test_counting_beyond_the_end(answer):
    found = answer("count", "tictactoe", "--plies", "12")
    assert (found["nodes_by_ply"], found["complete_games"]) == ([*NODES_BY_PLY, 0, 0, 0], 255_168)


def test_counting_from_a_position(answer):
    assert answer("count", "tictactoe", "--plies", "2", "--moves", "0 4")["nodes_by_ply"] == [1, 7, 42]
    over = answer("count", "tictactoe", "--plies", "all", "--position", "XXXOO....", "--divide")
    assert (over["nodes_by_ply"], over["complete_games"], over["divide"]) == ([1], 1, {})


def test_counting_nim_by_hand(answer):
    # 1-2: three first moves lead to 0-2, 1-1 and 1-0, which leave 2, 2 and 1 moves; 0-2 by one leaves one more.
    found = answer("count", "nim:heaps=1-2", "--plies", "all")
    assert (found["nodes_by_ply"], found["terminal_by_ply"]) == ([1, 3, 5, 3], [0, 0, 2, 3])


def test_count_in_words(plywise):
    code, out, err = plywise("count", "tictactoe", "--plies", "all", "--divide")
    assert (code, err) == (0, "")
    for number in (*NODES_BY_PLY, 255_168, 27_732, 25_872, 29_592):
        assert re.search(rf"\b{number:,}\b", out)


def test_the_last_ply_of_a_game_that_ends_without_moves_is_counted_without_its_ends(plywise):
    code, out, err = plywise("count", "chess", "--plies", "2", "--divide", "--engine", "reference")
    lines = out.splitlines()
    assert (code, err) == (0, "")
    assert lines[:3] == [
        "ply 0: 1 node, 0 of them the end of a game",
        "ply 1: 20 nodes, 0 of them the end of a game",
        "ply 2: 400 nodes",
    ]
    assert len(lines) == 23


def test_divide_shares_out_the_last_ply(answer):
    shares = answer("count", "tictactoe", "--plies", "3", "--divide")["divide"]
    assert shares == dict.fromkeys(map(str, range(9)), 56)
    for plies, total in (("all", 255_168), ("9", NODES_BY_PLY[9]), ("1", 9)):
        found = answer("count", "tictactoe", "--plies", plies, "--divide")
        assert sum(found["divide"].values()) == total


@pytest.mark.slow
def test_ctrl_c_ends_a_count():
    code, out, err = interrupted("count", "nim:heaps=19-19-19", "--plies", "all")
    assert (code, out) == (130, "")
    assert "Traceback" not in err
