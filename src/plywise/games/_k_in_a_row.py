"""What the games share in which a whole line of marks wins: mnk on a rectangle, cube in space.

A cell is the bit of a word, numbered row by row (in space layer by layer), so that up to 64 cells fit. A line is the
word of its cells. The lines through a cell lie one after the other in one table: a mark can only change those.
"""

import re
from abc import abstractmethod
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import accumulate, chain, permutations, product
from typing import Any, NamedTuple

from plywise.bits import bit, lowest, members, popcount
from plywise.errors import InputError
from plywise.game import MAX, MIN, Cell, Game, outcome

MARKS = "XO"

# A line counts 2**(CERTAIN - missing) in a player's potential, where `missing` of its cells are still to be marked.
CERTAIN = 40

EFFORT = 1000  # states that the search for a forced win looks at

# What proof-number search begins with: EFFORTS times the lead that is missing for a win, or for a draw, to look certain
# where the other is to move; TEMPO less is wanted of the player to move. Measured on four by four by four cells: the
# small numbers of what looks certain let the search follow one threat after the other.
EFFORTS, WINNING, HOLDING, TEMPO = 930, 0.21, 0.35, 0.14

NEARLY = 0.9  # how much of a win the evaluation gives at most

MAX_SHOWN = 70  # characters of a text in an error message
NUMBER = r"(0|[1-9]\d{0,2})"


