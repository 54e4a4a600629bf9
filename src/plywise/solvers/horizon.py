"""Solving games with very long lines of play: to the end at once or ply by ply, whichever finishes first.

A depth-first search to the end follows each line of play wherever it leads; where lines wander for hundreds of plies,
it may never come back. A search that stops at a horizon does, and it proves something too: if everything beyond the
horizon is taken as the worst possible for MAX, its value is a lower bound; taken as the best possible, an upper bound.
The horizon is moved on until the two meet. Which of the two searches is faster cannot be known in advance, so they
alternate with equal and growing numbers of nodes, at a total cost of at most a few times the better one's.

Where play can go in circles, neither may ever finish. After each of their turns, the positions that play can come to
are then listed for half of the turn's time, and solved backwards once all are known (backward.py).
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import inf
from time import perf_counter
from typing import TYPE_CHECKING, NamedTuple

from plywise import engines
from plywise.engines.limits import Stopped, TooLong
from plywise.engines.tie_break import preference
from plywise.engines.values import to_word
from plywise.errors import InputError
from plywise.game import MAX, Action, State, Value
from plywise.game.reachable import finds_circle
from plywise.solvers.alphabeta import AlphaBetaSolver
from plywise.solvers.backward import MAX_LISTED, Backward

if TYPE_CHECKING:
    from plywise.engines import Engine, ExactSession

FIRST_NODES = 200_000
MORE_NODES = 4
"""The factor by which the number of nodes grows each turn."""
GLANCE = 40
"""What part of the first nodes a glance at what is near has."""

LISTING, LEAST_LISTING = 0.5, 0.05
"""What part of a turn's time the listing of positions takes, where play can go in circles, and at least how long."""


class BeyondBounds(InputError):
    """A utility was met that lies beyond the bounds of all utilities."""


class Question(NamedTuple):
    """What is a state worth to a player?

    state: the state.
    side: the player.
    low, high: known bounds of the answer, as words.
    guess: where to start searching.
    action: the root's action that leads to the state; None: the state is the root.
    """

    state: State
    side: int
    low: int
    high: int
    guess: int = 0
    action: Action = None


@dataclass
class Near:
    """How far a question has been answered by searches to a horizon: its bounds, and the plies to the horizon."""

    question: Question
    depth: int = 0


