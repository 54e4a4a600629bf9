"""Solving: the value of a state under best play, the distance to the end, and every best action.

A sooner win is better than a later one, and a later loss better than a sooner one. With the native engine, one Solver
keeps its compiled search and its table from state to state; a game that cannot be compiled is solved in plain Python.
"""

import threading
import time as clock
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field, replace
from itertools import chain, islice, takewhile
from typing import TYPE_CHECKING, Any, NamedTuple, TypedDict, TypeVar, Unpack

from plywise import engines
from plywise.arguments.keywords import spell_out
from plywise.arguments.names import hint
from plywise.engines.announcing import compile_seconds
from plywise.engines.batches import FEW, MAX_LINE, Row
from plywise.engines.compiled import compiled_engine, retry_with_wider_layout
from plywise.engines.fallback import Fallback
from plywise.engines.features import features_without
from plywise.engines.results import Answer, shorten_line
from plywise.engines.search import check_engine
from plywise.engines.search_warnings import ESTIMATE, warn_if_endless
from plywise.engines.tie_break import preferred
from plywise.errors import InputError, NativeFailure
from plywise.game import MAX, Action, Game, State, Value, hashable_start, player_word, start_of
from plywise.game.outcomes import written_value
from plywise.game.trial_play import Unchanged
from plywise.solvers.alphabeta import AlphaBetaSolver
from plywise.solvers.backward import BackwardSolver, solve_few
from plywise.solvers.horizon import HorizonSolver
from plywise.solvers.method import SolvingMethod
from plywise.solvers.proof_number import ProofNumberSolver
from plywise.solvers.reference import ReferenceSolver
from plywise.solvers.retrograde import Sweeps, count_states, numbers_states, retrograde_method

if TYPE_CHECKING:
    from plywise.engines import Engine

Found = TypeVar("Found")

BATCH_SIZE = 1024  # states handed over by one call

