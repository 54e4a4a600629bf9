"""Gomoku-like on a dict of lines, tuple of strings; state built with class methods; lru_cache; any(map())."""
from functools import lru_cache, partial
from itertools import chain

import plywise as pw

SIZE = 4
WIN = 3


@lru_cache(maxsize=None)
def lines():
    rows = [[(r, c) for c in range(SIZE)] for r in range(SIZE)]
    cols = [list(col) for col in zip(*rows)]
    diag = {}
    anti = {}
    for r, c in chain.from_iterable(rows):
        diag.setdefault(r - c, []).append((r, c))
        anti.setdefault(r + c, []).append((r, c))
    return [line for line in [*rows, *cols, *diag.values(), *anti.values()] if len(line) >= WIN]


def text(board, line):
    return "".join(board[r][c] for r, c in line)


def has(board, pattern, line):
    return pattern in text(board, line)


class Gomoku(pw.Game):
    """Three in a row on four by four, for X and O."""

    EMPTY = "-"

    def initial(self):
        return ("-" * SIZE,) * SIZE, "X"

    def player(self, state):
        return {"X": pw.MAX, "O": pw.MIN}[state[1]]

    def actions(self, state):
        board, _ = state
        near = lambda r, c: abs(2 * r - SIZE + 1) + abs(2 * c - SIZE + 1)
        cells = [(r, c) for r, row in enumerate(board) for c, ch in enumerate(row) if ch == self.EMPTY]
        return sorted(cells, key=lambda rc: (near(*rc), rc))

    def result(self, state, action):
        board, turn = state
        r, c = action
        grid = [list(row) for row in board]
        grid[r][c] = turn
        return tuple(map("".join, grid)), "O" if turn == "X" else "X"

    def wins(self, board, who):
        return any(map(partial(has, board, who * WIN), lines()))

    def terminal(self, state):
        board, turn = state
        return self.wins(board, "X") or self.wins(board, "O") or not any(self.EMPTY in row for row in board)

    def utility(self, state):
        board, _ = state
        return self.wins(board, "X") - self.wins(board, "O")

    def evaluate(self, state):
        board, turn = state
        score = 0
        for line in lines():
            t = text(board, line)
            score += t.count("X" * (WIN - 1)) - t.count("O" * (WIN - 1))
        return score / 16
