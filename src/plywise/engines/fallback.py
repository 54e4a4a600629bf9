"""Falling back: where the native engine cannot go on, the engine auto takes the reference, and says so in one line."""

import sys
from collections import deque

from plywise.game import Game

NOT_READY = "compiling it has not ended yet"
"""Why the reference answers a search that cannot wait."""

FINISHING = f"{NOT_READY}, and goes on for the next time"
"""The same where a process that compiles may outlive this one."""

_reported: deque[tuple[str, str]] = deque(maxlen=1000)


class Fallback:
    """Why the reference searches a game, for one search.

    reason: one line; "" while the native engine has not failed. The first reason counts.
    """

    def __init__(self, game: Game) -> None:
        self.game = game
        self.reason = ""

    def note(self, why: str) -> None:
        """Remember a reason, unless there is one."""
        self.reason = self.reason or why.removeprefix(f"{self.game.name}: ")

    def report(self) -> None:
        """Report on stderr, once a process, that the reference searches a game, and why.

        In a browser, where it searches every game, nothing is reported.
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
