"""Hex: stones on a rhombus of hexagons; the player who joins their two sides wins, and there is no draw."""

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from plywise import board
from plywise.bits import bit, lowest, members, popcount, shifted_down, shifted_up
from plywise.board import E, N, S, W
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Coordinates, Game

#   a  b  c         Cell row * size + column, counted from the top left, is a bit of two sets: the black stones and the
# 1 0  1  2         white ones. A row begins half a cell further to the right than the row above it, so the neighbours
#  2 3  4  5        of 4 are 3 and 5 in its row, 1 and 2 above, 6 and 7 below: 1, size and size - 1 cells away.
#   3 6  7  8
MIN_SIZE, MAX_SIZE = 3, 11

WORD_SIZE = 8
"""The largest board whose cells fit into a word of 64 bits; sets of a larger board are ints of two words."""

SWAP = "swap"

LEARNED = {(7, 0): "evaluations/hex-7.eval"}
"""Size and swap -> the learned evaluation: see docs/guides/learning.md."""


class Hex(Game):
    """Black (MAX) moves first and joins the top to the bottom, White the left side to the right; no stone ever moves.

    size: cells on each side of the board, from 3 to 11.
    swap: 1: instead of placing the first white stone, White may take over the black one, mirrored, so that it serves
        White's sides as it served Black's; 0: without this rule.

    Notation: a position is the rows from the top with slashes between, X black, O white, a dot for an empty cell, then
    a space and the side to move, X or O. An action is a cell, as in c2, where a1 is at the top left, or swap.
    """

    name = "hex"
    parameter_labels: Mapping[str, str] | None = {"size": "Board size", "swap": "Swap rule: 1 or 0"}
    known_value = "Black wins (Nash 1952); with the swap rule White does"
    utility_bounds = (-1, 1)
    alternating = True
    grid = False
    player_names: Mapping[int, str] = {MAX: "Black", MIN: "White"}

    class State(NamedTuple):
        """The cells of the black stones, the cells of the white stones, and the side to move."""

        black: int
        white: int
        side: int

    def __init__(self, size: int = 7, swap: int = 0) -> None:
        if type(size) is not int or not MIN_SIZE <= size <= MAX_SIZE:
            raise InputError(f"size={size!r} is not a whole number from {MIN_SIZE} to {MAX_SIZE}")
        if type(swap) is not int or swap not in (0, 1):
            raise InputError(f"swap={swap!r} is neither 0 nor 1")
        self.size, self.swap, self.in_a_word = size, swap, size <= WORD_SIZE
        self.learned = LEARNED.get((size, swap)) if type(self) is Hex else None  # others may have other rules
        self.layout = board.Hex(size, size)
        self.all_cells = self.set_of(range(size * size))
        self.top, self.bottom, self.left, self.right = (self.set_of(self.layout.sides[each]) for each in (N, S, W, E))
        self.not_left, self.not_right = self.all_cells & ~self.left, self.all_cells & ~self.right
        self.row, self.diagonal = (1 << size) - 1, size - 1
        self.reversed_row = tuple(sum(1 << size - 1 - cell for cell in members(row)) for row in range(1 << size))

    def initial(self) -> State:
        """Return the empty board, Black to move."""
        return self.State(0, 0, MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the empty cells; where White may swap, all cells: that of the black stone stands for the swap."""
        return members(self.open_cells(state))

    def open_cells(self, state: State) -> int:
        """Return the cells of `actions`."""
        return self.all_cells if self.can_swap(state) else self.all_cells & ~(state.black | state.white)

    def can_swap(self, state: State) -> bool:
        """Return whether the player to move may swap."""
        return self.swap != 0 and state.side == MIN and state.white == 0 and popcount(state.black) == 1

    def result(self, state: State, action: int) -> State:
        """Return the board with one more stone; after a swap, with the black stone mirrored and white."""
        stone = self.stone(action)
        if state.side == MAX:
            return self.State(state.black | stone, state.white, MIN)
        if self.swap and state.black & stone:
            return self.State(0, self.stone(action % self.size * self.size + action // self.size), MAX)
        return self.State(state.black, state.white | stone, MAX)

    def terminal(self, state: State) -> bool:
        """Return whether the player who moved last has joined their sides."""
        if state.side == MAX:
            return self.joins(state.white, self.left, self.right)
        return self.joins(state.black, self.top, self.bottom)

    def utility(self, state: State) -> int:
        """Return 1 if Black moved last, and so has won, otherwise -1."""
        return -state.side

    # --- sets of cells ------------------------------------------------------------------------------------------------

    def joins(self, stones: int, side: int, other: int) -> bool:
        """Return whether a chain of stones leads from one side of the board to another."""
        if popcount(stones) < self.size:
            return False
        reached = stones & side
        while True:
            grown = reached | self.next_to(reached) & stones
            if grown == reached:
                return reached & other != 0
            reached = grown

    def next_to(self, cells: int) -> int:
        """Return the cells next to these, and perhaps some beyond the last row."""
        inner, outer = cells & self.not_left, cells & self.not_right
        beside = self.down(inner, 1) | self.up(outer, 1)
        across = self.up(inner, self.diagonal) | self.down(outer, self.diagonal)
        return beside | across | self.up(cells, self.size) | self.down(cells, self.size)

    def stone(self, cell: int) -> int:
        """Return the set of one cell."""
        return bit(cell) if self.in_a_word else 1 << cell

    def up(self, cells: int, places: int) -> int:
        """Return a set with each cell's number increased."""
        return shifted_up(cells, places) if self.in_a_word else cells << places

    def down(self, cells: int, places: int) -> int:
        """Return a set with each cell's number decreased."""
        return shifted_down(cells, places) if self.in_a_word else cells >> places

    def set_of(self, cells: Iterable[int]) -> int:
        """Return the set of some cells."""
        found = 0
        for cell in cells:
            found |= self.stone(cell)
        return found

    # --- symmetry -----------------------------------------------------------------------------------------------------

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the board turned by half a circle, if that is a different one."""
        image = self.State(self.turned(state.black), self.turned(state.white), state.side)
        if image != state:
            yield image

    def key(self, state: State) -> State:
        """Return the lesser of the board and its image turned by half a circle."""
        return min(state, self.State(self.turned(state.black), self.turned(state.white), state.side))

    def turned(self, cells: int) -> int:
        """Return a set of cells turned by half a circle."""
        found = 0
        for _ in range(self.size):
            found = self.up(found, self.size) | self.reversed_row[cells & self.row]
            cells = self.down(cells, self.size)
        return found

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the rows from the top, and the side to move."""
        return f"{self.layout.format_board(self.marks(state))} {'X' if state.side == MAX else 'O'}"

    def marks(self, state: State) -> str:
        """Return a character for each cell."""
        marks = ["."] * self.layout.size
        for mark, stones in (("X", state.black), ("O", state.white)):
            for cell in members(stones):
                marks[cell] = mark
        return "".join(marks)

    def parse_state(self, text: str) -> State:
        """Read the rows from the top, and the side to move."""
        rows, _, side = text.strip().partition(" ")
        marks = self.layout.parse_board(rows, {"X": MAX, "O": MIN, ".": 0})
        if side not in ("X", "O"):
            raise InputError(f"position {text!r}: after the board comes X or O, the side to move")
        black, white = (self.set_of(self.layout.cells_on(marks, each)) for each in (MAX, MIN))
        state = self.State(black, white, MAX if side == "X" else MIN)
        self._check(text, state)
        return state

    def _check(self, text: str, state: State) -> None:
        """Raise InputError if the stones do not fit the side to move, or that side has won already."""
        black, white, mover = popcount(state.black), popcount(state.white), self.player_names[state.side]
        ahead = 0 if state.side == MAX else 1
        if black - white != ahead and not (self.swap and white and black - white == ahead - 1):
            raise InputError(
                f"position {text!r}: {mover} cannot be to move with {black} black and {white} white stones"
            )
        if self.terminal(state._replace(side=-state.side)):
            raise InputError(f"position {text!r}: {mover} has won and cannot be to move")

    def format_action(self, state: State, action: int) -> str:
        """Return the cell's name, or swap."""
        return SWAP if state.black & self.stone(action) and self.can_swap(state) else self.layout.name(action)

    def parse_action(self, state: State, text: str) -> int:
        """Read the name of a cell, or swap."""
        if text.strip().lower() != SWAP:
            return self.layout.parse(text)
        if not self.can_swap(state):
            raise InputError(f"{text!r}: only White may swap, as White's first move and in a game with swap=1")
        return lowest(state.black)

    def coordinates(self) -> Coordinates:
        """Return the letters of the columns and the numbers of the rows."""
        return self.layout.coordinates()

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the hexagons, row by row from the top, with a disc for each stone."""
        playable = () if self.terminal(state) else tuple(members(self.all_cells & ~(state.black | state.white)))
        rows = self.layout.cells(self.marks(state), discs={"X": "black", "O": "white"}, playable=playable)
        if self.can_swap(state):
            return [[cell._replace(action=SWAP) if cell.mark == "X" else cell for cell in row] for row in rows]
        return rows
