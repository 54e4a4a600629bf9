"""Joust: two knights on a field that burns behind them; a player who cannot jump loses.

plywise check examples/joust.py:Joust
plywise play examples/joust.py:Joust:rows=6,columns=6
plywise search examples/joust.py:Joust
"""

from typing import NamedTuple

import plywise as pw


class Joust(pw.Game):
    """Each knight jumps to a free square, and the square it leaves burns. A player who cannot jump loses."""

    utility_bounds = (-1, 1)
    alternating = True
    player_names = {pw.MAX: "White", pw.MIN: "Black"}

    class State(NamedTuple):
        """What is on the squares (W, B, # burnt, . free), and the player to move."""

        squares: str
        turn: str

    def __init__(self, rows: int = 5, columns: int = 5) -> None:
        self.board = pw.board.Grid(rows, columns)
        self.jumps = self.board.leaps(1, 2)

    def initial(self):
        return self.State("W" + "." * (self.board.size - 2) + "B", "W")

    def player(self, state):
        return pw.MAX if state.turn == "W" else pw.MIN

    def jumps_of(self, squares, knight):
        return [goal for goal in self.jumps[squares.index(knight)] if squares[goal] == "."]

    def actions(self, state):
        return self.jumps_of(state.squares, state.turn)

    def result(self, state, action):
        squares, turn = state
        squares = pw.board.move(squares, squares.index(turn), action, "#")
        return self.State(squares, "B" if turn == "W" else "W")

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -self.player(state)

    def evaluate(self, state):
        white, black = (len(self.jumps_of(state.squares, knight)) for knight in "WB")
        return (white - black) / 10

    # For people: squares have names, and the board is drawn.

    def format_action(self, state, action):
        return self.board.name(action)

    def cells(self, state):
        return self.board.cells(state.squares, discs={"W": "white", "B": "black"}, playable=self.actions(state))

    def coordinates(self):
        return self.board.coordinates()
