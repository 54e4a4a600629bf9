"""The engines of this process: one for all games with the same rules; the least recently used are given up."""

import os
import threading
from collections import OrderedDict
from contextlib import suppress

from plywise.engines.announcing import compiling_timed, say_compiling_again
from plywise.engines.native.compile.engine import Engine, fingerprint_of, is_in_cache
from plywise.engines.native.self_check import self_check
from plywise.errors import EngineOutgrown, NotCompilable
from plywise.game import Game

MAX_KEPT = 32

MAX_AGAIN = 6
"""How often a process makes an engine with more room for one game."""


class _Place:
    """The place of one engine, made when first asked for.

    lock: held while it is made
    lack: what the engine that was here had no room for
    again: how often one with more room was asked for
    """

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made: Engine | NotCompilable | None = None
        self.lack: EngineOutgrown | None = None
        self.again = 0

    def make(self, game: Game) -> None:
        """Make the engine. Raises NotCompilable."""
        lack, self.lack = self.lack, None
        self.made = _made(game) if lack is None else _made_again(game, lack)


_kept: OrderedDict[str, _Place] = OrderedDict()
_lock = threading.Lock()


def engine_of(game: Game) -> Engine:
    """Return the engine of a game, as its rules are now. Raises NotCompilable where there can be none."""
    with compiling_timed():
        place = _place_of(fingerprint_of(game))
    with place.lock, compiling_timed():
        if place.made is None:
            try:
                place.make(game)
            except NotCompilable as error:
                place.made = error
        made = place.made
    if isinstance(made, NotCompilable):
        raise made
    assert made is not None
    return made.for_game(game)


def unchecked_engine(game: Game) -> Engine:
    """Return an engine of a game, of its own, for one who will compare its rules. Raises NotCompilable."""
    with suppress(NotCompilable):
        if _place_of(fingerprint_of(game)).lack is not None:
            engine_of(game)  # which has more room
    return Engine(game)


def engine_at_hand(game: Game) -> Engine | NotCompilable | None:
    """Return the engine of a game, or why there can be none; None where that takes compiling to know."""
    fingerprint = fingerprint_of(game)
    place = _place_of(fingerprint)
    if place.made is None and place.lack is None and is_in_cache(game, fingerprint):
        with suppress(NotCompilable):  # the place keeps why
            engine_of(game)
    return place.made.for_game(game) if isinstance(place.made, Engine) else place.made


def widen(lack: EngineOutgrown) -> None:
    """Let the next search of a game have an engine with a wider layout than this one.

    Raises the error that is given where that was done MAX_AGAIN times.
    """
    engine: Engine = lack.engine  # type: ignore[assignment]
    place = _place_of(engine.fingerprint)
    with place.lock:
        if place.lack is not None or (isinstance(place.made, Engine) and place.made.rules is not engine.rules):
            return  # somebody else has asked for it
        if place.again >= MAX_AGAIN:
            raise lack
        place.again += 1
        place.lack, place.made = lack, None
        engine.rules.outgrown = True


def _place_of(fingerprint: str) -> _Place:
    with _lock:
        place = _kept.setdefault(fingerprint, _Place())
        _kept.move_to_end(fingerprint)
        while len(_kept) > MAX_KEPT:
            _kept.popitem(last=False)
    return place


def forget_engines() -> None:
    """Give up all engines; the next search makes or loads its own anew."""
    with _lock:
        _kept.clear()


def _made(game: Game) -> Engine:
    """Return a new engine, after a short trial that its compiled rules agree with the plain ones."""
    return assured(Engine(game))


def _made_again(game: Game, lack: EngineOutgrown) -> Engine:
    """Return an engine with more room, or the same where there can be none."""
    before: Engine = lack.engine  # type: ignore[assignment]
    say_compiling_again(game.name, before.fingerprint)
    try:
        return assured(_roomier(before, lack))
    except NotCompilable:  # the search says again what it has no room for
        before.rules.outgrown = False
        return before


def _roomier(engine: Engine, lack: EngineOutgrown) -> Engine:
    """Return a new engine with room for what another had none for. Raises NotCompilable."""
    try:
        return Engine(engine.game, before=engine, states=lack.states, overflow=lack.overflow)
    except NotCompilable as error:
        reason = str(error).removeprefix(f"{engine.game.name}: ")
        raise NotCompilable(str(lack) if reason in str(lack) else f"{lack}: {reason}") from None


def assured(engine: Engine) -> Engine:
    """Return an engine that has passed the self-check: this one, or one with the room that the check finds wanting."""
    for _ in range(MAX_AGAIN):
        if engine.assured:
            return engine
        try:
            self_check(engine)
            engine.assured = True
        except EngineOutgrown as lack:
            engine = _roomier(engine, lack)
    try:
        self_check(engine)
    except EngineOutgrown as lack:
        raise NotCompilable(str(lack)) from None
    engine.assured = True
    return engine


def _after_fork() -> None:
    """Begin with locks of its own: in a forked process, nobody would ever open those of the old one's threads."""
    global _lock
    _lock = threading.Lock()
    for fingerprint, place in list(_kept.items()):
        if place.made is None:
            del _kept[fingerprint]
        else:
            place.lock = threading.Lock()


if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_after_fork)
