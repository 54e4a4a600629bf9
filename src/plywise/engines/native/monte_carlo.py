"""The compiled Monte Carlo search: its memory, which is reused from move to move, and its result.

Each of several threads grows its own tree; their statistics of the root's moves are added up (root parallelization:
Chaslot, Winands and van den Herik, "Parallel Monte-Carlo tree search", 2008).
"""

from collections.abc import Iterator
from contextlib import suppress
from functools import partial
from itertools import islice
from math import floor, inf, log2
from typing import Any
from weakref import WeakKeyDictionary

import numpy as np

from plywise.engines.algorithms import MCTS
from plywise.engines.clock import Clock
from plywise.engines.kernel import monte_carlo as place
from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.monte_carlo import RECORD, run_monte_carlo, run_reuse
from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.kernel.thread_state import Halt
from plywise.engines.lots import seeded
from plywise.engines.native import threads
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.diagnosis import diagnose
from plywise.engines.native.shortage import locate_failure
from plywise.engines.playouts import Child, choose_child
from plywise.engines.results import Bound, SearchResult, Stats, is_proved
from plywise.engines.step_limit import with_step_limit
from plywise.engines.values import from_word, to_word
from plywise.errors import InputError, NativeFailure
from plywise.game import MAX, MAX_ACTIONS, Action, Game, State, Value, player_word
from plywise.game.ordered_sets import actions_in_order
from plywise.game.random_play import random_lines
from plywise.process.memory import BUDGET
from plywise.process.recursion import MAX_PLIES

POINTS, UNIT_POINTS = 2**36, 2**20
"""The maximum points of the greatest utility, and of utility 1."""

TRIAL_GAMES, TRIAL_PLIES = 20, 1_000
"""Random games that set the scale of utilities without bounds; utilities may be a few times as large."""

UNLIMITED = 2**62

Array = Any  # numpy.ndarray of int64

# --- memory ----------------------------------------------------------------------------------------------------------


_scales: WeakKeyDictionary[Engine, float] = WeakKeyDictionary()


def scale_of(engine: Engine) -> float:
    """Return the points of utility 1: a power of two, so that integer utilities are exact."""
    if engine not in _scales:
        greatest = max(map(abs, engine.game.utility_bounds))
        greatest = _greatest_met(engine.game) if greatest == inf else greatest
        _scales[engine] = 2.0 ** min(floor(log2(POINTS / greatest)), floor(log2(UNIT_POINTS)))
    return _scales[engine]


def _greatest_met(game: Game) -> float:
    """Return the greatest utility or estimate, for either player, in a few random games; 1 if all are 0."""
    met = [0.0]

    def look() -> None:
        lines = random_lines(game, game.initial(), TRIAL_GAMES, TRIAL_PLIES, seconds=1.0, most_actions=MAX_ACTIONS)
        ends = (line.end for line in lines)
        met.extend(abs(game.utility(end) if game.terminal(end) else game.evaluate(end)) for end in ends)

    with suppress(Exception):  # a user's rules may raise anything, or never end; the search reports it
        with_step_limit(look)
    return max(met) or 1.0


