"""Ready-made boards for games: their geometry as tables of plain ints, and functions on sets of cells and on boards.

>>> from plywise.board import Grid, N
>>> board = Grid(3, 3)
>>> board.names[4], board.neighbours[4], board.rays[8][N], len(board.lines(3)), len(board.symmetries)
('b2', (1, 5, 7, 3), (5, 2), 8, 8)

`Grid` is a rectangle, `Hex` a rhombus of hexagonal cells and `Hexagon` a hexagon of them. Make one once, for the module
or in a game's `__init__`; it never changes. The cells are numbered from 0, row by row from the top. A direction is one
of N, NE, E, SE, S, SW, W and NW. The contents of the cells are stored in one of two ways:

- A *set of cells* has a bit of an int for each cell (see plywise.bits), so that a board is a few ints, such as one
  for each player. That is fastest, and suits boards of up to 64 cells.
- A *board* is a tuple or a str with an item for each cell, of any size. The functions on boards end in `_on`.
"""

from plywise.board.directions import COMPASS, DIAGONAL, HEX, NE, NW, ORTHOGONAL, SE, SW, E, N, S, W, opposite
from plywise.board.grid import Grid
from plywise.board.hexagonal import Hex, Hexagon
from plywise.board.layout import Layout
from plywise.board.positions import move, put
from plywise.game import Cell

__all__ = [
    "COMPASS",
    "DIAGONAL",
    "HEX",
    "NE",
    "NW",
    "ORTHOGONAL",
    "SE",
    "SW",
    "Cell",
    "E",
    "Grid",
    "Hex",
    "Hexagon",
    "Layout",
    "N",
    "S",
    "W",
    "move",
    "opposite",
    "put",
]
