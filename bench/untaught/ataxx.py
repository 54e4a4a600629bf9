"""Ataxx on 5 by 5 squares. State: a tuple of tuples, whose turn it is, and how many moves were made."""

import plywise as pw

SIZE, LONGEST = 5, 60


class Ataxx(pw.Game):
    """Grow to a square next to yours, or jump two; enemy pieces next to the goal turn over. Most pieces win."""

    def initial(self):
        board = ((1, 0, 0, 0, -1), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (0, 0, 0, 0, 0), (-1, 0, 0, 0, 1))
        return board, pw.MAX, 0

    def player(self, state):
        return state[1]

    def steps(self, board, side):
        """Return the moves of a side: the cell that grows or jumps, and where to; growing needs no start."""
        grown, jumps = [], []
        for r in range(SIZE):
            for c in range(SIZE):
                if board[r][c] != 0:
                    continue
                near = False
                for y in range(max(0, r - 2), min(SIZE, r + 3)):
                    for x in range(max(0, c - 2), min(SIZE, c + 3)):
                        if board[y][x] == side:
                            if abs(y - r) < 2 and abs(x - c) < 2:
                                near = True
                            else:
                                jumps.append(((y, x), (r, c)))
                if near:
                    grown.append(((r, c), (r, c)))
        return grown + jumps

    def actions(self, state):
        board, side, _ = state
        return self.steps(board, side) or ["pass"]

    def result(self, state, action):
        board, side, plies = state
        if action == "pass":
            return board, -side, plies + 1
        (y, x), (r, c) = action
        rows = [list(row) for row in board]
        rows[y][x] = 0
        rows[r][c] = side
        for near in range(max(0, r - 1), min(SIZE, r + 2)):
            for beside in range(max(0, c - 1), min(SIZE, c + 2)):
                if rows[near][beside] == -side:
                    rows[near][beside] = side
        return tuple(tuple(row) for row in rows), -side, plies + 1

    def terminal(self, state):
        board, side, plies = state
        return plies >= LONGEST or not (self.steps(board, side) or self.steps(board, -side))

    def utility(self, state):
        lead = sum(sum(row) for row in state[0])
        return 1 if lead > 0 else -1 if lead < 0 else 0
