"""Solving: what a state is worth under best play, how long it takes, and every action that is as good as any.

A sooner win is better than a later one, a later loss better than a sooner one. With the native engine one Solver keeps
its compiled search and its table warm from state to state; a game that cannot be compiled is solved by plain Python.
"""

import time as clock
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from typing import Any

from plywise.engines.features import features_without
from plywise.engines.results import Answer
from plywise.engines.search import check_engine, compiled_engine, tell
from plywise.errors import InputError
from plywise.game import MAX, Action, Game, State, Value, player_word
from plywise.solvers.alphabeta import AlphaBetaSolver
from plywise.solvers.horizon import HorizonSolver
from plywise.solvers.method import SolvingMethod
from plywise.solvers.proof_number import ProofNumberSolver
from plywise.solvers.reference import ReferenceSolver
from plywise.solvers.retrograde import RetrogradeSolver, Sweeps

LONGEST_LINE = 200  # plies of a principal variation
BATCH = 4096  # states valued in one call

METHODS = ("search", "proof", "retrograde")

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Solution(Answer):
    """What is known of a solved state.

    outcome: "win", "draw" or "loss" for the player to move (at the end of the game, for who would be to move were it
    MAX). value: MAX's view. distance: plies to the end under best play; None for a draw, which nobody hurries to, and
    where it was not asked for. best: every action that keeps the value and, with distances, the distance; by
    proof-number search there may be others, where that is left open (`complete` is False). actions: only where all
    were asked for, action -> (its value, MAX's view; its distance counted from this state). pv: a line of
    best play, as far as it was followed.
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

    @property
    def outcome(self) -> str:
        """What the value means for the player to move."""
        return self.outcome_of(self.value)

    def outcome_of(self, value: Value) -> str:
        """Return what a value, MAX's view, means for the player to move."""
        own = -value if self.player == "MIN" else value
        return OUTCOMES[(own > 0) - (own < 0)]

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as plain data, for JSON; actions as words."""
        answer = self.question() | {
            "engine": self.engine,
            "outcome": self.outcome,
            "value": self.value,
            "distance": self.distance,
            "best": [self.word(action) for action in self.best],
        }
        if not self.complete:
            answer["complete"] = False
        if self.actions is not None:
            answer["actions"] = {
                self.word(action): {"outcome": self.outcome_of(value), "value": value, "distance": distance}
                for action, (value, distance) in self.actions.items()
            }
        return answer | {
            "pv": self.words(self.pv),
            "nodes": self.nodes,
            "time_s": round(self.time_s, 6),
            "threads": self.threads,
        }


def solve(game: Game, state: State = None, *, all_moves: bool = False, **options: Any) -> Solution:
    """Solve a state (None: the initial one). all_moves: give every action's value and distance. options: a Solver's.

    Raises InputError for an option that does not fit, and for a line of play longer than MAX_PLIES.

    >>> from plywise.games import make
    >>> solution = solve(make("nim", heaps="1-2"))
    >>> solution.outcome, solution.distance, solution.to_dict()["best"]
    ('win', 3, ['2-1'])
    """
    return Solver(game, **options).solve(state, all_moves=all_moves)


class Solver:
    """Solves many states of one game, and remembers what it finds from one to the next.

    distance: find out how long it takes, too; without, only who wins, which is mostly faster. engine: as in `search`.
    threads: how many search together. table: megabytes that the transposition table may grow to. without: names of
    features (`features.FEATURES`) to do without. method: "search"; or "proof", proof-number search, which finds long
    forced wins and no distances; or "retrograde", which solves all states of a game that numbers them (Game.rank) at
    once, from the ends backwards, and in which play without end is a draw. sweeps: told how many states changed in each
    of its sweeps.
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
    ) -> None:
        check_engine(engine, threads)
        features = features_without(without)
        if method not in METHODS:
            raise InputError(f"no method {method!r}; there are {', '.join(METHODS)}")
        self.game = game
        self.distance = distance
        self.threads = threads
        if method == "retrograde" and (engine == "reference" or threads != 1 or table is not None):
            raise InputError("retrograde analysis takes the native engine, 1 thread, and no table")
        if method == "proof" and (engine == "reference" or threads != 1 or distance):
            raise InputError(
                "proof-number search takes the native engine, 1 thread, and finds no distances (--distance no)"
            )
        required = engine == "native" or method != "search"
        compiled = None if engine == "reference" else compiled_engine(game, game.initial(), required)
        self._way: SolvingMethod
        if compiled is None:
            if threads != 1:
                raise InputError(f"the reference engine solves with 1 thread, not {threads}")
            self._way = ReferenceSolver(game, distance)
            tell()
        elif method == "retrograde":
            self._way = RetrogradeSolver(compiled, distance, sweeps)
        elif method == "proof":
            self._way = ProofNumberSolver(compiled, table, features)
        else:
            way = HorizonSolver if game.max_plies is None else AlphaBetaSolver
            self._way = way(compiled, distance, threads, table, features)
        self.engine = "reference" if compiled is None else "native"

    def solve(self, state: State = None, *, all_moves: bool = False, line: bool = True) -> Solution:
        """Solve a state. all_moves: give every action's value and distance. line: follow best play to its end."""
        state = self.game.initial() if state is None else state
        began, way = clock.perf_counter(), self._way
        before = way.nodes
        over = bool(self.game.terminal(state))
        mover = MAX if over else self.game.player(state)
        word = way.encoded_value(state)
        judged = {} if over else way.move_values(state, mover * word, all_moves)
        best = [action for action, each in judged.items() if each == mover * word]
        value, distance = way.decode(word)
        endless = isinstance(way, RetrogradeSolver)  # a draw may be play without end
        actions = None
        if all_moves:
            actions = {action: way.decode(mover * each) for action, each in judged.items()}
        return Solution(
            game_object=self.game,
            state=state,
            player=None if over else player_word(mover),
            engine=self.engine,
            value=value,
            distance=distance,
            best=best,
            actions=actions,
            pv=self._line(state, best[0], word) if line and best and not (endless and word == 0) else best[:1],
            nodes=way.nodes - before,
            time_s=clock.perf_counter() - began,
            threads=self.threads,
            complete=over or all(action in judged for action in self.game.actions(state)),
        )

    def values(self, states: Iterable[State], forget: bool = False) -> Iterator[tuple[Value, int | None]]:
        """Yield each state's value, MAX's view, and distance: many states in one call of the compiled search.

        forget: solve each as if it were the first, with an empty table.
        """
        batch: list[State] = []
        for state in states:
            batch.append(state)
            if len(batch) == BATCH:
                yield from map(self._way.decode, self._way.encoded_values(batch, forget))
                batch = []
        yield from map(self._way.decode, self._way.encoded_values(batch, forget))

    def _line(self, state: State, action: Action, word: int) -> list[Action]:
        """Return a line of best play that begins with an action."""
        line = [action]
        state = self.game.result(state, action)
        met = set()
        while len(line) < LONGEST_LINE and not self.game.terminal(state) and state not in met:
            met.add(state)
            word = self._way.to_child(word)
            mover = self.game.player(state)
            judged = self._way.move_values(state, mover * word, first=True)
            line.append(next(action for action, each in judged.items() if each >= mover * word))
            state = self.game.result(state, line[-1])
        return line


__all__ = ["Solution", "Solver", "solve"]
