"""Games whose rules see the order of sets: those of a state, and those that they make themselves."""

from typing import NamedTuple

import plywise as pw

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))
SIZE = 4
NEAR = {
    cell: {
        other
        for other in (cell - SIZE, cell + SIZE, cell - 1 if cell % SIZE else -1, cell + 1 if (cell + 1) % SIZE else -1)
        if 0 <= other < SIZE * SIZE
    }
    for cell in range(SIZE * SIZE)
}


class Marks(NamedTuple):
    mine: frozenset
    theirs: frozenset
    free: frozenset
    turn: int


class Cells(pw.Game):
    """Tic-tac-toe in frozensets of cells; moves come in the order of one of them."""

    def initial(self):
        return Marks(frozenset(), frozenset(), frozenset(range(9)), 1)

    def player(self, s):
        return s.turn

    def actions(self, s):
        for cell in s.free:  # noqa: UP028
            yield cell

    def result(self, s, a):
        return Marks(s.theirs, s.mine | {a}, s.free - {a}, -s.turn)

    def terminal(self, s):
        return self.won(s.theirs) or not s.free

    def utility(self, s):
        return -s.turn if self.won(s.theirs) else 0

    def won(self, cells):
        return any(all(cell in cells for cell in line) for line in LINES)


class Pairs(NamedTuple):
    one: frozenset
    two: frozenset
    turn: int
    left: int


def around(cell):
    row, column = cell
    cells = {(row + down, column + right) for down in (-1, 0, 1) for right in (-1, 0, 1)}
    return {(r, c) for r, c in cells if 0 <= r < SIZE and 0 <= c < SIZE} - {cell}


class Stones(pw.Game):
    """Stones beside stones, on cells that are pairs; what they are worth depends on their place in a loop."""

    utility_bounds = (-20, 20)

    def initial(self):
        return Pairs(frozenset({(0, 0), (3, 3)}), frozenset({(0, 3), (3, 0)}), 1, 6)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return list(self.reach(s))

    def result(self, s, a):
        own, other = (s.one, s.two) if s.turn == 1 else (s.two, s.one)
        gone = {stone for stone in other if stone in around(a)}
        if len(gone) > 2:
            gone.pop()
        own, other = own | {a} | (gone if len(gone) == 1 else set()), other - gone
        return Pairs(own, other, -1, s.left - 1) if s.turn == 1 else Pairs(other, own, 1, s.left - 1)

    def terminal(self, s):
        return s.left == 0 or not self.reach(s)

    def utility(self, s):
        ones = sum((row + place) % 3 for place, (row, column) in enumerate(s.one))
        return ones - sum((column + place) % 3 for place, (row, column) in enumerate(s.two))

    def reach(self, s):
        moves = set()
        for stone in s.one if s.turn == 1 else s.two:
            moves |= around(stone)
        return moves - s.one - s.two


class Board(NamedTuple):
    board: tuple
    turn: int
    last: frozenset


class Groups(pw.Game):
    """Groups of stones, found by emptying a set: what they are worth depends on which stone is found when."""

    utility_bounds = (-300, 300)

    def initial(self):
        return Board((0,) * (SIZE * SIZE), 1, frozenset())

    def player(self, s):
        return s.turn

    def actions(self, s):
        free = {cell for cell in range(SIZE * SIZE) if s.board[cell] == 0}
        near = set()
        for cell in s.last:
            near |= NEAR[cell] & free
        first, *others = near or free
        yield first
        yield from others[:4]

    def result(self, s, a):
        board = (*s.board[:a], s.turn, *s.board[a + 1 :])
        return Board(board, -s.turn, frozenset(cell for cell in range(SIZE * SIZE) if board[cell] == s.turn))

    def terminal(self, s):
        return s.board.count(0) <= 9

    def utility(self, s):
        total = -60
        for cell in range(SIZE * SIZE):
            if s.board[cell]:
                group, found = self.group(s.board, cell)
                total += s.board[cell] * (found % 5 + len(group)) + max(group, key=lambda each: each % 4)
        return total

    def group(self, board, start):
        seen, waiting, found = set(), {start}, 0
        while waiting:
            cell = waiting.pop()
            seen.add(cell)
            found = (found * 3 + cell) % 97
            for near in NEAR[cell]:
                if board[near] == board[start] and near not in seen:
                    waiting.add(near)
        return seen, found


class Pile(NamedTuple):
    stones: int
    turn: int


class Takes(pw.Game):
    """A game whose actions are a set."""

    def initial(self):
        return Pile(21, 1)

    def player(self, s):
        return s.turn

    def actions(self, s):
        return {s.stones * 7 % 16 + 1, 9, 17 - s.stones % 5, 1}

    def result(self, s, a):
        return Pile(s.stones - a, -s.turn)

    def terminal(self, s):
        return s.stones <= 0

    def utility(self, s):
        return -s.turn
