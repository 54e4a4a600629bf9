"""Layout: the cells of a board and what lies next to what, as tables. Its subclasses are the shapes of boards."""

from collections.abc import Iterable, Sequence
from typing import Any

from plywise.board.directions import COMPASS
from plywise.board.drawing import Drawing
from plywise.board.notation import Notation, name_table
from plywise.board.positions import Positions
from plywise.board.sets import Sets
from plywise.board.tables import (
    Place,
    Shift,
    Symmetry,
    Table,
    distance_table,
    inverse,
    neighbour_table,
    ray_table,
    step_table,
    straight_lines,
    symmetry_table,
    word,
)
from plywise.errors import InputError

MAX_CELLS = 4096
WORD_CELLS = 64

OF_SETS = (
    *("full", "neighbour_sets", "ray_sets", "side_sets", "row_sets", "column_sets"),
    *("movable", "shift_by", "shifts"),
)
"""The tables that a board has only if its cells fit into one word."""


class NoSets(InputError, AttributeError):
    """A set of cells was asked for on a board of more cells than a word has bits."""


class Layout(Sets, Positions, Notation, Drawing):
    """The cells of a board, numbered from 0 row by row from the top, and what lies next to what.

    A layout never changes, equals any other made alike, and says in its repr how it was made. All tables are tuples of
    ints, made once.

    A set of cells is one word of 64 bits. A board of more cells has no sets: what needs them raises NoSets, an
    InputError, which says what to use instead. Everything for boards that are tuples or texts is there at any size, up
    to 4,096 cells.
    """

    rows: int
    columns: int
    size: int
    """The number of cells."""
    directions: tuple[int, ...]
    """The directions in which cells lie next to one another, clockwise."""
    axes: tuple[int, ...]
    """Of each two opposite directions, the one that leads to higher cells."""
    touching: tuple[int, ...]
    """The directions in which a cell's `neighbours` lie."""

    names: tuple[str, ...]
    """The name of each cell."""
    row_of: tuple[int, ...]
    column_of: tuple[int, ...]
    steps: Table
    """`steps[cell][direction]`: the next cell in a direction; -1 where the board ends."""
    rays: tuple[Table, ...]
    """`rays[cell][direction]`: all cells beyond a cell in a direction, from near to far."""
    neighbours: Table
    """The cells next to each cell, clockwise."""
    sides: Table
    """`sides[direction]`: the cells along the side that faces a direction; () where the board has no such side."""
    corners: tuple[int, ...]
    """The cells that belong to two sides or more."""
    symmetries: Table
    """`symmetries[number][cell]`: where a cell goes if the board is turned or mirrored; first, where it is already."""
    origins: Table
    """`origins[number][cell]`: where the cell comes from that goes there."""

    neighbour_sets: tuple[int, ...]
    ray_sets: Table
    row_sets: tuple[int, ...]
    column_sets: tuple[int, ...]

    shifts: tuple[tuple[tuple[int, int], ...], ...]
    """`shifts[direction]`: (the cells that a step moves, how far it shifts their word), one pair for each distance."""

    _made_with: tuple[Any, ...]
    _cells_at: dict[Place, int]

    def _lay_out(
        self,
        made_with: tuple[Any, ...],
        places: Sequence[Place],
        shifts: Sequence[Shift],
        sides: Sequence[Sequence[Place]],
        symmetries: Iterable[Symmetry],
        touching: Sequence[int],
        a1: str,
    ) -> None:
        """Make all tables. made_with: the arguments of the constructor, for the repr."""
        own: dict[str, Any] = {"_made_with": made_with, "a1": a1, "size": len(places), "touching": tuple(touching)}
        own["_cells_at"] = number = {place: cell for cell, place in enumerate(places)}
        own["rows"], own["columns"] = (max(each) + 1 for each in zip(*places, strict=True))
        own["row_of"], own["column_of"] = zip(*places, strict=True)
        own["names"] = name_table(places, own["rows"], own["columns"], a1)
        own["directions"] = tuple(each for each in COMPASS if shifts[each] is not None)
        own["axes"] = tuple(each for each in own["directions"] if (shifts[each] or (0, 0)) > (0, 0))
        own["steps"] = step_table(places, shifts)
        own["rays"] = ray_table(own["steps"])
        own["neighbours"] = neighbour_table(own["steps"], touching)
        own["sides"] = tuple(tuple(number[place] for place in side) for side in sides)
        own["corners"] = tuple(cell for cell in range(len(places)) if sum(cell in side for side in own["sides"]) > 1)
        own["symmetries"] = symmetry_table(places, symmetries)
        own["origins"] = tuple(map(inverse, own["symmetries"]))
        vars(self).update(own)
        if self.size <= WORD_CELLS:
            self._make_sets()

    def _make_sets(self) -> None:
        """Make the tables of sets of cells."""
        steps = self.steps
        own: dict[str, Any] = {"full": word(range(self.size))}
        own["neighbour_sets"] = tuple(map(word, self.neighbours))
        own["ray_sets"] = tuple(tuple(map(word, rays)) for rays in self.rays)
        own["side_sets"] = tuple(map(word, self.sides))
        for name, of_cell, count in (("row", self.row_of, self.rows), ("column", self.column_of, self.columns)):
            own[f"{name}_sets"] = tuple(
                word(cell for cell in range(self.size) if of_cell[cell] == number) for number in range(count)
            )
        own["movable"] = tuple(
            word(cell for cell in range(self.size) if steps[cell][direction] >= 0) for direction in COMPASS
        )
        found = [{steps[cell][each] - cell for cell in range(self.size) if steps[cell][each] >= 0} for each in COMPASS]
        own["shifts"] = tuple(
            tuple(
                (word(cell for cell in range(self.size) if steps[cell][direction] == cell + places), places)
                for places in sorted(found[direction])
            )
            for direction in COMPASS
        )
        own["shift_by"] = tuple(max(each, default=0) for each in found)
        vars(self).update(own)

    # --- tables to be made once, in a game's __init__ -----------------------------------------------------------------

    def lines(self, length: int) -> Table:
        """Return every straight line of `length` cells, each as a tuple: rows, columns and diagonals.

        Make them once, for the module or in a game's `__init__`.
        """
        if type(length) is not int or length < 1:
            raise InputError(f"length={length!r} is not a positive whole number")
        return straight_lines(self.rays, self.axes, length)

    def line_sets(self, length: int) -> tuple[int, ...]:
        """Return every straight line of `length` cells, each as a set. Make them once, as `lines`."""
        if self.size > WORD_CELLS:
            raise self._without_sets()
        return tuple(map(word, self.lines(length)))

    def through(self, lines: Iterable[Sequence[int]]) -> tuple[Table, ...]:
        """Return for each cell those of the lines that go through it: what a move there can change."""
        found: list[list[tuple[int, ...]]] = [[] for _ in range(self.size)]
        for line in lines:
            for cell in line:
                found[cell].append(tuple(line))
        return tuple(map(tuple, found))

    def at_distance(self, steps: int) -> Table:
        """Return for each cell those that are `steps` steps away, from neighbour to neighbour by the shortest way."""
        if type(steps) is not int or steps < 0:
            raise InputError(f"steps={steps!r} is not a whole number, 0 or more")
        return distance_table(self.neighbours, steps)

    # --- cells --------------------------------------------------------------------------------------------------------

    def cell(self, row: int, column: int) -> int:
        """Return the cell in a row and a column, counted from 0 from the top left; -1 if the board has none there."""
        return self._cells_at.get((row, column), -1)

    # --- what every value has -----------------------------------------------------------------------------------------

    def __getattr__(self, name: str) -> Any:
        if name in OF_SETS and "size" in vars(self):
            raise self._without_sets()
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def _without_sets(self) -> NoSets:
        return NoSets(
            f"{self!r} has {self.size} cells, and a set of cells is one word of {WORD_CELLS} bits: hold the board as a "
            "tuple or a str instead; neighbours, rays, lines and the functions that end in _on take any size"
        )

    def __setattr__(self, name: str, value: object) -> None:
        raise AttributeError(f"{self!r} never changes: {name} cannot be set")

    def __repr__(self) -> str:
        return f"{type(self).__name__}({', '.join(map(repr, self._made_with))})"

    def __eq__(self, other: object) -> bool:
        return type(other) is type(self) and other._made_with == self._made_with

    def __hash__(self) -> int:
        return hash((type(self), self._made_with))

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), self._made_with


def require_counts(**counts: object) -> None:
    """Raise InputError unless each is a whole number from 1 on, and their product is no more than MAX_CELLS."""
    size = 1
    for name, value in counts.items():
        if type(value) is not int or value < 1:
            raise InputError(f"{name}={value!r} is not a positive whole number")
        size *= value
    if size > MAX_CELLS:
        told = ",".join(f"{name}={value}" for name, value in counts.items())
        raise InputError(f"{told}: {size} cells; a board has at most {MAX_CELLS}")
