"""Brandub 7x7: attackers, defenders and the king as sets of 49 cells, a move as start + 64 * end."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, members

N = 7
START = "...A......A......D...AADKDAA...D......A......A..."
OFF = 63
"""Beyond the edge: a cell that is always taken."""
DIRECTIONS = ((1, 0), (-1, 0), (0, 1), (0, -1))
CORNERS = bit(0) | bit(N - 1) | bit(N * N - N) | bit(N * N - 1)
THRONE = bit(24)
BOARD = 2 ** (N * N) - 1


def cells_of(marks: str) -> int:
    """Return where marks stand at the start."""
    return sum(1 << cell for cell, mark in enumerate(START) if mark in marks)


def beyond(cell: int, direction: tuple[int, int], steps: int) -> int:
    """Return the cell so many steps away, or OFF."""
    row, column = cell // N + direction[0] * steps, cell % N + direction[1] * steps
    return row * N + column if 0 <= row < N and 0 <= column < N else OFF


NEXT = tuple(beyond(cell, each, 1) for cell in range(N * N) for each in DIRECTIONS)
"""Four numbers for each cell: those beside it."""
FACING = tuple(
    0 if beyond(cell, each, 2) == OFF else 1 << beyond(cell, each, 1) for cell in range(N * N) for each in DIRECTIONS
)
BEHIND = tuple(
    0 if beyond(cell, each, 2) == OFF else 1 << beyond(cell, each, 2) for cell in range(N * N) for each in DIRECTIONS
)
"""Four sets for each cell: the cell beside it where one lies behind that, and that one."""
BESIDE = tuple(
    sum(1 << beyond(cell, each, 1) for each in DIRECTIONS if beyond(cell, each, 1) != OFF) for cell in range(N * N)
)


class State(NamedTuple):
    """The attackers, the defenders with their king, the king alone, whose move it is, and the plies played."""

    attackers: int
    defenders: int
    king: int
    side: int
    ply: int


class Brandub(pw.Game):
    """The king wants to reach a corner; the attackers, who begin, want to take it."""

    name = "brandub-by-hand"
    utility_bounds = (-1, 1)
    alternating = True

    def initial(self) -> State:
        """Return the king in the middle."""
        return State(cells_of("A"), cells_of("DK"), cells_of("K"), pw.MAX, 0)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield the moves of each piece in each direction."""
        taken = state.attackers | state.defenders | bit(OFF)
        for start in members(state.attackers if state.side == pw.MAX else state.defenders):
            barred = taken if state.king >> start & 1 else taken | CORNERS | THRONE
            for direction in range(4):
                end = NEXT[4 * start + direction]
                while not taken >> end & 1:
                    if not barred >> end & 1:
                        yield start | end << 6
                    end = NEXT[4 * end + direction]

    def result(self, state: State, action: int) -> State:
        """Return the board after a move and what it takes."""
        start, end = bit(action & 63), action >> 6
        own, enemy = state.attackers, state.defenders
        if state.side == pw.MIN:
            own, enemy = enemy, own
        own = own ^ start | bit(end)
        taken = 0
        for at in range(4 * end, 4 * end + 4):
            if enemy & FACING[at] and (own | CORNERS) & BEHIND[at]:
                taken |= FACING[at]
        enemy &= ~taken
        if state.side == pw.MAX:
            return State(own, enemy, state.king & ~taken, pw.MIN, state.ply + 1)
        king = bit(end) if state.king == start else state.king
        return State(enemy, own, king, pw.MAX, state.ply + 1)

    def stuck(self, state: State) -> bool:
        """Return whether the player to move has no move."""
        empty = BOARD & ~(state.attackers | state.defenders)
        free = empty & ~(CORNERS | THRONE)
        for start in members(state.attackers if state.side == pw.MAX else state.defenders):
            if BESIDE[start] & (empty if state.king >> start & 1 else free):
                return False
        for _ in self.actions(state):  # across the empty throne
            return False
        return True

    def terminal(self, state: State) -> bool:
        """Return whether it is over."""
        return state.king == 0 or state.king & CORNERS != 0 or state.ply >= 100 or self.stuck(state)

    def utility(self, state: State) -> int:
        """Return who has won."""
        if state.king == 0:
            return 1
        if state.king & CORNERS:
            return -1
        return -state.side if self.stuck(state) else 0
