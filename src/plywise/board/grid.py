"""Rectangular boards of square cells."""

from plywise.board.directions import COMPASS, ORTHOGONAL, E, N, S, W
from plywise.board.layout import Layout, require_counts
from plywise.board.tables import Place, Symmetry, Table, neighbour_table
from plywise.errors import InputError

SHIFTS = ((-1, 0), (-1, 1), (0, 1), (1, 1), (1, 0), (1, -1), (0, -1), (-1, -1))
"""One step in each direction, as (rows, columns)."""


class Grid(Layout):
    """A rectangle of square cells.

    rows, columns: its size.
    a1: the corner whose cell is called a1: "bottom left", as in chess and Go, or "top left", as in Othello, or another.
    adjacency: 4 if the `neighbours` of a cell share a side with it, 8 if they share a side or a corner; groups are
    connected accordingly. `neighbours4` and `neighbours8` are always available.

    Cell row * columns + column has its row counted from the top and its column from the left, both from 0.

    >>> board = Grid(3, 4)
    >>> board.rows, board.columns, board.size
    (3, 4, 12)
    >>> board.cell(2, 1), board.place(9), board.name(9), board.parse("b1"), board.parse("(2,1)")
    (9, (2, 1), 'b1', 9, 9)
    >>> board.format_board("XX..O......O")
    'XX../O.../...O'

    A set of cells is an int, as everywhere in Plywise, for boards of up to 64 cells:

    >>> from plywise.bits import members
    >>> from plywise.board import N, W
    >>> corner = board.set_of([8])
    >>> list(members(board.shift(corner, N))), board.shift(corner, W), list(members(board.next_to(corner)))
    ([4], 0, [4, 9])

    A larger board has no sets, only boards: tuples or strings with an item for each cell.

    >>> Grid(19, 19).group_on((1,) * 2 + (0,) * 359, 0)
    (0, 1)
    >>> Grid(19, 19).full
    Traceback (most recent call last):
    plywise.board.layout.NoSets: Grid(19, 19) has 361 cells, and a set of cells is one word of 64 bits: ...
    """

    adjacency: int
    neighbours4: Table
    """The cells that share a side with each cell, clockwise from the north."""
    neighbours8: Table
    """The cells that share a side or a corner with each cell, clockwise from the north."""

    def __init__(self, rows: int, columns: int, adjacency: int = 4, a1: str = "bottom left") -> None:
        require_counts(rows=rows, columns=columns)
        if adjacency not in (4, 8) or type(adjacency) is not int:
            raise InputError(f"adjacency={adjacency!r} is neither 4 nor 8")
        places = [(row, column) for row in range(rows) for column in range(columns)]
        sides: list[list[Place]] = [[] for _ in COMPASS]
        sides[N] = [(0, column) for column in range(columns)]
        sides[S] = [(rows - 1, column) for column in range(columns)]
        sides[W] = [(row, 0) for row in range(rows)]
        sides[E] = [(row, columns - 1) for row in range(rows)]
        touching = ORTHOGONAL if adjacency == 4 else COMPASS
        made_with = _without_defaults((rows, columns, adjacency, a1), (4, "bottom left"))
        self._lay_out(made_with, places, SHIFTS, sides, symmetries(rows, columns), touching, a1)
        four, eight = (neighbour_table(self.steps, each) for each in (ORTHOGONAL, COMPASS))
        vars(self).update(adjacency=adjacency, neighbours4=four, neighbours8=eight)

    def cell(self, row: int, column: int) -> int:
        """Return the cell in a row and a column, counted from 0 at the top left; -1 if the board has none there."""
        if 0 <= row < self.rows and 0 <= column < self.columns:
            return row * self.columns + column
        return -1

    def leaps(self, rows: int, columns: int) -> Table:
        """Return for each cell the cells a leap of `rows` and `columns`, in either order, away: (1, 2) is a knight's.

        They are in ascending order. Compute them once, for the module or in a game's `__init__`.

        >>> Grid(8, 8).leaps(1, 2)[0]
        (10, 17)
        """
        ways = {
            (down * sign, right * other)
            for down, right in ((rows, columns), (columns, rows))
            for sign in (1, -1)
            for other in (1, -1)
        }
        found = []
        for cell in range(self.size):
            row, column = self.place(cell)
            goals = {self.cell(row + down, column + right) for down, right in ways}
            found.append(tuple(sorted(goals - {-1, cell})))
        return tuple(found)


def symmetries(rows: int, columns: int) -> list[Symmetry]:
    """Return the four symmetries of a rectangle, or the eight of a square; the identity is first."""
    last, end = rows - 1, columns - 1
    found: list[Symmetry] = [
        lambda row, column: (row, column),
        lambda row, column: (row, end - column),
        lambda row, column: (last - row, column),
        lambda row, column: (last - row, end - column),
    ]
    if rows == columns:
        found += [
            lambda row, column: (column, row),
            lambda row, column: (column, end - row),
            lambda row, column: (last - column, row),
            lambda row, column: (last - column, end - row),
        ]
    return found


def _without_defaults(given: tuple[object, ...], defaults: tuple[object, ...]) -> tuple[object, ...]:
    """Return arguments without trailing ones equal to their defaults."""
    while defaults and given[-1] == defaults[-1]:
        given, defaults = given[:-1], defaults[:-1]
    return given
