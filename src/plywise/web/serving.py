"""Run the server: bind a port, report the URL, and serve until a signal."""

import asyncio
import os
import signal
import socket
import webbrowser
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager

import uvicorn
from starlette.types import ASGIApp

from plywise.errors import InputError
from plywise.live.saved_games import SavedGames
from plywise.live.workers import Workers
from plywise.process.cpus import count_cores
from plywise.store.store import Store
from plywise.web.app import make_app
from plywise.web.catalogue import Catalogue
from plywise.web.certificates import ShownCertificate
from plywise.web.limits import MAX_FRAME_BYTES
from plywise.web.security import Entrance
from plywise.web.sessions import Sessions
from plywise.web.transport import PageConnection, RequestConnection, make_room

USUAL_PORT = 8642

BACKLOG = 128
"""Connections waiting to be accepted."""

STORE_PATIENCE = 2.0
"""Seconds that a move waits for a busy store; then the game goes on unsaved."""

SHUTDOWN_SECONDS = 3
"""Time for running requests at shutdown."""


class _Server(uvicorn.Server):
    """A server that reports when it is ready, and handles signals itself."""

    def __init__(self, config: uvicorn.Config, ready: Callable[[], None]) -> None:
        super().__init__(config)
        self._ready = ready

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if self.started:
            self._ready()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        loop = asyncio.get_running_loop()
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.add_signal_handler(number, self.end)
        yield
        for number in (signal.SIGINT, signal.SIGTERM):
            loop.remove_signal_handler(number)

    def end(self) -> None:
        """Shut down, at the second signal at once."""
        self.force_exit = self.should_exit
        self.should_exit = True


def usual_workers() -> int:
    """Return the default number of workers: one more than there are processors."""
    return count_cores() + 1


def bind(host: str, port: int) -> socket.socket:
    """Return a socket bound to an address. port: 0: any free one. Raises InputError if that fails."""
    try:
        family, *_, address = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)[0]
        found = socket.socket(family, socket.SOCK_STREAM)
    except (OSError, UnicodeError, OverflowError) as error:
        raise InputError(f"--host {host}: {getattr(error, 'strerror', None) or error}") from None
    try:
        found.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        found.bind(address)
        found.listen(BACKLOG)
    except OSError as error:
        found.close()
        raise InputError(f"port {port} of {host}: {error.strerror or error}") from None
    return found


def bind_usual(host: str) -> socket.socket:
    """Return a socket bound to the usual port, so that the URL stays the same, or otherwise to a free one."""
    try:
        return bind(host, USUAL_PORT)
    except InputError:
        return bind(host, 0)


def serve(
    own: Sequence[str],
    host: str,
    port: int | None,
    store: str | None,
    ready: Callable[[str], None],
    workers: int | None = None,
    certificate: str | None = None,
    rules: str | None = None,
) -> None:
    """Serve the page until SIGINT or SIGTERM.

    own: GAME texts of the user's games
    port: 0: any free one; None: the usual one, or a free one if it is in use
    store: place of saved games: a file, or the URL of a database; None: the user's default store
    ready: called with the URL once it can be opened
    workers: number of worker processes; None: the usual number
    certificate: a file to show on the page; rules: the GAME text of its rules

    Raises InputError if a game cannot be loaded or the port or the store is unavailable, and NotProved if the
    certificate proves nothing, which may be found after reading it.
    """
    catalogue = Catalogue(own)
    shown = None if certificate is None else ShownCertificate(certificate, rules)
    number = usual_workers() if workers is None else workers
    with (
        Store(store, patience=STORE_PATIENCE) as kept,
        bind_usual(host) if port is None else bind(host, port) as place,
    ):
        entrance = Entrance.at(host, place.getsockname()[1], [socket.gethostname(), f"{socket.gethostname()}.local"])

        def sessions() -> Sessions:
            return Sessions(catalogue, Workers(number), SavedGames(kept), shown, server.end)

        server = _Server(_configure(make_app(sessions, lambda: entrance)), lambda: ready(entrance.address))
        asyncio.run(server.serve(sockets=[place]))
    if shown is not None and shown.refusal is not None:
        raise shown.refusal


def _configure(app: ASGIApp) -> uvicorn.Config:
    return uvicorn.Config(
        app, ws=PageConnection, ws_max_size=MAX_FRAME_BYTES, ws_per_message_deflate=False, http=RequestConnection,
        limit_concurrency=make_room(), timeout_graceful_shutdown=SHUTDOWN_SECONDS, log_level="critical",
        access_log=False, server_header=False, lifespan="on", proxy_headers=False, backlog=BACKLOG,
    )  # fmt: skip


def open_browser(address: str) -> bool:
    """Open a URL in a graphical browser, if there is one; return whether it was started."""
    if os.name == "posix" and not (os.environ.get("DISPLAY") or os.environ.get("WAYLAND_DISPLAY") or _is_mac()):
        return False
    try:
        return webbrowser.open(address)
    except (webbrowser.Error, OSError):
        return False


def _is_mac() -> bool:
    return os.uname().sysname == "Darwin"
