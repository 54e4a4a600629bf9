"""The native engine's searches: the reference's algorithms, compiled with a game's rules.

minimax, negamax and alphabeta enter the same nodes as the reference. pvs, mtdf and deepening are the strong search,
with a transposition table and all the ordering there is: the same value from far fewer nodes.
"""

import time as clock
from collections.abc import Callable
from dataclasses import replace
from math import inf
from typing import Any

from plywise.game import MAX, Action, State, Value, player_word
from plywise.recursion import MAX_PLIES
from plywise.search import kernel
from plywise.search.build.engine import Engine
from plywise.search.features import KNOWLEDGE, SELECTIVE_FEATURES
from plywise.search.interrupts import noticing
from plywise.search.result import Bound, Limits, SearchResult, Stats
from plywise.search.run import Stopped
from plywise.search.space import Space
from plywise.search.values import INFINITE, from_word, to_word
from plywise.search.work import (
    COUNTS,
    CUTOFFS,
    DEEPEST,
    ESTIMATES,
    FIRST_CUTOFFS,
    GUESSES,
    LEAVES,
    LINE,
    LINE_PLIES,
    NODES,
    ORDERING_NODES,
    PATH,
    PRUNED,
    SELECTIVE,
    SO_FAR,
    TABLE_HITS,
    Halt,
    line_from,
    word_of,
)

TEXTBOOK = {"minimax": kernel.NO_CUT, "negamax": kernel.NO_CUT, "alphabeta": kernel.CUT_GE}
STRONG = ("pvs", "mtdf", "deepening")
NATIVE = (*TEXTBOOK, *STRONG)

UNBOUNDED = 2**40
"""Plies to a horizon that there is none of."""

LINE_NODES = 20_000
"""Nodes that a strong search may take to find the rest of its principal variation."""


class NativeRun:
    """One native search of one state: what it works in, when it has to stop, and how its answer is written down."""

    def __init__(self, engine: Engine, state: State, algorithm: str, limits: Limits, space: Space) -> None:
        self.engine = engine
        self.game = engine.game
        self.state = state
        self.algorithm = algorithm
        self.limits = limits
        self.space = space
        self.depth = UNBOUNDED if limits.depth is None else min(limits.depth, UNBOUNDED)
        self.over = bool(self.game.terminal(state))
        self.mover = MAX if self.over else self.game.player(state)
        self.action_values: dict[Action, Value] | None = None
        self.began = clock.perf_counter()
        self.deadline = inf if limits.time is None else self.began + limits.time
        space.flag = limits.stop
        space.limit(limits.nodes)

    def answer(self, search: Callable[[], SearchResult]) -> SearchResult:
        """Return what a search answers. Ctrl-C stops it, at whatever moment it is pressed."""
        with noticing(self.space.press):
            result = search()
        return replace(result, stopped_by="interrupt") if self.space.interrupted else result

    def value(self, word: int) -> Value:
        """Return a word of the compiled search as a value."""
        return from_word(word, self.engine.floats)

    def action(self, state: State, word: int) -> Action:
        """Return the game's own action that a word stands for."""
        return next(action for action in self.game.actions(state) if word_of(action) == word)

    def stats(self) -> Stats:
        """Return the counts of all threads."""
        pruned: Any = sum(work[PRUNED : PRUNED + MAX_PLIES + 2] for work in self.space.works)
        return Stats(
            nodes=self.space.count(NODES),
            leaves=self.space.count(LEAVES),
            estimates=self.space.count(ESTIMATES),
            cutoffs=self.space.count(CUTOFFS),
            first_move_cutoffs=self.space.count(FIRST_CUTOFFS),
            pruned_by_ply={int(ply): int(pruned[ply]) for ply in pruned.nonzero()[0]},
            depth=max(int(work[DEEPEST]) for work in self.space.works),
            table_hits=self.space.count(TABLE_HITS),
            ordering_nodes=self.space.count(ORDERING_NODES),
        )

    def proves(self, value: Value) -> bool:
        """Return whether a value of the root is the game's own: see `run.Run.proves`."""
        low, high = self.game.utility_bounds
        at_bound = value >= high or value <= low
        return self.space.count(GUESSES) == 0 or (at_bound and self.action_values is None)

    def result(
        self, value: Value | None, bound: Bound, proved: bool, pv: list[Action], depth: int | None, stopped_by: str
    ) -> SearchResult:
        """Write down what the search answers."""
        stats = self.stats()
        best = pv[0] if pv else None
        if not pv and stopped_by in ("time", "nodes", "interrupt") and not self.over:
            best = next(iter(self.game.actions(self.state)))  # there is always a legal move
        best_actions = None
        if self.action_values and proved:
            best_actions = [action for action, each in self.action_values.items() if each == value]
        return SearchResult(
            game_object=self.game,
            state=self.state,
            player=None if self.over else player_word(self.mover),
            algorithm=self.algorithm,
            engine="native",
            value=value,
            bound=bound,
            proved=proved,
            best=best,
            pv=pv,
            depth=stats.depth if depth is None else depth,
            stats=stats,
            time_s=clock.perf_counter() - self.began,
            stopped_by=stopped_by,
            best_actions=best_actions,
            action_values=self.action_values,
            threads=len(self.space.works),
            selective=self.space.count(SELECTIVE) > 0,
        )

    def complete(self, value: Value, pv: list[Action], depth: int | None = None) -> SearchResult:
        """Write down the answer of a search that nothing stopped but, perhaps, its horizon."""
        proved = self.proves(value)
        return self.result(value, Bound.EXACT, proved, pv, depth, "complete" if proved else "depth")

    def stopped(self, value: Value | None, pv: list[Action], stopped_by: str) -> SearchResult:
        """Write down the answer of a search stopped before it was done with any depth."""
        bound = Bound.LOWER if self.mover == MAX else Bound.UPPER
        return self.result(value, bound, False, pv, None, stopped_by)


