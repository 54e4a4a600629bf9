"""Boards found in states that no one wrote a drawing for."""

import random
from dataclasses import dataclass
from enum import Enum
from typing import Any, ClassVar, NamedTuple

import numpy as np
import pytest

import plywise as pw
from plywise.game.defaults.boards import board_of
from plywise.show.text import draw_board
from plywise.trees.tree import Tree
from tests.helpers.plain_games import Dominoes, Endless, Flat, OfDicts, Race, Ring, Rows


class Piece(Enum):
    EMPTY = 0
    KNIGHT = 1
    KING = 2


class Mark(Enum):
    NONE = "."
    X = "X"


class Of(pw.Game):
    """A game of one state and some moves, to be drawn."""

    def __init__(self, state, actions=(0,)):
        self.state, self.moves = state, list(actions)

    def initial(self):
        return self.state

    def player(self, state):
        return pw.MAX

    def actions(self, state):
        return self.moves

    def result(self, state, action):
        return state

    def terminal(self, state):
        return False

    def utility(self, state):
        return 0


class Held(NamedTuple):
    board: Any
    side: int = 1


@dataclass(frozen=True)
class Frozen:
    cells: Any
    quiet: int = 0


class Pair(NamedTuple):
    text: str
    rows: tuple


class Two(NamedTuple):
    black: frozenset
    white: frozenset
    turn: int = 1


def marks(game):
    rows = game.cells(game.initial())
    return None if rows is None else [[cell.mark for cell in row] for row in rows]


BOARDS = {
    "rows of tuples": (Held((("X", ".", "O"),) * 2), [["X", "", "O"]] * 2),
    "rows of texts": (Held(("X.O", "...")), [["X", "", "O"], [""] * 3]),
    "rows of ints": (Held(((1, 0, -1),) * 3), [["X", "", "O"]] * 3),
    "rows of 1 and 2": (Held(((1, 0, 2),) * 3), [["X", "", "O"]] * 3),
    "codes of men": (Held(((4, 0, -2),) * 3), [["4", "", "-2"]] * 3),
    "a flat text": (Held("X.O......"), [["X", "", "O"], [""] * 3, [""] * 3]),
    "a flat tuple": (Held((0, 1, -1) * 3), [["", "X", "O"]] * 3),
    "None for nothing": (Held(((None, "k", None),) * 3), [["", "k", ""]] * 3),
    "men of two words": (Held(((None, ("w", "king"), None),) * 3), [["", "wk", ""]] * 3),
    "bools": (Held(((True, False, True),) * 2), [["#", "", "#"]] * 2),
    "enums by name": (Held(((Piece.EMPTY, Piece.KNIGHT, Piece.KING),) * 2), [["", "KNI", "KIN"]] * 2),
    "enums by value": (Held(((Mark.NONE, Mark.X, Mark.NONE),) * 2), [["", "X", ""]] * 2),
    "a dataclass": (Frozen(("ab.", "...")), [["a", "b", ""], [""] * 3]),
    "a plain tuple of fields": ((("X..", "..O"), 1), [["X", "", ""], ["", "", "O"]]),
    "the state itself": (("X..", "..O"), [["X", "", ""], ["", "", "O"]]),
    "the state itself, a text": ("X.O......", [["X", "", "O"], [""] * 3, [""] * 3]),
    "two sets of pairs": (Two(frozenset({(0, 0)}), frozenset({(1, 1)})), [["b", ""], ["", "w"]]),
    "one set of pairs": (Held(frozenset({(0, 0), (1, 1)})), [["o", ""], ["", "o"]]),
    "one row": (Held((3, 4, 5)), [["3", "4", "5"]]),
    "the largest of two": (Pair("." * 9, ("...", "...", "...", "..x")), [[""] * 3] * 3 + [["", "", "x"]]),
}


@pytest.mark.parametrize("state", BOARDS, ids=str)
def test_a_board_is_found_in_a_state(state):
    given, expected = BOARDS[state]
    assert marks(Of(given)) == expected


