"""Amazons on 6 by 6 squares, a queen's move and its arrow as one action. State: a NamedTuple of frozensets."""

from typing import NamedTuple

import plywise as pw

SIZE = 6
WAYS = [(-1, -1), (-1, 0), (-1, 1), (0, -1), (0, 1), (1, -1), (1, 0), (1, 1)]


class State(NamedTuple):
    """The queens of the player to move, those of the other player, the burnt squares, and who is to move."""

    queens: frozenset
    others: frozenset
    burnt: frozenset
    side: int


class Amazons(pw.Game):
    """Move a queen, then shoot an arrow from where it stands; a player who cannot move loses."""

    def initial(self):
        lower = frozenset({(4, 0), (4, 5), (5, 1), (5, 4)})
        upper = frozenset({(1, 0), (1, 5), (0, 1), (0, 4)})
        return State(lower, upper, frozenset(), pw.MAX)

    def player(self, state):
        return state.side

    def reach(self, start, taken):
        """Yield the squares that a queen on a square sees."""
        for down, right in WAYS:
            row, column = start[0] + down, start[1] + right
            while 0 <= row < SIZE and 0 <= column < SIZE and (row, column) not in taken:
                yield row, column
                row, column = row + down, column + right

    def actions(self, state):
        taken = state.queens | state.others | state.burnt
        for start in sorted(state.queens):
            left = taken - {start}
            for goal in self.reach(start, left):
                for arrow in self.reach(goal, left):
                    yield start, goal, arrow

    def result(self, state, action):
        start, goal, arrow = action
        return State(state.others, state.queens - {start} | {goal}, state.burnt | {arrow}, -state.side)

    def terminal(self, state):
        taken = state.queens | state.others | state.burnt
        return not any(True for queen in state.queens for _ in self.reach(queen, taken))

    def utility(self, state):
        return -state.side
