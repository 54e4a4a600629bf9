"""Solving every state of a game at once by retrograde analysis (the sweeps are in engines/kernel/retrograde.py)."""

from collections.abc import Callable
from contextlib import suppress
from typing import TYPE_CHECKING, Any

from plywise.engines.fallback import note, tell
from plywise.engines.kernel import retrograde
from plywise.engines.kernel.retrograde import (
    MAX_PLIES,
    MAX_SCORE,
    MAX_UNNUMBERED,
    NO_STATE,
    PREPARE,
    SWEEP,
    SWEEP_PLIES,
    UNBOUNDED,
    to_parent,
)
from plywise.engines.kernel.thread_state import DONE, NODES
from plywise.engines.limits import Stopped
from plywise.engines.native.diagnosis import diagnose, line_of
from plywise.engines.step_limit import with_step_limit
from plywise.errors import InputError
from plywise.game import MAX, MAX_ACTIONS, PLIES, Game, State, defines
from plywise.solvers.backward import BackwardSolver
from plywise.solvers.method import SolvingMethod

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine

Sweeps = Callable[[int, int], None]
"""Called after each sweep with its number and the number of states that changed."""

BYTES_A_STATE = 8


class RetrogradeSolver(SolvingMethod):
    """Retrograde analysis of all numbered states (Game.rank), done when the first value is requested.

    Endless play is worth 0. Raises InputError if the game does not number its states or the machine lacks the memory.
    """

    name = "retrograde"
    endless_is_a_draw = True

    def __init__(self, engine: "Engine", distance: bool, report_sweep: Sweeps | None = None) -> None:
        from plywise.engines.native.memory_budget import memory_megabytes
        from plywise.engines.native.session import SearchSession

        super().__init__(engine.game, distance)
        self.engine = engine
        self.report_sweep = report_sweep
        self.count = count_states(engine.game)
        if self.count * BYTES_A_STATE / 2**20 > memory_megabytes() / 2:
            raise InputError(f"{engine.game.name}: bounds of {self.count:,} states do not fit this machine's memory")
        if not engine.whole_utilities:
            raise InputError(f"{engine.game.name}: retrograde analysis takes whole utilities only")
        self.entry = _compile(engine)
        self.session = SearchSession(engine, None)
        self.states = 0
        self.sweeps = 0
        self.bounds: tuple[Any, Any] | None = None

    @property
    def nodes(self) -> int:
        """The number of states visited, in all sweeps together."""
        return self.session.memory.count(NODES)

    def analyse(self) -> tuple[Any, Any]:
        """Return the bounds of all states once they no longer change. Raises KeyboardInterrupt at Ctrl-C."""
        import numpy as np

        if self.bounds is None:
            bounds = np.zeros(self.count, np.int32), np.zeros(self.count, np.int32)
            self.states = self._run(PREPARE, bounds)
            self._sweep(SWEEP, bounds)
            if self.distance:
                np.clip(0, bounds[0], bounds[1], out=bounds[0])
                values, timed = bounds
                np.multiply(values, PLIES, out=timed)
                timed[values > 0] -= MAX_PLIES
                timed[values < 0] += MAX_PLIES
                self._sweep(SWEEP_PLIES, bounds)
                timed[values == NO_STATE] = NO_STATE
                bounds = timed, timed
            self.bounds = bounds
        return self.bounds

    def _sweep(self, task: int, bounds: tuple[Any, Any]) -> None:
        """Sweep over all states until none changes."""
        number = changed = 1
        while changed:
            changed = self._run(task, bounds, number)
            number += 1
            self.sweeps += 1
            if self.report_sweep is not None:
                self.report_sweep(self.sweeps, changed)

    def _run(self, task: int, bounds: tuple[Any, Any], plies: int = 0) -> int:
        def call(work: Any, stack: Any) -> int:
            found: int = self.entry(self.engine.handle, task, plies, self.count, *bounds, work)
            return found

        try:
            return self.session.run(call, self.game.initial())
        except Stopped:  # only Ctrl-C can stop it: there are no limits
            self.session.interrupted = False
            raise KeyboardInterrupt from None
        except InputError as error:
            raise self._diagnose(int(self.session.memory.works[0][DONE]), error) from None

    def _diagnose(self, number: int, error: InputError) -> InputError:
        """Return what is wrong at the state with a given number, if the rules in plain Python show it."""
        game = self.game
        try:
            state = with_step_limit(lambda: game.unrank(number))
            with_step_limit(lambda: game.rank(state))
        except Exception as raised:  # noqa: BLE001 - a user's rule may raise anything
            said = f"{type(raised).__name__}: {raised}".splitlines()[0]
            return InputError(f"{game.name}: rank or unrank raised {said} for number {number}{line_of(raised)}")
        waiting = [state]
        with suppress(Exception):  # `diagnose` finds what the other rules raise
            waiting += [] if game.terminal(state) else [game.result(state, each) for each in game.actions(state)]
        for each in waiting:
            with suppress(Exception):
                wrong = self._find_fault(each)
                if wrong:
                    return InputError(f"{game.name}: {wrong}")
            found = diagnose(game, each, [], "", MAX_ACTIONS)
            if not str(found).endswith("no reason given"):
                return found
        return error

    def _find_fault(self, state: State) -> str:
        """Return what is wrong with a state's number or utility; "" if nothing is."""
        game, where = self.game, self.game.format_state(state)
        if game.terminal(state):
            value = game.utility(state)
            most = f"retrograde analysis takes utilities from {-MAX_SCORE:,} to {MAX_SCORE:,}"
            return "" if abs(value) <= MAX_SCORE else f"utility answered {value} at {where}; {most}"
        number = game.rank(state)
        if number >= self.count:
            return f"rank answered {number} at {where}, but rank_count is {self.count}"
        if number >= 0 and game.rank(game.unrank(number)) != number:
            return f"rank answered {number} at {where}, but unrank({number}) is a state with another number"
        return ""

    def bounds_of(self, state: State, max_moves: int = MAX_UNNUMBERED) -> tuple[int, int]:
        """Return the least and the most that MAX can get, as words; they differ where play need not end.

        max_moves: how many states without a number to look through, one after another.

        Raises InputError for a state that was not analysed.
        """
        game = self.game
        if game.terminal(state):
            return self.end(state), self.end(state)
        number = game.rank(state)
        if number < 0:
            if max_moves == 0:
                return -UNBOUNDED, UNBOUNDED
            after = [self.bounds_of(game.result(state, action), max_moves - 1) for action in game.actions(state)]
            best = max if game.player(state) == MAX else min
            low, high = (to_parent(int(self.distance), best(bounds)) for bounds in zip(*after, strict=True))
            return low, high
        if number < self.count:
            low, high = (int(bound[number]) for bound in self.analyse())
            if low != NO_STATE:
                return low, high
        raise InputError(f"{self.game.name}: {self.game.format_state(state)} is not among the states analysed")

    def encoded_value(self, state: State) -> int:
        """Return a state's value, from MAX's view: the median of its bounds and 0."""
        low, high = self.bounds_of(state)
        word = sorted((low, 0, high))[1]
        self.check_distance(state, word)
        return word


