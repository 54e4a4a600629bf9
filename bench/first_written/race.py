"""Race: numbers in the state, a step of the runner as a number from 0."""

from collections.abc import Iterator
from typing import NamedTuple

import plywise as pw
from plywise.bits import members

GOAL = 15
STEPS, COSTS = (1, 2, 4), (-1, 1, 3)
WALK, JOG, SPRINT = 0b001, 0b011, 0b111


class State(NamedTuple):
    """Where the one to move and the other are, their fuel, and the side to move."""

    mine: int
    other: int
    fuel: int
    other_fuel: int
    side: int


class Race(pw.Game):
    """Walk, jog or sprint to the goal; who lands on the other sends them back."""

    name = "race-by-hand"
    alternating = True

    def initial(self) -> State:
        """Return the start."""
        return State(0, 0, 6, 6, pw.MAX)

    def player(self, state: State) -> int:
        """Return the side to move."""
        return state.side

    def actions(self, state: State) -> Iterator[int]:
        """Yield 0 to walk, 1 to jog, 2 to sprint."""
        return members(SPRINT if state.fuel >= 3 else JOG if state.fuel >= 1 else WALK)

    def result(self, state: State, action: int) -> State:
        """Return the state after a step."""
        place = state.mine + STEPS[action]
        other = max(0, state.other - 3) if place == state.other else state.other
        return State(other, place, state.other_fuel, state.fuel - COSTS[action], -state.side)

    def terminal(self, state: State) -> bool:
        """Return whether the one who moved last is at the goal."""
        return state.other >= GOAL

    def utility(self, state: State) -> int:
        """Return who has won."""
        return -state.side
