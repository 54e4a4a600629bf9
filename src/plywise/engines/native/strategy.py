"""Finds a strategy that is sure to reach a goal, with a game's compiled rules: see kernel/strategy.py."""

from collections.abc import Sequence
from typing import Any

import numpy as np

from plywise.engines.choices import NONE
from plywise.engines.kernel import choosing, shallow_proofs, strategy
from plywise.engines.kernel import thread_state as slots
from plywise.engines.native.compile.engine import Engine
from plywise.engines.native.search_memory import Array
from plywise.engines.native.session import SearchSession
from plywise.game import State

FIRST_BITS = 12
"""The initial capacity is 2**FIRST_BITS rows."""

LOOK_NODES = 1_000_000
"""Nodes after which a batch call returns with the choices made so far."""

NOTHING = np.zeros(1, np.int64)


class Chooser:
    """Chooses a strategy's actions at many states.

    session: of a search to the end; None: only static choices, with almost no table
    start: any state. side: whose strategy it is. goal: a word in the view of that side
    """

    def __init__(self, engine: Engine, start: State, side: int, goal: int, session: SearchSession | None) -> None:
        if session is None:
            session = SearchSession(engine, engine.config(distance=False, horizon=False), megabytes=1)
        self._engine, self._session, self._start, self._aim = engine, session, start, (side, goal)
        self._memo: Array | None = None

    def choose(self, fields: Array, high: int, late: bool) -> Array:
        """Return the choices at consecutive states, followed by the action set of each.

        high: an upper bound of all values, in the view of the side. late: whether actions that reach the goal a little
            later are in the action set.
        """
        return self._call(choosing.run_choosing, fields, (high, int(late)), ())

    def choose_shallow(self, fields: Array) -> Array:
        """Return the same if the game's `bounds` are trusted. Depths of proofs are cached from call to call."""
        if self._memo is None:
            self._memo = np.zeros(self._engine.key_words + 1 << shallow_proofs.MEMO_BITS, np.int64)
        return self._call(shallow_proofs.run_shallow, fields, (), (self._memo,))

    def static_choice(self, fields: Array, trusts: bool) -> Array:
        """Return the same without search; a choice that needs one is OPEN. Action sets are empty."""
        return self._call(choosing.run_static_choices, fields, (int(trusts),), ())

    def _call(self, kernel_entry: Any, fields: Array, asked: tuple[int, ...], rest: tuple[Array, ...]) -> Array:
        session, engine, start = self._session, self._engine, self._start
        entry, plain = engine.entry(kernel_entry, session.config), engine.plain(start)
        count, first = len(fields) // len(plain), session.memory.works[0]
        choices = np.zeros(2 * count, np.int64)
        first[slots.DONE] = 0

        def call(work: Array, stack: Array) -> int:
            numbers = *self._aim, *asked, LOOK_NODES, count
            memory = work, stack, session.memory.table, fields, choices
            return int(entry(engine.handle, session.config, plain, *numbers, *memory, *rest))

        with session.interruptible():
            while first[slots.DONE] < count:
                session.run(call, start, alone=True)
        return choices


