"""A job as a worker does it: what was asked, who is told how far it has come, and whether it is to stop."""

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

TELL_EVERY = 0.2
"""Seconds between two news of a search."""

LOOK_SECONDS = 0.1
"""How long rules are looked at before a search that would answer all the same where they make no sense."""


ELSEWHERE = (
    "the same moves lead to another position than on the board: does a rule draw lots? Or if the file was changed, "
    "start the program again"
)


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
        self._said: dict[str, Any] = {"what": SEARCHING}

    @property
    def seconds(self) -> float:
        """Seconds since it was begun."""
        return time.perf_counter() - self.began

    def warm_game(self) -> WarmGame:
        """Return the game that is asked about."""
        return self.games.get(self.asked["game"])

    def line(self) -> tuple[list[State], list[Action]]:
        """Return the states from the start to the position, and the actions between them.

        Raises InputError where nobody can play on there, or the rules cannot say how the game ended.
        """
        game = self.warm_game().game
        states, actions = [read_start(game, self.asked["start"])], list[Action]()
        for word in self.asked["moves"]:
            try:
                actions.append(game.parse_action(states[-1], word))
            except InputError as error:
                raise InputError(f"{game.name}: {ELSEWHERE}" if "position" in self.asked else str(error)) from error
            states.append(game.result(states[-1], actions[-1]))
        check_position(game, states[-1])
        self._check_same(game, states[-1])
        return states, actions

    def _check_same(self, game: Game, state: State) -> None:
        """Raise InputError where the moves lead elsewhere than those who ask have seen."""
        seen = self.asked.get("position")
        if seen is None or game.format_state(state) == seen:
            return
        try:
            differs = bool(game.parse_state(seen) != state)
        except Exception:  # noqa: BLE001 - nobody can tell: a text of a user's own may be another one each time
            return
        if differs:
            raise InputError(f"{game.name}: {ELSEWHERE}")

    def check_ahead(self, state: State) -> None:
        """Raise InputError where the rules make no sense a few plies ahead, as far as a quick look shows."""
        game = self.warm_game().game
        is_ours = type(game).__module__.startswith("plywise.")
        if not is_ours and (fault := find_fault(game, [state], LOOK_SECONDS)):
            raise InputError(fault)

    def find_fault(self) -> str:
        """Return which rule of the game is at fault where a job has failed; "" where none is found."""
        states: list[State] = []
        with suppress(Exception, SystemExit):  # where it fails the states before show why
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
        """Tell what is done now."""
        if what != COMPILING:
            self._said = {"what": what} | more
        self.tell({"event": "thinking", "what": what} | more)

    def hear_compiling(self, begins: bool) -> None:
        """Tell that the job waits for what is compiled, or goes on with what it did: only that counts as its time."""
        if threading.current_thread() is threading.main_thread():  # in others it is done while this one searches
            self.tell({"event": "thinking", "what": COMPILING} if begins else {"event": "thinking"} | self._said)

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

    def search(self, state: State) -> SelectiveSearch | None:
        """Return the search for analyses; None where the game cannot be compiled."""
        return self.warm_game().search(self.asked["owner"], state, self._say_compiling)

    def solver(self) -> Solver | None:
        """Return the solver; None where the game cannot be compiled."""
        return self.warm_game().solver(self._say_compiling)

    def _say_compiling(self) -> None:
        self.say(COMPILING)
