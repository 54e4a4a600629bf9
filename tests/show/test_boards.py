"""Boards as they are drawn: discs, dark squares, and what is written on them."""

import xml.etree.ElementTree as ElementTree

import pytest

import plywise as pw
from plywise.board import Hex, Hexagon
from plywise.game import Cell, Coordinates, play_moves
from plywise.game.cells import changed_cells
from plywise.show.boards import draw_big_board
from plywise.show.node_views import board_of
from plywise.show.pieces import FIGURES, draw_piece
from plywise.show.png import draw_png
from plywise.show.shapes import Curve, Disc, Drawing, Group, Line, Text
from plywise.show.svg import draw_svg
from plywise.show.text import draw_board
from plywise.show.tikz import draw_tikz
from plywise.show.trace_drawing import draw_trace_picture


def drawn(name, position=None, moves=""):
    game = pw.make(name)
    state = game.initial() if position is None else game.parse_state(position)
    return draw_big_board(board_of(game, play_moves(game, state, moves)), game.grid, name)


def discs(drawing):
    return [item.role for item in drawing.items() if isinstance(item, Disc)]


@pytest.mark.parametrize(
    ("name", "moves", "wanted"),
    [
        ("connect4", "4 4 4", {"disc yellow": 2, "disc red": 1}),
        ("othello", "", {"disc black": 2, "disc white": 2}),
        ("go", "c3 b2 d4", {"disc black": 2, "disc white": 1}),
        ("checkers", "", {"disc black": 12, "disc white": 12}),
        ("breakthrough", "", {"disc black": 16, "disc white": 16}),
        ("tictactoe", "4", {}),
    ],
)
def test_pieces_that_are_discs_are_drawn_as_discs(name, moves, wanted):
    drawing = drawn(name, moves=moves)
    assert {role: discs(drawing).count(role) for role in set(discs(drawing))} == wanted
    svg = ElementTree.fromstring(draw_svg(drawing))
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}circle"))) == sum(wanted.values())
    assert draw_tikz(drawing).count("circle[radius=") == sum(wanted.values())


def test_dark_squares_kings_and_numbers():
    drawing = drawn("checkers", "B:W21,22,K5:B1,2,K28")
    items = list(drawing.items())
    dark = [item for item in items if isinstance(item, Line) and item.role == "dark"]
    assert len(dark) == 32
    discs = [item for item in items if isinstance(item, Disc)]
    assert all(any(square.box()[0] < disc.x < square.box()[2] for square in dark) for disc in discs)
    signs = [item.role for item in items if isinstance(item, Text) and item.text == "K"]
    assert sorted(signs) == ["sign-black", "sign-white"]
    numbers = {item.text for item in items if isinstance(item, Text) and item.role == "playable"}
    assert numbers == {str(number) for number in range(1, 33)} - {"21", "22", "5", "1", "2", "28"}


ROOKS_AND_KINGS = "r3k3/8/8/8/8/8/8/4K2R w - - 0 1"


@pytest.mark.parametrize("colour", ["white", "black"])
@pytest.mark.parametrize("figure", FIGURES)
@pytest.mark.parametrize("cell", [8.0, 20.0, 80.0])
def test_a_piece_lies_within_its_cell_and_fills_most_of_it(colour, figure, cell):
    boxes = [stroke.box() for stroke in draw_piece(f"{colour} {figure}", 100.0, 50.0, cell)]
    left, top, right, bottom = (min(each[0] for each in boxes), min(each[1] for each in boxes),
                                max(each[2] for each in boxes), max(each[3] for each in boxes))  # fmt: skip
    assert 100 - cell / 2 <= left < right <= 100 + cell / 2
    assert 50 - cell / 2 <= top < bottom <= 50 + cell / 2
    assert bottom - top > 0.75 * cell
    assert abs((left + right) / 2 - 100) < 0.03 * cell