class Lines(Game):
    """X (MAX) and O (MIN) take turns to mark a cell; a line of `length` marks wins; a full board is a draw.

    shape: how many cells the board has in each direction, the last one's are numbered first. length: cells of a line.
    """

    by = "row by row"
    utility_bounds = (-1, 1)
    alternating = True
    player_names: Mapping[int, str] = {MAX: "X", MIN: "O"}

    class State(NamedTuple):
        """The marks of the player to move and of the other, and the empty cells that complete a line for each.

        wins: for the player to move; threats: for the other. Where the other has a line, threats is the whole board.
        """

        mine: int
        other: int
        wins: int
        threats: int

    def __init__(self, shape: tuple[int, ...], length: int) -> None:
        self.shape, self.length = shape, length
        cells = list(product(*map(range, shape)))
        self.size = self.max_plies = len(cells)
        self.lines = tuple(_word(map(cells.index, line)) for line in straight_lines(shape, length))
        self.board = _word(range(self.size))
        through = [[line for line in self.lines if line & bit(cell)] for cell in range(self.size)]
        self.through, self.first = _joined(through)
        images = board_symmetries(shape, length)
        self.images = len(images)
        self.turned = tuple(cell for image in images for cell in image)
        orbits = {frozenset(image[cell] for image in images) for cell in range(self.size)}
        self.orbits = tuple(_word(orbit) for orbit in sorted(orbits, key=lambda orbit: (-len(orbit), min(orbit))))
        least = {cell: min(orbit) for orbit in orbits for cell in orbit}
        leading = [[n for n, image in enumerate(images) if image[c] == least[c]] for c in range(self.size)]
        self.leading, self.first_image = _joined(leading)

    # --- the rules ----------------------------------------------------------------------------------------------------

    def initial(self) -> State:
        """Return the empty board."""
        return self.with_marks(0, 0)

    def with_marks(self, mine: int, other: int) -> State:
        """Return the state with these marks of the player to move and of the other."""
        wins, threats = 0, 0
        for line in self.lines:
            wins |= self.missing(line, mine, other)
            threats |= self.missing(line, other, mine)
            if line & ~other == 0:
                return self.State(mine, other, 0, self.board)
        return self.State(mine, other, wins, threats)

    def missing(self, line: int, marks: int, others: int) -> int:
        """Return the one cell that a line wants to be whole, where it is only one and empty; otherwise no cell."""
        left = line & ~marks
        return left if popcount(left) == 1 and left & others == 0 else 0

    def completing(self, cell: int, marks: int, others: int) -> int:
        """Return the empty cells that complete a line through a cell for the player with these marks."""
        found = 0
        for at in range(self.first[cell], self.first[cell + 1]):
            found |= self.missing(self.through[at], marks, others)
        return found

    def player(self, state: State) -> int:
        """Return MAX (X) where the number of marks is even, otherwise MIN (O)."""
        return MIN if popcount(state.mine | state.other) & 1 else MAX

    def actions(self, state: State) -> Iterator[int]:
        """Yield the empty cells."""
        return members(self.board & ~(state.mine | state.other))

    def result(self, state: State, action: int) -> State:
        """Return the board with one more mark, the other player to move."""
        mark = bit(action)
        mine = state.mine | mark
        if state.wins & mark:
            return self.State(state.other, mine, 0, self.board)
        threats = state.wins | self.completing(action, mine, state.other)
        return self.State(state.other, mine, state.threats & ~mark, threats & ~mark)

    def terminal(self, state: State) -> bool:
        """Return whether the last mark completed a line, or the board is full."""
        filled = state.mine | state.other
        return filled == self.board or state.threats & filled != 0

    def utility(self, state: State) -> int:
        """Return 1 where X has a line, -1 where O has, 0 for a draw: only the last to move can have one."""
        return -self.player(state) if state.threats & (state.mine | state.other) else 0

    # --- for the search -----------------------------------------------------------------------------------------------

    def key(self, state: State) -> tuple[int, int]:
        """Return the marks of the player to move and of the other on the least of the boards that `leaders` allows."""
        least, others = state.mine, state.other
        if least | others == 0:
            return least, others
        first = True
        for cell in members(self.leaders(least if least else others)):
            for at in range(self.first_image[cell], self.first_image[cell + 1]):
                image = self.leading[at]
                mine = self.turn(state.mine, image)
                if first or mine <= least:
                    other = self.turn(state.other, image)
                    if first or mine < least or other < others:
                        least, others, first = mine, other, False
        return least, others

    def leaders(self, marks: int) -> int:
        """Return those of some marks that lie in the same orbit, in the first orbit that has any of them.

        An orbit: all the cells to which the board's symmetries take one of them. A board is turned so that one of these
        marks comes to the least cell of its orbit; that leaves few ways to turn it.
        """
        for orbit in self.orbits:
            if marks & orbit:
                return marks & orbit
        return 0

    def turn(self, marks: int, image: int) -> int:
        """Return where one of the board's symmetries takes some marks."""
        turned, start = 0, image * self.size
        for cell in members(marks):
            turned |= bit(self.turned[start + cell])
        return turned

    def symmetries(self, state: State) -> Iterator[State]:
        """Yield the turned and mirrored boards, the board itself among them."""
        for image in range(self.images):
            yield self.with_marks(self.turn(state.mine, image), self.turn(state.other, image))

    def evaluate(self, state: State) -> float:
        """Return how much more X's open lines promise than O's, nearly a win at most."""
        return self.player(state) * NEARLY * self.lead(state)

    def lead(self, state: State) -> float:
        """Return how much more the open lines of the player to move promise than the other's, from -1 to 1.

        A line counts four times as much for every mark on it, and a third more where its player is to move.
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
        """Return how far a player's lead is from what makes a win, or a draw, look certain."""
        moving = player == self.player(state)
        wanted = (WINNING if goal > 0 else HOLDING) - (TEMPO if moving else 0)
        lead = self.lead(state)
        return 1 + max(int(EFFORTS * (wanted - (lead if moving else -lead))), 0)

    def priority(self, state: State, action: int) -> int:
        """Return how much the lines through the cell promise: the more marks of one player are on them, the more."""
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
        """Return what the board says: over, won or lost at once, won by force, or how it can end at best."""
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
            plies, _, _ = forced(self, state.mine, state.other, state.threats, 0, EFFORT)
            if plies > 0:
                low = outcome(1, plies)
            else:
                high = outcome(1, 5)
        return low, max(low, high)

    def potential(self, marks: int, others: int) -> int:
        """Return the sum over the lines that the others have not entered."""
        found = 0
        for line in self.lines:
            if line & others == 0:
                found += 1 << max(CERTAIN - self.length + popcount(line & marks), 0)
        return found

    def candidates(self, state: State) -> Iterator[int]:
        """Yield the cell that stops a threat, or else all that some line still goes through."""
        if state.threats:
            return members(state.threats)
        live = 0
        for line in self.lines:
            if line & state.mine == 0 or line & state.other == 0:
                live |= line
        return members(live & ~(state.mine | state.other))

    def defences(self, state: State) -> Iterator[int]:
        """Yield the cells that stop a threat, or all that the other's win by threats has to do with, or the candidates.

        If the other would win by threats once this player had passed, he wins in the same way after any mark that
        neither takes a cell of that win nor ever makes a threat, which would have to be stopped first.
        """
        if state.threats:
            return members(state.threats)
        plies, attack, answers = forced(self, state.other, state.mine, 0, 0, EFFORT)
        if plies <= 0:
            return self.candidates(state)
        cells = attack | answers
        for line in self.lines:
            if line & state.other == 0 and popcount(line & (state.mine | answers)) >= self.length - 2:
                cells |= line
        return members(cells & ~(state.mine | state.other))

    def forcing(self, marks: int, others: int) -> int:
        """Return the empty cells after which one more mark would complete a line."""
        found = 0
        for line in self.lines:
            if line & others == 0 and popcount(line & marks) == self.length - 2:
                found |= line & ~marks
        return found

    def reach(self, cell: int, others: int) -> int:
        """Return the cells of all lines through a cell that the others have not entered."""
        found = 0
        for at in range(self.first[cell], self.first[cell + 1]):
            if self.through[at] & others == 0:
                found |= self.through[at]
        return found

    # --- for people ---------------------------------------------------------------------------------------------------

    def marks_of(self, state: State) -> str:
        """Return each cell's mark in order, X, O or a dot."""
        x, o = (state.mine, state.other) if self.player(state) == MAX else (state.other, state.mine)
        return "".join("X" if x & bit(c) else "O" if o & bit(c) else "." for c in range(self.size))

    def format_state(self, state: State) -> str:
        """Return the marks of all cells in order: X, O or a dot."""
        return self.marks_of(state)

    def parse_state(self, text: str) -> State:
        """Read the marks of all cells in order; rows may be set apart by slashes."""
        board = text.replace("/", "").upper()
        if len(board) != self.size or set(board) - set("XO."):
            raise InputError(f"position {_shown(text)} is not {self.size} characters X, O or '.', {self.by}")
        x, o = (_word(cell for cell, each in enumerate(board) if each == mark) for mark in MARKS)
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
        return self.with_marks(mine, other)

    def format_action(self, state: State, action: int) -> str:
        """Return the cell's number."""
        return str(action)

    def parse_action(self, state: State, text: str) -> int:
        """Read a cell's number, or its coordinates in parentheses or bare."""
        inner = text[1:-1] if text[:1] == "(" and text[-1:] == ")" else text
        parts = inner.split(",")
        shape = self.shape if len(parts) > 1 or inner != text else (self.size,)
        fits = len(parts) == len(shape) and all(re.fullmatch(NUMBER, part, re.ASCII) for part in parts)
        if not fits or any(int(part) >= most for part, most in zip(parts, shape, strict=True)):
            raise InputError(f"{_shown(text)} is no cell: {self.cell_form()}")
        cell = 0
        for part, most in zip(parts, shape, strict=True):
            cell = cell * most + int(part)
        return cell

    @abstractmethod
    def cell_form(self) -> str:
        """Return what the text of a cell looks like, in a few words."""

    def cells(self, state: State) -> list[list[Cell]]:
        """Return the rows of cells, the first at the top; an empty cell shows its number."""
        marks, over = self.marks_of(state), self.terminal(state)
        cells = [
            Cell("" if each == "." else each, "" if over or each != "." else str(c)) for c, each in enumerate(marks)
        ]
        width = self.shape[-1]
        return [cells[start : start + width] for start in range(0, self.size, width)]


