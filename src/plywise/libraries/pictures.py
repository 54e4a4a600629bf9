"""Boards that other libraries draw in text: which characters are cells, which are labels, and which lines are words."""

import re
from collections.abc import Sequence
from itertools import chain
from typing import NamedTuple

from plywise.game import Cell, Coordinates

EMPTY = ".-+_"
"""How libraries draw an empty cell."""

COLOURS = re.compile("\x1b\\[[0-9;]*m")
"""What colours the text at a terminal."""

WORDS = re.compile(r"[A-Za-z]{3,}[ :(]|[A-Za-z]+ [a-z]{2,}")
"""What is in a line of words, and not of a board."""

LETTERS = re.compile(r" *(?:([a-z]+)|([A-Z]+)) *")
ROW = re.compile(r" *(\d+) ?(\D+?)(\1)? *")
RANKS = re.compile(r"([A-Za-z0-9+~]+(?:/[A-Za-z0-9+~]+){3,})(.*)", re.DOTALL)
PIECE = re.compile(r"\d+|\+?[A-Za-z]")
"""What stands in a rank of FEN, and of what is like it."""


class Picture(NamedTuple):
    """A drawing in text: the cells of its board, or else each character by itself.

    beside: the lines of words. is_board: whether its rows are those of a board
    """

    cells: Sequence[Sequence[Cell]]
    coordinates: Coordinates
    beside: Sequence[str]
    is_board: bool


def read_picture(text: str) -> Picture:
    r"""Return what a drawing in text shows.

    >>> picture = read_picture("White to move\n2bb\n1w.\n ab\n")
    >>> picture.is_board, picture.coordinates.left, [[cell.mark for cell in row] for row in picture.cells]
    (True, ('2', '1'), [['b', 'b'], ['w', '']])
    >>> picture.beside, read_picture("(0): 3 5").is_board
    (['White to move'], False)
    """
    text = COLOURS.sub("", text).strip("\n")
    ranks = RANKS.fullmatch(text)
    if ranks is not None:
        board = [list(chain.from_iterable(map(_expanded, PIECE.findall(rank)))) for rank in ranks[1].split("/")]
        return _board(board, Coordinates(), [" ".join(ranks[2].split())])
    lines = [line.rstrip() for line in text.split("\n") if line.strip()]
    beside = [line.strip() for line in lines if WORDS.search(line)]
    drawn = _close_together([line for line in lines if not WORDS.search(line)])
    rows, coordinates = _without_labels(drawn)
    if len(rows) > 1 and len({len(row) for row in rows}) == 1 and not any(" " in row for row in rows):
        return _board(rows, coordinates, beside)
    width = max(map(len, drawn), default=0)
    return Picture([list(map(Cell, line.ljust(width))) for line in drawn], Coordinates(), beside, False)


def _board(rows: Sequence[Sequence[str]], coordinates: Coordinates, beside: Sequence[str]) -> Picture:
    return Picture([[Cell("" if mark in EMPTY else mark) for mark in row] for row in rows], coordinates, beside, True)


def _expanded(part: str) -> list[str]:
    """Return the cells that a part of a rank stands for: a piece, or a number of empty ones."""
    return ["."] * int(part) if part.isdecimal() else [part]


def _close_together(lines: list[str]) -> list[str]:
    """Return lines without every second column, where nothing is drawn in these."""
    for first in (0, 1):
        if not any(line[1 - first :: 2].strip() for line in lines):
            return [line[first::2] for line in lines]
    return lines


def _without_labels(lines: list[str]) -> tuple[Sequence[str], Coordinates]:
    """Return the rows of a board without the numbers beside them and the letters above and below, and those."""
    ends = [LETTERS.fullmatch(line) for line in (lines[0], lines[-1])] if lines else []
    top, bottom = (ends[0], ends[1]) if len(lines) > 2 else (None, None)
    inner = lines[1 if top else 0 : -1 if bottom else None]
    rows = [row for row in map(ROW.fullmatch, inner) if row is not None]
    if not rows or len(rows) < len(inner) or not (top or bottom):
        return lines, Coordinates()
    labels = [tuple(end[1] or end[2]) if end else () for end in (top, bottom)]
    return [row[2] for row in rows], Coordinates(tuple(row[1] for row in rows), *labels)
