"""The strong search, compiled: pvs, mtdf and deepening, with a table and full move ordering."""

from dataclasses import replace
from typing import Any

from plywise.engines.algorithms import ALPHABETA, Algorithm, Native
from plywise.engines.features import BLIND, KNOWLEDGE, SELECTIVE_FEATURES
from plywise.engines.kernel import strong
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.thread_state import COUNTS, GUESSES, NODES
from plywise.engines.limits import Limits, Stopped
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.expected_line import expected_line
from plywise.engines.native.run import NativeRun
from plywise.engines.native.search_memory import check_megabytes
from plywise.engines.native.session import SearchSession
from plywise.engines.native.textbook import search_textbook
from plywise.engines.results import Bound, SearchResult
from plywise.engines.tie_break import MAX_TEST_NODES, choose, preferred, rivals
from plywise.engines.values import to_word
from plywise.game import MAX, Action, State, Value
from plywise.process.recursion import MAX_PLIES

LINE_NODES = 20_000
"""Nodes that a strong search may spend on completing its principal variation."""

EXPECTING_NODES = 10_000
"""Nodes after which the time to read the expected line from the table is negligible."""


def strong_config(engine: Engine, algorithm: Algorithm, has_horizon: bool) -> KernelConfig:
    """Return the config of a search with a table. has_horizon: a depth was asked for."""
    return engine.config(distance=False, horizon=has_horizon or algorithm.iterative)


# --- the strong search -----------------------------------------------------------------------------------------------


