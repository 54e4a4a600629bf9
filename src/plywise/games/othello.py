"""Othello: placing a disc flips the rows of enemy discs that it encloses; the player with more discs wins.

Move order: first the moves that leave the other player the fewest moves, with corners counted twice, and the fewest
empty cells next to one's own discs. Evaluation: corners and cells next to empty ones, moves, frontier discs, which
touch empty cells, edges and parity, each with a weight for every phase of the game; not the number of discs. Both
follow the mobility and corner terms of the first strong programs (Paul Rosenbloom, "A World-Championship-Level Othello
Program", 1982). At the end, only the last one or two empty cells are solved directly. Stable discs, the parity of
regions and keys that merge symmetric boards were tried; endgames took as long with them, or longer.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from plywise.bits import bit, members, popcount, shifted_down, wrapped
from plywise.board import Grid
from plywise.errors import InputError
from plywise.game import FAR, MAX, MIN, Cell, Coordinates, Game, outcome
from plywise.game.record_notation import Point, RecordHeader, SmartFormat, Stones
from plywise.game.weights import Weight

#     a  b  c  d  e  f  g  h
#  1  0  1  2  3  4  5  6  7      Cell c is bit c of a 64-bit word. A smaller board lies in the middle of the large one,
#  2  8  9 10 11 12 13 14 15      with its own letters and numbers: the four central cells, the steps between cells and
#  3 16 17 18 19 20 21 22 23      the symmetries are the same for every size.
#  4 24 25 26 27 28 29 30 31      A step of 1 goes right, of 8 down, of 7 and 9 down to the left and to the right.
#  5 32 33 34 35 36 37 38 39      A row of discs that turn over never reaches the edge that it points to, because one
#  6 40 41 42 43 44 45 46 47      more disc must follow it. Without the edge cells, no row continues around the edge of
#  7 48 49 50 51 52 53 54 55      the board.
#  8 56 57 58 59 60 61 62 63
WIDTH = 8
RIGHT, DOWN, DOWN_LEFT, DOWN_RIGHT = 1, 8, 7, 9
INNER_COLUMNS = 0x7E7E7E7E7E7E7E7E
INNER_ROWS = 0x00FFFFFFFFFFFF00
INNER = INNER_COLUMNS & INNER_ROWS
NOT_FIRST_COLUMN = ~0x0101010101010101
NOT_LAST_COLUMN = 0x7F7F7F7F7F7F7F7F
ALL = 0xFFFFFFFFFFFFFFFF

CENTRE = (27, 28, 35, 36)  # never empty: at the start, two discs of each player, on the diagonals
FIRST_OF_MAX = bit(28) | bit(35)
FIRST_OF_MIN = bit(27) | bit(36)
PASS = CENTRE[0]
"""The action of passing: a cell that is never empty stands for it, so that any state's actions are a set of cells."""
OF_MIN = bit(CENTRE[2])  # marks in a key
ONE_PASS, TWO_PASSES = bit(CENTRE[0]), bit(CENTRE[1])

# The penalties in `priority`, relative to the search's own history of up to 64: each cell that the other
# player can move to, and each that may become reachable later.
REPLY_ORDER, LATER_ORDER = 64, 16

PHASES = 6
"""Parts of the game, by the number of discs, for each of which the evaluation has weights of its own."""

UNIT = 100
"""Weights are in hundredths of a disc."""

SIZES = (4, 6, 8)
WINNER, NOBODY = "winner", "none"

LEARNED = {(8, WINNER): "evaluations/othello-8.eval"}
"""Size and who gets the empty cells -> the learned evaluation: see docs/guides/learning.md."""

KNOWN = {
    (8, WINNER): "draw (Takizawa 2023)",
    (8, NOBODY): "draw (Takizawa 2023)",
    (6, WINNER): "won by White by 4 (Feinstein 1993)",
    (6, NOBODY): "won by White (Feinstein 1993)",
    (4, WINNER): "won by White by 10 (a search of 600 nodes shows it)",
    (4, NOBODY): "won by White by 8 (a search of 600 nodes shows it)",
}

MARKS = {"X": MAX, "O": MIN}
EMPTY_CELL = "-"
PASS_WORD = "pass"
NUMBER = 2  # of the game in SGF
READ_MARKS = str.maketrans("xX*Bb@oOWw.-", "XXXXXXOOOO--")
"""How other programs mark discs and empty cells."""
READ_SIDES = {"x": "X", "*": "X", "b": "X", "black": "X", "o": "O", "w": "O", "white": "O"}
READ_PASSES = ("pa", "ps", "--", PASS_WORD)


