"""Functions on boards against the functions on sets and the plane."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from plywise.bits import members
from plywise.board import COMPASS, E, Grid, Hex, N, S, W, move, put
from tests.board.layouts import ALL, SMALL, components, in_direction


@st.composite
def boards(draw, layouts=ALL, values=(0, 1, -1)):
    """Return a layout and a board of its size, a tuple or a text."""
    layout = draw(st.sampled_from(layouts))
    board = tuple(draw(st.lists(st.sampled_from(values), min_size=layout.size, max_size=layout.size)))
    if draw(st.booleans()):
        return layout, "".join({0: ".", 1: "X", -1: "O"}[each] for each in board), ("X", "O", ".")
    return layout, board, (1, -1, 0)


def holding(board, value):
    return {cell for cell, each in enumerate(board) if each == value}


@given(boards())
def test_groups(case):
    layout, board, (value, other, _) = case
    groups = components(layout, sorted(holding(board, value)))
    assert layout.cells_on(board, value) == tuple(sorted(holding(board, value)))
    assert list(layout.groups_on(board, value)) == [tuple(sorted(group)) for group in groups]
    assert layout.is_connected_on(board, value) is (len(groups) <= 1)
    for group in groups[:3]:
        assert layout.group_on(board, max(group)) == tuple(sorted(group))
        near = {each for cell in group for each in layout.neighbours[cell]}
        assert layout.border_on(board, group, other) == tuple(sorted(near & holding(board, other)))
    seed = [*layout.sides[N], 0]
    joined = [group for group in groups if group & {*seed}]
    assert layout.flood_on(board, seed, value) == tuple(sorted(set().union(*joined)))


@given(boards())
def test_joined_sides(case):
    layout, board, (value, _, _) = case
    groups = components(layout, sorted(holding(board, value)))
    for side, other in ((N, S), (W, E), (N, N), (S, W)):
        joined = any(group & {*layout.sides[side]} and group & {*layout.sides[other]} for group in groups)
        assert layout.joins_on(board, value, side, other) is joined


@given(boards(), st.integers(0, 400))
def test_rows(case, number):
    layout, board, (value, other, empty) = case
    cell = number % layout.size
    longest = 0
    for direction in COMPASS:
        ray = in_direction(layout, cell, direction)
        for each in (value, other, empty):
            length = next((place for place, at in enumerate(ray) if board[at] != each), len(ray))
            assert layout.run_length_on(board, cell, direction, each) == length
            assert layout.run_on(board, cell, direction, each) == tuple(ray[:length])
        length = layout.run_length_on(board, cell, direction, other)
        closed = length < len(ray) and board[ray[length]] == value
        assert layout.bracketed_on(board, cell, direction, other, value) == tuple(ray[:length] if closed else ())
        seen = [at for at in ray if board[at] != empty]
        assert layout.first_on(board, cell, direction, empty) == (seen[0] if seen else -1)
        back = in_direction(layout, cell, direction ^ 4)
        ahead = next((place for place, at in enumerate(ray) if board[at] != board[cell]), len(ray))
        behind = next((place for place, at in enumerate(back) if board[at] != board[cell]), len(back))
        longest = max(longest, ahead + behind + 1)
    assert layout.row_through_on(board, cell) == longest


@given(boards(layouts=SMALL))
def test_boards_and_sets_say_the_same(case):
    layout, board, (value, other, empty) = case
    mine, theirs = layout.set_on(board, value), layout.set_on(board, other)
    assert set(members(mine)) == holding(board, value)
    assert [tuple(members(group)) for group in layout.groups(mine)] == list(layout.groups_on(board, value))
    for length in range(1, 6):
        assert layout.has_row(mine, length) is layout.has_row_on(board, value, length)
    for cell in layout.cells_on(board, empty)[:4]:
        start = layout.set_of([cell])
        for direction in layout.directions:
            flips = layout.bracketed(start, theirs, mine, direction)
            assert tuple(members(flips)) == tuple(sorted(layout.bracketed_on(board, cell, direction, other, value)))
    for cell in layout.cells_on(board, value)[:4]:
        assert layout.row_through(mine, cell) == layout.row_through_on(board, cell)
    for number in range(len(layout.symmetries)):
        assert layout.set_on(layout.image_on(board, number), value) == layout.image(mine, number)


@given(boards())
def test_images(case):
    layout, board, _ = case
    images = [layout.image_on(board, number) for number in range(len(layout.symmetries))]
    for image, cells in zip(images, layout.symmetries, strict=True):
        assert type(image) is type(board)
        assert all(image[cells[cell]] == board[cell] for cell in range(layout.size))
    least = layout.least_image_on(board)
    assert least == min(images)
    assert {layout.least_image_on(image) for image in images} == {least}


@given(boards(), st.integers(0, 400), st.integers(0, 400))
def test_put_and_move(case, start, goal):
    layout, board, (value, _, empty) = case
    start, goal = start % layout.size, goal % layout.size
    wanted = list(board)
    wanted[start] = value
    found = put(board, start, value)
    assert type(found) is type(board)
    assert list(found) == wanted
    if start != goal:
        wanted[start], wanted[goal] = empty, value
        assert list(move(found, start, goal, empty)) == wanted


def test_a_boards_values_may_be_anything():
    board = Grid(2, 2)
    values = ("king", None, (1, 2), "king")
    assert board.cells_on(values, "king") == (0, 3)
    assert board.groups_on(values, None).__next__() == (1,)
    assert Grid(2, 2, adjacency=8).group_on(values, 0) == (0, 3)


@pytest.mark.parametrize(("marks", "winner"), [("XXX......", "X"), ("..O.O.O..", "O"), ("XOXOXOOXO", None)])
def test_lines_of_tic_tac_toe_on_a_text(marks, winner):
    lines = Grid(3, 3).lines(3)
    found = {marks[line[0]] for line in lines if len({marks[cell] for cell in line}) == 1 and marks[line[0]] != "."}
    assert found == ({winner} if winner else set())


def test_liberties():
    board = Grid(3, 3)
    stones = ".X.XOX..."
    assert board.border_on(stones, board.group_on(stones, 4), ".") == (7,)


def test_the_first_row_is_the_north():
    board = Hex(2, 2)
    assert board.joins_on("X.X.", "X", N, S)
    assert not board.joins_on("X..X", "X", N, S)  # the acute corners do not touch
    assert board.joins_on(".XX.", "X", N, S)
