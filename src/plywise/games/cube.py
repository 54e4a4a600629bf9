"""Tic-tac-toe in space: a whole line through a cube of cells wins.

The hints for the search and the move order are in _k_in_a_row.py. Sources: docs/games/cube.md.
"""

from collections.abc import Mapping

from plywise.errors import InputError
from plywise.game import Cell, Coordinates
from plywise.games._k_in_a_row import KInARow

SIZES = (2, 3, 4)

GAP = Cell("")


class Cube(KInARow):
    """X (MAX) and O (MIN) take turns to mark a cell of a cube; a line from side to side wins; a full board is a draw.

    size: cells along a side, 2, 3 or 4.

    Notation: a position is size**3 characters layer by layer, each row by row, X, O or a dot; an action is the cell's
    number from 0 in the same order, and (layer,row,col) is read too.
    """

    name = "cube"
    parameter_labels: Mapping[str, str] | None = {"size": "Cells along an edge"}
    title = "Three-dimensional tic-tac-toe"
    known_value = "won by the first player (4x4x4: Patashnik 1980)"
    grid = False
    by = "layer by layer, each row by row"

    def __init__(self, size: int = 3) -> None:
        if type(size) is not int or size not in SIZES:
            raise InputError(f"size={size} is not 2, 3 or 4")
        super().__init__((size, size, size), size)

    def cell_form(self) -> str:
        """Return a description of a cell's text form."""
        return f"a number from 0 to {self.size - 1}, or (layer,row,col), each from 0 to {self.length - 1}"

    def coordinates(self) -> Coordinates:
        """Return the numbers of rows and columns in each layer."""
        numbers = [str(each) for each in range(self.length)]
        layers = [label for _ in numbers for label in ("", *numbers)]
        return Coordinates(numbers, layers[1:])

    def cells(self, state: KInARow.State) -> list[list[Cell]]:
        """Return the layers side by side with gaps between them; an empty cell shows its number."""
        rows, side = super().cells(state), self.length
        layers = [rows[start : start + side] for start in range(0, side * side, side)]
        return [
            [*layers[0][row], *(cell for layer in layers[1:] for cell in (GAP, *layer[row]))] for row in range(side)
        ]
