"""m,n,k: k in a row on a board of m columns and n rows; tic-tac-toe is 3,3,3."""

from plywise.errors import InputError
from plywise.games.lines import Lines

MOST_CELLS = 63


class Mnk(Lines):
    """X (MAX) and O (MIN) take turns to mark a cell; k in a row, column or diagonal win; a full board is a draw.

    m, n: the columns and rows of the board, m * n at most 63. k: how many in a row win.

    Notation: a position is m * n characters row by row, X, O or a dot; an action is the cell's number from 0 row by
    row, and (row,col) is read too.
    """

    name = "mnk"

    def __init__(self, m: int = 3, n: int = 3, k: int = 3) -> None:
        for field, value in (("m", m), ("n", n), ("k", k)):
            if type(value) is not int or value < 1:
                raise InputError(f"{field}={value} is not a whole number from 1 on")
        if m * n > MOST_CELLS:
            raise InputError(f"m={m},n={n}: {m * n} cells; a board has at most {MOST_CELLS}")
        if k > max(m, n):
            raise InputError(f"k={k}: no line of {k} fits a board of {m} columns and {n} rows")
        super().__init__((n, m), k)

    def cell_form(self) -> str:
        """Return what a cell's text looks like."""
        rows, columns = self.shape
        return (
            f"a number from 0 to {self.size - 1}, or (row,col), rows from 0 to {rows - 1} and columns to {columns - 1}"
        )
