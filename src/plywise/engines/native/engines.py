"""The engines of this process: one for all games with the same rules; the least recently used are given up."""

import os
import threading
from collections import OrderedDict
from contextlib import suppress

from plywise.engines.native.compile.engine import Engine, fingerprint_of, is_in_cache
from plywise.engines.native.compile.rules import NotCompilable
from plywise.engines.native.self_check import self_check
from plywise.game import Game

MAX_KEPT = 32


class _Place:
    """The place of one engine, made when first asked for. lock: held while it is made."""

    def __init__(self) -> None:
        self.lock = threading.Lock()
        self.made: Engine | NotCompilable | None = None


_kept: OrderedDict[str, _Place] = OrderedDict()
_lock = threading.Lock()


def engine_of(game: Game) -> Engine:
    """Return the engine of a game, as its rules are now. Raises NotCompilable where there can be none."""
    place = _place_of(fingerprint_of(game))
    with place.lock:
        if place.made is None:
            try:
                place.made = _made(game)
            except NotCompilable as error:
                place.made = error
        made = place.made
    if isinstance(made, NotCompilable):
        raise made
    return made.for_game(game)


def engine_at_hand(game: Game) -> Engine | NotCompilable | None:
    """Return the engine of a game, or why there can be none; None where that takes compiling to know."""
    fingerprint = fingerprint_of(game)
    place = _place_of(fingerprint)
    if place.made is None and is_in_cache(game, fingerprint):
        with suppress(NotCompilable):  # the place keeps why
            engine_of(game)
    return place.made.for_game(game) if isinstance(place.made, Engine) else place.made


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
    engine = Engine(game)
    if not engine.assured:
        self_check(engine)
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
