"""Clobber: step onto an enemy stone next to yours to take it; a player who cannot move loses.

plywise check examples/clobber.py:Clobber
plywise play examples/clobber.py:Clobber
plywise search examples/clobber.py:Clobber --algorithm deepening
"""

import plywise as pw


class Clobber(pw.Game):
    """A stone takes an enemy stone next to it by stepping onto its square. A player who cannot move loses."""

    def initial(self):
        return ("xoxo", "oxox", "xoxo", "oxox"), "x"

    def player(self, state):
        return pw.MAX if state[1] == "x" else pw.MIN

    def actions(self, state):
        board, turn = state
        other = "o" if turn == "x" else "x"
        moves = []
        for r in range(4):
            for c in range(4):
                if board[r][c] == turn:
                    for y, x in (r - 1, c), (r, c + 1), (r + 1, c), (r, c - 1):
                        if 0 <= y < 4 and 0 <= x < 4 and board[y][x] == other:
                            moves.append(((r, c), (y, x)))
        return moves

    def result(self, state, action):
        board, turn = state
        start, goal = action
        rows = [list(row) for row in board]
        rows[start[0]][start[1]] = "."
        rows[goal[0]][goal[1]] = turn
        return tuple("".join(row) for row in rows), "o" if turn == "x" else "x"

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -self.player(state)
