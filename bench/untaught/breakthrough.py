"""Breakthrough on 6 by 6 squares. State: a tuple of six texts, the rows, and the letter of the player to move."""

import plywise as pw

SIZE = 6


class Breakthrough(pw.Game):
    """Pawns go straight or diagonally forward and take diagonally; the first to reach the last row wins."""

    def initial(self):
        return ("bbbbbb", "bbbbbb", "......", "......", "wwwwww", "wwwwww"), "b"

    def player(self, state):
        return pw.MAX if state[1] == "b" else pw.MIN

    def actions(self, state):
        rows, turn = state
        ahead = 1 if turn == "b" else -1
        for row in range(SIZE):
            for column in range(SIZE):
                if rows[row][column] == turn:
                    for goal in (column, column - 1, column + 1):
                        if 0 <= goal < SIZE:
                            there = rows[row + ahead][goal]
                            if there == "." or (there != turn and goal != column):
                                yield (row, column), (row + ahead, goal)

    def result(self, state, action):
        rows, turn = state
        (row, column), (far, goal) = action
        board = list(rows)
        board[row] = board[row][:column] + "." + board[row][column + 1 :]
        board[far] = board[far][:goal] + turn + board[far][goal + 1 :]
        return tuple(board), "w" if turn == "b" else "b"

    def terminal(self, state):
        rows, turn = state
        return "b" in rows[SIZE - 1] or "w" in rows[0] or not any(turn in row for row in rows)

    def utility(self, state):
        return -self.player(state)
