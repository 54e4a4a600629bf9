"""Patterns: the cells that index a table. The images of a pattern under symmetries share its weights.

Adjacent cells are selected by a random walk on the board, diagonal steps included, as for the n-tuple networks of
Othello (Lucas, "Learning to play Othello with n-tuple systems", 2007). In addition, each cell and each count has a
separate table.
"""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from math import prod

from plywise.learning.inputs import Inputs
from plywise.learning.symmetries import Found, Symmetry

LONGEST = 6
"""The maximum number of cells of a pattern, ..."""

MAX_ENTRIES = 1100
"""... and entries of its table."""

LEAST_PATTERNS, MAX_PATTERNS, FOR_EACH_CELL = 60, 250, 3
"""The maximum number of patterns of a board, including their images."""

MAX_TABLES = 2000
"""The maximum number of all patterns and images; the search allows a few more (kernel/selective/memory.MAX_TABLES)."""

MAX_IN_ALL = 1_000_000
"""The maximum number of entries of all tables: 4 MB of the 5 allowed for a file."""

STEPS = 60
"""Of a walk."""

TRIES = 200
"""The maximum number of walks per pattern."""


@dataclass(frozen=True)
class Image:
    """The image of a pattern under a symmetry.

    columns: the cells that it reads, in the order of the pattern's
    contents: the image of each content of the board's cells; None: unchanged
    exchanges: whether the players are exchanged
    """

    columns: tuple[int, ...]
    contents: tuple[int, ...] | None
    exchanges: bool


@dataclass(frozen=True)
class Pattern:
    """A table's cells, and all images of it, itself first; they share the weights.

    radices: the number of contents of each cell
    """

    radices: tuple[int, ...]
    images: tuple[Image, ...]

    @property
    def entries(self) -> int:
        """The number of entries of its table."""
        return prod(self.radices)

    @property
    def strides(self) -> tuple[int, ...]:
        """The stride of each cell's contents."""
        return tuple(prod(self.radices[place + 1 :]) for place in range(len(self.radices)))


def find_patterns(inputs: Inputs, found: Found, seed: int, sides: Sequence[int] = ()) -> list[Pattern]:
    """Return the patterns of an evaluation: each cell alone, each count, and walks over the boards.

    sides: cells that tell who is to move, which every table takes into account anyway
    """
    source = random.Random(f"patterns {seed}")
    patterns, seen, taken = list[Pattern](), set[frozenset[int]](), [0, 0]

    def add(cells: Sequence[int]) -> int:
        """Add a pattern and its images; return the number of tables."""
        images = dict.fromkeys(_image(inputs, found, each, cells) for each in found.symmetries or (None,))
        forms = {frozenset(each.columns) for each in images}
        entries = len(images) * prod(inputs.radices[cell] for cell in cells)
        if forms & seen or taken[0] + len(images) > MAX_TABLES or taken[1] + entries > MAX_IN_ALL:
            return 0
        seen.update(forms)
        taken[:] = taken[0] + len(images), taken[1] + entries
        patterns.append(Pattern(tuple(inputs.radices[cell] for cell in cells), tuple(images)))
        return len(images)

    for cell, radix in enumerate(inputs.radices):
        if radix > 1 and cell not in sides:
            add((cell,))
    for board in inputs.boards:
        count, radix = board.cells, inputs.radices[board.first]
        is_main = board == found.board
        length = min(LONGEST, count)
        while length > 1 and radix**length > MAX_ENTRIES:
            length -= 1
        if length < 2:
            continue
        wanted = max(LEAST_PATTERNS, min(MAX_PATTERNS, FOR_EACH_CELL * count)) if is_main else count
        where = found.coordinates if is_main else board.indices
        neighbours = _neighbours(where)
        for _ in range(TRIES * wanted):
            walk = _walk(neighbours, length, source)
            if len(walk) == length:
                wanted -= add([board.first + number for number in sorted(walk)])
            if wanted <= 0:
                break
    return patterns


def _image(inputs: Inputs, found: Found, symmetry: Symmetry | None, cells: Sequence[int]) -> Image:
    """Return the image of a pattern of some cells under a symmetry."""
    if symmetry is None or found.board is None:
        return Image(tuple(cells), None, False)
    board, same = found.board, tuple(range(len(symmetry.contents)))
    counts = len(inputs.cells)  # the first cells of those that count are the first board's
    columns, inside = [], False
    for cell in cells:
        if board.first <= cell < board.last:
            columns.append(board.first + symmetry.cells[cell - board.first])
            inside = True
        elif board in inputs.counted and counts <= cell < counts + len(same):
            columns.append(counts + symmetry.contents.index(cell - counts))
        else:
            columns.append(cell)
    contents = symmetry.contents if inside and symmetry.contents != same else None
    return Image(tuple(columns), contents, symmetry.exchanges)


def _neighbours(coordinates: Sequence[tuple[int, ...]]) -> list[list[int]]:
    """Return the neighbours of each cell, including diagonal ones."""
    places = {each: number for number, each in enumerate(coordinates)}
    found = []
    for each in coordinates:
        steps: list[tuple[int, ...]] = [()]
        for part in each:
            steps = [(*step, part + move) for step in steps for move in (-1, 0, 1)]
        found.append([places[step] for step in steps if step in places and step != each])
    return found


def _walk(neighbours: Sequence[Sequence[int]], length: int, source: random.Random) -> set[int]:
    """Return adjacent cells from a random walk with occasional restarts."""
    here = source.randrange(len(neighbours))
    met = [here]
    for _ in range(STEPS):
        if len(met) == length:
            break
        here = met[-1] if source.random() < 0.7 else source.choice(met)
        if not neighbours[here]:
            break
        here = source.choice(neighbours[here])
        if here not in met:
            met.append(here)
    return set(met)
