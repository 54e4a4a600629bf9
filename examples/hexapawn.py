"""Hexapawn: chess with pawns only. A player wins by getting a pawn across, and loses if unable to move.

plywise check examples/hexapawn.py:WithHooks
plywise search examples/hexapawn.py:WithHooks --algorithm selective --depth 12
plywise play examples/hexapawn.py:WithHooks --min engine:search=selective
"""

from typing import NamedTuple

import plywise as pw


class Hexapawn(pw.Game):
    """A pawn steps straight ahead, and captures diagonally ahead. Reaching the last row wins; having no move loses.

    Martin Gardner, Scientific American, March 1962, on three by three squares.
    """

    utility_bounds = (-1, 1)
    alternating = True
    player_names = {pw.MAX: "White", pw.MIN: "Black"}

    class State(NamedTuple):
        """The squares (w, b, . for empty), and the side to move."""

        squares: str
        turn: str

    def __init__(self, rows: int = 6, columns: int = 6) -> None:
        self.rows, self.columns = rows, columns
        self.board = pw.board.Grid(rows, columns)

    def initial(self):
        return self.State("b" * self.columns + "." * (self.rows - 2) * self.columns + "w" * self.columns, "w")

    def player(self, state):
        return pw.MAX if state.turn == "w" else pw.MIN

    def actions(self, state):
        squares, turn = state
        moves = []
        for start in range(self.board.size):
            if squares[start] == turn:
                ahead = start + self.step(turn)
                if squares[ahead] == ".":
                    moves.append((start, ahead))
                moves += [(start, landing) for landing in self.sides_of(ahead) if squares[landing] == self.other(turn)]
        return moves

    def result(self, state, action):
        start, landing = action
        return self.State(pw.board.move(state.squares, start, landing, "."), self.other(state.turn))

    def terminal(self, state):
        return self.is_across(state) or not self.actions(state)

    def utility(self, state):
        return -self.player(state)

    def evaluate(self, state):
        return (state.squares.count("w") - state.squares.count("b")) / 10

    def other(self, turn):
        return "b" if turn == "w" else "w"

    def step(self, turn):
        """Return the difference in square numbers for a step."""
        return -self.columns if turn == "w" else self.columns

    def sides_of(self, square):
        """Return the squares to the left and to the right of a square."""
        column = square % self.columns
        return [square + step for step in (-1, 1) if 0 <= column + step < self.columns]

    def is_across(self, state):
        """Return whether the player who has just moved has a pawn on the last row."""
        top, bottom = state.squares[: self.columns], state.squares[-self.columns :]
        return "w" in top or "b" in bottom


class WithHooks(Hexapawn):
    """The same game with hooks for the search for play."""

    margin_unit = 0.1

    def noisy(self, state, action):
        landing = action[1]
        return state.squares[landing] != "." or landing < self.columns or landing >= self.board.size - self.columns

    def under_threat(self, state):
        squares, turn = state
        enemy = self.other(turn)
        first = self.columns if enemy == "w" else self.board.size - 2 * self.columns
        for start in range(first, first + self.columns):
            if squares[start] == enemy:
                ahead = start + self.step(enemy)
                if squares[ahead] == "." or any(squares[landing] == turn for landing in self.sides_of(ahead)):
                    return True
        return False

    def exchange_value(self, state, action):
        landing, enemy = action[1], self.other(state.turn)
        won = 0.1 if state.squares[landing] == enemy else 0.0
        if landing < self.columns or landing >= self.board.size - self.columns:
            return 1.0  # across: it cannot be captured any more
        takers = self.sides_of(landing + self.step(state.turn))
        return won - 0.1 if any(state.squares[taker] == enemy for taker in takers) else won

    def action_class(self, state, action):
        return action[1]
