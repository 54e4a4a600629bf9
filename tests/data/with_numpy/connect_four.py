"""Four columns of four: three in a row win. A column is looked at as a slice, lines as diagonals."""
# ruff: noqa

from typing import NamedTuple

import numpy as np

import plywise as pw

ROWS, COLS, WIN = 4, 4, 3


class State(NamedTuple):
    board: tuple
    turn: int


class ConnectFour(pw.Game):
    name = "connect_four_numpy"
    utility_bounds = (-1, 1)

    def initial(self):
        return State(tuple([0] * (ROWS * COLS)), 1)

    def grid(self, state):
        return np.array(state.board, dtype=np.int8).reshape(ROWS, COLS)

    def player(self, state):
        return pw.MAX if state.turn == 1 else pw.MIN

    def actions(self, state):
        board = self.grid(state)
        return [c for c in range(COLS) if board[0, c] == 0]

    def result(self, state, action):
        board = self.grid(state)
        row = np.where(board[:, action] == 0)[0][-1]
        board[row, action] = state.turn
        return State(tuple(board.flatten().tolist()), 3 - state.turn)

    def lines(self, board):
        found = [row for row in board] + [column for column in board.T]
        for offset in range(-ROWS + 1, COLS):
            found.append(np.diagonal(board, offset=offset))
            found.append(np.diagonal(np.fliplr(board), offset=offset))
        return found

    def winner(self, state):
        for line in self.lines(self.grid(state)):
            for start in range(len(line) - WIN + 1):
                window = line[start : start + WIN]
                if window[0] != 0 and np.all(window == window[0]):
                    return int(window[0])
        return 0

    def terminal(self, state):
        return self.winner(state) != 0 or not np.any(self.grid(state)[0] == 0)

    def utility(self, state):
        return {0: 0, 1: 1, 2: -1}[self.winner(state)]

    def evaluate(self, state):
        board = self.grid(state)
        weights = np.array([1, 3, 3, 1])
        return int(((board == 1) * weights).sum() - ((board == 2) * weights).sum()) / 100
