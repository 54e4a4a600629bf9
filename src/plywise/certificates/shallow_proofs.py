"""Choosing a strategy's actions where the game's `bounds` are trusted: those with the least deep proofs.

In plain Python, for any rules; what it means, and the same compiled: engines/kernel/shallow_proofs.py.
"""

from collections.abc import Callable, Hashable, Sequence

from plywise.certificates.goal import DRAW, Goal
from plywise.engines.choices import DEEPER, MAX_DEPTH, SEARCH_FROM, SLACK
from plywise.game import Game, State


def ask_bounds(game: Game, goal: Goal, state: State) -> tuple[bool, bool]:
    """Return whether the game's `bounds` say of a state that the goal is reached, and whether that it is not."""
    low, high = game.bounds(state)
    least, most = (low, high) if game.player(state) == goal.side else (-high, -low)
    draws = goal.what == DRAW
    return least > 0 or (draws and least == 0), most < 0 or (not draws and most == 0)


class ShallowProofs:
    """Depths of proofs. holds: whether the goal holds in a state, by a search."""

    def __init__(self, game: Game, goal: Goal, holds: Callable[[State], bool]) -> None:
        self._game, self._goal, self._holds = game, goal, holds
        self._proved: dict[Hashable, int] = {}
        self._not_proved: dict[Hashable, int] = {}

    def choose(self, state: State, children: Sequence[tuple[int, State]]) -> list[int]:
        """Return the places of actions with shallow proofs, the best first.

        The best is the one with the least deep proof, of several that whose replies are the least deep together. The
        others have proofs of up to SLACK plies more; where the best one's proof ends with it, theirs do, too. If no
        action keeps the goal, none is returned.

        children: the places of a state's actions and the states after them, the most promising first.
        """
        for depth in range(MAX_DEPTH + 2):
            ways = [(place, child) for place, child in children if self._keeps(child, depth)]
            if ways:
                best = min(ways, key=lambda way: self._weigh(way[1]) if depth > 0 else 0)[0]
                if 0 < depth <= MAX_DEPTH:
                    most = min(depth + SLACK, MAX_DEPTH)
                    ways = [(place, child) for place, child in children if self._keeps(child, most)]
                return [best, *(place for place, _ in ways if place != best)]
        return []

    def _keeps(self, child: State, depth: int) -> bool:
        return self._is_proved(child, depth) if depth <= MAX_DEPTH else self._holds(child)

    def _is_proved(self, state: State, depth: int) -> bool:
        """Return whether there is a proof of `depth` plies."""
        game = self._game
        if game.terminal(state):
            return self._goal.suffices(game.utility(state))
        reached, refuted = ask_bounds(game, self._goal, state)
        if reached or refuted or depth <= 0:
            return reached
        key = game.key(state)
        if depth >= self._proved.get(key, DEEPER) or depth <= self._not_proved.get(key, 0):
            return depth >= self._proved.get(key, DEEPER)
        if depth >= SEARCH_FROM and not self._holds(state):
            return False
        after = (game.result(state, action) for action in game.actions(state))
        quantify = any if game.player(state) == self._goal.side else all
        found = quantify(self._is_proved(child, depth - 1) for child in after)
        if found:
            self._proved[key] = min(depth, self._proved.get(key, DEEPER))
        else:
            self._not_proved[key] = max(depth, self._not_proved.get(key, 0))
        return found

    def _weigh(self, child: State) -> int:
        replies = (self._game.result(child, action) for action in self._game.actions(child))
        return sum(1 << self._depth(reply) for reply in replies)

    def _depth(self, state: State) -> int:
        depths = (depth for depth in range(MAX_DEPTH + 1) if self._is_proved(state, depth))
        return next(depths, MAX_DEPTH + 1)
