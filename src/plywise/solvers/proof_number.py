"""Solving by proof-number search, for a Solver: see proof.py, which answers one question at a time."""

from dataclasses import replace
from math import ceil, floor, isfinite
from typing import TYPE_CHECKING, Any

from plywise.engines.kernel import proof_number
from plywise.engines.kernel.proof_number import ASK, FOLLOW, RECALL, disproof_of, proof_of
from plywise.engines.limits import Stopped
from plywise.engines.values import to_word
from plywise.errors import InputError
from plywise.game import MAX, Action, State
from plywise.solvers.method import SolvingMethod

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine
    from plywise.engines.native.session import SearchSession

FIRST_BITS = 22
"""A table of 2**FIRST_BITS entries: what falls out of a smaller one is what the search wants again most dearly."""

FEW_NODES = 100_000
"""So many may be entered to find the other actions that are as good, however soon the first one is found."""

Asked = tuple[int, int]
"""The attacker, and his goal in his view, of a question."""


class ProofNumberSolver(SolvingMethod):
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
        self.config = replace(engine.config(distance=False, horizon=False), packed=0)  # the table keeps other numbers
        self.entry = engine.entry(proof_number.run_proof, self.config)
        self.table, self.features = table, features
        self.sessions: dict[Asked, SearchSession] = {}
        self._entered = 0
        self._spent = 0  # nodes entered to find the last value

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        return self._entered + sum(session.nodes for session in self.sessions.values())

    def encoded_value(self, state: State) -> int:
        """Return a state's value, MAX's view."""
        before = self.nodes
        low, high = (int(self.end(state)),) * 2 if self.game.terminal(state) else (self.low, self.high)
        between: dict[bool, Asked] = {}
        while low < high:
            value = next_asked(low, high)
            reached = bool(self.reaches(state, MAX, value))
            low, high = (value, high) if reached else (low, value - 1)
            between[reached] = question_of(MAX, value)
            self._keep(set(between.values()))
        self._spent = self.nodes - before
        return low

    def encoded_values(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view."""
        found = []
        for state in states:
            if forget:
                self._keep(set())
            found.append(self.encoded_value(state))
        return found

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth: see Way. Some that are not worth looking for long may be left out.

        To ask of each may take far longer than to prove one: to begin at an edge of four by four by four cells, say. So
        all of them together get as many nodes as the value took.
        """
        mover = self.game.player(state)
        after = {action: self.game.result(state, action) for action in self.game.actions(state)}
        if all_moves:
            return {action: mover * self.encoded_value(child) for action, child in after.items()}
        if all(self._missing(child, mover, value) for child in after.values()):
            self._ask(FOLLOW, state, mover, value)
        missing = {action: self._missing(child, mover, value) for action, child in after.items()}
        found = {action: value for action in after if missing[action] == 0}
        others = [] if first and found else sorted((each for each in after if missing[each]), key=missing.__getitem__)
        end = self.nodes + max(self._spent, FEW_NODES)
        for left, action in zip(range(len(others), 0, -1), others, strict=True):
            proved = value in found.values()  # nearly always: the table may have forgotten the proof
            if proved and (first or self.nodes >= end):
                break
            reached = self.reaches(after[action], mover, value, -(-(end - self.nodes) // left) if proved else None)
            if reached is not None:
                found[action] = value if reached else value - 1
        return {action: found[action] for action in after if action in found}

    def reaches(self, state: State, player: int, value: int, nodes: int | None = None) -> bool | None:
        """Return whether a player gets at least a value, in his view; None where the nodes do not suffice for that.

        Raises KeyboardInterrupt at Ctrl-C.
        """
        if self.game.terminal(state) or value <= self._least(player):
            return self._missing(state, player, value) == 0
        missing = self._ask(ASK, state, player, value, nodes)
        return None if missing is None else missing == 0

    def _ask(self, task: int, state: State, player: int, value: int, nodes: int | None = None) -> int | None:
        """Search; return 0 where a player gets a value, more than 0 where he does not, None where nodes do not suffice.

        Raises KeyboardInterrupt at Ctrl-C.
        """
        asked = question_of(player, value)
        session = self._session(asked)
        session.memory.limit_nodes(nodes)
        try:
            numbers = session.run(lambda work, stack: self._call(asked, task, state, work, stack), state)
        except Stopped as stopped:
            if stopped.by == "nodes":
                return None
            session.interrupted = False
            raise KeyboardInterrupt from None
        return missing_in(numbers, asked, player)

    def _missing(self, state: State, player: int, value: int) -> int:
        """Return how much is to be shown, as far as is known, before a player surely gets a value: 0 where he does."""
        if self.game.terminal(state):
            return int(player * int(self.end(state)) < value)
        if value <= self._least(player):
            return 0
        asked = question_of(player, value)
        session = self._session(asked)
        numbers = self._call(asked, RECALL, state, session.memory.works[0], session.memory.stacks[0])
        return missing_in(numbers, asked, player)

    def _least(self, player: int) -> int:
        return self.low if player == MAX else -self.high

    def _session(self, asked: Asked) -> "SearchSession":
        """Return what a question is searched in."""
        from plywise.engines.native.session import SearchSession

        if asked not in self.sessions:
            session = SearchSession(
                self.engine, self.config, features=self.features, megabytes=self.table, first_bits=FIRST_BITS
            )
            self.sessions[asked] = session
        return self.sessions[asked]

    def _keep(self, kept: set[Asked]) -> None:
        """Forget all questions but some."""
        for asked in set(self.sessions) - kept:
            self._entered += self.sessions.pop(asked).nodes

    def _call(self, asked: Asked, task: int, state: State, work: Any, stack: Any) -> int:
        attacker, goal = asked
        engine, table = self.engine, self.sessions[asked].memory.table
        bar, plain = to_word(goal, engine.floats), engine.plain(state)
        found: int = self.entry(engine.handle, self.config, task, plain, bar, attacker, goal, work, stack, table)
        return found


def question_of(player: int, value: int) -> Asked:
    """Return the question whose answer says whether a player gets at least a value: he, or the other, wants to win.

    >>> question_of(1, 3), question_of(1, 0), question_of(-1, 2)
    ((1, 3), (-1, 1), (-1, 2))
    """
    return (player, value) if value > 0 else (-player, 1 - value)


def missing_in(numbers: int, asked: Asked, player: int) -> int:
    """Return how much is to be shown before a question's numbers say that a player succeeds: 0 where they do."""
    return proof_of(numbers) if asked[0] == player else disproof_of(numbers)


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


__all__ = ["ProofNumberSolver"]
