"""Connect three on tuple columns: columns are tuples of varying length."""
from enum import IntEnum

import plywise as pw


class Disc(IntEnum):
    RED = 1
    YELLOW = 2

    def other(self):
        return Disc(3 - self)


COLUMNS, ROWS, LINE = 4, 4, 3
DIRECTIONS = [(1, 0), (0, 1), (1, 1), (1, -1)]


class Connect(pw.Game):
    utility_bounds = (-1, 1)

    def initial(self):
        return ((),) * COLUMNS, Disc.RED

    def player(self, state):
        columns, turn = state
        return 1 if turn is Disc.RED else -1

    def actions(self, state):
        columns, _ = state
        return [i for i, column in enumerate(columns) if len(column) < ROWS]

    def result(self, state, action):
        columns, turn = state
        new = columns[action] + (turn,)
        return columns[:action] + (new,) + columns[action + 1 :], turn.other()

    def get(self, columns, x, y):
        try:
            if x < 0 or y < 0:
                return None
            return columns[x][y]
        except IndexError:
            return None

    def won(self, columns, disc):
        for x in range(COLUMNS):
            for y in range(len(columns[x])):
                for dx, dy in DIRECTIONS:
                    if all(self.get(columns, x + k * dx, y + k * dy) == disc for k in range(LINE)):
                        return True
        return False

    def terminal(self, state):
        columns, turn = state
        return self.won(columns, turn.other()) or all(len(c) == ROWS for c in columns)

    def utility(self, state):
        columns, turn = state
        if self.won(columns, turn.other()):
            return -1 if turn == Disc.RED else 1
        return 0

    def evaluate(self, state):
        columns, turn = state
        centre = [disc for column in columns[1:3] for disc in column]
        return (centre.count(Disc.RED) - centre.count(Disc.YELLOW)) * 0.0625
