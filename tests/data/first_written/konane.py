"""Konane, 4x4: an Enum on a board of tuples, a frozen dataclass as a move, match."""
from dataclasses import dataclass
from enum import Enum

import plywise as pw


class Cell(Enum):
    EMPTY = 0
    BLACK = 1
    WHITE = 2

    def foe(self):
        match self:
            case Cell.BLACK:
                return Cell.WHITE
            case Cell.WHITE:
                return Cell.BLACK
            case _:
                return Cell.EMPTY


class Direction(Enum):
    NORTH = (-1, 0)
    EAST = (0, 1)
    SOUTH = (1, 0)
    WEST = (0, -1)


@dataclass(frozen=True, order=True)
class Removal:
    row: int
    column: int


@dataclass(frozen=True)
class Jump:
    row: int
    column: int
    direction: Direction
    hops: int = 1


@dataclass(frozen=True)
class State:
    board: tuple
    turn: Cell
    removed: int = 0


class Konane(pw.Game):
    name = "konane"
    SIZE = 4

    def initial(self):
        colours = (Cell.BLACK, Cell.WHITE)
        return State(tuple(tuple(colours[(r + c) % 2] for c in range(self.SIZE)) for r in range(self.SIZE)), Cell.BLACK)

    def player(self, state):
        return pw.MAX if state.turn == Cell.BLACK else pw.MIN

    def at(self, state, r, c):
        if not (0 <= r < self.SIZE and 0 <= c < self.SIZE):
            return None
        return state.board[r][c]

    def hops(self, state, r, c, direction):
        """How often the stone can jump on in a direction."""
        dr, dc = direction.value
        count = 0
        while self.at(state, r + dr, c + dc) is state.turn.foe():
            r, c = r + 2 * dr, c + 2 * dc
            if self.at(state, r, c) is not Cell.EMPTY:
                break
            count += 1
        else:
            # out of stones to jump over, or off the board
            return count
        return count

    def actions(self, state):
        if state.removed == 0:
            return [Removal(0, 0), Removal(1, 1)]
        if state.removed == 1:
            near = [(r, c) for r in range(self.SIZE) for c in range(self.SIZE) if self.at(state, r, c) is Cell.WHITE]
            return sorted(Removal(r, c) for r, c in near if any(self.at(state, r + d.value[0], c + d.value[1]) is Cell.EMPTY for d in Direction))
        found = []
        for r, row in enumerate(state.board):
            for c, cell in enumerate(row):
                if cell is state.turn:
                    for direction in Direction:
                        for hops in range(1, self.hops(state, r, c, direction) + 1):
                            found.append(Jump(r, c, direction, hops))
        return found

    def result(self, state, move):
        rows = [list(row) for row in state.board]
        match move:
            case Removal(row, column):
                rows[row][column] = Cell.EMPTY
            case Jump(row=r, column=c, direction=direction, hops=hops):
                dr, dc = direction.value
                for step in range(2 * hops):
                    rows[r + step * dr][c + step * dc] = Cell.EMPTY
                rows[r + 2 * hops * dr][c + 2 * hops * dc] = state.turn
        return State(tuple(tuple(row) for row in rows), state.turn.foe(), min(2, state.removed + 1))

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -1 if state.turn is Cell.BLACK else +1

    def evaluate(self, state):
        return 0.01 * len(self.actions(state)) * self.player(state)
