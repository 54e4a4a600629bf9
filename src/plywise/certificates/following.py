"""Making a certificate whose strategy may follow policies: from some positions on, a policy plays to the end.

Level by level, as in making.py, but a position from which a policy wins ends a line: it needs one entry. Where several
actions keep the goal, those that lead to few positions are chosen, as everywhere. Then a checker's walk is repeated to
find the entries: a position that was proved before, by whatever strategy, needs none.
"""

from collections.abc import Sequence

from plywise.certificates.goal import Goal
from plywise.certificates.policies import Choose
from plywise.certificates.positions import ChosenWalk, PlainPositions
from plywise.certificates.static_choices import is_lost, is_won_at_once
from plywise.certificates.walking import Node, Walk
from plywise.engines.choices import KNOWN, OPEN
from plywise.game import Action, Game, State
from plywise.game.ordered_sets import actions_in_order
from plywise.process.recursion import RecursionBudget, recursion_budget

Leaf = tuple[int, int]
"""The place of an action and the number of the policy, counted from 1, that is followed after it."""


class Following:
    """What policies reach from the positions of a game."""

    def __init__(self, game: Game, goal: Goal, policies: Sequence[Choose]) -> None:
        self._game, self._goal, self._policies = game, goal, policies
        self._wins: list[dict[State, bool]] = [{} for _ in policies]

    def leaf(self, state: State) -> Leaf | None:
        """Return an action and a policy that reaches the goal after it; None if there is none, or no entry is needed.

        The strategist is to move. The policies' own actions come first.
        """
        if is_won_at_once(self._game, self._goal, state) or len(self._alive(state)) < 2:
            return None
        actions = actions_in_order(self._game, state)
        for number, policy in enumerate(self._policies):
            action = policy(self._game, state)
            if action in actions and self._holds_after(state, action, number):
                return actions.index(action), number + 1
        for place, action in enumerate(actions):
            for number in range(len(self._policies)):
                if self._holds_after(state, action, number):
                    return place, number + 1
        return None

    def action(self, state: State, number: int) -> Action:
        """Return the only action that is not lost at once, or else what a policy, counted from 1, plays."""
        alive = self._alive(state)
        return alive[0] if len(alive) == 1 else self._policies[number - 1](self._game, state)

    def _alive(self, state: State) -> list[Action]:
        game = self._game
        return [each for each in game.actions(state) if not is_lost(game, self._goal, game.result(state, each))]

    def _holds_after(self, state: State, action: Action, number: int) -> bool:
        child = self._game.result(state, action)
        return not is_lost(self._game, self._goal, child) and self._holds(child, number)

    def _holds(self, state: State, number: int) -> bool:
        with recursion_budget() as budget:
            return self._follow(state, number, 0, budget)

    def _follow(self, state: State, number: int, ply: int, budget: RecursionBudget) -> bool:
        """Return whether a policy reaches the goal. A line that comes back to where it was does not."""
        budget.reach(ply)
        game, goal, wins = self._game, self._goal, self._wins[number]
        if game.terminal(state):
            return goal.suffices(game.utility(state))
        if state in wins:
            return wins[state]
        if is_won_at_once(game, goal, state):
            return True
        wins[state] = False
        if game.player(state) != goal.side:
            after = [game.result(state, action) for action in game.actions(state)]
        elif self._alive(state) and (action := self.action(state, number + 1)) in list(game.actions(state)):
            after = [game.result(state, action)]
        else:
            return False
        wins[state] = all(self._follow(child, number, ply + 1, budget) for child in after)
        return wins[state]


class FollowingPositions(PlainPositions):
    """Positions in rows, of which those from which a policy wins have none after them."""

    def __init__(self, game: Game, start: State, goal: Goal, following: Following) -> None:
        super().__init__(game, start, goal, counts=False)
        self._following = following

    def is_leaf(self, row: int) -> bool:
        """Return whether a policy reaches the goal from a row's state, and from all that share its key by symmetry."""
        state = self._states[row]
        images = getattr(self.game, "symmetries", None)
        return all(map(self._following.leaf, (state, *(images(state) if images else ()))))

    def walk(self) -> tuple[list[int], int]:
        """Return the entries in a checker's order, and how many positions a checker remembers. Raises as Walk does."""
        walk = _FollowingWalk(self, self._following)
        walk.walk(self.start, 0)
        return walk.entries, len(walk.done)


class _FollowingWalk(Walk[int]):
    """The walk along the choices made in all rows. Followed: the number of a policy; 0: entries are read."""

    def __init__(self, positions: FollowingPositions, following: Following) -> None:
        super().__init__(positions.game, positions.goal)
        self._chosen, self._following = ChosenWalk(positions), following
        self._chosen.entries = self.entries

    def choose(self, node: Node, followed: int) -> tuple[int, int]:
        if followed:
            return node.actions.index(self._following.action(node.state, followed)), followed
        if not self._chosen.is_known(node.state, node.ply):
            return self._chosen.choose(node, None)[0], 0
        leaf = self._following.leaf(node.state)
        assert leaf is not None, "checked for all that share the key"
        self.entries.append(leaf[0] + leaf[1] * len(node.actions))
        return leaf


def choose_leaves(positions: FollowingPositions, first: int, last: int) -> list[int]:
    """Return KNOWN for the rows of a level from which a policy wins, and OPEN elsewhere."""
    states = positions.states(first, last)
    side = positions.goal.side
    return [
        KNOWN if positions.game.player(state) == side and positions.is_leaf(row) else OPEN
        for row, state in enumerate(states, start=first)
    ]
