"""Quoridor 5x5: walls as two sets of cells, flood fill by shifts, a wall as 32 + 2 * cell (+ 1 for an upright one)."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, members

N = 5
FIRST_ROW, LAST_ROW = 0b11111, 0b11111 << 20
BOARD = 2**25 - 1
NOT_LAST_COLUMN = 0b01111_01111_01111_01111_01111
CORNERS = 0b00000_01111_01111_01111_01111
"""The cells at whose lower right corner a wall may have its middle."""
WALL = 32


class State(NamedTuple):
    """The pawns, the walls that lie and that stand, those left to the mover and the other, the side, the plies."""

    first: int
    second: int
    lying: int
    upright: int
    left: int
    other_left: int
    side: int
    ply: int


def spread(reached: int, down: int, right: int) -> int:
    """Return the cells reached and those beside them. down, right: the cells from which that step is open."""
    found = reached | (reached & down) << N | reached >> N & down
    return found | (reached & right) << 1 | reached >> 1 & right


def open_down(lying: int) -> int:
    """Return the cells from which no wall bars the step down."""
    return BOARD & ~(lying | lying << 1)


def open_right(upright: int) -> int:
    """Return the cells from which no wall bars the step to the right."""
    return NOT_LAST_COLUMN & ~(upright | upright << N)


def connected(cells: int, goal: int, down: int, right: int) -> bool:
    """Return whether a goal can be reached."""
    before = 0
    while cells != before:
        if cells & goal:
            return True
        before = cells
        cells = spread(cells, down, right) & BOARD
    return False


def distance(pawn: int, goal: int, down: int, right: int) -> int:
    """Return the steps to a goal that can be reached."""
    cells, steps = bit(pawn), 0
    while cells & goal == 0:
        cells = spread(cells, down, right) & BOARD
        steps += 1
    return steps


class Quoridor(pw.Game):
    """Reach the other side first; walls must leave a way."""

    name = "quoridor-by-hand"
    utility_bounds = (-1, 1)
    alternating = True

    def initial(self) -> State:
        """Return the pawns in the middle of their rows."""
        return State(22, 2, 0, 0, 2, 2, pw.MAX, 0)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def steps(self, pawn: int, down: int, right: int) -> Iterator[int]:
        """Yield the cells that a step leads to: up, down, left, right."""
        if pawn >= N and down >> pawn - N & 1:
            yield pawn - N
        if pawn < 20 and down >> pawn & 1:
            yield pawn + N
        if pawn > 0 and right >> pawn - 1 & 1:
            yield pawn - 1
        if right >> pawn & 1:
            yield pawn + 1

    def actions(self, state: State) -> Iterator[int]:
        """Yield the steps and jumps, then the walls."""
        me, you = state.first, state.second
        if state.side == pw.MIN:
            me, you = you, me
        down, right = open_down(state.lying), open_right(state.upright)
        for cell in self.steps(me, down, right):
            if cell != you:
                yield cell
            else:
                for behind in self.steps(you, down, right):
                    if behind != me:
                        yield behind
        if state.left:
            free = CORNERS & ~(state.lying | state.upright)
            lying = free & ~(state.lying << 1 | state.lying >> 1)
            upright = free & ~(state.upright << N | state.upright >> N)
            for cell in members(lying | upright):
                if lying >> cell & 1 and self.leaves_a_way(state, open_down(state.lying | bit(cell)), right):
                    yield WALL + 2 * cell
                if upright >> cell & 1 and self.leaves_a_way(state, down, open_right(state.upright | bit(cell))):
                    yield WALL + 2 * cell + 1

    def leaves_a_way(self, state: State, down: int, right: int) -> bool:
        """Return whether both pawns can reach their goals."""
        first = connected(bit(state.first), FIRST_ROW, down, right)
        return first and connected(bit(state.second), LAST_ROW, down, right)

    def result(self, state: State, action: int) -> State:
        """Return the board after a step or with one more wall."""
        first, second, lying, upright, left = state.first, state.second, state.lying, state.upright, state.left
        if action >= WALL:
            left -= 1
            if action & 1:
                upright |= bit((action - WALL) // 2)
            else:
                lying |= bit((action - WALL) // 2)
        elif state.side == pw.MAX:
            first = action
        else:
            second = action
        return State(first, second, lying, upright, state.other_left, left, -state.side, state.ply + 1)

    def terminal(self, state: State) -> bool:
        """Return whether it is over."""
        return state.first < N or state.second >= 20 or state.ply >= 60

    def utility(self, state: State) -> int:
        """Return who has won."""
        return 1 if state.first < N else -1 if state.second >= 20 else 0

    def evaluate(self, state: State) -> float:
        """Return how much shorter the first pawn's way is, in thirtieths."""
        down, right = open_down(state.lying), open_right(state.upright)
        return (distance(state.second, LAST_ROW, down, right) - distance(state.first, FIRST_ROW, down, right)) / 30