# --- the textbook's searches -----------------------------------------------------------------------------------------


def textbook(
    engine: Engine, state: State, algorithm: str, limits: Limits, cut: str = "ge", all_moves: bool = False
) -> SearchResult:
    """Search as the reference does, node for node."""
    engine.entry(kernel.run_textbook)
    run = NativeRun(engine, state, algorithm, limits, Space(engine, None))
    rule = kernel.CUT_GT if algorithm == "alphabeta" and cut == "gt" else TEXTBOOK[algorithm]
    return run.answer(lambda: _textbook(run, rule, all_moves))


def _textbook(run: NativeRun, rule: int, all_moves: bool) -> SearchResult:
    try:
        if all_moves and not run.over and run.depth:
            value, line = _each_action(run, rule)

            def lengthen(work: Any, stack: Any) -> int:
                line[:] = _textbook_line(run, list(line), rule)
                return 0

            run.space.run(lengthen, run.state, run.deadline)
        else:
            found, line = _textbook_value_and_line(run, rule)
            value = run.value(found)
            if all_moves:
                run.action_values = {}
    except Stopped as stop:
        return _textbook_so_far(run, stop.by)
    return run.complete(value, as_actions(run, line))


def _textbook_value_and_line(run: NativeRun, rule: int) -> tuple[int, list[int]]:
    """Return the root's value and its principal variation, both found in the one lane."""
    entry, plain = run.engine.entry(kernel.run_textbook), run.engine.plain(run.state)
    line: list[int] = []

    def call(work: Any, stack: Any) -> int:
        found: int = entry(run.engine.handle, plain, -INFINITE, INFINITE, run.depth, 0, rule, work)
        line[:] = _textbook_line(run, line_from(work), rule)
        return found

    return run.space.run(call, run.state, run.deadline), line


def _textbook_value(run: NativeRun, state: State, depth: int, ply: int, rule: int) -> int:
    entry, plain = run.engine.entry(kernel.run_textbook), run.engine.plain(state)

    def call(work: Any, stack: Any) -> int:
        found: int = entry(run.engine.handle, plain, -INFINITE, INFINITE, depth, ply, rule, work)
        return found

    return run.space.run(call, state, run.deadline)


def _each_action(run: NativeRun, rule: int) -> tuple[Value, list[int]]:
    """Value each action of the root exactly; return the best value and its line."""
    work = run.space.works[0]
    work[NODES] += 1
    best, line = -run.mover * INFINITE, []
    values: dict[Action, Value] = {}
    run.action_values = {}
    for action in list(run.game.actions(run.state)):
        work[PATH] = word_of(action)
        word = _textbook_value(run, run.game.result(run.state, action), run.depth - 1, 1, rule)
        values[action] = run.value(word)
        run.action_values = dict(values)
        if run.mover * word > run.mover * best:
            best, line = word, [word_of(action), *line_from(work, 1)]
            work[SO_FAR], work[LINE], work[LINE + 1] = best, 1, word_of(action)
    return run.value(best), line


