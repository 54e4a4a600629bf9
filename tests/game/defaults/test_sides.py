"""Whose men stand on a board: discs where each side has one letter, letters where that is not so."""

from enum import Enum
from typing import NamedTuple

import pytest

import plywise as pw
from plywise.game.defaults.looks import men_looks, side_discs, side_marks
from plywise.game.defaults.sides import sides_of, token_of
from plywise.games import make
from tests.helpers.paths import EXAMPLES, ROOT


class Marks(pw.Game):
    """Three in a row with any two marks, on a board that is empty or not."""

    marks = ("X", "O")
    empty = "."

    def initial(self):
        return (self.empty,) * 9, 1

    def player(self, state):
        return state[1]

    def actions(self, state):
        return [cell for cell, mark in enumerate(state[0]) if mark == self.empty]

    def result(self, state, action):
        board, player = state
        mark = self.marks[0 if player == 1 else 1]
        return (*board[:action], mark, *board[action + 1 :]), -player

    def terminal(self, state):
        return self.empty not in state[0]

    def utility(self, state):
        return 0


def marked(first, second, empty=".", names=None):
    more = {} if names is None else {"player_names": {pw.MAX: names[0], pw.MIN: names[1]}}
    return type("Marked", (Marks,), {"marks": (first, second), "empty": empty} | more)()


class Colour(Enum):
    EMPTY = 0
    GOLD = 1
    SILVER = 2


class Lean(Enum):
    LEFT = "L"
    RIGHT = "R"


@pytest.mark.parametrize(
    ("first", "second", "empty", "discs", "marks"),
    [
        ("X", "O", ".", ("black", "white"), ("X", "O")),
        ("O", "X", " ", ("black", "white"), ("O", "X")),
        ("x", "o", "-", ("black", "white"), ("x", "o")),
        ("W", "B", "", ("white", "black"), ("W", "B")),
        ("b", "w", ".", ("black", "white"), ("b", "w")),
        ("R", "Y", ".", ("red", "yellow"), ("R", "Y")),
        ("r", "b", None, ("red", "black"), ("r", "b")),
        ("○", "●", ".", ("white", "black"), ("○", "●")),
        ("1", "2", "0", ("black", "white"), ("1", "2")),
        (1, -1, 0, ("black", "white"), ("X", "O")),
        (2, 1, 0, ("black", "white"), ("X", "O")),
        (-1, 1, 0, ("black", "white"), ("X", "O")),
        (Colour.GOLD, Colour.SILVER, Colour.EMPTY, ("black", "white"), ("G", "S")),
        (Lean.LEFT, Lean.RIGHT, None, ("black", "white"), ("L", "R")),
        ("A", "B", "e", ("black", "white"), ("A", "B")),
        ("#", "o", ".", ("black", "white"), ("#", "o")),
    ],
)
def test_one_letter_of_each_side_is_a_disc(first, second, empty, discs, marks):
    game = marked(first, second, empty)
    state = game.result(game.result(game.initial(), 0), 4)
    rows = game.cells(state)
    assert (rows[0][0].disc, rows[1][1].disc, rows[2][2].disc) == (*discs, "")
    assert (rows[0][0].mark, rows[1][1].mark, rows[2][2].mark) == (*marks, "")
    assert side_discs(game) == dict(zip((1, -1), discs, strict=True))
    assert game.beside(state)[0] == f"{marks[0]} ({discs[0]}) is MAX, {marks[1]} ({discs[1]}) is MIN"


@pytest.mark.parametrize(
    ("first", "second"), [("XX", "OO"), ("ab", "cd"), (3, 4), (1, 3), ("1", "3"), ("3", "4"), (("w", "k"), ("b", "k"))]
)
def test_words_and_other_numbers_stay(first, second):
    game = marked(first, second)
    state = game.result(game.result(game.initial(), 0), 4)
    assert sides_of(game) is None
    assert not any(cell.disc for row in game.cells(state) for cell in row)
    assert game.cells(state)[0][0].mark


def test_players_named_after_colours_choose_them_and_need_no_legend():
    game = marked("X", "O", names=("White", "Red"))
    assert side_discs(game) == {1: "white", -1: "red"}
    assert "is" not in " ".join(game.beside(game.initial()))
    assert side_marks(game) == {1: "X", -1: "O"}


