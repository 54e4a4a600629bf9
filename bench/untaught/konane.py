"""Konane on 6 by 6 squares. State: a tuple of 36 ints, whose turn it is, and how many moves were made."""

import plywise as pw

SIZE = 6


class Konane(pw.Game):
    """Take a stone of your own each at first; then jump over enemy stones in a line. A player who cannot, loses."""

    def initial(self):
        return tuple(1 if (cell // SIZE + cell % SIZE) % 2 == 0 else -1 for cell in range(SIZE * SIZE)), 1, 0

    def player(self, state):
        return state[1]

    def actions(self, state):
        board, side, plies = state
        if plies == 0:
            return [(cell, cell) for cell in (0, 14, 21, 35)]
        if plies == 1:
            gap = board.index(0)
            row, column = divmod(gap, SIZE)
            near = []
            if row > 0:
                near.append(gap - SIZE)
            if column > 0:
                near.append(gap - 1)
            if column < SIZE - 1:
                near.append(gap + 1)
            if row < SIZE - 1:
                near.append(gap + SIZE)
            return [(cell, cell) for cell in near]
        moves = []
        for start in range(SIZE * SIZE):
            if board[start] == side:
                row, column = divmod(start, SIZE)
                for step, room in ((-SIZE, row), (-1, column), (1, SIZE - 1 - column), (SIZE, SIZE - 1 - row)):
                    at = start
                    while room >= 2 and board[at + step] == -side and board[at + 2 * step] == 0:
                        at += 2 * step
                        room -= 2
                        moves.append((start, at))
        return moves

    def result(self, state, action):
        board, side, plies = state
        start, goal = action
        cells = list(board)
        cells[start] = 0
        if goal != start:
            step = (1 if goal > start else -1) * (SIZE if (goal - start) % SIZE == 0 else 1)
            for at in range(start, goal, step):
                cells[at] = 0
            cells[goal] = side
        return tuple(cells), -side, plies + 1

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -state[1]
