"""Solving: what a state is worth under best play, how long it takes, and every action that is as good as any.

A sooner win is better than a later one, a later loss better than a sooner one. With the native engine one Solver keeps
its compiled search and its table warm from state to state; a game that cannot be compiled is solved by plain Python.
"""

import time as clock
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any

from plywise.errors import InputError
from plywise.game import FAR, MAX, PLIES, Action, Game, State, Value, player_word
from plywise.recursion import MAX_PLIES, recursion_room
from plywise.search.driver import ENGINES, compiled_engine, tell

if TYPE_CHECKING:
    pass

LONGEST_LINE = 200  # plies of a principal variation
BATCH = 4096  # states valued in one call

OUTCOMES = {1: "win", 0: "draw", -1: "loss"}


@dataclass(frozen=True)
class Solution:
    """What is known of a solved state.

    outcome: "win", "draw" or "loss" for the player to move (at the end of the game, for who would be to move were it
    MAX). value: MAX's view. distance: plies to the end under best play; None for a draw, which nobody hurries to, and
    where it was not asked for. best: every action that keeps the value and, with distances, the distance. actions: only
    where all were asked for, action -> (its value, MAX's view; its distance counted from this state). pv: a line of
    best play, as far as it was followed.
    """

    game_object: Game = field(repr=False, compare=False)
    state: State = field(repr=False)
    player: str | None
    engine: str
    value: Value
    distance: int | None
    best: list[Action]
    actions: dict[Action, tuple[Value, int | None]] | None
    pv: list[Action]
    nodes: int
    time_s: float = field(compare=False)
    threads: int = 1

    @property
    def outcome(self) -> str:
        """What the value means for the player to move."""
        return self.outcome_of(self.value)

    def outcome_of(self, value: Value) -> str:
        """Return what a value, MAX's view, means for the player to move."""
        own = -value if self.player == "MIN" else value
        return OUTCOMES[(own > 0) - (own < 0)]

    @property
    def game(self) -> str:
        """The game's name, with its parameters."""
        return self.game_object.name

    @property
    def position(self) -> str:
        """The state solved, as text."""
        return self.game_object.format_state(self.state)

    def to_dict(self) -> dict[str, Any]:
        """Return the solution as plain data, for JSON; actions as words."""

        def word(action: Action) -> str:
            return self.game_object.format_action(self.state, action)

        answer: dict[str, Any] = {
            "game": self.game,
            "position": self.position,
            "player": self.player,
            "engine": self.engine,
            "outcome": self.outcome,
            "value": self.value,
            "distance": self.distance,
            "best": [word(action) for action in self.best],
        }
        if self.actions is not None:
            answer["actions"] = {
                word(action): {"outcome": self.outcome_of(value), "value": value, "distance": distance}
                for action, (value, distance) in self.actions.items()
            }
        state, pv = self.state, []
        for action in self.pv:
            pv.append(self.game_object.format_action(state, action))
            state = self.game_object.result(state, action)
        return answer | {
            "pv": pv,
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

    distance: find out how long it takes, too; without, only who wins, which is faster. engine: as in `search`. threads:
    how many search together. table: megabytes that the transposition table may grow to. without: names of features
    (`native.FEATURES`) to do without.
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
    ) -> None:
        if engine not in ENGINES:
            raise InputError(f"no engine {engine!r}; there are {', '.join(ENGINES)}")
        if not isinstance(threads, int) or not 1 <= threads <= 256:
            raise InputError(f"threads must be from 1 to 256, not {threads}")
        self.game = game
        self.distance = distance
        self.threads = threads
        compiled = None if engine == "reference" else compiled_engine(game, game.initial(), required=engine == "native")
        self._way: _Native | _Plain
        if compiled is None:
            if threads != 1:
                raise InputError(f"the reference engine solves with 1 thread, not {threads}")
            self._way = _Plain(game, distance)
            tell()
        else:
            self._way = _Native(compiled, distance, threads, table, tuple(without))
        self.engine = "reference" if compiled is None else "native"

    def solve(self, state: State = None, *, all_moves: bool = False, line: bool = True) -> Solution:
        """Solve a state. all_moves: give every action's value and distance. line: follow best play to its end."""
        state = self.game.initial() if state is None else state
        began, way = clock.perf_counter(), self._way
        before = way.nodes()
        over = bool(self.game.terminal(state))
        mover = MAX if over else self.game.player(state)
        word = way.word(state)
        judged = {} if over else way.judged(state, mover * word, all_moves)
        best = [action for action, each in judged.items() if each == mover * word]
        value, distance = way.said(word)
        actions = None
        if all_moves:
            actions = {action: way.said(mover * each) for action, each in judged.items()}
        return Solution(
            game_object=self.game,
            state=state,
            player=None if over else player_word(mover),
            engine=self.engine,
            value=value,
            distance=distance,
            best=best,
            actions=actions,
            pv=self._line(state, best[0], word) if line and best else best[:1],
            nodes=way.nodes() - before,
            time_s=clock.perf_counter() - began,
            threads=self.threads,
        )

    def values(self, states: Iterable[State], forget: bool = False) -> Iterator[tuple[Value, int | None]]:
        """Yield each state's value, MAX's view, and distance: many states in one call of the compiled search.

        forget: solve each as if it were the first, with an empty table.
        """
        batch: list[State] = []
        for state in states:
            batch.append(state)
            if len(batch) == BATCH:
                yield from map(self._way.said, self._way.words(batch, forget))
                batch = []
        yield from map(self._way.said, self._way.words(batch, forget))

    def _line(self, state: State, action: Action, word: int) -> list[Action]:
        """Return a line of best play that begins with an action."""
        line = [action]
        state = self.game.result(state, action)
        while len(line) < LONGEST_LINE and not self.game.terminal(state):
            word = self._way.nearer(word)
            mover = self.game.player(state)
            judged = self._way.judged(state, mover * word, all_moves=False, first=True)
            line.append(next(action for action, each in judged.items() if each >= mover * word))
            state = self.game.result(state, line[-1])
        return line


