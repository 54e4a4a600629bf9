"""Falling back: where the native engine cannot go on, the engine auto takes the reference and says so in one line."""

import sys
import threading
import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import replace
from typing import TypeVar

from plywise.engines.limits import Limits
from plywise.engines.results import SearchResult
from plywise.errors import NativeFailure, OutOfRoom
from plywise.game import Game

LEAST_TIME = 0.001
"""Seconds that the reference gets where the native search has used up the time: enough for a legal move."""

MAX_ASKED = 5
"""How often a search is begun anew, at most; fewer times are allowed where it is this process that makes the room."""

NOT_READY = "compiling it has not ended yet"
"""Why the reference answers one who cannot wait."""

FINISHING = f"{NOT_READY}, and goes on for the next time"
"""The same where a process that compiles may outlive this one."""

Search = Callable[[Limits], SearchResult]

Found = TypeVar("Found")


class _Reason(threading.local):
    """Why the reference searches, for a search of this thread that is under way: the game's name, and a line."""

    def __init__(self) -> None:
        self.untold: tuple[str, str] | None = None


_reason = _Reason()
_told: deque[tuple[str, str]] = deque(maxlen=1000)


def note(game: Game, why: str) -> None:
    """Remember why the reference searches a game, to tell when the answer is there; a game's first reason counts."""
    if _reason.untold is None or _reason.untold[0] != game.name:
        _reason.untold = (game.name, why.removeprefix(f"{game.name}: "))


def tell() -> None:
    """Say on stderr which game the reference searches and why, once a process."""
    reason, _reason.untold = _reason.untold, None
    if reason is not None and reason not in _told:
        _told.append(reason)
        print(f"{reason[0]} is searched by the reference engine: {reason[1]}", file=sys.stderr)


@contextmanager
def notes_told() -> Iterator[None]:
    """In this context a search is under way: what it notes is told after its answer, and dropped where it has none."""
    try:
        yield
    except BaseException:
        _reason.untold = None
        raise
    tell()


def because(obstacle: str) -> str:
    """Return why the reference searches, to end a sentence with: an obstacle, or what was noted; "" for no reason."""
    why = obstacle or (_reason.untold or ("", ""))[1]
    return f": {why}" if why else ""


def with_room(ask: Callable[[], Found], waits: bool = True) -> Found:
    """Return what is found natively; where compiled rules have no room for a value, ask again, with rules that have.

    ask: takes the game's engine each time. waits: False: raise OutOfRoom the first time; the next search has the room.
    Raises OutOfRoom where that was done too often.
    """
    for _ in range(MAX_ASKED):
        try:
            return ask()
        except OutOfRoom as lack:
            from plywise.engines.native.engines import make_room

            make_room(lack)
            if not waits:
                raise
    return ask()


def search_or_fall_back(game: Game, natively: Search, by_reference: Search, limits: Limits) -> SearchResult:
    """Search natively; where a compiled rule fails as plain Python's would not, search by the reference instead.

    natively, by_reference: search with other limits. The reference begins anew, with the time that is left.
    """
    began = time.perf_counter()
    try:
        return natively(limits)
    except NativeFailure as failure:
        note(game, str(failure))
    if limits.time is not None:
        limits = replace(limits, time=max(limits.time - (time.perf_counter() - began), LEAST_TIME))
    return by_reference(limits)
