"""A game at the terminal without its screen: who plays, what is kept, what is asked of the processes that search."""

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
"""Processes, started when they are needed: for exact values, for an analysis, and for a player or a hint."""

LASTING = ("values", "analyse")
"""Questions that go on for a while, and give way to others."""

CLOSE_SECONDS = 5.0
"""What is waited for the store at the end."""

MOVE_SECONDS = 86_400.0
"""What a player may think about a move that sets itself no limit: here nobody else waits."""

MAX_LISTED = 200
"""Games in the store that are looked through for those to resume."""

Hear = Callable[[dict[str, Any]], None]


@dataclass(frozen=True)
class Table:
    """A game to play, and how files are read and written.

    ongoing: the game, with its players and its control
    save: keeps a game in a file, given its name. Raises InputError
    load: returns the game kept in a file. Raises InputError
    delay: seconds from one move to the next; None: as it suits
    store: where games in progress are kept: as `Store` takes it
    """

    ongoing: OngoingGame
    save: Callable[[OngoingGame, str], None]
    load: Callable[[str], OngoingGame]
    delay: float | None = None
    store: str | None = None


@dataclass(eq=False)
class Sitting:
    """People at a table: the session, the searches, the store. It lives in an event loop.

    hear: takes the events of the game, as pages have them
    """

    table: Table
    hear: Hear
    jobs: dict[str, Job] = field(default_factory=dict)

    def __post_init__(self) -> None:
        self.workers = Workers(WORKERS)
        self.session = Session(
            new_id(), game_text, self.workers, self._save, move_seconds=MOVE_SECONDS, delay=self.table.delay
        )
        self._store: Store | None = None
        self._keeping = threading.Lock()
        self._kept: tuple[str, GameRecord] | None = None
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
        """Take an event of the session."""
        self.hear(message)

    async def begin(self) -> None:
        """Sit down to the table's game."""
        self._loop = asyncio.get_running_loop()
        self.workers.start(at_once=False)
        await self.session.join(self)
        await self.go_on_with(self.table.ongoing)

    async def go_on_with(self, ongoing: OngoingGame, game_id: str | None = None) -> None:
        """Let a game take the place of the one before. game_id: of one that is kept."""
        self.stop_jobs()
        async with self.session.lock:
            game_id, is_new = game_id or new_id(), game_id is None
            self._kept = None if is_new else (game_id, ongoing.to_record(with_redo=True))
            await self.session.begin(game_id, ongoing, is_new=is_new)

    async def close(self) -> None:
        """End all that goes on, once the game is kept as it is."""
        await self.session.close()
        await self.workers.close()
        with suppress(TimeoutError):  # the store may not answer
            await asyncio.wait_for(in_thread(self._close_store), CLOSE_SECONDS)

    def _close_store(self) -> None:
        with suppress(Exception):  # what rules or a store raise now was told before
            if self.session.ongoing is not None:
                self._save(self.session.game_id, self.session.ongoing)
            if self._store is not None:
                self._store.close()

    # --- moves --------------------------------------------------------------------------------------------------------

    async def play(self, word: str, ply: int) -> None:
        """Play a person's move after some plies. Raises InputError where it is illegal, late or not a person's turn."""
        async with self.session.lock:
            game = self.ongoing
            if ply != game.ply:
                raise InputError(f"the game has gone on: {word} was not played")
            side = game.side
            if side is not None and not is_person(game.players[side]):
                name = game.game.player_names[side]
                raise InputError(f"{name} is to move, played by {game.players[side]}: F8 lets it, undo takes back")
            await self.session.play(word)

    async def alter(self, change: Callable[[OngoingGame], Any]) -> Any:
        """Change the game otherwise, and return what the change does. Raises what it raises."""
        async with self.session.lock:
            return await self.session.alter(change)

    async def seat(self, side: int, who: str) -> None:
        """Let somebody else play a side. Raises InputError where nobody is called so, or cannot play this game."""
        if not is_person(who):
            await in_thread(lambda: make_player(who).check_game(self.game))
        await self.alter(lambda game: game.players.update({side: who}))

    async def move_now(self) -> None:
        """Let the player to move think, or play what it has found."""
        async with self.session.lock:
            self.session.move_now()

    async def stop(self) -> None:
        """Stop all that is under way."""
        self.stop_jobs()
        async with self.session.lock:
            self.session.pause()

    # --- questions ----------------------------------------------------------------------------------------------------

    async def ask(self, task: str, asked: dict[str, Any], hear: Hear, seconds: float, ply: int | None = None) -> News:
        """Return the answer to a question about the position; one of the same task before it is stopped.

        Raises InputError where there is none.
        """
        self.stop_job(task)
        async with self.session.lock:
            question = self.session.question(ply) | asked
        job = self.workers.ask(
            Job(f"{self.session.key}-{task}", task, question, hear, seconds, preemptible=task in LASTING)
        )
        self.jobs[task] = job
        try:
            return await job.answer
        finally:
            if self.jobs.get(task) is job:
                del self.jobs[task]

    def stop_job(self, task: str) -> None:
        """Stop the answer to a question, if it is looked for."""
        job = self.jobs.pop(task, None)
        if job is not None:
            self.workers.stop(job)

    def stop_jobs(self) -> None:
        """Stop all questions."""
        for task in list(self.jobs):
            self.stop_job(task)

    # --- what is kept -------------------------------------------------------------------------------------------------

    def saved_games(self) -> list[SavedGame]:
        """Return the unfinished games of these rules that are kept, the newest first, but this one. Raises InputError.

        Called in another thread.
        """
        found = SavedGames(self._open_store()).newest(MAX_LISTED)
        return [
            kept for kept in found
            if kept.record.game == self.game.name and kept.record.winner is None
            and kept.record.words and kept.game_id != self.session.game_id
        ]  # fmt: skip

    async def resume(self, kept: SavedGame) -> None:
        """Go on with a game that is kept, by its players where they are Plywise's own. Raises InputError."""
        ongoing, players = await in_thread(OngoingGame.from_record, self.game, kept.record), self.ongoing.players
        ongoing.players = {side: safe_player(said) or players[side] for side, said in ongoing.players.items()}
        await self.go_on_with(ongoing, kept.game_id)

    async def load(self, name: str) -> None:
        """Go on with a game in a file, by the players of this one. Raises InputError."""
        ongoing = await in_thread(self.table.load, name)
        seat(ongoing, self.ongoing.players)
        await self.go_on_with(ongoing)

    async def save(self, name: str) -> None:
        """Keep the game in a file. Raises InputError."""
        async with self.session.lock:
            await in_thread(self.table.save, self.ongoing, name)

    async def start_anew(self) -> None:
        """Begin another game from the same start, with the same players."""
        game = self.ongoing
        await self.go_on_with(OngoingGame(game.game, game.start, control=game.control, players=game.players))

    def _open_store(self) -> Store:
        if self._store is None:
            self._store = Store(self.table.store)
        return self._store

    def _save(self, game_id: str, ongoing: OngoingGame) -> None:
        """Keep a game that has begun; called in another thread. Where that fails it is said once, and play goes on."""
        with self._keeping:
            contents = game_id, ongoing.to_record(with_redo=True)
            if contents == self._kept or not (ongoing.ply or ongoing.redo_moves):
                return
            try:
                SavedGames(self._open_store()).save(game_id, ongoing)
                self._kept = contents
            except InputError as error:
                if not self._has_failed and self._loop is not None:
                    self._has_failed = True
                    told = {"event": "unkept", "text": f"the game was not saved: {error}"}
                    self._loop.call_soon_threadsafe(self.hear, told)
