"""Compiled calls for `plywise learn`: self-play games in one loop, shapes of trees, and fitting of tables."""

from collections.abc import Callable, Sequence
from functools import cached_property
from typing import Any, NamedTuple

import numpy as np

from plywise.engines.kernel import thread_state as slots
from plywise.engines.kernel.fitting import run_fitting
from plywise.engines.kernel.lots import seeded
from plywise.engines.kernel.selective import memory as place
from plywise.engines.kernel.selective import selfplay
from plywise.engines.kernel.selective.ordering import PLACES
from plywise.engines.kernel.selective.tree_shape import run_children, run_tree_shape
from plywise.engines.kernel.thread_state import Halt
from plywise.engines.learned.model import LearnedModel
from plywise.engines.learned.positions import Leaf, Rows
from plywise.engines.native import threads
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.compile.entry_calls import Entry
from plywise.engines.native.diagnosis import diagnose
from plywise.engines.native.leaves import leaves_of
from plywise.engines.native.selective.config import outright_words, play_config
from plywise.engines.native.selective.learned import NO_MODEL, model_array
from plywise.engines.native.selective.memory import PlayMemory
from plywise.engines.native.shortage import locate_failure
from plywise.engines.play_features import ALL_FEATURES
from plywise.errors import InputError, LayoutOverflow, NativeFailure
from plywise.game import State

Array = Any  # numpy.ndarray

TABLE_MEGABYTES = 4.0
"""The size of the table of a search of few nodes, small enough for the processor's caches."""


AT_ONCE = 50_000
"""The number of rows processed by one call."""

MAX_CHILDREN = 400
"""The number of a state's children that are examined."""


class Look(NamedTuple):
    """The tree below a state.

    shape: a hash of the tree that does not depend on which cells are used
    children: the words of its children, at most MAX_CHILDREN. movers: the player to move in each
    """

    shape: int
    children: Array
    movers: Array


