"""Walking through a strategy as a checker does: in its order, and with the entries that it reads.

What a strategy is, differs: choices found level by level (positions.py), policies (following.py), or another program's
file (strategy_files.py). A subclass says what the strategist plays.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Sequence
from typing import Generic, NamedTuple, TypeVar

from plywise.certificates.goal import Goal
from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.game.ordered_sets import actions_in_order
from plywise.process.recursion import RecursionBudget, recursion_budget

Followed = TypeVar("Followed")


class Node(NamedTuple):
    """A state at which a walk has arrived. children: the state after each action"""

    state: State
    ply: int
    actions: Sequence[Action]
    children: Sequence[State]


class Walk(ABC, Generic[Followed]):
    """Walks from a state, against every reply of the other side.

    done: the marks of the positions that are proved, which a checker remembers
    entries: those that it reads, in its order
    """

    def __init__(self, game: Game, goal: Goal, done: set[Hashable] | None = None) -> None:
        self.game, self.goal, self.done = game, goal, set[Hashable]() if done is None else done
        self.entries: list[int] = []
        self._path: set[Hashable] = set()

    def walk(self, start: State, followed: Followed) -> None:
        """Walk from a state. followed: what the strategist follows there

        Raises InputError where a line misses the goal, or comes back to where it was: then it need never end.
        """
        with recursion_budget() as budget:
            self._prove(start, followed, 0, budget)

    @abstractmethod
    def choose(self, node: Node, followed: Followed) -> tuple[int, Followed]:
        """Return the place of the strategist's action and what is followed after it; write an entry if one is read."""

    def mark(self, state: State, ply: int) -> Hashable:
        """Return what a checker remembers a state by."""
        return self.game.key(state)

    def is_known(self, state: State, ply: int) -> bool:
        """Return whether a checker knows without a walk that the goal is reached."""
        return False

    def failure(self, what: str, state: State) -> InputError:
        """Return the exception that tells what is wrong in a state."""
        return InputError(f"{self.game.name}: {what} at {self.game.format_state(state)}")

    def _prove(self, state: State, followed: Followed, ply: int, budget: RecursionBudget) -> None:
        budget.reach(ply)
        game, goal = self.game, self.goal
        if game.terminal(state):
            if not goal.suffices(game.utility(state)):
                raise self.failure("the goal is not reached", state)
            return
        is_own, actions = game.player(state) == goal.side, actions_in_order(game, state)
        children = [game.result(state, action) for action in actions]
        if is_own and any(game.terminal(child) and goal.suffices(game.utility(child)) for child in children):
            return
        mark = self.mark(state, ply)
        if mark in self.done or self.is_known(state, ply):
            return
        if mark in self._path:
            where = game.format_state(state)
            raise InputError(f"{game.name}: no certificate: play may never end, because it comes back to {where}")
        self._path.add(mark)
        if is_own:
            place, followed = self.choose(Node(state, ply, actions, children), followed)
            children = [children[place]]
        for child in children:
            self._prove(child, followed, ply + 1, budget)
        self._path.remove(mark)
        self.done.add(mark)


__all__ = ["Walk"]
