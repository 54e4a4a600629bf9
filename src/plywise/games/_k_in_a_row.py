"""Base class of the games won by a line of marks: mnk on a rectangle, cube in space.

A cell is a bit of a word, numbered row by row (in space, layer by layer), so that up to 64 cells fit. A line is the
word of its cells. One table lists the lines through each cell in turn: a mark can change only those.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import cache
from itertools import accumulate, chain, permutations, product
from typing import Any, NamedTuple

from plywise.bits import bit, lowest, members, popcount
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Coordinates, Game, outcome

MARKS = "XO"

# A line adds 2**(CERTAIN - missing) to a player's potential, where `missing` of its cells are still unmarked.
CERTAIN = 40

EFFORT = 1000  # states that the search for a forced win visits

# Initial proof numbers: EFFORTS times the lead still missing before a win, or a draw, looks certain with the opponent
# to move; the player to move needs TEMPO less. Measured on 4x4x4 cells: the small numbers of what looks certain let the
# search follow one threat after another.
EFFORTS, WINNING, HOLDING, TEMPO = 930, 0.21, 0.35, 0.14

NEARLY = 0.9  # the evaluation's maximum, as a share of a win

MAX_SHOWN = 70  # characters of the input in an error message
NUMBER = r"(0|[1-9]\d{0,2})"


class KInARow(Game):
    """X (MAX) and O (MIN) take turns to mark a cell; a line of `length` marks wins; a full board is a draw.

    shape: the number of cells in each direction; cells are numbered along the last direction first.
    length: the number of cells in a line.
    """

    by = "row by row"
    utility_bounds = (-1, 1)
    alternating = True
    player_names: Mapping[int, str] = {MAX: "X", MIN: "O"}

    class State(NamedTuple):
        """The marks, and the empty cells that complete a line.

        mine: marks of the player to move.
        other: marks of the other player.
        wins: cells that complete a line for the player to move.
        threats: cells that complete a line for the other player; the whole board if that player has a line.
        """

        mine: int
        other: int
        wins: int
        threats: int

    def __init__(self, shape: tuple[int, ...], length: int) -> None:
        self.shape, self.length = shape, length
        cells = list(product(*map(range, shape)))
        self.size = self.max_plies = len(cells)
        self.lines = tuple(_to_word(map(cells.index, line)) for line in straight_lines(shape, length))
        self.board = _to_word(range(self.size))
        through = [[line for line in self.lines if line & bit(cell)] for cell in range(self.size)]
        self.through, self.first = _concatenate(through)
        images = board_symmetries(shape, length)
        self.images = len(images)
        self.image_cells = tuple(cell for image in images for cell in image)
        orbits = {frozenset(image[cell] for image in images) for cell in range(self.size)}
        self.orbits = tuple(_to_word(orbit) for orbit in sorted(orbits, key=lambda orbit: (-len(orbit), min(orbit))))
        least = {cell: min(orbit) for orbit in orbits for cell in orbit}
        leading = [[n for n, image in enumerate(images) if image[c] == least[c]] for c in range(self.size)]
        self.leading, self.first_image = _concatenate(leading)

    # --- the rules ----------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """Return the empty board."""
        return self.make_state(0, 0)

    def make_state(self, mine: int, other: int) -> State:
        """Return the state with the marks of the player to move and of the other."""
        wins, threats = 0, 0
        for line in self.lines:
            wins |= self.missing_cell(line, mine, other)
            threats |= self.missing_cell(line, other, mine)
            if line & ~other == 0:
                return self.State(mine, other, 0, self.board)
        return self.State(mine, other, wins, threats)

    def missing_cell(self, line: int, marks: int, others: int) -> int:
        """Return the one empty cell that would complete a line; no cell if it is not exactly one."""
        left = line & ~marks
        return left if popcount(left) == 1 and left & others == 0 else 0

    def winning_cells(self, cell: int, marks: int, others: int) -> int:
        """Return the empty cells that complete a line through a given cell for the player with these marks."""
        found = 0
        for at in range(self.first[cell], self.first[cell + 1]):
            found |= self.missing_cell(self.through[at], marks, others)
        return found

    def player(self, state: State) -> int:
        """Return MAX (X) if the number of marks is even, otherwise MIN (O)."""
        return MIN if popcount(state.mine | state.other) & 1 else MAX

    def actions(self, state: State) -> Iterator[int]:
        """Yield the empty cells."""
        return members(self.board & ~(state.mine | state.other))

    def result(self, state: State, action: int) -> State:
        """Return the board with one more mark, and the other player to move."""
        mark = bit(action)
        mine = state.mine | mark
        if state.wins & mark:
            return self.State(state.other, mine, 0, self.board)
        threats = state.wins | self.winning_cells(action, mine, state.other)
        return self.State(state.other, mine, state.threats & ~mark, threats & ~mark)

    def terminal(self, state: State) -> bool:
        """Return whether the last mark completed a line or the board is full."""
        filled = state.mine | state.other
        return filled == self.board or state.threats & filled != 0

    def utility(self, state: State) -> int:
        """Return 1 if X has a line, -1 if O has, 0 for a draw; only the player who moved last can have one."""
        return -self.player(state) if state.threats & (state.mine | state.other) else 0

    # --- for the search -----------------------------------------------------------------------------------------------

    def key(self, state: State) -> tuple[int, int]:
        """Return both players' marks on the smallest of the symmetric boards that `leading_marks` allows."""
        least, others = state.mine, state.other
        if least | others == 0:
            return least, others
        first = True
        for cell in members(self.leading_marks(least if least else others)):
            for at in range(self.first_image[cell], self.first_image[cell + 1]):
                image = self.leading[at]
                mine = self.apply_symmetry(state.mine, image)
                if first or mine <= least:
                    other = self.apply_symmetry(state.other, image)
                    if first or mine < least or other < others:
                        least, others, first = mine, other, False
        return least, others

    def leading_marks(self, marks: int) -> int:
        """Return the marks that lie in the first orbit to have any.

        An orbit is the set of cells to which the board's symmetries take a given cell. Boards are turned so that one of
        these marks lands on the lowest cell of its orbit, which leaves few possible orientations.
        """
        for orbit in self.orbits:
            if marks & orbit:
                return marks & orbit
        return 0

    def apply_symmetry(self, marks: int, image: int) -> int:
        """Apply one of the board's symmetries to some marks."""
        turned, start = 0, image * self.size
        for cell in members(marks):
            turned |= bit(self.image_cells[start + cell])
        return turned

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the turned and mirrored boards, including the board itself."""
        for image in range(self.images):
            yield self.make_state(self.apply_symmetry(state.mine, image), self.apply_symmetry(state.other, image))

    def evaluate(self, state: State) -> float:
        """Return the advantage of X's open lines over O's, at most nearly a win."""
        return self.player(state) * NEARLY * self.lead(state)

    def lead(self, state: State) -> float:
        """Return the advantage of the open lines of the player to move over the other's, from -1 to 1.

        Each mark on a line makes it count four times as much; a line of the player to move counts a third more.
        """
        if state.wins:
            return 1.0
        if popcount(state.threats) > 1:
            return -1.0
        own, others = 0, 0
        for line in self.lines:
            if line & state.other == 0:
                own += 4 << 2 * popcount(line & state.mine)
            if line & state.mine == 0:
                others += 3 << 2 * popcount(line & state.other)
        return (own - others) / (own + others) if own + others else 0.0

    def initial_proof_number(self, state: State, player: int, goal: int) -> int:
        """Return how far a player's lead falls short of what makes a win, or a draw, look certain."""
        moving = player == self.player(state)
        wanted = (WINNING if goal > 0 else HOLDING) - (TEMPO if moving else 0)
        lead = self.lead(state)
        return 1 + max(int(EFFORTS * (wanted - (lead if moving else -lead))), 0)

    def priority(self, state: State, action: int) -> int:
        """Return the potential of the lines through the cell: more with more marks of a single player."""
        found = 0
        for at in range(self.first[action], self.first[action + 1]):
            line = self.through[at]
            mine, other = line & state.mine, line & state.other
            if other == 0:
                found += 4 << 2 * popcount(mine)
            elif mine == 0:
                found += 3 << 2 * popcount(other)
        return found

    def bounds(self, state: State) -> tuple[int, int]:
        """Return bounds from the board: over, won or lost at once, won by force, or the best possible result."""
        filled = state.mine | state.other
        if state.threats & filled:
            return outcome(-1, 0), outcome(-1, 0)
        if state.wins:
            return outcome(1, 1), outcome(1, 1)
        if popcount(state.threats) > 1:
            return outcome(-1, 2), outcome(-1, 2)
        left = self.size - popcount(filled)
        low = outcome(-1, 4) if left >= 4 and filled else 0
        high = outcome(1, 3) if left >= 3 else 0
        if self.potential(state.other, state.mine) < 1 << CERTAIN:
            low = 0
        if self.potential(state.mine, state.other) < 1 << CERTAIN - 1:
            high = 0
        if high > 0:
            plies, _, _ = find_forced_win(self, state.mine, state.other, state.threats, 0, EFFORT)
            if plies > 0:
                low = outcome(1, plies)
            else:
                high = outcome(1, 5)
        return low, max(low, high)

    def potential(self, marks: int, others: int) -> int:
        """Return the sum over the lines free of the other player's marks."""
        found = 0
        for line in self.lines:
            if line & others == 0:
                found += 1 << max(CERTAIN - self.length + popcount(line & marks), 0)
        return found

    def candidates(self, state: State) -> Iterator[int]:
        """Yield the cells that stop a threat, or else every cell on a line that can still be completed."""
        if state.threats:
            return members(state.threats)
        live = 0
        for line in self.lines:
            if line & state.mine == 0 or line & state.other == 0:
                live |= line
        return members(live & ~(state.mine | state.other))

    def defences(self, state: State) -> Iterator[int]:
        """Yield the cells that stop a threat, or all that interfere with the other's win by threats, or the candidates.

        If the other player would win by threats after a pass, the same threats win after any mark that neither occupies
        a cell of that win nor can ever become part of a threat, which would have to be stopped first.
        """
        if state.threats:
            return members(state.threats)
        plies, attack, answers = find_forced_win(self, state.other, state.mine, 0, 0, EFFORT)
        if plies <= 0:
            return self.candidates(state)
        cells = attack | answers
        for line in self.lines:
            if line & state.other == 0 and popcount(line & (state.mine | answers)) >= self.length - 2:
                cells |= line
        return members(cells & ~(state.mine | state.other))

    def forcing_cells(self, marks: int, others: int) -> int:
        """Return the empty cells after which one more mark would complete a line."""
        found = 0
        for line in self.lines:
            if line & others == 0 and popcount(line & marks) == self.length - 2:
                found |= line & ~marks
        return found

    def open_line_cells(self, cell: int, others: int) -> int:
        """Return the cells of all lines through a cell that are free of the other player's marks."""
        found = 0
        for at in range(self.first[cell], self.first[cell + 1]):
            if self.through[at] & others == 0:
                found |= self.through[at]
        return found

    # --- notation and drawing -----------------------------------------------------------------------------------------

    def marks_of(self, state: State) -> str:
        """Return the mark of each cell in order: X, O or a dot."""
        x, o = (state.mine, state.other) if self.player(state) == MAX else (state.other, state.mine)
        return "".join("X" if x & bit(c) else "O" if o & bit(c) else "." for c in range(self.size))

    def format_state(self, state: State) -> str:
        """Return the marks of all cells in order: X, O or a dot."""
        return self.marks_of(state)

    def parse_state(self, text: str) -> State:
        """Read the marks of all cells in order; slashes may separate the rows."""
        board = text.replace("/", "").upper()
        if len(board) != self.size or set(board) - set("XO."):
            raise InputError(f"position {_shorten(text)} is not {self.size} characters X, O or '.', {self.by}")
        x, o = (_to_word(cell for cell, each in enumerate(board) if each == mark) for mark in MARKS)
        more = popcount(x) - popcount(o)
        if more not in (0, 1):
            counts = f"{popcount(x)} X and {popcount(o)} O"
            raise InputError(f"position {text!r} has {counts}: X moves first, so X has as many or one more")
        mine, other = (o, x) if more else (x, o)
        for line in self.lines:
            if line & ~mine == 0:
                raise InputError(f"position {text!r} goes on after {'O' if more else 'X'} has won")
        whole = self.board
        for line in self.lines:
            if line & ~other == 0:
                whole &= line
        if whole == 0:
            raise InputError(f"position {text!r} has lines of {'X' if more else 'O'} that no single mark completes")
        return self.make_state(mine, other)

    def format_action(self, state: State, action: int) -> str:
        """Return the cell's number."""
        return str(action)

    def parse_action(self, state: State, text: str) -> int:
        """Read a cell's number, or its coordinates with or without parentheses."""
        inner = text[1:-1] if text[:1] == "(" and text[-1:] == ")" else text
        parts = inner.split(",")
        shape = self.shape if len(parts) > 1 or inner != text else (self.size,)
        fits = len(parts) == len(shape) and all(re.fullmatch(NUMBER, part, re.ASCII) for part in parts)
        if not fits or any(int(part) >= most for part, most in zip(parts, shape, strict=True)):
            raise InputError(f"{_shorten(text)} is not a cell: {self.cell_form()}")
        cell = 0
        for part, most in zip(parts, shape, strict=True):
            cell = cell * most + int(part)
        return cell

    @abstractmethod
    def cell_form(self) -> str:
        """Return a description of a cell's text form."""

    def coordinates(self) -> Coordinates:
        """Return the numbers of rows and columns, as in (row,col)."""
        rows, columns = self.shape[-2:]
        return Coordinates([str(row) for row in range(rows)], [str(column) for column in range(columns)])

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows of cells, the first at the top; an empty cell shows its number."""
        marks, over = self.marks_of(state), self.terminal(state)
        cells = [
            Cell("" if each == "." else each, "" if over or each != "." else str(c)) for c, each in enumerate(marks)
        ]
        width = self.shape[-1]
        return [cells[start : start + width] for start in range(0, self.size, width)]


def find_forced_win(game: Any, mine: int, other: int, must: int, tired: int, effort: int) -> tuple[int, int, int]:
    """Search for a win by threats that each have only one answer; return (plies, attack, answers).

    plies: how long the win takes; if none is found, minus the number of states visited.
    attack: the cells that the winner marks.
    answers: the cells of the answers and, at the end, the cells that complete the winner's line.

    must: the cell where the other player would complete a line, if there is one.
    tired: threats already tried before unrelated ones, which need not be tried again after them.
    effort: the maximum number of states to visit.
    """
    cells = game.forcing_cells(mine, other)
    cells &= must if must else ~tired
    for cell in members(cells):
        ends = game.winning_cells(cell, mine | bit(cell), other)
        if popcount(ends) > 1:
            return 3, bit(cell), ends
    found = -1
    for cell in members(cells):
        marks = mine | bit(cell)
        answer = game.winning_cells(cell, marks, other)
        threats = game.winning_cells(lowest(answer), other | answer, marks)
        if popcount(threats) <= 1 and found + effort > 0:
            left = tired & ~game.open_line_cells(cell, other)
            plies, attack, answers = find_forced_win(game, marks, other | answer, threats, left, effort + found)
            if plies > 0:
                return plies + 2, attack | bit(cell), answers | answer
            found += plies
        tired |= bit(cell)
    return found, 0, 0


def straight_lines(shape: Sequence[int], length: int) -> list[list[tuple[int, ...]]]:
    """Return every line of `length` cells in a box, straight or diagonal.

    >>> len(straight_lines((3, 3), 3)), len(straight_lines((3, 3, 3), 3)), len(straight_lines((4, 4, 4), 4))
    (8, 49, 76)
    """
    steps = [step for step in product((-1, 0, 1), repeat=len(shape)) if step > (0,) * len(shape)]
    found = []
    for start in product(*map(range, shape)):
        for step in steps:
            end = [at + (length - 1) * by for at, by in zip(start, step, strict=True)]
            if all(0 <= at < most for at, most in zip(end, shape, strict=True)):
                found.append([tuple(at + n * by for at, by in zip(start, step, strict=True)) for n in range(length)])
    if length == 1:
        return [[cell] for cell in product(*map(range, shape))]
    return found


@cache
def board_symmetries(shape: tuple[int, ...], length: int) -> tuple[tuple[int, ...], ...]:
    """Return the symmetries of a box that map lines to lines, each as the images of all cells.

    The first is the identity. If lines are as long as every side of the board, the numbers along all sides may also be
    permuted together in any way that preserves opposites.

    >>> [len(board_symmetries((side,) * 3, side)) for side in (3, 4)], len(board_symmetries((4, 5), 4))
    ([48, 192], 4)
    """
    sides, cells = range(len(shape)), list(product(*map(range, shape)))
    place = {cell: number for number, cell in enumerate(cells)}
    relabelings: list[Sequence[int]] = [range(max(shape))]
    if set(shape) == {length}:
        last = length - 1
        relabelings = [p for p in permutations(range(length)) if all(p[last - n] == last - p[n] for n in range(length))]
    found: dict[tuple[int, ...], None] = {}
    for order in permutations(sides):
        if all(shape[side] == most for side, most in zip(order, shape, strict=True)):
            for mirrored in product((False, True), repeat=len(shape)):
                for labels in relabelings:
                    image = []
                    for cell in cells:
                        to = [labels[cell[side]] for side in order]
                        turned = (m - 1 - at if flip else at for at, m, flip in zip(to, shape, mirrored, strict=True))
                        image.append(place[tuple(turned)])
                    found[tuple(image)] = None
    return tuple(found)


def _concatenate(parts: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Concatenate parts; return the whole, and where each part begins and the last one ends."""
    return tuple(chain.from_iterable(parts)), tuple(accumulate(map(len, parts), initial=0))


def _to_word(cells: Iterable[int]) -> int:
    word = 0
    for cell in cells:
        word |= bit(cell)
    return word


def _shorten(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "...")
