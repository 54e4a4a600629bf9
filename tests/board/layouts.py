"""Boards of all shapes, and where their cells lie in the plane: all that the tests take as given."""

from functools import cache
from math import atan2, dist, pi

from plywise.board import HEX, NE, NW, SE, SW, E, Grid, Hex, Hexagon, Layout, N, S, W

GRIDS = [Grid(1, 1), Grid(1, 6), Grid(5, 1), Grid(2, 2), Grid(3, 4), Grid(3, 3, adjacency=8), Grid(7, 9), Grid(8, 8)]
HEXES = [Hex(1, 1), Hex(4, 4), Hex(3, 5), Hex(8, 8), Hexagon(1), Hexagon(2), Hexagon(3), Hexagon(5)]
SMALL = [*GRIDS, *HEXES]
LARGE = [Grid(5, 13), Grid(9, 9, adjacency=8), Hex(11, 11), Hexagon(6)]
ALL = [*SMALL, *LARGE]

ANGLES = {N: 2, NE: 1, E: 0, SE: 7, S: 6, SW: 5, W: 4, NW: 3}  # in eighths of a turn, counter-clockwise from the east
HEX_ANGLES = {E: 0, NE: 1, NW: 2, W: 3, SW: 4, SE: 5}  # in sixths


@cache
def points(layout: Layout):
    """Return where each cell lies, rows downwards."""
    if isinstance(layout, Grid):
        return [divmod(cell, layout.columns)[::-1] for cell in range(layout.size)]
    height = 3**0.5 / 2
    if isinstance(layout, Hex):
        return [(c + r / 2, r * height) for r in range(layout.rows) for c in range(layout.columns)]
    middle, found = layout.side - 1, []
    for row in range(2 * middle + 1):
        length = layout.rows - abs(row - middle)
        found += [(column - length / 2, row * height) for column in range(length)]
    return found


def angle_of(layout: Layout, direction: int):
    """Return the angle of a direction; None where it has none."""
    if isinstance(layout, Grid):
        return ANGLES[direction] * pi / 4
    return HEX_ANGLES[direction] * pi / 3 if direction in HEX else None


@cache
def in_direction(layout: Layout, start: int, direction: int):
    """Return the cells that lie exactly in a direction from a cell, from near to far."""
    where, angle = points(layout), angle_of(layout, direction)
    found = []
    for cell, (x, y) in enumerate(where):
        right, up = x - where[start][0], where[start][1] - y
        turned = (atan2(up, right) - angle) % (2 * pi) if angle is not None and cell != start else 1
        if min(turned, 2 * pi - turned) < 1e-9:
            found.append(cell)
    return sorted(found, key=lambda cell: dist(where[cell], where[start]))


@cache
def touching(layout: Layout):
    """Return the neighbours of each cell: those next to it, and on a grid of adjacency 8, those at its corners."""
    where = points(layout)
    reach = 1.5 if isinstance(layout, Grid) and layout.adjacency == 8 else 1.01
    return [{each for each, at in enumerate(where) if 0 < dist(at, here) < reach} for here in where]


def touch(layout: Layout, one: int, other: int):
    """Return whether two cells are neighbours."""
    return other in touching(layout)[one]


def components(layout: Layout, cells):
    """Return the connected groups of some cells, by their lowest: cells joined one by one."""
    groups = []
    for cell in cells:
        joined = [group for group in groups if any(touch(layout, cell, each) for each in group)]
        groups = [group for group in groups if group not in joined] + [{cell}.union(*joined)]
    return sorted(groups, key=min)
