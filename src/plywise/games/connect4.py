"""Connect Four: stones drop down columns; four in a row win."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from plywise.bits import members, popcount
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Game, outcome

#  6 13 20 27 34 41 48      A cell is bit column * (height + 1) + row, here of seven columns by six rows. The topmost
# ---------------------     row is spare: no stone ever lies there, so that
#  5 12 19 26 33 40 47        a line up one column does not go on in the next, and
#  4 11 18 25 32 39 46        one added at the foot of a column is carried to the cell where the next stone lands.
#  3 10 17 24 31 38 45      A step of 1 leads up, of height + 1 to the right, of height and height + 2 down and up
#  2  9 16 23 30 37 44      to the right.
#  1  8 15 22 29 36 43
#  0  7 14 21 28 35 42
MOST_BITS = 63

EMPTY_BOARD = "empty"
MOST_DIGITS = 2  # of a column's number: there are at most 31 columns


def runs(stones: int, step: int, length: int) -> int:
    """Return the cells where a run of so many stones begins, each a step from the one before.

    >>> bin(runs(0b11011110, 1, 3))
    '0b110'
    """
    have = 1
    while have < length:
        more = min(have, length - have)
        stones &= stones >> more * step
        have += more
    return stones


def gaps(stones: int, step: int, length: int) -> int:
    """Return the cells from which the rest of a run of so many is there: all of it stones but for the cell itself.

    Some of them are off the board, or have a stone themselves.

    >>> bin(gaps(0b10110, 1, 3) & 0b111111)
    '0b1001'
    """
    if length == 4:  # the usual game: pairs save half the work
        pairs = stones & stones >> step
        ahead = pairs >> step & (stones << step | stones >> 3 * step)
        return ahead | pairs << 2 * step & (stones >> step | stones << 3 * step)
    found, behind = 0, -1
    for place in range(length):  # of the cell in the run
        run = behind
        for ahead in range(1, length - place):
            run &= stones >> ahead * step
        found |= run
        behind &= stones << (place + 1) * step
    return found


class Connect4(Game):
    """Yellow (MAX) and Red (MIN) drop stones into columns; four in a row, any direction, win; a full board is a draw.

    width, height: the columns and rows of the board, width * (height + 1) at most 63. connect: how many in a row win.

    Notation: an action is a column from 1; a position is the columns played one after the other, as in 44536, with
    dashes between where there are more than nine columns, and the word empty before the first stone.
    """

    name = "connect4"
    known_value = "won by the first player (Allen 1988, Allis 1988)"
    utility_bounds = (-1, 1)
    alternating = True
    player_names: Mapping[int, str] = {MAX: "Yellow", MIN: "Red"}

    class State(NamedTuple):
        """The stones of the player to move, and all stones."""

        mine: int
        filled: int

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4) -> None:
        for field, value in (("width", width), ("height", height), ("connect", connect)):
            if type(value) is not int or value < 1:
                raise InputError(f"{field}={value} is not a whole number from 1 on")
        stride = height + 1
        if width * stride > MOST_BITS:
            bits = f"{width * stride} bits, a spare row included"
            raise InputError(f"width={width},height={height}: {bits}; a board has at most {MOST_BITS}")
        self.width, self.height, self.connect, self.stride = width, height, connect, stride
        self.key_bits = width * stride
        self.column = (1 << height) - 1  # the cells of the first column; with the spare one:
        self.field = (1 << stride) - 1
        self.bottom = sum(1 << column * stride for column in range(width))
        self.spare = self.bottom << height
        self.board = self.spare - self.bottom
        self.length = connect if connect <= max(width, height) else stride  # no line fits: none is found upwards
        steps = [1]
        if connect <= width:
            steps.append(stride)
            if connect <= height:
                steps += [stride - 1, stride + 1]
        self.steps = tuple(steps)  # in which a line fits, and 1: a line too long for it is never found
        if (width, height, connect) != (7, 6, 4):
            self.known_value = "draw: no line fits the board" if connect > max(width, height) else ""

    def initial(self) -> State:
        """Return the empty board."""
        return self.State(0, 0)

    def player(self, state: State) -> int:
        """Return MAX (Yellow) where the number of stones is even, otherwise MIN (Red)."""
        return MIN if popcount(state.filled) & 1 else MAX

    def actions(self, state: State) -> Iterator[int]:
        """Yield the columns that are not full, counted from 0."""
        return members(self.columns(self.landings(state)))

    def result(self, state: State, action: int) -> State:
        """Return the board with one more stone, the other player to move."""
        return self.State(state.filled ^ state.mine, state.filled | state.filled + (1 << action * self.stride))

    def terminal(self, state: State) -> bool:
        """Return whether the last stone completed a line, or the board is full."""
        return state.filled == self.board or self.lined(state.filled ^ state.mine)

    def utility(self, state: State) -> int:
        """Return 1 where Yellow has a line, -1 where Red has, 0 for a draw: only the last to move can have one."""
        return -self.player(state) if self.lined(state.filled ^ state.mine) else 0

    # --- for the search -----------------------------------------------------------------------------------------------

    def landings(self, state: State) -> int:
        """Return the cells where the next stone may land, one for each column that is not full."""
        return state.filled + self.bottom & self.board

    def columns(self, cells: int) -> int:
        """Return in which columns a set of cells has a member, itself as a set, counted from 0."""
        reached = cells + self.board & self.spare  # any cell carries into the spare row
        columns = 0
        for column in range(self.width):
            columns |= reached >> (column + 1) * self.height & 1 << column
        return columns

    def lined(self, stones: int) -> bool:
        """Return whether a set of stones holds a whole line."""
        found = 0
        for step in self.steps:
            found |= runs(stones, step, self.length)
        return found != 0

    def completing(self, stones: int) -> int:
        """Return the cells that make a line with these stones alone; some may be taken already."""
        found = 0
        for step in self.steps:
            found |= gaps(stones, step, self.length)
        return found & self.board

    def safe(self, state: State) -> int:
        """Return where the player to move may land so that the other cannot complete a line at once."""
        landings = self.landings(state)
        threats = self.completing(state.filled ^ state.mine) & ~state.filled
        cells = landings & ~(threats >> 1)  # not right under a threat
        forced = threats & landings
        if forced & forced - 1:
            return 0
        return cells & forced if forced else cells

    def key(self, state: State) -> int:
        """Return the lesser of the numbers of the board and of its mirror image.

        A column of n stones counts 2**n - 1 (its cells that are filled) and then 0 to 2**n - 1 (those of the player to
        move): no other column of stones counts the same (John Tromp's code of positions).
        """
        code = state.mine + state.filled
        return min(code, self.mirrored(code))

    def mirrored(self, fields: int) -> int:
        """Return a number with its columns, spare cells included, in the opposite order."""
        turned = 0
        if self.width & 1:
            turned = fields & self.field << self.width // 2 * self.stride
        for column in range(self.width // 2):
            field = self.field << column * self.stride
            across = (self.width - 1 - 2 * column) * self.stride
            turned |= (fields & field) << across | fields >> across & field
        return turned

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the mirror image, where it is another board."""
        image = self.State(self.mirrored(state.mine), self.mirrored(state.filled))
        if image != state:
            yield image

    def priority(self, state: State, action: int) -> int:
        """Return how many cells would complete a line after the move; among equals, the nearer the centre the more."""
        stone = state.filled + (1 << action * self.stride) & ~state.filled & self.field << action * self.stride
        threats = self.completing(state.mine | stone) & ~(state.filled | stone)
        return popcount(threats) * self.width + min(action, self.width - 1 - action)

    def bounds(self, state: State) -> tuple[int, int]:
        """Return what the lines on the board say: over, won with this stone, lost to the next one, or neither soon."""
        other = state.filled ^ state.mine
        if self.lined(other):
            return outcome(-1, 0), outcome(-1, 0)
        empty = self.board & ~state.filled
        if self.completing(state.mine) & self.landings(state):
            return outcome(1, 1), outcome(1, 1)
        if empty == 0:
            return 0, 0
        if self.safe(state) == 0:
            return outcome(-1, 2), outcome(-1, 2)
        low, high = 0, 0
        left = popcount(empty)
        if left >= 3 and self.lined(state.mine | empty):
            high = outcome(1, 3)
        if left >= 4 and self.lined(other | empty):
            low = outcome(-1, 4)
        return low, high

    def candidates(self, state: State) -> Iterator[int]:
        """Yield the columns after which the other player cannot complete a line at once."""
        return members(self.columns(self.safe(state)))

    # --- for people ---------------------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return columns from 1 that lead to the board when played one after the other: some order, not the one played.

        Raises ValueError where none leads there.
        """
        order = self._order(state)
        if order is None:
            raise ValueError(f"no line of play leads to {state!r}")
        words = [str(column + 1) for column in order]
        return ("" if self.width <= 9 else "-").join(words) or EMPTY_BOARD

    def _order(self, state: State) -> list[int] | None:
        """Return columns that lead to a state, found by taking stones off the tops of columns in turns."""
        order: list[int] = []
        ways = [iter(self._undone(state))]
        hopeless: set[int] = set()
        while state.filled:
            for column, before in ways[-1]:  # noqa: B007 - the first that is not hopeless
                if before.filled not in hopeless:
                    break
            else:
                hopeless.add(state.filled)
                ways.pop()
                if not order:
                    return None
                state = self.result(state, order.pop())
                continue
            order.append(column)
            state = before
            ways.append(iter(self._undone(state)))
        return order[::-1]

    def _undone(self, state: State) -> list[tuple[int, State]]:
        """Return the columns on top of which the last stone may lie, with the board before it, likeliest first.

        Best is a column that then shows a stone of the other player, whose turn it is to be undone.
        """
        other = state.filled ^ state.mine
        found = []
        for column in range(self.width):
            stones = state.filled >> column * self.stride & self.field
            top = stones + 1 >> 1 << column * self.stride
            before = self.State(other & ~top, state.filled & ~top)
            if top & other and not self.lined(before.mine):
                found.append((not state.mine & top >> 1, column, before))
        return [(column, before) for _, column, before in sorted(found)]

    def parse_state(self, text: str) -> State:
        """Read columns played one after the other from the empty board."""
        state = self.initial()
        if text in ("", EMPTY_BOARD):
            return state
        for number, word in enumerate(text if self.width <= 9 else text.split("-"), start=1):
            try:
                column = self.parse_action(state, word)
            except InputError as error:
                raise InputError(f"position {text!r}: move {number}: {error}") from None
            if self.terminal(state):
                raise InputError(f"position {text!r}: move {number} is played after the game is over")
            if not self.landings(state) & self.column << column * self.stride:
                raise InputError(f"position {text!r}: move {number}: column {word} is full")
            state = self.result(state, column)
        return state

    def format_action(self, state: State, action: int) -> str:
        """Return the column, counted from 1."""
        return str(action + 1)

    def parse_action(self, state: State, text: str) -> int:
        """Read a column, counted from 1."""
        plain = text.isdecimal() and text.isascii() and text[0] != "0" and len(text) <= MOST_DIGITS
        if not plain or int(text) > self.width:
            raise InputError(f"{text!r} is no column: a number from 1 to {self.width}")
        return int(text) - 1

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows from the top; a cell where a stone may land shows its column."""
        yellow = state.mine if self.player(state) == MAX else state.filled ^ state.mine
        landings = 0 if self.terminal(state) else self.landings(state)

        def cell(column: int, row: int) -> Cell:
            bit = 1 << column * self.stride + row
            mark = "" if not state.filled & bit else "Y" if yellow & bit else "R"
            return Cell(mark, str(column + 1) if landings & bit else "")

        return [[cell(column, row) for column in range(self.width)] for row in reversed(range(self.height))]