def runs_up(start: int, through: int, step: int) -> int:
    """Return the cells of `through` that form an unbroken row after a cell of `start`, each a step up from the last.

    Finds rows of up to six cells by doubling (Kogge and Stone's parallel prefix). through >= 0; start is a word.

    >>> bin(runs_up(0b1, 0b10110, 1))
    '0b110'
    """
    run = through & start << step
    pairs = through & through << step
    run |= through & run << step
    run |= pairs & run << 2 * step
    return run | pairs & run << 2 * step


def runs_down(start: int, through: int, step: int) -> int:
    """Return the same as `runs_up` in the opposite direction.

    >>> bin(runs_down(0b1000000, 0b110110, 1))
    '0b110000'
    """
    run = through & shifted_down(start, step)
    pairs = through & through >> step
    run |= through & run >> step
    run |= pairs & run >> 2 * step
    return run | pairs & run >> 2 * step


def enclosing_cells(mine: int, other: int) -> int:
    """Return the cells where a disc of mine would enclose a row of the other's; some may be occupied."""
    rows, columns, diagonals = other & INNER_COLUMNS, other & INNER_ROWS, other & INNER
    above = runs_up(mine, rows, RIGHT) << RIGHT | runs_up(mine, columns, DOWN) << DOWN
    above |= runs_up(mine, diagonals, DOWN_LEFT) << DOWN_LEFT | runs_up(mine, diagonals, DOWN_RIGHT) << DOWN_RIGHT
    below = runs_down(mine, rows, RIGHT) >> RIGHT | runs_down(mine, columns, DOWN) >> DOWN
    below |= runs_down(mine, diagonals, DOWN_LEFT) >> DOWN_LEFT | runs_down(mine, diagonals, DOWN_RIGHT) >> DOWN_RIGHT
    return wrapped(above | below)


def flips_up(stone: int, mine: int, through: int, step: int) -> int:
    """Return the row of `through` between a disc just placed and the next disc of mine in that direction."""
    row = runs_up(stone, through, step)
    return row if row & mine >> step else 0


def flips_down(stone: int, mine: int, through: int, step: int) -> int:
    """Return the same as `flips_up` in the opposite direction."""
    row = runs_down(stone, through, step)
    return row if row >> step & mine else 0


def find_flips(stone: int, mine: int, other: int) -> int:
    """Return the other's discs that a disc just placed turns over."""
    rows, columns, diagonals = other & INNER_COLUMNS, other & INNER_ROWS, other & INNER
    found = flips_up(stone, mine, rows, RIGHT) | flips_down(stone, mine, rows, RIGHT)
    found |= flips_up(stone, mine, columns, DOWN) | flips_down(stone, mine, columns, DOWN)
    found |= flips_up(stone, mine, diagonals, DOWN_LEFT) | flips_down(stone, mine, diagonals, DOWN_LEFT)
    return found | flips_up(stone, mine, diagonals, DOWN_RIGHT) | flips_down(stone, mine, diagonals, DOWN_RIGHT)


def expand(cells: int) -> int:
    """Return the given cells and all that touch them, even off a board smaller than eight by eight."""
    wide = cells | wrapped(cells << 1) & NOT_FIRST_COLUMN | shifted_down(cells, 1) & NOT_LAST_COLUMN
    return wide | wrapped(wide << WIDTH) | shifted_down(wide, WIDTH)


def more(mine: int, other: int, cells: int) -> int:
    """Return how many more of the cells are in the first set than in the second."""
    return popcount(mine & cells) - popcount(other & cells)


def flip_rows(cells: int) -> int:
    """Return the cells with the rows in reverse order.

    >>> hex(flip_rows(0x0102))
    '0x201000000000000'
    """
    return int.from_bytes((cells & ALL).to_bytes(8, "little"), "big")


def transpose(cells: int) -> int:
    """Return the cells with rows and columns exchanged, by swapping ever larger blocks (Warren, Hacker's Delight).

    >>> hex(transpose(0b10))
    '0x100'
    """
    cells &= ALL
    for shift, upper in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        swapped = (cells ^ cells >> shift) & upper
        cells ^= swapped ^ swapped << shift
    return cells


def to_parent(value: int) -> int:
    """Return a child's outcome as its parent sees it, one ply farther from the end."""
    return value - (value > 0) + (value < 0)


