"""Solving in plain Python by full minimax over all reachable states: the specification of the faster methods.

Where play comes back to a state, minimax does not end: then the game is solved backwards (backward.py).
"""

from math import inf
from typing import Any

from plywise.engines.limits import Stopped
from plywise.errors import InputError
from plywise.game import Action, Game, State, Value, legal_actions
from plywise.game.reachable import player_of
from plywise.process.recursion import MAX_PLIES, RecursionBudget, recursion_budget
from plywise.solvers.backward import BackwardSolver
from plywise.solvers.method import SolvingMethod

MAX_LONG = 100_000
"""Where a line of play is longer than any search follows, it may go in circles among this many positions."""


class _Circle(Exception):
    """Play has come back to a state."""


class _TooLong(Exception):
    """A line of play is over MAX_PLIES long."""


class ReferenceSolver(SolvingMethod):
    """Plain Python: each state below the root is valued once."""

    engine_name = "reference"

    def __init__(self, game: Game, distance: bool) -> None:
        super().__init__(game, distance)
        self.known: dict[Any, int] = {}
        self._path: set[Any] = set()
        self._backward: BackwardSolver | None = None
        self._nodes = 0
        self._most_nodes = inf

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far, and of positions listed."""
        return self._nodes + (0 if self._backward is None else self._backward.nodes)

    @property
    def name(self) -> str:  # type: ignore[override]
        """How the last question was answered: see SolvingMethod."""
        return "search" if self._backward is None else "retrograde"

    @property
    def endless_is_a_draw(self) -> bool:  # type: ignore[override]
        """Whether the last answer counts endless play as a draw."""
        return self._backward is not None

    def encoded_value(self, state: State) -> int:
        """Return a state's value, from MAX's view.

        Raises InputError for a line of play longer than MAX_PLIES, unless it goes in a circle of few positions.
        """
        if self._backward is None:
            try:
                return self._search(state)
            except _Circle:
                self._backward = BackwardSolver(self.game, self.distance)
            except _TooLong:
                self._backward = self._round(state)
        return self._backward.encoded_value(state)

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth, exactly."""
        if self._backward is None:
            return super().move_values(state, value, all_moves, first)
        return self._backward.move_values(state, value, all_moves, first)

    def _search(self, state: State) -> int:
        self._path.clear()
        with recursion_budget() as budget:
            return self._value(state, 0, budget)

    def _round(self, state: State) -> BackwardSolver:
        """Return a solver that knows a state, all of whose lines of play may be long. Raises InputError."""
        solver = BackwardSolver(self.game, self.distance, MAX_LONG)
        if not solver.backward.list(state, MAX_LONG):
            raise InputError(f"a line of play of {self.game.name} is over {MAX_PLIES:,} plies long")
        return solver

    def limit(self, seconds: float | None, nodes: int | None = None) -> None:
        """Raise Stopped after this many nodes: see SolvingMethod."""
        super().limit(seconds)
        self._most_nodes = inf if nodes is None else self._nodes + nodes
        if self._backward is not None:
            self._backward.limit(seconds, nodes)

    def compare(self, state: State, word: int) -> int:
        """Return a state's value, which says most about how it compares with anything: see SolvingMethod."""
        return self.encoded_value(state)

    def encode(self, value: Value) -> int:
        """Return a value as it is: plain Python compares numbers of any kind."""
        return value  # type: ignore[return-value]

    def _value(self, state: State, ply: int, budget: RecursionBudget) -> int:
        self._nodes += 1
        if self._nodes > self._most_nodes:
            raise Stopped("nodes")
        budget.reach(ply)
        if ply > MAX_PLIES:
            raise _TooLong
        if self.game.terminal(state):
            return self.end(state)
        key = self.game.key(state)
        if key not in self.known:
            if key in self._path:
                raise _Circle
            self._path.add(key)
            mover = player_of(self.game, state)
            found = []
            for action in legal_actions(self.game, state):  # no comprehension: that would recurse through C code
                found.append(mover * self.to_parent(self._value(self.game.result(state, action), ply + 1, budget)))
            self._path.remove(key)
            self.known[key] = mover * max(found)
        return self.known[key]
