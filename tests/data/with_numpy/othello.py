"""Othello on four by four: an array of int8 that is changed in place, rays along an array of directions."""

from typing import NamedTuple

import numpy as np

import plywise as pw

SIZE = 4
DIRECTIONS = np.array([(dr, dc) for dr in (-1, 0, 1) for dc in (-1, 0, 1) if (dr, dc) != (0, 0)])


class State(NamedTuple):
    board: tuple
    turn: int


class Othello(pw.Game):
    name = "othello_numpy"

    def initial(self):
        board = np.zeros((SIZE, SIZE), dtype=np.int8)
        board[1, 1] = board[2, 2] = -1
        board[1, 2] = board[2, 1] = 1
        return State(tuple(tuple(row) for row in board.tolist()), 1)

    def player(self, state):
        return state.turn

    def flips(self, board, row, col, who):
        found = []
        for dr, dc in DIRECTIONS:
            line = []
            r, c = row + dr, col + dc
            while 0 <= r < SIZE and 0 <= c < SIZE and board[r, c] == -who:
                line.append((r, c))
                r, c = r + dr, c + dc
            if line and 0 <= r < SIZE and 0 <= c < SIZE and board[r, c] == who:
                found.extend(line)
        return found

    def moves(self, board, who):
        for r, c in np.argwhere(board == 0):
            if self.flips(board, r, c, who):
                yield int(r), int(c)

    def actions(self, state):
        board = np.array(state.board, dtype=np.int8)
        moves = list(self.moves(board, state.turn))
        return moves if moves else [None]

    def result(self, state, action):
        board = np.array(state.board, dtype=np.int8)
        if action is not None:
            for r, c in self.flips(board, action[0], action[1], state.turn):
                board[r, c] = state.turn
            board[action] = state.turn
        return State(tuple(map(tuple, board.tolist())), -state.turn)

    def terminal(self, state):
        board = np.array(state.board, dtype=np.int8)
        return not any(True for who in (1, -1) for _ in self.moves(board, who))

    def utility(self, state):
        return int(np.sign(np.array(state.board).sum()))

    def evaluate(self, state):
        board = np.array(state.board)
        corners = board[0, 0] + board[0, -1] + board[-1, 0] + board[-1, -1]
        return int(np.sum(board) + 5 * corners) / 100
