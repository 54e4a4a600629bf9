"""The symmetries of a game, found by trial: transformations of the board that preserve the game.

A symmetry permutes the board's cells, and may exchange contents and the players. A candidate is accepted if, for sample
positions from all phases of a game, the moves from the transformed position lead to the transformed boards, and the
trees of a few plies have the same shape: the same numbers of moves, movers and ends. Only the compiled rules are used,
on states written word by word. So a game with redundant states, such as a board and its hash, shows fewer symmetries
than it has.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import permutations
from typing import Any, Protocol

import numpy as np

from plywise.learning.inputs import Board, Inputs

Array = Any  # numpy.ndarray

TRIED = 40
"""The number of positions tried, from all phases of a game."""

PLIES = 2
"""The plies of the trees compared."""

GLANCED = 4
"""Positions tried first."""

MAX_EXCHANGED = 6
"""The maximum number of contents of a board for which all exchanges are tried."""


@dataclass(frozen=True)
class Symmetry:
    """A transformation of states.

    cells: for each cell of the transformed state, the number of the cell whose contents it gets
    contents: what each content becomes
    exchanges: the players change sides
    """

    cells: tuple[int, ...]
    contents: tuple[int, ...]
    exchanges: bool


class Rules(Protocol):
    """Examines the trees below states: see engines.native.selective.practice.Practice."""

    def look(self, rows: Array, sides: Sequence[int], plies: int) -> list[Any]:
        """Return the shape, the children and their movers of each state, in a side's view."""
        ...


@dataclass(frozen=True)
class Found:
    """The symmetries of a game's largest board.

    board: that board; None if there is none
    coordinates: of each of its cells, in rows and columns or by its own indices
    symmetries: the identity first
    """

    board: Board | None
    coordinates: tuple[tuple[int, ...], ...]
    symmetries: tuple[Symmetry, ...]


def find_symmetries(inputs: Inputs, words: Array, movers: Array, rules: Rules) -> Found:
    """Return the symmetries found in some positions. words, movers: of positions from all phases of a game."""
    if not inputs.boards:
        return Found(None, (), ())
    board = inputs.boards[0]
    trial = _Trial(inputs, board, words[:TRIED], movers[:TRIED], rules)
    best: Found | None = None
    for coordinates in _layouts(board):
        found = Found(board, coordinates, tuple(trial.holding(_candidates(inputs, board, coordinates))))
        if best is None or _merit(found) > _merit(best):
            best = found
    assert best is not None
    return best


def _merit(found: Found) -> tuple[int, int]:
    """Return the plausibility of a layout: by its symmetries, and then by how square it is."""
    height, width = (max(each[place] for each in found.coordinates) for place in (0, -1))
    return len(found.symmetries), -abs(height - width)


