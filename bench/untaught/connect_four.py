"""Connect Four on 8 columns of 7 squares. State: a tuple of eight texts, the columns from the bottom up."""

import plywise as pw

COLUMNS, ROWS, LENGTH = 8, 7, 4


class ConnectFour(pw.Game):
    """Drop a disc into a column; four in a row win."""

    def initial(self):
        return ("",) * COLUMNS

    def player(self, state):
        return pw.MAX if sum(len(column) for column in state) % 2 == 0 else pw.MIN

    def actions(self, state):
        return [number for number in range(COLUMNS) if len(state[number]) < ROWS]

    def result(self, state, action):
        disc = "X" if self.player(state) == pw.MAX else "O"
        return state[:action] + (state[action] + disc,) + state[action + 1 :]

    def at(self, state, column, row):
        """Return the disc on a square, or a dot."""
        return state[column][row] if 0 <= column < COLUMNS and 0 <= row < len(state[column]) else "."

    def has_won(self, state, disc):
        """Return whether a player has four in a row."""
        for column in range(COLUMNS):
            for row in range(len(state[column])):
                for right, up in ((1, 0), (0, 1), (1, 1), (1, -1)):
                    if all(self.at(state, column + step * right, row + step * up) == disc for step in range(LENGTH)):
                        return True
        return False

    def terminal(self, state):
        return all(len(column) == ROWS for column in state) or self.has_won(state, "X") or self.has_won(state, "O")

    def utility(self, state):
        return 1 if self.has_won(state, "X") else -1 if self.has_won(state, "O") else 0
