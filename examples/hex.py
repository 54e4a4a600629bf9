"""Hex: place stones on a rhombus of hexagons; whoever joins their two sides wins. There is no draw.

plywise check examples/hex.py:Hex
plywise solve examples/hex.py:Hex:size=3
plywise play examples/hex.py:Hex --max human --min engine:time=2

The board is plywise.board's: see docs/guides/boards.md. A player's stones are a set of cells, the bits of one int. This
is how to write a game on hexagons; the package's own Hex is `hex:size=7`, with boards of up to 11 by 11 cells.
"""

from collections.abc import Mapping
from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, members
from plywise.board import E, N, S, W


class Hex(pw.Game):
    """Black (MAX) joins the upper side to the lower one, White (MIN) the left one to the right one."""

    utility_bounds = (-1, 1)
    alternating = True
    grid = False
    player_names: Mapping[int, str] = {pw.MAX: "Black", pw.MIN: "White"}

    class State(NamedTuple):
        """The stones of both players, and who is to move."""

        black: int
        white: int
        side: int

    def __init__(self, size: int = 4) -> None:
        self.board = pw.board.Hex(size, size)
        self.all_cells = self.board.full  # a size of nine or more has too many cells, and says so here

    def initial(self):
        return self.State(0, 0, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return members(self.all_cells & ~(state.black | state.white))

    def result(self, state, action):
        if state.side == pw.MAX:
            return self.State(state.black | bit(action), state.white, pw.MIN)
        return self.State(state.black, state.white | bit(action), pw.MAX)

    def terminal(self, state):
        if state.side == pw.MAX:  # only the player who moved last can have joined their sides
            return self.board.joins(state.white, W, E)
        return self.board.joins(state.black, N, S)

    def utility(self, state):
        return -state.side

    # Turned by half a circle, a position is the same game.

    def symmetries(self, state):
        for turn in self.board.turns:
            yield self.State(self.board.image(state.black, turn), self.board.image(state.white, turn), state.side)

    def key(self, state):
        return min(self.symmetries(state))

    # What people read and write: the board's own notation, and its drawing.

    def format_action(self, state, action):
        return self.board.name(action)

    def parse_action(self, state, text):
        return self.board.parse(text)

    def format_state(self, state):
        marks = self.board.board_of({"X": state.black, "O": state.white})
        return f"{self.board.format_board(marks)} {'X' if state.side == pw.MAX else 'O'}"

    def parse_state(self, text):
        marks, _, side = text.partition(" ")
        cells = self.board.parse_board(marks, {"X": 1, "O": -1, ".": 0})
        if side not in ("X", "O"):
            raise pw.InputError(f"position {text!r}: after the board comes X or O, whoever is to move")
        return self.State(self.board.set_on(cells, 1), self.board.set_on(cells, -1), 1 if side == "X" else -1)

    def coordinates(self):
        return self.board.coordinates()

    def cells(self, state):
        empty = () if self.terminal(state) else self.actions(state)
        stones = {"X": state.black, "O": state.white}
        return self.board.cells(stones, discs={"X": "black", "O": "white"}, playable=empty)
