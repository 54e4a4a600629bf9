"""A page's WebSocket with its send queue and its jobs, which end with it."""

import asyncio
from contextlib import suppress
from typing import Any

from starlette.websockets import WebSocket, WebSocketDisconnect, WebSocketState

from plywise.live.workers import Job, Workers
from plywise.web.limits import MAX_UNSENT, MAX_UNSENT_CHARACTERS
from plywise.web.messages import write

GOING_AWAY, TOO_SLOW = 1001, 1013
"""Close codes of a connection: RFC 6455 and its registry."""

PASSING = frozenset({"thinking", "idle"})
"""Events that are dropped for a slow page."""


class Connection:
    """A page's WebSocket.

    jobs: its running jobs by kind
    """

    def __init__(self, socket: WebSocket) -> None:
        self.socket = socket
        self.jobs: dict[str, Job] = {}
        self._unsent: asyncio.Queue[str] = asyncio.Queue()
        self._characters = 0
        self._sending = asyncio.create_task(self._send_all())

    def send(self, message: dict[str, Any]) -> None:
        """Queue a message. A page that does not read is disconnected."""
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
        except (WebSocketDisconnect, RuntimeError):  # disconnected; the reader notices it, too
            return

    def replace_job(self, kind: str, job: Job | None, workers: Workers) -> None:
        """Stop the job of a kind and replace it. None: no new job."""
        before = self.jobs.pop(kind, None)
        if before is not None:
            workers.stop(before)
        if job is not None:
            self.jobs[kind] = job

    def stop_jobs(self, workers: Workers) -> None:
        """Stop all jobs."""
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
        """Stop sending."""
        self._sending.cancel()
