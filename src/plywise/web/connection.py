"""A page that is connected: what is sent to it waits in a queue, and what it asks of the workers ends with it."""

import asyncio
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from plywise.live.workers import Job, Workers
from plywise.web.limits import MAX_UNSENT, MAX_UNSENT_CHARACTERS
from plywise.web.messages import write

GOING_AWAY, TOO_SLOW = 1001, 1013
"""Codes with which a connection is closed: RFC 6455 and its registry."""

PASSING = frozenset({"thinking", "idle"})
"""Events that a page which is behind can do without."""


class Connection:
    """A page's WebSocket.

    jobs: what it has asked for that goes on until it asks for something else, by kind
    """

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.jobs: dict[str, Job] = {}
        self._unsent: asyncio.Queue[str] = asyncio.Queue()
        self._characters = 0
        self._sending = asyncio.create_task(self._send_all())

    def send(self, message: dict[str, Any]) -> None:
        """Send a message when the page is ready for it. A page that reads nothing any more is disconnected."""
        behind = max(self._unsent.qsize() / MAX_UNSENT, self._characters / MAX_UNSENT_CHARACTERS)
        if behind > 1:
            self._sending.cancel()
        elif behind < 0.5 or message.get("event") not in PASSING:
            text = write(message)
            self._characters += len(text)
            self._unsent.put_nowait(text)

    async def _send_all(self) -> None:
        try:
            while True:
                text = await self._unsent.get()
                await self.socket.send_text(text)
                self._characters -= len(text)
        except asyncio.CancelledError:
            await self._close(TOO_SLOW)
        except (WebSocketDisconnect, RuntimeError):  # it has gone: who reads from it learns that, too
            return

    def replace_job(self, kind: str, job: Job | None, workers: Workers) -> None:
        """Let a job take the place of the one of its kind, which is stopped. None: of none."""
        before = self.jobs.pop(kind, None)
        if before is not None:
            workers.stop(before)
        if job is not None:
            self.jobs[kind] = job

    def stop_jobs(self, workers: Workers) -> None:
        """Stop all that was asked for."""
        for kind in list(self.jobs):
            self.replace_job(kind, None, workers)

    async def end(self, code: int = GOING_AWAY) -> None:
        """Close the connection."""
        await self._close(code)

    async def _close(self, code: int) -> None:
        with suppress(RuntimeError, WebSocketDisconnect):
            if self.socket.application_state is WebSocketState.CONNECTED:
                await self.socket.close(code)

    def forget(self) -> None:
        """Send nothing more."""
        self._sending.cancel()
