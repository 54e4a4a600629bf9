"""Los Alamos chess 6x6: a set of 36 cells for each kind of piece, a move as start + 64 * end + 4096 * promotion."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import bit, lowest, members, popcount

N = 6
CELLS = range(N * N)
START = "rnqknrpppppp............PPPPPPRNQKNR"
ORTHOGONAL = ((-1, 0), (1, 0), (0, -1), (0, 1))
ALL = (*ORTHOGONAL, (-1, -1), (-1, 1), (1, -1), (1, 1))
KNIGHT = ((-2, -1), (-2, 1), (-1, -2), (-1, 2), (1, -2), (1, 2), (2, -1), (2, 1))
OFF = 63
QUEEN, ROOK, KNIGHT_PROMOTED = 1, 2, 3


def beyond(cell: int, step: tuple[int, int], times: int = 1) -> int:
    """Return the cell after some steps, or OFF."""
    row, column = cell // N + step[0] * times, cell % N + step[1] * times
    return row * N + column if 0 <= row < N and 0 <= column < N else OFF


def lands(cell: int, steps: tuple[tuple[int, int], ...]) -> int:
    """Return the cells that one of some steps leads to."""
    return sum(1 << beyond(cell, step) for step in steps if beyond(cell, step) != OFF)


def rays(cell: int, steps: tuple[tuple[int, int], ...]) -> int:
    """Return the cells in some directions on an empty board."""
    return sum(1 << beyond(cell, step, n) for step in steps for n in range(1, N) if beyond(cell, step, n) != OFF)


def between(start: int, end: int) -> int:
    """Return the cells between two in line, on an empty board."""
    for step in ALL:
        passed = [beyond(start, step, n) for n in range(1, N)]
        if end in passed:
            return sum(1 << cell for cell in passed[: passed.index(end)])
    return 0


NEXT = tuple(beyond(cell, step) for cell in CELLS for step in ALL)
LEAPS = tuple(beyond(cell, step) for cell in CELLS for step in KNIGHT)
"""Eight numbers for each cell: where a step of a king, or of a knight, leads."""
KNIGHTS_AT, KINGS_AT = tuple(lands(cell, KNIGHT) for cell in CELLS), tuple(lands(cell, ALL) for cell in CELLS)
ROOKS_AT, QUEENS_AT = tuple(rays(cell, ORTHOGONAL) for cell in CELLS), tuple(rays(cell, ALL) for cell in CELLS)
WHITE_PAWNS_AT = tuple(lands(cell, ((1, -1), (1, 1))) for cell in CELLS)
BLACK_PAWNS_AT = tuple(lands(cell, ((-1, -1), (-1, 1))) for cell in CELLS)
"""The cells from which such a piece attacks one."""
BETWEEN = tuple(between(start, end) for start in CELLS for end in CELLS)
LAST_ROWS = 0b111111 | 0b111111 << 30


def cells_of(marks: str) -> int:
    """Return where marks stand at the start."""
    return sum(1 << cell for cell, mark in enumerate(START) if mark in marks)


class State(NamedTuple):
    """The pieces of the player to move and of the other, of each kind, the side to move, and the quiet moves."""

    mine: int
    other: int
    pawns: int
    knights: int
    rooks: int
    queens: int
    kings: int
    side: int
    quiet: int


def attacked(cell: int, state: State, by: int, side: int) -> bool:
    """Return whether pieces of a set, those of a side, attack a cell."""
    pawns = WHITE_PAWNS_AT[cell] if side == pw.MAX else BLACK_PAWNS_AT[cell]
    if by & (pawns & state.pawns | KNIGHTS_AT[cell] & state.knights | KINGS_AT[cell] & state.kings):
        return True
    taken = state.mine | state.other
    for start in members(by & (ROOKS_AT[cell] & state.rooks | QUEENS_AT[cell] & state.queens)):
        if BETWEEN[cell * 36 + start] & taken == 0:
            return True
    return False


def moved(state: State, action: int) -> State:
    """Return the board after a move, the other player to move."""
    start, goal, promoted = bit(action & 63), bit(action >> 6 & 63), action >> 12
    kept, quiet = ~(start | goal), state.quiet + 1
    pawns, knights, rooks = state.pawns & kept, state.knights & kept, state.rooks & kept
    queens, kings = state.queens & kept, state.kings & kept
    if promoted:
        quiet = 0
        if promoted == QUEEN:
            queens |= goal
        elif promoted == ROOK:
            rooks |= goal
        else:
            knights |= goal
    elif state.pawns & start:
        pawns |= goal
        quiet = 0
    elif state.knights & start:
        knights |= goal
    elif state.rooks & start:
        rooks |= goal
    elif state.queens & start:
        queens |= goal
    else:
        kings |= goal
    if state.other & goal:
        quiet = 0
    mine = state.mine ^ start | goal
    return State(state.other & ~goal, mine, pawns, knights, rooks, queens, kings, -state.side, quiet)


def king_of(pieces: int, state: State) -> int:
    """Return the cell of a king."""
    return lowest(pieces & state.kings)


class MiniChess(pw.Game):
    """Chess without bishops."""

    name = "minichess-by-hand"
    utility_bounds = (-1, 1)
    alternating = True

    def initial(self) -> State:
        """Return the pieces in their places."""
        white = cells_of("PNRQK")
        kinds = (cells_of("pP"), cells_of("nN"), cells_of("rR"), cells_of("qQ"), cells_of("kK"))
        return State(white, cells_of("pnrqk"), *kinds, pw.MAX, 0)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def targets(self, state: State, start: int) -> Iterator[int]:
        """Yield where a piece may go, in the order of its steps, whether or not its king is then in check."""
        here, taken = bit(start), state.mine | state.other
        if state.pawns & here:
            ahead = start - N if state.side == pw.MAX else start + N
            column = start % N
            if 0 <= ahead < 36:
                if not taken >> ahead & 1:
                    yield ahead
                if column > 0 and state.other >> ahead - 1 & 1:
                    yield ahead - 1
                if column < N - 1 and state.other >> ahead + 1 & 1:
                    yield ahead + 1
        elif (state.knights | state.kings) & here:
            knight = state.knights & here
            for at in range(8 * start, 8 * start + 8):
                end = LEAPS[at] if knight else NEXT[at]
                if end != OFF and not state.mine >> end & 1:
                    yield end
        else:
            for direction in range(4 if state.rooks & here else 8):
                end = NEXT[8 * start + direction]
                while end != OFF and not state.mine >> end & 1:
                    yield end
                    end = OFF if state.other >> end & 1 else NEXT[8 * end + direction]

    def legal(self, state: State, action: int) -> bool:
        """Return whether the mover's king is not in check after a move."""
        child = moved(state, action)
        return not attacked(king_of(child.other, child), child, child.mine, child.side)

    def actions(self, state: State) -> Iterator[int]:
        """Yield the legal moves."""
        for start in members(state.mine):
            for end in self.targets(state, start):
                action = start | end << 6
                if self.legal(state, action):
                    if state.pawns >> start & 1 and LAST_ROWS >> end & 1:
                        yield action | QUEEN << 12
                        yield action | ROOK << 12
                        yield action | KNIGHT_PROMOTED << 12
                    else:
                        yield action

    def stuck(self, state: State) -> bool:
        """Return whether there is no legal move."""
        for _ in self.actions(state):
            return False
        return True

    def result(self, state: State, action: int) -> State:
        """Return the board after a move."""
        return moved(state, action)

    def terminal(self, state: State) -> bool:
        """Return whether it is over."""
        return state.quiet >= 60 or self.stuck(state)

    def utility(self, state: State) -> int:
        """Return who has won."""
        if attacked(king_of(state.mine, state), state, state.other, -state.side) and self.stuck(state):
            return -state.side
        return 0

    def evaluate(self, state: State) -> float:
        """Return how much more White's pieces are worth, in fiftieths of a pawn."""
        return state.side * (worth(state, state.mine) - worth(state, state.other)) / 50


def worth(state: State, pieces: int) -> int:
    """Return what the pieces of a set are worth."""
    light = popcount(pieces & state.pawns) + 3 * popcount(pieces & state.knights)
    return light + 5 * popcount(pieces & state.rooks) + 9 * popcount(pieces & state.queens)
