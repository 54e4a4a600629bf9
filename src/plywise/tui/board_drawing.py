"""Draw a board as lines of text, with marks that never depend on colour alone."""

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple

from rich.cells import cell_len, chop_cells

from plywise.errors import printable
from plywise.play.clicks import Place

Board = Mapping[str, Any]
"""The result of `describe_board`."""


class Run(NamedTuple):
    """A piece of a line. looks: names of styles; later ones override earlier ones."""

    text: str
    looks: tuple[str, ...] = ()


class Marks(NamedTuple):
    """Marks on a board.

    cursor: the cursor: `[ ]`
    path: the cells touched so far: `< >`
    targets: the cells that may be touched next: `{ }`, with a dot if they are empty
    last: the cells that the last move changed: `( )`
    values: texts on empty cells instead of their names, such as the outcome of playing there
    """

    cursor: Place | None = None
    path: tuple[Place, ...] = ()
    targets: frozenset[Place] = frozenset()
    last: frozenset[Place] = frozenset()
    values: Mapping[Place, str] = {}


LINE, LABEL, NAME, DARK, LAST, TARGET, PATH, CURSOR, VALUE = (
    "line", "label", "name", "dark", "last", "target", "path", "cursor", "value"
)  # fmt: skip

DOT = "·"

SHOWN = ("rows", "left", "top", "bottom", "beside", "grid", "position")
"""The parts of a board that are drawn."""


def fit(text: str, width: int) -> str:
    """Centre a text in a number of columns; some characters take two."""
    if cell_len(text) > width:
        text = (chop_cells(text, width) or [""])[0] if width > 0 else ""
    room = max(width, 0) - cell_len(text)
    left = room // 2 + (room & width & 1)  # like str.center
    return " " * left + text + " " * (room - left)


def _escaped(board: Any) -> Any:
    """Return a board with control characters escaped."""
    if isinstance(board, str):
        return printable(board)
    if isinstance(board, Mapping):
        return {name: _escaped(value) for name, value in board.items()}
    return [_escaped(value) for value in board] if isinstance(board, list | tuple) else board


