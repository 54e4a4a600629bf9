"""Boards of hexagonal cells: the rhombus of Hex, and the hexagon.

Rows of cells lie below one another, each half a cell further to the right than the one above it (in a hexagon, its
upper half begins to the right of column 0). A column runs from the north-west to the south-east.
"""

from collections.abc import Callable, Sequence
from itertools import permutations

from plywise.bits import shifted_down, shifted_up
from plywise.board.directions import COMPASS, HEX, NE, NW, SE, SW, E, N, S, W
from plywise.board.layout import Layout, require_counts
from plywise.board.tables import Place, Shift, Symmetry
from plywise.game import Cell, Coordinates

SHIFTS: tuple[Shift, ...] = (None, (-1, 1), (0, 1), (1, 0), None, (1, -1), (0, -1), (-1, 0))
"""One step in each direction, as (rows, columns)."""


class _Hexagonal(Layout):
    """Base class of boards of hexagonal cells."""

    def indent(self, row: int) -> int:
        """Return the indentation of a row in half cells, relative to the leftmost one."""
        raise NotImplementedError

    def arrange(self, cells: Sequence[Cell]) -> list[list[Cell]]:
        """Return the cells as rows for a view, with a column for each half cell. The game's `grid` must be False."""
        blank = Cell("")
        rows = [[blank] * self.indent(row) for row in range(self.rows)]
        for cell, each in enumerate(cells):
            rows[self.row_of[cell]] += [each._replace(hexagon=True), blank]
        width = max(map(len, rows))
        return [row + [blank] * (width - len(row)) for row in rows]