def forced(game: Any, mine: int, other: int, must: int, tired: int, effort: int) -> tuple[int, int, int]:
    """Return in how many plies the player to move wins by threats, each of which has one answer; and by which cells.

    First those that he marks, then those of the answers and, in the end, where his line may be completed. Where no such
    way is found, the plies are 0 or less: the number of states looked at, less one for each. must: the cell where the
    other would complete a line, if there is one. tired: threats that were tried before others which have nothing to do
    with them, and so need not be tried after them. effort: how many states may be looked at.
    """
    cells = game.forcing(mine, other)
    cells &= must if must else ~tired
    for cell in members(cells):
        ends = game.completing(cell, mine | bit(cell), other)
        if popcount(ends) > 1:
            return 3, bit(cell), ends
    found = -1
    for cell in members(cells):
        marks = mine | bit(cell)
        answer = game.completing(cell, marks, other)
        threats = game.completing(lowest(answer), other | answer, marks)
        if popcount(threats) <= 1 and found + effort > 0:
            left = tired & ~game.reach(cell, other)
            plies, attack, answers = forced(game, marks, other | answer, threats, left, effort + found)
            if plies > 0:
                return plies + 2, attack | bit(cell), answers | answer
            found += plies
        tired |= bit(cell)
    return found, 0, 0


def straight_lines(shape: Sequence[int], length: int) -> list[list[tuple[int, ...]]]:
    """Return every line of so many cells, straight or diagonal, in a box.

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


def board_symmetries(shape: Sequence[int], length: int) -> list[list[int]]:
    """Return the ways to turn and mirror a box that take lines to lines: for each where every cell goes.

    The first leaves everything in place. Where a line is as long as each side of the board, the numbers along all sides
    may also be permuted together in any way that keeps opposite ones opposite.

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
    return [list(image) for image in found]


def _joined(parts: Sequence[Sequence[int]]) -> tuple[tuple[int, ...], tuple[int, ...]]:
    """Return parts one after the other, and where each begins and the last ends."""
    return tuple(chain.from_iterable(parts)), tuple(accumulate(map(len, parts), initial=0))


def _word(cells: Iterable[int]) -> int:
    word = 0
    for cell in cells:
        word |= bit(cell)
    return word


def _shown(text: str) -> str:
    return repr(text if len(text) <= MAX_SHOWN else text[:MAX_SHOWN] + "...")
