"""Making a certificate whose strategy may follow policies: from some positions on, a policy plays to the end.

Level by level, as in making.py, but a position from which a policy wins ends a line: it needs one entry. Where several
actions keep the goal, those that lead to few positions are chosen, as everywhere. Then a checker's walk is repeated to
find the entries: a position that was proved before, by whatever strategy, needs none.
"""

from collections.abc import Hashable, Sequence

from plywise.certificates.goal import Goal
from plywise.certificates.policies import Choose
from plywise.certificates.positions import PlainPositions
from plywise.certificates.static_choices import is_lost, is_won_at_once
from plywise.engines.choices import FORCED, KNOWN, OPEN
from plywise.errors import InputError
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
        """Return the entries in a checker's order, and how many positions a checker remembers."""
        entries: list[int] = []
        done: set[Hashable] = set()
        with recursion_budget() as budget:
            self._write(self.start, 0, 0, entries, done, set(), budget)
        return entries, len(done)

    def _write(
        self, state: State, number: int, ply: int, entries: list[int], done: set[Hashable], path: set[Hashable],
        budget: RecursionBudget,
    ) -> None:  # fmt: skip
        """Walk as a checker does. number: of the policy that is followed; 0: entries are read."""
        budget.reach(ply)
        game, key = self.game, self.game.key(state)
        if game.terminal(state) or key in done or is_won_at_once(game, self.goal, state):
            return
        if key in path:
            where = game.format_state(state)
            raise InputError(f"{game.name}: play may return to {where} and never end: there is no certificate")
        path.add(key)
        actions = actions_in_order(game, state)
        if game.player(state) == self.goal.side:
            action, number = self._choose(state, number, actions, entries)
            actions = [action]
        for action in actions:
            self._write(game.result(state, action), number, ply + 1, entries, done, path, budget)
        path.remove(key)
        done.add(key)

    def _choose(self, state: State, number: int, actions: Sequence[Action], entries: list[int]) -> tuple[Action, int]:
        """Return the strategist's action, and the policy that is followed after it; write an entry if one is read."""
        if number:
            return self._following.action(state, number), number
        row = self._rows[self.game.key(state)]
        choice = self._choices[row]
        if choice == KNOWN:
            leaf = self._following.leaf(state)
            assert leaf is not None, "checked for all that share the key"
            entries.append(leaf[0] + leaf[1] * len(actions))
            return actions[leaf[0]], leaf[1]
        after = ((place, self.game.result(state, action)) for place, action in enumerate(actions))
        place = next(place for place, child in after if self._rows.get(self.game.key(child)) == self._child[row])
        if not choice & FORCED:
            entries.append(place)
        return actions[place], 0


def choose_leaves(positions: FollowingPositions, first: int, last: int) -> list[int]:
    """Return KNOWN for the rows of a level from which a policy wins, and OPEN elsewhere."""
    states = positions.states(first, last)
    side = positions.goal.side
    return [
        KNOWN if positions.game.player(state) == side and positions.is_leaf(row) else OPEN
        for row, state in enumerate(states, start=first)
    ]
