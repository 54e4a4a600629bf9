"""A strategy that surely reaches a goal, found by a game's compiled rules: see kernel/strategy.py."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plywise.engines.kernel import strategy
from plywise.engines.kernel import thread_state as word
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.search_memory import Array
from plywise.engines.native.session import SearchSession
from plywise.game import State

FIRST_BITS = 12
"""There is room for 2**FIRST_BITS rows at first."""

LOOK_NODES = 1_000_000
"""Nodes after which a call that chooses at many states returns with those that are done."""

NOTHING = np.zeros(1, np.int64)


def choose_at(
    session: SearchSession, fields: Array, start: State, side: int, goal: int, high: int, trusts: bool
) -> Array:
    """Return the choices at states whose fields lie one after another.

    session: of a search to the end. start: any state. goal, high: words in the view of `side`.
    """
    engine, config = session.engine, session.config
    entry, plain = engine.entry(strategy.run_choosing, config), engine.plain(start)
    count, first = len(fields) // len(plain), session.memory.works[0]
    choices = np.full(count, strategy.OPEN, np.int64)
    first[word.DONE] = 0

    def call(work: Array, stack: Array) -> int:
        asked = side, goal, high, int(trusts), LOOK_NODES, count
        return int(entry(engine.handle, config, plain, *asked, work, stack, session.memory.table, fields, choices))

    while first[word.DONE] < count:
        session.run(call, start, alone=True)
    return choices


class CompiledPositions:
    """The positions that a strategy meets, in rows: see kernel/strategy.py.

    side, goal: a word in the view of that side, without distances. counts: whether plies are counted.
    """

    def __init__(self, engine: Engine, start: State, side: int, goal: int, counts: bool) -> None:
        self._engine, self._start, self._plain = engine, start, engine.plain(start)
        self._config = engine.config(distance=False, horizon=False)
        self._entry = engine.entry(strategy.run_strategy, self._config)
        self._session = SearchSession(engine, None, lists=True)
        self._asked = side, goal, int(counts)
        self._width = strategy.KEY + engine.key_words + len(self._plain)
        self._bits = FIRST_BITS
        self._rows = np.zeros(self._width << self._bits, np.int64)
        self._index = np.zeros(2 << self._bits, np.int64)
        self._set(word.ROWS_SIZE, 1 << self._bits)
        self._do(strategy.ADD)

    def __len__(self) -> int:
        return int(self._session.memory.works[0][word.WRITTEN])

    def fields(self, first: int, last: int) -> Array:
        """Return the fields of the states in some rows, one state after another."""
        rows = self._rows[first * self._width : last * self._width].reshape(-1, self._width)
        return np.ascontiguousarray(rows[:, self._width - len(self._plain) :]).reshape(-1)

    def state(self, row: int) -> State:
        """Return the state in a row."""
        return type(self._start)(*self.fields(row, row + 1).tolist())

    def expand(self, first: int, choices: Sequence[int] | Array) -> bool:
        """Add what follows on the rows from `first` on, by the choices there; return whether all keep the goal."""
        last = first + len(choices)
        self._rows[first * self._width : last * self._width : self._width] = choices
        if strategy.NONE in choices:
            return False
        self._set(word.DONE, first)
        while (done := self._do(strategy.EXPAND, last)) < last:
            if self._rows[done * self._width] == strategy.NONE:
                return False
            self._grow()
        return True

    def walk(self) -> tuple[Array, int]:
        """Return the entries in a checker's order, and how many positions a checker remembers. Once only."""
        entries = np.zeros(len(self), np.int64)
        self._set(word.ENDS, 0)
        self._set(word.DONE, 0)
        self._do(strategy.WALK, new=entries)
        work = self._session.memory.works[0]
        return entries[: int(work[word.ENDS])], int(work[word.DONE])

    def _set(self, place: int, number: int) -> None:
        for work in self._session.memory.works:
            work[place] = number

    def _grow(self) -> None:
        """Make room for twice as many rows."""
        self._bits += 1
        rows = np.zeros(self._width << self._bits, np.int64)
        rows[: len(self._rows)] = self._rows
        self._rows, self._index = rows, np.zeros(2 << self._bits, np.int64)
        self._set(word.ROWS_SIZE, 1 << self._bits)
        self._do(strategy.INDEX, len(self))

    def _do(self, job: int, last: int = 0, new: Array = NOTHING) -> int:
        def call(work: Array, stack: Array) -> int:
            given: Any = self._engine.handle, self._config, job, self._plain, *self._asked, self._width, self._bits + 1
            return int(self._entry(*given, last, work, stack, self._index, self._rows, new))

        return self._session.run(call, self._start, alone=True)


__all__ = ["CompiledPositions", "choose_at"]
