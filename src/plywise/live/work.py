"""A job as a worker does it: what was asked, who is told how far it has come, and whether it is to stop."""

import time
from collections.abc import Callable
from threading import Event
from typing import Any

from plywise.engines.play_search import PlaySearch
from plywise.engines.results import SearchResult
from plywise.game import Action, State
from plywise.live.progress import COMPILING, SEARCHING, thinking_of
from plywise.live.warm_games import WarmGame, WarmGames
from plywise.play.player import Player
from plywise.play.record import read_start
from plywise.solvers.solver import Solver

TELL_EVERY = 0.2
"""Seconds between two news of a search."""


class Work:
    """A job under way.

    games: what the worker keeps
    asked: plain data: the GAME text as `load` takes it, the start and the moves that lead to the position, and more
    tell: takes news, plain data
    stop: set when the job is to end
    """

    def __init__(
        self, games: WarmGames, asked: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Event
    ) -> None:
        self.games, self.asked, self.tell, self.stop = games, asked, tell, stop
        self.began = time.perf_counter()
        self.due = 0.0

    @property
    def seconds(self) -> float:
        """Seconds since it was begun."""
        return time.perf_counter() - self.began

    def warm_game(self) -> WarmGame:
        """Return the game that is asked about."""
        return self.games.get(self.asked["game"])

    def line(self) -> tuple[list[State], list[Action]]:
        """Return the states from the start to the position, and the actions between them."""
        game = self.warm_game().game
        states, actions = [read_start(game, self.asked["start"])], list[Action]()
        for word in self.asked["moves"]:
            actions.append(game.parse_action(states[-1], word))
            states.append(game.result(states[-1], actions[-1]))
        return states, actions

    def say(self, what: str, **more: Any) -> None:
        """Tell what is done now."""
        self.tell({"event": "thinking", "what": what} | more)

    def is_due(self) -> bool:
        """Return whether there should be news again."""
        now = time.perf_counter()
        if now < self.due:
            return False
        self.due = now + TELL_EVERY
        return True

    def watch(self, result: SearchResult) -> None:
        """Tell how far a search has come."""
        self.say(SEARCHING, **thinking_of(result))

    def player(self, who: str, start: State) -> Player:
        """Return the player that a text names, ready to play this game."""
        return self.warm_game().player(who, self.asked["owner"], start, self._say_compiling)

    def search(self, state: State) -> PlaySearch | None:
        """Return the search for analyses; None where the game cannot be compiled."""
        return self.warm_game().search(self.asked["owner"], state, self._say_compiling)

    def solver(self) -> Solver | None:
        """Return the solver; None where the game cannot be compiled."""
        return self.warm_game().solver(self._say_compiling)

    def _say_compiling(self) -> None:
        self.say(COMPILING)
