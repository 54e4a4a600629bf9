"""Atari go: whoever first takes a stone wins. A board of tuples, groups found with a stack and a set."""
from typing import NamedTuple

import plywise as pw

EMPTY, BLACK, WHITE = ".", "#", "o"
OTHER = {BLACK: WHITE, WHITE: BLACK}


class Position(NamedTuple):
    board: tuple[tuple[str, ...], ...]
    turn: str
    winner: str = ""


class AtariGo(pw.Game):
    utility_bounds = (-1, 1)
    player_names = {pw.MAX: "Black", pw.MIN: "White"}

    def __init__(self, size: int = 4):
        self.size = size
        self.around = {
            (r, c): [(r + dr, c + dc) for dr, dc in [(0, 1), (1, 0), (0, -1), (-1, 0)] if 0 <= r + dr < size > c + dc >= 0]
            for r in range(size)
            for c in range(size)
        }

    def initial(self):
        return Position(tuple((EMPTY,) * self.size for _ in range(self.size)), BLACK)

    def player(self, pos):
        return pw.MAX if pos.turn == BLACK else pw.MIN

    def group(self, board, start):
        """The stones connected with one, and the liberties they share."""
        colour = board[start[0]][start[1]]
        stack, group, liberties = [start], {start}, set()
        while stack:
            for (r, c) in self.around[stack.pop()]:
                if board[r][c] == EMPTY:
                    liberties.add((r, c))
                elif board[r][c] == colour and (r, c) not in group:
                    group.add((r, c))
                    stack.append((r, c))
        return group, liberties

    def place(self, board, point, stone):
        r, c = point
        row = board[r]
        return board[:r] + (row[:c] + (stone,) + row[c + 1:],) + board[r + 1:]

    def captures(self, board, point):
        r, c = point
        foe = OTHER[board[r][c]]
        return any(not self.group(board, (y, x))[1] for y, x in self.around[point] if board[y][x] == foe)

    def actions(self, pos):
        moves = []
        for r in range(self.size):
            for c in range(self.size):
                if pos.board[r][c] != EMPTY:
                    continue
                board = self.place(pos.board, (r, c), pos.turn)
                if self.group(board, (r, c))[1] or self.captures(board, (r, c)):
                    moves.append((r, c))
        return moves

    def result(self, pos, move):
        board = self.place(pos.board, move, pos.turn)
        return Position(board, OTHER[pos.turn], pos.turn if self.captures(board, move) else "")

    def terminal(self, pos):
        return bool(pos.winner) or not self.actions(pos)

    def utility(self, pos):
        # who cannot move has lost, too
        winner = pos.winner or OTHER[pos.turn]
        return 1 if winner == BLACK else -1

    def evaluate(self, pos):
        score = 0
        seen = set()
        for r, row in enumerate(pos.board):
            for c, stone in enumerate(row):
                if stone != EMPTY and (r, c) not in seen:
                    stones, liberties = self.group(pos.board, (r, c))
                    seen |= stones
                    score += (1 if stone == BLACK else -1) * min(len(liberties), 4)
        return score / 100
