"""Functions on sets of cells: the cells are the bits of one int, so that moving all of them is a shift or two.

No function wraps around an edge of the board. All of them are plain arithmetic on ints, and take and return words (see
plywise.bits), also on a board of 64 cells, where a set that contains the last cell is negative. To combine sets, use
Python's operators: `cells & other`, `cells | other`, `cells & ~other`.
"""

from collections.abc import Iterable, Iterator

from plywise.bits import bit, lowest, members, shifted_down, shifted_up
from plywise.board.directions import opposite
from plywise.board.tables import Table
from plywise.errors import InputError


class Sets:
    """Functions of a layout of up to 64 cells on sets of cells."""

    size: int
    axes: tuple[int, ...]
    touching: tuple[int, ...]
    symmetries: Table

    full: int
    """The set of all cells."""
    shift_by: tuple[int, ...]
    """The shift of a word for a step in each direction; negative: to the right."""
    movable: tuple[int, ...]
    """The cells from which a step in each direction stays on the board."""
    side_sets: tuple[int, ...]
    """The cells along the side of the board that faces each direction; no cells if it has no such side."""

    def set_of(self, cells: Iterable[int]) -> int:
        """Return the set of the given cells. Raises InputError for a cell that is not on the board."""
        found, full = 0, self.full  # raises NoSets for a larger board
        for cell in cells:
            if not 0 <= cell < self.size:
                raise InputError(f"{self!r} has no cell {cell}: they go from 0 to {self.size - 1}")
            found |= bit(cell)
        return found & full

    def shift(self, cells: int, direction: int) -> int:
        """Return the cells one step further; those that leave the board are lost."""
        places = self.shift_by[direction]
        cells &= self.movable[direction]
        return shifted_up(cells, places) if places > 0 else shifted_down(cells, -places)

    def next_to(self, cells: int) -> int:
        """Return the cells next to any of the given ones; neighbouring cells of the set are included."""
        found = 0
        for direction in self.touching:
            found |= self.shift(cells, direction)
        return found

    # --- connected groups ---------------------------------------------------------------------------------------------

    def flood(self, seed: int, within: int) -> int:
        """Return the part of a set connected with its members in the seed (flood fill)."""
        seed &= within
        while True:
            grown = (seed | self.next_to(seed)) & within
            if grown == seed:
                return seed
            seed = grown

    def groups(self, cells: int) -> Iterator[int]:
        """Yield the connected groups of a set, by their lowest cells."""
        while cells:
            group = self.flood(bit(lowest(cells)), cells)
            yield group
            cells &= ~group

    def is_connected(self, cells: int) -> bool:
        """Return whether a set is a single group, or empty."""
        return cells == 0 or self.flood(bit(lowest(cells)), cells) == cells

    def joins(self, cells: int, side: int, other: int) -> bool:
        """Return whether a group of the set reaches from one side of the board, a direction, to another."""
        return self.flood(cells & self.side_sets[side], cells) & self.side_sets[other] != 0

    # --- rows ---------------------------------------------------------------------------------------------------------

    def run(self, start: int, through: int, direction: int) -> int:
        """Return the cells of `through` in an unbroken row that begins one step from a cell of `start`.

        For example, the squares that a rook on a cell can slide to: `run(bit(cell), empty, N)` and so on.
        """
        found, at = 0, self.shift(start, direction) & through
        while at:
            found |= at
            at = self.shift(at, direction) & through
        return found

    def bracketed(self, start: int, through: int, by: int, direction: int) -> int:
        """Return the run of `through` from a single cell if it ends at a cell of `by`; otherwise no cells.

        In Othello, these are the discs that a disc placed on the cell flips.
        """
        run = self.run(start, through, direction)
        return run if self.shift(run, direction) & by & ~through else 0

    def has_row(self, cells: int, length: int) -> bool:
        """Return whether a set contains `length` or more cells in a straight row; length: 1 or more."""
        for axis in self.axes:
            row = cells
            for _ in range(length - 1):
                row = self.shift(row, axis) & cells
            if row:
                return True
        return False

    def row_through(self, cells: int, cell: int) -> int:
        """Return the length of the longest straight row of cells of a set through one of them."""
        longest = 0
        for axis in self.axes:
            length, start = 1, bit(cell)
            for direction in (axis, opposite(axis)):
                at = self.shift(start, direction) & cells
                while at:
                    length += 1
                    at = self.shift(at, direction) & cells
            longest = max(longest, length)
        return longest

    # --- symmetries ---------------------------------------------------------------------------------------------------

    def image(self, cells: int, number: int) -> int:
        """Return the set turned or mirrored by the symmetry with a number; 0 is the identity."""
        images, turned = self.symmetries[number], 0
        for cell in members(cells):
            turned |= bit(images[cell])
        return turned
