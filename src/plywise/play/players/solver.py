"""Moves by proof."""

from contextlib import suppress
from dataclasses import dataclass, field
from threading import Event
from typing import ClassVar

from plywise.engines.limits import Stopped, TooLong
from plywise.engines.tie_break import preferred
from plywise.errors import NativeFailure
from plywise.game import Game, State
from plywise.play.allotment import Allotment, least
from plywise.play.player import UNLIMITED, Allowance, ThinkingPlayer, Thought, Watcher
from plywise.play.players.engine import EnginePlayer
from plywise.solvers.method import NoDistance
from plywise.solvers.solver import Solution, Solver

SOLVER_SECONDS = 5.0
"""Seconds a move in which the solver tries to prove the best move, unless it is told otherwise."""


@dataclass
class SolverPlayer(ThinkingPlayer):
    """Plays perfectly where it can prove the best move within its limits, and elsewhere as well as it can.

    time, nodes: for a proof, and as much again for a search where that was not enough; without, SOLVER_SECONDS. Of
        what it is allowed each gets half.

    Where play can go in circles among few positions, all are solved before the first move, as `solve` does it. Proved
    wins are played the shortest way, proved losses the longest. What it has proved it keeps from move to move;
    from game to game only where no nodes are counted, because with them every game is played as if it were the first.
    """

    time: float | None = None
    nodes: int | None = None
    _known: list[tuple[Game, Solver | None]] = field(default_factory=list, init=False, repr=False, compare=False)
    _under_way: Event = field(default_factory=Event, init=False, repr=False, compare=False)
    _just_began: bool = field(default=False, init=False, repr=False, compare=False)

    keeps_proofs: ClassVar[bool] = True  # type: ignore[misc]

    def is_reproducible(self, allowance: Allowance) -> bool:
        """Return whether nodes are counted, and no time."""
        counted = self.nodes is not None or allowance.nodes is not None
        return counted and self.time is None and not allowance.is_timed

    def begin(self, game: Game, start: State) -> None:
        """Compile what a proof and a search need, so that no clock pays for it."""
        solver = self._solver_for(game, start)
        self._just_began = True
        if solver is not None and solver.knows_all:
            return
        if solver is not None and not game.terminal(start):
            with suppress(Stopped, TooLong, NativeFailure):
                solver.solve(start, line=False, nodes=1)
        EnginePlayer().begin(game, start)

    def consider(
        self, game: Game, state: State, watcher: Watcher | None = None, allowance: Allowance = UNLIMITED
    ) -> Thought:
        """Return the action to play, and why."""
        limits = self._limits(allowance, game.player(state))
        if self._just_began and limits.nodes is not None and not self._knows(state):
            self._known.clear()
        self._just_began = False
        solution = self.prove(game, state, limits)
        if solution is not None:
            return Thought(preferred(game, state, solution.best), solution)
        return EnginePlayer(**limits._asdict()).advise(game, state, watcher, Allowance(stop=allowance.stop))

    advise = consider

    def proof_nodes(self) -> int | None:
        """Return the nodes entered so far by the proof that is under way, for other threads; None if none is."""
        if not self._under_way.is_set() or not self._known or self._known[0][1] is None:
            return None
        return self._known[0][1].nodes

    def prove(self, game: Game, state: State, limits: Allotment | None = None) -> Solution | None:
        """Return the solved state; None where the limits do not suffice or the game cannot be compiled."""
        limits = limits or self._limits(UNLIMITED, game.player(state))
        solver = self._solver_for(game, state)
        if solver is None:
            return None
        self._under_way.set()
        try:
            return solver.solve(state, line=False, time=limits.time, nodes=limits.nodes)
        except (Stopped, TooLong):
            return None
        except NativeFailure:  # the search says why
            self._known[:] = [(game, None)]
            return None
        finally:
            self._under_way.clear()

    def _limits(self, allowance: Allowance, side: int) -> Allotment:
        """Return the limits of a proof, and of a search after it."""
        allowed = Allotment().within(allowance, side).half()
        time, nodes = least(self.time, allowed.time), least(self.nodes, allowed.nodes)
        return Allotment(SOLVER_SECONDS if time is nodes is None else time, nodes, allowed.depth)

    def _solver_for(self, game: Game, state: State) -> Solver | None:
        """Return the solver of a game, with what it knows. state: what it is to solve."""
        same = bool(self._known) and self._known[0][0] is game
        solver = self._known[0][1] if same else None
        if not same or (solver is not None and solver.knows_all and not solver.knows(state)):
            self._known[:] = [(game, _solver_of(game, state))]  # one table is enough
        return self._known[0][1]

    def _knows(self, state: State) -> bool:
        """Return whether a state is solved already, with all that can follow it."""
        solver = self._known[0][1] if self._known else None
        return solver is not None and solver.knows(state)


def _solver_of(game: Game, state: State) -> Solver | None:
    """Return a solver of a game, of distances too if it has them; None if it cannot be compiled and is not small."""
    try:
        solver = Solver(game, start=state)
    except NoDistance:
        solver = Solver(game, distance=False, start=state)
    return solver if solver.knows_all or solver.engine == "native" else None