NO_BOARDS = {
    "numbers": Held(8),
    "a word": Held("placement"),
    "words": Held(("AS", "KD", "3H")),
    "two counters": Held((9, 9)),
    "pairs of numbers": Held(((0, 1), (2, 3), (4, 4))),
    "a pair of pairs": Held(((4, 2), (0, 2))),
    "rows of unequal length": Held(("...", "....")),
    "things of many kinds": Held(((1, "a", None),) * 3),
    "an empty tuple": Held(()),
    "fields of a state": (5, 3, 1),
    "triples in a set": Held(frozenset({(0, 1, "h")})),
    "a long row": Held((*range(100, 170), 0, 0)),
}


@pytest.mark.parametrize("state", NO_BOARDS, ids=str)
def test_what_is_no_board_is_not_drawn(state):
    assert marks(Of(NO_BOARDS[state])) is None


def test_a_game_s_own_sizes_give_a_flat_board_its_shape():
    class Sized(Of):
        ROWS, COLUMNS = 2, 6

    assert [len(row) for row in marks(Sized(Held((1, 0, -1) * 4)))] == [6, 6]
    game = Of(Held("." * 12))
    game.width = 4
    assert [len(row) for row in marks(game)] == [4, 4, 4]


def test_pairs_are_drawn_on_a_board_of_the_game_s_size():
    class Sized(Of):
        SIZE = 4

    game = Sized(Held(((3, 1), (0, 2))), [("move", (2, 1))])
    assert marks(game) == [["", "", "O", ""], [""] * 4, [""] * 4, ["", "X", "", ""]]
    assert game.beside(game.initial()) == ["X and O are board", "side=1"]


def test_boards_within_a_board_are_drawn_side_by_side():
    class Boards(NamedTuple):
        boards: tuple

    game = Of(Boards(("X........", *["........."] * 3, "....O....", *["........."] * 4)), [(4, 8)])
    found = marks(game)
    assert (found[0][0], found[4][4]) == ("X", "O")
    assert game.format_action(game.initial(), (4, 8)) == "f4"
    assert [cell.dark for cell in game.cells(game.initial())[0]] == [False] * 3 + [True] * 3 + [False] * 3


def test_men_of_players_named_after_colours_are_discs_of_these():
    class Coloured(Ring):
        player_names: ClassVar = {pw.MAX: "White", pw.MIN: "Black"}

    game = Coloured()
    state = game.result(game.result(game.initial(), 0), 1)
    first, second, third, *_ = game.cells(state)[0]
    assert (first.mark, first.disc, first.sign) == ("W", "white", "")
    assert (second.mark, second.disc) == ("B", "black")
    assert third.action == "2"
    assert [(cell.mark, cell.disc) for cell in Ring().cells(state)[0][:2]] == [("X", "black"), ("O", "white")]
    assert Ring().beside(state)[0] == "X (black) is MAX, O (white) is MIN"


def test_a_board_is_drawn_with_its_labels_and_what_stands_beside_it():
    game = Rows()
    assert draw_board(game, game.result(game.initial(), (0, 1))).splitlines() == [
        "3    | X |",
        "  ---+---+---",
        "2    |   |",
        "  ---+---+---",
        "1    |   |",
        "   a   b   c",
        "",
        "X (black) is MAX, O (white) is MIN",
        "turn='O'",
    ]
    flat = Flat()
    assert draw_board(flat, flat.result(flat.initial(), 4)).splitlines()[:4] == [
        "   0   1   2",
        "0  0 | 1 | 2",
        "  ---+---+---",
        "3  3 | X | 5",
    ]
    assert "<svg" in pw.position(game).svg()
    assert "<svg" in pw.position(Dominoes()).svg()


class Named(Of):
    """A game of a board that writes its moves in its own way."""

    written: Any = None

    def __init__(self, written):
        super().__init__("......", range(6))
        self.board, self.written = pw.board.Grid(2, 3), written

    def format_action(self, state, action):
        return self.written(self.board, action)


