"""Clobber on 5 rows of 6 squares. State: one text of 30 characters, and whose turn it is."""

import plywise as pw

ROWS, COLUMNS = 5, 6


class Clobber(pw.Game):
    """A stone takes an enemy stone next to it by stepping onto its square; a player who cannot move loses."""

    def initial(self):
        return ("oxoxox" + "xoxoxo") * 2 + "oxoxox", "o"

    def player(self, state):
        return pw.MAX if state[1] == "o" else pw.MIN

    def actions(self, state):
        board, turn = state
        other = "x" if turn == "o" else "o"
        moves = []
        for start in range(ROWS * COLUMNS):
            if board[start] == turn:
                row, column = divmod(start, COLUMNS)
                if row > 0 and board[start - COLUMNS] == other:
                    moves.append((start, start - COLUMNS))
                if column < COLUMNS - 1 and board[start + 1] == other:
                    moves.append((start, start + 1))
                if row < ROWS - 1 and board[start + COLUMNS] == other:
                    moves.append((start, start + COLUMNS))
                if column > 0 and board[start - 1] == other:
                    moves.append((start, start - 1))
        return moves

    def result(self, state, action):
        board, turn = state
        start, goal = action
        board = board[:start] + "." + board[start + 1 :]
        board = board[:goal] + turn + board[goal + 1 :]
        return board, "x" if turn == "o" else "o"

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -self.player(state)