def test_pieces_are_drawn_instead_of_their_letters():
    drawing = drawn("chess", ROOKS_AND_KINGS)
    curves = [item.role for item in drawing.items() if isinstance(item, Curve)]
    assert {"piece white", "piece black", "piece on-white", "piece on-black"} == set(curves)
    assert not [item for item in drawing.items() if isinstance(item, Text)]
    assert len([item for item in drawing.items() if isinstance(item, Line) and item.role == "dark"]) == 32
    svg = ElementTree.fromstring(draw_svg(drawing))
    assert len(list(svg.iter("{http://www.w3.org/2000/svg}path"))) == len(curves)
    assert draw_tikz(drawing).count(".. controls") > len(curves)


def test_pieces_look_different_at_twenty_pixels():
    pictures = set()
    for piece in (f"{colour} {figure}" for colour in ("white", "black") for figure in FIGURES):
        drawing = Drawing(20, 20, "", "", [Group("piece", "piece", tuple(draw_piece(piece, 10, 10, 20)))])
        pictures.add(draw_png(drawing, scale=1))
    assert len(pictures) == 12


def test_black_stands_above_white_and_a1_is_dark():
    rows = board_of(pw.make("chess"), pw.make("chess").initial())
    assert [rows[0][4].piece, rows[7][4].piece, rows[6][0].piece] == ["black king", "white king", "white pawn"]
    assert rows[7][0].dark
    assert not rows[7][7].dark
    after = play_moves(pw.make("chess"), pw.make("chess").initial(), "e2e4")
    assert board_of(pw.make("chess"), after)[4][4].piece == "white pawn"


def test_in_text_labels_stand_around_a_board_whose_cells_name_no_moves():
    chess, othello = pw.make("chess"), pw.make("othello")
    lines = draw_board(chess, chess.initial()).splitlines()
    assert [line[0] for line in lines[:-1:2]] == list("87654321")
    assert lines[-1].split() == list("abcdefgh")
    assert draw_board(chess, chess.initial(), coordinates=False).splitlines() == [line[2:] for line in lines[:-1]]
    assert draw_board(othello, othello.initial()) == draw_board(othello, othello.initial(), coordinates=False)


def test_every_disc_has_a_letter_in_text():
    for name in ("connect4", "othello", "checkers", "go", "breakthrough"):
        game = pw.make(name)
        state = play_moves(game, game.initial(), "4" if name == "connect4" else "c3" if name == "go" else "")
        for row in board_of(game, state):
            assert all(cell.mark for cell in row if cell.disc)
        assert draw_board(game, state)


@pytest.mark.parametrize("layout", [Hex(1, 1), Hex(3, 4), Hex(12, 2), Hexagon(1), Hexagon(3)], ids=repr)
@pytest.mark.parametrize("coordinates", [False, True])
def test_hexagons_meet_at_their_sides_and_lie_within_the_drawing(layout, coordinates):
    around = layout.coordinates() if coordinates else Coordinates()
    drawing = draw_big_board(layout.cells(("X",) * layout.size), False, "", coordinates=around)
    cells = [item for item in drawing.items() if isinstance(item, Line) and item.role == "board"]
    corners = [{(round(x, 6), round(y, 6)) for x, y in cell.points} for cell in cells]
    assert [len(each) for each in corners] == [6] * layout.size
    for cell in range(layout.size):
        for other in range(layout.size):
            shared = 6 if cell == other else 2 if other in layout.neighbours[cell] else 0
            assert len(corners[cell] & corners[other]) == shared
    marks = [item for item in drawing.items() if isinstance(item, Text) and item.role == "mark"]
    middles = [(cell.box()[0] + cell.box()[2]) / 2 for cell in cells]
    assert [mark.x for mark in marks] == pytest.approx(middles)
    assert all(left >= 0 and right <= drawing.width for left, _, right, _ in (item.box() for item in drawing.items()))
    assert all(top >= 0 and bottom <= drawing.height for _, top, _, bottom in (item.box() for item in drawing.items()))
    labels = [item for item in drawing.items() if isinstance(item, Text) and item.role == "coordinate"]
    boxes = [cell.box() for cell in cells]
    assert not [label for label in labels if any(_overlap(label.box(), box) for box in boxes)]