@pytest.mark.parametrize(
    ("written", "drawn"),
    [
        (lambda board, cell: board.name(cell), ["2    |   |", "1    |   |", "   a   b   c"]),
        (lambda board, cell: f"q{cell + 1}", [" q1 | q2 | q3", " q4 | q5 | q6"]),
        (lambda board, cell: str(cell), ["   0   1   2", "0  0 | 1 | 2", "3  3 | 4 | 5"]),
    ],
    ids=["letters and numbers", "names", "numbers"],
)
def test_what_is_written_on_a_board_are_the_moves_as_the_game_writes_them(written, drawn):
    text = draw_board(Named(written), "......")
    assert [row for row in text.splitlines() if row and "+" not in row] == drawn


class Cell(NamedTuple):
    r: int
    c: int


@dataclass(frozen=True)
class Man:
    white: bool

    def __str__(self):
        return "wm" if self.white else "bm"


@dataclass(frozen=True)
class Put:
    where: Cell


class Side(NamedTuple):
    men: frozenset
    lead: int


class Field(NamedTuple):
    ball: Cell
    men: frozenset


def test_men_that_say_what_they_are_called_stand_on_a_board():
    drawn = draw_board(Of(((Man(True), None), (None, Man(False)), (None, None))), ((Man(True), None),) * 3)
    assert drawn.count("wm") == 3


def test_a_board_is_found_by_moves_that_are_dataclasses_and_a_named_pair_stands_on_it():
    game = Of(Field(Cell(1, 1), frozenset()), [Put(Cell(0, 0)), Put(Cell(2, 3))])
    board = board_of(game)
    assert (board.rows, board.columns, board.names) == (3, 4, ("ball", "men"))
    assert "b is ball" in draw_board(game, game.state)


def test_parts_of_one_name_are_told_apart():
    class Two(NamedTuple):
        red: Side
        blue: Side

    game = Of(Two(Side(frozenset({(0, 0)}), 5), Side(frozenset({(3, 3)}), 7)), [(0, 0)])
    drawn = draw_board(game, game.state)
    assert "A is red.men, B is blue.men" in drawn
    assert "red.lead=5, blue.lead=7" in drawn


def test_a_text_of_several_parts_is_no_row():
    assert board_of(Of("BB.WW/B/00")) is None


def test_games_without_a_board_are_drawn_as_before():
    assert [marks(game) for game in (Race(), Endless(), Tree([1, 2]))] == [None] * 3
    assert Race().coordinates() == ((), (), ())
    with pytest.raises(pw.InputError, match=r"Race has no board to draw: its states have nothing like a board"):
        pw.position(Race()).svg()


def test_a_board_that_a_later_state_lacks_is_not_drawn():
    game = Of(Held(("...", "...")))
    assert game.cells(Held(("...",))) is None
    assert game.cells(Held(None)) is None
    assert Of(Held("...")).cells(Held(frozenset({1, 2, 3}))) is None
    assert game.beside(Held(None)) == []


def test_rules_that_raise_do_not_keep_a_board_from_being_drawn():
    class Raises(Rows):
        def actions(self, state):
            raise KeyError("never mind")

    assert board_of(Raises()) is not None


def test_even_what_cannot_be_hashed_is_drawn():
    assert marks(OfDicts()) == [["b", "", ""], ["", "", ""], ["", "", "w"]]


def test_what_is_found_is_kept_beside_the_game_and_not_in_it():
    game = Rows()
    before = dict(vars(game))
    assert game.cells(game.initial())
    assert game.format_action(game.initial(), (0, 0))
    assert vars(game) == before


def any_state(source, depth=3):
    """Return something that may stand in a state, of which anything may look like a board."""
    chance = source.random()
    if depth and chance < 0.4:
        items = [any_state(source, depth - 1) for _ in range(source.choice([1, 2, 3, 4, 9]))]
        return tuple(items) if chance < 0.2 else (items[0],) * len(items)
    if chance < 0.5:
        return frozenset((source.randrange(-1, 5), source.randrange(5)) for _ in range(source.randrange(5)))
    if chance < 0.55:
        return {(source.randrange(3), source.randrange(3)): "b"}
    plain = ["...", "X.O", ".........", "", "wall", "a" * 16, 0, 1, -1, 2, 7, True, None, 0.5, *Piece, *Mark]
    return source.choice([*plain, np.zeros((3, source.randrange(1, 4)), dtype=int), ["X", "."]])


