"""Falling back: if the native engine fails, engine="auto" uses the reference and reports the reason in one line."""

import sys
from collections import deque

from plywise.game import Game

NOT_READY = "compiling it has not finished"
"""The reason if the reference answers a search that cannot wait for compiling."""

FINISHING = f"{NOT_READY}, and continues for the next search"
"""The same if the compiling process may outlive this one."""

_reported: deque[tuple[str, str]] = deque(maxlen=1000)


class Fallback:
    """Why the reference searches a game, for one search.

    reason: one line; "" as long as the native engine has not failed. Only the first reason is recorded.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.reason = ""

    def note(self, why: str) -> None:
        """Record a reason, unless there is one already."""
        self.reason = self.reason or why.removeprefix(f"{self.game.name}: ")

    def report(self) -> None:
        """Report on stderr, once a process, that the reference searches a game, and why.

        In a browser the reference searches every game, so nothing is reported.
        """
        if sys.platform == "emscripten":
            return
        said = self.game.name, self.reason
        if self.reason and said not in _reported:
            _reported.append(said)
            print(f"{self.game.name} is searched by the reference engine: {self.reason}", file=sys.stderr)


def report_fallback(game: Game, why: str) -> None:
    """Report one reason: see Fallback."""
    fallback = Fallback(game)
    fallback.note(why)
    fallback.report()
