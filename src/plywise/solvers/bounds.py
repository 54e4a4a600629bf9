"""Bounds proved on a state's value within limits on time, nodes or plies.

Solving goes on until the value is known; here a search may stop, and what it has proved by then stands: the value, with
the plies to the end, lies between two words (see solvers/method.py). A search to a horizon takes everything beyond it
as the worst and as the best possible (see solvers/horizon.py); where the two agree, the value is proved.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any, NamedTuple

from plywise import engines
from plywise.engines.clock import Clock
from plywise.engines.compiled import compiled_engine, has_native_engine
from plywise.engines.fallback import FINISHING, Fallback
from plywise.engines.features import features_without
from plywise.engines.limits import Stopped, TooLong
from plywise.engines.values import MAX_UTILITY
from plywise.game import FAR, MAX, PLIES, Game, State, Value, legal_actions
from plywise.game.random_play import random_lines
from plywise.process.recursion import MAX_PLIES, RecursionBudget, recursion_budget
from plywise.solvers.horizon import BeyondBounds, HorizonSolver, Question
from plywise.solvers.method import SolvingMethod
from plywise.solvers.reference import ReferenceSolver

if TYPE_CHECKING:
    from plywise.engines import Engine


TRIAL_LINES, TRIAL_PLIES, TRIAL_SECONDS = 30, 2_000, 0.2
"""The random lines of play by which utilities are sampled, their length, and the time that they may take."""


class UtilityBounds(NamedTuple):
    """The smallest and largest utility. assumed: not declared by the game; so far all were wins, draws and losses."""

    low: Value
    high: Value
    assumed: bool = False


def bounds_of(game: Game, state: State) -> UtilityBounds:
    """Return the bounds that a game declares; or else those of wins, draws and losses, if play meets no others.

    Whether a side can win, and how soon, is then proved as with declared bounds; should there be a larger utility after
    all, it counts as a win. Bounding raises BeyondBounds where it meets one.
    """
    declared = UtilityBounds(*game.utility_bounds)
    if (declared.low, declared.high) != (-inf, inf):
        return declared
    met = False
    for end, _ in random_lines(game, state, TRIAL_LINES, TRIAL_PLIES, seconds=TRIAL_SECONDS):
        if game.terminal(end):
            met = True
            if game.utility(end) not in (-1, 0, 1):
                return declared
    return UtilityBounds(-1, 1, assumed=True) if met else declared


class Known(NamedTuple):
    """What is known about a state: its value lies from low to high, words from MAX's view."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known exactly."""
        return self.low == self.high

    def seen_by(self, player: int) -> "Known":
        """Return the same from a player's view."""
        return self if player == MAX else Known(-self.high, -self.low)