def _overlap(one, other):
    return one[0] < other[2] and other[0] < one[2] and one[1] < other[3] and other[1] < one[3]


def coordinates_drawn(drawing):
    return [item.text for item in drawing.items() if isinstance(item, Text) and item.role == "coordinate"]


@pytest.mark.parametrize(
    ("name", "wanted"),
    [
        ("connect4", "1234567"),
        ("tictactoe", "012012"),
        ("go:size=3", "321abcabc"),
        ("breakthrough:rows=5,columns=4", "54321abcdabcd"),
        ("othello:size=4", "1234abcdabcd"),
        ("kalah:houses=2", ["MIN", "MAX", "store", "2", "1", "1", "2", "store"]),
        ("checkers", ["1-4", "5-8", "9-12", "13-16", "17-20", "21-24", "25-28", "29-32"]),
        ("chess", "87654321abcdefgh"),
        ("cube", "012012012012"),
        ("nim", ""),
    ],
)
def test_boards_carry_the_game_s_coordinates(name, wanted):
    game = pw.make(name)
    drawing = draw_big_board(board_of(game, game.initial()), game.grid, name, coordinates=game.coordinates())
    assert coordinates_drawn(drawing) == list(wanted)
    assert all(left >= 0 and right <= drawing.width for left, _, right, _ in (item.box() for item in drawing.items()))
    assert all(top >= 0 and bottom <= drawing.height for _, top, _, bottom in (item.box() for item in drawing.items()))
    position = pw.position(game)
    assert position.svg() != position.svg(coordinates=False) or not wanted
    assert position.tikz().count("text=pwsoft") - position.tikz(coordinates=False).count("text=pwsoft") == len(wanted)


def test_each_label_stands_at_its_row_or_column():
    drawing = draw_big_board(((Cell("x"), Cell("y")),) * 3, True, "", coordinates=Coordinates("321", "ab", ["", "B"]))
    items = list(drawing.items())
    board = next(item.box() for item in items if isinstance(item, Line) and item.closed)
    labels = {item.text: item for item in items if isinstance(item, Text) and item.role == "coordinate"}
    marks = [item for item in items if isinstance(item, Text) and item.role == "mark"]
    assert all(labels[each].box()[2] <= board[0] for each in "321")
    assert [labels[each].box()[3] <= board[1] for each in "ab"] == [True, True]
    assert labels["B"].box()[1] >= board[3]
    assert (labels["a"].x, labels["b"].x, labels["B"].x) == (marks[0].x, marks[1].x, marks[1].x)
    assert [abs(labels[each].y - marks[2 * row].y) < 8 for row, each in enumerate("321")] == [True] * 3


def test_of_the_boards_at_a_tree_s_nodes_the_root_s_has_the_coordinates():
    game = pw.make("tictactoe")
    trace = pw.trace(game, game.parse_state("XOXXO.O.."))
    for drawing in (draw_trace_picture(trace), *trace.steps()):
        assert coordinates_drawn(drawing) == list("012012")
        root = next(group for group in drawing.groups if group.name == "n0")
        assert coordinates_drawn(Drawing(0, 0, "", "", [root])) == list("012012")


def test_a_piece_that_is_a_disc_alone_is_a_change():
    before, after = ((Cell(""), Cell("")),), ((Cell("", disc="red"), Cell("")),)
    assert changed_cells(before, after) == {(0, 0)}
    assert changed_cells(after, ((Cell("", disc="red", sign="K"), Cell("")),)) == {(0, 0)}
    assert changed_cells(None, after) == changed_cells(after, after) == frozenset()
