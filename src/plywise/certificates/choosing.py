"""Choosing the strategy's action at many positions, by a solver: one that keeps the goal.

What is chosen is a function of the position alone, whatever was searched before: the most promising action, by the
game's `priority`, that keeps the goal; where the sooner end counts, that of the best outcome; where the game's `bounds`
are trusted, that of the least deep proof. Only proof-number search is asked which action it proved first, which depends
on what it knows; so as a job it begins each slice anew.
"""

from collections.abc import Iterator, Sequence
from typing import Any

from plywise.certificates.goal import Goal
from plywise.certificates.shallow_proofs import ShallowProofs, ask_bounds
from plywise.engines.kernel.strategy import FORCED, KNOWN, NONE, OPEN, OTHER, WON
from plywise.engines.tie_break import preference
from plywise.game import PLIES, Game, State, Value
from plywise.solvers.solver import Solver


def glance(game: Game, goal: Goal, trusts: bool, state: State) -> int:
    """Return the choice at a state as far as it needs no search; OPEN where it does."""
    side = goal.side
    mover = game.player(state)
    if trusts and ask_bounds(game, goal, state)[0]:
        return KNOWN
    if mover != side:
        return OTHER
    after = [game.result(state, action) for action in game.actions(state)]
    if any(game.terminal(child) and goal.suffices(game.utility(child)) for child in after):
        return WON
    alive = [place for place, child in enumerate(after) if not is_lost(game, goal, child)]
    if len(alive) > 1:
        return OPEN
    return 2 * alive[0] + FORCED if alive else NONE


def is_lost(game: Game, goal: Goal, state: State) -> bool:
    """Return whether play is over without the goal, or the other side can end it so at once."""
    if game.terminal(state):
        return not goal.suffices(game.utility(state))
    if game.player(state) == goal.side:
        return False
    after = (game.result(state, action) for action in game.actions(state))
    return any(game.terminal(child) and not goal.suffices(game.utility(child)) for child in after)


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

    def choose(self, states: Sequence[State]) -> list[int]:
        """Return the choices at states that are not over."""
        choices = [glance(self.game, self.goal, self.trusts, state) for state in states]
        waiting = [number for number, choice in enumerate(choices) if choice == OPEN]
        if self._options.get("method") == "proof":
            if self.forgets:
                self._solver = Solver(self.game, **self._options)
            found = {number: self.prove(states[number]) for number in waiting}
        elif self.trusts:
            found = {number: self._choose_shallow(states[number]) for number in waiting}
        elif self.soonest:
            found = self._choose_soonest(states, waiting)
        else:
            found = self._choose_first(states, waiting)
        for number in waiting:
            choices[number] = found.get(number, NONE)
        return choices

    def prove(self, state: State) -> int:
        """Return the choice at a state by proof-number search."""
        action = self._solver.find_action(state, self.goal.word(False, False))
        return NONE if action is None else 2 * list(self.game.actions(state)).index(action)

    def _holds(self, state: State) -> bool:
        ((value, _),) = self._solver.values([state])
        return self.goal.suffices(value)

    def _choose_shallow(self, state: State) -> int:
        place = self._proofs.choose(state, self._by_priority(state))
        return NONE if place is None else 2 * place

    def _choose_first(self, states: Sequence[State], waiting: list[int]) -> dict[int, int]:
        """Ask about the most promising action of each state, then about the next where that does not keep the goal."""
        orders = {number: iter(self._by_priority(states[number])) for number in waiting}
        found: dict[int, int] = {}
        while waiting:
            asked = [(number, place, child) for number in waiting for place, child in self._next(orders[number])]
            values = self._solver.values([child for *_, child in asked])
            for (number, place, _), (value, _) in zip(asked, values, strict=True):
                if self.goal.suffices(value):
                    found[number] = 2 * place
            waiting = [number for number, *_ in asked if number not in found]
        return found

    def _choose_soonest(self, states: Sequence[State], waiting: list[int]) -> dict[int, int]:
        asked = [(number, *each) for number in waiting for each in self._by_priority(states[number])]
        values = self._solver.values([child for *_, child in asked])
        least = self.goal.word(False, True) - 1
        best: dict[int, int] = {}
        found: dict[int, int] = {}
        for (number, place, _), (value, distance) in zip(asked, values, strict=True):
            worth = self.goal.side * _word(value, distance)
            if worth > best.get(number, least):
                best[number], found[number] = worth, 2 * place
        return found

    def _by_priority(self, state: State) -> list[tuple[int, State]]:
        """Return the places of a state's actions and the states after them, the most promising first."""
        actions = list(self.game.actions(state))
        ranked = sorted(range(len(actions)), key=lambda place: -preference(self.game, state, actions[place]))
        return [(place, self.game.result(state, actions[place])) for place in ranked]

    @staticmethod
    def _next(order: Iterator[tuple[int, State]]) -> list[tuple[int, State]]:
        following = next(order, None)
        return [] if following is None else [following]


def _word(value: Value, distance: int | None) -> int:
    """Return a value with its distance as one number: see solvers/method.py."""
    word = int(value) * PLIES
    return word - (word > 0) * (distance or 0) + (word < 0) * (distance or 0)