class Bounding(ABC):
    """Narrows the bounds on states' values as far as its limits allow, and remembers them.

    engine: the one that searches.
    clock: when to stop; time spent compiling does not count
    most_nodes: how many may be entered in all.
    stopped: why it stopped, "time" or "nodes"; "" until then.

    Once stopped, it answers with what it knows.
    """

    engine = ""

    def __init__(self, method: SolvingMethod, low: int, high: int) -> None:
        self.method = method
        self.game = method.game
        self.low, self.high = low, high
        self.clock = Clock()
        self.most_nodes = inf
        self.stopped = ""
        self._found: dict[State, Known] = {}

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far."""
        return self.method.nodes

    def resume(self, deadline: float, most_nodes: float) -> None:
        """Set new limits and go on."""
        self.clock.set_deadline(deadline)
        self.most_nodes = most_nodes
        self.stopped = ""

    def known(self, state: State) -> Known:
        """Return what is known about a state so far."""
        if self.game.terminal(state):
            word = self.method.encoded_value(state)
            if not self.low <= word <= self.high:
                raise BeyondBounds(f"{self.game.name}: a utility lies beyond utility_bounds")
            return Known(word, word)
        return self._found.get(state) or self._open()

    def _open(self) -> Known:
        """Return what is known of any state that is not over: its end is a ply away or more."""
        return Known(max(self.low, self.method.to_parent(self.low)), min(self.high, self.method.to_parent(self.high)))

    def narrow(self, state: State, nodes: int, depth: int | None = None, window: Known | None = None) -> Known:
        """Search a state; return what is known afterwards.

        nodes: about how many more to enter.
        depth: how many plies to look ahead at most.
        window: search only for how the value compares with this window.

        Raises KeyboardInterrupt at Ctrl-C.
        """
        known = self.known(state)
        asked = known if window is None else Known(max(known.low, window.low), min(known.high, window.high))
        if asked.low >= asked.high or self._limit_reached():
            return known
        found = self._search(state, asked, max(1, int(min(nodes, self.most_nodes - self.nodes))), depth)
        low = max(known.low, found.low if found.low > asked.low else known.low)
        high = min(known.high, found.high if found.high < asked.high else known.high)
        self._found[state] = Known(low, high)
        return self._found[state]

    def decode(self, word: int) -> tuple[Value | None, int | None]:
        """Return the value and the distance that a word encodes; the value is None if nothing is known.

        The distance is None for a draw, and if the utilities allow none.
        """
        value, distance = self.method.decode(word)
        return (None, None) if abs(value) >= MAX_UTILITY else (value, distance)

    def set_known(self, state: State, word: int) -> None:
        """Record a state's value that follows from what is known about other states."""
        self._found[state] = Known(word, word)

    def set_bounds(self, state: State, known: Known) -> None:
        """Record bounds on a state's value that follow from what is known about other states."""
        before = self.known(state)
        self._found[state] = Known(max(before.low, known.low), min(before.high, known.high))

    def to_parent(self, known: Known) -> Known:
        """Return what is known about the action that leads to a state of which this is known."""
        return Known(self.method.to_parent(known.low), self.method.to_parent(known.high))

    def _limit_reached(self) -> bool:
        """Return whether a limit has been reached; `stopped` says which."""
        if not self.stopped and self.clock.is_up():
            self.stopped = "time"
        if not self.stopped and self.nodes >= self.most_nodes:
            self.stopped = "nodes"
        return bool(self.stopped)

    @abstractmethod
    def _search(self, state: State, asked: Known, nodes: int, depth: int | None) -> Known:
        """Return how a state's value compares with a window: inside it, or at one end of it and perhaps beyond."""