def _compile(engine: "Engine") -> Any:
    """Compile the analysis. Raises NotCompilable if the rules that number states do not compile."""
    from plywise.engines.native.compile.plain_rules import NotCompilable
    from plywise.engines.native.compile.rules import reason

    try:
        return engine.entry(retrograde.run_retrograde)
    except Exception as error:  # noqa: BLE001 - Numba can fail in any way on code that it does not know
        raise NotCompilable(reason(engine.game, "rank or unrank", engine.rules.place("rank"), error)) from None


def numbers_states(game: Game) -> bool:
    """Return whether a game numbers its states."""
    return game.rank_count is not None and defines(game, "rank") and defines(game, "unrank")


def retrograde_method(
    game: Game, engine: "Engine | None", distance: bool, report_sweep: Sweeps | None, required: bool
) -> SolvingMethod:
    """Return what solves backwards: compiled, all numbered states; otherwise, in plain Python, the reachable ones.

    engine: None where there is none, or the game does not number its states.
    required: whether only what is compiled will do. Then raises NotCompilable.
    """
    from plywise.engines.native.compile.plain_rules import NotCompilable

    if engine is not None and (required or (engine.whole_utilities and not engine.is_translated)):
        try:
            return RetrogradeSolver(engine, distance, report_sweep)
        except NotCompilable as error:
            if required:
                raise
            note(game, str(error))
    tell()
    return BackwardSolver(game, distance)


def count_states(game: Game) -> int:
    """Return how many numbers a game has for its states. Raises InputError if it does not number them."""
    if game.rank_count is None or not numbers_states(game):
        raise InputError(
            f"{game.name} does not number its states: compiled retrograde analysis needs rank, unrank and rank_count"
        )
    return game.rank_count


__all__ = ["MAX_SCORE", "RetrogradeSolver", "count_states", "numbers_states", "retrograde_method"]
