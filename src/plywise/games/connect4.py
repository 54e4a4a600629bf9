"""Connect Four: stones drop down columns; four in a row win."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from plywise.bits import lowest, members, popcount
from plywise.errors import InputError
from plywise.game import FAR, MAX, MIN, Cell, Coordinates, Game, outcome

#  6 13 20 27 34 41 48      A cell is bit column * (height + 1) + row; here, seven columns by six rows. The top row is
# ---------------------     spare: no stone ever lies there, so that
#  5 12 19 26 33 40 47        a line up one column does not continue in the next, and
#  4 11 18 25 32 39 46        a 1 added at the foot of a column carries to the cell where the next stone lands.
#  3 10 17 24 31 38 45      A step of 1 goes up, of height + 1 to the right, of height down and right, of height + 2
#  2  9 16 23 30 37 44      up and right.
#  1  8 15 22 29 36 43
#  0  7 14 21 28 35 42
MAX_BITS = 63

# The priority of a move, relative to the search's own history of up to 64: per threat, per column towards the centre.
THREAT, NEARER = 128, 16

# The evaluation: a line still open for a player counts 1, and 1 more for each stone on it; an empty cell that completes
# a line counts THREAT_WORTH, and ODD_WORTH more in a row where its owner gets it if the rest fills up pair by pair.
THREAT_WORTH, ODD_WORTH = 6, 12
SCALE, NEARLY = 512, 0.9  # the score of a win; the estimate of a nearly won position

EMPTY_BOARD = "empty"
MAX_DIGITS = 2  # in a column's number: there are at most 31 columns


def runs(stones: int, step: int, length: int) -> int:
    """Return the cells where a run of `length` stones begins, each a step from the one before.

    >>> bin(runs(0b11011110, 1, 3))
    '0b110'
    """
    if length == 4:  # the usual game: pairs of pairs
        pairs = stones & stones >> step
        return pairs & pairs >> 2 * step
    found = stones
    for ahead in range(1, length):
        found &= stones >> ahead * step
    return found


def gaps(stones: int, step: int, length: int, board: int) -> int:
    """Return the cells of the board that would complete a run of `length` stones: all its other cells are stones.

    Some of these cells have a stone themselves.

    >>> bin(gaps(0b10110, 1, 3, 0b111111))
    '0b1001'
    """
    if length == 4:  # the usual game: pairs save half the work
        pairs = stones & stones >> step
        ahead = pairs >> step & (stones << step | stones >> 3 * step)
        return (ahead | pairs << 2 * step & (stones >> step | stones << 3 * step)) & board
    found, behind = 0, -1
    for place in range(length):  # of the cell in the run
        run = behind
        for ahead in range(1, length - place):
            run &= stones >> ahead * step
        found |= run
        behind &= stones << (place + 1) * step
    return found & board


class Connect4(Game):
    """Yellow (MAX) and Red (MIN) drop stones into columns; four in a row, any direction, win; a full board is a draw.

    width, height: the columns and rows of the board, width * (height + 1) at most 63.
    connect: how many in a row win.

    Notation: an action is a column, counted from 1; a position is the columns in the order played, as in 44536,
    separated by dashes if there are more than nine columns, and the word empty before the first stone.
    """

    name = "connect4"
    parameter_labels: Mapping[str, str] | None = {
        "width": "Columns",
        "height": "Rows",
        "connect": "Discs in a line to win",
    }
    known_value = "won by the first player (Allen 1988, Allis 1988)"
    utility_bounds = (-1, 1)
    alternating = True
    title = "Connect Four"
    player_names: Mapping[int, str] = {MAX: "Yellow", MIN: "Red"}

    class State(NamedTuple):
        """The stones, and the empty cells that complete a line, kept up to date with them.

        mine: stones of the player to move.
        filled: all stones.
        wins: cells that complete a line for the player to move.
        threats: cells that complete a line for the other player.
        """

        mine: int
        filled: int
        wins: int
        threats: int

    def __init__(self, width: int = 7, height: int = 6, connect: int = 4) -> None:
        for field, value in (("width", width), ("height", height), ("connect", connect)):
            if type(value) is not int or value < 1:
                raise InputError(f"{field}={value!r} is not a positive whole number")
        stride = height + 1
        if width * stride > MAX_BITS:
            bits = f"{width * stride} bits, a spare row included"
            raise InputError(f"width={width},height={height}: {bits}; a board has at most {MAX_BITS}")
        self.width, self.height, self.connect, self.stride = width, height, connect, stride
        self.key_bits = width * stride
        self.max_plies = width * height
        self.field = (1 << stride) - 1  # the first column, with its spare cell
        self.bottom = sum(1 << column * stride for column in range(width))
        self.spare = self.bottom << height
        self.board = self.spare - self.bottom
        self.follower_rows = sum(
            self.bottom << row for row in range(height - 1, -1, -2)
        )  # rows that the player who answers each move gets
        self.leader_rows = self.board - self.follower_rows
        self.late = width * height // 3  # with so few cells left, it pays to test whether any line is still possible
        self.fits = connect <= max(width, height)  # whether the board has room for a line
        self.length = connect if self.fits else stride  # if not, a length at which none is found
        self.sideways = connect <= width  # whether a line fits; upwards, one that is too long is never found
        self.diagonally = connect <= width and connect <= height
        if (width, height, connect) != (7, 6, 4):
            self.known_value = "draw: no line fits the board" if connect > max(width, height) else ""

    def initial(self) -> State:
        """Return the empty board."""
        return self.make_state(0, 0)

    def make_state(self, mine: int, filled: int) -> State:
        """Return the state with the stones of the player to move and all stones."""
        wins, threats = self.winning_cells(mine), self.winning_cells(filled ^ mine)
        return self.State(mine, filled, wins & ~filled, threats & ~filled)

    def player(self, state: State) -> int:
        """Return MAX (Yellow) if the number of stones is even, otherwise MIN (Red)."""
        return MIN if popcount(state.filled) & 1 else MAX

    def actions(self, state: State) -> Iterator[int]:
        """Yield the cells where a stone may land, one for each column that is not full."""
        return members(self.landings(state))

    def result(self, state: State, action: int) -> State:
        """Return the board with one more stone, and the other player to move."""
        stone = 1 << action
        filled = state.filled | stone
        threats = self.winning_cells(state.mine | stone) & ~filled
        return self.State(state.filled ^ state.mine, filled, state.threats & ~stone, threats)

    def terminal(self, state: State) -> bool:
        """Return whether the last stone completed a line or the board is full."""
        return state.filled == self.board or self.has_line(state.filled ^ state.mine)

    def utility(self, state: State) -> int:
        """Return 1 if Yellow has a line, -1 if Red has, 0 for a draw; only the player who moved last can have one."""
        return -self.player(state) if self.has_line(state.filled ^ state.mine) else 0

    # --- for the search -----------------------------------------------------------------------------------------------

    def landings(self, state: State) -> int:
        """Return the cells where the next stone may land, one for each column that is not full."""
        return state.filled + self.bottom & self.board

    def has_line(self, stones: int) -> bool:
        """Return whether a set of stones holds a whole line."""
        found = runs(stones, 1, self.length)
        if self.sideways:
            found |= runs(stones, self.stride, self.length)
        if self.diagonally:
            found |= runs(stones, self.stride - 1, self.length) | runs(stones, self.stride + 1, self.length)
        return found != 0

    def winning_cells(self, stones: int) -> int:
        """Return the cells that complete a line with these stones; some may be occupied."""
        found = runs(stones, 1, self.length - 1) << self.length - 1 if self.length > 1 else self.board
        if self.sideways:
            found |= gaps(stones, self.stride, self.length, self.board)
        if self.diagonally:
            found |= gaps(stones, self.stride - 1, self.length, self.board)
            found |= gaps(stones, self.stride + 1, self.length, self.board)
        return found & self.board

    def safe_cells(self, state: State) -> int:
        """Return where the player to move may land without letting the other complete a line at once."""
        landings = self.landings(state)
        forced = state.threats & landings
        if forced & forced - 1:
            return 0
        return (forced or landings) & ~(state.threats >> 1)  # not directly below a threat

    def key(self, state: State) -> int:
        """Return the smaller of the numbers of the board and of its mirror image.

        A column of n stones contributes 2**n - 1 (its filled cells) plus 0 to 2**n - 1 (the stones of the player to
        move), which no other column of stones does (John Tromp's position code).
        """
        code = state.mine + state.filled
        return min(code, self.mirror(code))

    def mirror(self, fields: int) -> int:
        """Return a number with its columns, spare cells included, in reverse order."""
        turned = 0
        if self.width & 1:
            turned = fields & self.field << self.width // 2 * self.stride
        for column in range(self.width // 2):
            field = self.field << column * self.stride
            across = (self.width - 1 - 2 * column) * self.stride
            turned |= (fields & field) << across | fields >> across & field
        return turned

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the mirror image, if it is a different board."""
        image = self.make_state(self.mirror(state.mine), self.mirror(state.filled))
        if image != state:
            yield image

    def priority(self, state: State, action: int) -> int:
        """Return how many cells would complete a line after the move; among equals, prefer the centre."""
        stone, column = 1 << action, action // self.stride
        threats = self.winning_cells(state.mine | stone) & ~(state.filled | stone)
        return popcount(threats) * THREAT + min(column, self.width - 1 - column) * NEARER

    def evaluate(self, state: State) -> float:
        """Return the advantage of Yellow's open lines and threats over Red's, at most nearly a win."""
        side = self.player(state)
        if state.wins & self.landings(state):
            return side * NEARLY
        if self.safe_cells(state) == 0:
            return -side * NEARLY
        other = state.filled ^ state.mine
        score = self.promise(state.mine, other) - self.promise(other, state.mine)
        score += THREAT_WORTH * (popcount(state.wins) - popcount(state.threats))
        leader_rows = self.leader_rows if popcount(self.board & ~state.filled) & 1 == 0 else self.follower_rows
        score += ODD_WORTH * (popcount(state.wins & leader_rows) - popcount(state.threats & ~leader_rows))
        return side * max(-NEARLY, min(score / SCALE, NEARLY))

    def promise(self, stones: int, other: int) -> int:
        """Return the number of lines free of the other player's stones, plus the stones on each of them."""
        free = self.board & ~other
        found = self.count_along(1, stones, free)
        if self.sideways:
            found += self.count_along(self.stride, stones, free)
        if self.diagonally:
            found += self.count_along(self.stride - 1, stones, free) + self.count_along(self.stride + 1, stones, free)
        return found

    def count_along(self, step: int, stones: int, free: int) -> int:
        """Return the same for the lines in one direction, on the cells that are free."""
        starts = runs(free, step, self.length)
        found = popcount(starts)
        for place in range(self.length):
            found += popcount(starts & stones >> place * step)
        return found

    def bounds(self, state: State) -> tuple[int, int]:
        """Return bounds from the board: over, won with this stone, lost to the next, or the best possible result."""
        other = state.filled ^ state.mine
        if self.has_line(other):
            return outcome(-1, 0), outcome(-1, 0)
        landings = self.landings(state)
        if state.wins & landings:
            return outcome(1, 1), outcome(1, 1)
        if landings == 0 or not self.fits:
            return 0, 0
        if self.safe_cells(state) == 0:
            return outcome(-1, 2), outcome(-1, 2)
        left = popcount(self.board & ~state.filled)
        low = outcome(-1, 4) if left >= 4 else 0
        high = outcome(1, 3) if left >= 3 else 0
        if left <= self.late and state.wins == 0 and not self.has_line(self.board & ~other):
            high = 0  # no line is possible any more for the player to move
        return low, min(high, self.follow_up(state, landings, left))

    def follow_up(self, state: State, landings: int, left: int) -> int:
        """Return the best outcome for the player to move, the leader, if the other, the follower, answers every move.

        landings: where the next stone may land.
        left: the number of empty cells.
        Returns FAR if the argument below proves nothing.

        If the number of empty cells is even, the follower can always answer: in the same column if its number of empty
        cells is even; the columns with an odd number are even in number, and there the follower pairs the lowest empty
        cells (claimeven and its relatives; Allis, "A Knowledge-based Approach of Connect-Four", 1988). So the leader
        never gets a cell in the follower's rows (the top row, the third from the top, ...), except for these lowest
        cells. Nor does the leader get a cell above a threat of the follower's in such a row: the cell below the threat
        would have to be played first. If the cells within reach hold no line, the leader cannot win. If, moreover, such
        a threat is waiting, then eventually all other cells are full and the leader must play the cell below it: a
        loss. It is also a loss if the follower's rows complete a line by themselves, with the last stone at the latest.
        """
        empty, other = self.board & ~state.filled, state.filled ^ state.mine
        waiting = state.threats & self.follower_rows & ~landings
        above = self.leader_cells_above(waiting)
        reached = state.mine | empty & self.leader_rows & ~above | landings & self.follower_rows
        if left & 1:
            return self.follow_up_odd(state, landings, left, reached)
        if state.wins & reached or self.has_line(reached):
            return FAR
        if waiting:
            unreached = waiting | waiting >> 1 | above | above << 1
            return outcome(-1, left - popcount(unreached) + 2)
        if self.has_line(other | empty & self.follower_rows & ~landings):
            return outcome(-1, left)
        return 0

    def follow_up_odd(self, state: State, landings: int, left: int, reached: int) -> int:
        """Return the same if the number of empty cells is odd and the follower has a threat in a leader's row.

        reached: the cells that the leader can otherwise get.

        From the cell below the threat upwards, the column has an odd number of cells. Outside them, an even number is
        empty, so that the follower can answer there as before, in this column with the parity reversed. When all else
        is full, the leader must play the cell below the threat (zugzwang).
        """
        best, empty = FAR, self.board & ~state.filled
        threats = state.threats & self.leader_rows & ~landings
        while threats:
            threat = threats & -threats
            column = self.field << lowest(threat) // self.stride * self.stride & self.board
            here = column & (empty & self.follower_rows & threat - 1 | landings)
            cells = reached & ~(column & empty) | here
            if not (state.wins & cells or self.has_line(cells)):
                unreached = popcount(column & self.board & ~(threat - 1)) + 1
                best = min(best, outcome(-1, left - unreached + 2))
            threats &= ~column
        return best

    def leader_cells_above(self, cells: int) -> int:
        """Return the cells in the leader's rows that lie above given cells in the follower's rows."""
        above = cells << 1 & self.board
        for _ in range((self.height - 1) // 2):
            above |= above << 2 & self.leader_rows
        return above

    def candidates(self, state: State) -> Iterator[int]:
        """Yield the cells after which the other player cannot complete a line at once."""
        return members(self.safe_cells(state))

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def format_state(self, state: State) -> str:
        """Return columns, counted from 1, that lead to the board, perhaps in a different order from the one played.

        Raises ValueError if no line of play leads to it.
        """
        order = self._find_order(state)
        if order is None:
            raise ValueError(f"no line of play leads to {state!r}")
        words = [str(cell // self.stride + 1) for cell in order]
        return ("" if self.width <= 9 else "-").join(words) or EMPTY_BOARD

    def _find_order(self, state: State) -> list[int] | None:
        """Return cells that lead to a state, found by taking stones off the tops of columns by turns."""
        order: list[int] = []
        mine, filled = state.mine, state.filled
        ways = [self._predecessors(mine, filled)]
        hopeless: set[int] = set()
        while filled:
            for cell in ways[-1]:  # the first that is not hopeless
                if filled ^ 1 << cell not in hopeless:
                    break
            else:
                hopeless.add(filled)
                ways.pop()
                if not order:
                    return None
                mine, filled = filled ^ mine, filled | 1 << order.pop()
                continue
            order.append(cell)
            filled ^= 1 << cell
            mine = filled & ~mine
            ways.append(self._predecessors(mine, filled))
        return order[::-1]

    def _predecessors(self, mine: int, filled: int) -> Iterator[int]:
        """Yield the possible cells of the last stone, likeliest first, on a board with these stones.

        The likeliest is in a column whose next stone belongs to the other player, whose move is undone next.
        """
        other = filled ^ mine
        tops = filled + self.bottom >> 1 & other
        likely = tops & mine << 1
        for cells in (likely, tops & ~likely):
            for cell in members(cells):
                if not self.has_line(other & ~(1 << cell)):
                    yield cell

    def parse_state(self, text: str) -> State:
        """Read the columns played from the empty board on."""
        state = self.initial()
        if text in ("", EMPTY_BOARD):
            return state
        if (found := self._drop_all(text)) is not None:
            return found
        for number, word in enumerate(text if self.width <= 9 else text.split("-"), start=1):
            try:
                cell = self.parse_action(state, word)
            except InputError as error:
                raise InputError(f"position {text!r}: move {number}: {error}") from None
            if self.terminal(state):
                raise InputError(f"position {text!r}: move {number} is played after the game is over")
            if not self.landings(state) & 1 << cell:
                raise InputError(f"position {text!r}: move {number}: column {word} is full")
            state = self.result(state, cell)
        return state

    def _drop_all(self, text: str) -> State | None:
        """Return the state after a line of play, read at once; None if it has a fault, or columns of two digits.

        A line of stones never goes away, so it is enough to look at the end: no line but one through the last stone.
        """
        if self.width > 9 or not (text.isascii() and text.isdigit()):
            return None
        mine = filled = last = 0
        for letter in text:
            column = (ord(letter) - ord("1")) * self.stride
            last = filled + (1 << column) & self.field << column if column >= 0 else 0
            if not last & self.board:
                return None
            mine, filled = filled ^ mine, filled | last
        if self.has_line(mine) or self.has_line(filled ^ mine ^ last):
            return None
        return self.make_state(mine, filled)

    def format_action(self, state: State, action: int) -> str:
        """Return the column, counted from 1."""
        return str(action // self.stride + 1)

    def parse_action(self, state: State, text: str) -> int:
        """Read a column, counted from 1; return its lowest empty cell, or the spare one if it is full."""
        plain = text.isdecimal() and text.isascii() and text[0] != "0" and len(text) <= MAX_DIGITS
        if not plain or int(text) > self.width:
            raise InputError(f"{text!r} is not a column: a number from 1 to {self.width}")
        start = (int(text) - 1) * self.stride
        return start + popcount(state.filled >> start & self.field)

    def coordinates(self) -> Coordinates:
        """Return the numbers of the columns."""
        return Coordinates(bottom=[str(column) for column in range(1, self.width + 1)])

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows from the top; a cell where a stone may land shows its column."""
        yellow = state.mine if self.player(state) == MAX else state.filled ^ state.mine
        landings = 0 if self.terminal(state) else self.landings(state)
        stones, empty = (Cell("R", disc="red"), Cell("Y", disc="yellow")), Cell("")
        rows = []
        for row in reversed(range(self.height)):
            bits = range(row, row + self.width * self.stride, self.stride)
            rows.append([stones[yellow >> bit & 1] if state.filled >> bit & 1 else empty for bit in bits])
        for bit in members(landings):
            rows[self.height - 1 - bit % self.stride][bit // self.stride] = Cell("", str(bit // self.stride + 1))
        return rows
