"""Pentago in small: place a mark on 4x4, then turn a quarter of the board; four in a row wins."""
import enum
import typing

import plywise as pw


class Turn(enum.Enum):
    LEFT = enum.auto()
    RIGHT = enum.auto()


class Move(typing.NamedTuple):
    row: int
    column: int
    quarter: int
    turn: Turn


class Twist(pw.Game):
    name = "twist"
    utility_bounds = (-1, 1)
    QUARTERS = [(0, 0), (0, 2), (2, 0), (2, 2)]

    def initial(self):
        row = (0, 0, 0, 0)
        return (row,) * 4, 1

    def player(self, state):
        board, mark = state
        return mark

    def actions(self, state):
        board, _ = state
        return [
            Move(r, c, q, t)
            for r, row in enumerate(board)
            for c, cell in enumerate(row)
            if not cell
            for q in range(4)
            for t in Turn
        ]

    def turned(self, square, turn):
        if turn is Turn.RIGHT:
            return tuple(zip(*square[::-1]))
        return tuple(reversed(tuple(zip(*square))))

    def result(self, state, move):
        board, mark = state
        grid = [list(row) for row in board]
        grid[move.row][move.column] = mark
        top, left = self.QUARTERS[move.quarter]
        square = [row[left:left + 2] for row in grid[top:top + 2]]
        for r, row in enumerate(self.turned(square, move.turn)):
            grid[top + r][left:left + 2] = row
        return tuple(map(tuple, grid)), -mark

    def lines(self, board):
        yield from board
        yield from zip(*board)
        yield [board[i][i] for i in range(4)]
        yield [board[i][-1 - i] for i in range(4)]

    def winners(self, board):
        return {line[0] for line in self.lines(board) if line[0] and all(cell == line[0] for cell in line)}

    def terminal(self, state):
        board, _ = state
        return len(self.winners(board)) > 0 or all(map(all, board))

    def utility(self, state):
        return sum(self.winners(state[0]))

    def evaluate(self, state):
        return sum(max(map(sum, [line])) ** 3 for line in self.lines(state[0])) / 1000