@pytest.mark.fast_with("0", "1", "2")
@pytest.mark.parametrize("seed", range(8))
def test_whatever_a_state_holds_is_drawn_or_not_and_raises_nothing(seed):
    source = random.Random(seed)
    for _ in range(60):
        held = any_state(source)
        state = source.choice([held, Held(held), Frozen(held), Two(held, any_state(source)), (held, 1)])
        game = Of(state, [any_state(source, 2) for _ in range(source.randrange(1, 9))])
        if source.random() < 0.3:
            game.size = source.choice([3, 4, 5])
        assert len(game.format_state(state).splitlines()) <= 1
        assert draw_board(game, state, coordinates=True) or state == ""
        for action in game.moves:
            assert len(game.format_action(state, action).split()) == 1
        for other in (any_state(source), Held(any_state(source)), Two(any_state(source), 1)):
            assert game.cells(other) is None or game.cells(other)
            assert all(isinstance(line, str) for line in game.beside(other))


def test_a_dict_of_cells_needs_no_word_for_its_marks():
    state = {"board": {(0, 0): "b", (0, 1): "b", (2, 0): "w", (2, 1): "w"}, "turn": "w"}
    game = Of(state, [((2, 0), (1, 0)), ((2, 1), (1, 1))])
    assert [cell.mark for cell in game.cells(game.initial())[0]] == ["b", "b"]
    assert game.beside(game.initial()) == ["turn='w'"]


class Grid:
    """A board as an object."""

    def __init__(self):
        self.rows = [[" "] * 3 for _ in range(3)]


class Position:
    """A state with a board in it, and a record of what was played."""

    def __init__(self):
        self.grid, self.turn = Grid(), 1


def place(rows, action, turn):
    rows[action[0]][action[1]] = "XO"[turn < 0] if isinstance(rows, list) and " " in rows[0] else turn


class Changing(pw.Game):
    """Marks on nine cells, in states that change."""

    def __init__(self, make, board, turn):
        self.make, self.board, self.turn = make, board, turn

    def initial(self):
        return self.make()

    def player(self, s):
        return self.turn(s)

    def actions(self, s):
        return [(row, column) for row in range(3) for column in range(3) if self.board(s)[row][column] in (0, " ")]

    def result(self, s, a):
        place(self.board(s), a, self.turn(s))
        if isinstance(s, Position):
            s.turn *= -1
        else:
            s["turn" if isinstance(s, dict) else 1] *= -1

    def terminal(self, s):
        return not self.actions(s)

    def utility(self, s):
        return 0


CHANGING = {
    "dict": (lambda: {"n": 0, "rows": [[0] * 3 for _ in range(3)], "turn": 1}, lambda s: s["rows"], ["n=0, turn=-1"]),
    "list": (lambda: [[[0] * 3 for _ in range(3)], 1, "abc"], lambda s: s[0], ["-1, 'abc'"]),
    "floats": (lambda: {"rows": np.zeros((3, 3)), "turn": 1}, lambda s: s["rows"], ["turn=-1"]),
    "object": (Position, lambda s: s.grid.rows, ["turn=-1"]),
}


@pytest.mark.parametrize("name", CHANGING)
def test_a_board_is_found_in_states_that_change_before_and_after_they_are_frozen(name):
    make, board, notes = CHANGING[name]
    turns = {"dict": lambda s: s["turn"], "list": lambda s: s[1], "floats": lambda s: s["turn"]}
    game = Changing(make, board, turns.get(name, lambda s: s.turn))
    before = [len(row) for row in game.cells(game.initial())]
    pw.count(game, plies=1, engine="reference")
    state = game.result(game.initial(), (0, 2))
    marks = [[cell.mark for cell in row] for row in game.cells(state)]
    assert (before, marks[0][2], sum(bool(mark) for row in marks for mark in row)) == ([3, 3, 3], "X", 1)
    assert game.beside(state)[-1:] == notes
