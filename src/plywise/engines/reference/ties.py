"""After a search, chooses the most promising of the equally good actions."""

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
    """Return the result with the most promising of the equally good actions; this may search actions not yet valued.

    nodes: the limit of that search; if it is reached, the result is returned unchanged

    Raises KeyboardInterrupt at Ctrl-C unless partial results are allowed.
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
            return result  # the requested order has decided
        later = run.order is None and run.table is None and not algorithm.best_first
        first, judge = result.best, ties
        if algorithm.iterative and before is not None and before.line is not None and run.is_lost(result.value):
            first, judge = before.line[0], Ties(run, before.value, before.depth)  # which one delays the loss longest?
        others = rivals(run.game, run.root.state, first, later, stopped=nodes < inf)
        best = choose(first, others, judge.is_as_good)
    if best == result.best:
        return result
    try:
        return replace(result, best=best, pv=ties.line(best))
    except Stopped:
        return replace(result, best=best, pv=[best])


def prefer_stopped(run: SearchRun, algorithm: Algorithm, result: SearchResult) -> SearchResult:
    """Return a stopped search's result with the most promising of the equally good actions known so far.

    This takes at most MAX_TEST_NODES nodes and, after a time limit, GRACE seconds. A set stop flag is obeyed at once.
    """
    if run.completed is None or run.observer is not None or result.stopped_by not in ("nodes", "time"):
        return result
    run.give_grace()
    run.horizon = run.completed.depth
    return prefer(run, algorithm, result, MAX_TEST_NODES)


class Ties:
    """Tests by uncounted null-window searches whether other actions are as good as the best.

    A null window reduces the search to one yes-or-no question, "is it worth that much?", and so the minimax tree to an
    AND/OR tree.
    """

    def __init__(self, run: SearchRun, value: Value, horizon: float, nodes: float = inf) -> None:
        self.run = run
        self.nodes = nodes
        self.game = run.game
        self.value = value
        self.horizon = horizon
        self.known: dict[tuple[State, int, float], bool] = {}

    def is_as_good(self, action: Action, state: State = None, ply: int = 0) -> bool:
        """Return whether an action (at the root, or in a state at `ply`) achieves the value for its player."""
        state = self.run.root.state if state is None else state
        return self.is_worth(self.run.after(state, action), self.game.player(state), ply + 1)

    def is_worth(self, state: State, side: int, ply: int) -> bool:
        """Return whether a state achieves the value for a side."""
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
        """Return a line of best play that starts with an action that achieves the value."""
        line, state = [first], self.run.after(self.run.root.state, first)
        while len(line) < min(self.run.horizon, MAX_PLIES) and not self.game.terminal(state):
            ply = len(line)
            line.append(next(action for action in self.game.actions(state) if self.is_as_good(action, state, ply)))
            state = self.run.after(state, line[-1])
        return line
