"""Solving every state of a game at once, for a Solver: see retrograde.py, which does it."""

from collections.abc import Callable
from typing import TYPE_CHECKING, Any

from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.search import retrograde
from plywise.search.retrograde import MOST_SCORE, NO_STATE, PREPARE, SWEEP
from plywise.search.run import Stopped
from plywise.search.solving import NO_DISTANCE, Way
from plywise.search.work import NODES

if TYPE_CHECKING:
    from plywise.search.build.engine import Engine

Sweeps = Callable[[int, int], None]
"""Is told, after each sweep, its number and how many states changed."""

BYTES_A_STATE = 8


class Backward(Way):
    """By retrograde analysis of all states that have a number (Game.index), when the first one is asked for.

    Play without end is worth 0. Raises InputError where the game numbers no states, or the machine has not the memory.
    """

    def __init__(self, engine: "Engine", distance: bool, told: Sweeps | None = None) -> None:
        from plywise.search.space import Space, memory_megabytes

        super().__init__(engine.game, distance)
        self.engine = engine
        self.told = told
        self.count = states_of(engine.game)
        if self.count * BYTES_A_STATE / 2**20 > memory_megabytes() / 2:
            raise InputError(f"{engine.game.name}: bounds of {self.count:,} states do not fit this machine's memory")
        if not engine.whole_utilities:
            raise InputError(f"{engine.game.name}: {NO_DISTANCE}")
        self.entry = engine.entry(retrograde.run_retrograde)
        self.space = Space(engine, None)
        self.states = 0
        self.sweeps = 0
        self.bounds: tuple[Any, Any] | None = None

    @property
    def nodes(self) -> int:
        """How many states were looked at, all sweeps together."""
        return self.space.count(NODES)

    def analyse(self) -> tuple[Any, Any]:
        """Return the bounds of all states, once they do not change any more. Raises KeyboardInterrupt at Ctrl-C."""
        import numpy as np

        if self.bounds is None:
            bounds = np.zeros(self.count, np.int32), np.zeros(self.count, np.int32)
            self.states = self._run(PREPARE, bounds)
            changed = 1
            while changed:
                changed = self._run(SWEEP, bounds)
                self.sweeps += 1
                if self.told is not None:
                    self.told(self.sweeps, changed)
            self.bounds = bounds
        return self.bounds

    def _run(self, task: int, bounds: tuple[Any, Any]) -> int:
        def call(work: Any, stack: Any) -> int:
            handle, distance = self.engine.handle, int(self.distance)
            found: int = self.entry(handle, task, distance, 0, self.count, *bounds, work)
            return found

        try:
            return self.space.run(call, self.game.initial())
        except Stopped:  # by nothing but Ctrl-C: there are no limits
            raise KeyboardInterrupt from None

    def bounds_of(self, state: State) -> tuple[int, int]:
        """Return the words of what MAX gets at least, and at most: they differ where play need not end.

        Raises InputError for a state that has no number.
        """
        if self.game.terminal(state):
            return self.end(state), self.end(state)
        number = self.game.index(state)
        if 0 <= number < self.count:
            low, high = (int(bound[number]) for bound in self.analyse())
            if low != NO_STATE:
                return low, high
        raise InputError(f"{self.game.name}: {self.game.format_state(state)} is not among the states analysed")

    def word(self, state: State) -> int:
        """Return a state's value, MAX's view: what lies in the middle of the bounds and 0."""
        low, high = self.bounds_of(state)
        return sorted((low, 0, high))[1]

    def words(self, states: list[State], forget: bool) -> list[int]:
        """Return each state's value, MAX's view."""
        return [self.word(state) for state in states]

    def judged(self, state: State, value: int, all_moves: bool = False, first: bool = False) -> dict[Action, int]:
        """Return what each action is worth, exactly."""
        mover = self.game.player(state)
        return {
            action: mover * self.farther(self.word(self.game.result(state, action)))
            for action in self.game.actions(state)
        }


def states_of(game: Game) -> int:
    """Return how many numbers a game has for its states. Raises InputError where it has none."""
    if game.indexes is None:
        raise InputError(
            f"{game.name} does not number its states: retrograde analysis needs index, at_index and indexes"
        )
    return game.indexes


__all__ = ["MOST_SCORE", "Backward", "states_of"]
