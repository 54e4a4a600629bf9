"""The terminal program without its screen: players, saved games and worker jobs."""

import asyncio
import threading
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Any

from plywise.errors import InputError
from plywise.game import Game
from plywise.games.loading import game_text
from plywise.live.saved_games import SavedGame, SavedGames, new_id
from plywise.live.session import Session
from plywise.live.threads import in_thread
from plywise.live.workers import Job, News, Workers
from plywise.play.ongoing import OngoingGame
from plywise.play.people import is_person, safe_player, seat
from plywise.play.players import make_player
from plywise.play.record import GameRecord
from plywise.store.store import Store

WORKERS = 3
"""Worker processes, started on demand: for exact values, for an analysis, and for a player or a hint."""

LASTING = ("values", "analyse")
"""Long tasks, which are preemptible."""

CLOSE_SECONDS = 5.0
"""Time limit for the store at the end."""

MOVE_SECONDS = 86_400.0
"""Time limit for a player without one: there are no other users to wait."""

MAX_LISTED = 200
"""Number of recent games in the store that are searched for unfinished ones."""

Hear = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Table:
    """A game to play, with functions to read and write files.

    ongoing: the game, with its players and its control
    save: saves a game to a file, given its name. Raises InputError
    load: returns the game in a file. Raises InputError
    delay: seconds between moves; None: automatic
    store: place of saved games, as for `Store`
    """

    ongoing: OngoingGame
    save: Callable[[OngoingGame, str], None]
    load: Callable[[str], OngoingGame]
    delay: float | None = None
    store: str | None = None


