"""Tic-tac-toe on bytes: the state is board.tobytes(), with the player to move behind the cells."""
# ruff: noqa

import numpy as np

import plywise as pw

LINES = np.array([[0, 1, 2], [3, 4, 5], [6, 7, 8], [0, 3, 6], [1, 4, 7], [2, 5, 8], [0, 4, 8], [2, 4, 6]])


class BytesBoard(pw.Game):
    name = "bytes_board"

    def initial(self):
        board = np.zeros(10, dtype=np.int8)
        board[9] = 1
        return board.tobytes()

    def cells(self, state):
        return np.frombuffer(state, dtype=np.int8)

    def player(self, state):
        return int(self.cells(state)[9])

    def actions(self, state):
        board = self.cells(state)[:9].reshape(3, 3)
        return list(zip(*(part.tolist() for part in np.where(board == 0))))

    def result(self, state, action):
        board = self.cells(state).copy()
        row, col = action
        board[3 * row + col] = board[9]
        board[9] *= -1
        return board.tobytes()

    def sums(self, state):
        return self.cells(state)[LINES].sum(axis=1)

    def terminal(self, state):
        sums = self.sums(state)
        return bool(np.abs(sums).max() == 3 or np.count_nonzero(self.cells(state)[:9]) == 9)

    def utility(self, state):
        sums = self.sums(state)
        return int((sums == 3).any()) - int((sums == -3).any())