class NativeBounding(Bounding):
    """The native engine: to the end at once or ply by ply, whichever finishes first."""

    engine = "native"

    def __init__(self, engine: "Engine", distance: bool, bounds: UtilityBounds) -> None:
        self.horizon_solver = HorizonSolver(engine, distance, 1, None, features_without(()), bounds[:2])
        super().__init__(self.horizon_solver, self.horizon_solver.low, self.horizon_solver.high)
        self.horizon_solver.session.clock = self.clock
        self._horizons: dict[Hashable, int] = {}
        self._endless: set[State] = set()

    def _search(self, state: State, asked: Known, nodes: int, depth: int | None) -> Known:
        horizon_solver, side = self.horizon_solver, self.game.player(state)
        low, high = asked.seen_by(side)
        question = Question(state, side, low, high, low if low > 0 else min(high, 0))
        try:
            if depth is None and state not in self._endless:
                word = horizon_solver.search_question(horizon_solver.session, question, 0, nodes)
                return Known(word, word).seen_by(side)
        except TooLong:
            self._endless.add(state)
        except Stopped as stopped:
            if self._record_stop(stopped):
                return asked
        question = self._search_horizons(question, nodes, depth, (state, asked != self.known(state) and asked))
        return Known(question.low, question.high).seen_by(side)

    def _search_horizons(self, question: Question, nodes: int, depth: int | None, place: Hashable) -> Question:
        """Return the question with the bounds that searches to farther and farther horizons prove.

        place: the key under which the last horizon is remembered.
        """
        with self._pause_deadline():
            self.horizon_solver.proof_sessions()
        before = self.nodes
        while question.low < question.high and self.nodes - before < nodes:
            reached = self._horizons.get(place, 0)
            deeper = min(reached + 1 + reached // 8, MAX_PLIES if depth is None else depth)
            if reached >= deeper:
                break
            try:
                question = self.horizon_solver.narrow_question(question, deeper, nodes)
            except Stopped as stopped:
                self._record_stop(stopped)
                break
            self._horizons[place] = deeper
        return question

    def _record_stop(self, stopped: Stopped) -> bool:
        """Record why a search stopped; return whether it was for more than its share of nodes.

        Raises KeyboardInterrupt if it was Ctrl-C.
        """
        if stopped.by == "interrupt":
            self.horizon_solver.session.interrupted = False
            raise KeyboardInterrupt from None
        if stopped.by != "nodes":
            self.stopped = stopped.by
        return stopped.by != "nodes"

    @contextmanager
    def _pause_deadline(self) -> Iterator[None]:
        """Postpone the deadline by the time this takes: it compiles."""
        compiling = Clock()
        yield
        self.clock.postpone(compiling.elapsed)


class PlainBounding(Bounding):
    """Plain Python: visits every state below, once for each horizon. The specification of NativeBounding."""

    engine = "reference"

    def __init__(self, game: Game, distance: bool, bounds: UtilityBounds) -> None:
        low: Any
        high: Any
        low, high, _ = bounds
        if distance:  # as in AlphaBetaSolver
            low, high = floor(max(low, -FAR)) - (low > 0), ceil(min(high, FAR)) + (high < 0)
        scale = PLIES if distance else 1
        super().__init__(ReferenceSolver(game, distance), max(low * scale, -FAR), min(high * scale, FAR))
        self._entered = 0
        self._until = inf
        self._below: dict[Hashable, tuple[float, Known]] = {}
        self._horizons: dict[State, int] = {}

    @property
    def nodes(self) -> int:
        """The number of nodes entered so far."""
        return self._entered

    def _search(self, state: State, asked: Known, nodes: int, depth: int | None) -> Known:
        self._until = self._entered + nodes
        known = self.known(state)
        try:
            with recursion_budget() as budget:
                while known.low < known.high:
                    reached = self._horizons.get(state, 0)
                    deeper = min(reached + 1, MAX_PLIES if depth is None else depth)
                    if reached >= deeper:
                        break
                    known = self._search_bounds(state, deeper, 0, budget)
                    self._horizons[state] = deeper
        except Stopped as stopped:
            self.stopped = "" if stopped.by == "share" else stopped.by
        return known

    def _search_bounds(self, state: State, depth: int, ply: int, budget: RecursionBudget) -> Known:
        """Return what a search to a horizon `depth` plies away proves about a state."""
        self._enter(ply, budget)
        if self.game.terminal(state):
            return self.known(state)
        if depth == 0:
            return Known(self.low, self.high)
        key = self.game.key(state)
        known_depth, known = self._below.get(key, (0, Known(self.low, self.high)))
        if known.exact or known_depth >= depth:
            return known
        mover = self.game.player(state)
        children = [
            self.to_parent(self._search_bounds(self.game.result(state, action), depth - 1, ply + 1, budget))
            for action in legal_actions(self.game, state)
        ]
        choose = max if mover == MAX else min
        found = Known(choose(child.low for child in children), choose(child.high for child in children))
        self._below[key] = depth, found
        return found

    def _enter(self, ply: int, budget: RecursionBudget) -> None:
        """Count a node. Raises Stopped at a limit; by "share" once a search has used up its share of the nodes."""
        budget.reach(ply)
        self._entered += 1
        if self._entered >= self.most_nodes:
            raise Stopped("nodes")
        if self.clock.is_up():  # at every node: it costs nothing beside rules in Python, and those may be slow
            raise Stopped("time")
        if self._entered >= self._until:
            raise Stopped("share")


def make_bounding(
    game: Game,
    state: State,
    engine: str,
    distance: bool = True,
    patient: bool = True,
    bounds: UtilityBounds | None = None,
) -> Bounding:
    """Return a Bounding for a game.

    engine: as in `search`.
    distance: count the plies to the end as well.
    patient: False: with "auto", take the reference where the engine is not compiled yet, which then begins.
    bounds: of the utilities (None: what `bounds_of` says).

    Raises InputError for an unknown engine. Raises NoDistance, at once or when a terminal state is met, if the
    utilities are not whole numbers.
    """
    bounds = bounds_of(game, state) if bounds is None else bounds
    fallback = Fallback(game)
    if (
        engine == "auto"
        and not patient
        and game.compiles
        and has_native_engine()
        and _is_being_prepared(game, distance)
    ):
        fallback.note(FINISHING)
        return PlainBounding(game, distance, bounds)
    compiled = None if engine == "reference" else compiled_engine(game, state, engine == "native", fallback)
    if compiled is not None:
        return NativeBounding(compiled, distance, bounds)
    fallback.report()
    return PlainBounding(game, distance, bounds)


def _is_being_prepared(game: Game, distance: bool) -> bool:
    """Return whether what a NativeBounding needs has to be compiled, which has then begun, and will be finished."""
    preparation = engines.prepare(game, engines.ExactPlan(distance))
    return preparation is not None and preparation.let_finish()
