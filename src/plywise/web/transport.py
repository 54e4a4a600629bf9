"""Limits on the number of connections and on the time of slow ones.

uvicorn waits without limit for a request and for the client to read its answer. Here slow or silent connections are
closed; otherwise a few could use up all connections.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from plywise.web.limits import MAX_CONNECTIONS, REQUEST_SECONDS, SPARE_CONNECTIONS
from plywise.web.security import HEADERS

PLAIN = {"content-type": "text/plain; charset=utf-8", "connection": "close"} | HEADERS
"""Headers of answers outside the application."""


OTHER_FILES = 256
"""Other open files: the store, the workers, static files, and connections being refused."""

LEAST_CONNECTIONS = 16


def make_room() -> int:
    """Return the maximal number of connections: as configured, or fewer by the limit on open files.

    Connections beyond that limit would be accepted by the system but never answered.
    """
    import resource  # here, so that the module can be imported on Windows

    wanted = MAX_CONNECTIONS + SPARE_CONNECTIONS
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (wanted + OTHER_FILES if each == resource.RLIM_INFINITY else each for each in limits)
    if soft < wanted + OTHER_FILES:
        soft = min(wanted + OTHER_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, limits[1]))
    return max(LEAST_CONNECTIONS, min(wanted, soft - OTHER_FILES))


class RequestConnection(H11Protocol):
    """An HTTP connection with a time limit for each request and its answer."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Wait for the first request, unless there are too many connections."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            self._answer(503, "too many connections\n")
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Cancel the time limit."""
        self._cancel_deadline()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Wait for the next request."""
        self._wait()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand over to a WebSocket, which has its own keepalive."""
        self._cancel_deadline()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer an invalid request."""
        self._answer(400, f"{msg}\n")

    def _wait(self) -> None:
        self._cancel_deadline()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _cancel_deadline(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _answer(self, status: int, text: str) -> None:
        """Answer without the application and close."""
        self.transport.write(_plain_answer(status, text))
        self.transport.close()


class PageConnection(WebSocketsSansIOProtocol):
    """A page's WebSocket, closed if the page does not read."""

    def data_received(self, data: bytes) -> None:
        """Process received data; an invalid handshake is answered, too."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(_plain_answer(400, "this is not a WebSocket handshake\n"))
            self.transport.close()

    def keepalive_timeout(self) -> None:
        """Close the connection, discarding unsent data."""
        super().keepalive_timeout()
        self.transport.abort()


def _plain_answer(status: int, text: str) -> bytes:
    """Return the bytes of an HTTP answer."""
    reason = {400: "Bad Request", 503: "Service Unavailable"}[status]
    lines = [f"{name}: {value}" for name, value in (PLAIN | {"content-length": str(len(text))}).items()]
    return "\r\n".join([f"HTTP/1.1 {status} {reason}", *lines, "", text]).encode("ascii")
