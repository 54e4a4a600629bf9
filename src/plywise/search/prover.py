"""Solving by proof-number search, for a Solver: see proof.py, which answers one question at a time."""

from dataclasses import replace
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any

from plywise.errors import InputError
from plywise.game import MAX, Action, State
from plywise.search import proof
from plywise.search.proof import ASK, RECALL, disproof_of, proof_of
from plywise.search.run import Stopped
from plywise.search.solving import Way
from plywise.search.values import to_word

if TYPE_CHECKING:
    from plywise.search.build.engine import Engine
    from plywise.search.space import Space

FIRST_BITS = 22
"""A table of 2**FIRST_BITS entries: what falls out of a smaller one is what the search wants again most dearly."""

Asked = tuple[int, int]
"""The attacker, and his goal in his view, of a question."""


class Prover(Way):
    """Finds a state's value, without distances, by asking whether a player surely gets at least so much.

    Each question has a table of its own; those of the two last ones that the value lies between are kept. Raises
    InputError for a game whose utilities are not whole numbers between bounds.
    """

    def __init__(self, engine: "Engine", table: float | None, features: int) -> None:
        super().__init__(engine.game, False)
        bounds = engine.game.utility_bounds
        if not engine.whole_utilities or not all(map(isfinite, bounds)):
            raise InputError(f"{engine.game.name}: proof-number search takes whole utilities between utility_bounds")
        self.engine = engine
        self.low, self.high = ceil(bounds[0]), floor(bounds[1])
        self.plan = replace(engine.plan(distance=False, horizon=False), packed=0)  # the table keeps other numbers
        self.entry = engine.entry(proof.run_proof, self.plan)
        self.table, self.features = table, features
        self.spaces: dict[Asked, Space] = {}
        self._entered = 0

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        return self._entered + sum(space.nodes for space in self.spaces.values())

    def word(self, state: State) -> int:
        """Return a state's value, MAX's view."""
        if self.game.terminal(state):
            return int(self.end(state))
        low, high = self.low, self.high
        between: dict[bool, Asked] = {}
        while low < high:
            value = next_asked(low, high)
            reached = self.reaches(state, MAX, value)
            low, high = (value, high) if reached else (low, value - 1)
            between[reached] = question_of(MAX, value)
            self._keep(set(between.values()))
        return low

    def words(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view."""
        found = []
        for state in states:
            if forget:
                self._keep(set())
            found.append(self.word(state))
        return found

    def judged(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth; but for all_moves, of those worth `value` only what is proved already.

        To ask of each may take far longer than to prove one: to begin at an edge of four by four by four cells, say.
        """
        mover = self.game.player(state)
        after = {action: self.game.result(state, action) for action in self.game.actions(state)}
        if all_moves:
            return {action: mover * self.word(child) for action, child in after.items()}
        missing = {action: self._missing(child, mover, value) for action, child in after.items()}
        if 0 not in missing.values():
            for action in sorted(after, key=lambda each: missing[each]):
                if self.reaches(after[action], mover, value):
                    missing[action] = 0
                    break
        return {action: value if missing[action] == 0 else value - 1 for action in after}

    def reaches(self, state: State, player: int, value: int) -> bool:
        """Return whether a player gets at least a value, in his view. Raises KeyboardInterrupt at Ctrl-C."""
        if self.game.terminal(state) or value <= self._least(player):
            return self._missing(state, player, value) == 0
        asked = question_of(player, value)
        space = self._space(asked)
        try:
            numbers = space.run(lambda work, stack: self._call(asked, ASK, state, work, stack), state)
        except Stopped:  # by nothing but Ctrl-C: there are no limits
            space.interrupted = False
            raise KeyboardInterrupt from None
        return (proof_of(numbers) == 0) == (asked[0] == player)

    def _missing(self, state: State, player: int, value: int) -> int:
        """Return how much is to be shown, as far as is known, before a player surely gets a value: 0 where he does."""
        if self.game.terminal(state):
            return int(player * int(self.end(state)) < value)
        if value <= self._least(player):
            return 0
        asked = question_of(player, value)
        space = self._space(asked)
        numbers = self._call(asked, RECALL, state, space.works[0], space.stacks[0])
        return proof_of(numbers) if asked[0] == player else disproof_of(numbers)

    def _least(self, player: int) -> int:
        return self.low if player == MAX else -self.high

    def _space(self, asked: Asked) -> "Space":
        """Return what a question is searched in."""
        from plywise.search.space import Space

        if asked not in self.spaces:
            space = Space(self.engine, self.plan, self.features, megabytes=self.table, first_bits=FIRST_BITS)
            self.spaces[asked] = space
        return self.spaces[asked]

    def _keep(self, kept: set[Asked]) -> None:
        """Forget all questions but some."""
        for asked in set(self.spaces) - kept:
            self._entered += self.spaces.pop(asked).nodes

    def _call(self, asked: Asked, task: int, state: State, work: Any, stack: Any) -> int:
        attacker, goal = asked
        engine, table = self.engine, self.spaces[asked].table
        bar, plain = to_word(goal, engine.floats), engine.plain(state)
        found: int = self.entry(engine.handle, self.plan, task, plain, bar, attacker, goal, work, stack, table)
        return found


def question_of(player: int, value: int) -> Asked:
    """Return the question whose answer says whether a player gets at least a value: he, or the other, wants to win.

    >>> question_of(1, 3), question_of(1, 0), question_of(-1, 2)
    ((1, 3), (-1, 1), (-1, 2))
    """
    return (player, value) if value > 0 else (-player, 1 - value)


def next_asked(low: int, high: int) -> int:
    """Return the value to ask for next, MAX's view, where it lies from low to high: who wins, then in growing steps.

    >>> next_asked(-16, 16), next_asked(-16, 0), next_asked(1, 16), next_asked(2, 3), next_asked(-16, -1)
    (1, 0, 2, 3, -1)
    """
    if low < 1 <= high:
        return 1
    if low < 0 <= high:
        return 0
    if low > 0:
        return min(2 * low, (low + high + 1) // 2)
    return 1 - min(-2 * high, (1 - low - high) // 2)


__all__ = ["Prover"]
