"""Reversi 6x6: two sets of 36 cells, moves and flips by shifts, as in plywise.games.othello."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, members, popcount

#  0  1  2  3  4  5      A row of discs that turn over never stands in the first or the last column, but in a line down.
#  6  7  8  9 10 11      Shifts out of the board meet no disc there.
# ...
WIDTH = 6
BOARD = 2**36 - 1
INNER = sum(0b011110 << WIDTH * row for row in range(WIDTH))
PASS = 36
BLACK, WHITE = bit(15) | bit(20), bit(14) | bit(21)
RIGHT, DOWN, DOWN_LEFT, DOWN_RIGHT = 1, 6, 5, 7


class State(NamedTuple):
    """The discs of the player to move, those of the other, and the side to move."""

    mine: int
    other: int
    side: int


def run_up(start: int, through: int, step: int) -> int:
    """Return the cells of `through`, at most four, in an unbroken row after a cell of `start`."""
    run = through & start << step
    run |= through & run << step
    return run | through & through << step & run << 2 * step


def run_down(start: int, through: int, step: int) -> int:
    """Return the same in the opposite direction."""
    run = through & start >> step
    run |= through & run >> step
    return run | through & through >> step & run >> 2 * step


def enclosing(mine: int, other: int) -> int:
    """Return the empty cells where a disc encloses a row of the other's."""
    inner = other & INNER
    found = run_up(mine, inner, RIGHT) << RIGHT | run_down(mine, inner, RIGHT) >> RIGHT
    found |= run_up(mine, other, DOWN) << DOWN | run_down(mine, other, DOWN) >> DOWN
    found |= run_up(mine, inner, DOWN_LEFT) << DOWN_LEFT | run_down(mine, inner, DOWN_LEFT) >> DOWN_LEFT
    found |= run_up(mine, inner, DOWN_RIGHT) << DOWN_RIGHT | run_down(mine, inner, DOWN_RIGHT) >> DOWN_RIGHT
    return found & BOARD & ~(mine | other)


def turned(stone: int, mine: int, through: int, step: int) -> int:
    """Return the rows that a disc just placed encloses along a line."""
    up, down = run_up(stone, through, step), run_down(stone, through, step)
    return (up if up & mine >> step else 0) | (down if down & mine << step else 0)


class Reversi(pw.Game):
    """Most discs win."""

    name = "reversi-by-hand"
    utility_bounds = (-36, 36)
    alternating = True

    def initial(self) -> State:
        """Return the four discs in the centre."""
        return State(BLACK, WHITE, pw.MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the cells, or PASS."""
        return members(enclosing(state.mine, state.other) or bit(PASS))

    def result(self, state: State, action: int) -> State:
        """Return the board after a move or a pass."""
        if action == PASS:
            return State(state.other, state.mine, -state.side)
        stone, mine, inner = bit(action), state.mine, state.other & INNER
        rows = turned(stone, mine, inner, RIGHT) | turned(stone, mine, state.other, DOWN)
        rows |= turned(stone, mine, inner, DOWN_LEFT) | turned(stone, mine, inner, DOWN_RIGHT)
        return State(state.other ^ rows, mine | stone | rows, -state.side)

    def terminal(self, state: State) -> bool:
        """Return whether nobody can place a disc."""
        return enclosing(state.mine, state.other) == 0 and enclosing(state.other, state.mine) == 0

    def utility(self, state: State) -> int:
        """Return how many more discs Black has."""
        return state.side * (popcount(state.mine) - popcount(state.other))

    def evaluate(self, state: State) -> float:
        """Return half of how many more moves Black has."""
        mine, other = enclosing(state.mine, state.other), enclosing(state.other, state.mine)
        return 0.5 * (state.side * (popcount(mine) - popcount(other)))
