"""What a layout hands to the views that draw boards."""

from enum import Enum

import pytest

import plywise as pw
from plywise.board import Grid, Hex, Hexagon
from plywise.game import Cell, Coordinates
from plywise.show.text import draw_board
from tests.board.layouts import ALL


class Piece(Enum):
    KING = "k"


@pytest.mark.parametrize("layout", ALL, ids=repr)
def test_every_cell_is_drawn_once_in_its_row(layout):
    board = tuple(f"v{cell}" for cell in range(layout.size))
    rows = layout.cells(board)
    assert len(rows) == layout.rows
    assert len({len(row) for row in rows}) == 1
    for number, row in enumerate(rows):
        marks = [cell.mark for cell in row if cell.mark]
        assert marks == [board[cell] for cell in range(layout.size) if layout.row_of[cell] == number]


def test_players_numbers_and_characters_have_marks_of_their_own():
    board = Grid(1, 8)
    marks = [cell.mark for cell in board.cells((1, -1, 0, None, ".", "", "k", 7))[0]]
    assert marks == ["X", "O", "", "", "", "", "k", "7"]
    assert [cell.mark for cell in board.cells("XO.k -_b")[0]] == ["X", "O", "", "k", "", "", "", "b"]
    marks = [cell.mark for cell in board.cells((1, 2, 0, 1, 2, 0, 1, 3), marks={1: "a", 2: "b", 0: ""})[0]]
    assert marks == ["a", "b", "", "a", "b", "", "a", "3"]
    assert [cell.mark for cell in Grid(1, 3).cells((True, False, Piece.KING))[0]] == ["X", "", "KING"]


def test_discs_names_and_dark_squares():
    board = Grid(2, 2)
    discs = {"b": "black", "w": "white"}
    rows = board.cells("b..w", discs=discs, playable=[0, 1], chequered=True)
    assert rows == [
        [Cell("b", disc="black"), Cell("", action="b2", dark=True)],
        [Cell("", dark=True), Cell("w", disc="white")],
    ]
    whole = Grid(8, 8).cells("." * 64, chequered=True)
    assert whole[7][0].dark  # a1
    assert not whole[7][7].dark
    assert sum(cell.dark for row in whole for cell in row) == 32


def test_a_board_is_made_of_sets():
    board = Grid(2, 2)
    assert board.board_of({"X": 0b1001, "O": 0b10}) == "XO.X"
    assert board.cells({"X": 0b1001, "O": 0b10}) == board.cells("XO.X")
    with pytest.raises(pw.InputError, match=r"^b2 has both X and O$"):
        board.board_of({"X": 0b11, "O": 0b10})
    assert Grid(8, 8).board_of({"X": -1}) == "X" * 64


def test_coordinates():
    assert Grid(2, 3).coordinates() == Coordinates(["2", "1"], ["a", "b", "c"], ["a", "b", "c"])
    assert Grid(2, 3, a1="top right").coordinates() == Coordinates(["1", "2"], ["c", "b", "a"], ["c", "b", "a"])


class OnABoard(pw.Game):
    """A game that draws what it is given."""

    def __init__(self, layout, position, playable=(), grid=False):
        self.layout, self.position, self.playable, self.grid = layout, position, playable, grid

    def initial(self):
        return 0

    def player(self, state):
        return pw.MAX

    def actions(self, state):
        return [0]

    def result(self, state, action):
        return 1

    def terminal(self, state):
        return state == 1

    def utility(self, state):
        return 0

    def cells(self, state):
        return self.layout.cells(self.position, playable=self.playable)

    def coordinates(self):
        return self.layout.coordinates()


def drawn(*arguments, **named):
    return draw_board(OnABoard(*arguments, **named), 0, coordinates=True).splitlines()


def test_a_rhombus_leans_to_the_right():
    assert drawn(Hex(3, 3), "X..OX...O") == [
        "  a   b   c",
        "1 X   .   .",
        "2   O   X   .",
        "3     .   .   O",
        "      a   b   c",
    ]


def test_a_hexagon():
    assert drawn(Hexagon(2), "X.OX..O") == ["3   X   .", "2 O   X   .", "1   .   O"]


def test_a_grid_with_the_names_of_the_cells_to_play():
    assert drawn(Grid(2, 2), "X...", playable=[1, 3], grid=True) == [
        "   a    b",
        "2  X  | b2",
        "  ----+----",
        "1     | b1",
        "   a    b",
    ]
