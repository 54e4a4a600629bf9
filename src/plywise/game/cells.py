"""Cells and labels of a board, for views."""

from collections.abc import Sequence
from typing import NamedTuple


class Cell(NamedTuple):
    """One cell of a board for a view; each text may be "".

    mark: the text on the cell.
    action: the action that plays on the cell.
    name: the label of an empty cell, in games whose moves are written with the names of cells.
    disc: the colour of the disc that is drawn instead of the mark: "black", "white", "red" or "yellow".
    sign: the text on the disc.
    dark: whether it is a dark square of a chequered board.
    hexagon: whether it is a hexagon, two columns wide, from this one on; so the rows may lie half a cell apart.
    piece: the piece that is drawn instead of the mark: its colour, "white" or "black", and one of king, queen, rook,
        bishop, knight and pawn, as "white king".
    """

    mark: str
    action: str = ""
    name: str = ""
    disc: str = ""
    sign: str = ""
    dark: bool = False
    hexagon: bool = False
    piece: str = ""


class Coordinates(NamedTuple):
    """The labels around a board; each may be empty.

    left: the label of each row, from the top.
    top, bottom: the labels of the columns, above and below the board.
    """

    left: Sequence[str] = ()
    top: Sequence[str] = ()
    bottom: Sequence[str] = ()


def contents(cell: Cell) -> tuple[str, str, str, str]:
    """Return the mark, disc, sign and piece on a cell: all "" if the cell is empty, even if it can be played on."""
    return cell.mark, cell.disc, cell.sign, cell.piece


def changed_cells(
    before: Sequence[Sequence[Cell]] | None, after: Sequence[Sequence[Cell]]
) -> frozenset[tuple[int, int]]:
    """Return the cells, by row and column, whose contents differ from those before.

    Empty if there was no board before, or its rows had other lengths.
    """
    if before is None or [len(row) for row in before] != [len(row) for row in after]:
        return frozenset()
    return frozenset(
        (row, column)
        for row, cells in enumerate(after)
        for column, cell in enumerate(cells)
        if contents(cell) != contents(before[row][column])
    )
