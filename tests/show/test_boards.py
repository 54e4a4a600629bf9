"""Boards as they are drawn: discs, dark squares, and what is written on them."""

import xml.etree.ElementTree as ElementTree

import pytest

import plywise as pw
from plywise.game import play_moves
from plywise.show.boards import draw_big_board
from plywise.show.node_views import board_of
from plywise.show.shapes import Disc, Line, Text
from plywise.show.svg import draw_svg
from plywise.show.text import draw_board
from plywise.show.tikz import draw_tikz


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


def test_every_disc_has_a_letter_in_text():
    for name in ("connect4", "othello", "checkers", "go", "breakthrough"):
        game = pw.make(name)
        state = play_moves(game, game.initial(), "4" if name == "connect4" else "c3" if name == "go" else "")
        for row in board_of(game, state):
            assert all(cell.mark for cell in row if cell.disc)
        assert draw_board(game, state)
