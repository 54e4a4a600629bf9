"""Boards as text, and as cells for the views that draw them."""

from collections.abc import Iterable, Mapping, Sequence
from enum import Enum
from typing import Any

from plywise.bits import members
from plywise.board.notation import axis_names
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Coordinates

EMPTY = (0, None, "", " ", ".", "-", "_")
"""The default character of an empty cell."""
MARKS: Mapping[Any, str] = {MAX: "X", MIN: "O"}
"""The default marks of the players' numbers."""


class Drawing:
    """How a layout draws boards and sets of cells."""

    size: int
    rows: int
    columns: int
    a1: str
    names: tuple[str, ...]
    row_of: tuple[int, ...]
    full: int

    def board_of(self, sets: Mapping[str, int], empty: str = ".") -> str:
        """Return the board that has a mark, a character, on each cell of a set.

        Raises InputError if two of the sets share a cell.
        """
        marks = [empty] * self.size
        for mark, cells in sets.items():
            for cell in members(cells & self.full):
                if marks[cell] != empty:
                    raise InputError(f"{self.names[cell]} has both {marks[cell]} and {mark}")
                marks[cell] = mark
        return "".join(marks)

    def format_board(self, board: Sequence[Any], marks: Mapping[Any, str] | None = None, empty: str = ".") -> str:
        """Return a board as one word, the rows from the top with slashes between.

        marks: value -> character; by default MAX is X, MIN is O, and a character stands for itself.
        """
        rows = [""] * self.rows
        for cell in range(self.size):
            rows[self.row_of[cell]] += _mark(board[cell], marks) or empty
        return "/".join(rows)

    def parse_board(self, text: str, values: Mapping[str, Any] | None = None) -> tuple[Any, ...]:
        """Return the board that a text shows, as `format_board` writes it: a tuple with the value of each character.

        values: character -> value; without it, the characters themselves. Raises InputError, one line, if the rows do
        not fit the board or a character is unknown.
        """
        lengths = [self.row_of.count(row) for row in range(self.rows)]
        rows = text.strip().split("/")
        if len(rows) == 1 and self.rows > 1 and len(text.strip()) == self.size:
            rows = [text.strip()[sum(lengths[:row]) : sum(lengths[: row + 1])] for row in range(self.rows)]
        if len(rows) != self.rows:
            raise InputError(f"board {text[:80]!r} has {len(rows)} rows, not {self.rows}")
        for number, (row, length) in enumerate(zip(rows, lengths, strict=True), start=1):
            if len(row) != length:
                raise InputError(f"board {text[:80]!r}: row {number} from the top has {len(row)} cells, not {length}")
        marks = "".join(rows)
        for cell, mark in enumerate(marks):
            if values is not None and mark not in values:
                known = " ".join(values)
                raise InputError(f"board {text[:80]!r}: {self.names[cell]} holds {mark!r}, which is none of {known}")
        return tuple(marks) if values is None else tuple(values[mark] for mark in marks)

    # --- for views ----------------------------------------------------------------------------------------------------

    def cells(
        self,
        board: Sequence[Any] | Mapping[str, int],
        marks: Mapping[Any, str] | None = None,
        discs: Mapping[Any, str] | None = None,
        playable: Iterable[int] = (),
        chequered: bool = False,
    ) -> list[list[Cell]]:
        """Return a board as a game's `cells` does: rows from the top, for views to draw.

        board: a tuple or a str with an item for each cell, or a set of cells for each mark, as in {"X": x, "O": o}.
        marks: value -> the text on the cell, "" for an empty one; by default MAX is X and MIN is O.
        discs: value -> the colour of a disc drawn instead: black, white, red or yellow.
        playable: the empty cells where a piece may be placed now, which show their names.
        chequered: whether the squares alternate between light and dark; a1 is dark.
        """
        held = self.board_of(board) if isinstance(board, Mapping) else board
        open_cells, dark = set(playable), self._dark_cells() if chequered else ()
        return self.arrange(
            [
                Cell(
                    mark,
                    action=self.names[cell] if cell in open_cells and not mark else "",
                    disc=(discs or {}).get(held[cell], ""),
                    dark=cell in dark,
                )
                for cell, mark in enumerate(_mark(each, marks) for each in held)
            ]
        )

    def _dark_cells(self) -> set[int]:
        """Return the dark cells of a chequered board on which a1 is dark."""
        parity = {cell: self.row_of[cell] + cell - self.row_of.index(self.row_of[cell]) for cell in range(self.size)}
        first = self.names.index("a1") if "a1" in self.names else 0
        return {cell for cell in parity if (parity[cell] - parity[first]) % 2 == 0}

    def arrange(self, cells: Sequence[Cell]) -> list[list[Cell]]:
        """Return the cells, in their order, as the rows that a view draws."""
        rows: list[list[Cell]] = [[] for _ in range(self.rows)]
        for cell, each in enumerate(cells):
            rows[self.row_of[cell]].append(each)
        return rows

    def coordinates(self) -> Coordinates:
        """Return the labels around the board, as a game's `coordinates` does: letters above and below, numbers left."""
        numbers, names = axis_names(self.rows, self.columns, self.a1)
        return Coordinates(numbers, names, names)


def _mark(value: Any, marks: Mapping[Any, str] | None) -> str:
    """Return the text for a value; "" for an empty cell."""
    if marks is not None and value in marks:
        mark = marks[value]
        return "" if mark in EMPTY else mark
    if value in EMPTY:
        return ""
    if isinstance(value, Enum):
        return value.name
    if marks is None and isinstance(value, int) and value in MARKS:
        return MARKS[value]
    return str(value)