class HorizonSolver(AlphaBetaSolver):
    """The native engine, searching to the end and to a horizon by turns: see above."""

    archives = False  # a search that is resumed needs what it found before its turn ended
    first_nodes = FIRST_NODES

    def __init__(
        self,
        engine: "Engine",
        distance: bool,
        threads: int,
        table: float | None,
        features: int,
        bounds: tuple[Value, Value] | None = None,
    ) -> None:
        super().__init__(engine, distance, threads, table, features, bounds)
        self._make_proof_session: Callable[[int], ExactSession] = lambda unknown: engines.ExactSession(
            engine, distance, unknown, features=features, threads=threads, megabytes=table
        )
        self._proof_sessions: tuple[ExactSession, ExactSession] | None = None
        self._most_nodes = inf
        self._answered_at_horizon = False
        self._backward: Backward | None = None
        self._is_circular: bool | None = None
        self._has_listed = False

    @property
    def name(self) -> str:  # type: ignore[override]
        """How the last question was answered: see SolvingMethod."""
        return "retrograde" if self._has_listed else "search"

    @property
    def endless_is_a_draw(self) -> bool:  # type: ignore[override]
        """Whether the last answer counts endless play as a draw."""
        return self._has_listed

    def limit(self, seconds: float | None, nodes: int | None = None) -> None:
        """Raise Stopped after this many seconds or nodes: see SolvingMethod."""
        super().limit(seconds)
        self._most_nodes = inf if nodes is None else self.nodes + nodes

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far, by all threads."""
        return self.session.nodes + sum(session.nodes for session in self._proof_sessions or ())

    def encoded_value(self, state: State) -> int:
        """Return a state's value as a word, from MAX's view."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        low, high = self._window(mover)
        return mover * self._find_value(Question(state, mover, low, high))

    def compare(self, state: State, word: int) -> int:
        """Return how a state's value compares with a word: see SolvingMethod."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        low = word - 1 if mover == MAX else -word
        with self.session.interruptible():
            return mover * self._alternate(Question(state, mover, low, low + 1, low + 1))
        raise AssertionError("a search without limits was stopped")

    def encoded_values(self, states: Sequence[State], forget: bool) -> list[int]:
        """Return the values of the first states: see SolvingMethod."""
        if not forget:
            return super().encoded_values(states, forget)
        for session in (self.session, *(self._proof_sessions or ())):
            session.memory.clear_table()
        return [self.encoded_value(states[0])]

    def move_values(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth: see SolvingMethod."""
        mover = self.game.player(state)
        low, high = self._window(mover) if all_moves else (value - 1, value)
        found: dict[Action, int] = {}
        actions = list(self.game.actions(state))
        if first and self.by_priority:
            actions.sort(key=lambda action: -preference(self.game, state, action))
        for action in actions:
            start, stop, guess = (-self.to_child(word) for word in (high, low, value))
            question = Question(self.game.result(state, action), -mover, start, stop, guess, action)
            found[action] = self.to_parent(-self._find_value(question))
            if first and found[action] >= value:
                break
        return found

    def _find_value(self, question: Question) -> int:
        """Answer a question by both searches in turn. Raises KeyboardInterrupt at Ctrl-C."""
        with self.session.interruptible():
            return self._alternate(question)
        raise AssertionError("a search without limits was stopped")

    def _alternate(self, question: Question) -> int:
        """Answer a question by both searches in turn."""
        near, endless = Near(question), False
        listed = self._listed_answer(question)
        if listed is not None:
            return listed
        for to_end, budget in self._turns():
            if self.nodes >= self._most_nodes:
                raise Stopped("nodes")
            began = perf_counter()
            try:
                found = None
                if not to_end:
                    found = self._move_horizon(near, budget)
                elif not endless:
                    found = self.search_question(self.session, near.question, 0, budget)
                if found is not None:
                    self._answered_at_horizon = not to_end
                    return found
            except TooLong:
                endless = True  # possibly: then only a horizon helps
            except Stopped as stopped:
                if stopped.by != "nodes":
                    raise
            listed = self._list(question, perf_counter() - began, endless)
            if listed is not None:
                return listed
        raise AssertionError("unreachable: the turns do not end")

    def _list(self, question: Question, seconds: float, endless: bool) -> int | None:
        """List positions after a turn that took so long; return the answer once all are solved backwards.

        endless: whether a line of play was met that is too long to be followed
        """
        if self._is_circular is None:
            self._is_circular = self.session.engine.rules.past_field < 0 and finds_circle(self.game, question.state)
            self._backward = Backward(self.game, self._end_word, self.distance)
        if self._backward is None or not (self._is_circular or endless):
            return None
        until = perf_counter() + max(LEAST_LISTING, LISTING * seconds)
        try:
            is_solved = self._backward.list(question.state, MAX_LISTED, until)
        except Exception:  # noqa: BLE001 - a rule raised where the searches may never come
            self._backward = None
            return None
        if not is_solved and len(self._backward.positions) > MAX_LISTED:
            self._backward = None
        return self._listed_answer(question)

    def _end_word(self, state: State) -> int:
        return to_word(self.end(state), self.floats)

    def _listed_answer(self, question: Question) -> int | None:
        """Return the answer to a question about a state that was solved backwards; None for any other."""
        word = None if self._backward is None else self._backward.word(question.state)
        self._has_listed = word is not None
        if word is None:
            return None
        if question.action is None:
            self.check_distance(question.state, word)
        return min(question.side * int(word), question.high)

    def _turns(self) -> Iterator[tuple[bool, int]]:
        """Yield whether it is the turn of the search to the end, and its nodes.

        The one that answered the last question comes first; that to the end only after a glance at what is near.
        """
        first, budget = not self._answered_at_horizon, FIRST_NODES
        if first:
            yield False, budget // GLANCE
        while True:
            yield first, budget
            yield not first, budget
            budget *= MORE_NODES

    def _move_horizon(self, near: "Near", budget: int) -> int | None:
        """Move the horizon on as long as the nodes last; return the answer if there is one. Raises Stopped."""
        spent = 0
        while spent < budget:
            deeper = near.depth + 1 + near.depth // 8
            before = self.nodes
            near.question = self.narrow_question(near.question, deeper, budget - spent)
            near.depth = deeper
            spent += self.nodes - before
            if near.question.low == near.question.high:
                return near.question.low
        return None

    def proof_sessions(self) -> "tuple[ExactSession, ExactSession]":
        """Return the memories for searches to a horizon, with the worst and the best beyond it. May compile."""
        if self._proof_sessions is None:
            self._proof_sessions = self._make_proof_session(self.low), self._make_proof_session(self.high)
        return self._proof_sessions

    def narrow_question(self, question: Question, depth: int, budget: int) -> Question:
        """Return the question with the bounds that searches to a depth prove."""
        least, most = self.proof_sessions()[:: question.side]
        low = self.search_question(least, question, depth, budget)
        question = question._replace(low=max(low, question.low), guess=low)
        if question.low < question.high:
            high = self.search_question(most, question, depth, budget)
            question = question._replace(high=min(high, question.high))
        return question

    def search_question(self, session: "ExactSession", question: Question, depth: int, budget: int) -> int:
        """Return the value found by one search, at most `high`. Raises Stopped if the nodes run out."""
        side = 0 if question.action is None else question.side
        if self.session.interrupted:
            raise Stopped("interrupt")
        session.clock = self.session.clock
        session.memory.limit_nodes(int(max(1, min(budget, self._most_nodes - self.nodes))))
        try:
            window = question.low, question.high, question.guess
            found = session.value_to_horizon(question.state, *window, depth, side, question.action)
            least, most = (self.low, self.high) if question.side == MAX else (-self.high, -self.low)
            if self.assumes_bounds and not least <= found <= most:
                raise BeyondBounds(f"{self.game.name}: a utility lies beyond utility_bounds")
            return min(found, question.high)
        finally:  # so that Ctrl-C is looked for in one place
            pressed = self.session.interrupted or session.interrupted
            session.interrupted = False
            self.session.interrupted = pressed
