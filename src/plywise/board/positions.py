"""Functions on boards: tuples or strings with an item for each cell, as in `board[cell]`.

They accept any values that can be compared by `==`, and boards of any size. None of them changes a board.
"""

from collections.abc import Iterable, Iterator
from typing import Any

from plywise.bits import bit
from plywise.board.directions import opposite
from plywise.board.tables import Table

Board = Any
"""A tuple or a str with an item for each cell."""


def put(board: Board, cell: int, value: Any) -> Board:
    """Return the board with another value on one cell.

    >>> put((0, 0, 0), 1, 5), put("...", 1, "X")
    ((0, 5, 0), '.X.')
    """
    if isinstance(board, str):
        return board[:cell] + value + board[cell + 1 :]
    return board[:cell] + (value,) + board[cell + 1 :]  # noqa: RUF005 - as for a str


def move(board: Board, start: int, goal: int, empty: Any) -> Board:
    """Return the board after the piece on one cell has moved to another, replacing what was there.

    >>> move("n..p", 0, 3, ".")
    '...n'
    """
    return put(put(board, start, empty), goal, board[start])


class Positions:
    """Functions of a layout on boards."""

    size: int
    full: int
    axes: tuple[int, ...]
    neighbours: Table
    rays: tuple[Table, ...]
    sides: Table
    symmetries: Table
    origins: Table

    def cells_on(self, board: Board, value: Any) -> tuple[int, ...]:
        """Return the cells that hold a value, in ascending order."""
        return tuple(cell for cell in range(self.size) if board[cell] == value)

    def set_on(self, board: Board, value: Any) -> int:
        """Return the cells that hold a value, as a set; for boards of up to 64 cells."""
        found, full = 0, self.full  # raises NoSets for a larger board
        for cell in range(self.size):
            if board[cell] == value:
                found |= bit(cell)
        return found & full

    # --- connected groups ---------------------------------------------------------------------------------------------

    def flood_on(self, board: Board, seed: Iterable[int], value: Any) -> tuple[int, ...]:
        """Return the cells that hold a value and are connected, through such cells, with one in the seed.

        Seed cells with another value are ignored. The cells are in ascending order.
        """
        waiting = [cell for cell in seed if board[cell] == value]
        found = set(waiting)
        while waiting:
            for cell in self.neighbours[waiting.pop()]:
                if board[cell] == value and cell not in found:
                    found.add(cell)
                    waiting.append(cell)
        return tuple(sorted(found))

    def group_on(self, board: Board, cell: int) -> tuple[int, ...]:
        """Return the connected cells that hold the same value as a cell, including it, in ascending order."""
        return self.flood_on(board, (cell,), board[cell])

    def groups_on(self, board: Board, value: Any) -> Iterator[tuple[int, ...]]:
        """Yield the connected groups of the cells that hold a value, by their lowest cells."""
        seen = set()
        for cell in range(self.size):
            if board[cell] == value and cell not in seen:
                group = self.group_on(board, cell)
                for each in group:
                    seen.add(each)
                yield group

    def is_connected_on(self, board: Board, value: Any) -> bool:
        """Return whether the cells that hold a value are a single group, or none."""
        cells = self.cells_on(board, value)
        return len(cells) == 0 or len(self.group_on(board, cells[0])) == len(cells)

    def border_on(self, board: Board, group: Iterable[int], value: Any) -> tuple[int, ...]:
        """Return the cells next to a group that hold a value, in ascending order: in Go, its liberties.

        value: other than that of the group.
        """
        found = set()
        for cell in group:
            for each in self.neighbours[cell]:
                if board[each] == value:
                    found.add(each)
        return tuple(sorted(found))

    def joins_on(self, board: Board, value: Any, side: int, other: int) -> bool:
        """Return whether a group of a value reaches from one side of the board, a direction, to another."""
        goal = self.sides[other]
        for cell in self.flood_on(board, self.sides[side], value):  # noqa: SIM110 - read as the loop it is
            if cell in goal:
                return True
        return False

    # --- rows ---------------------------------------------------------------------------------------------------------

    def run_length_on(self, board: Board, cell: int, direction: int, value: Any) -> int:
        """Return the number of consecutive cells that hold a value, beginning one step from a cell."""
        length = 0
        for each in self.rays[cell][direction]:
            if board[each] != value:
                break
            length += 1
        return length

    def run_on(self, board: Board, cell: int, direction: int, value: Any) -> tuple[int, ...]:
        """Return the unbroken row of cells that hold a value, beginning one step from a cell.

        For the empty value, these are the cells that a piece can slide to.
        """
        return self.rays[cell][direction][: self.run_length_on(board, cell, direction, value)]

    def bracketed_on(self, board: Board, cell: int, direction: int, value: Any, by: Any) -> tuple[int, ...]:
        """Return the run of a value from a cell if it ends at a cell that holds `by`; otherwise no cells.

        In Othello, these are the discs that a disc placed on the cell flips.
        """
        ray, length = self.rays[cell][direction], self.run_length_on(board, cell, direction, value)
        return ray[:length] if length < len(ray) and board[ray[length]] == by else ()

    def first_on(self, board: Board, cell: int, direction: int, empty: Any) -> int:
        """Return the first cell in a direction that is not empty; -1 if all are."""
        for each in self.rays[cell][direction]:
            if board[each] != empty:
                return each
        return -1

    def has_row_on(self, board: Board, value: Any, length: int) -> bool:
        """Return whether `length` or more cells in a straight row hold a value; length: 1 or more."""
        for cell in range(self.size):
            if board[cell] == value:
                for axis in self.axes:
                    if self.run_length_on(board, cell, axis, value) >= length - 1:
                        return True
        return False

    def row_through_on(self, board: Board, cell: int) -> int:
        """Return the length of the longest straight row of a cell's value through that cell."""
        longest = 0
        for axis in self.axes:
            ahead = self.run_length_on(board, cell, axis, board[cell])
            longest = max(longest, 1 + ahead + self.run_length_on(board, cell, opposite(axis), board[cell]))
        return longest

    # --- symmetries ---------------------------------------------------------------------------------------------------

    def image_on(self, board: Board, number: int) -> Board:
        """Return the board turned or mirrored by the symmetry with a number; 0 is the identity."""
        if isinstance(board, str):
            return "".join(board[cell] for cell in self.origins[number])
        return tuple(board[cell] for cell in self.origins[number])

    def least_image_on(self, board: Board) -> Board:
        """Return the smallest of the turned and mirrored boards: a key that all of them share."""
        least = board
        for number in range(1, len(self.symmetries)):
            least = min(least, self.image_on(board, number))
        return least
