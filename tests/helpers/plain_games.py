"""Games as people first write them: no method for people, states of tuples, texts, enums and sets."""

from dataclasses import dataclass, replace
from enum import Enum
from itertools import product
from typing import NamedTuple

import plywise as pw

LINES = ((0, 1, 2), (3, 4, 5), (6, 7, 8), (0, 3, 6), (1, 4, 7), (2, 5, 8), (0, 4, 8), (2, 4, 6))


class Rows(pw.Game):
    """Tic-tac-toe on a tuple of tuples; a move is (row, column)."""

    class State(NamedTuple):
        board: tuple
        turn: str

    def initial(self):
        return self.State(((".",) * 3,) * 3, "X")

    def player(self, state):
        return pw.MAX if state.turn == "X" else pw.MIN

    def actions(self, state):
        return [(r, c) for r in range(3) for c in range(3) if state.board[r][c] == "."]

    def result(self, state, action):
        row, column = action
        board = [list(each) for each in state.board]
        board[row][column] = state.turn
        return self.State(tuple(map(tuple, board)), "O" if state.turn == "X" else "X")

    def winner(self, state):
        cells = [cell for row in state.board for cell in row]
        return next((cells[a] for a, b, c in LINES if cells[a] == cells[b] == cells[c] != "."), None)

    def terminal(self, state):
        return self.winner(state) is not None or all("." not in row for row in state.board)

    def utility(self, state):
        return {"X": 1, "O": -1, None: 0}[self.winner(state)]


class Flat(Rows):
    """The same on a text of nine characters; a move is the number of a cell."""

    class State(NamedTuple):
        board: str
        turn: str

    def initial(self):
        return self.State("." * 9, "X")

    def actions(self, state):
        return [cell for cell, mark in enumerate(state.board) if mark == "."]

    def result(self, state, action):
        board = state.board[:action] + state.turn + state.board[action + 1 :]
        return self.State(board, "O" if state.turn == "X" else "X")

    def terminal(self, state):
        return self.winner(state) is not None or "." not in state.board


class Turn(Enum):
    UP = 1
    ACROSS = -1


class Dominoes(pw.Game):
    """Domineering on 3 by 3: a frozenset of free cells, an enum, moves of two cells."""

    class State(NamedTuple):
        free: frozenset
        turn: Turn

    def initial(self):
        return self.State(frozenset(product(range(3), repeat=2)), Turn.UP)

    def player(self, state):
        return state.turn.value

    def actions(self, state):
        dr, dc = (1, 0) if state.turn is Turn.UP else (0, 1)
        return [((r, c), (r + dr, c + dc)) for r, c in sorted(state.free) if (r + dr, c + dc) in state.free]

    def result(self, state, action):
        return self.State(state.free - set(action), Turn.ACROSS if state.turn is Turn.UP else Turn.UP)

    def terminal(self, state):
        return not self.actions(state)

    def utility(self, state):
        return -state.turn.value


class Ring(pw.Game):
    """Three in a row on a ring of ten: 1 and -1 in a tuple. Nothing but the six rules."""

    class State(NamedTuple):
        ring: tuple
        side: int

    def initial(self):
        return self.State((0,) * 10, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return [place for place, mark in enumerate(state.ring) if mark == 0]

    def result(self, state, action):
        return self.State((*state.ring[:action], state.side, *state.ring[action + 1 :]), -state.side)

    def winner(self, state):
        size = len(state.ring)
        sums = [sum(state.ring[(place + k) % size] for k in range(3)) for place in range(size)]
        return next((total // 3 for total in sums if abs(total) == 3), 0)

    def terminal(self, state):
        return self.winner(state) != 0 or 0 not in state.ring

    def utility(self, state):
        return self.winner(state)


@dataclass(frozen=True)
class Place:
    a: int = 0
    b: int = 0
    turn: str = "a"


class Race(pw.Game):
    """A race to ten on a frozen dataclass; moves are words."""

    def initial(self):
        return Place()

    def player(self, state):
        return pw.MAX if state.turn == "a" else pw.MIN

    def actions(self, state):
        return ["walk", "run"]

    def result(self, state, action):
        step = 1 if action == "walk" else 2
        if state.turn == "a":
            return replace(state, a=state.a + step, turn="b")
        return replace(state, b=state.b + step, turn="a")

    def terminal(self, state):
        return max(state.a, state.b) >= 10

    def utility(self, state):
        return 1 if state.a >= 10 else -1


class Endless(pw.Game):
    """Round and round: no state is terminal."""

    class State(NamedTuple):
        place: int
        side: int

    def initial(self):
        return self.State(0, pw.MAX)

    def player(self, state):
        return state.side

    def actions(self, state):
        return [1, 2]

    def result(self, state, action):
        return self.State((state.place + action) % 7, -state.side)

    def terminal(self, state):
        return False

    def utility(self, state):
        return 0


class OfDicts(Rows):
    """A state as a beginner writes it: nothing in it can be hashed."""

    def initial(self):
        return {"board": {(0, 0): "b", (2, 2): "w"}, "turn": "X"}

    def actions(self, state):
        return [(1, 1)]

    def result(self, state, action):
        return {"board": {**state["board"], action: state["turn"]}, "turn": "O"}

    def player(self, state):
        return pw.MAX

    def terminal(self, state):
        return len(state["board"]) == 3

    def utility(self, state):
        return 0


class Wide(Rows):
    """Six by six, where nobody wins."""

    def initial(self):
        return self.State((".." * 3,) * 6, "X")

    def actions(self, state):
        return [(r, c) for r in range(6) for c in range(6) if state.board[r][c] == "."]

    def result(self, state, action):
        row, column = action
        board = list(state.board)
        board[row] = board[row][:column] + state.turn + board[row][column + 1 :]
        return self.State(tuple(board), "O" if state.turn == "X" else "X")

    def winner(self, state):
        return None


class Laid(NamedTuple):
    """Stones on sixteen cells, as bits."""

    black: int
    white: int


class Closed(NamedTuple):
    """Stones when the board is full."""

    black: int
    white: int
    filled: int


class StonesOfTwoKinds(pw.Game):
    """Sixteen stones in turn; more neighbours in the row win. A full board is a state of another class."""

    def initial(self):
        """Return the empty board."""
        return Laid(0, 0)

    def player(self, state):
        """Return MAX for black."""
        return pw.MAX if (state.black | state.white).bit_count() % 2 == 0 else pw.MIN

    def actions(self, state):
        """Return the empty cells."""
        return [cell for cell in range(16) if not (state.black | state.white) >> cell & 1]

    def result(self, state, action):
        """Return the board with one stone more."""
        if self.player(state) == pw.MAX:
            laid = Laid(state.black | 1 << action, state.white)
        else:
            laid = Laid(state.black, state.white | 1 << action)
        if laid.black | laid.white == (1 << 16) - 1:
            return Closed(laid.black, laid.white, 16)
        return laid

    def terminal(self, state):
        """Return whether the board is full."""
        return (state.black | state.white) == (1 << 16) - 1

    def utility(self, state):
        """Return the sign of the difference of neighbours."""
        more = (state.black & state.black << 1).bit_count() - (state.white & state.white << 1).bit_count()
        return (more > 0) - (more < 0)
