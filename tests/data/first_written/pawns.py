"""Breakthrough on 5x4: a class of one's own between the game and pw.Game, cells that are None or a letter."""
from typing import NamedTuple, Optional

import plywise as pw
from board_base import BoardGame


class Step(NamedTuple):
    start: tuple[int, int]
    end: tuple[int, int]
    takes: bool = False

    def __str__(self):
        return f"{self.start}{'x' if self.takes else '-'}{self.end}"


class Pawns(BoardGame):
    name = "pawns"
    utility_bounds = (-1, 1)
    player_names = {1: "White", -1: "Black"}

    class State(NamedTuple):
        board: tuple[tuple[Optional[str], ...], ...]
        to_move: str = "w"

    def initial(self):
        empty = (None,) * self.columns
        return self.State((("b",) * self.columns, empty, empty, empty, ("w",) * self.columns))

    def actions(self, state):
        me = state.to_move
        ahead = {"w": -1, "b": +1}[me]
        found = []
        for r, c in self.pieces(state, me):
            for side in (-1, 0, 1):
                to = r + ahead, c + side
                if not self.inside(*to):
                    continue
                there = state.board[to[0]][to[1]]
                if there is None:
                    found.append(Step((r, c), to))
                elif side and there != me:
                    found.append(Step((r, c), to, takes=True))
        return found

    def result(self, state, action):
        board = self.changed(state.board, {action.start: None, action.end: state.to_move})
        return self.State(board, self.opponent(state.to_move))

    def winner(self, state) -> Optional[str]:
        if "w" in state.board[0]:
            return "w"
        if "b" in state.board[-1]:
            return "b"
        for mark in self.marks:
            if not any(mark in row for row in state.board):
                return self.opponent(mark)
        return None

    def terminal(self, state):
        return self.winner(state) is not None or not self.actions(state)

    def utility(self, state):
        winner = self.winner(state) or self.opponent(state.to_move)
        return {"w": 1, "b": -1}[winner]

    def evaluate(self, state):
        base = super().evaluate(state)
        whites, blacks = self.pieces(state, "w"), self.pieces(state, "b")
        furthest = min(r for r, _ in whites), max(r for r, _ in blacks)
        return base + (len(whites) - len(blacks)) / 10 + (4 - furthest[0] - furthest[1]) / 100
