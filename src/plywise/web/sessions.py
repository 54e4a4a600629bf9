"""The sessions of the server with their shared resources: games, store, workers and trees."""

import asyncio
import re
import time
from collections.abc import Callable
from typing import Any

from plywise.errors import InputError
from plywise.live.saved_games import SavedGames
from plywise.live.session import Session
from plywise.live.threads import in_thread
from plywise.live.workers import Workers
from plywise.web import limits
from plywise.web.catalogue import Catalogue
from plywise.web.certificates import ShownCertificate
from plywise.web.classes import Classes
from plywise.web.connection import Connection
from plywise.web.puzzle_book import PuzzleBook
from plywise.web.trees import Trees

SESSION_ID = re.compile(r"[A-Za-z0-9_-]{8,64}")

MAX_LISTED = 50

CHECK_EVERY = 30.0
"""Seconds between checks for sessions without pages."""


class Sessions:
    """The sessions by the ids of pages; pages that show the same game share one.

    certificate: to show. end: ends the server if the certificate proves nothing.
    """

    def __init__(
        self,
        catalogue: Catalogue,
        workers: Workers,
        kept: SavedGames,
        certificate: ShownCertificate | None = None,
        end: Callable[[], None] = lambda: None,
    ) -> None:
        self.catalogue, self.workers, self.kept = catalogue, workers, kept
        self.certificate, self._end = certificate, end
        self.trees = Trees()
        self.puzzles = PuzzleBook()
        self.classes = Classes()
        self.connections: set[Connection] = set()
        self._sessions: dict[str, Session] = {}
        self._forgetting: asyncio.Task[None] | None = None
        self._games: asyncio.Task[list[dict[str, Any]]] | None = None

    def start(self) -> None:
        """Start the workers and the removal of idle sessions."""
        self.workers.start()
        if self.certificate is not None:
            self.certificate.start(self._end)
        self._forgetting = asyncio.create_task(self._forget_idle())
        self._games = asyncio.create_task(in_thread(self.catalogue.describe))

    async def close(self) -> None:
        """End all sessions and workers."""
        for task in (self._forgetting, self._games):
            if task is not None:
                task.cancel()
        for connection in list(self.connections):
            await connection.end()
        for session in set(self._sessions.values()):
            await session.close()
        if self.certificate is not None:
            await self.certificate.close()
        await self.workers.close()

    def session_of(self, name: str) -> Session:
        """Return the session of a page's id, creating it if necessary. Raises InputError if there are too many."""
        if not SESSION_ID.fullmatch(name):
            raise InputError("a session's id is 8 to 64 letters, digits, - and _")
        if name not in self._sessions:
            if len(self._sessions) >= limits.MAX_SESSIONS and not self._forget_longest_idle():
                raise InputError(f"{limits.MAX_SESSIONS:,} pages are already open")
            self._sessions[name] = self.new_session(name)
        return self._sessions[name]

    def new_session(self, name: str) -> Session:
        """Return a session without a game."""
        return Session(name, self.catalogue.text, self.workers, self.kept.save)

    def assign(self, name: str, session: Session) -> None:
        """Assign a session to a page's id."""
        self._sessions[name] = session

    def is_shared(self, session: Session) -> bool:
        """Return whether several ids share a session."""
        return sum(each is session for each in self._sessions.values()) > 1

    def playing(self, game_id: str) -> Session | None:
        """Return the session of a game, if there is one."""
        return next((each for each in self._sessions.values() if each.game_id == game_id), None)

    async def describe_games(self) -> list[dict[str, Any]]:
        """Return the games that can be played, as plain data, computed once because it takes a second or two."""
        assert self._games is not None
        return await asyncio.shield(self._games)

    def list_saved(self) -> list[dict[str, Any]]:
        """Return the saved games, newest first, as plain data."""
        return [game.to_dict() for game in self.kept.newest(MAX_LISTED)]

    async def _forget_idle(self) -> None:
        """Remove sessions without pages periodically; their games stay in the store."""
        while True:
            await asyncio.sleep(CHECK_EVERY)
            before = time.monotonic() - limits.IDLE_SECONDS
            for name, session in self._idle():
                if session.idle_since < before:
                    del self._sessions[name]

    def _forget_longest_idle(self) -> bool:
        """Remove the session that has been idle longest; return whether there was one."""
        name, _ = min(self._idle(), key=lambda each: each[1].idle_since, default=("", None))
        return self._sessions.pop(name, None) is not None

    def _idle(self) -> list[tuple[str, Session]]:
        """Return the sessions without pages, with their ids."""
        return [(name, session) for name, session in self._sessions.items() if not session.connections]
