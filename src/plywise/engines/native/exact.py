"""A session of exact searches: to the end of every line, or to a horizon at which all states count the same."""

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from typing import Any

import numpy as np

from plywise.engines.batches import CALL_NODES, MAX_LINE, Row
from plywise.engines.clock import Clock
from plywise.engines.kernel import solving, strong
from plywise.engines.kernel import thread_state as slots
from plywise.engines.limits import Stopped, TooLong
from plywise.engines.native import threads
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.search_memory import Array
from plywise.engines.native.session import Call, SearchSession
from plywise.game import Action, State

ROWS_SIZE = 2**16
"""The initial number of words for the results of a batch call."""


class ExactSession(SearchSession):
    """One engine, compiled for proofs, with one table for all questions. Values are words of engines/values.py.

    distance: sooner wins and later losses rank higher
    unknown: the value of a state at the horizon, MAX's view; None: searches go to the end of every line
    options: those of SearchMemory
    """

    def __init__(self, engine: Engine, distance: bool, unknown: int | None = None, **options: Any) -> None:
        bounded = unknown is not None
        config = engine.config(distance, horizon=bounded, proof=bounded)
        engine.entry(strong.run_strong, config)
        super().__init__(engine, config, **options)
        self.floats = engine.floats and not distance and not config.whole
        for work in self.memory.works if bounded else ():
            work[slots.UNKNOWN] = unknown
        threads.prepare(len(self.memory.works))

    def limit(self, seconds: float | None, nodes: int | None) -> None:
        """Make searches raise Stopped after this many seconds or nodes; None: no limit."""
        self.clock = Clock(seconds)
        self.memory.limit_nodes(nodes)

    def value(self, state: State, low: int, high: int) -> int:
        """Return the value of a state that is not over, known to lie from low to high; in the mover's view."""

        def call(work: Array, stack: Array) -> int:
            return self.call_kernel(strong.MTDF, state, work, stack, low, high)

        with self.interruptible():
            return self.run(call, state)
        raise AssertionError("a search without limits was stopped")

    def exceeds(self, state: State, alpha: int) -> int:
        """Return a bound on a state's value, in the mover's view: a lower bound if above alpha, else an upper bound."""

        def call(work: Array, stack: Array) -> int:
            count = self.call_kernel(strong.LIST, state, work, stack, guess=1)
            return self.call_kernel(strong.ROOT, state, work, stack, alpha, alpha + 1, count=count)

        with self.interruptible():
            return self.run(call, state)
        raise AssertionError("a search without limits was stopped")

    def value_to_horizon(
        self, state: State, low: int, high: int, guess: int, depth: int, side: int = 0, action: Action = None
    ) -> int:
        """Return a state's value to `depth` plies (0: to the end), known to lie from low to high.

        side: in whose view; the default is the mover's. action: the one that led to the state, if any.
        Raises Stopped at the node limit.
        """

        def call(work: Array, stack: Array) -> int:
            if action is not None:
                work[slots.PATH] = self.engine.action_word(action)
            return self.call_kernel(strong.MTDF, state, work, stack, low, high, guess, depth, side)

        return self.run(call, state)

    # --- many states by one call ----------------------------------------------------------------------------------

    def solve_values(
        self, states: Sequence[State], low: int, high: int, forget: bool, nodes: int | None = None
    ) -> list[int]:
        """Return the values, MAX's view, of the first states: as many as one call solves, perhaps none.

        low, high: bounds of all their values, MAX's view
        forget: solve each with an empty table
        nodes: the maximum number of nodes; also end at a line of play that is too long
        """
        words, count = self._solve_some(states, low, high, solving.FRESH * forget, nodes)
        return words[:: solving.VALUE_WORDS] if count else []

    def solve_moves(
        self, states: Sequence[State], low: int, high: int, nodes: int, all_moves: bool, line: bool, promising: bool
    ) -> list[Row]:
        """Return the results for the first states: as many as one call solves, perhaps none.

        all_moves: the exact value of every action
        line: include a line of best play
        promising: choose the most promising of the best actions, by the game's `priority`, instead of the first
        """
        how = solving.MOVES | solving.EXACT * all_moves | solving.LINE * line | solving.PROMISING * promising
        return list(_read_rows(*self._solve_some(states, low, high, how, nodes)))

    def _solve_some(
        self, states: Sequence[State], low: int, high: int, how: int, nodes: int | None
    ) -> tuple[list[int], int]:
        """Solve the first states, as many as one compiled call takes, in one thread; return the rows and their number.

        The rows follow one another; `_read_rows` reads them.

        low, high: bounds of all their values, MAX's view
        how: a bit mask: FRESH and the others of kernel/solving.py
        nodes: the maximum number of nodes; also end at a line of play that is too long, possibly before the first state
            is
            solved
        """
        past = self.engine.rules.past_field >= 0
        past = past or self.engine.is_translated
        plain = [self.engine.plain(state) for state in states] if past else states  # they hold the memory of pasts
        fields, start = self._fields(plain), self.memory.works[0]
        size = ROWS_SIZE if how & solving.MOVES else solving.VALUE_WORDS * len(states) + MAX_LINE
        entry, handle = self.engine.entry(solving.run_solving, self.config), self.engine.handle
        first = plain[0] if past else self.engine.plain(states[0])
        forget = how & solving.FRESH
        if forget:
            self.memory.clear_archive()
        with self.interruptible(), self.memory.without_archive() if forget else nullcontext():
            while True:
                rows = np.zeros(size, np.int64)
                start[slots.DONE], start[slots.WRITTEN], start[slots.ROWS_SIZE] = 0, 0, size

                def call(work: Array, stack: Array, rows: Array = rows) -> int:
                    asked = low, high, how, CALL_NODES, len(states)
                    found: int = entry(handle, self.config, first, *asked, work, stack, self.memory.table, fields, rows)
                    return found

                room = self._run_within(call, states[0], nodes)
                count, written = int(start[slots.DONE]), int(start[slots.WRITTEN])
                if count or not room:
                    return rows[:written].tolist(), count
                size *= 2

    def _run_within(self, call: Call, state: State, nodes: int | None) -> bool:
        """Run a search in one thread; return whether it finished, rather than reaching a limit of nodes or plies."""
        if nodes is None:
            self.run(call, state, alone=True)
            return True
        self.memory.limit_nodes(nodes)
        try:
            self.run(call, state, alone=True)
        except TooLong:
            return False
        except Stopped as stopped:
            if stopped.by != "nodes":
                raise
            return False
        finally:
            self.memory.limit_nodes(None)
        return True

    def _fields(self, states: Sequence[State]) -> Array:
        """Return the states' fields, one state after another."""
        try:
            return np.array(states, np.int64).reshape(-1)
        except (OverflowError, ValueError, TypeError):  # one of them is not a state; find out what is wrong
            return np.array([self.engine.plain(state) for state in states], np.int64).reshape(-1)


def _read_rows(words: list[int], count: int) -> Iterator[Row]:
    """Yield consecutive rows: see kernel/solving.py."""
    at = 0
    for _ in range(count):
        value, nodes, actions = words[at : at + 3]
        end = at + 3 + 2 * actions
        line = words[end]
        yield Row(
            value,
            nodes,
            list(zip(words[at + 3 : end : 2], words[at + 4 : end : 2], strict=True)),
            None if line == solving.NO_LINE else words[end + 1 : end + 1 + line],
        )
        at = end + 1 + max(line, 0)
