"""Amazons, 4x4: queens and burnt cells as sets of pairs, a move is (start, end, arrow)."""
from dataclasses import dataclass
from itertools import product

import plywise as pw

SIZE = 4
COMPASS = [(dr, dc) for dr, dc in product((-1, 0, 1), repeat=2) if dr or dc]
FIRST = frozenset({(0, 1), (3, 2)})
SECOND = frozenset({(1, 3), (2, 0)})


@dataclass(frozen=True)
class State:
    mover: frozenset = FIRST
    waiting: frozenset = SECOND
    burnt: frozenset = frozenset()
    side: int = pw.MAX

    @property
    def blocked(self):
        return self.mover | self.waiting | self.burnt


def rays(start, blocked):
    r, c = start
    for dr, dc in COMPASS:
        n = 1
        while 0 <= (y := r + n * dr) < SIZE and 0 <= (x := c + n * dc) < SIZE and (y, x) not in blocked:
            yield y, x
            n += 1


class Amazons(pw.Game):
    name = "amazons"

    def initial(self):
        return State()

    def player(self, state):
        return state.side

    def actions(self, state):
        for start in sorted(state.mover):
            without = state.blocked - {start}
            for end in rays(start, without):
                for arrow in rays(end, without):
                    yield start, end, arrow

    def result(self, state, move):
        start, end, arrow = move
        moved = state.mover - {start} | {end}
        return State(state.waiting, moved, state.burnt | {arrow}, -state.side)

    def stuck(self, state):
        return not any(True for queen in state.mover for _ in rays(queen, state.blocked))

    def terminal(self, state):
        return self.stuck(state)

    def utility(self, state):
        return -state.side

    def evaluate(self, state):
        ours = {cell for queen in state.mover for cell in rays(queen, state.blocked)}
        theirs = {cell for queen in state.waiting for cell in rays(queen, state.blocked)}
        return state.side * (len(ours) - len(theirs)) / (2 * SIZE * SIZE)
