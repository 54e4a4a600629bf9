"""The backends that answer a search: the reference, the native engine, or one after the other.

Each backend has `search(limits)`, which returns a SearchResult and may be called again with other limits.
"""

import time
from collections.abc import Mapping
from dataclasses import dataclass, replace
from threading import Event
from typing import TYPE_CHECKING, Any, Protocol

from plywise.engines.algorithms import Algorithm, names_where
from plywise.engines.compiled import engine_for, retry_with_wider_layout
from plywise.engines.fallback import FINISHING, NOT_READY, Fallback
from plywise.engines.features import BLIND
from plywise.engines.limits import Limits, Stop
from plywise.engines.reference import FUNCTIONS
from plywise.engines.results import SearchResult
from plywise.errors import InputError, NativeFailure
from plywise.game import Game, State

if TYPE_CHECKING:
    from plywise.engines.native.compile.engine import Engine
    from plywise.engines.native.preparation import Preparation

LEAST_TIME = 0.001
"""Seconds for the reference if the native search has used up the time: enough for a legal move."""

LEAST_NATIVE_TIME = 0.02
"""Seconds; with less time left, an engine that has just become ready is not used."""


@dataclass(frozen=True)
class Request:
    """A search without its limits; its arguments have been checked.

    features: of the native search
    cut, order, seed: the cut rule and the move order
    waits: whether the caller waits for compiling
    options: further options of the reference search
    """

    game: Game
    start: State
    algorithm: Algorithm
    all_moves: bool
    threads: int
    table: float | None
    features: int
    cut: str
    order: str
    seed: int
    waits: bool
    options: Mapping[str, Any]


class Backend(Protocol):
    """Answers a search."""

    def search(self, limits: Limits) -> SearchResult:
        """Search within limits and return the result."""
        ...


class Reference:
    """The reference search, in plain Python."""

    def __init__(self, request: Request) -> None:
        self.request = request

    def search(self, limits: Limits) -> SearchResult:
        """Search within limits and return the result."""
        asked = self.request
        table = {} if asked.table is None else {"table": asked.table}
        return FUNCTIONS[asked.algorithm.name](
            asked.game, asked.start, all_moves=asked.all_moves, **vars(limits), **table, **asked.options
        )


class Native:
    """The native engine; on overflow it searches again with a wider layout."""

    def __init__(self, request: Request) -> None:
        self.request = request

    def search(self, limits: Limits) -> SearchResult:
        """Search within limits and return the result. Raises NativeFailure."""
        asked = self.request
        return retry_with_wider_layout(lambda: self._search(engine_for(asked.game, asked.start), limits), asked.waits)

    def _search(self, engine: "Engine", limits: Limits) -> SearchResult:
        from plywise.engines.native import ordered, strong, textbook

        asked = self.request
        start, algorithm, cut = asked.start, asked.algorithm, asked.cut
        if cut not in ("ge", "gt"):
            raise InputError(f"no cut rule {cut!r}; there are ge, gt")
        if algorithm.is_textbook and asked.table is None:
            if asked.threads != 1:
                strong_ones = names_where(lambda each: each.is_strong)
                raise InputError(f"{algorithm.name} searches with 1 thread; {strong_ones} take {asked.threads}")
            blind = asked.features & BLIND
            if asked.order != "given":
                order = cut, asked.order, asked.seed
                return ordered.search_ordered(engine, start, algorithm, limits, *order, features=blind)
            return textbook.search_textbook(engine, start, algorithm, limits, cut, asked.all_moves, blind)
        if cut != "ge":
            raise InputError("a search with a table supports only the cut rule ge")
        how = asked.features, asked.threads, asked.table, asked.all_moves
        return strong.search_strong(engine, start, algorithm, limits, *how)


class NativeOrReference:
    """The native engine; if a compiled rule fails where plain Python would not, the reference.

    fallback: records the reason
    """

    def __init__(self, native: Backend, reference: Backend, fallback: Fallback) -> None:
        self.native, self.reference, self.fallback = native, reference, fallback

    def search(self, limits: Limits) -> SearchResult:
        """Search within limits and return the result. The reference starts from scratch, with the time left."""
        began = time.perf_counter()
        try:
            return self.native.search(limits)
        except NativeFailure as failure:
            self.fallback.note(str(failure))
        if limits.time is not None:
            limits = replace(limits, time=max(limits.time - (time.perf_counter() - began), LEAST_TIME))
        return self.reference.search(limits)


class NativeWhenReady:
    """The native engine; a search waits until it is compiled or a flag is set."""

    def __init__(self, native: Backend, reference: Backend, preparation: "Preparation") -> None:
        self.native, self.reference, self.preparation = native, reference, preparation

    def search(self, limits: Limits) -> SearchResult:
        """Search within limits and return the result."""
        if self.preparation.wait(limits.stop):
            return self.native.search(limits)
        return replace(self.reference.search(limits), engine="native")  # the flag was set before anything was searched


class ReferenceThenNative:
    """The reference until the engine is compiled, then the engine for the time that is left.

    later: the engine
    fallback: records the reason if the reference's answer is used
    """

    def __init__(self, reference: Backend, later: Backend, preparation: "Preparation", fallback: Fallback) -> None:
        self.reference, self.later, self.preparation, self.fallback = reference, later, preparation, fallback

    def search(self, limits: Limits) -> SearchResult:
        """Search within limits and return the result of the deeper search."""
        found = self._search(limits)
        if found.engine == "reference":
            goes_on = found.stopped_by == "time" and self.preparation.let_finish()
            self.fallback.note(str(self.preparation.failed or (FINISHING if goes_on else NOT_READY)))
        return found

    def _search(self, limits: Limits) -> SearchResult:
        began = time.perf_counter()
        flag = _ReadyOrStopped(self.preparation.ready, limits.stop)
        found = self.reference.search(replace(limits, stop=flag))
        if not flag.for_engine:
            return found
        left = None if limits.time is None else limits.time - (time.perf_counter() - began)
        if left is not None and left < LEAST_NATIVE_TIME:
            return found
        better = self.later.search(replace(limits, time=left))
        if better.value is None or (not better.proved and better.depth < found.depth):
            better = replace(found, stopped_by=better.stopped_by)
        return replace(better, time_s=time.perf_counter() - began)


class _ReadyOrStopped:
    """A flag that is set when an engine is ready or the caller's own flag is set."""

    def __init__(self, ready: Event, stop: Stop | None) -> None:
        self.ready = ready
        self.stop = stop
        self.for_engine = False

    def is_set(self) -> bool:
        """Return whether the reference must stop; record whether it stops for the engine."""
        if self.stop is not None and self.stop.is_set():
            return True
        self.for_engine = self.ready.is_set()
        return self.for_engine
