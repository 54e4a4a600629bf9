"""Compiles in the background, for searches that have no time to wait."""

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
"""Seconds that Python waits at its exit for a compiler to take over the remaining jobs."""

Need = tuple[Any, KernelConfig | PlayConfig | None]


class Plan(Protocol):
    """Determines which entries are called; equal plans need the same entries. Plans are hashable."""

    def needs(self, engine: Engine) -> list[Need]:
        """Return the entries, each with its config."""
        ...


@dataclass(frozen=True)
class SearchPlan:
    """Determines which entries a search calls.

    algorithm, order: their names
    over: the state is terminal, so nothing is searched
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
    """Determines which entries solving calls, to the end of every line and to a horizon."""

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
    """An engine being compiled, with the entries that a search needs.

    ready: set when everything is available
    ended: set then, or when preparation has failed
    failed: why it failed
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
        """Have it finished even if this process ends first; return False if there is nothing to finish.

        Otherwise each of several short commands would start over. The compiling process takes over; until there is one,
        Python does not exit.
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
    """Finish the rest in the compiling process; its engine may not have passed the self-check."""
    _make_entries(plan, assured(engine))


_under_way: dict[tuple[str, Plan], Preparation] = {}
_lock = threading.Lock()


def prepare(game: Game, plan: Plan) -> Preparation | None:
    """Start compiling what a search needs; return None if it is compiled, or is known not to compile.

    Searches that need the same share one preparation.
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
    """Forget the preparations of the old process's threads."""
    global _lock
    _lock = threading.Lock()
    _under_way.clear()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
