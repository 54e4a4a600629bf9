"""Three in a row on columns of three: the board is bytes in a NamedTuple, and lines are shifted masks."""

from typing import NamedTuple

import numpy as np

import plywise as pw

WIDTH, HEIGHT = 4, 3


class State(NamedTuple):
    board: bytes
    turn: int


class BytesField(pw.Game):
    name = "bytes_field"

    def initial(self):
        return State(bytes(WIDTH * HEIGHT), 1)

    def player(self, state):
        return pw.MAX if state.turn == 1 else pw.MIN

    def actions(self, state):
        return [column for column in range(WIDTH) if state.board[column] == 0]

    def result(self, state, action):
        grid = np.frombuffer(state.board, dtype=np.uint8).reshape(HEIGHT, WIDTH)
        row = max(r for r in range(HEIGHT) if grid[r][action] == 0)
        at = row * WIDTH + action
        return State(state.board[:at] + bytes([state.turn]) + state.board[at + 1 :], 3 - state.turn)

    def wins(self, state, who):
        m = np.frombuffer(state.board, np.uint8).reshape(HEIGHT, WIDTH) == who
        across = m[:, :-2] & m[:, 1:-1] & m[:, 2:]
        down = m[:-2, :] & m[1:-1, :] & m[2:, :]
        falling = m[:-2, :-2] & m[1:-1, 1:-1] & m[2:, 2:]
        rising = m[:-2, 2:] & m[1:-1, 1:-1] & m[2:, :-2]
        return bool(across.any() or down.any() or falling.any() or rising.any())

    def terminal(self, state):
        return self.wins(state, 1) or self.wins(state, 2) or 0 not in state.board[:WIDTH]

    def utility(self, state):
        return int(self.wins(state, 1)) - int(self.wins(state, 2))

    def evaluate(self, state):
        board = state.board
        return (
            sum(board) + len({board[at : at + 2] for at in range(8)}) + (board < board[::-1]) + board.count(2)
        ) / 100
