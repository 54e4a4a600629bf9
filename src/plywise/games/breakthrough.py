"""Breakthrough: pawns step straight or diagonally forward and take diagonally; the first to reach the far end wins."""

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from plywise.bits import bit, members, popcount, shifted_down, shifted_up
from plywise.board import Grid
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Coordinates, Game, outcome
from plywise.game.weights import Weight

#     a  b  c  d  e  f  g  h      Cell row * columns + column, counted from the top row, is a bit in two sets: the cells
#  8  0  1  2  3  4  5  6  7      of the black pawns and the cells of the white ones. Black moves down, to higher cells,
#  7  8  9 10 11 12 13 14 15      White up. A step of `columns` cells goes straight ahead, one cell more or less goes
#  ...                            diagonally; from a column at the edge there is only one diagonal step.
#  1 56 57 58 59 60 61 62 63
MAX_CELLS = 64
MAX_COLUMNS = 26

LEARNED = {(8, 8, 2): "evaluations/breakthrough-8x8.eval"}
"""Rows, columns and rows of pawns -> the learned evaluation: see docs/guides/learning.md."""

WIN = 10_000
"""The utility of a win: a hundred pawns, more than any estimate, which is in hundredths of a pawn."""

PAWN = 100
ADVANCED = 8  # times the square of the rows that a pawn has advanced

SURE, UNSURE = 9_900, 9_000  # the estimate of a win known without a search, minus one per ply; the maximum otherwise

POSITION = re.compile(r"([bw./]{1,99})(?: ([bw]))?", re.ASCII)
MOVE = re.compile(r"([a-z])([1-9][0-9]?)(x?)([a-z])([1-9][0-9]?)(\*?)", re.ASCII)


def pawn_worth(rows: int) -> tuple[int, ...]:
    """Return the untuned value of a pawn on each row, counted from its own side."""
    return tuple(PAWN + ADVANCED * row * row for row in range(rows))