def _layouts(board: Board) -> Iterator[tuple[tuple[int, ...], ...]]:
    """Yield the coordinates that a board's cells may have: their own, or those in rows of each length that fits."""
    if len(board.indices[0]) > 1:
        yield board.indices
        return
    for height in range(1, board.cells + 1):
        if board.cells % height == 0:
            width = board.cells // height
            yield tuple((number // width, number % width) for number in range(board.cells))


def _candidates(inputs: Inputs, board: Board, coordinates: Sequence[tuple[int, ...]]) -> Iterator[Symmetry]:
    """Yield candidates: rotations and reflections, with each exchange of contents."""
    count = len(inputs.cells[board.first].contents)
    turns = dict.fromkeys(_turns(coordinates))
    same = tuple(range(count))
    few = count <= MAX_EXCHANGED
    exchanges = (
        [each for each in permutations(range(count)) if _is_involution(each)] if few else _of_parts(inputs, board)
    )
    for contents in [same, *(each for each in exchanges if each != same)]:
        for exchanged in (False, True):
            yield from (Symmetry(cells, contents, exchanged) for cells in turns)


def _of_parts(inputs: Inputs, board: Board) -> list[tuple[int, ...]]:
    """Return exchanges for many contents: of the labels of a part with two, or of two parts with the same labels."""
    longest = max(inputs.cells[board.first : board.last], key=lambda cell: len(cell.parts))
    contents = longest.contents
    labels = [sorted({each[place] for each in contents}, key=repr) for place in range(len(longest.parts))]
    found = []
    for one in range(len(labels)):
        for other in range(one, len(labels)):
            if len(labels[one]) == 2 if one == other else labels[one] == labels[other]:
                changed = [_exchanged(each, one, other, labels) for each in contents]
                numbers = tuple(contents.index(new) if new in contents else old for old, new in enumerate(changed))
                found += [numbers] if _is_involution(numbers) else []
    return found


def _exchanged(content: tuple[Any, ...], one: int, other: int, labels: Sequence[Sequence[Any]]) -> tuple[Any, ...]:
    """Return a content with two parts exchanged, or with the other label of one part."""
    found = list(content)
    if one == other:
        found[one] = labels[one][1 - labels[one].index(content[one])]
    else:
        found[one], found[other] = content[other], content[one]
    return tuple(found)


def _is_involution(order: Sequence[int]) -> bool:
    return all(order[order[place]] == place for place in order)


def _turns(coordinates: Sequence[tuple[int, ...]]) -> Iterator[tuple[int, ...]]:
    """Yield the source of each cell of a rotated or reflected board."""
    numbers = {each: number for number, each in enumerate(coordinates)}
    places = range(len(coordinates[0]))
    lows = [min(each[place] for each in coordinates) for place in places]
    highs = [max(each[place] for each in coordinates) for place in places]
    for axes in permutations(places):
        for flips in np.ndindex(*(2 for _ in places)):
            turned = [
                tuple(
                    highs[p] - each[a] + lows[a] if flip else each[a] - lows[a] + lows[p]
                    for p, (a, flip) in enumerate(zip(axes, flips, strict=True))
                )
                for each in coordinates
            ]
            if all(each in numbers for each in turned):
                yield tuple(numbers[each] for each in turned)


class _Trial:
    """Positions on which symmetries are tried."""

    def __init__(self, inputs: Inputs, board: Board, words: Array, movers: Array, rules: Rules) -> None:
        self.inputs, self.board, self.rules = inputs, board, rules
        self.words, self.contents = words, inputs.read(words)
        self.sides = _side_cells(inputs, self.contents, movers)
        self.before = rules.look(words, [1] * len(words), PLIES)
        self.boards = self._boards_below(self.before)
        self.implied = not self.sides and bool(np.any(movers != movers[0]))

    def holding(self, candidates: Iterator[Symmetry]) -> Iterator[Symmetry]:
        """Yield the candidates that are symmetries."""
        for each in candidates:
            if each.exchanges and self.implied:  # the number of stones tells who is to move
                continue
            if self._holds(each, slice(0, GLANCED)) and self._holds(each, slice(GLANCED, None)):
                yield each

    def _holds(self, symmetry: Symmetry, part: slice) -> bool:
        contents = self.contents[part].copy()
        if not len(contents):
            return True
        own = contents[:, self.board.first : self.board.last]
        contents[:, self.board.first : self.board.last] = self._turned(symmetry, own)
        if symmetry.exchanges:
            for cell in self.sides:
                contents[:, cell] = 1 - contents[:, cell]
        states = self.inputs.write(self.words[part], contents)
        sides = [-1 if symmetry.exchanges else 1] * len(states)
        looks, before = self.rules.look(states, sides, PLIES), self.before[part]
        if any(
            one is None or other is None or one.shape != other.shape for one, other in zip(before, looks, strict=True)
        ):
            return False
        boards, known = self._boards_below(looks), self.boards[part]
        for number, each in enumerate(before):
            movers = -each.movers if symmetry.exchanges else each.movers
            turned = self._turned(symmetry, known[number])
            if _rows_in_order(turned, movers) != _rows_in_order(boards[number], looks[number].movers):
                return False
        return True

    def _boards_below(self, looks: Sequence[Any]) -> list[Array]:
        """Return the boards of the children of some states, read at once."""
        size = self.words.shape[1]
        children = [np.zeros((0, size), np.int64) if each is None else each.children for each in looks]
        boards = self.inputs.read(np.concatenate(children))[:, self.board.first : self.board.last]
        return np.split(boards, np.cumsum([len(each) for each in children])[:-1])

    def _turned(self, symmetry: Symmetry, boards: Array) -> Array:
        """Return boards after a symmetry."""
        return np.array(symmetry.contents, np.int8)[boards[:, symmetry.cells]]


def _rows_in_order(boards: Array, movers: Array) -> list[list[int]]:
    """Return boards, each with the player to move, in an order that is the same for the same boards."""
    return sorted([*row, int(mover)] for row, mover in zip(boards.tolist(), movers, strict=True))


def _side_cells(inputs: Inputs, contents: Array, movers: Array) -> list[int]:
    """Return the cells that tell who is to move."""
    first = inputs.boards[-1].last
    found = []
    for cell in range(first, len(inputs.cells)):
        if len(inputs.cells[cell].contents) == 2:
            same = contents[:, cell] == contents[0, cell]
            if np.array_equal(same, movers == movers[0]) and not same.all():
                found.append(cell)
    return found


def side_cells(inputs: Inputs, words: Array, movers: Array) -> list[int]:
    """Return the cells outside the boards that only tell who is to move."""
    return _side_cells(inputs, inputs.read(words), movers) if inputs.boards else []