def _textbook_so_far(run: NativeRun, stopped_by: str) -> SearchResult:
    """Return what a search knows that was stopped: its best action so far."""
    if run.over:
        return run.result(run.game.utility(run.state), Bound.EXACT, True, [], None, "complete")
    work = run.space.works[0]
    line = as_actions(run, line_from(work))
    return run.stopped(run.value(int(work[SO_FAR])) if line else None, line, stopped_by)


def as_actions(run: NativeRun, words: list[int]) -> list[Action]:
    """Return a line of play from the root, given as words."""
    state, actions = run.state, []
    for word in words:
        actions.append(run.action(state, word))
        state = run.game.result(state, actions[-1])
    return actions


def _textbook_line(run: NativeRun, words: list[int], rule: int) -> list[int]:
    """Return the principal variation, of which the search kept the first plies: search on from where they end.

    What that takes is counted nowhere. A search that is stopped here ends the line.
    """
    line, state, entry = list(words), run.state, run.engine.entry(kernel.run_textbook)
    for action in as_actions(run, words):
        state = run.game.result(state, action)
    while len(words) >= LINE_PLIES and len(line) < run.depth and not run.game.terminal(state):
        spare = run.space.spare
        try:
            plain, depth = run.engine.plain(state), run.depth - len(line)
            entry(run.engine.handle, plain, -INFINITE, INFINITE, depth, 0, rule, spare)
        except Halt:
            break
        words = line_from(spare)
        for word in words:
            line.append(word)
            state = run.game.result(state, run.action(state, word))
    return line


# --- the strong search -----------------------------------------------------------------------------------------------


