"""Counts lines of play with the suitable engine: small trees in plain Python, large ones compiled."""

from contextlib import suppress
from functools import partial
from inspect import isgeneratorfunction
from typing import TYPE_CHECKING, Any

import plywise.engines.reference.perft as plain
from plywise.engines.compiled import compiled_engine, retry_with_wider_layout
from plywise.engines.fallback import Fallback
from plywise.engines.kernel.thread_state import ENDS
from plywise.engines.limits import Stop, Stopped
from plywise.engines.reference.perft import Counted, CountSoFar, CountWatcher, Meter, TooManyStates
from plywise.engines.search import check_engine
from plywise.errors import NativeFailure
from plywise.game import Game, State, hashable_start
from plywise.process.recursion import MAX_PLIES

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine

MAX_PLAIN = 3_000
"""With engine="auto", plies with more states than this are counted by the compiled search."""

LEAST_BITS, TABLE_BITS = 10, 20
"""The initial and the maximum number of table entries, as powers of two."""


def count(
    game: Game,
    state: State = None,
    plies: int | None = None,
    divide: bool = False,
    *,
    engine: str = "auto",
    merge: bool = True,
    watcher: CountWatcher | None = None,
    stop: Stop | None = None,
) -> Counted:
    """Count the lines of play from a state, `plies` deep, or to their ends if plies is None.

    Two lines that reach the same state count twice.

    engine: "reference", "native", or "auto", which uses compiled rules, if there are any, for a large tree
    merge: examine states with the same key only once; otherwise the compiled rules follow every line
    watcher: called a few times a second with the progress, a CountSoFar
    stop: a flag that another thread sets

    Raises InputError for negative plies, and for lines longer than MAX_PLIES; Stopped when the flag is set.

    >>> from plywise.games import make
    >>> count(make("tictactoe"), plies=4).nodes_by_ply
    [1, 9, 72, 504, 3024]
    """
    check_engine(engine, 1)
    start = hashable_start(game, state)

    fallback = Fallback(game)

    def natively() -> Counted | None:
        compiled = compiled_engine(game, start, required=engine == "native", fallback=fallback)
        if compiled is None:
            return None
        counter = _Counter(compiled, merge, watcher, stop)
        return plain.counted(game, start, plies, divide, partial(_by_ply, counter), counter.meter)

    if engine == "auto" and merge:
        with suppress(TooManyStates):
            return plain.count(game, start, plies, divide, most_states=MAX_PLAIN, stop=stop)
    found = None
    try:
        found = None if engine == "reference" else retry_with_wider_layout(natively)
    except NativeFailure as failure:
        if engine == "native":
            raise
        fallback.note(str(failure))
    found = plain.count(game, start, plies, divide, watcher=watcher, stop=stop) if found is None else found
    fallback.report()
    return found


class _Counter:
    """Counts lines with a game's compiled rules, and caches the counts."""

    def __init__(
        self, engine: "Engine", merge: bool, watcher: CountWatcher | None = None, stop: Stop | None = None
    ) -> None:
        from plywise.engines.clock import Clock
        from plywise.engines.kernel.perft import RECORD, run_lines, run_listed_lines
        from plywise.engines.native.session import SearchSession

        self.engine = engine
        self.session = SearchSession(engine, None, lists=True)
        self.moves = engine.game.ends_without_actions
        self.listed = not self.moves and not isgeneratorfunction(type(engine.game).actions)
        self.entry = engine.entry(run_listed_lines if self.listed else run_lines)
        self.stop = stop
        self.meter = Meter(watcher, lambda: self.session.nodes, stop)
        self.session.clock = Clock(flag=self.meter.flag)
        self.merge = merge
        self.words = RECORD + int(engine.facts["play_key"] if self.moves else engine.key_words)
        self._make_table(LEAST_BITS if merge else 0)

    def _make_table(self, bits: int) -> None:
        import numpy as np

        self.bits = bits
        self.table = np.zeros(self.words << bits, np.int64)

    def expect(self, states: int) -> None:
        """Size the table for about as many states as a ply had so far: unused memory costs time."""
        bits = min(TABLE_BITS, (2 * states).bit_length())
        if self.merge and bits > self.bits:
            self._make_table(bits)

    def lines(self, state: State, plies: int) -> tuple[int, int]:
        """Return the number of lines `plies` long, and how many of them end there. Raises NativeFailure.

        If moves are counted, the lines that end are one ply shorter.
        """
        if plies == 0:
            return 1, int(self.engine.game.terminal(state))
        plain_state = self.engine.plain(state)
        for work in self.session.memory.works:
            work[ENDS] = 0

        def call(work: Any, stack: Any) -> int:
            handle, bits, table, entry = self.engine.handle, self.bits, self.table, self.entry
            if self.listed:
                return int(entry(handle, plain_state, plies, bits, work, table))
            return int(entry(handle, plain_state, plies, int(self.moves), bits, work, stack, table))

        try:
            found = self.session.run(call, state)
        except Stopped as stopped:
            if self.stop is not None and self.stop.is_set():
                raise
            if stopped.by == "interrupt":
                raise KeyboardInterrupt from None
            name = self.engine.game.name
            raise NativeFailure(f"{name}: there are more lines of play than 62 bits can count") from None
        return found, self.session.memory.count(ENDS)


def _by_ply(counter: _Counter, start: State, plies: int | None) -> plain.Tally:
    """Count ply by ply; counts for fewer plies speed up those for more."""
    if counter.moves:
        return _moves_by_ply(counter, start, plies)
    nodes: list[int] = []
    ends: list[int | None] = []
    counter.meter.nodes_by_ply = nodes
    for ply in range(MAX_PLIES + 1 if plies is None else plies + 1):
        found, over = counter.lines(start, ply)
        nodes.append(found)
        ends.append(over)
        counter.expect(found)
        if found == over or ply == plies:
            return nodes, ends
    raise plain.endless(counter.engine.game)


def _moves_by_ply(counter: _Counter, start: State, plies: int | None) -> plain.Tally:
    """Count moves ply by ply; the number of lines that end at a ply comes from the next ply's count."""
    nodes: list[int] = [1]
    ends: list[int | None] = []
    counter.meter.nodes_by_ply = nodes
    for ply in range(1, MAX_PLIES + 2 if plies is None else plies + 1):
        found, over = counter.lines(start, ply)
        ends.append(over)
        if found == 0:
            return nodes, ends
        nodes.append(found)
        counter.expect(found)
    if plies is None:
        raise plain.endless(counter.engine.game)
    return nodes, [*ends, None]


__all__ = ["CountSoFar", "count"]
