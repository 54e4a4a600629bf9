"""The engines of this process: one per set of rules, shared by all its games; the least recently used are dropped."""

import os
import threading
from collections import OrderedDict
from contextlib import suppress

from plywise.engines.announcing import compiling_timed, say_compiling_again
from plywise.engines.native.compile.engine import Engine, fingerprint_of, is_in_cache
from plywise.engines.native.self_check import self_check
from plywise.errors import EngineOutgrown, NotCompilable
from plywise.game import Game

MAX_CACHED = 32
"""Engines that a process holds at once."""

MAX_AGAIN = 6
"""How often a process recompiles one game with a wider layout."""


class _EngineSlot:
    """One engine, created on first use.

    lock: held while the engine is created
    overflow: the value that did not fit the layout of the previous engine
    again: how often a wider layout was requested
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made: Engine | NotCompilable | None = None
        self.overflow: EngineOutgrown | None = None
        self.again = 0

    def make(self, game: Game) -> None:
        """Create the engine. Raises NotCompilable."""
        overflow, self.overflow = self.overflow, None
        self.made = _made(game) if overflow is None else _recompile_wider(game, overflow)


_cached: OrderedDict[str, _EngineSlot] = OrderedDict()
_lock = threading.Lock()


def engine_of(game: Game) -> Engine:
    """Return the engine for a game's current rules. Raises NotCompilable if they cannot be compiled."""
    with compiling_timed():
        slot = _slot_of(fingerprint_of(game))
    with slot.lock, compiling_timed():
        if slot.made is None:
            try:
                slot.make(game)
            except NotCompilable as error:
                slot.made = error
        made = slot.made
    if isinstance(made, NotCompilable):
        raise made
    assert made is not None
    return made.for_game(game)


def unchecked_engine(game: Game) -> Engine:
    """Return a new engine that the caller will check against the plain rules. Raises NotCompilable."""
    with suppress(NotCompilable):
        if _slot_of(fingerprint_of(game)).overflow is not None:
            engine_of(game)  # recompiles with the wider layout
    return Engine(game)


def engine_at_hand(game: Game) -> Engine | NotCompilable | None:
    """Return the engine of a game or the reason it has none, without compiling; None if only compiling can tell."""
    fingerprint = fingerprint_of(game)
    slot = _slot_of(fingerprint)
    if slot.made is None and slot.overflow is None and is_in_cache(game, fingerprint):
        with suppress(NotCompilable):  # the slot stores the reason
            engine_of(game)
    return slot.made.for_game(game) if isinstance(slot.made, Engine) else slot.made


def widen(outgrown: EngineOutgrown) -> None:
    """Make the next search of a game use an engine with a wider layout.

    Raises the given error if that has been done MAX_AGAIN times already.
    """
    engine: Engine = outgrown.engine  # type: ignore[assignment]
    slot = _slot_of(engine.fingerprint)
    with slot.lock:
        if slot.overflow is not None or (isinstance(slot.made, Engine) and slot.made.rules is not engine.rules):
            return  # another thread has requested it
        if slot.again >= MAX_AGAIN:
            raise outgrown
        slot.again += 1
        slot.overflow, slot.made = outgrown, None
        engine.rules.outgrown = True


def _slot_of(fingerprint: str) -> _EngineSlot:
    with _lock:
        slot = _cached.setdefault(fingerprint, _EngineSlot())
        _cached.move_to_end(fingerprint)
        while len(_cached) > MAX_CACHED:
            _cached.popitem(last=False)
    return slot


def forget_engines() -> None:
    """Drop all engines; the next search creates or loads a new one."""
    with _lock:
        _cached.clear()


def _made(game: Game) -> Engine:
    """Return a new engine whose compiled rules agreed with the plain ones in a short trial."""
    return assured(Engine(game))


def _recompile_wider(game: Game, outgrown: EngineOutgrown) -> Engine:
    """Return an engine with a wider layout, or the previous engine if there is no wider layout."""
    before: Engine = outgrown.engine  # type: ignore[assignment]
    say_compiling_again(game.name, before.fingerprint)
    try:
        return assured(_widened(before, outgrown))
    except NotCompilable:  # the search will report the overflow again
        before.rules.outgrown = False
        return before


def _widened(engine: Engine, outgrown: EngineOutgrown) -> Engine:
    """Return a new engine with a layout wide enough for the value that overflowed. Raises NotCompilable."""
    try:
        return Engine(engine.game, before=engine, states=outgrown.states, overflow=outgrown.overflow)
    except NotCompilable as error:
        reason = str(error).removeprefix(f"{engine.game.name}: ")
        raise NotCompilable(str(outgrown) if reason in str(outgrown) else f"{outgrown}: {reason}") from None


def assured(engine: Engine) -> Engine:
    """Return an engine that passed the self-check: this one, or a wider one if the check found an overflow."""
    for _ in range(MAX_AGAIN):
        if engine.assured:
            return engine
        try:
            self_check(engine)
            engine.assured = True
        except EngineOutgrown as outgrown:
            engine = _widened(engine, outgrown)
    try:
        self_check(engine)
    except EngineOutgrown as outgrown:
        raise NotCompilable(str(outgrown)) from None
    engine.assured = True
    return engine


def _after_fork() -> None:
    """Create new locks after a fork: no thread of the child would release those held by the parent's threads."""
    global _lock
    _lock = threading.Lock()
    for fingerprint, slot in list(_cached.items()):
        if slot.made is None:
            del _cached[fingerprint]
        else:
            slot.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
