"""The native engine's searches: the reference's algorithms, compiled with a game's rules.

minimax, negamax and alphabeta enter the same nodes as the reference. pvs, mtdf and deepening run the strong search,
with a transposition table and full move ordering: the same value from far fewer nodes.
"""

from collections.abc import Callable
from dataclasses import replace
from typing import Any

from plywise.engines.algorithms import Algorithm
from plywise.engines.announcing import compile_seconds
from plywise.engines.clock import start_clock
from plywise.engines.features import BLIND
from plywise.engines.kernel.thread_state import (
    CUTOFFS,
    DEEPEST,
    ESTIMATES,
    FEATURES,
    FIRST_CUTOFFS,
    GREATEST_UTILITY,
    GUESSES,
    LEAST_UTILITY,
    LEAVES,
    NODES,
    ORDERING_NODES,
    PRUNED,
    SATURATED,
    SELECTIVE,
    SO_FAR,
    TABLE_HITS,
    UNKNOWN,
    line_from,
)
from plywise.engines.limits import Limits
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.interrupts import catch_interrupts
from plywise.engines.native.session import SearchSession
from plywise.engines.results import Bound, SearchResult, Stats, is_proved
from plywise.engines.values import from_word, to_word
from plywise.engines.watching import watched
from plywise.errors import InputError
from plywise.game import MAX, Action, Game, State, Value, player_word
from plywise.game.ordered_sets import actions_in_order
from plywise.process.recursion import MAX_PLIES

UNBOUNDED = 2**40
"""The depth that stands for no horizon."""