class Othello(Game):
    """Black (MAX) and White (MIN) place discs that enclose rows of the other's, which turn over; most discs win.

    size: the number of cells along a side, 8, 6 or 4.
    empties: who gets the cells left empty at the end, the "winner" or nobody ("none").

    Notation: a position is the cells row by row from a1 (a1, b1, ..., then a2, b2, ...), X for Black, O for White, -
    for an empty cell; then a space and the side to move, X or O. An action is a square, as in d3, or the word pass.
    Also read: * or B for Black, W for White, a dot for an empty cell, rows apart, and a board without a side, which is
    Black's turn unless only White can place a disc.
    """

    name = "othello"
    parameter_labels: Mapping[str, str] | None = {"size": "Board size"}
    known_value = "draw (Takizawa 2023)"
    utility_bounds = (-64, 64)
    alternating = True
    player_names: Mapping[int, str] = {MAX: "Black", MIN: "White"}
    parameter_choices: Mapping[str, Sequence[int | str]] = {"size": SIZES, "empties": (WINNER, NOBODY)}

    # What each counts, in hundredths of a disc, phase by phase: for the player's own, less the other player's. Tuned by
    # `plywise tune` with the seed 1: docs/guides/tuning.md.
    corner = Weight((1200, 1661, 1514, 1511, 1426, 1086), 0, 4000)  # a disc in a corner
    corner_move = Weight((0, -247, 176, 309, 243, 64), -1000, 4000)  # a corner that can be taken
    x_square = Weight((-600, -1394, -923, -635, -468, -337), -3000, 1000)  # a disc diagonally next to an empty corner
    c_square = Weight((-600, -316, -325, -294, -318, -518), -3000, 1000)  # a disc on the edge next to an empty corner
    edge = Weight((-73, 69, 22, 49, 68, 128), -1000, 1000)  # a disc on the edge, but not in a corner
    mobility = Weight((185, 70, 71, 51, 74, 181), -500, 1500)  # a legal move
    # a disc that touches an empty cell, so that it may be turned over
    exposed = Weight((-298, -60, -73, -85, -132, -189), -1000, 500)
    reach = Weight((-48, 16, 1, 1, -48, -68), -500, 500)  # an empty cell that touches a disc of the other player's
    parity = Weight((-309, 159, 111, 141, 134, 225), -1000, 1000)  # the last move, if nobody passes

    class State(NamedTuple):
        """The discs and the side to move.

        mine: discs of the player to move.
        other: discs of the other player.
        side: the player to move.
        passes: how many of the last moves were passes, counted only if neither player can place a disc; otherwise they
            make no difference.
        """

        mine: int
        other: int
        side: int
        passes: int

    def __init__(self, size: int = 8, empties: str = WINNER) -> None:
        if type(size) is not int or size not in SIZES:
            raise InputError(f"size={size} is none of {', '.join(map(str, SIZES))}")
        if empties not in (WINNER, NOBODY):
            raise InputError(f"empties={empties} is neither {WINNER} nor {NOBODY}")
        self.size = size
        self.empties = empties
        self.learned = LEARNED.get((size, empties)) if type(self) is Othello else None  # others may have other rules
        self.to_winner = empties == WINNER
        self.squares = size * size
        self.layout = Grid(size, size, a1="top left")  # for notation and drawings
        self.margin = (WIDTH - size) // 2
        self.utility_bounds = (-self.squares, self.squares)
        self.max_plies = 2 * (self.squares - len(CENTRE)) + 2  # at most one pass between two discs, and two at the end
        self.board = wrapped(sum(1 << cell for cell in self._cells()))
        first, last = self._cells()[0], self._cells()[-1]
        self.corners = bit(first) | bit(first + size - 1) | bit(last - size + 1) | bit(last)
        self.edges = wrapped(sum(1 << cell for place, cell in enumerate(self._cells()) if self._is_on_edge(place)))
        self.known_value = KNOWN[size, empties]

    def _cells(self) -> list[int]:
        """Return the cells of the board row by row."""
        steps = range(self.margin, self.margin + self.size)
        return [row * WIDTH + column for row in steps for column in steps]

    def _is_on_edge(self, place: int) -> bool:
        """Return whether the cell with this place in `_cells` is on the edge of the board."""
        row, column = divmod(place, self.size)
        return row in (0, self.size - 1) or column in (0, self.size - 1)

    def initial(self) -> State:
        """Return the four discs in the centre, Black to move."""
        return self.State(FIRST_OF_MAX, FIRST_OF_MIN, MAX, 0)

    def empty_cells(self, state: State) -> int:
        """Return the empty cells."""
        return self.board & ~(state.mine | state.other)

    def moves(self, state: State) -> int:
        """Return the cells where the player to move can place a disc."""
        return enclosing_cells(state.mine, state.other) & self.empty_cells(state)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the cells where a disc turns others over, or PASS if there is none."""
        return members(self.moves(state) or bit(PASS))

    def result(self, state: State, action: int) -> State:
        """Return the board with one more disc and the rows it encloses turned over, the other player to move."""
        if action == PASS:
            return self.pass_turn(state)
        stone = bit(action)
        rows = find_flips(stone, state.mine, state.other)
        return self.State(state.other ^ rows, state.mine | stone | rows, -state.side, 0)

    def pass_turn(self, state: State) -> State:
        """Return the same board with the other player to move."""
        passed = self.State(state.other, state.mine, -state.side, state.passes + 1)
        return self.State(state.other, state.mine, -state.side, 0) if self.moves(passed) else passed

    def terminal(self, state: State) -> bool:
        """Return whether the board is full or both players have passed."""
        return state.mine | state.other == self.board or state.passes == 2

    def utility(self, state: State) -> int:
        """Return how many more discs Black has; with empties=winner, the winner gets the empty cells too."""
        return state.side * self.lead(popcount(state.mine), popcount(state.other))

    def lead(self, mine: int, other: int) -> int:
        """Return the final value for the player with `mine` discs against `other`."""
        lead = mine - other
        if self.to_winner and lead != 0:
            left = self.squares - mine - other
            return lead + left if lead > 0 else lead - left
        return lead

    # --- for the search -----------------------------------------------------------------------------------------------

    def key(self, state: State) -> tuple[int, int]:
        """Return the discs of the player to move, and all discs with marks for the side and the passes.

        The marks are in the central cells, which are never empty.
        """
        marks = OF_MIN if state.side == MIN else 0
        if state.passes:
            marks |= ONE_PASS if state.passes == 1 else TWO_PASSES
        return state.mine, (state.mine | state.other) ^ marks

    def equivalents(self, state: State) -> Iterator[State]:
        """Yield the turned and mirrored boards. A search is faster without keys that merge them."""
        mine, other = state.mine, state.other
        for image in range(1, 8):
            mine, other = (flip_rows(mine), flip_rows(other)) if image & 1 else (transpose(mine), transpose(other))
            yield self.State(wrapped(mine), wrapped(other), state.side, state.passes)

    def priority(self, state: State, action: int) -> int:
        """Return the promise of a move: the fewer replies for the other player (corners twice) and targets, the more.

        Later targets are the empty cells that touch discs of the player who moved.
        """
        child = self.result(state, action)
        replies = self.moves(child)
        count = popcount(replies) + popcount(replies & self.corners)
        later = popcount(expand(child.other) & self.empty_cells(child))
        return -count * REPLY_ORDER - later * LATER_ORDER

    def action_class(self, state: State, action: int) -> int:
        """Return the cell, which mostly determines the quality of a move; another number for a pass."""
        return action

    def evaluate(self, state: State) -> float:
        """Return an estimate in discs: see the weights."""
        mine, other, empty = state.mine, state.other, self.empty_cells(state)
        phase = min((popcount(mine | other) - len(CENTRE)) * PHASES // (self.squares - len(CENTRE)), PHASES - 1)
        risky = expand(self.corners & empty)
        moves, replies = enclosing_cells(mine, other) & empty, enclosing_cells(other, mine) & empty
        value = self.corner[phase] * more(mine, other, self.corners)
        value += self.corner_move[phase] * more(moves, replies, self.corners)
        value += self.x_square[phase] * more(mine, other, risky & ~self.edges)
        value += self.c_square[phase] * more(mine, other, risky & self.edges)
        value += self.edge[phase] * more(mine, other, self.edges & ~self.corners)
        value += self.mobility[phase] * (popcount(moves) - popcount(replies))
        value += self.exposed[phase] * more(mine, other, expand(empty))
        value += self.reach[phase] * (popcount(expand(other) & empty) - popcount(expand(mine) & empty))
        value += self.parity[phase] * (2 * (popcount(empty) & 1) - 1)
        most = UNIT * (self.squares - 1)
        return state.side * max(-most, min(value, most)) / UNIT

    def bounds(self, state: State) -> tuple[int, int]:
        """Return the outcome if at most two cells are empty or nobody can place a disc; otherwise no bounds."""
        left = popcount(self.empty_cells(state))
        if left == 0:
            certain = self.end_outcome(state, 0)
        elif state.passes:
            certain = self.end_outcome(state, 2 - state.passes)
        elif left == 1:
            certain = self.solve_one_empty(state)
        elif left == 2:
            certain = self.solve_two_empty(state)
        else:
            return -FAR, FAR
        return certain, certain

    def end_outcome(self, state: State, plies: int) -> int:
        """Return the outcome for the player to move if the game ends after `plies` plies without another disc."""
        return outcome(self.lead(popcount(state.mine), popcount(state.other)), plies)

    def solve_one_empty(self, state: State) -> int:
        """Return the outcome if one cell is empty and nobody has just passed."""
        empty, mine, other = self.empty_cells(state), state.mine, state.other
        rows = find_flips(empty, mine, other)
        if rows:
            return outcome(2 * popcount(mine | empty | rows) - self.squares, 1)
        rows = find_flips(empty, other, mine)
        if rows:
            return outcome(self.squares - 2 * popcount(other | empty | rows), 2)
        return self.end_outcome(state, 2)

    def solve_two_empty(self, state: State) -> int:
        """Return the outcome if two cells are empty and nobody has just passed."""
        if self.moves(state):
            return self.solve_two_moves(state)
        child = self.pass_turn(state)
        return self.end_outcome(state, 2) if child.passes else to_parent(-self.solve_two_moves(child))

    def solve_two_moves(self, state: State) -> int:
        """Return the outcome if two cells are empty and the player to move can place a disc."""
        best = -FAR
        for action in members(self.moves(state)):
            best = max(best, to_parent(-self.solve_one_empty(self.result(state, action))))
        return best

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the cells row by row, X, O or -, the side to move, and the passes if nobody can move."""
        black, white = (state.mine, state.other) if state.side == MAX else (state.other, state.mine)
        marks = ("X" if black & bit(cell) else "O" if white & bit(cell) else EMPTY_CELL for cell in self._cells())
        words = ["".join(marks), "X" if state.side == MAX else "O"]
        return " ".join(words + [PASS_WORD] * state.passes)

    def parse_state(self, text: str) -> State:
        """Read the cells row by row, the side to move, and the word pass for each pass just before.

        Spaces or slashes may stand between rows. A board without a side is Black's turn, or White's if only White can
        place a disc.
        """
        board, words = self._split_board(text)
        discs = dict.fromkeys(MARKS, 0)
        for cell, given in zip(self._cells(), board, strict=True):
            mark = given.translate(READ_MARKS)
            if mark in MARKS:
                discs[mark] |= bit(cell)
            elif mark != EMPTY_CELL:
                raise InputError(f"position {text!r}: {self.square(cell)} is {given!r}, not X, O or -")
            elif cell in CENTRE:
                where = self.square(cell)
                raise InputError(f"position {text!r}: {where} is empty; the four cells in the middle never are")
        side, *passes = words or [self._usual_side(discs["X"], discs["O"])]
        if side.lower() not in READ_SIDES:
            raise InputError(f"position {text!r}: the side to move is X or O, not {side!r}")
        side = READ_SIDES[side.lower()]
        mine, other = (discs["X"], discs["O"]) if side == "X" else (discs["O"], discs["X"])
        state = self.State(mine, other, MARKS[side], 0)
        return self._apply_passes(text, state, passes) if passes else state

    def _split_board(self, text: str) -> tuple[str, list[str]]:
        """Return the marks of the cells in a position, and the words after them."""
        cells, words = self.size * self.size, text.replace("/", " ").split()
        if len(words) > 1 and words[0] == str(self.size):  # as in a GGF file
            words = words[1:]
        rows = words[: self.size]
        if len(rows) == self.size and all(len(row) == self.size for row in rows):
            return "".join(rows), words[self.size :]
        board = words[0] if words else ""
        if len(words) == 1 and len(board) == cells + 1:
            return board[:-1], [board[-1]]
        if len(board) != cells:
            form = f"{cells} of X, O and -, row by row, then a space and the side to move"
            raise InputError(f"position {text!r} has {len(board)} cells: it should have {form}")
        return board, words[1:]

    def _usual_side(self, black: int, white: int) -> str:
        """Return the side to move on a board given without one."""
        empty = self.board & ~(black | white)
        only_white = enclosing_cells(white, black) & empty and not enclosing_cells(black, white) & empty
        return "O" if only_white else "X"

    def _apply_passes(self, text: str, state: State, words: list[str]) -> State:
        """Return the state after one or two passes. Raises InputError if a player could have placed a disc."""
        if words not in ([PASS_WORD], [PASS_WORD, PASS_WORD]):
            raise InputError(f"position {text!r}: after the side to move comes nothing, pass or pass pass")
        first = state if len(words) == 2 else self.State(state.other, state.mine, -state.side, 0)
        for _ in words:
            if self.moves(first) or not self.empty_cells(first):
                raise InputError(f"position {text!r}: {self.player_names[first.side]} did not have to pass")
            first = self.pass_turn(first)
        return first

    def square(self, cell: int) -> str:
        """Return a cell's name, as in d3."""
        return self.layout.name(self.layout.cell(cell // WIDTH - self.margin, cell % WIDTH - self.margin))

    def format_action(self, state: State, action: int) -> str:
        """Return the cell's name, or pass."""
        return PASS_WORD if action == PASS else self.square(action)

    def parse_action(self, state: State, text: str) -> int:
        """Read a cell's name, or pass."""
        if text.lower() in READ_PASSES:
            return PASS
        if text not in self.layout.names:
            raise InputError(f"{text!r} is not a square from {self.layout.range_of_names()}, nor pass")
        cell = self._cells()[self.layout.parse(text)]
        if (state.mine | state.other) & bit(cell):
            raise InputError(f"{text}: there is a disc already")
        return cell

    def record_notation(self) -> SmartFormat:
        """Return SGF, in which Othello is number 2; its programs name points as d3."""
        return SmartFormat(
            NUMBER,
            self.size,
            self.size,
            point_of=lambda action: None if action == PASS else self._point_of(action),
            action_at=lambda point: PASS if point is None else self._cells()[point[1] * self.size + point[0]],
            stones_of=self._stones_of,
            place=self._place,
            named=True,
        )

    @classmethod
    def described_by(cls, header: RecordHeader) -> str | None:
        """Return Othello, by the property GM of SGF, with its size."""
        if header.form != "sgf" or header.tags.get("GM", "").strip().lower() not in (str(NUMBER), cls.name, "reversi"):
            return None
        size = header.tags.get("SZ", str(max(SIZES))).strip()
        sides = set(re.split(r"[:x,]", size))
        if len(sides) != 1 or sides.isdisjoint(map(str, SIZES)):
            raise InputError(f"SZ[{size}]: {cls.name} is played on boards of {', '.join(map(str, SIZES))} cells a side")
        side = int(sides.pop())
        return cls.name if side == max(SIZES) else f"{cls.name}:size={side}"

    def _point_of(self, cell: int) -> Point:
        return cell % WIDTH - self.margin, cell // WIDTH - self.margin

    def _stones_of(self, state: State) -> Stones:
        black, white = (state.mine, state.other) if state.side == MAX else (state.other, state.mine)
        black_points, white_points = (frozenset(map(self._point_of, members(discs))) for discs in (black, white))
        return Stones(black_points, white_points, state.side)

    def _place(self, stones: Stones) -> State:
        """Return the state of a board. Raises InputError if the middle is empty."""
        points = [(column, row) for row in range(self.size) for column in range(self.size)]
        board = "".join("X" if each in stones.black else "O" if each in stones.white else EMPTY_CELL for each in points)
        return self.parse_state(f"{board} {'X' if stones.side == MAX else 'O'}")

    def coordinates(self) -> Coordinates:
        """Return the numbers of the rows and the letters of the columns."""
        return self.layout.coordinates()

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows from the top; a cell where a disc may be placed shows its name."""
        moves = self.moves(state)
        playable = [number for number, cell in enumerate(self._cells()) if moves & bit(cell)]
        text = self.format_state(state).split(" ")[0]
        return self.layout.cells(text, discs={"X": "black", "O": "white"}, playable=playable)

    # --- for other programs -------------------------------------------------------------------------------------------

    def gtp_setup(self, state: State) -> list[str]:
        """Return the commands for the size and the first four discs; none for positions that GTP cannot express."""
        return [f"boardsize {self.size}", "clear_board"] if state == self.initial() else []