class _Native:
    """The compiled way to solve."""

    def __init__(
        self, engine: Any, distance: bool, threads: int, table: float | None, without: tuple[str, ...]
    ) -> None:
        from plywise.search import kernel, lanes, native
        from plywise.search.space import Space

        if distance and engine.floats:
            raise InputError(f"{engine.game.name}: utilities that are no whole numbers have no distances")
        self.kernel, self.native, self.engine = kernel, native, engine
        self.plan = engine.plan(distance=distance, horizon=False)
        engine.entry(kernel.run_strong, self.plan)
        features = native.features_without(without)
        self.space: Space = Space(engine, self.plan, features, threads, table)
        lanes.prepare(threads)
        low, high = engine.game.utility_bounds
        scale = PLIES if distance else 1
        self.low = -FAR if low == -inf else int(low) * scale
        self.high = FAR if high == inf else int(high) * scale

    def nodes(self) -> int:
        return self.space.count(0)

    def _window(self, mover: int) -> tuple[int, int]:
        return (self.low, self.high) if mover == MAX else (-self.high, -self.low)

    def word(self, state: State) -> int:
        game = self.engine.game
        if game.terminal(state):
            return int(game.utility(state)) * (PLIES if self.plan.distance else 1)
        mover = game.player(state)
        low, high = self._window(mover)
        found: int = mover * self.space.run(
            lambda work, stack: self.space.strong(self.kernel.MEASURE, state, work, stack, low, high), state
        )
        return found

    def words(self, states: list[State], forget: bool) -> list[int]:
        return self.space.measure_all(states, self.low, self.high, forget) if states else []

    def nearer(self, word: int) -> int:
        return word + (word > 0) - (word < 0) if self.plan.distance else word

    def judged(self, state: State, value: int, all_moves: bool, first: bool = False) -> dict[Action, int]:
        low, high = self._window(self.engine.game.player(state)) if all_moves else (0, 0)
        return self.space.judge(state, low, high, value)

    def said(self, word: int) -> tuple[Value, int | None]:
        return _said(word, self.plan.distance)


class _Plain:
    """The way to solve in plain Python: every state below is valued once. The specification of the compiled one."""

    def __init__(self, game: Game, distance: bool) -> None:
        self.game = game
        self.distance = distance
        self.known: dict[Any, int] = {}
        self._nodes = 0

    def nodes(self) -> int:
        return self._nodes

    def nearer(self, word: int) -> int:
        return word + (word > 0) - (word < 0) if self.distance else word

    def word(self, state: State) -> int:
        """Return a state's value, MAX's view, as `values` lays it out."""
        with recursion_room() as room:
            return self._value(state, 0, room)

    def _value(self, state: State, ply: int, room: Any) -> int:
        self._nodes += 1
        room.reach(ply)
        if ply > MAX_PLIES:
            raise InputError(f"a line of play of {self.game.name} is over {MAX_PLIES:,} plies long")
        if self.game.terminal(state):
            return self.game.utility(state) * (PLIES if self.distance else 1)  # type: ignore[return-value]
        key = self.game.key(state)
        if key not in self.known:
            mover = self.game.player(state)
            children = (
                self._value(self.game.result(state, action), ply + 1, room) for action in self.game.actions(state)
            )
            self.known[key] = mover * max(mover * self._farther(child) for child in children)
        return self.known[key]

    def _farther(self, word: int) -> int:
        return word - (word > 0) + (word < 0) if self.distance else word

    def words(self, states: list[State], forget: bool) -> list[int]:
        return [self.word(state) for state in states]

    def judged(self, state: State, value: int, all_moves: bool, first: bool = False) -> dict[Action, int]:
        mover = self.game.player(state)
        return {
            action: mover * self._farther(self.word(self.game.result(state, action)))
            for action in self.game.actions(state)
        }

    def said(self, word: int) -> tuple[Value, int | None]:
        return _said(word, self.distance)


def _said(word: int, distance: bool) -> tuple[Value, int | None]:
    """Return the value and the distance that a word says: None for a draw's, and where there is none."""
    if not distance:
        return word, None
    magnitude = (abs(word) + PLIES - 1) // PLIES
    return (magnitude if word > 0 else -magnitude), (magnitude * PLIES - abs(word) if word else None)


__all__ = ["Solution", "Solver", "solve"]
