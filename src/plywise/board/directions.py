"""The directions of a board, as on a compass: ints from 0, clockwise.

Every table with an item for each direction has eight; where cells are hexagons, nothing lies north or south.
"""

N, NE, E, SE, S, SW, W, NW = range(8)

COMPASS = (N, NE, E, SE, S, SW, W, NW)
ORTHOGONAL = (N, E, S, W)
DIAGONAL = (NE, SE, SW, NW)
HEX = (NE, E, SE, SW, W, NW)
"""The six directions from one hexagonal cell to the next."""


def opposite(direction: int) -> int:
    """Return the direction that leads back.

    >>> opposite(NE) == SW
    True
    """
    return direction ^ 4
