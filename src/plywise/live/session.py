"""A live game with its subscribers: moves of people and players, clocks and events.

Changing the game requires the session's lock. Rules run in other threads, so that slow ones do not delay other
sessions; searches run in the workers.
"""

import asyncio
import time
from collections.abc import Callable
from typing import Any, Protocol, TypeVar
from zlib import crc32

from plywise.errors import InputError
from plywise.fleet.work import reason_of
from plywise.game import MAX, MIN, Game, parse_legal_action, player_word
from plywise.live import limits
from plywise.live.rule_faults import check_position, follow
from plywise.live.threads import from_store, in_thread
from plywise.live.workers import Job, News, Workers
from plywise.play.board_view import describe_board
from plywise.play.clocks import Clock
from plywise.play.ongoing import OngoingGame
from plywise.play.people import is_person, people_of
from plywise.play.record import MoveRecord

Found = TypeVar("Found")

PACE = 0.25
"""Seconds between moves in a game without people, so that viewers can follow."""

DEFAULT_ENGINE = "engine:level=5"
"""The player that moves for a person on request, if the game has no other player."""

SIDES = {"MAX": MAX, "MIN": MIN}

Save = Callable[[str, OngoingGame], None]


class Subscriber(Protocol):
    """A page or a terminal screen that shows a game."""

    def send(self, message: dict[str, Any]) -> None:
        """Receive an event as plain data."""


