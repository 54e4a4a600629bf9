"""Tic-tac-toe: the board is a tuple of tuples, and an array while a rule looks at it."""

from typing import NamedTuple

import numpy as np

import plywise as pw


class State(NamedTuple):
    board: tuple
    player: int


class TicTacToe(pw.Game):
    name = "tictactoe_numpy"

    def initial(self):
        return State(tuple(map(tuple, np.zeros((3, 3), dtype=int))), 1)

    def player(self, state):
        return pw.MAX if state.player == 1 else pw.MIN

    def actions(self, state):
        board = np.array(state.board)
        return [(int(row), int(col)) for row, col in np.argwhere(board == 0)]

    def result(self, state, action):
        board = np.array(state.board)
        board[action] = state.player
        return State(tuple(map(tuple, board)), -state.player)

    def has_won(self, board, player):
        mine = board == player
        return bool(
            mine.all(axis=0).any()
            or mine.all(axis=1).any()
            or np.diagonal(mine).all()
            or np.fliplr(mine).diagonal().all()
        )

    def terminal(self, state):
        board = np.array(state.board)
        return self.has_won(board, 1) or self.has_won(board, -1) or not (board == 0).any()

    def utility(self, state):
        board = np.array(state.board)
        if self.has_won(board, 1):
            return 1
        return -1 if self.has_won(board, -1) else 0
