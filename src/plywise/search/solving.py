"""The two ways to solve a state: compiled, and in plain Python, which is the specification of the other.

Both hold a value as a word: the outcome times PLIES, less one for each ply to the end, so that a sooner win is more and
a later loss too; without distances the word is the outcome.
"""

from abc import ABC, abstractmethod
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any

from plywise.errors import InputError
from plywise.game import FAR, MAX, PLIES, Action, Game, State, Value
from plywise.recursion import MAX_PLIES, Room, recursion_room
from plywise.search.run import Stopped
from plywise.search.values import MOST_UTILITY, from_word, to_word

NO_DISTANCE = f"only whole utilities of up to {MOST_UTILITY.bit_length() - 1} bits have distances (distance=False, \
--distance no)"

if TYPE_CHECKING:
    from plywise.search.build.engine import Engine


class NoDistance(InputError):
    """Distances were asked for where the utilities allow none."""


class Way(ABC):
    """How a Solver solves. It keeps what it finds from call to call; `nodes` counts those entered so far."""

    def __init__(self, game: Game, distance: bool) -> None:
        self.game = game
        self.distance = distance

    @property
    @abstractmethod
    def nodes(self) -> int:
        """How many nodes were entered so far."""

    @abstractmethod
    def word(self, state: State) -> int:
        """Return a state's value, MAX's view."""

    @abstractmethod
    def words(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view. forget: solve each as if it were the first."""

    @abstractmethod
    def judged(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action of a state is worth, in the view of the player to move, who has `value`.

        Exactly where all_moves is true; otherwise what is less than `value` may be less than it says, and an action is
        left out where it is not known whether it is worth `value`. first: one action worth `value` is enough.
        """

    def end(self, state: State) -> int:
        """Return a terminal state's value, MAX's view. Raises InputError where it has no distance."""
        value = self.game.utility(state)
        if not self.distance:
            return value  # type: ignore[return-value]
        if value != int(value) or abs(value) >= MOST_UTILITY:
            raise NoDistance(f"{self.game.name}: utility {value} at {self.game.format_state(state)}: {NO_DISTANCE}")
        return int(value) * PLIES

    def farther(self, word: int) -> int:
        """Return a child's value as the state before it has it: the end is one ply farther away."""
        return word - (word > 0) + (word < 0) if self.distance else word

    def nearer(self, word: int) -> int:
        """Return the value that the best child has of a state with this value: the opposite of `farther`."""
        return word + (word > 0) - (word < 0) if self.distance else word

    def said(self, word: int) -> tuple[Value, int | None]:
        """Return the value and the distance that a word says: None for a draw's, and where there is none."""
        if not self.distance:
            return word, None
        magnitude = (abs(word) + PLIES - 1) // PLIES
        return (magnitude if word > 0 else -magnitude), (magnitude * PLIES - abs(word) if word else None)


class Compiled(Way):
    """By the native engine, with one table for everything that is asked.

    deadline: a time.perf_counter() at which a search that heeds it stops (see bounding.py); none here does.
    """

    deadline = inf

    def __init__(self, engine: "Engine", distance: bool, threads: int, table: float | None, features: int) -> None:
        from plywise.search import kernel, lanes
        from plywise.search.space import Space

        super().__init__(engine.game, distance)
        low, high = engine.game.utility_bounds
        large = any(MOST_UTILITY <= abs(bound) < inf for bound in (low, high))
        if distance and (large or not engine.whole_utilities):
            raise NoDistance(f"{engine.game.name}: {NO_DISTANCE}")
        self.kernel = kernel
        self.floats = engine.floats and not distance
        plan = engine.plan(distance=distance, horizon=False)
        engine.entry(kernel.run_strong, plan)
        self.space = Space(engine, plan, features, threads, table)
        lanes.prepare(threads)
        if distance:
            self.low = -FAR if low == -inf else (floor(low) - (low > 0)) * PLIES  # the plies to a win make it less ...
            self.high = FAR if high == inf else (ceil(high) + (high < 0)) * PLIES  # ... and those to a loss more
        else:
            self.low, self.high = to_word(low, self.floats), to_word(high, self.floats)

    @property
    def nodes(self) -> int:
        """How many nodes all threads entered so far."""
        return self.space.nodes

    @contextmanager
    def _interruptible(self) -> Iterator[None]:
        """Raise KeyboardInterrupt where Ctrl-C stopped the search; the next one knows nothing of that."""
        with suppress(Stopped):  # by nothing but Ctrl-C: there are no limits
            yield
        if self.space.interrupted:
            self.space.interrupted = False
            raise KeyboardInterrupt

    def word(self, state: State) -> int:
        """Return a state's value, MAX's view."""
        if self.game.terminal(state):
            return to_word(self.end(state), self.floats)
        mover = self.game.player(state)
        low, high = self._window(mover)

        def call(work: Any, stack: Any) -> int:
            return self.space.strong(self.kernel.MEASURE, state, work, stack, low, high)

        with self._interruptible():
            return mover * self.space.run(call, state)

    def words(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view: one call of the compiled search, in one thread."""
        if not states:
            return []
        with self._interruptible():
            return self.space.measure_all(states, self.low, self.high, forget)

    def judged(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth: see Way."""
        low, high = self._window(self.game.player(state)) if all_moves else (0, 0)
        with self._interruptible():
            return self.space.judge(state, low, high, value, first=first)

    def said(self, word: int) -> tuple[Value, int | None]:
        """Return the value and the distance that a word says: see Way."""
        return (from_word(word, self.floats), None) if not self.distance else super().said(word)

    def _window(self, mover: int) -> tuple[int, int]:
        return (self.low, self.high) if mover == MAX else (-self.high, -self.low)


class Plain(Way):
    """By plain Python: every state below is valued once."""

    def __init__(self, game: Game, distance: bool) -> None:
        super().__init__(game, distance)
        self.known: dict[Any, int] = {}
        self._nodes = 0

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        return self._nodes

    def word(self, state: State) -> int:
        """Return a state's value, MAX's view. Raises InputError for a line of play longer than MAX_PLIES."""
        with recursion_room() as room:
            return self._value(state, 0, room)

    def _value(self, state: State, ply: int, room: Room) -> int:
        self._nodes += 1
        room.reach(ply)
        if ply > MAX_PLIES:
            raise InputError(f"a line of play of {self.game.name} is over {MAX_PLIES:,} plies long")
        if self.game.terminal(state):
            return self.end(state)
        key = self.game.key(state)
        if key not in self.known:
            mover = self.game.player(state)
            children = (
                self._value(self.game.result(state, action), ply + 1, room) for action in self.game.actions(state)
            )
            self.known[key] = mover * max(mover * self.farther(child) for child in children)
        return self.known[key]

    def words(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view. What is known of one is known of the next, whatever `forget` says."""
        return [self.word(state) for state in states]

    def judged(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth, exactly."""
        mover = self.game.player(state)
        return {
            action: mover * self.farther(self.word(self.game.result(state, action)))
            for action in self.game.actions(state)
        }
