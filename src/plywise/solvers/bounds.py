"""Bounding: what is surely known of a state when the time, the nodes or the plies allowed are used up.

Solving asks until it knows; here a search may stop, and what it proved until then stands: a state's value, with the
plies to the end, lies from a low to a high word (see solving.py). A search that stops at a horizon takes what lies
beyond for the worst and for the best there can be (see proving.py); where both say the same, the value is proved.
"""

from abc import ABC, abstractmethod
from collections.abc import Hashable, Iterator
from contextlib import contextmanager
from math import ceil, floor, inf
from typing import TYPE_CHECKING, Any, NamedTuple

from plywise.engines.features import features_without
from plywise.engines.limits import Stopped, TooLong
from plywise.engines.native.clock import Clock
from plywise.engines.search import compiled_engine, tell
from plywise.engines.values import MAX_UTILITY
from plywise.game import FAR, MAX, PLIES, Game, State, Value
from plywise.recursion import MAX_PLIES, Room, recursion_room
from plywise.solvers.horizon import HorizonSolver, Question
from plywise.solvers.method import SolvingMethod
from plywise.solvers.reference import ReferenceSolver

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine

LOOK_EVERY = 256
"""Nodes of the plain search between two looks at the clock."""


class Known(NamedTuple):
    """What is known of a state: its value lies from low to high, words in MAX's view."""

    low: int
    high: int

    @property
    def exact(self) -> bool:
        """Whether the value is known."""
        return self.low == self.high

    def seen_by(self, player: int) -> "Known":
        """Return the same in a player's view."""
        return self if player == MAX else Known(-self.high, -self.low)


class Bounding(ABC):
    """Narrows down what states are worth, as far as its limits allow, and remembers it.

    clock: when to stop; compiling does not count. most_nodes: that may be entered in all.
    stopped: why it stopped, "time", "nodes" or "interrupt"; "" until then. A bounding that has stopped answers with
    what it knows. engine: which one searches.
    """

    engine = ""

    def __init__(self, way: SolvingMethod, low: int, high: int) -> None:
        self.way = way
        self.game = way.game
        self.low, self.high = low, high
        self.clock = Clock()
        self.most_nodes = inf
        self.stopped = ""
        self._found: dict[State, Known] = {}

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        return self.way.nodes

    def go_on(self, deadline: float, most_nodes: float) -> None:
        """Search on with other limits, unless somebody pressed Ctrl-C."""
        self.clock.set_deadline(deadline)
        self.most_nodes = most_nodes
        if self.stopped != "interrupt":
            self.stopped = ""

    def known(self, state: State) -> Known:
        """Return what is known of a state so far."""
        if self.game.terminal(state):
            word = self.way.encoded_value(state)
            return Known(word, word)
        return self._found.get(state, Known(self.low, self.high))

    def narrow(self, state: State, nodes: int, depth: int | None = None, window: Known | None = None) -> Known:
        """Search a state with about so many nodes more; return what is known then.

        depth: look no further than so many plies. window: ask only how the value lies to it.
        """
        known = self.known(state)
        asked = known if window is None else Known(max(known.low, window.low), min(known.high, window.high))
        if asked.low >= asked.high or self._out():
            return known
        try:
            found = self._search(state, asked, max(1, int(min(nodes, self.most_nodes - self.nodes))), depth)
        except KeyboardInterrupt:
            self.stopped = "interrupt"
            return known
        low = max(known.low, found.low if found.low > asked.low else known.low)
        high = min(known.high, found.high if found.high < asked.high else known.high)
        self._found[state] = Known(low, high)
        return self._found[state]

    def decode(self, word: int) -> tuple[Value | None, int | None]:
        """Return the value and the distance that a word says; no value where it says that nothing is known.

        The distance is None for a draw, and where utilities allow none.
        """
        value, distance = self.way.decode(word)
        return (None, None) if abs(value) >= MAX_UTILITY else (value, distance)

    def note(self, state: State, word: int) -> None:
        """Take it for known that a state is worth so much: it follows from what is known of others."""
        self._found[state] = Known(word, word)

    def to_parent(self, known: Known) -> Known:
        """Return what is known of an action that leads to a state of which so much is known."""
        return Known(self.way.to_parent(known.low), self.way.to_parent(known.high))

    def _out(self) -> bool:
        """Return whether a limit is reached; `stopped` says which."""
        if not self.stopped and self.clock.is_up():
            self.stopped = "time"
        if not self.stopped and self.nodes >= self.most_nodes:
            self.stopped = "nodes"
        return bool(self.stopped)

    @abstractmethod
    def _search(self, state: State, asked: Known, nodes: int, depth: int | None) -> Known:
        """Return how a state's value lies to a window: inside it, or at an end of it and perhaps beyond."""


