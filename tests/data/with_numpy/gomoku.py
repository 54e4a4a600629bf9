"""Three in a row on a board of four by four: windows of the board against masks that the game keeps."""

from dataclasses import dataclass

import numpy as np

import plywise as pw


@dataclass(frozen=True)
class State:
    cells: tuple
    to_move: int


class Gomoku(pw.Game):
    name = "gomoku_numpy"

    def __init__(self, size: int = 4, k: int = 3):
        self.size, self.k = size, k
        self.masks = [np.eye(k, dtype=bool), np.fliplr(np.eye(k, dtype=bool))]
        self.center = np.abs(np.arange(size) - (size - 1) / 2).astype(int)

    def initial(self):
        return State((0,) * self.size**2, 1)

    def player(self, state):
        return state.to_move

    def board(self, state):
        return np.asarray(state.cells).reshape(self.size, self.size)

    def actions(self, state):
        empty = np.flatnonzero(self.board(state) == 0)
        return sorted(empty.tolist(), key=lambda cell: self.center[cell // self.size] + self.center[cell % self.size])

    def result(self, state, action):
        board = self.board(state).copy()
        board[action // self.size][action % self.size] = state.to_move
        return State(tuple(int(x) for x in board.ravel()), -state.to_move)

    def wins(self, state, who):
        mine = self.board(state) == who
        k = self.k
        for r in range(self.size):
            for c in range(self.size - k + 1):
                if mine[r, c : c + k].all() or mine[c : c + k, r].all():
                    return True
        for r in range(self.size - k + 1):
            for c in range(self.size - k + 1):
                window = mine[r : r + k, c : c + k]
                if any(np.all(window[mask]) for mask in self.masks):
                    return True
        return False

    def terminal(self, state):
        return self.wins(state, 1) or self.wins(state, -1) or 0 not in state.cells

    def utility(self, state):
        return int(self.wins(state, 1)) - int(self.wins(state, -1))
