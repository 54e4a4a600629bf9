"""Names of cells, as in a1 or (row, column), and words for moves."""

import re
from collections.abc import Iterable, Sequence
from string import ascii_lowercase
from typing import Any

from plywise.errors import InputError

CORNERS = ("bottom left", "top left", "bottom right", "top right")
"""Where a1 may be; the letters run from there along the row, the numbers along the column."""

NAME = re.compile(r"([a-z]+)([1-9][0-9]{0,3})", re.ASCII)
PLACE = re.compile(r"\(([0-9]{1,4}),\s*([0-9]{1,4})\)|([0-9]{1,4}),\s*([0-9]{1,4})", re.ASCII)
PASS = "pass"

MAX_SHOWN = 40  # characters of the input in an error message


def letters(column: int) -> str:
    """Return the name of a column, counted from 0: a to z, then aa, ab and so on.

    >>> letters(0), letters(25), letters(26), letters(27)
    ('a', 'z', 'aa', 'ab')
    """
    name = ""
    while column >= 0:
        column, letter = divmod(column, 26)
        name, column = ascii_lowercase[letter] + name, column - 1
    return name


class Notation:
    """Formatting and parsing of cells and moves."""

    size: int
    names: tuple[str, ...]
    row_of: tuple[int, ...]
    column_of: tuple[int, ...]

    def cell(self, row: int, column: int) -> int:
        """Return the cell in a row and a column, counted from 0 from the top left; -1 if the board has none there."""
        raise NotImplementedError

    def place(self, cell: int) -> tuple[int, int]:
        """Return the row and the column of a cell, counted from 0 from the top left."""
        return self.row_of[cell], self.column_of[cell]

    def name(self, cell: int) -> str:
        """Return the name of a cell, as in b3."""
        return self.names[cell]

    def parse(self, text: str) -> int:
        """Return the cell that a text names: b3, or (row,column) counted from 0 from the top left.

        Raises InputError, one line, for any other text.
        """
        word = text.strip()
        place = PLACE.fullmatch(word)
        if place is not None:
            row, column = (int(each) for each in place.groups() if each is not None)
            found = self.cell(row, column)
        else:
            found = self.names.index(word.lower()) if word.isascii() and word.lower() in self.names else -1
        if found < 0:
            what = f"{_shorten(text)} is not a cell of the board"
            raise InputError(f"{what}: they are {self.range_of_names()}, or (row,column) from 0 at the top left")
        return found

    def range_of_names(self) -> str:
        """Return the range of the cells' names.

        For example: a1 to h8.
        """
        ordered = sorted(self.names, key=_by_column)
        return f"{ordered[0]} to {ordered[-1]}"

    # --- moves --------------------------------------------------------------------------------------------------------

    def format_move(self, action: Any) -> str:
        """Return an action as one word, made of the names of its cells.

        An int is a cell; a tuple contains cells, as ints or as nested (row, column) tuples; None is a pass and, within
        a tuple, is omitted; a str and any other item of a tuple are unchanged.

        >>> from plywise.board import Grid
        >>> words = map(Grid(8, 8).format_move, (63, (52, 36), ((6, 4), (4, 4)), (8, 0, "q"), None))
        >>> list(words)
        ['h1', 'e2-e4', 'e2-e4', 'a7-a8-q', 'pass']
        """
        if action is None:
            return PASS
        if isinstance(action, tuple):
            return "-".join(self._part(each) for each in action if each is not None and each != "")
        return self._part(action)

    def _part(self, part: Any) -> str:
        """Return one part of an action as text."""
        if isinstance(part, bool) or not isinstance(part, (int, tuple)):
            return str(part).replace(" ", "")
        if isinstance(part, int):
            return self.names[part] if 0 <= part < self.size else str(part)
        if len(part) == 2 and all(type(each) is int for each in part) and self.cell(*part) >= 0:
            return self.names[self.cell(*part)]
        return "-".join(self._part(each) for each in part)

    def parse_move(self, text: str, actions: Iterable[Any]) -> Any:
        """Return the action that a word names, as written by `format_move`, or with (row,column) for cells.

        Raises InputError, one line, if no action has this name. Hyphens and case do not matter if the action is
        unambiguous.
        """
        words = [(self.format_move(action), action) for action in actions]
        typed = PLACE.sub(self._named, text.strip())
        for same in (str, _bare):
            found = [action for word, action in words if same(word) == same(typed)]
            if len(found) == 1:
                return found[0]
        legal = " ".join(word for word, _ in words)
        raise InputError(f"{_shorten(text)} is not a legal action; legal: {legal}")

    def _named(self, place: re.Match[str]) -> str:
        """Return the name of the cell at a (row,column) that was typed; the text itself if there is none."""
        row, column = (int(each) for each in place.groups() if each is not None)
        cell = self.cell(row, column)
        return self.names[cell] if cell >= 0 else place[0]


def name_table(places: Sequence[tuple[int, int]], rows: int, columns: int, a1: str) -> tuple[str, ...]:
    """Return the name of each place, with the letters and numbers counted from the corner a1.

    >>> name_table([(0, 0), (0, 1), (1, 0), (1, 1)], 2, 2, "bottom left")
    ('a2', 'b2', 'a1', 'b1')
    """
    if a1 not in CORNERS:
        raise InputError(f"a1={a1!r} is none of {', '.join(CORNERS)}")
    row_names, column_names = axis_names(rows, columns, a1)
    return tuple(column_names[column] + row_names[row] for row, column in places)


def axis_names(rows: int, columns: int, a1: str) -> tuple[list[str], list[str]]:
    """Return the numbers of the rows from the top, and the letters of the columns from the left."""
    numbers, names = [str(row + 1) for row in range(rows)], [letters(column) for column in range(columns)]
    return (numbers[::-1] if "bottom" in a1 else numbers), (names[::-1] if "right" in a1 else names)


def _by_column(name: str) -> tuple[int, str, int]:
    match = NAME.fullmatch(name)
    assert match is not None, name
    return len(match[1]), match[1], int(match[2])


def _bare(word: str) -> str:
    return word.replace("-", "").lower()


def _shorten(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "...")