class Breakthrough(Game):
    """Black (MAX) moves down and first, White up; the first to reach the last row or take the last pawn wins.

    rows, columns: the size of the board, at most 64 cells.
    pawn_rows: the rows of pawns of each side at the start; 0: two on a board of six rows or more, otherwise one.

    A pawn moves to an empty cell of the next row, straight or diagonally; diagonally it may take a pawn instead.

    Notation: a position is the rows from the top, separated by slashes, b, w or a dot for each cell, then the side to
    move, b or w (by default b). An action is the cell a pawn leaves and the cell it enters, column letter and row
    number from the bottom, with an x between them for a capture: a7a6, a7xb6. The x is optional in input.
    """

    name = "breakthrough"
    parameter_labels: Mapping[str, str] | None = {"rows": "Rows", "columns": "Columns"}
    known_value = "not known; with 6 rows of 5 columns won by the second player (Saffidine and others 2011)"
    utility_bounds = (-WIN, WIN)
    alternating = True
    player_names: Mapping[int, str] = {MAX: "Black", MIN: "White"}

    worth = Weight(pawn_worth(8), 0, 1000)  # of a pawn on each row, counted from its own side
    loose = Weight(80, 0, 300)  # a pawn that can be taken for nothing
    guarded = Weight(5, -50, 100)  # a pawn that another one guards

    class State(NamedTuple):
        """The cells of the black pawns, the cells of the white pawns, and the side to move."""

        black: int
        white: int
        side: int

    def __init__(self, rows: int = 8, columns: int = 8, pawn_rows: int = 0) -> None:
        for field, value, least in (("rows", rows, 2), ("columns", columns, 2), ("pawn_rows", pawn_rows, 0)):
            if type(value) is not int or value < least:
                raise InputError(f"{field}={value!r} is not a whole number, {least} or more")
        if rows * columns > MAX_CELLS or columns > MAX_COLUMNS:
            limits = f"a board has at most {MAX_CELLS} cells and {MAX_COLUMNS} columns"
            raise InputError(f"rows={rows},columns={columns}: {limits}")
        pawn_rows = pawn_rows or (2 if rows >= 6 else 1)
        if 2 * pawn_rows > rows:
            raise InputError(f"pawn_rows={pawn_rows}: there is no room for {2 * pawn_rows} of them in {rows} rows")
        self.rows, self.columns, self.pawn_rows = rows, columns, pawn_rows
        self.learned = (
            LEARNED.get((rows, columns, pawn_rows)) if type(self) is Breakthrough else None
        )  # others may have other rules
        if (rows, columns, pawn_rows) != (8, 8, 2):
            self.known_value = ""
        self.pawns_each = pawn_rows * columns
        self.layout = Grid(rows, columns)
        self.board, self.row_cells = self.layout.full, self.layout.row_sets
        self.top, self.bottom = self.row_cells[0], self.row_cells[-1]
        self.leftmost, self.rightmost = self.layout.column_sets[0], self.layout.column_sets[-1]
        self.not_leftmost, self.not_rightmost = ~self.leftmost, ~self.rightmost
        self.catchers = tuple(self._find_catchers(*each) for each in _runner_cases(rows * columns))
        if rows != len(self.worth):
            self.worth = pawn_worth(rows)

    def initial(self) -> State:
        """Return the board with both sides' first rows full, Black to move."""
        black = _union(self.row_cells[: self.pawn_rows])
        white = _union(self.row_cells[self.rows - self.pawn_rows :])
        return self.State(black, white, MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the steps of all pawns, as start * 64 + goal: first to the left, then to the right, then straight."""
        own, other = self.pawns(state)
        on = state.side * self.columns
        for goal in members(self.step_left(own, state.side) & ~own):
            yield (goal - on + 1 & 63) << 6 | goal
        for goal in members(self.step_right(own, state.side) & ~own):
            yield (goal - on - 1 & 63) << 6 | goal
        for goal in members(self.step_straight(own, state.side) & ~(own | other)):
            yield (goal - on & 63) << 6 | goal

    def result(self, state: State, action: int) -> State:
        """Return the board after a step, with the other player to move."""
        start, goal = bit(action >> 6 & 63), bit(action & 63)
        if state.side == MAX:
            return self.State(state.black ^ start ^ goal, state.white & ~goal, MIN)
        return self.State(state.black & ~goal, state.white ^ start ^ goal, MAX)

    def terminal(self, state: State) -> bool:
        """Return whether a pawn has reached the last row, or a side has no pawns left."""
        return state.black & self.bottom | state.white & self.top != 0 or state.black == 0 or state.white == 0

    def utility(self, state: State) -> int:
        """Return WIN if Black has reached the last row or taken every white pawn, otherwise -WIN."""
        return WIN if state.black & self.bottom or state.white == 0 else -WIN

    # --- where pawns go -----------------------------------------------------------------------------------------------

    def pawns(self, state: State) -> tuple[int, int]:
        """Return the pawns of the player to move and those of the other."""
        return (state.black, state.white) if state.side == MAX else (state.white, state.black)

    def step_straight(self, cells: int, side: int) -> int:
        """Return the cells one row ahead."""
        return shifted_up(cells, self.columns) & self.board if side == MAX else shifted_down(cells, self.columns)

    def step_left(self, cells: int, side: int) -> int:
        """Return the cells one row ahead and one column to the left."""
        cells &= self.not_leftmost
        return (
            shifted_up(cells, self.columns - 1) & self.board if side == MAX else shifted_down(cells, self.columns + 1)
        )

    def step_right(self, cells: int, side: int) -> int:
        """Return the cells one row ahead and one column to the right."""
        cells &= self.not_rightmost
        return (
            shifted_up(cells, self.columns + 1) & self.board if side == MAX else shifted_down(cells, self.columns - 1)
        )

    def attacked_cells(self, cells: int, side: int) -> int:
        """Return the cells attacked by pawns on these cells."""
        return self.step_left(cells, side) | self.step_right(cells, side)

    def row_before_goal(self, side: int, steps: int) -> int:
        """Return the row that is `steps` steps away from the last one."""
        return self.row_cells[self.rows - 1 - steps if side == MAX else steps]

    # --- for the search -----------------------------------------------------------------------------------------------

    def key(self, state: State) -> tuple[int, int]:
        """Return the smaller of the board and its mirror image, with Black's cells inverted if White is to move."""
        black, white = state.black, state.white
        image, other = self.mirror(black), self.mirror(white)
        if image < black or (image == black and other < white):
            black, white = image, other
        return (black if state.side == MAX else ~black), white

    def mirror(self, cells: int) -> int:
        """Return a set of cells with the columns in reverse order."""
        turned = 0
        if self.columns & 1:
            turned = cells & shifted_up(self.leftmost, self.columns // 2)
        for column in range(self.columns // 2):
            file, across = shifted_up(self.leftmost, column), self.columns - 1 - 2 * column
            turned |= shifted_up(cells & file, across) | shifted_down(cells, across) & file
        return turned

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the mirror image, if it is a different board."""
        image = self.State(self.mirror(state.black), self.mirror(state.white), state.side)
        if image != state:
            yield image

    def bounds(self, state: State) -> tuple[int, int]:
        """Return bounds from the board: the game is over, won or lost in a move or two, or decided by a race."""
        side = state.side
        own, other = self.pawns(state)
        if own == 0 or other & self.row_before_goal(-side, 0):
            return outcome(-WIN, 0), outcome(-WIN, 0)
        taken = self.attacked_cells(own, side) & other
        if own & self.row_before_goal(side, 1) or (taken == other and popcount(other) == 1):
            return outcome(WIN, 1), outcome(WIN, 1)
        threats = other & self.row_before_goal(-side, 1)
        if threats and (threats & taken == 0 or popcount(threats) > 1):
            return outcome(-WIN, 2), outcome(-WIN, 2)
        low = outcome(-WIN, 4) if popcount(own) > 1 else outcome(-WIN, 2)
        if threats:
            return low, outcome(WIN, 3)
        near = own & self.row_before_goal(side, 2) if self.rows > 2 else 0
        ahead = self.attacked_cells(near, side) | self.step_straight(near, side) & ~other
        if ahead & ~self.attacked_cells(other, -side):
            return outcome(WIN, 3), outcome(WIN, 3)  # a pawn that cannot be taken will stand a step from the last row
        return self.race(own, other, side, low, outcome(WIN, 5) if popcount(other) > 2 else outcome(WIN, 3))

    def race(self, own: int, other: int, side: int, low: int, high: int) -> tuple[int, int]:
        """Return low and high, tightened if the foremost pawn is past everything that could catch it."""
        steps, others = self.steps_to_goal(own, side), self.steps_to_goal(other, -side)
        if steps <= others:
            case = 0 if side == MAX else 1
            for cell in members(own & self.row_before_goal(side, steps)):
                if self.catchers[cell * 4 + case] & other == 0:
                    return outcome(WIN, 2 * steps - 1), high
        else:
            case = 3 if side == MAX else 2
            for cell in members(other & self.row_before_goal(-side, others)):
                if self.catchers[cell * 4 + case] & own == 0:
                    return low, outcome(-WIN, 2 * others)
        return low, high

    def steps_to_goal(self, pawns: int, side: int) -> int:
        """Return how many steps the foremost pawn is from the last row."""
        steps = 0
        while pawns & self.row_before_goal(side, steps) == 0:
            steps += 1
        return steps

    def _find_catchers(self, cell: int, side: int, waits: int) -> int:
        """Return the cells from which pawns of the other side can stop a pawn that only runs straight; see `race`.

        waits: 0 if it is the runner's turn, 1 if it is the other side's.

        After the runner's k-th step, the other side has made k - 1 + waits steps. A pawn that starts j rows ahead takes
        the runner after that step from the next row: by then it must have advanced j - k - 1 rows, so that
        k >= (j - waits) / 2, and reached a neighbouring column. It was therefore at most j - k columns away, which for
        the smallest k is (j + waits) // 2. To block the runner is no easier.
        """
        row, column = divmod(cell, self.columns)
        found = 0
        for ahead in range(1, self.rows):
            there, reach = row + side * ahead, (ahead + waits) // 2
            if 0 <= there < self.rows:
                for beside in range(max(0, column - reach), min(self.columns, column + reach + 1)):
                    found |= bit(there * self.columns + beside)
        return found

    def candidates(self, state: State) -> Iterator[int]:
        """Yield all actions; if an enemy pawn is a step from its goal, only those that take it."""
        own, other = self.pawns(state)
        on = state.side * self.columns
        threats = other & self.row_before_goal(-state.side, 1)
        wanted = threats if threats else ~own
        for goal in members(self.step_left(own, state.side) & wanted):
            yield (goal - on + 1 & 63) << 6 | goal
        for goal in members(self.step_right(own, state.side) & wanted):
            yield (goal - on - 1 & 63) << 6 | goal
        for goal in members(self.step_straight(own, state.side) & wanted & ~other):
            yield (goal - on & 63) << 6 | goal

    def priority(self, state: State, action: int) -> int:
        """Return the promise of a step: it takes an advanced pawn, it is safe, it leads far ahead."""
        own, other = self.pawns(state)
        start, goal = bit(action >> 6 & 63), bit(action & 63)
        row = (action & 63) // self.columns
        steps = row if state.side == MAX else self.rows - 1 - row  # from the mover's side of the board
        if steps == self.rows - 1:
            return 4096
        found = 16 * steps
        if other & goal:
            found += 512 + 32 * (self.rows - 1 - steps)
        if self.attacked_cells(other, -state.side) & goal:
            found -= 128 if self.attacked_cells(own ^ start, state.side) & goal else 512
        return found

    # --- for the search for play --------------------------------------------------------------------------------------

    def noisy(self, state: State, action: int) -> bool:
        """Return whether a step takes a pawn, or leads to the row before the last, or to the last."""
        _, other = self.pawns(state)
        return (other | self.far_rows(state.side)) >> (action & 63) & 1 != 0

    def far_rows(self, side: int) -> int:
        """Return the cells of the last two rows ahead."""
        return self.row_before_goal(side, 0) | self.row_before_goal(side, 1)

    def tactical_actions(self, state: State) -> Iterator[int]:
        """Yield the noisy steps."""
        own, other = self.pawns(state)
        on = state.side * self.columns
        far = self.far_rows(state.side)
        wanted = (other | far) & ~own
        for goal in members(self.step_left(own, state.side) & wanted):
            yield (goal - on + 1 & 63) << 6 | goal
        for goal in members(self.step_right(own, state.side) & wanted):
            yield (goal - on - 1 & 63) << 6 | goal
        for goal in members(self.step_straight(own, state.side) & far & ~(own | other)):
            yield (goal - on & 63) << 6 | goal

    def under_threat(self, state: State) -> bool:
        """Return whether a pawn of the other player is a step from its goal."""
        _, other = self.pawns(state)
        return other & self.row_before_goal(-state.side, 1) != 0

    def exchange_value(self, state: State, action: int) -> int:
        """Return the gain of a step if both players then capture on its cell while it pays: at most two pawns each."""
        own, other = self.pawns(state)
        start, goal = bit(action >> 6 & 63), bit(action & 63)
        row = (action & 63) // self.columns
        steps = row if state.side == MAX else self.rows - 1 - row
        mine, yours = self.worth[steps], self.worth[self.rows - 1 - steps]
        takers = popcount(self.attackers(goal, -state.side) & other)
        guards = popcount(self.attackers(goal, state.side) & own & ~start)
        lost = 0
        if takers:
            back = yours - mine if takers > 1 and guards == 1 else yours
            lost = max(0, mine - (max(0, back) if guards else 0))
        return (yours if other & goal else 0) - lost

    def attackers(self, cell: int, side: int) -> int:
        """Return the cells from which a side's pawns take on a cell."""
        return self.attacked_cells(cell, -side)

    def action_class(self, state: State, action: int) -> int:
        """Return the cell that the pawn enters, and from where: the left, the right or straight."""
        goal = action & 63
        beside = (action >> 6 & 63) + state.side * self.columns - goal
        return goal * 3 + beside + 1

    def goes_forward(self, state: State, action: int) -> bool:
        """Return True: no pawn ever goes back."""
        return True

    def evaluate(self, state: State) -> int:
        """Return the worth of Black's pawns minus White's; a pawn counts more the farther it has advanced.

        A position known to be won, by `bounds`, counts nearly as a win. A pawn that can be taken for nothing counts
        `loose` for the player to move; so does each pawn after the first that the other player may take. A guarded pawn
        counts `guarded` more.
        """
        side = state.side
        low, high = self.bounds(state)
        if low > 0:
            return side * (SURE - outcome(WIN, 0) + low)
        if high < 0:
            return side * (high + outcome(WIN, 0) - SURE)
        own, other = self.pawns(state)
        mine, theirs = self.attacked_cells(own, side), self.attacked_cells(other, -side)
        hanging = max(popcount(own & theirs & ~mine) - 1, 0)
        guarded = popcount(own & mine) - popcount(other & theirs)
        found = side * (self.loose * (min(popcount(other & mine & ~theirs), 1) - hanging) + self.guarded * guarded)
        for row in range(self.rows):
            cells = self.row_cells[row]
            found += popcount(state.black & cells) * self.worth[row]
            found -= popcount(state.white & cells) * self.worth[self.rows - 1 - row]
        return max(-UNSURE, min(found, UNSURE))

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return the rows from the top, and the side to move."""
        marks = self.layout.board_of({"b": state.black, "w": state.white})
        return self.layout.format_board(marks) + (" b" if state.side == MAX else " w")

    def parse_state(self, text: str) -> State:
        """Read the rows from the top, and optionally the side to move."""
        match = POSITION.fullmatch(text)
        if match is None:
            raise InputError(
                f"position {text!r} is not rows of b, w and dots with slashes between, then b or w to move"
            )
        rows, side = match[1].split("/"), MIN if match[2] == "w" else MAX
        if len(rows) != self.rows:
            raise InputError(f"position {text!r} has {len(rows)} rows, not {self.rows}")
        for number, row in zip(range(self.rows, 0, -1), rows, strict=True):
            if len(row) != self.columns:
                raise InputError(f"position {text!r}: row {number} has {len(row)} cells, not {self.columns}")
        marks = "".join(rows)
        black, white = (self.layout.set_on(marks, mark) for mark in "bw")
        self._check(text, self.State(black, white, side))
        return self.State(black, white, side)

    def _check(self, text: str, state: State) -> None:
        """Raise InputError if there are too many pawns, or the game was over before the last move."""
        reached = popcount(state.black & self.bottom) + popcount(state.white & self.top)
        for name, pawns in (("Black", state.black), ("White", state.white)):
            if popcount(pawns) > self.pawns_each:
                raise InputError(f"position {text!r}: {name} has {popcount(pawns)} pawns, more than {self.pawns_each}")
        if reached > 1 or state.black | state.white == 0:
            raise InputError(f"position {text!r} goes on after the game was over")
        if self.terminal(state) and self.utility(state) == state.side * WIN:
            winner = self.player_names[state.side]
            raise InputError(f"position {text!r}: {winner} has won and cannot be to move")

    def format_action(self, state: State, action: int) -> str:
        """Return the two cells, with an x between them if a pawn is taken."""
        takes = (state.black | state.white) & bit(action & 63)
        return self.layout.name(action >> 6) + ("x" if takes else "") + self.layout.name(action & 63)

    def parse_action(self, state: State, text: str) -> int:
        """Read the two cells of a step."""
        match = MOVE.fullmatch(text)
        if match is None:
            raise InputError(f"{text!r} is not a move: write the two cells, as in a7a6, or a7xb6 where a pawn is taken")
        start, goal = (self._cell(text, match[at], int(match[at + 1])) for at in (1, 4))
        own, other = self.pawns(state)
        if not own & bit(start):
            raise InputError(f"{text!r}: {self.player_names[state.side]} has no pawn on {self.layout.name(start)}")
        rows, columns = goal // self.columns - start // self.columns, abs(goal % self.columns - start % self.columns)
        if rows != state.side or columns > 1:
            raise InputError(f"{text!r}: a pawn moves to the next row, straight ahead or diagonally")
        if (own if columns else own | other) & bit(goal):
            raise InputError(f"{text!r}: there is a pawn in the way on {self.layout.name(goal)}")
        if (match[3] or match[6]) and not other & bit(goal):
            raise InputError(f"{text!r}: there is no pawn to take on {self.layout.name(goal)}")
        return start << 6 | goal

    def coordinates(self) -> Coordinates:
        """Return the numbers of the rows and the letters of the columns."""
        return self.layout.coordinates()

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows from the top."""
        pawns = {"b": state.black, "w": state.white}
        return self.layout.cells(pawns, discs={"b": "black", "w": "white"}, chequered=True)

    def _cell(self, text: str, letter: str, number: int) -> int:
        name = f"{letter}{number}"
        if name not in self.layout.names:
            last = self.layout.name(self.columns - 1)
            raise InputError(f"{text!r}: there is no cell {name}; they go from a1 to {last}")
        return self.layout.parse(name)


def _union(sets: Iterable[int]) -> int:
    """Return the union of the sets."""
    found = 0
    for cells in sets:
        found |= cells
    return found


def _runner_cases(cells: int) -> Iterator[tuple[int, int, int]]:
    """Yield each cell, with the side of a runner on it and whether it waits, in the order of `catchers`."""
    for cell in range(cells):
        for waits in (0, 1):
            for side in (MAX, MIN):
                yield cell, side, waits
