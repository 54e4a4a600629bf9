"""Solving by native alpha-beta search to the end of every line."""

from collections.abc import Iterator
from contextlib import contextmanager
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any

from plywise.engines.kernel.search import MTDF, run_strong
from plywise.engines.limits import Stopped
from plywise.engines.values import MAX_UTILITY, from_word, to_word
from plywise.game import FAR, MAX, PLIES, Action, State, Value
from plywise.solvers.method import NO_DISTANCE, NoDistance, SolvingMethod

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine


class AlphaBetaSolver(SolvingMethod):
    """The native engine, with one table for all questions."""

    def __init__(self, engine: "Engine", distance: bool, threads: int, table: float | None, features: int) -> None:
        from plywise.engines.native.session import SearchSession
        from plywise.engines.native.threads import prepare

        super().__init__(engine.game, distance)
        low, high = engine.game.utility_bounds
        large = any(MAX_UTILITY <= abs(bound) < inf for bound in (low, high))
        if distance and (large or not engine.whole_utilities):
            raise NoDistance(f"{engine.game.name}: {NO_DISTANCE}")
        config = engine.config(distance=distance, horizon=False)
        self.floats = engine.floats and not distance and not config.whole
        engine.entry(run_strong, config)
        self.session = SearchSession(engine, config, features=features, threads=threads, megabytes=table)
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

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Raise KeyboardInterrupt if Ctrl-C stopped the search, and clear it for the next; Stopped at a limit."""
        try:
            yield
        except Stopped:
            if not self.session.interrupted:
                raise
        if self.session.interrupted:
            self.session.interrupted = False
            raise KeyboardInterrupt

    def limit(self, seconds: float | None) -> None:
        """Raise Stopped after so many seconds: see SolvingMethod."""
        from plywise.engines.native.clock import Clock

        self.session.clock = Clock(seconds)

    def encoded_value(self, state: State) -> int:
        """Return a state's value as a word, from MAX's view."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        low, high = self._window(mover)

        def call(work: Any, stack: Any) -> int:
            return self.session.call_kernel(MTDF, state, work, stack, low, high)

        with self._interruptible():
            return mover * self.session.run(call, state)

    def encoded_values(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, from MAX's view, by one call of the compiled search in one thread."""
        if not states:
            return []
        with self._interruptible():
            return self.session.mtdf_all(states, self.low, self.high, forget)

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth: see SolvingMethod."""
        low, high = self._window(self.game.player(state)) if all_moves else (0, 0)
        with self._interruptible():
            return self.session.value_root_moves(
                state, low, high, value, first=first, promising=first and self.by_priority
            )

    def decode(self, word: int) -> tuple[Value, int | None]:
        """Return the value and the distance that a word encodes: see SolvingMethod."""
        return (from_word(word, self.floats), None) if not self.distance else super().decode(word)

    def _window(self, mover: int) -> tuple[int, int]:
        return (self.low, self.high) if mover == MAX else (-self.high, -self.low)