class BoardDrawing:
    """The layout of a board's cells on lines of text.

    board: the result of `describe_board`
    flipped: rotated by half a turn
    height: available lines; if they do not suffice, lines between the rows are omitted
    """

    def __init__(self, board: Board, flipped: bool = False, height: int | None = None) -> None:
        board = {part: _escaped(board[part]) for part in SHOWN}
        self.board, self.flipped = board, flipped
        self.rows: list[list[dict[str, Any]]] = board["rows"]
        self.columns = max(map(len, self.rows), default=0)
        self._are_redundant = self._labels_name_all_cells()
        self._names = [[self._name(row, column) for column in range(len(cells))] for row, cells in enumerate(self.rows)]
        labels = max(map(cell_len, [*board["top"], *board["bottom"]]), default=1)
        self.width = max(2 + max((cell_len(text) for text in self._texts()), default=1), labels)
        self.is_hexagonal = any(cell.get("x") for cells in self.rows for cell in cells)
        self.column = (self.width + 1) // 2 if self.is_hexagonal else self.width + 1
        """Distance between columns; a hexagon takes two."""
        self.width = 2 * self.column if self.is_hexagonal else self.width
        self.left = max((cell_len(label) for label in board["left"]), default=-1) + 1
        above, below = board["top"], board["bottom"]
        self._above, self._below = (below, above) if flipped else (above, below)
        self.top = int(any(self._above))
        fits = height is None or self.top + 2 * len(self.rows) - 1 + int(any(self._below)) <= height
        self.pitch = 2 if board["grid"] is True and fits else 1

    def _texts(self) -> list[str]:
        marks = [cell.get("m", "") for cells in self.rows for cell in cells]
        names = [name for names in self._names for name in names]
        return [*marks, *names]

    def _name(self, row: int, column: int) -> str:
        """Return the text of an empty cell: its action or name, or a dot if the labels around the board give it."""
        cell = self.rows[row][column]
        text: str = cell.get("a") or cell.get("n") or ""
        if cell.get("x"):
            text = text or DOT
        is_redundant = self._are_redundant and text in self._names_by_labels(row, column)
        return DOT if is_redundant or (not text and self.board["grid"] == "points") else text

    def _names_by_labels(self, row: int, column: int) -> set[str]:
        """Return the names of a cell by the labels around the board."""
        labels = self.board
        beside = labels["left"][row : row + 1]
        over = {*labels["top"][column : column + 1], *labels["bottom"][column : column + 1]}
        return {each for label in over for side in beside for each in (label + side, side + label)}

    def _labels_name_all_cells(self) -> bool:
        """Return whether the labels give the names of all cells, because a few may match by chance."""
        return all(
            (cell.get("a") or cell.get("n") or "") in self._names_by_labels(row, column) | {""}
            for row, cells in enumerate(self.rows)
            for column, cell in enumerate(cells)
        )

    # --- layout -------------------------------------------------------------------------------------------------------

    def corner_of(self, place: Place) -> tuple[int, int]:
        """Return the column and the line of a cell's left end; it is `width` wide."""
        row, column = self._turn(place)
        first = column - 1 if self.is_hexagonal and self.flipped else column
        return self.left + first * self.column, self.top + row * self.pitch

    def place_at(self, x: int, y: int) -> Place | None:
        """Return the cell at a column of a line; None between cells and outside the board."""
        column, across = divmod(x - self.left, self.column)
        row, down = divmod(y - self.top, self.pitch)
        if across == self.width or down:
            return None
        found = self._if_there((row, column))
        if found is None or not self.is_hexagonal or self._is_cell(found):
            return found
        beside = found[0], found[1] - 1  # perhaps the second half of a hexagon
        return beside if beside[1] >= 0 and self._is_cell(beside) else None

    def _is_cell(self, place: Place) -> bool:
        """Return whether a place is a cell, and not padding in a row of hexagons."""
        return not self.is_hexagonal or bool(self.rows[place[0]][place[1]].get("x"))

    def middle(self) -> Place:
        """Return the cell in the middle of the board."""
        row = len(self.rows) // 2
        cells = [(row, column) for column in range(len(self.rows[row])) if self._is_cell((row, column))]
        return cells[len(cells) // 2] if cells else (row, 0)

    def _if_there(self, shown: Place) -> Place | None:
        if not (0 <= shown[0] < len(self.rows) and 0 <= shown[1] < self.columns):
            return None
        row, column = self._turn(shown)
        return (row, column) if column < len(self.rows[row]) else None

    def _turn(self, place: Place) -> Place:
        """Convert a cell to its place on the screen, or back."""
        row, column = place
        return (len(self.rows) - 1 - row, self.columns - 1 - column) if self.flipped else place

    def step(self, place: Place, down: int, across: int) -> Place:
        """Return the next cell in a direction on the screen; the same cell at the edge."""
        shown_row, column = self._turn(place)
        row = self._turn((max(0, min(shown_row + down, len(self.rows) - 1)), column))[0]
        there = [(row, each) for each in range(len(self.rows[row])) if self._is_cell((row, each))]
        if across:
            ahead = [each for each in there if (self._turn(each)[1] - column) * across > 0]
        else:
            ahead = there
        return min(ahead, key=lambda each: abs(self._turn(each)[1] - column), default=place)

    # --- drawing ------------------------------------------------------------------------------------------------------

    def size(self) -> tuple[int, int]:
        """Return the width in columns and the height in lines."""
        lines = self.lines(Marks())
        return max((sum(cell_len(run.text) for run in line) for line in lines), default=0), len(lines)

    def lines(self, marks: Marks) -> list[list[Run]]:
        """Return the lines."""
        if not self.rows:
            return [[Run(self.board["position"])]]
        lines = [self._labels(self._above)] if self.top else []
        shown = range(len(self.rows))
        for number in reversed(shown) if self.flipped else shown:
            if self.pitch == 2 and len(lines) > self.top:
                lines.append(self._rule())
            lines.append(self._row(number, marks))
        lines += [self._labels(self._below)] if any(self._below) else []
        if self.board["beside"]:
            lines += [[], *([Run(text)] for text in self.board["beside"])]
        return lines

    def _labels(self, names: Sequence[str]) -> list[Run]:
        line = ""
        for x, name in sorted((self.corner_of((0, column))[0], name) for column, name in enumerate(names) if name):
            line += " " * (x - cell_len(line)) + fit(name, self.width)
        return [Run(line.rstrip(), (LABEL,))]

    def _rule(self) -> list[Run]:
        return [Run(" " * self.left), Run("┼".join(["─" * self.width] * self.columns), (LINE,))]

    def _row(self, row: int, marks: Marks) -> list[Run]:
        left = self.board["left"]
        label = left[row] if row < len(left) else ""
        runs = [Run(label.rjust(self.left - 1) + " " if self.left else "", (LABEL,))]
        columns = range(self.columns)
        ordered = list(reversed(columns) if self.flipped else columns)
        if self.is_hexagonal:
            return runs + self._row_of_hexagons(row, ordered, marks)
        between = Run("│", (LINE,)) if self.board["grid"] is True else Run(" ")
        for column in ordered:
            runs.append(self._cell((row, column), marks) if column < len(self.rows[row]) else Run(" " * self.width))
            runs.append(between)
        return runs[:-1]

    def _row_of_hexagons(self, row: int, columns: list[int], marks: Marks) -> list[Run]:
        runs = []
        there = {column for column in range(len(self.rows[row])) if self._is_cell((row, column))}
        for column in columns:
            if column in there:
                runs.append(self._cell((row, column), marks))
            elif column - 1 not in there:
                runs.append(Run(" " * self.column))
        return runs

    def _cell(self, place: Place, marks: Marks) -> Run:
        cell = self.rows[place[0]][place[1]]
        mark = cell.get("m", "")
        looks = [DARK] if cell.get("k") else []
        looks += [f"disc-{cell['d']}"] if "d" in cell else [cell["p"].split()[0]] if "p" in cell else []
        text = mark or self._names[place[0]][place[1]]
        if not mark:
            looks.append(NAME)
            if place in marks.values:
                text = marks.values[place]
                looks[-1] = VALUE
            elif place in marks.targets:
                text = text or DOT
        before, after = " ", " "
        for there, look, pair in (
            (place in marks.last, LAST, ("(", ")")), (place in marks.targets, TARGET, ("{", "}")),
            (place in marks.path, PATH, ("<", ">")), (place == marks.cursor, CURSOR, ("[", "]")),
        ):  # fmt: skip
            if there:
                before, after = pair
                looks.append(look)
        if cell_len(text) > self.width - 2 and before == " ":  # the outcome of a move, such as -12
            return Run(fit(text, self.width), tuple(looks))
        return Run(before + fit(text, self.width - 2) + after, tuple(looks))
