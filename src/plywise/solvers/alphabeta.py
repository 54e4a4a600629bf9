"""Solving by native alpha-beta search to the end of every line."""

from collections.abc import Sequence
from math import ceil, floor, inf
from typing import TYPE_CHECKING

from plywise import engines
from plywise.engines.batches import CALL_NODES, FEW, Row
from plywise.engines.values import MAX_UTILITY, from_word, to_word
from plywise.game import FAR, MAX, PLIES, Action, State, Value
from plywise.solvers.method import NO_DISTANCE, NoDistance, SolvingMethod

if TYPE_CHECKING:
    from plywise.engines import Engine


class AlphaBetaSolver(SolvingMethod):
    """The native engine, with one table for all questions.

    archives: a question about a state that the table does not know begins with a small table (see kernel/archive.py)
    first_nodes: how many nodes states that are solved by one call may enter together; one that needs more is solved
        alone, and those before it do not wait
    bounds: of the utilities (None: as the game declares them)
    """

    archives = True
    first_nodes = 30 * CALL_NODES

    def __init__(
        self,
        engine: "Engine",
        distance: bool,
        threads: int,
        table: float | None,
        features: int,
        bounds: tuple[Value, Value] | None = None,
    ) -> None:
        super().__init__(engine.game, distance)
        low, high = engine.game.utility_bounds if bounds is None else bounds
        self.assumes_bounds = (low, high) != tuple(engine.game.utility_bounds)
        large = any(MAX_UTILITY <= abs(bound) < inf for bound in (low, high))
        if distance and (large or not engine.whole_utilities):
            raise NoDistance(f"{engine.game.name}: {NO_DISTANCE}")
        self.session = engines.ExactSession(
            engine, distance, features=features, threads=threads, megabytes=table, archive=self.archives
        )
        self.floats = self.session.floats
        self.at_once = threads == 1
        if distance:
            self.low = -FAR if low == -inf else (floor(low) - (low > 0)) * PLIES  # the plies to a win lower its word,
            self.high = FAR if high == inf else (ceil(high) + (high < 0)) * PLIES  # the plies to a loss raise it
        else:
            self.low, self.high = to_word(low, self.floats), to_word(high, self.floats)

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far, by all threads."""
        return self.session.nodes

    def limit(self, seconds: float | None, nodes: int | None = None) -> None:
        """Raise Stopped after this many seconds or nodes: see SolvingMethod."""
        self.session.limit(seconds, nodes)

    def encoded_value(self, state: State) -> int:
        """Return a state's value as a word, from MAX's view."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        return mover * self.session.value(state, *self._window(mover))

    def compare(self, state: State, word: int) -> int:
        """Return how a state's value compares with a word: see SolvingMethod. By one null window."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        return mover * self.session.exceeds(state, word - 1 if mover == MAX else -word)

    def encode(self, value: Value) -> int:
        """Return the least word of a state worth at least a value: see SolvingMethod."""
        return to_word(value, True) if self.floats else super().encode(value)

    def encoded_values(self, states: Sequence[State], forget: bool) -> list[int]:
        """Return the values of the first states: see SolvingMethod. By one compiled call, in one thread."""
        if len(states) < FEW and not forget:
            return [self.encoded_value(states[0])]
        words = self.session.solve_values(states, self.low, self.high, forget, None if forget else self.first_nodes)
        return words or [self.encoded_value(states[0])]

    def solve_some(self, states: Sequence[State], all_moves: bool, line: bool) -> list[Row]:
        """Return what is found of the first states: see SolvingMethod. By one compiled call, in one thread."""
        nodes, promising = self.first_nodes, self.by_priority
        return self.session.solve_moves(states, self.low, self.high, nodes, all_moves, line, promising)

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth: see SolvingMethod."""
        low, high = self._window(self.game.player(state)) if all_moves else (0, 0)
        with self.session.interruptible():
            return self.session.value_root_moves(
                state, low, high, value, first=first, promising=first and self.by_priority
            )

    def decode(self, word: int) -> tuple[Value, int | None]:
        """Return the value and the distance that a word encodes: see SolvingMethod."""
        return (from_word(word, self.floats), None) if not self.distance else super().decode(word)

    def _window(self, mover: int) -> tuple[int, int]:
        return (self.low, self.high) if mover == MAX else (-self.high, -self.low)
