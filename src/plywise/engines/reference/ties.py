"""After a search: of all actions as good as the best, the most promising."""

from dataclasses import replace
from math import inf

from plywise.engines.algorithms import Algorithm
from plywise.engines.limits import Stopped
from plywise.engines.reference.run import SearchRun
from plywise.engines.results import Bound, SearchResult
from plywise.engines.tie_break import MAX_TEST_NODES, choose, preferred, rivals
from plywise.game import Action, State, Value, defines
from plywise.process.recursion import MAX_PLIES, recursion_budget


def prefer(run: SearchRun, algorithm: Algorithm, result: SearchResult, nodes: float = inf) -> SearchResult:
    """Return the result with the most promising of the best actions, which may need a look at those not valued.

    nodes: how many that may take; at a limit, the result is returned as it is

    Raises KeyboardInterrupt at Ctrl-C, unless a partial answer is wanted.
    """
    try:
        with recursion_budget() as run.recursion:
            return _prefer(run, algorithm, result, nodes)
    except Stopped:
        return result
    except KeyboardInterrupt:
        if not run.limits.keeps_partial:
            raise
        return replace(result, stopped_by="interrupt")


def _prefer(run: SearchRun, algorithm: Algorithm, result: SearchResult, nodes: float) -> SearchResult:
    if result.best is None or result.value is None or result.bound is not Bound.EXACT:
        return result
    ties, before = Ties(run, result.value, run.horizon, nodes), run.before
    if result.action_values is not None:
        equal = [action for action, value in result.action_values.items() if value == result.value]
        best = preferred(run.game, run.root.state, equal)
    else:
        if run.order is not None and not defines(run.game, "priority"):
            return result  # the order that was asked for has chosen
        later = run.order is None and run.table is None and not algorithm.best_first
        first, judge = result.best, ties
        if algorithm.iterative and before is not None and before.line is not None and run.is_lost(result.value):
            first, judge = before.line[0], Ties(run, before.value, before.depth)  # which lasts longest?
        others = rivals(run.game, run.root.state, first, later, stopped=nodes < inf)
        best = choose(first, others, judge.is_as_good)
    if best == result.best:
        return result
    try:
        return replace(result, best=best, pv=ties.line(best))
    except Stopped:
        return replace(result, best=best, pv=[best])


def prefer_stopped(run: SearchRun, algorithm: Algorithm, result: SearchResult) -> SearchResult:
    """Return the result of a search that was stopped, with the most promising of the best actions that it knows of.

    That takes at most MAX_TEST_NODES nodes, and after a limit of time GRACE seconds; a flag is not kept waiting.
    """
    if run.completed is None or run.observer is not None or result.stopped_by not in ("nodes", "time"):
        return result
    run.give_grace()
    run.horizon = run.completed.depth
    return prefer(run, algorithm, result, MAX_TEST_NODES)


class Ties:
    """Tells whether actions are as good as the best, by a search with a null window of which nothing is counted.

    With such a window only one question is left, "is it worth that much?", and a minimax search becomes one of ANDs and
    ORs.
    """

    def __init__(self, run: SearchRun, value: Value, horizon: float, nodes: float = inf) -> None:
        self.run = run
        self.nodes = nodes
        self.game = run.game
        self.value = value
        self.horizon = horizon
        self.known: dict[tuple[State, int, float], bool] = {}

    def is_as_good(self, action: Action, state: State = None, ply: int = 0) -> bool:
        """Return whether an action (at the root, or in a state at `ply`) is worth the value to whoever chooses it."""
        state = self.run.root.state if state is None else state
        return self.is_worth(self.run.after(state, action), self.game.player(state), ply + 1)

    def is_worth(self, state: State, side: int, ply: int) -> bool:
        """Return whether a state is worth the value to a side."""
        found = self.known.get((state, side, ply))
        if found is None:
            self.run.look()
            self.nodes -= 1
            if self.nodes < 0:
                raise Stopped("nodes")
            found = self.known[state, side, ply] = self._is_worth(state, side, ply)
        return found

    def _is_worth(self, state: State, side: int, ply: int) -> bool:
        if self.game.terminal(state):
            return side * self.game.utility(state) >= side * self.value
        if ply >= self.horizon:
            return side * self.run.estimate(state) >= side * self.value
        self.run.reach(ply + 1)
        chooses = self.game.player(state) == side
        for action in self.game.actions(state):
            if self.is_worth(self.run.after(state, action), side, ply + 1) == chooses:
                return chooses
        return not chooses

    def line(self, first: Action) -> list[Action]:
        """Return a line of best play that begins with an action that is worth the value."""
        line, state = [first], self.run.after(self.run.root.state, first)
        while len(line) < min(self.run.horizon, MAX_PLIES) and not self.game.terminal(state):
            ply = len(line)
            line.append(next(action for action in self.game.actions(state) if self.is_as_good(action, state, ply)))
            state = self.run.after(state, line[-1])
        return line