class MonteCarloSession:
    """One engine and its trees, reused from move to move of a game.

    megabytes: for all trees together; None: a default size
    root: the state at the root of the trees; None: they are empty
    """

    def __init__(self, engine: Engine, count: int, megabytes: float | None, seed: int) -> None:
        self.engine, self.seed = engine, seed
        self.scale = scale_of(engine)
        game = engine.game
        self.config = PlayConfig(
            fields=engine.rules.fields,
            alternating=game.alternating,
            ends_without_actions=game.ends_without_actions,
            unit=100 / self.scale,
            floats=engine.floats,
        )
        self.entry, self.reuse = engine.entry(run_monte_carlo, self.config), engine.entry(run_reuse)
        room = BUDGET.grant(self, megabytes) * 2**20 / 8 / (2 * count)
        self.room = max(int(room) // RECORD * RECORD, 2 * RECORD)
        self.works = [_zeros(place.SIZE) for _ in range(count)]
        self.stacks = [_zeros(MAX_ACTIONS + 1) for _ in range(count)]
        self.trees = [_zeros(self.room) for _ in range(count)]
        self._spares = [_zeros(self.room) for _ in range(count)]
        self.forget()

    def forget(self) -> None:
        """Discard everything, for a new game with the same random numbers."""
        self.root: State = None
        self._plain: tuple[int, ...] = ()
        for number, work in enumerate(self.works):
            work[:] = 0
            work[place.LOTS] = seeded(self.seed, number)

    def begin(self, state: State, nodes: int | None) -> None:
        """Prepare to search a state: keep the part of the trees below it. nodes: of all threads together."""
        plain = self.engine.plain(state)
        for number, work in enumerate(self.works):
            used = 0 if self.root is None else self._keep_below(number, plain)
            if not used:
                self._begin_anew(number)
            work[: slots.COUNTS] = 0
            work[place.USED], work[place.ROOM] = used or RECORD, self.room
            work[place.UNIT], work[place.TREE_DEPTH] = max(1, round(self.scale)), 0
            low, high = (to_word(bound, self.engine.floats) for bound in self.engine.game.utility_bounds)
            work[slots.LEAST_UTILITY], work[slots.GREATEST_UTILITY] = low, high
            work[slots.STACK_SIZE] = len(self.stacks[number])
            work[slots.MAX_NODES] = UNLIMITED if nodes is None else _share(nodes, number, len(self.works))
            if not used:
                tree = self.trees[number]
                tree[place.LOW], tree[place.HIGH] = low, high
                tree[place.MOVER] = self.engine.game.player(state)
        self.root, self._plain = state, plain

    def _begin_anew(self, number: int) -> None:
        work = self.works[number]
        work[place.LEAST], work[place.GREATEST] = UNLIMITED, -UNLIMITED
        self.trees[number][:RECORD] = 0

    def _keep_below(self, number: int, plain: tuple[int, ...]) -> int:
        """Reduce a tree to its part below a state; return its number of words, 0 if the state is not in the tree."""
        tree, new = self.trees[number], self._spares[number]
        used = self.reuse(self.engine.handle, self._plain, plain, tree, new)
        if used:
            self.trees[number], self._spares[number] = new, tree
        return used

    def count(self, which: int) -> int:
        """Return a count summed over all threads."""
        return sum(int(work[which]) for work in self.works)

    def run(self, clock: Clock) -> bool:
        """Simulate until the root is proved or a limit is reached; return whether Ctrl-C or the flag stopped it.

        Raises InputError if a rule fails.
        """
        jobs = [partial(self._grow, number) for number in range(len(self.works))]
        try:
            answers, interrupted = threads.run_all(jobs, self.works, clock)
        except threads.Stuck as stuck:
            raise self.diagnose(stuck) from None
        for number, failed in enumerate(answers):
            if isinstance(failed, BaseException):
                error = self.diagnose(failed, number)
                self.root = None
                raise error
        return interrupted

    def _grow(self, number: int) -> None:
        """Grow one tree; if its root is proved, or a rule fails, stop the other threads."""
        arrays = self.works[number], self.stacks[number], self.trees[number]
        is_last = True
        try:
            is_last = bool(self.entry(self.engine.handle, self.config, self._plain, *arrays))
        finally:
            if is_last:
                threads.halt([work for work in self.works if work is not self.works[number]], slots.SUPERFLUOUS)

    def diagnose(self, failed: BaseException, number: int = 0) -> InputError:
        """Return the error for a search that failed. number: of the thread."""
        if isinstance(failed, InputError) and not isinstance(failed, threads.Stuck):
            return failed
        path = [int(action) for action in self.works[number][slots.PATH : slots.PATH + MAX_PLIES]]
        what = "a rule returned a value that no search can use" if isinstance(failed, Halt) else failed
        found = diagnose(self.engine.game, self.root, path, what, MAX_ACTIONS, self.engine.action_word)
        if isinstance(found, NativeFailure):
            return locate_failure(self.engine, self.root, path, failed, found)
        return found

    # --- the trees ------------------------------------------------------------------------------------------------

    def children(self, number: int, at: int) -> range:
        """Return where the records of a node's children begin in a tree."""
        tree = self.trees[number]
        first, count = int(tree[at + place.FIRST]), int(tree[at + place.COUNT])
        return range(first, first + count * RECORD, RECORD)

    def action(self, number: int, at: int) -> int:
        """Return the action that leads to a node, as a word."""
        return int(self.trees[number][at + place.ACTION])

    def known(self, number: int, at: int) -> Child:
        """Return what is known about a move."""
        record = [int(each) for each in self.trees[number][at : at + RECORD]]
        visits, total = record[place.VISITS], record[place.TOTAL]
        low, high = (from_word(record[which], self.engine.floats) for which in (place.LOW, place.HIGH))
        mean = total / visits / self.scale if visits else 0.0
        return Child(visits, mean, low, high, low >= high and not record[place.COUNT])

    def moves(self) -> dict[int, Child]:
        """Return what is known about each root move, as a word, from all threads together."""
        found: dict[int, Child] = {}
        for number in range(len(self.trees)):
            for at in self.children(number, 0):
                action, known = self.action(number, at), self.known(number, at)
                found[action] = _together(found[action], known) if action in found else known
        return found


def _together(one: Child, other: Child) -> Child:
    """Return what two trees together know about a move."""
    visits = one.visits + other.visits
    mean = (one.mean * one.visits + other.mean * other.visits) / visits if visits else 0.0
    low, high = max(one.low, other.low), min(one.high, other.high)
    return Child(visits, mean, low, high, one.is_end or other.is_end)


def _share(nodes: int, number: int, count: int) -> int:
    """Return a thread's share of the nodes."""
    return nodes // count + (number < nodes % count)


def _zeros(words: int) -> Array:
    """Return an array of zeros; it takes no memory until it is used."""
    try:
        return np.zeros(words, np.int64)
    except MemoryError:
        raise InputError(f"cannot allocate {words * 8 / 2**20:,.0f} MB for the search") from None


# --- one search ------------------------------------------------------------------------------------------------------


class Simulation:
    """A running search of one state."""

    def __init__(self, session: MonteCarloSession, state: State, nodes: int | None, clock: Clock) -> None:
        self.session, self.game, self.state, self.clock = session, session.engine.game, state, clock
        self.mover = self.game.player(state)
        self.interrupted = False
        session.begin(state, nodes)

    def run(self) -> None:
        """Search until a limit, or a proof."""
        if not self.interrupted:
            self.interrupted = self.session.run(self.clock)

    def interrupt(self) -> None:
        """Stop because Ctrl-C was pressed."""
        self.interrupted = True
        threads.halt(self.session.works, slots.BY_INTERRUPT)

    def result(self, follow: bool = True) -> SearchResult:
        """Return the result, also of a search still running. follow: return the whole line of play."""
        session, game, bounds = self.session, self.game, self.game.utility_bounds
        moves = session.moves()
        line: list[Action] = []
        value: Value | None = None
        bound, proved = Bound.LOWER if self.mover == MAX else Bound.UPPER, False
        if any(child.visits for child in moves.values()):
            words, known = list(moves), list(moves.values())
            chosen = choose_child(known, self.mover, bounds)
            value, bound = known[chosen].value, Bound.EXACT
            choose = max if self.mover == MAX else min
            proved = choose(child.low for child in known) >= choose(child.high for child in known)
            proved = proved and is_proved(game, value, 0, 0, alone=True)
            line = list(islice(self.line(words[chosen]), None if follow else 1))
        return self._made(value, bound, proved, line)

    def line(self, first: int) -> Iterator[Action]:
        """Yield the expected line of play, from the tree in which its first action was visited most.

        first: the word of that action.
        """
        session, state, wanted = self.session, self.state, first
        number, at = max(self._places_of(first), key=lambda each: session.known(*each).visits)
        while True:
            action = self._action(state, wanted)
            yield action
            state, places = self.game.result(state, action), session.children(number, at)
            known = [session.known(number, each) for each in places]
            if self.game.terminal(state) or not any(child.visits for child in known):
                return
            at = places[choose_child(known, self.game.player(state), self.game.utility_bounds)]
            wanted = session.action(number, at)

    def _places_of(self, action: int) -> Iterator[tuple[int, int]]:
        """Yield the location of a root move: the number of the tree, and the place in it."""
        for number in range(len(self.session.trees)):
            for at in self.session.children(number, 0):
                if self.session.action(number, at) == action:
                    yield number, at

    def _action(self, state: State, wanted: int) -> Action:
        """Return the game's own action for a word. Raises InputError if the game no longer lists it."""
        for action in actions_in_order(self.game, state):
            if self.session.engine.action_word(action) == wanted:
                return action
        where = self.game.format_state(state) or "the start"
        raise InputError(f"{self.game.name}: asked twice at {where}, actions lists different moves")

    def _made(self, value: Value | None, bound: Bound, proved: bool, line: list[Action]) -> SearchResult:
        """Return a result."""
        session = self.session
        whole = proved and value is not None and session.engine.whole_utilities
        stops = [int(work[slots.STOP]) for work in session.works]
        stopped_by = "interrupt" if self.interrupted else slots.STOPPED_BY[max(0, *stops)]
        return SearchResult(
            game_object=self.game,
            state=self.state,
            player=player_word(self.mover),
            algorithm=MCTS.name,
            engine="native",
            value=int(value) if whole and value is not None else value,
            bound=bound,
            proved=proved,
            best=line[0] if line else next(iter(actions_in_order(self.game, self.state)), None),
            pv=line,
            depth=max(int(work[place.TREE_DEPTH]) for work in session.works),
            stats=Stats(
                nodes=session.count(slots.NODES),
                leaves=session.count(slots.LEAVES) + session.count(slots.ESTIMATES),
                estimates=session.count(slots.ESTIMATES),
                depth=max(int(work[place.TREE_DEPTH]) for work in session.works),
            ),
            time_s=self.clock.elapsed,
            stopped_by="complete" if proved else stopped_by,
            threads=len(session.works),
            selective=True,
        )
