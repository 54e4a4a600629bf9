"""Tic-tac-toe: three in a row on a board of three by three cells."""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plywise.bits import members, popcount
from plywise.board import Grid
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Coordinates, Game, Priority

#  0 | 1 | 2      Cell c is bit c: the X's are the set bits of one number, the O's of another.
# ---+---+---
#  3 | 4 | 5
# ---+---+---
#  6 | 7 | 8
BOARD = Grid(3, 3)
FULL = BOARD.full
LINES = BOARD.line_sets(3)
SYMMETRIES = BOARD.symmetries
"""Where each cell goes under the eight symmetries of the square."""

CELL = re.compile(r"([0-8])|\(([0-2]),([0-2])\)|([0-2]),([0-2])")

# The value of a line with marks of one player, by the number of marks, relative to a win of WON.
PROMISE, WON = (0, 1, 3, 0), 32

CENTRE, CORNER, EDGE = 4, (0, 2, 6, 8), (1, 3, 5, 7)


def has_line(marks: int) -> bool:
    """Return whether a set of cells holds a whole line."""
    for line in LINES:  # noqa: SIM110 - a loop is twice as fast as any()
        if marks & line == line:
            return True
    return False


class TicTacToe(Game):
    """X (MAX) and O (MIN) take turns to mark a cell; three in a row, column or diagonal win; a full board is a draw.

    Notation: a position is nine characters row by row, X, O or a dot; an action is the cell's number from 0 row by row,
    and (row,col) is read too.
    """

    name = "tictactoe"
    known_value = "draw (18,297 nodes of alpha-beta show it)"
    utility_bounds = (-1, 1)
    max_plies = 9
    title = "Tic-tac-toe"
    player_names: Mapping[int, str] = {MAX: "X", MIN: "O"}

    class State(NamedTuple):
        """The cells marked X and the cells marked O."""

        x: int
        o: int

    def initial(self) -> State:
        """Return the empty board."""
        return self.State(0, 0)

    def player(self, state: State) -> int:
        """Return MAX (X) if both have marked equally many cells, otherwise MIN (O)."""
        return MAX if popcount(state.x) == popcount(state.o) else MIN

    def actions(self, state: State) -> Iterator[int]:
        """Yield the empty cells."""
        return members(FULL & ~(state.x | state.o))

    def result(self, state: State, action: int) -> State:
        """Return the board with one more mark."""
        if self.player(state) == MAX:
            return self.State(state.x | 1 << action, state.o)
        return self.State(state.x, state.o | 1 << action)

    def terminal(self, state: State) -> bool:
        """Return whether a line is complete or the board is full."""
        return state.x | state.o == FULL or has_line(state.x) or has_line(state.o)

    def utility(self, state: State) -> int:
        """Return 1 if X has won, -1 if O has, 0 for a draw."""
        return int(has_line(state.x)) - int(has_line(state.o))

    def key(self, state: State) -> int:
        """Return the smallest of the eight turned and mirrored boards, as one number."""
        least = FULL << 9 | FULL
        for cells in SYMMETRIES:
            least = min(least, _transform(state.x, cells) << 9 | _transform(state.o, cells))
        return least

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the board turned and mirrored, in eight ways."""
        for cells in SYMMETRIES:
            yield self.State(_transform(state.x, cells), _transform(state.o, cells))

    def priority(self, state: State, action: int) -> int:
        """Return how many lines go through the cell: centre 4, corners 3, edges 2."""
        return 4 if action == CENTRE else 3 if action in CORNER else 2

    def evaluate(self, state: State) -> float:
        """Return 3 X2 + X1 - (3 O2 + O1), as a share of a win: Xn lines have n X's and no O, On n O's and no X.

        Source: Russell and Norvig, AIMA, an exercise of the chapter on adversarial search.
        """
        found = 0
        for line in LINES:
            x, o = popcount(state.x & line), popcount(state.o & line)
            if o == 0:
                found += PROMISE[x]
            elif x == 0:
                found -= PROMISE[o]
        return found / WON

    def orders(self) -> Mapping[str, Priority]:
        """Return the orders by kind of cell."""
        kinds = {"centre": (CENTRE,), "corner": CORNER, "edge": EDGE}
        names = ("centre-corner-edge", "corner-centre-edge", "edge-corner-centre")

        def by_kind(name: str) -> Priority:
            rank = {cell: -place for place, kind in enumerate(name.split("-")) for cell in kinds[kind]}
            return lambda state, action: rank[action]

        return {name: by_kind(name) for name in names}

    def format_state(self, state: State) -> str:
        """Return nine characters row by row: X, O or a dot."""
        return "".join("X" if state.x >> c & 1 else "O" if state.o >> c & 1 else "." for c in range(9))

    def parse_state(self, text: str) -> State:
        """Read nine characters row by row; slashes may separate the rows."""
        board = text.replace("/", "").upper()
        if len(board) != 9 or set(board) - set("XO."):
            raise InputError(f"position {text!r} is not nine characters X, O or '.', row by row")
        x, o = (sum(1 << c for c in range(9) if board[c] == mark) for mark in "XO")
        more_x = popcount(x) - popcount(o)
        if more_x not in (0, 1):
            counts = f"{popcount(x)} X and {popcount(o)} O"
            raise InputError(f"position {text!r} has {counts}: X moves first, so X has as many or one more")
        if has_line(x) and has_line(o):
            raise InputError(f"position {text!r} has two winners")
        if (has_line(x) and more_x == 0) or (has_line(o) and more_x == 1):
            raise InputError(f"position {text!r} goes on after {'X' if has_line(x) else 'O'} has won")
        return self.State(x, o)

    def parse_action(self, state: State, text: str) -> int:
        """Read a cell's number, or its (row,col)."""
        match = CELL.fullmatch(text)
        if match is not None:
            return int(match[1]) if match[1] else 3 * int(match[2] or match[4]) + int(match[3] or match[5])
        raise InputError(f"{text!r} is not a cell: a number from 0 to 8, or (row,col), each from 0 to 2")

    def coordinates(self) -> Coordinates:
        """Return the numbers of rows and columns, as in (row,col)."""
        return Coordinates("012", "012")

    def cells(self, state: State) -> list[list[Cell]]:
        """Return three rows of three cells; an empty cell shows its number."""
        board = self.format_state(state)
        return BOARD.arrange([Cell("", str(c)) if mark == "." else Cell(mark) for c, mark in enumerate(board)])


def _transform(marks: int, cells: Sequence[int]) -> int:
    """Return the set of cells to which a symmetry takes a set of cells."""
    moved = 0
    for cell in range(9):
        moved |= (marks >> cell & 1) << cells[cell]
    return moved
