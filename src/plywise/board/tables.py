"""The tables of a board, computed once from its places: steps, rays, neighbours, lines, symmetries.

A place is a (row, column), and a cell is a place's number. A shift is one step of a direction as (rows, columns).
"""

from collections.abc import Callable, Iterable, Sequence

from plywise.bits import bit

Place = tuple[int, int]
Shift = tuple[int, int] | None
"""None: there are no cells in this direction."""
Table = tuple[tuple[int, ...], ...]
Symmetry = Callable[[int, int], Place]


def step_table(places: Sequence[Place], shifts: Sequence[Shift]) -> Table:
    """Return the cell one step from each cell, in each direction; -1 where the board ends."""
    number = {place: cell for cell, place in enumerate(places)}
    return tuple(
        tuple(-1 if shift is None else number.get((row + shift[0], column + shift[1]), -1) for shift in shifts)
        for row, column in places
    )


def ray_table(steps: Table) -> tuple[Table, ...]:
    """Return the cells beyond each cell, in each direction, from near to far."""
    rays: list[list[tuple[int, ...]]] = [[() for _ in row] for row in steps]
    done = [[False] * len(row) for row in steps]
    for start in range(len(steps)):
        for direction in range(len(steps[start])):
            waiting, at = [], start
            while at >= 0 and not done[at][direction]:
                waiting.append(at)
                at = steps[at][direction]
            for cell in reversed(waiting):  # each ray is its first cell and that cell's own ray
                ahead = steps[cell][direction]
                rays[cell][direction] = (ahead, *rays[ahead][direction]) if ahead >= 0 else ()
                done[cell][direction] = True
    return tuple(map(tuple, rays))


def neighbour_table(steps: Table, directions: Iterable[int]) -> Table:
    """Return the cells one step from each cell in some of the directions, in their order."""
    directions = tuple(directions)
    return tuple(tuple(row[each] for each in directions if row[each] >= 0) for row in steps)


def distance_table(neighbours: Table, steps: int) -> Table:
    """Return the cells that are a number of steps from each cell by the shortest way, in ascending order."""
    found = []
    for cell in range(len(neighbours)):
        seen, edge = {cell}, {cell}
        for _ in range(steps):
            edge = {each for at in edge for each in neighbours[at]} - seen
            seen |= edge
        found.append(tuple(sorted(edge)))
    return tuple(found)


def straight_lines(rays: Sequence[Table], axes: Iterable[int], length: int) -> Table:
    """Return every straight line of `length` cells, by its first cell, then in the order of the axes."""
    if length == 1:
        return tuple((cell,) for cell in range(len(rays)))
    axes = tuple(axes)
    return tuple(
        (cell, *rays[cell][axis][: length - 1])
        for cell in range(len(rays))
        for axis in axes
        if len(rays[cell][axis]) >= length - 1
    )


def symmetry_table(places: Sequence[Place], symmetries: Iterable[Symmetry]) -> Table:
    """Return, for each symmetry, the image of each cell; equal symmetries are listed once."""
    number = {place: cell for cell, place in enumerate(places)}
    images = (tuple(number[symmetry(*place)] for place in places) for symmetry in symmetries)
    return tuple(dict.fromkeys(images))


def inverse(images: Sequence[int]) -> tuple[int, ...]:
    """Return the inverse of a permutation of cells.

    >>> inverse((2, 0, 1))
    (1, 2, 0)
    """
    origins = [0] * len(images)
    for cell, image in enumerate(images):
        origins[image] = cell
    return tuple(origins)


def word(cells: Iterable[int]) -> int:
    """Return a set of cells as a word.

    >>> word((0, 1, 3))
    11
    """
    found = 0
    for cell in cells:
        found |= bit(cell)
    return found