def test_letters_that_both_sides_place_are_no_sides():
    class OrderAndChaos(Marks):
        def actions(self, state):
            return [(cell, mark) for cell in super().actions(state) for mark in "XO"]

        def result(self, state, action):
            board, player = state
            return (*board[: action[0]], action[1], *board[action[0] + 1 :]), -player

    assert sides_of(OrderAndChaos()) is None


class Pieces(pw.Game):
    """Men that step forward on a board of rows, whatever letters they have."""

    rows = ("",)

    class State(NamedTuple):
        board: tuple
        first: bool

    def initial(self):
        return self.State(self.rows, True)

    def player(self, state):
        return pw.MAX if state.first else pw.MIN

    def actions(self, state):
        mine, step = (self.mine[0], -1) if state.first else (self.mine[1], 1)
        return [
            ((r, c), (r + step, c))
            for r, row in enumerate(state.board)
            for c, man in enumerate(row)
            if man in mine and 0 <= r + step < len(state.board) and state.board[r + step][c] not in mine
        ]

    def result(self, state, action):
        (r, c), (to, _) = action
        rows = [list(row) for row in state.board]
        rows[r][c], rows[to][c] = ".", rows[r][c]
        return self.State(tuple("".join(row) for row in rows), not state.first)

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return 0


@pytest.mark.parametrize(
    ("rows", "mine", "looks"),
    [
        (("bbb", "...", "www"), ("w", "b"), {"w": ("white", ""), "b": ("black", "")}),
        (("ppp", "...", "PPP"), ("P", "p"), {"P": ("black", ""), "p": ("white", "")}),
        (("DKD", "...", "AAA"), ("A", "DK"), {"A": ("black", ""), "D": ("white", ""), "K": ("white", "K")}),
        (("bBb", "...", "wwW"), ("wW", "bB"),
         {"w": ("white", ""), "W": ("white", "W"), "b": ("black", ""), "B": ("black", "B")}),
        (("rnk", "ppp", "...", "PPP", "RNK"), ("PRNK", "prnk"), {}),
        (("k.p", "...", "KPP"), ("KP", "kp"), {}),
        (("k..", "...", "K.P"), ("K", "k"), {}),  # a pawn that never moves
        (("♟♟♟", "...", "♙♙♙"), ("♙", "♟"), {"♙": ("black", ""), "♟": ("white", "")}),
        (("♜♟♞", "...", "♖♙♘"), ("♖♙♘", "♜♟♞"), {}),
        (("bb#", "...", "#ww"), ("w", "b"), {"w": ("white", ""), "b": ("black", "")}),
    ],
)  # fmt: skip
def test_kinds_of_men(rows, mine, looks):
    game = type("Men", (Pieces,), {"rows": rows, "mine": mine})()
    assert {token: (cell.disc, cell.sign) for token, cell in men_looks(game).items()} == looks


@pytest.mark.parametrize(
    ("text", "discs"),
    [
        (f"{EXAMPLES / 'hexapawn.py'}:Hexapawn", {1: "white", -1: "black"}),
        (f"{EXAMPLES / 'clobber.py'}:Clobber", {1: "black", -1: "white"}),
        (f"{ROOT / 'bench/untaught/lines_of_action.py'}:LinesOfAction", {1: "black", -1: "white"}),
        (f"{ROOT / 'bench/untaught/amazons.py'}:Amazons", {}),  # its sets are those of the mover, and of the other
        (f"{ROOT / 'bench/untaught/domineering.py'}:Domineering", {}),  # cells that are free
        (f"{ROOT / 'tests/data/first_written/minichess.py'}:MiniChess", {}),
        (f"{ROOT / 'tests/data/first_written/brandub.py'}:Brandub", {1: "black", -1: "white"}),
        (f"{ROOT / 'tests/data/people/mancala_copy.py'}:Mancala", {}),
        (f"{ROOT / 'tests/data/people/connect4_numpy.py'}", {1: "black", -1: "white"}),
    ],
    ids=lambda each: each.rpartition("/")[2] if isinstance(each, str) else "",
)
def test_games_that_people_wrote(text, discs):
    assert side_discs(make(text)) == discs


def test_a_rule_that_fails_costs_the_discs_alone():
    class Fails(Marks):
        def result(self, state, action):
            raise RuntimeError("not yet")

    assert sides_of(Fails()) is None
    assert Fails().cells(Fails().initial()) is not None


def test_tokens():
    assert token_of(True) is None
    assert token_of(Colour.EMPTY) is None
    assert token_of("word") is None