@dataclass(eq=False)
class Sitting:
    """The session at a terminal, with its searches and its store. It runs in an event loop.

    on_news: receives the events of the game, in the form for pages
    """

    table: Table
    on_news: Hear
    jobs: dict[str, Job] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.workers = Workers(WORKERS)
        self.session = Session(
            new_id(), game_text, self.workers, self._save, move_seconds=MOVE_SECONDS, delay=self.table.delay
        )
        self._store: Store | None = None
        self._saving = threading.Lock()
        self._saved: tuple[str, GameRecord] | None = None
        self._has_failed = False
        self._loop: asyncio.AbstractEventLoop | None = None

    @property
    def ongoing(self) -> OngoingGame:
        """The game."""
        return self.session.game

    @property
    def game(self) -> Game:
        """Its rules."""
        return self.ongoing.game

    def send(self, message: dict[str, Any]) -> None:
        """Receive an event of the session."""
        self.on_news(message)

    async def begin(self) -> None:
        """Start with the table's game."""
        self._loop = asyncio.get_running_loop()
        self.workers.start(at_once=False)
        await self.session.join(self)
        await self.go_on_with(self.table.ongoing)

    async def go_on_with(self, ongoing: OngoingGame, game_id: str | None = None) -> None:
        """Replace the game. game_id: of a saved game."""
        self.stop_jobs()
        async with self.session.lock:
            game_id, is_new = game_id or new_id(), game_id is None
            self._saved = None if is_new else (game_id, ongoing.to_record(with_redo=True))
            await self.session.begin(game_id, ongoing, is_new=is_new)

    async def close(self) -> None:
        """End all processes and save the game."""
        await self.session.close()
        await self.workers.close()
        with suppress(TimeoutError):  # the store may not respond
            await asyncio.wait_for(in_thread(self._close_store), CLOSE_SECONDS)

    def _close_store(self) -> None:
        with suppress(Exception):  # failures of rules or a store were shown before
            if self.session.ongoing is not None:
                self._save(self.session.game_id, self.session.ongoing)
            if self._store is not None:
                self._store.close()

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, word: str, ply: int) -> None:
        """Play a person's move at a ply. Raises InputError if it is illegal, late or not a person's turn."""
        async with self.session.lock:
            game = self.ongoing
            if ply != game.ply:
                raise InputError(f"the game has gone on: {word} was not played")
            side = game.side
            if side is not None and not is_person(game.players[side]):
                name = game.game.player_names[side]
                raise InputError(f"{name} is to move, played by {game.players[side]}: press F8 to let it move, or undo")
            await self.session.play(word)

    async def alter(self, change: Callable[[OngoingGame], Any]) -> Any:
        """Change the game in another way, and return the result of `change`. Its exceptions are raised."""
        async with self.session.lock:
            return await self.session.alter(change)

    async def seat(self, side: int, who: str) -> None:
        """Set the player of a side. Raises InputError if there is no such player or it cannot play this game."""
        if not is_person(who):
            await in_thread(lambda: make_player(who).check_game(self.game))
        await self.alter(lambda game: game.players.update({side: who}))

    async def move_now(self) -> None:
        """Let the player to move think, or play its best move so far."""
        async with self.session.lock:
            self.session.move_now()

    async def stop(self) -> None:
        """Stop all searches."""
        self.stop_jobs()
        async with self.session.lock:
            self.session.pause()

    # --- questions ----------------------------------------------------------------------------------------------------

    async def ask(
        self, task: str, asked: dict[str, Any], on_news: Hear, seconds: float, ply: int | None = None
    ) -> News:
        """Run a task about the position and return its answer; an earlier job of the same task is stopped.

        Raises InputError if the job fails.
        """
        self.stop_job(task)
        async with self.session.lock:
            question = self.session.question(ply) | asked
        job = self.workers.ask(
            Job(f"{self.session.key}-{task}", task, question, on_news, seconds, preemptible=task in LASTING)
        )
        self.jobs[task] = job
        try:
            return await job.answer
        finally:
            if self.jobs.get(task) is job:
                del self.jobs[task]

    def stop_job(self, task: str) -> None:
        """Stop the job of a task, if there is one."""
        job = self.jobs.pop(task, None)
        if job is not None:
            self.workers.stop(job)

    def stop_jobs(self) -> None:
        """Stop all jobs."""
        for task in list(self.jobs):
            self.stop_job(task)

    # --- saved games --------------------------------------------------------------------------------------------------

    def saved_games(self) -> list[SavedGame]:
        """Return the other unfinished games of these rules, newest first. Raises InputError.

        Runs in another thread.
        """
        found = SavedGames(self._open_store()).newest(MAX_LISTED)
        return [
            kept for kept in found
            if kept.record.game == self.game.name and kept.record.winner is None
            and kept.record.words and kept.game_id != self.session.game_id
        ]  # fmt: skip

    async def resume(self, kept: SavedGame) -> None:
        """Continue a saved game, with its own players if they are safe. Raises InputError."""
        ongoing, players = await in_thread(OngoingGame.from_record, self.game, kept.record), self.ongoing.players
        ongoing.players = {side: safe_player(name) or players[side] for side, name in ongoing.players.items()}
        await self.go_on_with(ongoing, kept.game_id)

    async def load(self, name: str) -> None:
        """Continue a game from a file, with the players of this one. Raises InputError."""
        ongoing = await in_thread(self.table.load, name)
        seat(ongoing, self.ongoing.players)
        await self.go_on_with(ongoing)

    async def save(self, name: str) -> None:
        """Save the game to a file. Raises InputError."""
        async with self.session.lock:
            await in_thread(self.table.save, self.ongoing, name)

    async def start_anew(self) -> None:
        """Start a new game from the same position, with the same players."""
        game = self.ongoing
        await self.go_on_with(OngoingGame(game.game, game.start, control=game.control, players=game.players))

    def _open_store(self) -> Store:
        if self._store is None:
            self._store = Store(self.table.store)
        return self._store

    def _save(self, game_id: str, ongoing: OngoingGame) -> None:
        """Save a game that has moves. Runs in another thread. A failure is reported once, and play goes on."""
        with self._saving:
            contents = game_id, ongoing.to_record(with_redo=True)
            if contents == self._saved or not (ongoing.ply or ongoing.redo_moves):
                return
            try:
                SavedGames(self._open_store()).save(game_id, ongoing)
                self._saved = contents
            except InputError as error:
                if not self._has_failed and self._loop is not None:
                    self._has_failed = True
                    event = {"event": "unsaved", "text": f"the game was not saved: {error}"}
                    self._loop.call_soon_threadsafe(self.on_news, event)
