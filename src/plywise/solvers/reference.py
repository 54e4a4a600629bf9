"""Solving in plain Python by full minimax over all reachable states: the specification of the faster methods."""

from collections.abc import Sequence
from math import inf
from typing import Any

from plywise.engines.limits import Stopped
from plywise.errors import InputError
from plywise.game import Action, Game, State, Value, legal_actions
from plywise.recursion import MAX_PLIES, Room, recursion_room
from plywise.solvers.method import SolvingMethod


class ReferenceSolver(SolvingMethod):
    """Plain Python: each state below the root is valued once."""

    def __init__(self, game: Game, distance: bool) -> None:
        super().__init__(game, distance)
        self.known: dict[Any, int] = {}
        self._nodes = 0
        self._most_nodes = inf

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far."""
        return self._nodes

    def encoded_value(self, state: State) -> int:
        """Return a state's value, from MAX's view. Raises InputError for a line of play longer than MAX_PLIES."""
        with recursion_room() as room:
            return self._value(state, 0, room)

    def limit(self, seconds: float | None, nodes: int | None = None) -> None:
        """Raise Stopped after so many nodes: see SolvingMethod."""
        super().limit(seconds)
        self._most_nodes = inf if nodes is None else self._nodes + nodes

    def compare(self, state: State, word: int) -> int:
        """Return a state's value, which says most about how it compares with anything: see SolvingMethod."""
        return self.encoded_value(state)

    def encode(self, value: Value) -> int:
        """Return a value as it is: plain Python compares numbers of any kind."""
        return value  # type: ignore[return-value]

    def _value(self, state: State, ply: int, room: Room) -> int:
        self._nodes += 1
        if self._nodes > self._most_nodes:
            raise Stopped("nodes")
        room.reach(ply)
        if ply > MAX_PLIES:
            raise InputError(f"a line of play of {self.game.name} is over {MAX_PLIES:,} plies long")
        if self.game.terminal(state):
            return self.end(state)
        key = self.game.key(state)
        if key not in self.known:
            mover = self.game.player(state)
            found = []
            for action in legal_actions(self.game, state):  # no comprehension: that would recurse through C code
                found.append(mover * self.to_parent(self._value(self.game.result(state, action), ply + 1, room)))
            self.known[key] = mover * max(found)
        return self.known[key]

    def encoded_values(self, states: Sequence[State], forget: bool) -> list[int]:
        """Return each state's value, from MAX's view. `forget` is ignored: known values never change."""
        return [self.encoded_value(state) for state in states]

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth, exactly."""
        mover = self.game.player(state)
        return {
            action: mover * self.to_parent(self.encoded_value(self.game.result(state, action)))
            for action in self.game.actions(state)
        }
