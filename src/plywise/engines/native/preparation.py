"""Compiling in the background, for searches that have no time to wait for it."""

import atexit
import os
import threading
import time
from contextlib import suppress
from dataclasses import dataclass
from functools import partial
from typing import Any, Protocol

from plywise.engines.algorithms import Algorithm
from plywise.engines.clock import FLAG_PATIENCE
from plywise.engines.kernel.config import KernelConfig
from plywise.engines.kernel.ordered_search import run_in_order
from plywise.engines.kernel.selective.config import PlayConfig
from plywise.engines.kernel.selective.entry import run_play
from plywise.engines.kernel.strong import run_strong
from plywise.engines.kernel.textbook import run_textbook
from plywise.engines.limits import Limits, Stop
from plywise.engines.native.compile.compiler import leave
from plywise.engines.native.compile.engine import Engine, fingerprint_of
from plywise.engines.native.compile.entries import Leftover
from plywise.engines.native.engines import assured, engine_at_hand, engine_of
from plywise.engines.native.selective.config import play_config
from plywise.engines.native.strong import strong_config
from plywise.errors import InputError, NotCompilable
from plywise.game import Game, State, defines

BEGINNING = 5.0
"""Seconds that Python waits, when it ends, for a compiler to leave the rest to."""

Need = tuple[Any, KernelConfig | PlayConfig | None]


class Plan(Protocol):
    """What decides on the entries that are called; two that are equal need the same. It can be hashed."""

    def needs(self, engine: Engine) -> list[Need]:
        """Return the entries, each with its config."""
        ...


@dataclass(frozen=True)
class SearchPlan:
    """What decides on the entries that a search calls.

    algorithm, order: their names
    over: there is nothing to search
    """

    algorithm: Algorithm
    order: str
    has_table: bool
    has_horizon: bool
    over: bool

    def needs(self, engine: Engine) -> list[Need]:
        """Return the entries, each with its config."""
        if self.algorithm.is_textbook and not self.has_table and self.order != "given":
            telling_equals_apart = [(run_textbook, None)] if defines(engine.game, "priority") else []
            return [(run_in_order, None), *telling_equals_apart]
        if self.algorithm.is_selective:
            return [] if self.over else [(run_play, play_config(engine))]
        if self.over or (self.algorithm.is_textbook and not self.has_table):
            return [(run_textbook, None)]
        return [(run_strong, strong_config(engine, self.algorithm, self.has_horizon))]


@dataclass(frozen=True)
class ExactPlan:
    """What decides on the entries that solving calls, to the end of every line and to a horizon."""

    distance: bool

    def needs(self, engine: Engine) -> list[Need]:
        """Return the entries, each with its config."""
        distance = self.distance and engine.whole_utilities
        return [(run_strong, engine.config(distance, horizon=proof, proof=proof)) for proof in (False, True)]


def plan_of(game: Game, state: State, algorithm: Algorithm, limits: Limits, order: str, has_table: bool) -> SearchPlan:
    """Return a search's plan."""
    over = limits.depth == 0 or bool(game.terminal(state))
    return SearchPlan(algorithm, order, has_table, limits.depth is not None, over)


class Preparation:
    """An engine that is being made, and what a search of it needs.

    ready: set when all is there
    ended: set then, too, and where it never will be
    failed: why it never will be
    """

    def __init__(self, game: Game, plan: Plan) -> None:
        self.game = game
        self.plan = plan
        self.ready = threading.Event()
        self.ended = threading.Event()
        self.failed: InputError | None = None
        self._leftover = Leftover(partial(_finish, plan))
        self._leaves = False
        threading.Thread(target=self._prepare, daemon=True, name="plywise-compile").start()

    def wait(self, stop: Stop | None) -> bool:
        """Wait until it has ended; return False as soon as a flag is set."""
        while not self.ended.wait(None if stop is None else FLAG_PATIENCE):
            if stop is not None and stop.is_set():
                return False
        return True

    def let_finish(self) -> bool:
        """Let it be finished even if this process ends before: a command with too little time begins it but once.

        The process that compiles does that; until there is one, Python does not end. Return False where there is
        nothing to finish.
        """
        if self.ended.is_set():
            return False
        if not self._leaves and not self._has_left():
            atexit.register(self._leave_at_last)
        self._leaves = True
        return True

    def _has_left(self) -> bool:
        return self.ended.is_set() or leave(fingerprint_of(self.game), self._leftover)

    def _leave_at_last(self) -> None:
        until = time.monotonic() + BEGINNING
        with suppress(KeyboardInterrupt):
            while not self._has_left() and time.monotonic() < until:
                time.sleep(FLAG_PATIENCE)

    def _prepare(self) -> None:
        try:
            _make_entries(self.plan, engine_of(self.game))
            self.ready.set()
        except InputError as error:
            self.failed = error
        except Exception as error:  # noqa: BLE001 - a user's rules may raise anything
            self.failed = NotCompilable(f"{self.game.name}: {type(error).__name__}: {error}")
        finally:
            self.ended.set()


def _make_entries(plan: Plan, engine: Engine) -> None:
    for function, config in plan.needs(engine):
        engine.entry(function, config)


def _finish(plan: Plan, engine: Engine) -> None:
    """Do what is left, in the process that compiles: its engine may not have passed the self-check."""
    _make_entries(plan, assured(engine))


_under_way: dict[tuple[str, Plan], Preparation] = {}
_lock = threading.Lock()


def prepare(game: Game, plan: Plan) -> Preparation | None:
    """Begin to compile what a search needs; return None where all is compiled, or it is known that it cannot be.

    One preparation serves all who wait for the same.
    """
    made = engine_at_hand(game)
    if isinstance(made, NotCompilable):
        return None
    if made is not None and all(made.has(function, config) for function, config in plan.needs(made)):
        return None
    with _lock:
        for key, each in list(_under_way.items()):
            if each.ended.is_set():
                del _under_way[key]
        key = (fingerprint_of(game), plan)
        return _under_way.get(key) or _under_way.setdefault(key, Preparation(game, plan))


def _after_fork() -> None:
    """Forget what the threads of the old process prepare."""
    global _lock
    _lock = threading.Lock()
    _under_way.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
