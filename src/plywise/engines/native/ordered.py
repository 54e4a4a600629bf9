"""Native searches with another move order than the game's: the reference's searches, node for node."""

from typing import Any

import numpy as np

from plywise.engines.algorithms import Algorithm
from plywise.engines.kernel.ordered_search import (
    KILLERS_AT,
    LAST_LINE,
    LINE_WORDS,
    LINES,
    NO_ACTION,
    NOTES,
    STATES_BITS,
    VALUES_BITS,
    run_in_order,
)
from plywise.engines.kernel.perft import RECORD
from plywise.engines.kernel.textbook import run_textbook
from plywise.engines.kernel.thread_state import (
    CUT_RULE,
    CUTOFFS,
    DEEPEST,
    ESTIMATES,
    FIRST_CUTOFFS,
    GUESSES,
    LEAVES,
    LOOK_AT,
    NODES,
    ORDER,
    ORDERING_NODES,
    PATH,
    PRUNED,
    SO_FAR,
    STACK_SIZE,
)
from plywise.engines.limits import Limits, Stopped
from plywise.engines.move_orders import BEST, IDEAL, ITERATING, ITERATION, NAMES, RANDOM, TABLE, WORST, seed_word
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.run import NativeRun, as_actions
from plywise.engines.native.search_memory import FIRST_STACK
from plywise.engines.native.session import SearchSession
from plywise.engines.native.textbook import cut_rule, prefer_line
from plywise.engines.results import Bound, SearchResult
from plywise.engines.values import to_word
from plywise.game import Action, State, Value, defines


class OrderedRun(NativeRun):
    """One native search with a move order: what it has learned, and its last complete iteration."""

    def __init__(
        self,
        engine: Engine,
        state: State,
        algorithm: Algorithm,
        limits: Limits,
        rule: int,
        order: int,
        seed: int,
        features: int = 0,
    ) -> None:
        self.entry = engine.entry(run_in_order)
        super().__init__(engine, state, algorithm, limits, SearchSession(engine, None, features=features))
        memory = self.memory
        self.order = order
        self.mark = seed_word(seed) if order == RANDOM else int(order == ITERATION)
        self.begun = False
        self.done: tuple[Value, list[Action], int] | None = None
        self.notes = np.zeros(NOTES, np.int64)
        self.table = np.zeros(self._table_words(), np.int64)
        work = memory.works[0]
        memory.stacks[0] = np.zeros(FIRST_STACK, np.int64)
        work[STACK_SIZE], work[ORDER], work[CUT_RULE] = FIRST_STACK, order, rule

    def _table_words(self) -> int:
        if self.order == TABLE:
            return self.engine.rules.fields + 1 << STATES_BITS
        return self.engine.rules.fields + RECORD << VALUES_BITS if self.order in (BEST, IDEAL, WORST) else 1

    def line(self) -> list[int]:
        """Return the line of best play from the root, as words, as far as it is stored."""
        return [int(word) for word in self.notes[LINES + 1 : LINES + 1 + int(self.notes[LINES])]]

    def so_far(self) -> SearchResult:
        """Return the result of the last complete iteration, or the best action so far."""
        if self.done is None:
            return self.stopped_at(self.line()[:1])
        value, line, depth = self.done
        return self.result(value, Bound.EXACT, False, line, depth, "interrupt")

    def search(self, work: Any, stack: Any) -> int:
        """Search from scratch, with nothing learned; if the order requires it, to depth 1, 2, 3 ... first."""
        if self.begun:  # again, with a longer stack
            self.notes[:], self.table[:] = 0, 0
        self.notes[KILLERS_AT:LAST_LINE] = NO_ACTION
        self.begun, self.done = True, None
        depth = 1
        while NAMES[self.order] in ITERATING and depth < self.depth:
            word = self.call(depth, work, stack)
            if not work[GUESSES]:  # the whole tree is within the horizon
                return word
            line = self.line()
            self.notes[LAST_LINE : LAST_LINE + LINE_WORDS] = self.notes[LINES : LINES + LINE_WORDS]
            self.done = self.value(word), as_actions(self, line), depth
            _set_aside(work)
            depth += 1
        return self.call(self.depth, work, stack)

    def call(self, depth: int, work: Any, stack: Any) -> int:
        """Search to a depth."""
        plain = self.engine.plain(self.state)
        found: int = self.entry(self.engine.handle, plain, depth, self.mark, work, stack, self.table, self.notes)
        return found


def _set_aside(work: Any) -> None:
    """Close an iteration that only serves the order: its nodes count separately, its other counts are dropped."""
    work[ORDERING_NODES] += work[NODES]
    for word in (NODES, LEAVES, ESTIMATES, CUTOFFS, FIRST_CUTOFFS, DEEPEST, GUESSES, LOOK_AT):
        work[word] = 0
    work[PRUNED:PATH] = 0


def search_ordered(
    engine: Engine,
    state: State,
    algorithm: Algorithm,
    limits: Limits,
    cut: str,
    order: str,
    seed: int,
    features: int = 0,
) -> SearchResult:
    """Search as the reference does in an order of `move_orders.NAMES`, node for node. features: BLIND or none."""
    rule = cut_rule(algorithm, cut)
    if defines(engine.game, "priority"):
        engine.entry(run_textbook)  # compares equals; compile it before the clock starts
    run = OrderedRun(engine, state, algorithm, limits, rule, NAMES.index(order), seed, features)
    return run.answer(lambda: _ordered(run))


def _ordered(run: OrderedRun) -> SearchResult:
    try:
        value = run.value(run.session.run(run.search, run.state))
    except Stopped as stop:
        if run.over:
            return run.result(run.game.utility(run.state), Bound.EXACT, True, [], None, "complete")
        if run.done is not None:
            value, line, depth = run.done
            return run.result(value, Bound.EXACT, False, line, depth, stop.by)
        line = as_actions(run, run.line())
        return run.stopped(run.value(int(run.memory.works[0][SO_FAR])) if line else None, line, stop.by)
    line = prefer_line(run, run.line(), to_word(value, run.floats)) if defines(run.game, "priority") else run.line()
    return run.complete(value, as_actions(run, line))
