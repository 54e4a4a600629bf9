"""A connected page in its session: it begins and opens games, and uses the workers."""

import asyncio
from collections.abc import Coroutine
from typing import Any, TypeVar

from plywise.errors import InputError
from plywise.live.saved_games import new_id
from plywise.live.session import Session
from plywise.live.threads import from_store, in_thread
from plywise.live.workers import Job, News
from plywise.play.ongoing import OngoingGame
from plywise.web.connection import Connection
from plywise.web.sessions import Sessions

Found = TypeVar("Found")


async def to_its_end(doing: Coroutine[Any, Any, Found]) -> Found:
    """Await a coroutine that is completed even if the page disconnects meanwhile."""
    task = asyncio.create_task(doing)
    task.add_done_callback(lambda ended: ended.cancelled() or ended.exception())  # retrieve it, if nothing awaits it
    return await asyncio.shield(task)


class ClientConnection:
    """A page's connection and its session.

    name: the page's id
    """

    def __init__(self, sessions: Sessions, connection: Connection, name: str) -> None:
        self.sessions, self.connection, self.name = sessions, connection, name
        self.session = sessions.session_of(name)
        self._has_left = False

    async def enter(self) -> None:
        """Subscribe to the session's game."""
        self.sessions.connections.add(self.connection)
        await self.session.join(self.connection)

    def leave(self) -> None:
        """Unsubscribe."""
        self._has_left = True
        self.sessions.connections.discard(self.connection)
        self.connection.stop_jobs(self.sessions.workers)
        self.session.leave(self.connection)
        self.sessions.classes.leave(self.connection)
        self.connection.forget()

    async def begin(self, ongoing: OngoingGame) -> dict[str, Any]:
        """Replace the session's game; in a shared session the page gets a new session first."""
        return await to_its_end(self._begin(ongoing))

    async def _begin(self, ongoing: OngoingGame) -> dict[str, Any]:
        if self.session.game_id and self.sessions.is_shared(self.session):
            await self._move_to(self.sessions.new_session(self.name))
        async with self.session.lock:
            await self.session.begin(new_id(), ongoing)
        return {"game_id": self.session.game_id}

    async def open(self, game_id: str) -> None:
        """Continue a saved game, or join one that another page shows. Raises InputError if there is none."""
        await to_its_end(self._open(game_id))

    async def _open(self, game_id: str) -> None:
        playing = self.sessions.playing(game_id)
        if playing is not None:
            if playing is self.session:
                async with playing.lock:
                    self.connection.send(await playing.board())
            else:
                await self._move_to(playing)
            return
        kept = await from_store(self.sessions.kept.load, game_id)
        if kept is None:
            raise InputError(f"open: there is no game {game_id}")
        game = await in_thread(self.sessions.catalogue.game, kept.record.game)
        ongoing = await in_thread(OngoingGame.from_record, game, kept.record)
        if self.session.game_id and self.sessions.is_shared(self.session):
            await self._move_to(self.sessions.new_session(self.name))
        async with self.session.lock:
            if self.sessions.playing(game_id) is None:
                await self.session.begin(game_id, ongoing, is_new=False)
        if self.session.game_id != game_id:  # another page opened it first
            await self._open(game_id)

    async def _move_to(self, session: Session) -> None:
        """Move to another session. Raises InputError if it is full, or the page has disconnected."""
        session.check_room()
        if self._has_left:
            raise InputError("the page has disconnected")
        self.session.leave(self.connection)
        self.sessions.assign(self.name, session)
        self.session = session
        await session.join(self.connection)

    async def ask(self, task: str, asked: dict[str, Any], seconds: float, is_long: bool = False) -> News:
        """Return a worker's answer. is_long: see Job. Raises InputError."""

        def hear(news: News) -> None:
            self.connection.send(news | {"for": task} if news["event"] == "thinking" else news)

        job = self.sessions.workers.ask(Job(self.session.key, task, asked, hear, seconds, is_long=is_long))
        self.connection.replace_job(task, job, self.sessions.workers)
        try:
            answer = await job.answer
        finally:
            if self.connection.jobs.get(task) is job:
                del self.connection.jobs[task]
        if answer.get("stopped"):
            raise InputError(f"{task}: stopped")
        return answer
