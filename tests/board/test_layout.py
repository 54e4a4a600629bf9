"""The tables of a board against where its cells lie in the plane."""

import copy
import pickle
import time
from math import dist

import pytest

import plywise as pw
from plywise.bits import members
from plywise.board import COMPASS, HEX, NE, NW, SE, SW, E, Grid, Hex, Hexagon, N, S, W, opposite
from tests.board.layouts import ALL, GRIDS, HEXES, LARGE, SMALL, in_direction, points, touch
from tests.helpers.in_turn import in_turn

each_layout = pytest.mark.parametrize("layout", ALL, ids=repr)
each_small = pytest.mark.parametrize("layout", SMALL, ids=repr)

SET_TABLES = ("full", "neighbour_sets", "ray_sets", "side_sets", "row_sets", "column_sets", "movable", "shift_by")


def test_the_package_has_it_when_asked():
    grid = pw.board.Grid(3, 4)
    assert (grid.rows, grid.columns, grid.size) == (3, 4, 12)
    assert "board" in dir(pw)


@each_layout
def test_rays_are_the_cells_that_lie_in_a_direction(layout):
    cells = range(layout.size) if layout.size < 30 else (0, layout.size // 3, layout.size // 2, layout.size - 1)
    for cell in cells:
        for direction in COMPASS:
            ray = in_direction(layout, cell, direction)
            assert list(layout.rays[cell][direction]) == ray
            assert layout.steps[cell][direction] == (ray[0] if ray else -1)


@each_layout
def test_every_step_leads_back(layout):
    for cell in range(layout.size):
        for direction in COMPASS:
            there = layout.steps[cell][direction]
            assert there == -1 or layout.steps[there][opposite(direction)] == cell
    assert layout.directions == (COMPASS if isinstance(layout, Grid) else HEX)


@each_layout
def test_neighbours_are_the_cells_that_touch(layout):
    for cell in range(0, layout.size, 1 + layout.size // 40):
        near = {other for other in range(layout.size) if touch(layout, cell, other)}
        assert set(layout.neighbours[cell]) == near
        assert len(layout.neighbours[cell]) == len(near)


def test_the_neighbours_of_a_grid_are_four_or_eight():
    for grid in GRIDS:
        where = points(grid)
        for cell in range(grid.size):
            near = [other for other in range(grid.size) if other != cell and dist(where[cell], where[other]) < 1.5]
            assert sorted(grid.neighbours8[cell]) == near
            assert set(grid.neighbours4[cell]) == {each for each in near if dist(where[cell], where[each]) == 1}
    assert Grid(3, 3).neighbours == Grid(3, 3).neighbours4
    assert Grid(3, 3, adjacency=8).neighbours == Grid(3, 3).neighbours8
    assert Grid(3, 3).neighbours8[4] == (1, 2, 5, 8, 7, 6, 3, 0)  # clockwise


@each_layout
@in_turn("length", [1, 2, 3, 5])
def test_lines_are_all_rows_of_cells_at_equal_distances(layout, length):
    """Found independently: from each cell, its row in each direction, as a set."""
    if layout.size > 30:
        cells = layout.lines(length)
        assert len(set(map(frozenset, cells))) == len(cells)
        return
    found = {frozenset([cell]) for cell in range(layout.size)} if length == 1 else set()
    for cell in range(layout.size):
        for direction in COMPASS:
            row = [cell, *in_direction(layout, cell, direction)][:length]
            if len(row) == length > 1:
                found.add(frozenset(row))
    lines = layout.lines(length)
    assert set(map(frozenset, lines)) == found
    assert len(lines) == len(found)
    assert layout.line_sets(length) == tuple(layout.set_of(line) for line in lines)
    through = layout.through(lines)
    assert [set(each) for each in through] == [{line for line in lines if cell in line} for cell in range(layout.size)]


def test_the_lines_of_known_games():
    assert len(Grid(3, 3).lines(3)) == 8
    assert len(Grid(6, 7).lines(4)) == 69
    assert len(Grid(15, 15).lines(5)) == 572
    assert len(Hexagon(5).lines(4)) == 3 * sum(max(length - 3, 0) for length in (5, 6, 7, 8, 9, 8, 7, 6, 5))
    assert Grid(3, 3).lines(3)[0] == (0, 1, 2)
    assert Grid(3, 3).lines(4) == ()


@each_layout
def test_cells_at_a_distance(layout):
    if layout.size > 64:
        return
    seen = [{cell} for cell in range(layout.size)]
    for steps in range(4):
        found = layout.at_distance(steps)
        for cell in range(layout.size):
            if steps:
                wider = seen[cell].union(*(layout.neighbours[each] for each in seen[cell]))
                assert set(found[cell]) == wider - seen[cell]
                seen[cell] = wider
            else:
                assert found[cell] == (cell,)


def test_leaps():
    board = Grid(8, 8)
    knight, dabbaba, nothing = board.leaps(1, 2), board.leaps(0, 2), board.leaps(0, 0)
    for cell in range(64):
        near = [abs(cell // 8 - other // 8) * 10 + abs(cell % 8 - other % 8) for other in range(64)]
        assert knight[cell] == tuple(other for other in range(64) if near[other] in (12, 21))
        assert dabbaba[cell] == tuple(other for other in range(64) if near[other] in (2, 20))
        assert nothing[cell] == ()
    assert sum(map(len, knight)) == 336  # the knight's moves on an empty board


# --- sides and symmetries --------------------------------------------------------------------------------------------


def test_the_sides_of_a_grid_and_a_rhombus():
    for layout in (Grid(3, 4), Hex(3, 4)):
        assert [layout.sides[each] for each in (N, E, S, W)] == [(0, 1, 2, 3), (3, 7, 11), (8, 9, 10, 11), (0, 4, 8)]
        assert layout.corners == (0, 3, 8, 11)
        assert layout.sides[NE] == ()


def test_the_sides_of_a_hexagon():
    board = Hexagon(3)
    sides = [(0, 1, 2), (2, 6, 11), (11, 15, 18), (16, 17, 18), (7, 12, 16), (0, 3, 7)]
    assert [board.sides[each] for each in (N, NE, SE, S, SW, NW)] == sides
    assert board.corners == (0, 2, 7, 11, 16, 18)
    assert board.sides[E] == board.sides[W] == ()


@each_layout
def test_symmetries_keep_distances_and_are_a_group(layout):
    where = points(layout)
    identity = tuple(range(layout.size))
    assert layout.symmetries[0] == identity
    assert len(set(layout.symmetries)) == len(layout.symmetries)
    for images, origins in zip(layout.symmetries, layout.origins, strict=True):
        assert sorted(images) == list(identity)
        assert tuple(images[origin] for origin in origins) == identity
        for cell in range(0, layout.size, 1 + layout.size // 20):
            for other in range(layout.size):
                assert dist(where[cell], where[other]) == pytest.approx(dist(where[images[cell]], where[images[other]]))
        for other in layout.symmetries:
            assert tuple(other[each] for each in images) in layout.symmetries


@pytest.mark.parametrize(
    ("layout", "number"),
    [
        *((Grid(3, 3), 8), (Grid(3, 4), 4), (Grid(1, 1), 1), (Grid(1, 4), 2), (Grid(2, 2), 8), (Grid(3, 3, 8), 8)),
        *((Hex(4, 4), 4), (Hex(3, 4), 2), (Hexagon(1), 1), (Hexagon(2), 12), (Hexagon(5), 12)),
    ],
    ids=repr,
)
def test_how_many_symmetries_there_are(layout, number):
    assert len(layout.symmetries) == number


def test_the_symmetries_that_keep_the_players_of_hex():
    board = Hex(4, 4)
    assert len(board.turns) == 2
    kept = {frozenset(board.sides[N]), frozenset(board.sides[S])}
    for number, images in enumerate(board.symmetries):
        sides = {frozenset(images[cell] for cell in board.sides[each]) for each in (N, S)}
        assert (sides == kept) == (number in board.turns)
    assert Hex(3, 5).turns == (0, 1)


# --- as sets ---------------------------------------------------------------------------------------------------------


@each_small
def test_the_tables_of_sets_hold_the_same_cells(layout):
    assert list(members(layout.full)) == list(range(layout.size))
    for cell in range(layout.size):
        assert list(members(layout.neighbour_sets[cell])) == sorted(layout.neighbours[cell])
        rays = [sorted(ray) for ray in layout.rays[cell]]
        assert [list(members(ray)) for ray in layout.ray_sets[cell]] == rays
    assert [list(members(side)) for side in layout.side_sets] == [sorted(side) for side in layout.sides]
    for sets, of_cell in ((layout.row_sets, layout.row_of), (layout.column_sets, layout.column_of)):
        assert [list(members(each)) for each in sets] == [
            [cell for cell in range(layout.size) if of_cell[cell] == number] for number in range(len(sets))
        ]


def numbers(table):
    """Yield every int of a table of tables."""
    for each in table if isinstance(table, tuple) else ():
        yield from numbers(each)
    if not isinstance(table, tuple):
        yield table


@each_layout
def test_all_tables_are_tuples_of_ints_that_fit_a_word(layout):
    for name, table in vars(layout).items():
        if name not in ("names", "a1", "_made_with", "_cells_at"):
            assert all(type(each) is int and -(2**63) <= each < 2**63 for each in numbers(table)), name


@pytest.mark.parametrize("layout", LARGE, ids=repr)
def test_a_board_of_more_cells_than_a_word_has_none_and_says_what_to_do(layout):
    asked = [lambda name=name: getattr(layout, name) for name in SET_TABLES]
    asked += [lambda: layout.set_of([0]), lambda: layout.set_on((0,) * layout.size, 0), lambda: layout.line_sets(3)]
    asked += [lambda: layout.shift(1, E), lambda: layout.flood(1, 3), lambda: layout.has_row(1, 2)]
    for ask in asked:
        with pytest.raises(pw.InputError) as refused:
            ask()
        told = str(refused.value)
        assert told.startswith(f"{layout!r} has {layout.size} cells, and a set of cells is one word of 64 bits: hold ")
        assert "\n" not in told
    assert not hasattr(layout, "full")


# --- a layout as a value ---------------------------------------------------------------------------------------------


@each_layout
def test_a_layout_is_a_value(layout):
    assert eval(repr(layout)) == layout
    assert hash(eval(repr(layout))) == hash(layout)
    for other in (pickle.loads(pickle.dumps(layout)), copy.deepcopy(layout), copy.copy(layout)):
        assert other == layout
        assert other.rays == layout.rays
    assert len(pickle.dumps(layout)) < 200
    with pytest.raises(AttributeError, match="never changes"):
        layout.rows = 3
    with pytest.raises(AttributeError, match="has no attribute 'collumns'"):
        layout.collumns  # noqa: B018


def test_which_layouts_are_equal():
    assert Grid(3, 3) == Grid(3, 3, 4, "bottom left") == Grid(3, 3, adjacency=4)
    assert Grid(3, 3) != Grid(3, 3, 8)
    assert Grid(3, 3) != Hex(3, 3)
    assert Grid(3, 3) != Grid(3, 3, a1="top left")
    assert [repr(each) for each in (Grid(3, 3), Grid(2, 3, a1="top left"), Hex(3, 3, "bottom left"), Hexagon(2))] == [
        "Grid(3, 3)",
        "Grid(2, 3, 4, 'top left')",
        "Hex(3, 3, 'bottom left')",
        "Hexagon(2)",
    ]


@pytest.mark.parametrize(
    ("make", "told"),
    [
        (lambda: Grid(0, 3), "rows=0 is not a positive whole number"),
        (lambda: Grid(3, -1), "columns=-1 is not a positive whole number"),
        (lambda: Grid(3.0, 3), "rows=3.0 is not a positive whole number"),
        (lambda: Grid(True, 3), "rows=True is not a positive whole number"),
        (lambda: Grid("3", 3), "rows='3' is not a positive whole number"),
        (lambda: Grid(65, 64), "rows=65,columns=64: 4160 cells; a board has at most 4096"),
        (lambda: Grid(10**9, 10**9), "rows=1000000000,columns=1000000000: "),
        (lambda: Grid(3, 3, adjacency=6), "adjacency=6 is neither 4 nor 8"),
        (lambda: Grid(3, 3, a1="middle"), "a1='middle' is none of bottom left, top left, bottom right, top right"),
        (lambda: Grid(3, 3, a1=None), "a1=None is none of "),
        (lambda: Hex(3, 0), "columns=0 is not a positive whole number"),
        (lambda: Hexagon(0), "side=0 is not a positive whole number"),
        (lambda: Hexagon(33), "rows=65,columns=65: 4225 cells"),
        (lambda: Grid(3, 3).lines(0), "length=0 is not a positive whole number"),
        (lambda: Grid(3, 3).at_distance(-1), "steps=-1 is not a whole number, 0 or more"),
        (lambda: Grid(3, 3).set_of([9]), "Grid(3, 3) has no cell 9: they go from 0 to 8"),
        (lambda: Grid(3, 3).set_of([-1]), "Grid(3, 3) has no cell -1: they go from 0 to 8"),
    ],
)
def test_what_no_board_can_be_is_refused_in_a_line(make, told):
    with pytest.raises(pw.InputError) as refused:
        make()
    assert str(refused.value).startswith(told)
    assert "\n" not in str(refused.value)


def test_a_board_is_made_quickly():
    """Not a measurement: a guard against what would take a hundred times as long."""
    began = time.process_time()
    Grid(15, 15), Hex(11, 11), Hexagon(8)
    assert time.process_time() - began < 1


def test_every_shape_is_tried():
    assert {type(layout) for layout in HEXES} == {Hex, Hexagon}
    assert any(layout.size == 64 for layout in SMALL)
    assert {NE, SE, SW, NW} < set(HEX)
