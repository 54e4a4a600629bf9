"""A player that plays proved moves."""

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
"""Default seconds per move for a proof."""


@dataclass
class SolverPlayer(ThinkingPlayer):
    """Plays perfectly if it can prove the best move within its limits, and otherwise searches.

    time, nodes: for a proof, and the same again for a search if the proof fails; by default SOLVER_SECONDS. Each gets
        half of the allowance.

    In a small game whose positions can repeat, all positions are solved before the first move, as by `solve`. Proved
    wins are played the shortest way, proved losses the longest. Proofs are kept from move to move, and from game to
    game without a node limit; with one, every game is played like the first, to be reproducible.
    """

    time: float | None = None
    nodes: int | None = None
    _known: list[tuple[Game, Solver | None]] = field(default_factory=list, init=False, repr=False, compare=False)
    _under_way: Event = field(default_factory=Event, init=False, repr=False, compare=False)
    _just_began: bool = field(default=False, init=False, repr=False, compare=False)

    keeps_proofs: ClassVar[bool] = True  # type: ignore[misc]

    def begin(self, game: Game, start: State) -> None:
        """Compile the game before the clock runs."""
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
        """Return the action to play, with its reason."""
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
        """Return the nodes of the running proof so far, for other threads; None if none is running."""
        if not self._under_way.is_set() or not self._known or self._known[0][1] is None:
            return None
        return self._known[0][1].nodes

    def prove(self, game: Game, state: State, limits: Allotment | None = None) -> Solution | None:
        """Return the solution of a state; None if the limits are too low or the game cannot be compiled."""
        limits = limits or self._limits(UNLIMITED, game.player(state))
        solver = self._solver_for(game, state)
        if solver is None:
            return None
        self._under_way.set()
        try:
            return solver.solve(state, line=False, time=limits.time, nodes=limits.nodes)
        except (Stopped, TooLong):
            return None
        except NativeFailure:  # the search reports the reason
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
        """Return the solver of a game, with its proofs. state: the state to solve."""
        same = bool(self._known) and self._known[0][0] is game
        solver = self._known[0][1] if same else None
        if not same or (solver is not None and solver.knows_all and not solver.knows(state)):
            self._known[:] = [(game, _solver_of(game, state))]  # one table is enough
        return self._known[0][1]

    def _knows(self, state: State) -> bool:
        """Return whether a state and all states after it are solved already."""
        solver = self._known[0][1] if self._known else None
        return solver is not None and solver.knows(state)


def _solver_of(game: Game, state: State) -> Solver | None:
    """Return a solver of a game, with distances if it has them; None for a large game that cannot be compiled."""
    try:
        solver = Solver(game, start=state)
    except NoDistance:
        solver = Solver(game, distance=False, start=state)
    return solver if solver.knows_all or solver.engine == "native" else None
