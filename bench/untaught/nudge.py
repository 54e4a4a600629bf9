"""Nudge, a game of our own on 5 by 5 squares. State: a NamedTuple with a tuple of Enum members."""

from enum import Enum
from typing import NamedTuple

import plywise as pw

SIZE, LONGEST = 5, 36
WAYS = ((-1, 0), (0, 1), (1, 0), (0, -1))


class Mark(Enum):
    """Who stands on a square."""

    NOBODY = "."
    ROUND = "o"
    CROSS = "x"


class State(NamedTuple):
    """The squares row by row, who is to move, and how many moves were made."""

    squares: tuple
    turn: Mark
    plies: int


class Nudge(pw.Game):
    """Place a stone; it nudges enemy stones beside it one square away, into a gap or off the board. Most stones win.

    An enemy stone with another stone behind it stays. The game ends when the board is full, or after 36 moves.
    """

    def initial(self):
        return State((Mark.NOBODY,) * (SIZE * SIZE), Mark.ROUND, 0)

    def player(self, state):
        return pw.MAX if state.turn is Mark.ROUND else pw.MIN

    def actions(self, state):
        return [at for at, mark in enumerate(state.squares) if mark is Mark.NOBODY]

    def result(self, state, action):
        squares = list(state.squares)
        squares[action] = state.turn
        other = Mark.CROSS if state.turn is Mark.ROUND else Mark.ROUND
        row, column = divmod(action, SIZE)
        for down, right in WAYS:
            r, c = row + down, column + right
            if not (0 <= r < SIZE and 0 <= c < SIZE) or squares[r * SIZE + c] is not other:
                continue
            y, x = r + down, c + right
            if not (0 <= y < SIZE and 0 <= x < SIZE):
                squares[r * SIZE + c] = Mark.NOBODY
            elif squares[y * SIZE + x] is Mark.NOBODY:
                squares[y * SIZE + x] = other
                squares[r * SIZE + c] = Mark.NOBODY
        return State(tuple(squares), other, state.plies + 1)

    def terminal(self, state):
        return state.plies >= LONGEST or Mark.NOBODY not in state.squares

    def utility(self, state):
        lead = state.squares.count(Mark.ROUND) - state.squares.count(Mark.CROSS)
        return (lead > 0) - (lead < 0)
