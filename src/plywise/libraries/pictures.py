"""Boards that other libraries draw in text: which of the characters are cells, and which are labels around them."""

import re
from collections.abc import Sequence
from typing import NamedTuple

from plywise.game import Cell, Coordinates

EMPTY = ".-"
"""How libraries draw an empty cell."""

COLOURS = re.compile("\x1b\\[[0-9;]*m")
"""What colours the text at a terminal."""

BOTTOM = re.compile(r" *([a-z]+)")
ROW = re.compile(r" *(\d+)(\D+)")


class Picture(NamedTuple):
    """A drawing in text: the cells of its board, or else each character by itself.

    is_board: whether its rows are those of a board
    """

    cells: Sequence[Sequence[Cell]]
    coordinates: Coordinates
    is_board: bool


def read_picture(text: str) -> Picture:
    r"""Return what a drawing in text shows.

    >>> picture = read_picture("2bb\n1w.\n ab\n")
    >>> picture.is_board, picture.coordinates.left, [[cell.mark for cell in row] for row in picture.cells]
    (True, ('2', '1'), [['b', 'b'], ['w', '']])
    >>> read_picture("(0): 3 5").is_board
    False
    """
    lines = [line.rstrip() for line in COLOURS.sub("", text).strip("\n").split("\n")]
    rows, coordinates = _without_labels(lines)
    rows = [row[::2] for row in rows] if all(set(row[1::2]) <= {" "} and len(row) > 2 for row in rows) else rows
    if len(rows) > 1 and len({len(row) for row in rows}) == 1 and not any(" " in row for row in rows):
        return Picture([[Cell("" if mark in EMPTY else mark) for mark in row] for row in rows], coordinates, True)
    return Picture([[Cell(mark.strip()) for mark in line] for line in lines], Coordinates(), False)


def _without_labels(lines: list[str]) -> tuple[list[str], Coordinates]:
    """Return the rows of a board without the numbers before them and the letters below, and those."""
    bottom = BOTTOM.fullmatch(lines[-1])
    rows = [ROW.fullmatch(line) for line in lines[:-1]]
    if bottom is None or not all(rows) or not rows:
        return lines, Coordinates()
    found = [(row[1], row[2]) for row in rows if row is not None]
    return [marks for _, marks in found], Coordinates(left=tuple(label for label, _ in found), bottom=tuple(bottom[1]))