class Hex(_Hexagonal):
    """A rhombus of hexagonal cells: the board of Hex.

    rows, columns: its size. The sides are those that face N, S, W and E.
    a1: the corner whose cell is called a1, by default the "top left", as is usual in Hex.

    Cell row * columns + column has up to six neighbours: E and W in its row, NW and NE in the row above (the same
    column and the next), SW and SE in the row below (the column before and the same).

    >>> board = Hex(3, 3)
    >>> [board.name(cell) for cell in board.neighbours[board.parse("b2")]]
    ['c1', 'c2', 'b3', 'a3', 'a2', 'b1']
    >>> board.joins_on("X.." "X.." ".XX", "X", N, S), board.joins_on("X.." "XX." "X..", "X", N, S)
    (False, True)

    All symmetries of the rhombus are listed. Those that swap rows and columns (of a square one) also swap the two pairs
    of sides, and with them the players of Hex; `turns` has those that do not.
    """

    turns: tuple[int, ...]
    """The numbers of the symmetries that map N and S to themselves or to each other."""

    def __init__(self, rows: int, columns: int, a1: str = "top left") -> None:
        require_counts(rows=rows, columns=columns)
        places = [(row, column) for row in range(rows) for column in range(columns)]
        sides: list[list[Place]] = [[] for _ in COMPASS]
        sides[N] = [(0, column) for column in range(columns)]
        sides[S] = [(rows - 1, column) for column in range(columns)]
        sides[W] = [(row, 0) for row in range(rows)]
        sides[E] = [(row, columns - 1) for row in range(rows)]
        made_with = (rows, columns) if a1 == "top left" else (rows, columns, a1)
        self._lay_out(made_with, places, SHIFTS, sides, rhombus_symmetries(rows, columns), HEX, a1)
        kept = {frozenset(self.sides[N]), frozenset(self.sides[S])}
        vars(self)["turns"] = tuple(
            number
            for number, images in enumerate(self.symmetries)
            if {frozenset(images[cell] for cell in self.sides[each]) for each in (N, S)} == kept
        )

    def cell(self, row: int, column: int) -> int:
        """Return the cell in a row and a column, counted from 0 from the top left; -1 if the board has none there."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        return -1

    def indent(self, row: int) -> int:
        """Return the indentation of a row in half cells, relative to the leftmost one."""
        return row

    def coordinates(self) -> Coordinates:
        """Return the labels around the board: the letters are above the first row and below the last."""
        around = super().coordinates()
        spread = [label for letter in around.top for label in (letter, "")]
        return Coordinates(around.left, spread, [""] * self.indent(self.rows - 1) + spread[:-1])


class Hexagon(_Hexagonal):
    """A hexagon of hexagonal cells, `side` of them along each side: side 5 has 61 cells and fits a word.

    The sides are those that face N, NE, SE, S, SW and NW. Rows are counted from 0 at the top, columns from 0 at the
    west; a column runs from the north-west to the south-east, so that the first row begins with column side - 1.

    a1: the corner from which letters (columns) and numbers (rows) count, by default the "bottom left".

    >>> board = Hexagon(3)
    >>> board.size, board.rows, board.place(0), board.name(0), len(board.symmetries)
    (19, 5, (0, 2), 'c5', 12)
    >>> board.format_board("." * 9 + "X" + "." * 9)
    '.../..../..X../..../...'
    """

    side: int

    def __init__(self, side: int, a1: str = "bottom left") -> None:
        require_counts(side=side)
        require_counts(rows=2 * side - 1, columns=2 * side - 1)
        last, far = 2 * side - 2, 3 * side - 3
        whole = [(row, column) for row in range(last + 1) for column in range(last + 1)]
        places = [(row, column) for row, column in whole if side - 1 <= row + column <= far]
        sides: list[list[Place]] = [[] for _ in COMPASS]
        facing: dict[int, Callable[[int, int], bool]] = {
            N: lambda row, column: row == 0,
            NE: lambda row, column: column == last,
            SE: lambda row, column: row + column == far,
            S: lambda row, column: row == last,
            SW: lambda row, column: column == 0,
            NW: lambda row, column: row + column == side - 1,
        }
        for direction, lies_there in facing.items():
            sides[direction] = [place for place in places if lies_there(*place)]
        made_with = (side,) if a1 == "bottom left" else (side, a1)
        vars(self)["side"] = side
        self._lay_out(made_with, places, SHIFTS, sides, hexagon_symmetries(side), HEX, a1)

    def shift(self, cells: int, direction: int) -> int:
        """Return the cells one step further; those that leave the board are lost.

        The rows differ in length, so the distance between a cell and the one below it varies: there are a few shifts,
        each for the rows that share one.
        """
        moved = 0
        for movable, places in self.shifts[direction]:
            moved |= shifted_up(cells & movable, places) if places > 0 else shifted_down(cells & movable, -places)
        return moved

    def indent(self, row: int) -> int:
        """Return the indentation of a row in half cells, relative to the leftmost one."""
        return abs(row - self.side + 1)

    def coordinates(self) -> Coordinates:
        """Return the labels beside the board: the numbers of the rows."""
        return Coordinates(super().coordinates().left)


def rhombus_symmetries(rows: int, columns: int) -> list[Symmetry]:
    """Return the symmetries of a rhombus of hexagonal cells: two, or four if its sides are equal; first, no change."""
    last, end = rows - 1, columns - 1
    found: list[Symmetry] = [lambda row, column: (row, column), lambda row, column: (last - row, end - column)]
    if rows == columns:
        found += [lambda row, column: (column, row), lambda row, column: (end - column, last - row)]
    return found


def hexagon_symmetries(side: int) -> list[Symmetry]:
    """Return the twelve symmetries of a hexagon; first the one that changes nothing.

    From the centre, a cell is three steps, x, y and z, that add up to 0; the symmetries permute them, or negate all.
    """

    def symmetry(order: tuple[int, ...], sign: int) -> Symmetry:
        def place(row: int, column: int) -> Place:
            x, z = column - side + 1, row - side + 1
            steps = (x, z, -x - z)
            return sign * steps[order[1]] + side - 1, sign * steps[order[0]] + side - 1

        return place

    return [symmetry(order, sign) for sign in (1, -1) for order in permutations(range(3))]
