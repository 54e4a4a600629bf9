"""A job in a worker: its parameters, progress reports and the stop flag."""

import threading
import time
from collections.abc import Callable
from contextlib import suppress
from threading import Event
from typing import Any

from plywise.engines.results import SearchResult
from plywise.engines.selective_search import SelectiveSearch
from plywise.errors import InputError
from plywise.game import Action, Game, State
from plywise.live.progress import COMPILING, SEARCHING, thinking_of
from plywise.live.rule_faults import check_position, find_fault
from plywise.live.warm_games import WarmGame, WarmGames
from plywise.play.player import Player
from plywise.play.record import read_start
from plywise.solvers.solver import Solver

NEWS_SECONDS = 0.2
"""Seconds between progress reports of a search."""

CHECK_SECONDS = 0.1
"""Time for checking rules before a search, which might return a result even if they are faulty."""


OTHER_POSITION = (
    "the same moves lead to another position than on the board: do the rules use random numbers? If the file was "
    "changed, restart the program"
)


class Work:
    """A running job.

    games: the worker's cache
    asked: plain data: the GAME text for `load`, the start and the moves that lead to the position, and more
    tell: sends news, plain data
    stop: set to end the job
    """

    def __init__(
        self, games: WarmGames, asked: dict[str, Any], tell: Callable[[dict[str, Any]], None], stop: Event
    ) -> None:
        self.games, self.asked, self.tell, self.stop = games, asked, tell, stop
        self.began = time.perf_counter()
        self.due = 0.0
        self._activity: dict[str, Any] = {"what": SEARCHING}

    @property
    def seconds(self) -> float:
        """Seconds since it began."""
        return time.perf_counter() - self.began

    def warm_game(self) -> WarmGame:
        """Return the game of the job."""
        return self.games.get(self.asked["game"])

    def line(self) -> tuple[list[State], list[Action]]:
        """Return the states from the start to the position, and the actions between them.

        Raises InputError if the rules give neither usable moves there nor the outcome.
        """
        game = self.warm_game().game
        states, actions = [read_start(game, self.asked["start"])], list[Action]()
        for word in self.asked["moves"]:
            try:
                actions.append(game.parse_action(states[-1], word))
            except InputError as error:
                raise InputError(
                    f"{game.name}: {OTHER_POSITION}" if "position" in self.asked else str(error)
                ) from error
            states.append(game.result(states[-1], actions[-1]))
        check_position(game, states[-1])
        self._check_same(game, states[-1])
        return states, actions

    def _check_same(self, game: Game, state: State) -> None:
        """Raise InputError if the moves lead to another position than the viewers' one."""
        seen = self.asked.get("position")
        if seen is None or game.format_state(state) == seen:
            return
        try:
            differs = bool(game.parse_state(seen) != state)
        except Exception:  # noqa: BLE001 - unknown: a user's text may differ each time
            return
        if differs:
            raise InputError(f"{game.name}: {OTHER_POSITION}")

    def check_ahead(self, state: State) -> None:
        """Raise InputError if a quick check finds a fault of the rules within a few plies."""
        game = self.warm_game().game
        is_ours = type(game).__module__.startswith("plywise.")
        if not is_ours and (fault := find_fault(game, [state], CHECK_SECONDS)):
            raise InputError(fault)

    def find_fault(self) -> str:
        """Return the fault of the game's rules behind a failed job; "" if none is found."""
        states: list[State] = []
        with suppress(Exception, SystemExit):  # the states before a failure show the reason
            game, record = self.warm_game().game, self.asked.get("record", self.asked)
            start = record.get("start")
            states.append(read_start(game, start) if start else game.initial())
            words = [
                each if isinstance(each, str) else each["word"]
                for each in [*record.get("opening", ()), *record.get("moves", ())]
            ]
            for word in words:
                states.append(game.result(states[-1], game.parse_action(states[-1], word)))
        return find_fault(self.warm_game().game, states) if self.asked.get("game") and states else ""

    def say(self, what: str, **more: Any) -> None:
        """Report the current activity."""
        if what != COMPILING:
            self._activity = {"what": what} | more
        self.tell({"event": "thinking", "what": what} | more)

    def hear_compiling(self, begins: bool) -> None:
        """Report that the job waits for the compiler, which does not count as its time, or continues."""
        if threading.current_thread() is threading.main_thread():  # other threads compile during the search
            self.tell({"event": "thinking", "what": COMPILING} if begins else {"event": "thinking"} | self._activity)

    def is_due(self) -> bool:
        """Return whether a progress report is due."""
        now = time.perf_counter()
        if now < self.due:
            return False
        self.due = now + NEWS_SECONDS
        return True

    def watch(self, result: SearchResult) -> None:
        """Report the progress of a search."""
        self.say(SEARCHING, **thinking_of(result))

    def player(self, who: str, start: State) -> Player:
        """Return the player of a text, ready to play this game."""
        return self.warm_game().player(who, self.asked["owner"], start, self._say_compiling)

    def search(self, state: State) -> SelectiveSearch | None:
        """Return the search for analyses; None if the game cannot be compiled."""
        return self.warm_game().search(self.asked["owner"], state, self._say_compiling)

    def solver(self) -> Solver | None:
        """Return the solver; None if the game cannot be compiled."""
        return self.warm_game().solver(self._say_compiling)

    def _say_compiling(self) -> None:
        self.say(COMPILING)