METHODS = ("search", "proof", "retrograde")

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Solution(Answer):
    """A solved state.

    value: from MAX's view.
    distance: plies to the end under best play; None for a draw, and if not requested.
    best: every action that keeps the value and, with distances, the distance.
    actions: action -> (its value, from MAX's view; its distance from this state); only if all moves were requested.
    pv: a line of best play, as far as it was followed.
    nodes: how many were entered.
    time_s: seconds taken. compile_s: seconds before and between, for compiling or for loading from the cache.
    threads: how many searched.
    complete: whether `best` has every best action; proof-number search may leave that open.
    method: how it was solved, "search", "proof" or "retrograde"; of the last, endless play is a draw.
    fallback: why the reference solved though the native engine was to; "" where it was not.
    """

    value: Value
    distance: int | None
    best: list[Action]
    actions: dict[Action, tuple[Value, int | None]] | None
    pv: list[Action]
    nodes: int
    time_s: float = field(compare=False)
    threads: int = 1
    complete: bool = True
    method: str = "search"
    compile_s: float = field(default=0.0, compare=False)
    fallback: str = field(default="", compare=False)

    @property
    def outcome(self) -> str:
        """What the value means for the player to move, or for MAX if the game is over: "win", "draw" or "loss"."""
        return self.outcome_of(self.value)

    def outcome_of(self, value: Value) -> str:
        """Return what a value, from MAX's view, means for the player to move."""
        own = -value if self.player == "MIN" else value
        return OUTCOMES[(own > 0) - (own < 0)]

    def __repr__(self) -> str:
        return self.describe(
            {
                "outcome": self.outcome,
                "value": self.value,
                "distance": self.distance,
                "best_words": self.best_words,
                "pv_words": shorten_line(self.pv_words),
                "nodes": self.nodes,
                "engine": self.engine,
                "time_s": round(self.time_s, 6),
            }
        )

    @property
    def best_words(self) -> list[str]:
        """`best` in the game's notation."""
        return [self.word(action) for action in self.best]

    @property
    def pv_words(self) -> list[str]:
        """The line of best play in the game's notation."""
        return self.words(self.pv)

    @property
    def actions_by_word(self) -> dict[str, tuple[Value, int | None]] | None:
        """`actions`, with the actions in the game's notation."""
        return None if self.actions is None else {self.word(action): each for action, each in self.actions.items()}

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as plain data, for JSON; actions as words."""
        answer = self.question() | {
            "engine": self.engine,
            "method": self.method,
            "outcome": self.outcome,
            "value": written_value(self.value),
            "distance": self.distance,
            "best": self.best_words,
        }
        if not self.complete:
            answer["complete"] = False
        if self.actions is not None:
            answer["actions"] = {
                self.word(action): {
                    "outcome": self.outcome_of(value),
                    "value": written_value(value),
                    "distance": distance,
                }
                for action, (value, distance) in self.actions.items()
            }
        return answer | {
            "pv": self.pv_words,
            "nodes": self.nodes,
            "time_s": round(self.time_s, 6),
            "compile_s": round(self.compile_s, 6),
            "threads": self.threads,
        }


class SolverOptions(TypedDict, total=False):
    """What `solve` hands to the Solver, where it is described."""

    distance: bool
    engine: str
    threads: int
    table: float | None
    without: Iterable[str]
    method: str
    sweeps: Sweeps | None


class ValueBounds(NamedTuple):
    """What a state's value, from MAX's view, is at least, or at most; None: not known."""

    low: Value | None
    high: Value | None


class Solver:
    """Solves many states of one game, reusing what it finds from one to the next.

    game: the game.
    distance: also find the plies to the end; without, only the value, which is usually faster.
    engine: as in `search`.
    threads: how many search together.
    table: the most megabytes that the transposition table may take.
    without: names of features (`features.FEATURES`) to switch off.
    method: "search", "proof" or "retrograde", see below.
    sweeps: called after each sweep of a retrograde analysis with its number and the number of states that changed.
    tie_break: a line of play follows the most promising (by `priority`) of the best actions; False: the first in the
        game's order.

    One thread at a time solves; others wait. Where the rules have changed since the last state, the search is made anew
    and knows nothing.

    start: where the first question will be asked; None: at the initial state.

    Proof-number search finds long forced wins but no distances. Retrograde analysis solves positions all together,
    backwards from the ends of the game, and counts endless play as a draw: all states of a game that numbers them
    (Game.rank), compiled; of any other game, and with the engine reference, those that play can come to, in plain
    Python. The search does the same by itself where play can go in circles among few positions: a solution's `method`
    is then "retrograde".
    """

    def __init__(
        self,
        game: Game,
        *,
        distance: bool = True,
        engine: str = "auto",
        threads: int = 1,
        table: float | None = None,
        without: Iterable[str] = (),
        method: str = "search",
        sweeps: Sweeps | None = None,
        tie_break: bool = True,
        start: State = None,
    ) -> None:
        start_of(game, None)
        check_engine(engine, threads)
        features = features_without(without)
        if method not in METHODS:
            raise InputError(f"no method {method!r}; {hint(method, METHODS)}")
        self.game = game
        self.distance = distance
        self.threads = threads
        if method == "retrograde" and (threads != 1 or table is not None):
            raise InputError("retrograde analysis takes 1 thread, and no table")
        if method == "retrograde" and engine == "native":
            count_states(game)  # raises InputError for a game without numbers
        if method == "proof" and (engine == "reference" or threads != 1 or distance):
            raise InputError(
                "proof-number search takes the native engine, 1 thread, and finds no distances (--distance no)"
            )
        self._options = (engine, method, table, features, sweeps, tie_break)
        self._lock = threading.RLock()
        self._fingerprint = ""  # of the rules by which the reference solved, if it did
        self._compiled_before = compile_seconds()  # compile time not yet reported in a solution counts from here
        self._begin(game.initial() if start is None else start)

    def _begin(self, start: State) -> None:
        """Choose how to solve, by the rules as they are now; compile them unless few positions follow the start."""
        engine, method, *_, tie_break = self._options
        self._few: BackwardSolver | None = None
        self._compiled: Engine | None = None
        self._fallback = Fallback(self.game)
        self._method: SolvingMethod | None = None
        self._listing = (0, 0.0)  # nodes and seconds not yet reported in a solution
        if engine == "auto" and method == "search" and self.threads == 1 and self.game.max_plies is None:
            began = clock.perf_counter()
            self._few = solve_few(self.game, start, self.distance)
            self._listing = (0 if self._few is None else self._few.nodes, clock.perf_counter() - began)
        if self._few is None:
            self._search_method()
        else:
            self._few.by_priority = tie_break

    def _search_method(self) -> SolvingMethod:
        """Return the method for all states but few; it is made when it is first needed, which compiles."""
        if self._method is None:
            self._compiled = self._compiled_now()
            self._method = self._new_method()
        return self._method

    def _method_for(self, state: State) -> SolvingMethod:
        """Return the method that solves a state."""
        if self._few is not None and self._few.knows(state):
            return self._few
        return self._search_method()

    @property
    def engine(self) -> str:
        """The engine that solves: "native" or "reference"."""
        return self._any_method().engine_name

    @property
    def knows_all(self) -> bool:
        """Whether all positions that follow the start are solved already, for they are few."""
        return self._few is not None

    def knows(self, state: State) -> bool:
        """Return whether a state is one of few that are all solved already."""
        return self._few is not None and self._few.knows(state)

    def _any_method(self) -> SolvingMethod:
        return self._search_method() if self._few is None else self._few

    def _compiled_now(self) -> "Engine | None":
        """Return the compiled search of the game as its rules are now; None for the reference."""
        engine, method, *_ = self._options
        if engine == "reference" or (method == "retrograde" and not numbers_states(self.game)):
            return None
        required = engine == "native" or method == "proof"
        return compiled_engine(self.game, self.game.initial(), required, self._fallback)

    def _new_method(self) -> SolvingMethod:
        engine, name, table, features, sweeps, tie_break = self._options
        if self._compiled is None and self.threads != 1:
            raise InputError(f"the reference engine solves with 1 thread, not {self.threads}")
        method: SolvingMethod
        if name == "retrograde":
            required = engine == "native"
            method = retrograde_method(self.game, self._compiled, self.distance, sweeps, required, self._fallback)
        elif self._compiled is None:
            self._fallback.report()
            method = ReferenceSolver(self.game, self.distance)
        elif name == "proof":
            method = ProofNumberSolver(self._compiled, table, features)
        else:
            solver = HorizonSolver if self.game.max_plies is None else AlphaBetaSolver
            method = solver(self._compiled, self.distance, self.threads, table, features)
        method.by_priority = tie_break
        return method

    @contextmanager
    def _alone(self, state: State) -> Iterator[SolvingMethod]:
        """In this context this thread alone solves, a state first, by the rules as they are now."""
        with self._lock:
            if self._have_rules_changed():
                self._begin(state)
            yield self._method_for(state)

    def _have_rules_changed(self) -> bool:
        if self._compiled is not None:
            return not self._compiled.is_current()

        before, self._fingerprint = self._fingerprint, engines.fingerprint_of(self.game)
        return before not in ("", self._fingerprint)

    @property
    def nodes(self) -> int:
        """The nodes entered so far, and positions listed. Any thread may ask, while another solves."""
        return sum(method.nodes for method in (self._few, self._method) if method is not None)

    def solve(
        self,
        state: State = None,
        *,
        all_moves: bool = False,
        line: bool = True,
        time: float | None = None,
        nodes: int | None = None,
    ) -> Solution:
        """Solve a state (None: the initial one).

        all_moves: find every action's value and distance.
        line: follow best play to its end, by the most promising of the best moves (see `tie_break`).
        time, nodes: seconds, or nodes, after which Stopped is raised; what was found stays in the table. Natively only.
        """
        state = hashable_start(self.game, state)
        unchanged = Unchanged(self.game, state)

        def question(method: SolvingMethod) -> Solution:
            method.limit(time, nodes)
            return self._solution(method, state, all_moves, line)

        solution = self._ask(question, state, may_fall_back=time is None and nodes is None)
        unchanged.confirm()
        return solution

    def compare(self, state: State, value: Value, nodes: int | None = None) -> ValueBounds:
        """Ask whether a state is worth at least a value, from MAX's view: far quicker to tell than what it is worth.

        nodes: about how many to enter at most. Raises Stopped where they run out; what was found stays in the table.
        Only without distances.
        """
        if self.distance:
            raise InputError(f"{self.game.name}: values are compared without distances (distance=False)")

        def question(method: SolvingMethod) -> ValueBounds:
            method.limit(None, nodes)
            word = method.encode(value)
            bound = method.compare(state, word)
            found, _ = method.decode(bound)
            return ValueBounds(found, None) if bound >= word else ValueBounds(None, found)

        return self._ask(question, state)

    def find_action(self, state: State, value: int) -> Action | None:
        """Return an action that keeps a value, in the view of the player to move; None if there is none.

        By proof-number search only, which stops at the first that it has proved.
        """
        return self._ask(lambda method: method.find_action(state, value), state)

    def warn(self, state: State) -> None:
        """Warn if solving a state may never end: a compiled search that does not notice that play goes in circles."""
        with self._alone(state) as method:
            may_not_end = method.engine_name == "native" and method.name == "search"
        if may_not_end:
            warn_if_endless(self.game, state, remedy=ESTIMATE)

    def _ask(self, question: Callable[[SolvingMethod], Found], state: State, may_fall_back: bool = True) -> Found:
        """Return the method's answer; where a compiled rule fails as plain Python's would not, the reference's.

        state: what it asks about first.
        """

        def ask() -> Found:
            with self._alone(state) as method:
                return question(method)

        with self._lock:
            try:
                return retry_with_wider_layout(ask)
            except NativeFailure as failure:
                engine, name, *_ = self._options
                if engine == "native" or name != "search" or self.threads != 1 or not may_fall_back:
                    raise
                self._fallback.note(str(failure))
                self._compiled = None
                self._method = self._new_method()
            return question(self._method)

    def _solution(self, method: SolvingMethod, state: State, all_moves: bool, line: bool) -> Solution:
        (listed, seconds), self._listing = self._listing, (0, 0.0)
        began, before, compiled = clock.perf_counter() - seconds, method.nodes - listed, compile_seconds()
        over = bool(self.game.terminal(state))
        mover = MAX if over else self.game.player(state)
        word = method.encoded_value(state)
        values = {} if over else method.move_values(state, mover * word, all_moves)
        best = [action for action, each in values.items() if each == mover * word]
        value, distance = method.decode(word)
        endless = method.endless_is_a_draw and word == 0  # play need not end
        if values and not best:
            raise self._contradiction(state)
        actions = None
        pv = [self._choose(method, state, best)] if best else []
        if all_moves:
            actions = {action: method.decode(mover * each) for action, each in values.items()}
        if line and pv and not endless:
            pv = self._follow_line(method, state, pv[0], word)
        return Solution(
            game_object=self.game,
            state=state,
            player=None if over else player_word(mover),
            engine=method.engine_name,
            value=value,
            distance=distance,
            best=best,
            actions=actions,
            pv=pv,
            nodes=method.nodes - before,
            time_s=clock.perf_counter() - began - (compile_seconds() - compiled),
            threads=self.threads,
            complete=over or all(action in values for action in self.game.actions(state)),
            method=method.name,
            compile_s=self._compiling(),
            fallback=self._fallback.reason if method.engine_name == "reference" else "",
        )

    def _compiling(self) -> float:
        """Return the seconds of compiling not yet reported in a solution."""
        before, self._compiled_before = self._compiled_before, compile_seconds()
        return max(0.0, self._compiled_before - before)  # another thread counts from 0

    def _contradiction(self, state: State) -> InputError:
        """Return the error for a state of which no action keeps the value."""
        where = self.game.format_state(state) or "the start"
        return InputError(
            f"{self.game.name}: no action keeps the value of {where}: its bounds, or what else it declares, do not "
            "hold; plywise check finds which"
        )

    def values(self, states: Iterable[State], forget: bool = False) -> Iterator[tuple[Value, int | None]]:
        """Yield each state's value, from MAX's view, and distance, solving many states in one call.

        forget: solve each state with an empty table; which actions tend to cut is remembered.
        """

        def solve_some(method: SolvingMethod, batch: list[State]) -> list[tuple[Value, int | None]]:
            words = method.encoded_values(batch, forget)
            decoded = {word: method.decode(word) for word in set(words)}
            return [decoded[word] for word in words]

        return self._batches(states, solve_some)

    def solutions(self, states: Iterable[State], *, all_moves: bool = False, line: bool = True) -> Iterator[Solution]:
        """Yield each state's solution, as `solve` gives it, solving many states in one call where that can be.

        A solution's `time_s` is then its share of the call's, by its nodes.
        """

        def solve_some(method: SolvingMethod, batch: list[State]) -> list[Solution]:
            if not method.at_once or len(batch) < FEW:
                return [self._solution(method, batch[0], all_moves, line)]
            began, before, compiled = clock.perf_counter(), method.nodes, compile_seconds()

            def taken() -> float:
                return clock.perf_counter() - began - (compile_seconds() - compiled)

            rows = method.solve_some(batch, all_moves, line)
            if not rows:
                alone = self._solution(method, batch[0], all_moves, line)
                return [replace(alone, nodes=method.nodes - before, time_s=taken())]
            each = taken() / sum(row.nodes + 1 for row in rows)
            return [
                self._read_row(method, state, row, all_moves, line, (row.nodes + 1) * each)
                for state, row in zip(batch, rows, strict=False)
            ]

        return self._batches(states, solve_some)

    def _batches(
        self, states: Iterable[State], solve_some: Callable[[SolvingMethod, list[State]], list[Found]]
    ) -> Iterator[Found]:
        """Yield what `solve_some` finds of the first states of a batch, then of the first of those that are left.

        Where a batch fails, its states are solved one by one: those before the one that is to blame are found.
        """
        several, batch, size = iter(states), list[State](), BATCH_SIZE
        while batch := batch + list(islice(several, size - len(batch))):
            waiting = batch

            def question(method: SolvingMethod, waiting: list[State] = waiting) -> list[Found]:
                hashable_start(self.game, waiting[0])
                method.limit(None)  # an earlier question may have had one
                if not method.at_once:
                    return solve_some(method, waiting[:1])
                kind = type(waiting[0])  # rules are compiled for all states of a batch: a stray one must not count
                return solve_some(method, list(takewhile(lambda state: type(state) is kind, waiting)))

            try:
                found = self._ask(question, waiting[0])
            except InputError:
                if size == 1:
                    raise
                size, several, batch = 1, chain(batch, several), []
                continue
            del batch[: len(found)]
            yield from found

    def _read_row(
        self, method: SolvingMethod, state: State, row: Row, all_moves: bool, line: bool, time_s: float
    ) -> Solution:
        """Return the solution that a row of a batch holds."""
        actions = list(self.game.actions(state)) if row.actions else []
        mover = self.game.player(state) if actions else MAX
        values = {action: worth for action, (_, worth) in zip(actions, row.actions, strict=True)}
        best = [action for action, worth in values.items() if worth == mover * row.value]
        if row.line is None or (actions and not best):
            return self._solution(method, state, all_moves, line)  # which says what is wrong
        value, distance = method.decode(row.value)
        return Solution(
            game_object=self.game,
            state=state,
            player=player_word(mover) if actions else None,
            engine=method.engine_name,
            value=value,
            distance=distance,
            best=best,
            actions={action: method.decode(mover * worth) for action, worth in values.items()} if all_moves else None,
            pv=self._line_of(state, actions, row.line) if line else [self._choose(method, state, best)] if best else [],
            nodes=row.nodes,
            time_s=time_s,
            method=method.name,
            compile_s=self._compiling(),
        )

    def _line_of(self, state: State, actions: list[Action], words: list[int]) -> list[Action]:
        """Return the actions of a line from a state, one of whose actions comes first, that words stand for."""
        assert self._compiled is not None
        if not self._compiled.is_translated and all(type(action) is int for action in actions):
            return list(words)
        line: list[Action] = []
        for number in words:
            line.append(
                next(action for action in self.game.actions(state) if self._compiled.action_word(action) == number)
            )
            state = self.game.result(state, line[-1])
        return line

    def _follow_line(self, method: SolvingMethod, state: State, action: Action, word: int) -> list[Action]:
        """Return a line of best play that starts with an action."""
        line = [action]
        state = self.game.result(state, action)
        met = set()
        while len(line) < MAX_LINE and not self.game.terminal(state) and state not in met:
            met.add(state)
            word = method.to_child(word)
            mover = self.game.player(state)
            values = method.move_values(state, mover * word, first=True)
            equal = [action for action, each in values.items() if each >= mover * word]
            if not equal:
                raise self._contradiction(state)
            line.append(self._choose(method, state, equal))
            state = self.game.result(state, line[-1])
        return line

    def _choose(self, method: SolvingMethod, state: State, equal: list[Action]) -> Action:
        return preferred(self.game, state, equal) if method.by_priority else equal[0]


@spell_out(Solver)
def solve(game: Game, state: State = None, *, all_moves: bool = False, **options: Unpack[SolverOptions]) -> Solution:
    """Solve a state.

    state: None for the initial one.
    all_moves: find every action's value and distance.
    options: those of Solver.

    Raises InputError for unsuitable options, and for a line of play longer than MAX_PLIES.

    >>> from plywise.games import make
    >>> game = make("tictactoe")
    >>> solution = solve(game, game.parse_state("XO......."))
    >>> solution.outcome, solution.distance, solution.to_dict()["best"]
    ('win', 5, ['3', '4', '6'])
    """
    start = hashable_start(game, state)  # before anything is compiled
    solver = Solver(game, start=start, **options)
    solver.warn(start)
    return solver.solve(start, all_moves=all_moves)


__all__ = ["Solution", "Solver", "solve"]
