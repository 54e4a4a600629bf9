"""Choosing the strategy's action at many positions, by a solver: one that keeps the goal.

What is chosen is a function of the position alone, whatever was searched before: the most promising action, by the
game's `priority`, that keeps the goal; where the sooner end counts, that of the best outcome; where the game's `bounds`
are trusted, that of the least deep proof; where all positions are listed, the one that comes nearest to the goal. Only
proof-number search is asked which action it proved first, which depends on what it knows; so as a job it begins each
slice anew. It is asked where the game's bounds do not show an action that keeps the goal.
"""

from collections.abc import Sequence
from typing import Any

from plywise.certificates.covering import set_of
from plywise.certificates.forcing import count_plies
from plywise.certificates.plan import Making
from plywise.certificates.shallow_proofs import ShallowProofs
from plywise.certificates.static_choices import by_priority, choose_by_bounds, static_choice
from plywise.engines.choices import NONE, OPEN, latest
from plywise.game import State, outcome
from plywise.game.reachable import Positions
from plywise.solvers.solver import Solver


class PlainChooser:
    """Chooses by a Solver, which takes any game.

    forgets: let what is chosen depend on the states that are handed over together, and on nothing else.
    listed: the positions of the game, if they are few: then no search is needed.
    """

    def __init__(self, making: Making, forgets: bool = False, listed: Positions | None = None) -> None:
        self._making, self._forgets = making, forgets
        self._game, self._goal = making.game, making.goal
        distance = making.soonest and not making.trusts
        self._options: dict[str, Any] = {"method": making.method, "engine": making.engine, "distance": distance}
        self._solver = Solver(self._game, **self._options)
        self._proofs = ShallowProofs(self._game, self._goal, self._holds)
        self._forced = None if listed is None else (listed, count_plies(listed, self._goal.side, self._goal.suffices))

    def choose(self, states: Sequence[State]) -> tuple[list[int], list[int]]:
        """Return the choices at states that are not over, and the action set of each."""
        choices = [static_choice(self._game, self._goal, self._making.trusts, state) for state in states]
        action_sets = [0] * len(states)
        waiting = [number for number, choice in enumerate(choices) if choice == OPEN]
        for number, (choice, equals) in self._choose_waiting(states, waiting).items():
            choices[number], action_sets[number] = choice, equals
        return choices, action_sets

    def _choose_waiting(self, states: Sequence[State], waiting: list[int]) -> dict[int, tuple[int, int]]:
        if self._forced is not None:
            return {number: self._choose_forced(states[number], *self._forced) for number in waiting}
        if self._making.method == "proof":
            self.forget()
            return {number: (self._choose_proved(states[number]), 0) for number in waiting}
        if self._making.trusts:
            return {number: self._choose_shallow(states[number]) for number in waiting}
        if self._making.may_share:
            return self._choose_best(states, waiting)
        return self._choose_first(states, waiting)

    def forget(self) -> None:
        """Begin anew, if what is chosen must not depend on what was handed over before."""
        if self._forgets:
            self._solver = Solver(self._game, **self._options)

    def _choose_proved(self, state: State) -> int:
        # What bounds promise need not come nearer with every move: where play could go in circles, the search is asked.
        choice = choose_by_bounds(self._game, self._goal, state) if self._making.may_share else OPEN
        return self.prove(state) if choice == OPEN else choice

    def prove(self, state: State) -> int:
        """Return the choice at a state by proof-number search."""
        action = self._solver.find_action(state, self._goal.word(False, False))
        return NONE if action is None else 2 * list(self._game.actions(state)).index(action)

    def _choose_forced(self, state: State, listed: Positions, plies: dict[int, int]) -> tuple[int, int]:
        """Choose an action that comes nearest to the goal: its plies fall, so play does not go in circles."""
        after = [(place, listed.number(child)) for place, child in by_priority(self._game, state)]
        action_sets = [(plies[number], place) for place, number in after if number in plies]
        nearest = [place for count, place in action_sets if count == min(action_sets)[0]]
        return (2 * nearest[0], set_of(nearest)) if nearest else (NONE, 0)

    def _holds(self, state: State) -> bool:
        ((value, _),) = self._solver.values([state])
        return self._goal.suffices(value)

    def _choose_shallow(self, state: State) -> tuple[int, int]:
        found = self._proofs.choose(state, by_priority(self._game, state))
        if not found:
            return NONE, 0
        return 2 * found[0], set_of(found) if self._making.may_share else 0

    def _choose_best(self, states: Sequence[State], waiting: list[int]) -> dict[int, tuple[int, int]]:
        """Ask what all actions are worth, and choose the best; where the sooner end does not count, all are alike."""
        asked = [(number, *each) for number in waiting for each in by_priority(self._game, states[number])]
        values = self._solver.values([child for *_, child in asked])
        kept: dict[int, list[tuple[int, int]]] = {number: [] for number in waiting}
        for (number, place, _), (value, distance) in zip(asked, values, strict=True):
            if self._goal.suffices(value):
                worth = self._goal.side * outcome(int(value), (distance or 0) + 1) if self._making.soonest else 0
                kept[number].append((worth, place))
        return {number: self._best_of(each) if each else (NONE, 0) for number, each in kept.items()}

    def _best_of(self, kept: list[tuple[int, int]]) -> tuple[int, int]:
        """Return the choice among actions, (worth, place), that keep the goal, and its action set."""
        best = max(worth for worth, _ in kept)
        least = latest(best) if self._making.may_be_late else best
        first = next(place for worth, place in kept if worth == best)
        return 2 * first, set_of(place for worth, place in kept if worth >= least)

    def _choose_first(self, states: Sequence[State], waiting: list[int]) -> dict[int, tuple[int, int]]:
        """Ask about the most promising action of each state, then about the next where that does not keep the goal.

        No more is asked: where play could go in circles, the search of another action might never end.
        """
        orders = {number: iter(by_priority(self._game, states[number])) for number in waiting}
        found = dict.fromkeys(waiting, (NONE, 0))
        while waiting:
            following = {number: next(orders[number], None) for number in waiting}
            asked = {number: each for number, each in following.items() if each is not None}
            values = self._solver.values([child for _, child in asked.values()])
            kept = {number for number, (value, _) in zip(asked, values, strict=True) if self._goal.suffices(value)}
            found |= {number: (2 * asked[number][0], 0) for number in kept}
            waiting = [number for number in asked if number not in kept]
        return found
