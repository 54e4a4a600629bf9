"""Solving games whose lines of play may be very long: to the end at once, or ply by ply, whichever comes first.

A search to the end, depth first, follows a line of play to wherever it leads; where lines may wander for hundreds of
plies it does not come back. A search that stops at a horizon does, and proves something, too: taking what lies beyond
for the worst there can be for MAX, what he gets nevertheless he surely gets; and taking it for the best, he gets no
more. The horizon is moved on until the two meet. Nobody knows beforehand which way is the shorter one, so both are
tried in turns, each with as many nodes, and with more and more: that costs at most a few times what the better one
costs alone.
"""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any, NamedTuple

from plywise.engines.kernel.search import MEASURE, run_strong
from plywise.engines.kernel.thread_state import PATH, UNKNOWN, word_of
from plywise.engines.limits import Stopped, TooLong
from plywise.engines.values import to_word
from plywise.game import Action, State
from plywise.solvers.alphabeta import Compiled

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine
    from plywise.engines.native.search_memory import Space

FIRST_NODES = 200_000
MORE_NODES = 4
"""By how much the number of nodes grows with every turn."""


class Question(NamedTuple):
    """What is a state worth, in a player's view? It is known to be from low to high.

    side: the player. action: the one that leads to the state from the root; None: it is the root itself.
    """

    state: State
    side: int
    low: int
    high: int
    guess: int = 0
    action: Action = None


class Patient(Compiled):
    """By the native engine, in both ways: see above."""

    def __init__(self, engine: "Engine", distance: bool, threads: int, table: float | None, features: int) -> None:
        super().__init__(engine, distance, threads, table, features)
        self._make_proof_space: Callable[[int], Space] = lambda unknown: _proof_space(
            self, engine, threads, table, features, unknown
        )
        self._proof_spaces: tuple[Space, Space] | None = None

    @property
    def nodes(self) -> int:
        """How many nodes all threads entered so far."""
        return self.space.nodes + sum(space.nodes for space in self._proof_spaces or ())

    def word(self, state: State) -> int:
        """Return a state's value, MAX's view."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        low, high = self._window(mover)
        return mover * self._answer(Question(state, mover, low, high))

    def words(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view."""
        found = []
        for state in states:
            if forget:
                for space in (self.space, *(self._proof_spaces or ())):
                    space.forget()
            found.append(self.word(state))
        return found

    def judged(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth: see Way."""
        mover = self.game.player(state)
        low, high = self._window(mover) if all_moves else (value - 1, value)
        found: dict[Action, int] = {}
        for action in self.game.actions(state):
            start, stop, guess = (-self.nearer(word) for word in (high, low, value))
            question = Question(self.game.result(state, action), -mover, start, stop, guess, action)
            found[action] = self.farther(-self._answer(question))
            if first and found[action] >= value:
                break
        return found

    def _answer(self, question: Question) -> int:
        """Return the value that is asked for, in turns by the one way and by the other."""
        with self._interruptible():
            return self._in_turns(question)
        raise AssertionError("a search without limits was stopped")

    def _in_turns(self, question: Question) -> int:
        budget, depth, endless = FIRST_NODES, 0, False
        while True:
            try:
                if not endless:
                    return self.measured(self.space, question, 0, budget)
            except TooLong:
                endless = True  # perhaps: then only a horizon helps
            except Stopped as stopped:
                if stopped.by != "nodes":
                    raise
            try:
                spent = 0
                while spent < budget:
                    deeper = depth + 1 + depth // 8
                    before = self.nodes
                    question = self.narrowed(question, deeper, budget - spent)
                    depth = deeper
                    spent += self.nodes - before
                    if question.low == question.high:
                        return question.low
            except Stopped as stopped:
                if stopped.by != "nodes":
                    raise
            budget *= MORE_NODES

    def proof_spaces(self) -> "tuple[Space, Space]":
        """Return what is worked in up to a horizon: for the worst and for the best beyond it. Compiles at first."""
        if self._proof_spaces is None:
            self._proof_spaces = self._make_proof_space(self.low), self._make_proof_space(self.high)
        return self._proof_spaces

    def narrowed(self, question: Question, depth: int, budget: int) -> Question:
        """Return the question with the bounds that a search so deep proves."""
        least, most = self.proof_spaces()[:: question.side]
        low = self.measured(least, question, depth, budget)
        question = question._replace(low=max(low, question.low), guess=low)
        if question.low < question.high:
            high = self.measured(most, question, depth, budget)
            question = question._replace(high=min(high, question.high))
        return question

    def measured(self, space: "Space", question: Question, depth: int, budget: int) -> int:
        """Return the value by one search, at most `high`. Raises Stopped where the nodes do not suffice."""
        side = 0 if question.action is None else question.side

        def call(work: Any, stack: Any) -> int:
            if question.action is not None:
                work[PATH] = word_of(question.action)
            state, low, high, guess = question.state, question.low, question.high, question.guess
            return space.strong(MEASURE, state, work, stack, low, high, guess, depth, side)

        if self.space.interrupted:
            raise Stopped("interrupt")
        space.limit(budget)
        try:
            return min(space.run(call, question.state, self.deadline), question.high)
        finally:  # whether Ctrl-C was pressed is asked in one place
            pressed = self.space.interrupted or space.interrupted
            space.interrupted = False
            self.space.interrupted = pressed


def _proof_space(
    way: Compiled, engine: "Engine", threads: int, table: float | None, features: int, unknown: int
) -> "Space":
    """Return what the threads work in that take what lies beyond the horizon to be worth `unknown`, MAX's view."""
    from plywise.engines.native.search_memory import Space

    plan = engine.plan(distance=way.distance, horizon=True, proof=True)
    engine.entry(run_strong, plan)
    space = Space(engine, plan, features, threads, table)
    for work in space.works:
        work[UNKNOWN] = unknown
    return space
