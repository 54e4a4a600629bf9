"""Connections below the messages: how many there may be, and for how long one may leave the server waiting.

uvicorn waits for a request, and for a page to take what it is sent, as long as the other side likes. Here one who says
nothing, or a byte now and then, is sent away: otherwise a few could take all places there are.
"""

import asyncio

import h11
from uvicorn.protocols.http.h11_impl import H11Protocol
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

from plywise.web.limits import MAX_CONNECTIONS, REQUEST_SECONDS, SPARE_CONNECTIONS
from plywise.web.security import HEADERS

PLAIN = {"content-type": "text/plain; charset=utf-8", "connection": "close"} | HEADERS
"""What is sent with an answer that the application knows nothing of."""


OTHER_FILES = 256
"""Files that are open beside them: the store, the workers, those of the page, and connections that are sent away."""

LEAST_CONNECTIONS = 16


def make_room() -> int:
    """Return how many connections there may be: as many as wanted, or as this process may have open files.

    Where there are more than it may open, the system takes them all the same, and none is answered.
    """
    import resource  # only here, so that the module can be imported on Windows

    wanted = MAX_CONNECTIONS + SPARE_CONNECTIONS
    limits = resource.getrlimit(resource.RLIMIT_NOFILE)
    soft, hard = (wanted + OTHER_FILES if each == resource.RLIM_INFINITY else each for each in limits)
    if soft < wanted + OTHER_FILES:
        soft = min(wanted + OTHER_FILES, hard)
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, limits[1]))
    return max(LEAST_CONNECTIONS, min(wanted, soft - OTHER_FILES))


class RequestConnection(H11Protocol):
    """A connection on which requests come. It ends where a request, or the taking of its answer, lasts too long."""

    _deadline: asyncio.TimerHandle | None = None

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Begin to wait for the first request, if there is room."""
        assert isinstance(transport, asyncio.Transport)
        super().connection_made(transport)
        if self.limit_concurrency is not None and len(self.connections) > self.limit_concurrency:
            self._answer(503, "there is no room for another connection\n")
        else:
            self._wait()

    def connection_lost(self, exc: Exception | None) -> None:
        """Wait no more."""
        self._wait_no_more()
        super().connection_lost(exc)

    def on_response_complete(self) -> None:
        """Begin to wait for the next request."""
        self._wait()
        super().on_response_complete()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Let a WebSocket take over: it looks by itself whether anybody is there."""
        self._wait_no_more()
        super().handle_websocket_upgrade(event)

    def send_400_response(self, msg: str) -> None:
        """Answer what is not a request."""
        self._answer(400, f"{msg}\n")

    def _wait(self) -> None:
        self._wait_no_more()
        self._deadline = self.loop.call_later(REQUEST_SECONDS, self.transport.abort)

    def _wait_no_more(self) -> None:
        if self._deadline is not None:
            self._deadline.cancel()
            self._deadline = None

    def _answer(self, status: int, text: str) -> None:
        """Answer without the application, and end."""
        self.transport.write(_plain_answer(status, text))
        self.transport.close()


class PageConnection(WebSocketsSansIOProtocol):
    """A page's WebSocket. It ends where the page takes nothing any more."""

    def data_received(self, data: bytes) -> None:
        """Take what has come. A handshake that cannot be read is answered, too."""
        super().data_received(data)
        if not self.handshake_initiated and not self.transport.is_closing():
            self.transport.write(_plain_answer(400, "this is not a handshake of a WebSocket\n"))
            self.transport.close()

    def keepalive_timeout(self) -> None:
        """End the connection, whatever it has not taken yet."""
        super().keepalive_timeout()
        self.transport.abort()


def _plain_answer(status: int, text: str) -> bytes:
    """Return an answer of HTTP as it is sent."""
    reason = {400: "Bad Request", 503: "Service Unavailable"}[status]
    lines = [f"{name}: {value}" for name, value in (PLAIN | {"content-length": str(len(text))}).items()]
    return "\r\n".join([f"HTTP/1.1 {status} {reason}", *lines, "", text]).encode("ascii")
