"""Functions on sets of cells against Python's own sets of cells and the plane."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.bits import bit, members, wrapped
from plywise.board import COMPASS, SE, E, Grid, Hex, Hexagon, N, S, W
from tests.board.layouts import SMALL, components, in_direction, touch


@st.composite
def boards(draw, sets=2):
    """Return a layout and sets of its cells."""
    layout = draw(st.sampled_from(SMALL))
    cells = st.frozensets(st.integers(0, layout.size - 1))
    return layout, *(draw(cells) for _ in range(sets))


def held(layout, word):
    """Return the cells of a word, which must be one."""
    assert word == wrapped(word)
    cells = set(members(word))
    assert all(cell < layout.size for cell in cells)
    return cells


def rest(layout, cell, direction):
    return in_direction(layout, cell, direction)


@given(boards(sets=1), st.sampled_from(COMPASS))
def test_a_shift_moves_each_cell_by_itself_and_never_wraps(board, direction):
    layout, cells = board
    moved = {ray[0] for ray in (rest(layout, cell, direction) for cell in cells) if ray}
    assert held(layout, layout.shift(layout.set_of(cells), direction)) == moved


@given(boards(sets=1))
def test_next_to_is_what_touches(board):
    layout, cells = board
    near = {other for other in range(layout.size) if any(touch(layout, cell, other) for cell in cells)}
    assert held(layout, layout.next_to(layout.set_of(cells))) == near


@given(boards())
def test_groups_and_floods_are_connected_components(board):
    layout, cells, seed = board
    word = layout.set_of(cells)
    groups = components(layout, cells)
    assert [held(layout, group) for group in layout.groups(word)] == groups
    assert layout.is_connected(word) == (len(groups) <= 1)
    filled = set().union(*(group for group in groups if group & seed))
    assert held(layout, layout.flood(layout.set_of(seed), word)) == filled


@given(boards(sets=1))
def test_sides_are_joined_by_a_group_that_touches_both(board):
    layout, cells = board
    groups = components(layout, cells)
    for side in COMPASS:
        for other in COMPASS:
            joined = any(group & {*layout.sides[side]} and group & {*layout.sides[other]} for group in groups)
            assert layout.joins(layout.set_of(cells), side, other) is joined


@given(boards(), st.sampled_from(COMPASS))
def test_a_run_goes_on_as_long_as_it_can(board, direction):
    layout, start, through = board
    found = set()
    for cell in start:
        for at in rest(layout, cell, direction):
            if at not in through:
                break
            found.add(at)
    assert held(layout, layout.run(layout.set_of(start), layout.set_of(through), direction)) == found


@given(boards(), st.sampled_from(COMPASS), st.integers(0, 63))
def test_a_bracketed_run_ends_at_one_of_the_others(board, direction, start):
    layout, through, by = board
    start %= layout.size
    ray = rest(layout, start, direction)
    length = next((place for place, cell in enumerate(ray) if cell not in through), len(ray))
    wanted = set(ray[:length]) if length < len(ray) and ray[length] in by else set()
    words = (layout.set_of(each) for each in ([start], through, by))
    assert held(layout, layout.bracketed(*words, direction)) == wanted


def rows_of(layout, cells):
    """Yield every unbroken row of a set of cells, in each direction from each of them."""
    for cell in cells:
        for direction in COMPASS:
            row = [cell]
            for at in rest(layout, cell, direction):
                if at not in cells:
                    break
                row.append(at)
            yield row


@given(boards(sets=1))
def test_rows(board):
    layout, cells = board
    word, rows = layout.set_of(cells), list(rows_of(layout, cells))
    longest = max(map(len, rows), default=0)
    for length in range(1, 10):
        assert layout.has_row(word, length) is (longest >= length)
    for cell in list(cells)[:5]:
        assert layout.row_through(word, cell) == max(len(row) for row in rows if cell in row)


@given(boards(sets=1))
def test_images(board):
    layout, cells = board
    for number, images in enumerate(layout.symmetries):
        assert held(layout, layout.image(layout.set_of(cells), number)) == {images[cell] for cell in cells}
    assert layout.image(layout.set_of(cells), 0) == layout.set_of(cells)


def test_a_full_board_of_64_cells_is_a_word():
    for board in (Grid(8, 8), Hex(8, 8)):
        assert board.full == -1
        assert board.set_of(range(64)) == -1
        assert board.flood(bit(63), board.full) == board.full
        assert list(board.groups(bit(63) | bit(0))) == [bit(0), bit(63)]
        assert board.shift(board.full, E) == board.full & ~board.side_sets[W]
        assert board.shift(board.full, SE) & board.side_sets[N] == 0
        assert board.image(bit(0), 3 if isinstance(board, Grid) else 1) == bit(63)


def test_hex_is_never_drawn():
    """A full board of Hex joins exactly one pair of sides (Gale, "The Game of Hex and the Brouwer Theorem", 1979)."""
    board = Hex(3, 3)
    for first in range(1 << board.size):
        assert board.joins(first, N, S) is not board.joins(board.full & ~first, W, E)


def test_on_a_hexagon_a_step_changes_its_distance_from_row_to_row():
    board = Hexagon(5)
    assert {len(board.shifts[direction]) for direction in board.directions} == {1, 4}
    assert board.shift(board.full, E) == board.full & ~(board.side_sets[6] | board.side_sets[5] | board.side_sets[7])


@pytest.mark.parametrize("length", range(1, 10))
def test_has_row_is_what_the_lines_say(length):
    board = Grid(5, 5)
    lines = board.line_sets(length)
    for word in range(0, 1 << 25, 99_991):
        assert board.has_row(word, length) is any(word & line == line for line in lines)
