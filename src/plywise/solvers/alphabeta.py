"""Solving by native alpha-beta search to the end of every line."""

from collections.abc import Sequence
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any

from plywise.engines.kernel import solving
from plywise.engines.kernel.strong import LIST, MTDF, ROOT, run_strong
from plywise.engines.values import MAX_UTILITY, from_word, to_word
from plywise.game import FAR, MAX, PLIES, Action, State, Value
from plywise.solvers.method import NO_DISTANCE, NoDistance, SolvingMethod

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine
    from plywise.engines.native.session import Row


class AlphaBetaSolver(SolvingMethod):
    """The native engine, with one table for all questions.

    archives: a question about a state that the table does not know begins with a small table (see kernel/archive.py)
    first_nodes: how many nodes states that are solved by one call may enter together; one that needs more is solved
        alone, and those before it do not wait
    bounds: of the utilities (None: as the game declares them)
    """

    archives = True
    first_nodes = 30 * solving.CALL_NODES

    def __init__(
        self,
        engine: "Engine",
        distance: bool,
        threads: int,
        table: float | None,
        features: int,
        bounds: tuple[Value, Value] | None = None,
    ) -> None:
        from plywise.engines.native.session import SearchSession
        from plywise.engines.native.threads import prepare

        super().__init__(engine.game, distance)
        low, high = engine.game.utility_bounds if bounds is None else bounds
        self.assumes_bounds = (low, high) != tuple(engine.game.utility_bounds)
        large = any(MAX_UTILITY <= abs(bound) < inf for bound in (low, high))
        if distance and (large or not engine.whole_utilities):
            raise NoDistance(f"{engine.game.name}: {NO_DISTANCE}")
        config = engine.config(distance=distance, horizon=False)
        self.floats = engine.floats and not distance and not config.whole
        engine.entry(run_strong, config)
        self.session = SearchSession(
            engine, config, features=features, threads=threads, megabytes=table, archive=self.archives
        )
        self.at_once = threads == 1
        prepare(threads)
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
        """Raise Stopped after so many seconds, or nodes: see SolvingMethod."""
        from plywise.engines.native.clock import Clock

        self.session.clock = Clock(seconds)
        self.session.memory.limit_nodes(nodes)

    def encoded_value(self, state: State) -> int:
        """Return a state's value as a word, from MAX's view."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        low, high = self._window(mover)

        def call(work: Any, stack: Any) -> int:
            return self.session.call_kernel(MTDF, state, work, stack, low, high)

        with self.session.interruptible():
            return mover * self.session.run(call, state)

    def compare(self, state: State, word: int) -> int:
        """Return how a state's value compares with a word: see SolvingMethod. By one null window."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        alpha = word - 1 if mover == MAX else -word

        def call(work: Any, stack: Any) -> int:
            count = self.session.call_kernel(LIST, state, work, stack, guess=1)
            return self.session.call_kernel(ROOT, state, work, stack, alpha, alpha + 1, count=count)

        with self.session.interruptible():
            return mover * self.session.run(call, state)

    def encode(self, value: Value) -> int:
        """Return the least word of a state worth at least a value: see SolvingMethod."""
        return to_word(value, True) if self.floats else super().encode(value)

    def encoded_values(self, states: Sequence[State], forget: bool) -> list[int]:
        """Return the values of the first states: see SolvingMethod. By one compiled call, in one thread."""
        if len(states) < solving.FEW and not forget:
            return [self.encoded_value(states[0])]
        words, count = self._rows(states, *((solving.FRESH, None) if forget else (0, self.first_nodes)))
        return words[:: solving.VALUE_WORDS] if count else [self.encoded_value(states[0])]

    def solve_some(self, states: Sequence[State], all_moves: bool, line: bool) -> "list[Row]":
        """Return what is found of the first states: see SolvingMethod. By one compiled call, in one thread."""
        how = solving.MOVES | solving.EXACT * all_moves | solving.LINE * line | solving.PROMISING * self.by_priority
        from plywise.engines.native.session import read_rows

        return list(read_rows(*self._rows(states, how, self.first_nodes)))

    def _rows(self, states: Sequence[State], how: int, nodes: int | None) -> tuple[list[int], int]:
        with self.session.interruptible():
            return self.session.solve_some(states, self.low, self.high, how, nodes)

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