class Practice:
    """Self-play games with one engine. The result of a call depends on its arguments alone.

    engine: the game's engine. start: the state from which all games begin
    """

    def __init__(self, engine: Engine, start: State) -> None:
        self.engine, self.state, self.start = engine, start, engine.plain(start)
        self.leaves: list[Leaf] = leaves_of(engine)
        self._is_stuck = False

    def prepare(self, *models: LearnedModel | None) -> None:
        """Compile or load everything games need. Raises InputError for a model that does not fit the game's states."""
        for model in models:
            self._model(model)
        self.engine.entry(selfplay.run_random_games, self._config(None))

    def play_random(self, seed: int, games: int, longest: int, each: int, most: int) -> Rows:
        """Return one in `each` of the positions of random games that end within `longest` plies, at most `most`."""
        player = self._player(seed, None)
        new = self._room(most)
        entry = self.engine.entry(selfplay.run_random_games, self._config(None))
        arrays = player.works[0], player.stacks[0], new
        count = self._run(entry, None, [player], (games, longest, each, most), arrays)
        return self._rows(new, count)

    def play_searching(
        self, model: LearnedModel | None, seed: int, games: int, longest: int, nodes: int, opening: int, blunders: int,
        each: int, most: int,
    ) -> Rows:  # fmt: skip
        """Return one in `each` of the positions of games in which a search chooses every move."""
        player, new = self._player(seed, model), self._room(most)
        entry = self.engine.entry(selfplay.run_selfplay, self._config(model))
        arrays = player.works[0], player.stacks[0], player.table, self._model(model), new
        count = self._run(entry, model, [player], (games, longest, nodes, opening, blunders, each, most), arrays)
        return self._rows(new, count)

    def play_duel(
        self, one: LearnedModel, other: LearnedModel, seed: int, games: int, longest: int, nodes: tuple[int, int],
        opening: int,
    ) -> list[int]:  # fmt: skip
        """Return each game's result for the first of two models: 1, 0 or -1; each opening is played twice."""
        first, second, new = self._player(seed, one), self._player(seed, other), np.zeros(games, np.int64)
        entry = self.engine.entry(selfplay.run_duel, self._config(one))
        arrays = (
            first.works[0], second.works[0], first.stacks[0], first.table, second.table, self._model(one),
            self._model(other), new,
        )  # fmt: skip
        self._run(entry, one, [first, second], (games, longest, *nodes, opening), arrays)
        return [int(each) for each in new]

    def look(self, rows: Array, sides: Sequence[int], plies: int) -> list[Look | None]:
        """Return the tree below each state; None if the rules fail there. sides: the view to take of each state.

        If a rule does not return, which may happen for words that are not a real state, no further state is examined.
        """
        found = list[Look | None]()
        config = self._config(None)
        entries = self.engine.entry(run_tree_shape, config), self.engine.entry(run_children, config)
        if not self._is_stuck:  # compiling above would look like rules that do not return
            try:
                self._call(lambda: self._look(entries, rows, sides, plies, found), [self._looker])
            except threads.Stuck:
                self._is_stuck = True
        return [*found, *[None] * (len(rows) - len(found))]

    def _look(
        self, entries: tuple[Entry, Entry], rows: Array, sides: Sequence[int], plies: int, found: list[Look | None]
    ) -> None:
        """Append the tree below each state to a list. entries: those that find its shape and its children."""
        work, stack = self._looker.works[0], self._looker.stacks[0]
        config, (shape, children) = self._config(None), entries
        size = self.engine.rules.fields + 1
        new = np.zeros(MAX_CHILDREN * size, np.int64)
        for state, side in zip(rows.tolist(), sides, strict=True):
            try:
                form = shape(self.engine.handle, config, state, plies, side, work, stack)
                count = children(self.engine.handle, config, state, MAX_CHILDREN, work, stack, new)
            except Exception:  # noqa: BLE001 - the words may not be a real state
                work[slots.STOP] = slots.COMPLETE
                found.append(None)
            else:
                below = new[: count * size].reshape(count, size)
                found.append(Look(form, below[:, :-1].copy(), below[:, -1].copy()))
            work[slots.NODES] += 1  # shows the watchdog that the rules return

    def fit(
        self, cells: Array, targets: Array, tables: Array, count: int, rate: float, weights: Array, squares: Array,
        learns: bool = True,
    ) -> float:  # fmt: skip
        """Process the rows once, updating the weights and the sums of squares; return the mean loss.

        tables: the descriptions of `count` tables. See kernel/fitting.py for the layout of the arrays.
        """
        rows, columns = cells.shape
        work = np.concatenate([tables, np.zeros(count, np.int64)])
        entry, loss = self.engine.entry(run_fitting), 0
        for first in range(0, rows, AT_ONCE):  # Ctrl-C is handled between two calls
            part, wanted = cells[first : first + AT_ONCE], targets[first : first + AT_ONCE]
            loss += entry(
                self.engine.handle, len(part), columns, count, round(rate * 1e6), int(learns), part.reshape(-1), work,
                wanted.reshape(-1), weights.reshape(-1), squares.reshape(-1),
            )  # fmt: skip
        return float(loss / 2**20 / max(rows, 1))

    @cached_property
    def _looker(self) -> PlayMemory:
        """The memory in which `look` lists actions; nothing about a state is kept in it."""
        return self._player(0, None)

    # --- shared by the calls ------------------------------------------------------------------------------------------

    def _config(self, model: LearnedModel | None) -> Any:
        return play_config(self.engine, learned=model is not None)

    def _model(self, model: LearnedModel | None) -> Array:
        return NO_MODEL if model is None else model_array(model, self.leaves, self.engine.rules.fields)

    def _player(self, seed: int, model: LearnedModel | None) -> PlayMemory:
        memory = PlayMemory(1, TABLE_MEGABYTES, ALL_FEATURES, outright=outright_words(self.engine, by_sign=True))
        memory.begin(0, None)
        memory.grow(int(TABLE_MEGABYTES * 2**20 / 16))
        work = memory.works[0]
        work[place.TABLE_SIZE] = memory.bits
        work[place.LOTS] = seeded(seed)
        return memory

    def _room(self, most: int) -> Array:
        return np.zeros(most * (self.engine.rules.fields + selfplay.BEYOND), np.int64)

    def _run(
        self, entry: Any, model: LearnedModel | None, players: Sequence[PlayMemory], given: Any, arrays: Any
    ) -> int:
        """Call an entry, lengthening the stacks as needed. Raises an InputError that names what failed."""
        config, work = self._config(model), players[0].works[0]
        try:
            answer = self._call(lambda: entry(self.engine.handle, config, self.start, *given, *arrays), players)
        except threads.Stuck as stuck:
            raise InputError(f"{self.engine.game.name}: a rule does not return: {stuck}") from None
        if isinstance(answer, Exception):
            raise self._diagnosed(work, None if isinstance(answer, Halt) else answer) from None
        return int(answer)

    @staticmethod
    def _call(ask: Callable[[], Any], players: Sequence[PlayMemory]) -> Any:
        """Return the result of a call, or the exception it raised. Ctrl-C interrupts it. Raises Stuck."""
        [answer], interrupted = threads.run_all([ask], [each.works[0] for each in players])
        if interrupted:
            raise KeyboardInterrupt
        return answer

    def _diagnosed(self, work: Array, failed: Exception | None) -> InputError:
        """Return the error for games that failed."""
        if isinstance(failed, InputError) and not isinstance(failed, LayoutOverflow):
            return failed
        engine = self.engine
        path = [int(each) for each in work[place.GAME : place.GAME + int(work[place.GAME_PLIES])]]
        if work[slots.DEEPEST] > 0:
            path += [int(each) for each in work[slots.PATH : slots.PATH + int(work[slots.DEEPEST]) + 1]]
        what = failed or "a rule returned a value that no search can use"
        if isinstance(failed, LayoutOverflow):
            unknown = NativeFailure(f"{engine.game.name}: the compiled rules failed: {failed}")
            return locate_failure(engine, self.state, path, failed, unknown)
        found = diagnose(engine.game, self.state, path, what, PLACES, engine.action_word)
        if isinstance(found, NativeFailure) and failed is not None:
            return locate_failure(engine, self.state, path, failed, found)
        return found

    def _rows(self, new: Array, count: int) -> Rows:
        fields = self.engine.rules.fields
        size = fields + selfplay.BEYOND
        found = new[: count * size].reshape(count, size)
        beyond = [found[:, fields + number] for number in range(selfplay.BEYOND)]
        return Rows(found[:, :fields], *beyond)
