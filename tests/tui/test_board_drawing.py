"""Boards as lines of text: what their cells are called, where they stand, and how one goes along them."""

import pytest

from plywise.game.cells import Cell
from plywise.games import make
from plywise.play.board_view import describe_board, describe_cell
from plywise.play.ongoing import OngoingGame
from plywise.tui.board_drawing import BoardDrawing, Marks
from tests.helpers.paths import ROOT

HEX = f"{ROOT}/examples/hex.py:Hex"


def drawn(drawing, **marks):
    return ["".join(run.text for run in line).rstrip() for line in drawing.lines(Marks(**marks))]


def board_of(*rows, **around):
    empty = {"left": [], "top": [], "bottom": [], "beside": [], "grid": False, "position": ""}
    return empty | {"rows": [[describe_cell(cell) for cell in row] for row in rows]} | around


def test_names_that_labels_only_tell_by_chance_are_shown():
    """In the cube, 10 stands in the column 1 and the row 0."""
    lines = drawn(BoardDrawing(describe_board(OngoingGame(make("cube")))))
    assert lines[1].split() == ["0", "0", "1", "2", "9", "10", "11", "18", "19", "20"]


def test_hexagons_lie_half_a_cell_apart():
    drawing = BoardDrawing(describe_board(OngoingGame(make(HEX))))
    assert drawn(drawing, cursor=drawing.middle()) == [
        "   a   b   c   d",
        "1  a1  b1  c1  d1",
        "2    a2  b2  c2  d2",
        "3      a3  b3 [c3] d3",
        "4        a4  b4  c4  d4",
        "         a   b   c   d",
    ]


@pytest.mark.parametrize("game", [HEX, "chess", "kalah", "cube"])
@pytest.mark.parametrize("flipped", [False, True])
def test_each_cell_is_found_where_it_stands_and_reached_by_steps(game, flipped):
    drawing = BoardDrawing(describe_board(OngoingGame(make(game))), flipped)
    places = [
        (row, column) for row, cells in enumerate(drawing.rows) for column in range(len(cells))
        if game != HEX or cells[column].get("x")
    ]  # fmt: skip
    for place in places:
        x, y = drawing.corner_of(place)
        assert {drawing.place_at(x + across, y) for across in range(drawing.width)} == {place}
    reached, found = set(), [drawing.middle()]
    while found:
        here = found.pop()
        reached.add(here)
        steps = [drawing.step(here, *step) for step in ((-1, 0), (1, 0), (0, -1), (0, 1))]
        found += [each for each in steps if each not in reached]
    assert reached == set(places)


def test_wide_letters_keep_the_columns():
    lines = drawn(BoardDrawing(board_of([Cell("黑"), Cell("白")], [Cell("x"), Cell("黑")])), cursor=(0, 1))
    assert lines == [" 黑  [白]", " x    黑"]


def test_letters_that_move_the_cursor_are_escaped():
    board = board_of([Cell("\x1b[2J")], left=["\r"], beside=["\x07"])
    assert not any(ord(letter) < 32 for line in drawn(BoardDrawing(board)) for letter in line)
