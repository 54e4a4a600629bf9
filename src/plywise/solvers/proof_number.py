"""Solving by proof-number search: yes-or-no questions (engines/kernel/proof_number.py answers each) find a value."""

from collections.abc import Sequence
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING

from plywise import engines
from plywise.errors import InputError
from plywise.game import MAX, Action, State
from plywise.game.ordered_sets import actions_in_order
from plywise.solvers.method import SolvingMethod

if TYPE_CHECKING:
    from plywise.engines import Engine, ProofSession

FEW_NODES = 100_000
"""Nodes always allowed for finding further best actions, however quickly the first one was found."""

Question = tuple[int, int]
"""The attacker and the goal, from the attacker's view: does the attacker get at least that much?"""


class ProofNumberSolver(SolvingMethod):
    """Finds a state's value, without distances, by asking whether a player can force at least a given utility.

    Each question has its own table; those of the last two questions, which enclose the value, are kept. Raises
    InputError unless the game's utilities are whole numbers between finite bounds.
    """

    name = "proof"

    def __init__(self, engine: "Engine", table: float | None, features: int) -> None:
        super().__init__(engine.game, False)
        bounds = engine.game.utility_bounds
        if not engine.whole_utilities or not all(map(isfinite, bounds)):
            raise InputError(f"{engine.game.name}: proof-number search takes whole utilities between utility_bounds")
        self.engine = engine
        self.low, self.high = ceil(bounds[0]), floor(bounds[1])
        self.table, self.features = table, features
        self.sessions: dict[Question, ProofSession] = {}
        self._entered = 0
        self._spent = 0  # nodes entered to find the last value

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far."""
        return self._entered + sum(session.nodes for session in self.sessions.values())

    def encoded_value(self, state: State) -> int:
        """Return a state's value, from MAX's view."""
        before = self.nodes
        low, high = (int(self.end(state)),) * 2 if self.game.terminal(state) else (self.low, self.high)
        between: dict[bool, Question] = {}
        while low < high:
            value = choose_next_value(low, high)
            reached = bool(self.reaches(state, MAX, value))
            low, high = (value, high) if reached else (low, value - 1)
            between[reached] = question_of(MAX, value)
            self._keep_only(set(between.values()))
        self._spent = self.nodes - before
        return low

    def encoded_values(self, states: Sequence[State], forget: bool) -> list[int]:
        """Return each state's value, from MAX's view."""
        found = []
        for state in states:
            if forget:
                self._keep_only(set())
            found.append(self.encoded_value(state))
        return found

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth: see SolvingMethod. Actions that would take too long may be left out.

        Deciding every action can take far longer than proving one: an opening at an edge of the 4x4x4 cube, for
        example. So all the others together get as many nodes as finding the value took.
        """
        mover = self.game.player(state)
        after = {action: self.game.result(state, action) for action in self.game.actions(state)}
        if all_moves:
            return {action: mover * self.encoded_value(child) for action, child in after.items()}
        if all(self._proof_number(child, mover, value) for child in after.values()):
            self._session_for(mover, value).ask(state, mover, follow=True)
        numbers = {action: self._proof_number(child, mover, value) for action, child in after.items()}
        found = {action: value for action in after if numbers[action] == 0}
        others = [] if first and found else sorted((each for each in after if numbers[each]), key=numbers.__getitem__)
        end = self.nodes + max(self._spent, FEW_NODES)
        for left, action in zip(range(len(others), 0, -1), others, strict=True):
            proved = value in found.values()  # nearly always; but the table may have lost the proof
            if proved and (first or self.nodes >= end):
                break
            reached = self.reaches(after[action], mover, value, -(-(end - self.nodes) // left) if proved else None)
            if reached is not None:
                found[action] = value if reached else value - 1
        return {action: found[action] for action in after if action in found}

    def find_action(self, state: State, value: int) -> Action | None:
        """Return an action that keeps a value: see SolvingMethod. It is the first that was proved to."""
        if not self.reaches(state, self.game.player(state), value):
            return None
        place = self._find_proved(state, value)
        if place >= 0:
            return actions_in_order(self.game, state)[place]
        found = self.move_values(state, value, first=True)
        return next(action for action, each in found.items() if each >= value)

    def reaches(self, state: State, player: int, value: int, nodes: int | None = None) -> bool | None:
        """Return whether a player can force at least a value, from that player's view; None if the nodes run out.

        Raises KeyboardInterrupt at Ctrl-C.
        """
        if self.game.terminal(state) or value <= self._min_value(player):
            return self._proof_number(state, player, value) == 0
        number = self._session_for(player, value).ask(state, player, nodes)
        return None if number is None else number == 0

    def _proof_number(self, state: State, player: int, value: int) -> int:
        """Return the stored effort of proving that a player can force a value: 0 if that is proved."""
        if self.game.terminal(state):
            return int(player * int(self.end(state)) < value)
        if value <= self._min_value(player):
            return 0
        return self._session_for(player, value).recall(state, player)

    def _find_proved(self, state: State, value: int) -> int:
        """Return the place of the first action that is known to keep a value; -1 if there is none."""
        mover = self.game.player(state)
        if value <= self._min_value(mover):
            return 0
        return self._session_for(mover, value).find(state)

    def _min_value(self, player: int) -> int:
        return self.low if player == MAX else -self.high

    def _session_for(self, player: int, value: int) -> "ProofSession":
        """Return the memory in which it is searched whether a player gets at least a value."""
        question = question_of(player, value)
        if question not in self.sessions:
            self.sessions[question] = engines.ProofSession(self.engine, *question, self.features, self.table)
        return self.sessions[question]

    def _keep_only(self, kept: set[Question]) -> None:
        """Drop the memories of all other questions."""
        for question in set(self.sessions) - kept:
            self._entered += self.sessions.pop(question).nodes


def question_of(player: int, value: int) -> Question:
    """Return the question that decides whether a player gets at least a value, asked so that the goal is above 0.

    >>> question_of(1, 3), question_of(1, 0), question_of(-1, 2)
    ((1, 3), (-1, 1), (-1, 2))
    """
    return (player, value) if value > 0 else (-player, 1 - value)


def choose_next_value(low: int, high: int) -> int:
    """Choose the value to ask for next, from MAX's view, between low and high: first who wins, then in growing steps.

    >>> [choose_next_value(*between) for between in [(-16, 16), (-16, 0), (1, 16), (2, 3), (-16, -1)]]
    [1, 0, 2, 3, -1]
    """
    if low < 1 <= high:
        return 1
    if low < 0 <= high:
        return 0
    if low > 0:
        return min(2 * low, (low + high + 1) // 2)
    return 1 - min(-2 * high, (1 - low - high) // 2)


__all__ = ["ProofNumberSolver"]