class NativeBounding(Bounding):
    """By the native engine: to the end at once, or ply by ply, whichever comes first."""

    engine = "native"

    def __init__(self, engine: "Engine", distance: bool) -> None:
        self.patient = HorizonSolver(engine, distance, 1, None, features_without(()))
        super().__init__(self.patient, self.patient.low, self.patient.high)
        self.patient.session.clock = self.clock
        self._horizons: dict[Hashable, int] = {}
        self._endless: set[State] = set()

    def _search(self, state: State, asked: Known, nodes: int, depth: int | None) -> Known:
        patient, side = self.patient, self.game.player(state)
        low, high = asked.seen_by(side)
        question = Question(state, side, low, high, low if low > 0 else min(high, 0))
        try:
            if depth is None and state not in self._endless:
                word = patient.search_question(patient.session, question, 0, nodes)
                return Known(word, word).seen_by(side)
        except TooLong:
            self._endless.add(state)
        except Stopped as stopped:
            if self._noted(stopped):
                return asked
        question = self._to_horizons(question, nodes, depth, (state, asked != self.known(state) and asked))
        return Known(question.low, question.high).seen_by(side)

    def _to_horizons(self, question: Question, nodes: int, depth: int | None, place: Hashable) -> Question:
        """Return the question with what searches to one horizon after the other prove.

        place: under which it is remembered how far the last one was.
        """
        with self._uncounted():
            self.patient.proof_sessions()
        before = self.nodes
        while question.low < question.high and self.nodes - before < nodes:
            reached = self._horizons.get(place, 0)
            deeper = min(reached + 1 + reached // 8, MAX_PLIES if depth is None else depth)
            if reached >= deeper:
                break
            try:
                question = self.patient.narrow_question(question, deeper, nodes)
            except Stopped as stopped:
                self._noted(stopped)
                break
            self._horizons[place] = deeper
        return question

    def _noted(self, stopped: Stopped) -> bool:
        """Return whether a search was stopped by more than that it had too few nodes."""
        if stopped.by == "interrupt":
            self.patient.session.interrupted = False
        if stopped.by != "nodes":
            self.stopped = stopped.by
        return stopped.by != "nodes"

    @contextmanager
    def _uncounted(self) -> Iterator[None]:
        """Put the deadline off by the time that this takes: it compiles."""
        compiling = Clock()
        yield
        self.clock.postpone(compiling.elapsed)


class PlainBounding(Bounding):
    """By plain Python: every state below is looked at, once for each horizon; the specification of the other."""

    engine = "reference"

    def __init__(self, game: Game, distance: bool) -> None:
        low: Any
        high: Any
        low, high = game.utility_bounds
        if distance:  # as `solving.AlphaBetaSolver` has it
            low, high = floor(max(low, -FAR)) - (low > 0), ceil(min(high, FAR)) + (high < 0)
        scale = PLIES if distance else 1
        super().__init__(ReferenceSolver(game, distance), max(low * scale, -FAR), min(high * scale, FAR))
        self._entered = 0
        self._until = inf
        self._below: dict[Hashable, tuple[float, Known]] = {}
        self._horizons: dict[State, int] = {}

    @property
    def nodes(self) -> int:
        """How many nodes were entered so far."""
        return self._entered

    def _search(self, state: State, asked: Known, nodes: int, depth: int | None) -> Known:
        self._until = self._entered + nodes
        known = self.known(state)
        try:
            with recursion_room() as room:
                while known.low < known.high:
                    reached = self._horizons.get(state, 0)
                    deeper = min(reached + 1, MAX_PLIES if depth is None else depth)
                    if reached >= deeper:
                        break
                    known = self._bounds(state, deeper, 0, room)
                    self._horizons[state] = deeper
        except Stopped as stopped:
            self.stopped = "" if stopped.by == "share" else stopped.by
        return known

    def _bounds(self, state: State, depth: int, ply: int, room: Room) -> Known:
        """Return what a search to a horizon, depth plies on, proves of a state."""
        self._enter(ply, room)
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
            self.to_parent(self._bounds(self.game.result(state, action), depth - 1, ply + 1, room))
            for action in self.game.actions(state)
        ]
        choose = max if mover == MAX else min
        found = Known(choose(child.low for child in children), choose(child.high for child in children))
        self._below[key] = depth, found
        return found

    def _enter(self, ply: int, room: Room) -> None:
        """Count a node. Raises Stopped at a limit; by "share" where a search has entered its share of them."""
        room.reach(ply)
        self._entered += 1
        if self._entered >= self.most_nodes:
            raise Stopped("nodes")
        if self._entered % LOOK_EVERY == 0 and self.clock.is_up():
            raise Stopped("time")
        if self._entered >= self._until:
            raise Stopped("share")


def bounding(game: Game, state: State, engine: str, distance: bool = True) -> Bounding:
    """Return what bounds the values of a game's states; with distance, and with the plies to the end.

    engine: as in `search`. Raises InputError for an engine that there is not, and NoDistance, at once or when the end
    of a line is met, where the utilities are no whole numbers.
    """
    compiled = None if engine == "reference" else compiled_engine(game, state, engine == "native")
    if compiled is not None:
        return NativeBounding(compiled, distance)
    tell()
    return PlainBounding(game, distance)
