"""m,n,k: k in a row on a board of m columns and n rows; tic-tac-toe is 3,3,3.

The hints for the search and the move order are in _k_in_a_row.py. Sources: docs/games/mnk.md.
"""

from collections.abc import Mapping

from plywise.errors import InputError
from plywise.games._k_in_a_row import KInARow

MAX_CELLS = 63

WON, DRAWN = "won by the first player", "draw"
KNOWN = dict.fromkeys(((4, 3, 3), (4, 4, 3), (5, 3, 3), (6, 5, 4), (6, 6, 4)), WON)
KNOWN |= dict.fromkeys(((4, 4, 4), (5, 4, 4), (6, 4, 4), (5, 5, 4), (5, 5, 5), (6, 5, 5), (7, 5, 5), (6, 6, 5)), DRAWN)
"""Results of solving, by the longer side, the shorter side, and k."""


class Mnk(KInARow):
    """X (MAX) and O (MIN) take turns to mark a cell; k in a row, column or diagonal win; a full board is a draw.

    m, n: the columns and rows of the board, m * n at most 63.
    k: how many in a row win.

    Notation: a position is m * n characters row by row, X, O or a dot; an action is the cell's number from 0 row by
    row, and (row,col) is read too.
    """

    name = "mnk"
    parameter_labels: Mapping[str, str] | None = {"m": "Columns", "n": "Rows", "k": "Marks in a line to win"}
    title = "m,n,k"
    known_value = "draw; won by the first player with m,n,k of 4,3,3, 4,4,3, 5,3,3, 6,5,4 and 6,6,4"

    def __init__(self, m: int = 3, n: int = 3, k: int = 3) -> None:
        for field, value in (("m", m), ("n", n), ("k", k)):
            if type(value) is not int or value < 1:
                raise InputError(f"{field}={value!r} is not a positive whole number")
        if m * n > MAX_CELLS:
            raise InputError(f"m={m},n={n}: {m * n} cells; a board has at most {MAX_CELLS}")
        if k > max(m, n):
            raise InputError(f"k={k}: no line of {k} fits a board of {m} columns and {n} rows")
        super().__init__((n, m), k)
        if (m, n, k) != (3, 3, 3):
            self.known_value = KNOWN.get((max(m, n), min(m, n), k), "")

    def cell_form(self) -> str:
        """Return a description of a cell's text form."""
        rows, columns = self.shape
        return (
            f"a number from 0 to {self.size - 1}, or (row,col), rows from 0 to {rows - 1} and columns to {columns - 1}"
        )