class StrongRun(NativeRun):
    """A search with a table; its root actions lie at the bottom of each stack, the best first."""

    def __init__(
        self,
        engine: Engine,
        state: State,
        algorithm: str,
        limits: Limits,
        features: int,
        threads: int = 1,
        megabytes: float | None = None,
    ) -> None:
        horizon = limits.depth is not None or algorithm == "deepening"
        if limits.depth is not None:  # the value wanted is that of the tree down to that depth, not a better one
            features &= ~(KNOWLEDGE | SELECTIVE_FEATURES)
        self.plan = engine.plan(distance=False, horizon=horizon)
        engine.entry(kernel.run_strong, self.plan)
        super().__init__(
            engine, state, algorithm, limits, Space(engine, self.plan, features, threads, megabytes, limits.time)
        )
        self.low, self.high = (to_word(bound, engine.floats) for bound in engine.game.utility_bounds)
        if self.mover != MAX:
            self.low, self.high = -self.high, -self.low
        self.count = 0

    def list_root(self, state: State) -> int:
        """Put the actions of a state at the bottom of each stack; return how many they are.

        Deepening takes them in the game's own order at first, so that of equals the first is the best.
        """
        ranked = 0 if self.algorithm == "deepening" else 1

        def call(work: Any, stack: Any) -> int:
            return self.space.strong(kernel.LIST, state, work, stack, guess=ranked)

        count = self.space.run(call, state, alone=True)
        self.share_order(count)
        return count

    def share_order(self, count: int) -> None:
        """Let all threads have the root's actions in the order that the first has them in."""
        for stack in self.space.stacks[1:]:
            stack[: self.plan.move_words * count] = self.space.stacks[0][: self.plan.move_words * count]

    def best(self) -> int:
        """Return the action at the front of the root's, as a word."""
        return int(self.space.stacks[0][0])

    def window(self, state: State, alpha: int, beta: int, depth: int, count: int, **how: bool) -> int:
        """Search a state whose actions are listed, with a window, in the view of the player to move there."""

        def call(work: Any, stack: Any) -> int:
            return self.space.strong(kernel.ROOT, state, work, stack, alpha, beta, 0, depth, count)

        return self.space.run(call, state, self.deadline, **how)

    def zero_in(self) -> int:
        """Return the root's value, in the mover's view, by null windows alone, each from the last one's answer on.

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

    def line(self, first: Action, value: int, depth: int) -> list[Action]:
        """Return the principal variation: after a first action, actions that are proved to keep the value.

        value: in the root mover's view. As far as LINE_NODES nodes show it; where the value is proved, the line is.
        """
        line, proved = [first], self.proves(self.value(self.mover * value))
        counts = [work[:COUNTS].copy() for work in self.space.works]
        self.space.limit(LINE_NODES)
        self.deadline = max(self.deadline, clock.perf_counter() + 0.005)
        state, value = self.game.result(self.state, line[0]), value * self.mover
        try:
            while len(line) < min(depth, MAX_PLIES) and not self.game.terminal(state):
                side = self.game.player(state)
                for work in self.space.works:
                    work[GUESSES] = 0
                count = self.list_root(state)
                found = self.window(state, side * value - 1, side * value + 1, depth - len(line), count, alone=True)
                if found != side * value or (proved and not self.proves(self.value(value))):
                    break
                line.append(self.action(state, self.best()))
                state = self.game.result(state, line[-1])
        except Stopped:
            pass
        for work, before in zip(self.space.works, counts, strict=True):
            work[:COUNTS] = before
        return line


def strong(
    engine: Engine,
    state: State,
    algorithm: str,
    limits: Limits,
    features: int,
    threads: int = 1,
    megabytes: float | None = None,
    all_moves: bool = False,
) -> SearchResult:
    """Search with a table and with all the ordering that the features say."""
    run = StrongRun(engine, state, algorithm, limits, features, threads, megabytes)
    if run.over or run.depth == 0:
        found = textbook(engine, state, "alphabeta", limits, all_moves=all_moves)
        return replace(found, algorithm=algorithm, threads=threads)
    return run.answer(lambda: _deepening(run, all_moves) if algorithm == "deepening" else _at_once(run, all_moves))


def _at_once(run: StrongRun, all_moves: bool) -> SearchResult:
    """Search to the end, or to the depth asked for."""
    try:
        run.count = run.list_root(run.state)
        if all_moves:
            word, first = _each_exactly(run, run.depth)
        else:
            whole = (run.state, run.low, run.high, run.depth, run.count)
            word = run.zero_in() if run.algorithm == "mtdf" else run.window(*whole)
            first = run.action(run.state, run.best())
    except Stopped as stop:
        return run.stopped(None, [], stop.by)
    return run.complete(run.value(run.mover * word), run.line(first, word, run.depth))


def _each_exactly(run: StrongRun, depth: int) -> tuple[int, Action]:
    """Value each action of the root by null windows; return the best value, in the mover's view, and its action."""
    run.count = run.list_root(run.state)
    run.space.works[0][NODES] += 1
    found = run.space.judge(run.state, run.low, run.high, run.low, depth, run.deadline)
    run.action_values = {action: run.value(run.mover * word) for action, word in found.items()}
    best = max(found.values())
    return best, next(action for action, word in found.items() if word == best)


def _deepening(run: StrongRun, all_moves: bool) -> SearchResult:
    """Search to depth 1, then 2, then 3 ..., each with what the last one learnt, until it is proved or stopped.

    A depth is begun with a narrow window around the last one's value (aspiration), which is widened on the side where
    the value falls out of it. What a depth that was not finished found is not used.
    """
    done: tuple[int, int, Action, dict[Action, Value] | None] | None = None
    depth = 0
    try:
        run.count = run.list_root(run.state)
        while True:
            depth += 1
            for work in run.space.works:
                work[GUESSES] = 0
            if all_moves:
                found, first = _each_exactly(run, depth)
            else:
                found = _aspiration(run, done[0] if done else None, depth)
                run.share_order(run.count)
                first = run.action(run.state, run.best())
            done = (found, depth, first, run.action_values)
            if run.proves(run.value(run.mover * found)) or depth == run.limits.depth:
                value = run.value(run.mover * found)
                proved = run.proves(value)
                line_found = run.line(first, found, depth)
                return run.result(value, Bound.EXACT, proved, line_found, depth, "complete" if proved else "depth")
    except Stopped as stop:
        if done is None:
            return run.stopped(None, [], stop.by)
        found, depth, first, run.action_values = done
        line_found = run.line(first, found, depth)
        return run.result(run.value(run.mover * found), Bound.EXACT, False, line_found, depth, stop.by)


def _aspiration(run: StrongRun, last: int | None, depth: int) -> int:
    """Return the value of the root to a depth, in the mover's view."""
    if last is None or run.engine.floats:
        return run.window(run.state, run.low, run.high, depth, run.count)
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
