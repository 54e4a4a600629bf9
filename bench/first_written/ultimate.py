"""Ultimate tic-tac-toe: the marks of nine boards in two words a side, boards open, won and drawn as sets of nine."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, members, popcount

#  Cell 9 * board + place. Boards 0 to 5 are bits 0 to 53 of the first word, boards 6 to 8 bits 0 to 26 of the second.
FIRST = 54
ALL = 0b111_111_111
LINES = (0b000000111, 0b000111000, 0b111000000, 0b001001001, 0b010010010, 0b100100100, 0b100010001, 0b001010100)
LINED = tuple(any(marks & line == line for line in LINES) for marks in range(512))
"""Whether nine marks have a line."""
CELLS = tuple(sum(ALL << 9 * board for board in range(9) if boards >> board & 1) for boards in range(512))
FIRST_CELLS, LAST_CELLS = tuple(each % 2**FIRST for each in CELLS), tuple(each >> FIRST for each in CELLS)
"""The cells of a set of boards, in the first word and in the second."""


class State(NamedTuple):
    """The marks of the player to move and of the other, the boards each has won, the open ones, and the side to move.

    allowed: the boards that may be played on.
    """

    mine: int
    mine_last: int
    other: int
    other_last: int
    won: int
    other_won: int
    open: int
    allowed: int
    side: int


class Ultimate(pw.Game):
    """Three boards in a row win; each move says where the next one is to be."""

    name = "ultimate-by-hand"
    utility_bounds = (-1, 1)
    alternating = True

    def initial(self) -> State:
        """Return nine empty boards."""
        return State(0, 0, 0, 0, 0, 0, ALL, ALL, pw.MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the empty cells of the boards that may be played on."""
        for cell in members(FIRST_CELLS[state.allowed] & ~(state.mine | state.other)):
            yield cell
        for cell in members(LAST_CELLS[state.allowed] & ~(state.mine_last | state.other_last)):
            yield cell + FIRST

    def result(self, state: State, action: int) -> State:
        """Return the boards with one more mark."""
        board, place = action // 9, action % 9
        mine, last = state.mine, state.mine_last
        if action < FIRST:
            mine |= bit(action)
            own = mine >> 9 * board & ALL
            full = own | state.other >> 9 * board & ALL
        else:
            last |= bit(action - FIRST)
            own = last >> 9 * board - FIRST & ALL
            full = own | state.other_last >> 9 * board - FIRST & ALL
        won, left = state.won, state.open
        if LINED[own]:
            won |= bit(board)
            left &= ~bit(board)
        elif full == ALL:
            left &= ~bit(board)
        allowed = bit(place) if left >> place & 1 else left
        return State(state.other, state.other_last, mine, last, state.other_won, won, left, allowed, -state.side)

    def terminal(self, state: State) -> bool:
        """Return whether three boards in a row are won, or none is open."""
        return state.open == 0 or LINED[state.other_won]

    def utility(self, state: State) -> int:
        """Return who has won."""
        return -state.side if LINED[state.other_won] else 0

    def evaluate(self, state: State) -> float:
        """Return how many more boards X has won, in twentieths."""
        return state.side * (popcount(state.won) - popcount(state.other_won)) / 20