class StrongRun(NativeRun):
    """A search with a table; its root actions are at the bottom of each stack, the best first."""

    def __init__(
        self,
        engine: Engine,
        state: State,
        algorithm: Algorithm,
        limits: Limits,
        features: int,
        threads: int = 1,
        megabytes: float | None = None,
    ) -> None:
        if limits.depth is not None:  # the value of the tree cut off at that depth is requested, not a better one
            features &= ~(KNOWLEDGE | SELECTIVE_FEATURES)
        self.config = strong_config(engine, algorithm, limits.depth is not None)
        engine.entry(strong.run_strong, self.config)
        super().__init__(
            engine,
            state,
            algorithm,
            limits,
            SearchSession(
                engine, self.config, features=features, threads=threads, megabytes=megabytes, seconds=limits.time
            ),
        )
        self.low, self.high = (to_word(bound, self.floats) for bound in engine.game.utility_bounds)
        if self.mover != MAX:
            self.low, self.high = -self.high, -self.low
        self.count = 0
        self.done: tuple[int, int, Action] | None = None
        self.line_so_far: list[Action] = []

    def so_far(self) -> SearchResult:
        """Return the result of the last complete iteration, if any."""
        if self.done is None:
            return self.stopped(None, [], "interrupt")
        found, depth, _ = self.done
        return self.result(self.value(self.mover * found), Bound.EXACT, False, self.line_so_far, depth, "interrupt")

    def keep(self, found: int, depth: int, first: Action) -> None:
        """Record the answer of a complete iteration and, if it took a while, its expected line of play."""
        self.done = (found, depth, first)
        self.line_so_far = [first]
        if self.session.nodes >= EXPECTING_NODES:
            after = self.game.result(self.state, first)
            self.line_so_far += expected_line(self.session, after, self.mover * found, depth - 1, self.floats)

    def list_root(self, state: State) -> int:
        """Put the actions of a state at the bottom of each stack; return their number.

        Deepening starts with the game's own order.
        """
        ranked = 0 if self.algorithm.iterative else 1

        def call(work: Any, stack: Any) -> int:
            return self.session.call_kernel(strong.LIST, state, work, stack, guess=ranked)

        count = self.session.run(call, state, alone=True)
        self.share_order(count)
        return count

    def share_order(self, count: int) -> None:
        """Copy the first thread's order of the root actions to all threads."""
        for stack in self.memory.stacks[1:]:
            stack[: self.config.move_words * count] = self.memory.stacks[0][: self.config.move_words * count]

    def best(self) -> int:
        """Return the root's front action, as a word."""
        return int(self.memory.stacks[0][0])

    def window(self, state: State, alpha: int, beta: int, depth: int, count: int, **how: bool) -> int:
        """Search a state whose actions are listed, with a window, in the view of the player to move there."""

        def call(work: Any, stack: Any) -> int:
            return self.session.call_kernel(strong.ROOT, state, work, stack, alpha, beta, 0, depth, count)

        return self.session.run(call, state, **how)

    def mtdf(self) -> int:
        """Return the root's value, in the mover's view, by null windows only, each starting from the last result.

        Source: Plaat, Schaeffer, Pijls and de Bruin, "Best-first fixed-depth minimax algorithms", 1996 (MTD(f)).
        """
        low, high = self.low, self.high
        guess = min(max(0, low), high)
        while low < high:
            beta = max(guess, low + 1)
            guess = self.window(self.state, beta - 1, beta, self.depth, self.count)
            low, high = (low, guess) if guess < beta else (guess, high)
            self.share_order(self.count)
        return low

    def line(
        self,
        first: Action,
        value: int,
        depth: int,
        stopped: bool = False,
        before: tuple[int, int, Action] | None = None,
    ) -> list[Action]:
        """Return the principal variation: after the first action, actions that are proved to keep the value.

        first: an action worth the value; the line begins with the most promising of these (tie_break.py), which only
        a search that was stopped looks for with few nodes. value: in the root mover's view. before: the value, depth
        and action of an earlier iteration, whose best action to take. The line goes as far as LINE_NODES nodes can
        follow it; if the value is proved, so is the line.
        """
        proved = self.proves(self.value(self.mover * value))
        counts = [work[:COUNTS].copy() for work in self.memory.works]
        self.clock.give_grace()
        worth, deep, best = (value, depth, first) if before is None else before
        line = [self.prefer(best, worth, deep, MAX_TEST_NODES if stopped else None)]
        self.memory.limit_nodes(LINE_NODES)
        state, value = self.game.result(self.state, line[0]), value * self.mover
        try:
            while len(line) < min(depth, MAX_PLIES) and not self.game.terminal(state):
                side = self.game.player(state)
                for work in self.memory.works:
                    work[GUESSES] = 0
                count = self.list_root(state)
                found = self.window(state, side * value - 1, side * value + 1, depth - len(line), count, alone=True)
                if found != side * value or (proved and not self.proves(self.value(value))):
                    break
                line.append(self.action(state, self.best()))
                state = self.game.result(state, line[-1])
        except Stopped:
            pass
        for work, before in zip(self.memory.works, counts, strict=True):
            work[:COUNTS] = before
        return line

    def prefer(self, best: Action, value: int, depth: int, nodes: int | None) -> Action:
        """Return the most promising action that is worth the value, in the mover's view, as `best` is."""
        if self.action_values is not None:
            worth = self.action_values[best]
            return preferred(self.game, self.state, [each for each, one in self.action_values.items() if one == worth])
        self.memory.limit_nodes(nodes)

        def is_as_good(action: Action) -> bool:
            return self.session.is_worth(self.state, action, value, depth)

        try:
            return choose(best, rivals(self.game, self.state, best, stopped=nodes is not None), is_as_good)
        except Stopped:
            return best


def search_strong(
    engine: Engine,
    state: State,
    algorithm: Algorithm,
    limits: Limits,
    features: int,
    threads: int = 1,
    megabytes: float | None = None,
    all_moves: bool = False,
) -> SearchResult:
    """Search with a table and the move ordering that the features select."""
    if limits.depth == 0 or engine.game.terminal(state):
        check_megabytes(strong_config(engine, algorithm, limits.depth is not None), megabytes)
        found = search_textbook(engine, state, ALPHABETA, limits, all_moves=all_moves, features=features & BLIND)
        return replace(found, algorithm=algorithm.name, threads=threads)
    run = StrongRun(engine, state, algorithm, limits, features, threads, megabytes)
    return run.answer(lambda: _deepening(run, all_moves) if algorithm.iterative else _at_once(run, all_moves))


