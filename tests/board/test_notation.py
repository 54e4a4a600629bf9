"""Names of cells, words for moves and boards as text, there and back."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

import plywise as pw
from plywise.board import Grid, Hex, Hexagon
from plywise.board.notation import CORNERS, letters
from tests.board.layouts import ALL

each_layout = pytest.mark.parametrize("layout", [*ALL, *(Grid(3, 30, a1=a1) for a1 in CORNERS)], ids=repr)


@each_layout
def test_every_cell_has_a_name_and_a_place_that_lead_back(layout):
    assert len(set(layout.names)) == layout.size
    for cell in range(layout.size):
        name, (row, column) = layout.name(cell), layout.place(cell)
        assert layout.parse(name) == layout.parse(name.upper()) == layout.parse(f" {name} ") == cell
        assert layout.cell(row, column) == cell
        for written in (f"({row},{column})", f"{row},{column}", f"({row}, {column})"):
            assert layout.parse(written) == cell
        assert (layout.row_of[cell], layout.column_of[cell]) == (row, column)
    for row, column in ((-1, 0), (0, -1), (layout.rows, 0), (0, layout.columns)):
        assert layout.cell(row, column) == -1


@each_layout
def test_what_is_no_cell_is_refused_in_a_line(layout):
    last = layout.name(0)
    for text in (
        "",
        "a",
        "1",
        "a0",
        "a01",
        "-1",
        "a-1",
        "zz99",
        f"({layout.rows},0)",
        "(1",
        "1,2,3",
        "ä1",
        "a１",
        "x" * 99,
    ):
        if text in layout.names:
            continue
        with pytest.raises(pw.InputError) as refused:
            layout.parse(text)
        assert "is not a cell of the board: they are " in str(refused.value)
        assert "\n" not in str(refused.value)
    assert last in layout.names


def test_the_corner_of_a1_is_a_choice():
    corners = {"bottom left": (1, 0), "top left": (0, 0), "bottom right": (1, 2), "top right": (0, 2)}
    for a1, place in corners.items():
        board = Grid(2, 3, a1=a1)
        assert board.place(board.parse("a1")) == place
        assert board.place(board.parse("c2")) == (1 - place[0], 2 - place[1])
    assert Grid(2, 3).name(0) == "a2"
    assert Hex(2, 3).name(0) == "a1"
    assert Hexagon(2).names == ("b3", "c3", "a2", "b2", "c2", "a1", "b1")


def test_the_letters_go_on_after_z():
    names = [letters(column) for column in range(1000)]
    assert names[:2] + names[25:28] == ["a", "b", "z", "aa", "ab"]
    assert names[51:53] + names[701:703] == ["az", "ba", "zz", "aaa"]
    assert len(set(names)) == 1000


def test_the_range_of_names_in_an_error():
    for board, told in ((Grid(8, 8), "a1 to h8"), (Grid(1, 30), "a1 to ad1"), (Grid(12, 3), "a1 to c12")):
        with pytest.raises(pw.InputError, match=f"they are {told}, or "):
            board.parse("?")


# --- moves -----------------------------------------------------------------------------------------------------------


def moves(board):
    cells = st.integers(0, board.size - 1)
    pairs = cells.map(board.place)
    return st.one_of(cells, st.tuples(cells, cells), st.tuples(pairs, pairs), st.tuples(cells, cells, st.just("q")))


@given(st.sampled_from([Grid(8, 8), Grid(19, 19), Hexagon(4)]).flatmap(lambda b: st.tuples(st.just(b), moves(b))))
def test_a_move_is_one_word_that_names_it_again(case):
    board, action = case
    word = board.format_move(action)
    assert " " not in word
    assert board.parse_move(word, [None, action, "swap"]) == action
    assert board.parse_move(word.upper(), [None, action, "swap"]) == action
    assert board.parse_move(word.replace("-", ""), [None, action, "swap"]) == action


@pytest.mark.parametrize(
    ("action", "word"),
    [
        (0, "a8"),
        ((6, 4), "g8-e8"),  # two cells
        (((6, 4),), "e2"),  # one, by row and column
        (((6, 4), (4, 4)), "e2-e4"),
        (((6, 4), (4, 4), (3, 3)), "e2-e4-d5"),
        ((None, 9, None), "b7"),
        ((8, 0, "Q"), "a7-a8-Q"),
        ((8, 0, ""), "a7-a8"),
        (("move", (6, 4)), "move-e2"),
        (("wall", (6, 4, "h")), "wall-g8-e8-h"),
        (None, "pass"),
        ("pass", "pass"),
        ("two words", "twowords"),
        (64, "64"),
        (-1, "-1"),
        (True, "True"),
        (((9, 9), (0, 0)), "b7-b7-a8"),  # no place: two cells
    ],
)
def test_words_for_moves(action, word):
    assert Grid(8, 8).format_move(action) == word


def test_reading_a_move():
    board = Grid(3, 3)
    actions = [(6, 3), (6, 4), None]
    assert board.parse_move("a1a2", actions) == board.parse_move("a1-a2", actions) == (6, 3)
    assert board.parse_move("(2,0)-(1,1)", actions) == (6, 4)
    assert board.parse_move("(2,0)(1,1)", actions) == (6, 4)
    assert board.parse_move("PASS", actions) is None
    assert board.parse_move("(1,1)", [4, 5]) == board.parse_move("1,1", [4, 5]) == 4
    for text in ("a1-c3", "(9,9)", "", "a1"):
        with pytest.raises(pw.InputError, match=r"is not a legal action; legal: a1-a2 a1-b2 pass$"):
            board.parse_move(text, actions)


def test_of_two_moves_that_differ_only_in_case_each_can_be_named():
    board = Grid(2, 2)
    actions = [(0, "n"), (0, "N")]
    assert [board.parse_move(board.format_move(each), actions) for each in actions] == actions
    with pytest.raises(pw.InputError):
        board.parse_move("A2N", actions)


# --- boards ----------------------------------------------------------------------------------------------------------


@given(
    st.sampled_from(ALL).flatmap(
        lambda b: st.tuples(st.just(b), st.lists(st.sampled_from((1, 0, -1)), min_size=b.size, max_size=b.size))
    )
)
def test_a_board_as_text_is_read_back(case):
    layout, items = case
    text = layout.format_board(tuple(items))
    assert layout.parse_board(text, {"X": 1, "O": -1, ".": 0}) == tuple(items)
    assert layout.parse_board(text.replace("/", ""), {"X": 1, "O": -1, ".": 0}) == tuple(items)
    assert "".join(layout.parse_board(text)) == text.replace("/", "")
    assert layout.format_board(text.replace("/", "")) == text


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("", "has 1 rows, not 2"),
        ("XO./X", "row 2 from the top has 1 cells, not 3"),
        ("XO./X.O/...", "has 3 rows, not 2"),
        ("XO./X?O", "b1 holds '?', which is none of X O ."),
    ],
)
def test_what_is_no_board_is_refused_in_a_line(text, told):
    with pytest.raises(pw.InputError) as refused:
        Grid(2, 3).parse_board(text, {"X": 1, "O": -1, ".": 0})
    assert told in str(refused.value)
    assert "\n" not in str(refused.value)


@given(
    st.text(max_size=12) | st.text("abcXO.?/(),-0123456789 ", max_size=12), st.sampled_from([Grid(2, 3), Hexagon(2)])
)
def test_any_text_is_read_or_refused_in_a_line(text, board):
    """One that is read names what is written for it, in other letters or with other separators at most."""
    for read, write in (
        (board.parse, board.name),
        (lambda word: board.parse_move(word, [0, (1, 2), None]), board.format_move),
        (lambda word: board.parse_board(word, {"X": 1, "O": -1, ".": 0}), board.format_board),
    ):
        try:
            found, told = read(text), ""
        except pw.InputError as error:
            told = str(error)
        assert len(told.splitlines()) <= 1
        assert told or read(write(found)) == found