class Rows:
    """Positions in rows, indexed by their keys: see kernel/strategy.py.

    side, goal: a word in the view of that side, without distances. counts: whether plies are counted.
    """

    def __init__(self, engine: Engine, start: State, side: int, goal: int, counts: bool, bits: int) -> None:
        self._engine, self._start, self._plain = engine, start, engine.plain(start)
        self._config = engine.config(distance=False, horizon=False)
        self._entry = engine.entry(strategy.run_strategy, self._config)
        self._session = SearchSession(engine, None, lists=True)
        self._side, self._goal, self._counts = side, goal, int(counts)
        self._width = strategy.KEY + engine.key_words + len(self._plain)
        self._rows = NOTHING
        self._make_room(bits)

    def __len__(self) -> int:
        return self._count(slots.WRITTEN)

    def fields(self, first: int, last: int) -> Array:
        """Return the fields of the states in some rows, one state after another."""
        rows = self._rows[first * self._width : last * self._width].reshape(-1, self._width)
        return np.ascontiguousarray(rows[:, self._width - len(self._plain) :]).reshape(-1)

    def state(self, row: int) -> State:
        """Return the state in a row."""
        return type(self._start)(*self.fields(row, row + 1).tolist())

    def choice(self, row: int) -> int:
        """Return the choice in a row."""
        return int(self._rows[row * self._width + strategy.CHOICE])

    def find(self, state: State, ply: int) -> int:
        """Return a state's row; -1 if there is none. ply: since the start, if plies are counted."""
        return self._do(strategy.FIND, state=self._engine.plain(state), ply=ply)

    def _make_room(self, bits: int) -> None:
        """Make room for 2**bits rows, and index the existing ones."""
        rows = np.zeros(self._width << bits, np.int64)
        rows[: len(self._rows)] = self._rows
        self._bits, self._rows, self._index = bits, rows, np.zeros(2 << bits, np.int64)
        self._set(slots.ROWS_SIZE, 1 << bits)
        self._do(strategy.INDEX, len(self))

    def _count(self, place: int) -> int:
        return int(self._session.memory.works[0][place])

    def _set(self, place: int, number: int) -> None:
        for work in self._session.memory.works:
            work[place] = number

    def _do(
        self, job: int, last: int = 0, new: Array = NOTHING, state: Any = None, ply: int = 0, trusts: bool = False
    ) -> int:
        where = self._plain if state is None else state

        def call(work: Array, stack: Array) -> int:
            numbers = self._side, self._goal, int(trusts), self._counts, ply, self._width, self._bits + 1, last
            arrays = work, stack, self._index, self._rows, new
            return int(self._entry(self._engine.handle, self._config, job, where, *numbers, *arrays))

        with self._session.interruptible():
            return self._session.run(call, self._start, alone=True)


class CompiledPositions(Rows):
    """The positions that a strategy can meet, level by level, and its entries in a checker's order."""

    def __init__(self, engine: Engine, start: State, side: int, goal: int, counts: bool) -> None:
        super().__init__(engine, start, side, goal, counts, FIRST_BITS)
        self._do(strategy.ADD)

    def children(self, first: int, action_sets: Array) -> Array:
        """Return the successors by the action sets of the rows from `first` on: see kernel/strategy.py.

        action_sets: one for each row; its children are consecutive, in the order of their places
        """
        count = sum(map(int.bit_count, action_sets.tolist()))
        new = np.concatenate([action_sets, np.zeros(count, np.int64)])
        self._set(slots.DONE, first)
        self._do(strategy.LIST, first + len(action_sets), new)
        return new[len(action_sets) :]

    def expand(self, first: int, choices: Sequence[int] | Array) -> bool:
        """Add the successors of the rows from `first` on, by their choices; return whether all keep the goal."""
        last = first + len(choices)
        self._rows[first * self._width : last * self._width : self._width] = choices
        if NONE in choices:
            return False
        self._set(slots.DONE, first)
        while (done := self._do(strategy.EXPAND, last)) < last:
            if self.choice(done) == NONE:
                return False
            self._make_room(self._bits + 1)
        return True

    def walk(self) -> tuple[Array, int]:
        """Return the entries in a checker's order, and the number of positions that a checker stores. Call it once."""
        entries = np.zeros(len(self), np.int64)
        self._set(slots.ENDS, 0)
        self._set(slots.DONE, 0)
        self._do(strategy.WALK, new=entries)
        return entries[: self._count(slots.ENDS)], self._count(slots.DONE)


class CompiledStrategy(Rows):
    """The strategy of a certificate: its positions, with their choices.

    within: no line takes more plies; None: they are not counted. positions: how many there are. entries: an array.
    """

    def __init__(
        self, engine: Engine, start: State, side: int, goal: int, within: int | None, trusts: bool, positions: int,
        entries: Array,
    ) -> None:  # fmt: skip
        super().__init__(engine, start, side, goal, within is not None, max(FIRST_BITS, positions.bit_length()))
        self._set(slots.ENDS, 0)
        self._set(slots.DONE, len(entries))
        proved = self._do(strategy.REPLAY, positions, entries, ply=within or 0, trusts=trusts)
        self.is_proof = proved == 1 and self._count(slots.ENDS) == len(entries) and len(self) == positions


__all__ = ["Chooser", "CompiledPositions", "CompiledStrategy"]
