"""Spans: from where to where a state's outcome lies, as far as a small search can tell."""

from collections.abc import Mapping
from typing import Any

from plywise.game import MAX, PLIES, Action, State, Value, outcome
from plywise.laws.guarded import Asking

NODES_FOR_ONE = 600  # that may be entered for one state
NODES_IN_ALL = 40_000

Span = tuple[Value, Value]
"""A least and a greatest outcome, MAX's view."""


class Spent(Exception):
    """A search would take more nodes than there are for it."""


class Spans:
    """Small searches of states: minimax with distances to a given depth, beyond which any outcome may come.

    known: what is known of states, as profiles. utility_bounds: the game's. What a search proves is kept, so that where
    states near the end are asked first, those before them cost little.
    """

    def __init__(self, asking: Asking, known: Mapping[State, Mapping[str, Any]], utility_bounds: Span) -> None:
        self.asking = asking
        self.known = known
        self.beyond = _farther(outcome_bounds(utility_bounds))
        self.met: dict[State, dict[str, Any]] = {}
        self.proved: dict[State, Value] = {}
        self.entered: dict[tuple[State, int], Span] = {}
        self.nodes = 0
        self.most_nodes = 0

    def begin(self) -> bool:
        """Return whether there are nodes left for one more state."""
        self.most_nodes = min(self.nodes + NODES_FOR_ONE, NODES_IN_ALL)
        return self.nodes < NODES_IN_ALL

    def spans(self, state: State, depth: int) -> list[tuple[Action, Span]]:
        """Return each action's span as seen from a state that is not terminal, by a search so deep. Raises Spent."""
        return [(action, _farther(self.span(child, depth - 1))) for action, child in self.steps(state)]

    def span(self, state: State, depth: int) -> Span:
        """Return the span of a state by a search so deep. Raises Spent, or Unanswered where a rule gives no answer."""
        if state in self.proved:
            return self.proved[state], self.proved[state]
        if (state, depth) in self.entered:
            return self.entered[state, depth]
        if self.nodes >= self.most_nodes:
            raise Spent
        self.nodes += 1
        low: Value
        high: Value
        profile = self.profile(state)
        if profile["terminal"]:
            if not isinstance(profile["utility"], int):
                raise Spent
            low = high = outcome(profile["utility"], 0)
        elif depth <= 0:
            return self.beyond
        else:
            low, high = self.best(profile["player"], self.spans(state, depth))
        self.entered[state, depth] = low, high
        if low == high:
            self.proved[state] = low
        return low, high

    def best(self, player: int, spans: list[tuple[Action, Span]]) -> Span:
        """Return the span of a state whose player has these to choose from."""
        if not spans:
            return self.beyond
        better = max if player == MAX else min
        low, high = better(low for _, (low, _) in spans), better(high for _, (_, high) in spans)
        return max(low, self.beyond[0]), min(high, self.beyond[1])

    def profile(self, state: State) -> Mapping[str, Any]:
        """Return whether a state is terminal, and its utility or its player."""
        if state in self.known:
            return self.known[state]
        if state not in self.met:
            over = self.asking.ask("terminal", state)
            rule = "utility" if over else "player"
            self.met[state] = {"terminal": over, rule: self.asking.ask(rule, state)}
        return self.met[state]

    def steps(self, state: State) -> list[tuple[Action, State]]:
        """Return the actions of a state that is not terminal, and where they lead."""
        if state in self.known:
            return self.known[state]["result"]  # type: ignore[no-any-return]
        profile = self.met[state]
        if "result" not in profile:
            actions = self.asking.ask("actions", state)
            profile["result"] = [(action, self.asking.ask("result", state, action)) for action in actions]
        return profile["result"]  # type: ignore[no-any-return]


def outcome_bounds(utility_bounds: Span) -> Span:
    """Return from where to where outcomes lie at the end of a game, the utilities being so, and before it.

    >>> outcome_bounds((-1, 0)) == (-PLIES, 0)
    True
    """
    low, high = utility_bounds
    return (low if low <= 0 else low - 1) * PLIES, (high if high >= 0 else high + 1) * PLIES


def _farther(span: Span) -> Span:
    """Return a span as seen one ply before.

    >>> _farther((-PLIES, 0)) == (1 - PLIES, 0)
    True
    """
    low, high = span
    return low - (low > 0) + (low < 0), high - (high > 0) + (high < 0)
