"""Tic-tac-toe on 4x3 in one line of text: rows, columns and diagonals are slices with steps; the side is counted."""
import string

import plywise as pw

W, H = 4, 3
SWAP = str.maketrans("XO", "OX")


def lines(board):
    rows = [board[i:i + W] for i in range(0, W * H, W)]
    columns = [board[i::W] for i in range(W)]
    down = [board[i::W + 1][:H] for i in range(W - H + 1)]
    up = [board[i + H - 1:i + (H - 1) * W + 1:W - 1] for i in range(W - H + 1)]
    return rows + columns + down + up


class Slices(pw.Game):
    name = "slices"
    utility_bounds = (-1, 1)
    max_plies = W * H

    def initial(self):
        return "_" * (W * H)

    def player(self, board):
        return 1 if board.count("_") % 2 == 0 else -1

    def actions(self, board):
        return [string.ascii_lowercase[i] for i in range(len(board)) if board[i] == "_"]

    def result(self, board, cell):
        i = string.ascii_lowercase.find(cell)
        head, tail = board[:i], board[i + 1:]
        return head + ("X" if self.player(board) > 0 else "O") + tail

    def has_three(self, board, mark="X"):
        return any(mark * 3 in line for line in lines(board))

    def terminal(self, board):
        return "_" not in board or self.has_three(board) or self.has_three(board, "O")

    def utility(self, board):
        return self.has_three(board) - self.has_three(board.translate(SWAP))

    def evaluate(self, board):
        open_for = {mark: sum(1 for line in lines(board) if not set(line) - {mark, "_"}) for mark in "XO"}
        return (open_for["X"] - open_for["O"]) / 20
