"""Retrograde analysis of all numbered states by compiled rules (the sweeps are in kernel/retrograde.py)."""

from collections.abc import Callable
from contextlib import suppress

import numpy as np

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
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.diagnosis import diagnose, line_of
from plywise.engines.native.search_memory import Array
from plywise.engines.native.session import SearchSession
from plywise.engines.step_limit import with_step_limit
from plywise.errors import InputError
from plywise.game import MAX, MAX_ACTIONS, PLIES, State
from plywise.process.memory import memory_megabytes

Sweeps = Callable[[int, int], None]
"""Called after each sweep with its number and the number of states that changed."""

BYTES_A_STATE = 8


class RetrogradeAnalysis:
    """The bounds of all states that a game numbers, computed on first use.

    count: the number of states; see `Game.rank_count`
    end: the word of a terminal state
    report_sweep: called after each sweep

    Raises InputError if memory does not suffice, NotCompilable if the rules that number states do not compile.
    """

    def __init__(
        self, engine: Engine, distance: bool, count: int, end: Callable[[State], int], report_sweep: Sweeps | None
    ) -> None:
        self.game = engine.game
        if count * BYTES_A_STATE / 2**20 > memory_megabytes() / 2:
            raise InputError(f"{self.game.name}: bounds of {count:,} states do not fit this machine's memory")
        self.engine, self.distance, self.count, self._end, self.report_sweep = (
            engine,
            distance,
            count,
            end,
            report_sweep,
        )
        self._entry = engine.entry(retrograde.run_retrograde)
        self._session = SearchSession(engine, None)
        self.states = 0
        self.sweeps = 0
        self._bounds: tuple[Array, Array] | None = None

    @property
    def nodes(self) -> int:
        """The number of states visited, in all sweeps together."""
        return self._session.memory.count(NODES)

    def bounds_of(self, state: State, max_moves: int = MAX_UNNUMBERED) -> tuple[int, int]:
        """Return the least and the most that MAX can get, as words; they differ where play need not end.

        max_moves: how many states without a number to look through, one after another.

        Raises InputError for a state that was not analysed.
        """
        game = self.game
        if game.terminal(state):
            return self._end(state), self._end(state)
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

    def analyse(self) -> tuple[Array, Array]:
        """Return the bounds of all states once they no longer change. Raises KeyboardInterrupt at Ctrl-C."""
        if self._bounds is None:
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
            self._bounds = bounds
        return self._bounds

    def _sweep(self, task: int, bounds: tuple[Array, Array]) -> None:
        """Sweep over all states until none changes."""
        number = changed = 1
        while changed:
            changed = self._run(task, bounds, number)
            number += 1
            self.sweeps += 1
            if self.report_sweep is not None:
                self.report_sweep(self.sweeps, changed)

    def _run(self, task: int, bounds: tuple[Array, Array], plies: int = 0) -> int:
        def call(work: Array, stack: Array) -> int:
            found: int = self._entry(self.engine.handle, task, plies, self.count, *bounds, work)
            return found

        try:
            return self._session.run(call, self.game.initial())
        except Stopped:  # only Ctrl-C can stop it: there are no limits
            self._session.interrupted = False
            raise KeyboardInterrupt from None
        except InputError as error:
            raise self._diagnose(int(self._session.memory.works[0][DONE]), error) from None

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
            return "" if abs(value) <= MAX_SCORE else f"utility returned {value} at {where}; {most}"
        number = game.rank(state)
        if number >= self.count:
            return f"rank returned {number} at {where}, but rank_count is {self.count}"
        if number >= 0 and game.rank(game.unrank(number)) != number:
            return f"rank returned {number} at {where}, but unrank({number}) is a state with another number"
        return ""
