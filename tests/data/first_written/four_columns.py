"""Connect three in columns: each column is a text that grows; lines are found by padding and turning the board."""
from typing import NamedTuple

import plywise as pw

HEIGHT = 4
WIDTH = 5
NAMES = "abcde"


class Columns(NamedTuple):
    columns: tuple
    turn: str


def diagonals(rows):
    for shift in range(-HEIGHT + 1, WIDTH):
        yield "".join(rows[i][i + shift] for i in range(HEIGHT) if 0 <= i + shift < WIDTH)


def has_line(columns, mark):
    padded = [column.ljust(HEIGHT, ".") for column in columns]
    rows = ["".join(row) for row in zip(*padded)]
    mirrored = [row[::-1] for row in rows]
    lines = padded + rows + list(diagonals(rows)) + list(diagonals(mirrored))
    return any(mark * 3 in line for line in lines)


class FourColumns(pw.Game):
    name = "four-columns"
    utility_bounds = (-1, 1)

    def initial(self):
        return Columns(("",) * WIDTH, "X")

    def player(self, state):
        return 1 if state.turn == "X" else -1

    def actions(self, state):
        return [name for name, column in zip(NAMES, state.columns) if len(column) < HEIGHT]

    def result(self, state, action):
        columns = tuple(
            column + state.turn if name == action else column for name, column in zip(NAMES, state.columns)
        )
        return Columns(columns, "O" if state.turn == "X" else "X")

    def terminal(self, state):
        return has_line(state.columns, "X") or has_line(state.columns, "O") or all(len(c) == HEIGHT for c in state.columns)

    def utility(self, state):
        for mark, value in {"X": 1, "O": -1}.items():
            if has_line(state.columns, mark):
                return value
        return 0

    def evaluate(self, state):
        *_, last = state.columns
        middle = state.columns[WIDTH // 2]
        return (middle.count("X") - middle.count("O")) / 10 + 0.01 * len(last)
