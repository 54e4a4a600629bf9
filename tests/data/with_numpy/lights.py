"""A duel of lights: a move turns a cell and its neighbours over; a board with one lit row or none ends the game."""

from typing import NamedTuple

import numpy as np

import plywise as pw

N = 3


def cross(row, col):
    mask = np.zeros((N, N), dtype=bool)
    mask[row, max(0, col - 1) : col + 2] = True
    mask[max(0, row - 1) : row + 2, col] = True
    return mask


MASKS = np.array([cross(row, col) for row in range(N) for col in range(N)])


class State(NamedTuple):
    lit: tuple
    ply: int


class Lights(pw.Game):
    name = "lights"

    def initial(self):
        return State(tuple(np.eye(N, dtype=bool).ravel().tolist()), 0)

    def player(self, state):
        return pw.MAX if state.ply % 2 == 0 else pw.MIN

    def actions(self, state):
        lit = np.array(state.lit)
        return [cell for cell in range(N * N) if lit[cell]]

    def result(self, state, action):
        board = np.array(state.lit).reshape(N, N) ^ MASKS[action]
        return State(tuple(bool(x) for x in board.flatten()), state.ply + 1)

    def terminal(self, state):
        board = np.array(state.lit).reshape((N, N))
        full = board.all(axis=1).sum()
        return bool(full >= 1) or not board.any() or state.ply >= 6

    def utility(self, state):
        board = np.reshape(np.array(state.lit), (N, N))
        rows, cols = board.sum(axis=1), board.sum(axis=0)
        return int(rows.max()) - int(cols.max())
