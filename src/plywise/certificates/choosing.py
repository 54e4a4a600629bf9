"""Choosing the strategy's action at many positions, by a solver: one that keeps the goal.

What is chosen is a function of the position alone, whatever was searched before: the most promising action, by the
game's `priority`, that keeps the goal; where the sooner end counts, that of the best outcome; where the game's `bounds`
are trusted, that of the least deep proof. Only proof-number search is asked which action it proved first, which depends
on what it knows; so as a job it begins each slice anew. It is asked where the game's bounds do not show an action that
keeps the goal.
"""

from collections.abc import Sequence
from typing import Any

from plywise.certificates.covering import set_of
from plywise.certificates.glancing import by_priority, choose_by_bounds, glance
from plywise.certificates.goal import Goal
from plywise.certificates.shallow_proofs import ShallowProofs
from plywise.engines.kernel.choosing import NONE, OPEN
from plywise.game import Game, State, outcome
from plywise.solvers.solver import Solver


class PlainChooser:
    """Chooses by a Solver, which takes any game.

    soonest: whether the sooner end counts. options: of the Solver, without `distance`.
    forgets: let what is chosen depend on the states that are handed over together, and on nothing else.
    """

    def __init__(
        self, game: Game, goal: Goal, trusts: bool, soonest: bool, options: dict[str, Any], forgets: bool = False
    ) -> None:
        self.game, self.goal, self.trusts, self.soonest, self.forgets = game, goal, trusts, soonest, forgets
        self._options = options | {"distance": soonest and not trusts}
        self._solver = Solver(game, **self._options)
        self._proofs = ShallowProofs(game, goal, self._holds)

    def choose(self, states: Sequence[State]) -> tuple[list[int], list[int]]:
        """Return the choices at states that are not over, and the ways of each."""
        choices = [glance(self.game, self.goal, self.trusts, state) for state in states]
        ways = [0] * len(states)
        waiting = [number for number, choice in enumerate(choices) if choice == OPEN]
        if self._options.get("method") == "proof":
            self.forget()
            found = {number: (self._choose_proved(states[number]), 0) for number in waiting}
        elif self.trusts:
            found = {number: self._choose_shallow(states[number]) for number in waiting}
        else:
            found = self._choose_best(states, waiting)
        for number in waiting:
            choices[number], ways[number] = found[number]
        return choices, ways

    def forget(self) -> None:
        """Begin anew, if what is chosen must not depend on what was handed over before."""
        if self.forgets:
            self._solver = Solver(self.game, **self._options)

    def _choose_proved(self, state: State) -> int:
        choice = choose_by_bounds(self.game, self.goal, state)
        return self.prove(state) if choice == OPEN else choice

    def prove(self, state: State) -> int:
        """Return the choice at a state by proof-number search."""
        action = self._solver.find_action(state, self.goal.word(False, False))
        return NONE if action is None else 2 * list(self.game.actions(state)).index(action)

    def _holds(self, state: State) -> bool:
        ((value, _),) = self._solver.values([state])
        return self.goal.suffices(value)

    def _choose_shallow(self, state: State) -> tuple[int, int]:
        found = self._proofs.choose(state, by_priority(self.game, state))
        return (NONE, 0) if not found else (2 * found[0], set_of(found))

    def _choose_best(self, states: Sequence[State], waiting: list[int]) -> dict[int, tuple[int, int]]:
        """Ask what all actions are worth; where the sooner end does not count, all that keep the goal are the best."""
        asked = [(number, *each) for number in waiting for each in by_priority(self.game, states[number])]
        values = self._solver.values([child for *_, child in asked])
        places: dict[int, list[int]] = {number: [] for number in waiting}
        best: dict[int, int] = {}
        for (number, place, _), (value, distance) in zip(asked, values, strict=True):
            if not self.goal.suffices(value):
                continue
            worth = self.goal.side * outcome(int(value), distance or 0) if self.soonest else 0
            if number not in best or worth > best[number]:
                best[number], places[number] = worth, []
            if worth == best[number]:
                places[number].append(place)
        return {number: (2 * each[0], set_of(each)) if each else (NONE, 0) for number, each in places.items()}