def _at_once(run: StrongRun, all_moves: bool) -> SearchResult:
    """Search to the end, or to the depth asked for."""
    try:
        run.count = run.list_root(run.state)
        if all_moves:
            word, first = _each_exactly(run, run.depth)
        else:
            whole = (run.state, run.low, run.high, run.depth, run.count)
            word = run.mtdf() if run.algorithm.native is Native.NULL_WINDOWS else run.window(*whole)
            first = run.action(run.state, run.best())
    except Stopped as stop:
        return run.stopped(None, [], stop.by)
    return run.complete(run.value(run.mover * word), run.line(first, word, run.depth))


def _each_exactly(run: StrongRun, depth: int) -> tuple[int, Action]:
    """Value each root action by null windows; return the best value, in the mover's view, and its action."""
    run.count = run.list_root(run.state)
    run.memory.works[0][NODES] += 1
    found = run.session.value_root_moves(run.state, run.low, run.high, run.low, depth)
    run.action_values = {action: run.value(run.mover * word) for action, word in found.items()}
    best = max(found.values())
    return best, next(action for action, word in found.items() if word == best)


def _deepening(run: StrongRun, all_moves: bool) -> SearchResult:
    """Search to depth 1, then 2, then 3 ..., each with what the last one learned, until it is proved or stopped.

    Each depth starts with a narrow window around the last value (aspiration), widened on the side where the value falls
    outside. The results of an unfinished depth are not used.
    """
    done: tuple[int, int, Action, dict[Action, Value] | None] | None = None
    depth = 0
    try:
        run.count = run.list_root(run.state)
        while True:
            depth += 1
            for work in run.memory.works:
                work[GUESSES] = 0
            if all_moves:
                found, first = _each_exactly(run, depth)
            else:
                found = _aspiration(run, done[0] if done else None, depth)
                run.share_order(run.count)
                first = run.action(run.state, run.best())
            before, done = done, (found, depth, first, run.action_values)
            run.keep(found, depth, first)
            value = run.value(run.mover * found)
            proved, refusal = run.proves(value), run.clock.refusal(depth + 1)
            if proved or refusal:
                # All moves lose: choose the one that the previous iteration did not yet see lose.
                longest = before[:3] if before is not None and found <= run.low and not all_moves else None
                line = run.line(first, found, depth, before=longest)
                return run.result(value, Bound.EXACT, proved, line, depth, "complete" if proved else refusal)
    except Stopped as stop:
        if done is None:
            return run.stopped(None, [], stop.by)
        found, depth, first, run.action_values = done
        line = run.line(first, found, depth, stopped=True)
        if line[0] == run.line_so_far[0] and len(line) < len(run.line_so_far):
            line = run.line_so_far
        return run.result(run.value(run.mover * found), Bound.EXACT, False, line, depth, stop.by)


def _aspiration(run: StrongRun, last: int | None, depth: int) -> int:
    """Return the value of the root to a depth, in the mover's view."""
    if last is None or run.floats:
        return run.window(run.state, run.low, run.high, depth, run.count)
    last = min(max(last, run.low), run.high)  # an evaluation may lie outside the bounds
    margin = 1 + abs(last) // 8
    alpha, beta = max(run.low, last - margin), min(run.high, last + margin)
    while True:
        found = run.window(run.state, alpha, beta, depth, run.count)
        margin *= 4
        if found <= alpha and alpha > run.low:
            alpha = max(run.low, found - margin)
        elif found >= beta and beta < run.high:
            beta = min(run.high, found + margin)
        else:
            return found