class Session:
    """One live game and its subscribers.

    key: owner of its searches, for scheduling
    text_of: returns the GAME text by which a worker loads a game
    save: saves a game by its id; called in another thread, after every move
    move_seconds: default time limit for a player's move
    delay: seconds between moves; None: PACE in a game without people

    `side` is the cached side to move, None if the game is over.
    """

    def __init__(
        self,
        key: str,
        text_of: Callable[[Game], str],
        workers: Workers,
        save: Save,
        *,
        move_seconds: float = limits.MAX_MOVE_SECONDS,
        delay: float | None = None,
    ) -> None:
        self.key, self._text_of, self.workers, self._save = key, text_of, workers, save
        self._move_seconds, self._delay = move_seconds, delay
        self.lock = asyncio.Lock()
        self.connections: set[Subscriber] = set()
        self.ongoing: OngoingGame | None = None
        self.game_id = ""
        self.side: int | None = None
        self.idle_since = time.monotonic()
        self.clock: Clock | None = None
        self._running: int | None = None
        self._timer: asyncio.TimerHandle | None = None
        self._job: Job | None = None
        self._turn: asyncio.Task[None] | None = None
        self._is_paused = False
        self._seen: tuple[int, str] | None = None
        self.is_thinking = False

    @property
    def game(self) -> OngoingGame:
        """The game. Raises InputError if there is none yet."""
        if self.ongoing is None:
            raise InputError("no game is open: start or open one")
        return self.ongoing

    # --- pages --------------------------------------------------------------------------------------------------------

    async def join(self, connection: Subscriber) -> None:
        """Add a subscriber. Raises InputError if there are too many."""
        self.check_room()
        self.connections.add(connection)
        if self.ongoing is not None:
            async with self.lock:
                if self._running is None:
                    self._start_clock()
                connection.send(await self.board())
                self._resume()

    def check_room(self) -> None:
        """Raise InputError if there are too many subscribers for another one."""
        if len(self.connections) >= limits.MAX_CONNECTIONS_OF_SESSION:
            raise InputError("this game is open on too many pages")

    def leave(self, connection: Subscriber) -> None:
        """Remove a subscriber; without any, the players wait."""
        self.connections.discard(connection)
        if not self.connections:
            self.idle_since = time.monotonic()
            self._stop_turn()
            self._count_so_far()
            self._stop_clock()

    def tell(self, message: dict[str, Any]) -> None:
        """Send a message to all subscribers."""
        for connection in self.connections:
            connection.send(message)

    async def board(self, ply: int | None = None) -> dict[str, Any]:
        """Return the event that describes the board after some plies. None: the current board."""
        return self._with_clocks(await in_thread(describe_board, self.game, ply))

    def _with_clocks(self, described: dict[str, Any]) -> dict[str, Any]:
        about = {"event": "board", "game_id": self.game_id, "name": self.game.game.name}
        return about | described | {"clocks": self.read_clocks()}

    # --- changes to the game; they require the lock ------------------------------------------------------------------

    async def begin(self, game_id: str, ongoing: OngoingGame, is_new: bool = True) -> None:
        """Replace the game. Raises InputError if its rules fail."""
        await in_thread(check_position, ongoing.game, ongoing.state)
        self._stop_turn()
        self._stop_clock()
        self.game_id, self.ongoing, self._is_paused = game_id, ongoing, False
        control = ongoing.control
        self.clock = await in_thread(ongoing.clock) if control.is_timed else None
        await self.changed(save=is_new)

    async def changed(self, save: bool = True) -> None:
        """Save the game, inform all subscribers, and let the next player move.

        If saving fails, the game goes on, and the failure is sent with every move.
        """
        self._stop_clock()
        self.side, described = await in_thread(self._look)
        self._seen = described["plies"], described["position"]
        failure = await self._keep() if save else ""
        self._start_clock()
        self.tell(self._with_clocks(described))
        if failure:
            self.tell({"event": "failure", "text": failure})
        self._resume()

    def _look(self) -> tuple[int | None, dict[str, Any]]:
        """Return the side to move and the board. Runs in another thread."""
        return self.game.side, describe_board(self.game)

    async def _keep(self) -> str:
        """Save the game; return why that failed, or ""."""
        try:
            await from_store(self._save, self.game_id, self.game)
        except InputError as error:
            return f"the game was not saved: {error}"
        return ""

    async def play(self, move: str | MoveRecord) -> None:
        """Play a move. Raises InputError if it is not legal, or the rules fail after it."""
        if self.game.ply >= limits.MAX_PLIES:
            raise InputError(f"a stored game has at most {limits.MAX_PLIES:,} plies")
        self._stop_turn()
        before = {} if self.clock is None else dict(self.clock.left)
        used = self._measure_clock()
        record = MoveRecord(move) if isinstance(move, str) else move
        if used is not None:
            record = MoveRecord(record.word, record.value, record.depth, record.nodes, *used)
        try:
            await in_thread(play_checked, self.game, record)
        except BaseException:
            if self.clock is not None:
                self.clock.left.update(before)  # the same side is still to move
            raise
        self._is_paused = False
        if used is not None:
            await self._set_clock()
        await self.changed()

    async def alter(self, change: Callable[[OngoingGame], Found]) -> Found:
        """Change the game in another way; a thinking player is stopped. Exceptions of the change are raised."""
        found = await in_thread(change_checked, self.game, change)
        self._stop_turn()
        self._is_paused = False
        await self._set_clock()
        await self.changed()
        return found

    # --- players ------------------------------------------------------------------------------------------------------

    def _resume(self) -> None:
        """Let the player to move think, if it is not a person and there are subscribers."""
        side = self.side
        if side is None or self._turn is not None or self._is_paused or not self.connections:
            return
        who = self.game.players[side]
        if not is_person(who):
            self._turn = asyncio.create_task(self._take_turn(who, side))

    def move_now(self) -> None:
        """Let a player move now, also for a person; a player that is thinking plays its best move so far."""
        side = self.side
        if side is None:
            raise InputError("the game is over")
        self._is_paused = False
        if self._job is not None:
            self.workers.stop(self._job)
        elif self._turn is None:
            others = [who for who in (self.game.players[side], self.game.players[-side]) if not is_person(who)]
            self._turn = asyncio.create_task(self._take_turn((others or [DEFAULT_ENGINE])[0], side))

    def pause(self) -> None:
        """Stop the thinking player; `move_now`, or a move, resumes the game."""
        self._stop_turn()
        self._is_paused = True

    def _stop_turn(self) -> None:
        turn, self._turn = self._turn, None
        job, self._job = self._job, None
        if job is not None:
            self.workers.stop(job)
        if turn is not None and turn is not asyncio.current_task():
            turn.cancel()
        self._say_idle()

    def _say_idle(self) -> None:
        if self.is_thinking:
            self.is_thinking = False
            self.tell({"event": "idle"})

    async def _take_turn(self, who: str, side: int) -> None:
        """Ask a player for its move, and play it."""
        mine = asyncio.current_task()
        try:
            if self.game.ply:
                await asyncio.sleep(self._pause())
            self._job = self.workers.ask(self._move_job(who, side))
            answer = await self._job.answer
            async with self.lock:
                if self._turn is mine:
                    self._turn = self._job = None
                    self._say_idle()
                    await self._play_answer(answer, side)
        except InputError as error:  # including JobFailed
            self._give_up_turn(mine, " ".join(str(error).split()))
        except Exception as error:  # noqa: BLE001 - a user's rule may raise anything
            self._give_up_turn(mine, reason_of(error))

    def _give_up_turn(self, turn: "asyncio.Task[None] | None", reason: str) -> None:
        """Pause the game after a player's failure, and report the reason."""
        if self._turn is turn or self._turn is None:
            self._turn = self._job = None
            self._say_idle()
            self._is_paused = True
            self.tell({"event": "failure", "text": reason})

    def _pause(self) -> float:
        """Return the seconds before a player begins to think."""
        if self._delay is not None:
            return self._delay
        return 0 if people_of(self.game) else PACE

    async def _play_answer(self, answer: News, side: int) -> None:
        """Play a player's answer; nothing, if it was stopped before it had a move."""
        if answer.get("resigns"):
            await self.alter(lambda game: game.resign(side))
            return
        if not answer.get("word"):
            self._is_paused = True
            return
        depth, nodes, value = answer.get("depth"), answer.get("nodes"), answer.get("value")
        await self.play(MoveRecord(answer["word"], value, depth, nodes))

    def _move_job(self, who: str, side: int) -> Job:
        asked = self.question() | {"who": who, "seed": crc32(self.game_id.encode()), "time": None}
        asked |= {"nodes": self.game.control.nodes, "depth": self.game.control.depth}
        control, seconds = self.game.control, seconds_of(who) or self._move_seconds
        if self.clock is not None and control.base is not None:
            left = {player_word(each): max(self.clock.left[each], 0.01) for each in (MAX, MIN)}
            period, moves_to_go = control.period_after(self.clock.played[side])
            asked |= {"clocks": left, "increment": period.increment, "moves_to_go": moves_to_go}
        elif control.time is not None:
            asked["time"] = min(control.time, self._move_seconds)
        if who.startswith("solver"):
            seconds *= 2
        return Job(self.key, "move", asked, self._hear, seconds, is_long=self._thinks_long(who))

    def _thinks_long(self, who: str) -> bool:
        """Return whether a player may think longer than other jobs should wait."""
        seconds = seconds_of(who)
        if seconds is None:
            seconds = self._move_seconds if who.startswith("solver") else self.game.control.time or 0.0
        return seconds > limits.QUICK_SECONDS

    def _hear(self, news: News) -> None:
        """Forward a player's progress to the subscribers. The clock stops while its game is compiled."""
        if news.get("event") == "thinking":
            self.is_thinking = True
            if self._running is not None and self.clock is not None:
                self._restart_clock(news["what"])
            news = {
                "side": player_word(self.side or MAX),
                "value": None,
                "nodes": 0,
                "seconds": 0,
                "pv": [],
            } | news
        self.tell(news)

    def question(self, ply: int | None = None) -> dict[str, Any]:
        """Return the part of a job that describes a position of the game. Raises InputError for an invalid ply."""
        ongoing = self.game
        shown = ongoing.ply if ply is None else ply
        ongoing.state_at(shown)
        text = self._text_of(ongoing.game)
        asked = {"game": text, "start": ongoing.start, "moves": ongoing.words[:shown], "owner": self.key}
        if self._seen is not None and self._seen[0] == shown:
            asked["position"] = self._seen[1]
        return asked

    # --- clocks -------------------------------------------------------------------------------------------------------

    async def _set_clock(self) -> None:
        """Set the clock to the times left after the game's moves."""
        if self.clock is not None:
            left: dict[int, float] | None = await in_thread(self.game.seconds_left)
            self.clock.left.update(left or {})

    def _start_clock(self) -> None:
        """Start the clock of the side to move, if there are subscribers."""
        if self.clock is None or self.side is None or not self.connections:
            return
        self._running = self.side
        self.clock.start(self._running)
        self._set_timer()

    def _set_timer(self) -> None:
        assert self.clock is not None
        assert self._running is not None
        control = self.clock.control
        left = self.clock.left[self._running] if control.time is None else control.time
        loop = asyncio.get_running_loop()
        self._timer = loop.call_later(max(left, 0) + control.margin, self._time_is_up)

    def _stop_clock(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
        self._timer = self._running = None

    def _count_so_far(self) -> None:
        """Subtract the time of the current move so far: leaving and rejoining does not restore it."""
        if self.clock is None or self._running is None or self._timer is None or self.clock.control.base is None:
            return
        self.clock.pause()

    def _restart_clock(self, what: str) -> None:
        """Stop the clock while the player's game is compiled, and start it when its search begins."""
        if self._timer is not None and what == "compiling":
            self._timer.cancel()
            self._timer = None
        elif self._timer is None and self.clock is not None and self._running is not None:
            self.clock.start(self._running)
            self._set_timer()

    def _measure_clock(self) -> tuple[float | None, float | None] | None:
        """Return the seconds that the move took, and those left; None if no clock runs."""
        if self.clock is None or self._running is None:
            return None
        return self.clock.rounded(self.clock.stop())

    def _time_is_up(self) -> None:
        side, self._timer = self._running, None
        self._flagging = asyncio.create_task(self._flag(side))

    async def _flag(self, side: int | None) -> None:
        async with self.lock:
            if side is not None and side == self._running and self.side is not None:
                await self.alter(lambda game: game.flag(side))

    def read_clocks(self) -> dict[str, Any] | None:
        """Return the seconds that each side has left, and whose clock runs; None without a clock."""
        if self.clock is None or self.clock.control.base is None:
            return None
        left = {player_word(side): round(max(self.clock.left[side], 0.0), 2) for side in (MAX, MIN)}
        return left | {"running": None if self._running is None else player_word(self._running)}

    async def close(self) -> None:
        """Stop the player and the clock."""
        self._stop_turn()
        self._stop_clock()


def play_checked(ongoing: OngoingGame, move: MoveRecord) -> None:
    """Play a move. Raises InputError if the rules fail after it; then nothing has changed."""
    game, state = ongoing.game, ongoing.state
    if not ongoing.is_over:
        follow(game, state, parse_legal_action(game, state, move.word))
    ongoing.play(move)


def change_checked(ongoing: OngoingGame, change: Callable[[OngoingGame], Found]) -> Found:
    """Change a game in another way, with the checks of `play_checked`."""
    ply, decided = ongoing.ply, ongoing.decided
    try:
        found = change(ongoing)
        check_position(ongoing.game, ongoing.state)
    except BaseException:
        if ongoing.ply != ply:  # moves were undone or redone
            ongoing.undo(ongoing.ply - ply)
            ongoing.redo(ply - ongoing.ply)
            ongoing.decided = decided
        raise
    return found


def seconds_of(who: str) -> float | None:
    """Return the time setting in a player's text; None without one."""
    for part in who.partition(":")[2].split(","):
        name, _, value = part.partition("=")
        if name == "time":
            return float(value)
    return None