class NativeRun:
    """One native search of one state: its memory, its clock, and its result."""

    def __init__(
        self, engine: Engine, state: State, algorithm: Algorithm, limits: Limits, session: SearchSession
    ) -> None:
        self.engine = engine
        self.game = engine.game
        self.state = state
        self.algorithm = algorithm
        self.limits = limits = watched(limits, lambda: self.so_far())
        self.session = session
        self.memory = session.memory
        self.floats = engine.floats and not (session.config is not None and session.config.whole)
        self.depth = UNBOUNDED if limits.depth is None else min(limits.depth, UNBOUNDED)
        self.over = bool(self.game.terminal(state))
        self.mover = MAX if self.over else self.game.player(state)
        self.action_values: dict[Action, Value] | None = None
        self.clock = session.clock = start_clock(limits)
        self._compiled_before = compile_seconds()
        session.memory.limit_nodes(limits.nodes)
        self._note_bounds()
        if self.memory.works[0][FEATURES] & BLIND:
            self._hide_estimates()

    def _note_bounds(self) -> None:
        """Make every thread count the estimates that reach a utility bound."""
        low, high = (to_word(bound, self.floats) for bound in self.game.utility_bounds)
        for work in (*self.memory.works, self.memory.spare):
            work[LEAST_UTILITY], work[GREATEST_UTILITY] = low, high

    def _hide_estimates(self) -> None:
        """Give every state at the horizon the value it would have in a game without an evaluation."""
        for work in (*self.memory.works, self.memory.spare):
            work[FEATURES] |= BLIND
            work[UNKNOWN] = to_word(Game.evaluate(self.game, self.state), self.floats)

    def answer(self, search: Callable[[], SearchResult]) -> SearchResult:
        """Return the search's result. Ctrl-C stops it at any time: see `Limits.partial`."""
        with catch_interrupts(self.session.interrupt):
            result = search()
        if not self.session.interrupted:
            return result
        if not self.limits.keeps_partial and not self.clock.is_flagged():
            raise KeyboardInterrupt
        return replace(result, stopped_by="interrupt")

    def so_far(self) -> SearchResult:
        """Return the result that the search, running in another thread, would have if it stopped now."""
        return self.stopped_at(line_from(self.memory.works[0])[:1])

    def stopped_at(self, words: list[int]) -> SearchResult:
        """Return the result so far: the value SO_FAR of the root's action, given as a word."""
        line = [
            action for action in actions_in_order(self.game, self.state) if self.engine.action_word(action) in words
        ]
        value = self.value(int(self.memory.works[0][SO_FAR])) if line else None
        return self.stopped(value, line, "interrupt")

    def value(self, word: int) -> Value:
        """Return the value that a word of the compiled search represents."""
        return from_word(word, self.floats)

    def action(self, state: State, word: int) -> Action:
        """Return the game's own action for a word. Raises InputError if the game no longer lists it."""
        for action in self.game.actions(state):
            if self.engine.action_word(action) == word:
                return action
        where = self.game.format_state(state) or "the start"
        raise InputError(f"{self.game.name}: asked twice at {where}, actions lists different moves")

    def stats(self) -> Stats:
        """Return the counts of all threads."""
        pruned: Any = sum(work[PRUNED : PRUNED + MAX_PLIES + 2] for work in self.memory.works)
        return Stats(
            nodes=self.memory.count(NODES),
            leaves=self.memory.count(LEAVES),
            estimates=self.memory.count(ESTIMATES),
            saturated=self.memory.count(SATURATED),
            cutoffs=self.memory.count(CUTOFFS),
            first_move_cutoffs=self.memory.count(FIRST_CUTOFFS),
            pruned_by_ply={int(ply): int(pruned[ply]) for ply in pruned.nonzero()[0]},
            depth=max(int(work[DEEPEST]) for work in self.memory.works),
            table_hits=self.memory.count(TABLE_HITS),
            ordering_nodes=self.memory.count(ORDERING_NODES),
        )

    def proves(self, value: Value) -> bool:
        """Return whether a value of the root is exact for the whole game: see `SearchRun.proves`."""
        guesses, saturated = self.memory.count(GUESSES), self.memory.count(SATURATED)
        return is_proved(self.game, value, guesses, saturated, alone=self.action_values is None)

    def result(
        self, value: Value | None, bound: Bound, proved: bool, pv: list[Action], depth: int | None, stopped_by: str
    ) -> SearchResult:
        """Return the search's result."""
        stats = self.stats()
        best = pv[0] if pv else None
        if not pv and stopped_by in ("time", "nodes", "interrupt") and not self.over:
            best = next(iter(actions_in_order(self.game, self.state)), None)  # there is always a legal move
        values = self.action_values
        if proved and self.engine.whole_utilities:  # no estimate went into it
            value = value if value is None else int(value)
            values = values and {action: int(each) for action, each in values.items()}
        best_actions = None
        if self.action_values and proved:
            best_actions = [action for action, each in self.action_values.items() if each == value]
        return SearchResult(
            game_object=self.game,
            state=self.state,
            player=None if self.over else player_word(self.mover),
            algorithm=self.algorithm.name,
            engine="native",
            value=value,
            bound=bound,
            proved=proved,
            best=best,
            pv=pv,
            depth=stats.depth if depth is None else depth,
            stats=stats,
            time_s=self.clock.elapsed - (compile_seconds() - self._compiled_before),
            stopped_by=stopped_by,
            best_actions=best_actions,
            action_values=values,
            threads=len(self.memory.works),
            selective=self.memory.count(SELECTIVE) > 0,
        )

    def complete(self, value: Value, pv: list[Action], depth: int | None = None) -> SearchResult:
        """Return the result of a search that only its horizon can have stopped."""
        proved = self.proves(value)
        return self.result(value, Bound.EXACT, proved, pv, depth, "complete" if proved else "depth")

    def stopped(self, value: Value | None, pv: list[Action], stopped_by: str) -> SearchResult:
        """Return the result of a search stopped before it completed any depth."""
        bound = Bound.LOWER if self.mover == MAX else Bound.UPPER
        return self.result(value, bound, False, pv, None, stopped_by)


def as_actions(run: NativeRun, words: list[int]) -> list[Action]:
    """Return the actions of a line of play from the root, given as words."""
    state, actions = run.state, []
    for word in words:
        actions.append(run.action(state, word))
        state = run.game.result(state, actions[-1])
    return actions
