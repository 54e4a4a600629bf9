"""Intervals that contain a state's outcome, proved by small searches."""

from collections.abc import Mapping
from typing import Any

from plywise.game import MAX, PLIES, Action, State, Value, outcome
from plywise.laws.guarded import GuardedRules

MAX_NODES_PER_STATE = 600
MAX_NODES = 40_000

Interval = tuple[Value, Value]
"""The smallest and the largest possible outcome, from MAX's view."""


class OutOfNodes(Exception):
    """A search needs more nodes than it may enter."""


class IntervalSearch:
    """Small searches: minimax with distances to a fixed depth, beyond which any outcome is possible.

    rules: the rules to call.
    known: the profiles of the states examined so far.
    utility_bounds: the game's.

    Proved outcomes are cached: if states near the end are searched first, those before them cost little.
    """

    def __init__(self, rules: GuardedRules, known: Mapping[State, Mapping[str, Any]], utility_bounds: Interval) -> None:
        self.rules = rules
        self.known = known
        self.beyond = _to_parent(outcome_bounds(utility_bounds))
        self.met: dict[State, dict[str, Any]] = {}
        self.proved: dict[State, Value] = {}
        self.entered: dict[tuple[State, int], Interval] = {}
        self.nodes = 0
        self.most_nodes = 0

    def begin_state(self) -> bool:
        """Grant nodes for another state; return whether any are left."""
        self.most_nodes = min(self.nodes + MAX_NODES_PER_STATE, MAX_NODES)
        return self.nodes < MAX_NODES

    def intervals(self, state: State, depth: int) -> list[tuple[Action, Interval]]:
        """Return the interval of each action of a non-terminal state, searched to a depth. Raises OutOfNodes."""
        return [(action, _to_parent(self.interval(child, depth - 1))) for action, child in self.successors(state)]

    def interval(self, state: State, depth: int) -> Interval:
        """Return the interval of a state, searched to a depth. Raises OutOfNodes, or NoAnswer if a rule fails."""
        if state in self.proved:
            return self.proved[state], self.proved[state]
        if (state, depth) in self.entered:
            return self.entered[state, depth]
        if self.nodes >= self.most_nodes:
            raise OutOfNodes
        self.nodes += 1
        low: Value
        high: Value
        profile = self.profile(state)
        if profile["terminal"]:
            if not isinstance(profile["utility"], int):
                raise OutOfNodes
            low = high = outcome(profile["utility"], 0)
        elif depth <= 0:
            return self.beyond
        else:
            low, high = self.best_interval(profile["player"], self.intervals(state, depth))
        self.entered[state, depth] = low, high
        if low == high:
            self.proved[state] = low
        return low, high

    def best_interval(self, player: int, intervals: list[tuple[Action, Interval]]) -> Interval:
        """Return the interval of a state whose player chooses among these actions."""
        if not intervals:
            return self.beyond
        better = max if player == MAX else min
        low, high = better(low for _, (low, _) in intervals), better(high for _, (_, high) in intervals)
        return max(low, self.beyond[0]), min(high, self.beyond[1])

    def profile(self, state: State) -> Mapping[str, Any]:
        """Return whether a state is terminal, with its utility or its player."""
        if state in self.known:
            return self.known[state]
        if state not in self.met:
            over = self.rules.ask("terminal", state)
            rule = "utility" if over else "player"
            self.met[state] = {"terminal": over, rule: self.rules.ask(rule, state)}
        return self.met[state]

    def successors(self, state: State) -> list[tuple[Action, State]]:
        """Return the actions of a non-terminal state, and the states they lead to."""
        if state in self.known:
            return self.known[state]["result"]  # type: ignore[no-any-return]
        profile = self.met[state]
        if "result" not in profile:
            actions = self.rules.ask("actions", state)
            profile["result"] = [(action, self.rules.ask("result", state, action)) for action in actions]
        return profile["result"]  # type: ignore[no-any-return]


def outcome_bounds(utility_bounds: Interval) -> Interval:
    """Return the interval of all outcomes, at the end of a game or before it, for given utility bounds.

    >>> outcome_bounds((-1, 0)) == (-PLIES, 0)
    True
    """
    low, high = utility_bounds
    return (low if low <= 0 else low - 1) * PLIES, (high if high >= 0 else high + 1) * PLIES


def _to_parent(interval: Interval) -> Interval:
    """Return a child's interval from its parent, one ply farther from the end.

    >>> _to_parent((-PLIES, 0)) == (1 - PLIES, 0)
    True
    """
    low, high = interval
    return low - (low > 0) + (low < 0), high - (high > 0) + (high < 0)
