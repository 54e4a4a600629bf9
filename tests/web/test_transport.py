"""Connections as bytes: those who leave the server waiting are sent away, and what is not a request is answered."""

import asyncio
import resource
from contextlib import asynccontextmanager

import pytest
import uvicorn
from uvicorn.server import ServerState

from plywise.web import transport
from plywise.web.limits import MAX_CONNECTIONS, SPARE_CONNECTIONS
from plywise.web.security import HEADERS
from plywise.web.transport import LEAST_CONNECTIONS, PageConnection, RequestConnection, make_room

SOON = 0.2
PATIENCE = 5.0

GET = b"GET / HTTP/1.1\r\nHost: here\r\n\r\n"
HANDSHAKE = (
    b"GET /ws HTTP/1.1\r\nHost: here\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
    b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n"
)


async def app(scope, receive, send):
    """Send far more than anybody takes at once; a page's socket as well."""
    if scope["type"] == "websocket":
        await receive()
        await send({"type": "websocket.accept"})
        if scope["path"] == "/much":
            for _ in range(200):
                await send({"type": "websocket.send", "text": "x" * 2**18})
        await receive()
        return
    await send({"type": "http.response.start", "status": 200, "headers": []})
    for _ in range(200 if scope["path"] == "/much" else 1):
        await send({"type": "http.response.body", "body": b"x" * 2**18, "more_body": True})
    await send({"type": "http.response.body", "body": b"", "more_body": False})


@asynccontextmanager
async def served(**options):
    """Serve `app`; yield what opens a connection, and the connections that the server has."""
    config = uvicorn.Config(app, http=RequestConnection, ws=PageConnection, log_level="critical", **options)
    config.load()
    state = ServerState()
    server = await asyncio.get_running_loop().create_server(lambda: RequestConnection(config, state, {}), "127.0.0.1")
    port = server.sockets[0].getsockname()[1]
    writers = []

    async def open_line(first=b""):
        reader, writer = await asyncio.open_connection("127.0.0.1", port, limit=2**10)
        writers.append(writer)
        writer.write(first)
        return reader, writer

    try:
        yield open_line, state.connections
    finally:
        server.close()
        for writer in writers:
            writer.transport.abort()


async def until_gone(connections):
    """Wait until the server has no connection any more."""
    async with asyncio.timeout(PATIENCE):
        while connections:
            await asyncio.sleep(0.01)


@pytest.fixture
def impatient(monkeypatch):
    monkeypatch.setattr(transport, "REQUEST_SECONDS", SOON)


@pytest.mark.parametrize(
    "first", [b"", b"GET / HTTP/1.1\r\nHost:", GET, b"POST / HTTP/1.1\r\nContent-Length: 9\r\n\r\n"]
)
def test_one_who_says_no_more_is_sent_away(impatient, first):
    async def look():
        async with served() as (open_line, connections):
            reader, _ = await open_line(first)
            async with asyncio.timeout(PATIENCE):
                while await reader.read(2**20):
                    pass
            await until_gone(connections)

    asyncio.run(look())


def test_one_who_says_a_byte_now_and_then_is_sent_away(impatient):
    async def look():
        async with served() as (open_line, connections):
            _, writer = await open_line(b"GET / HTTP/1.1\r\nHost: ")
            for _ in range(100):
                writer.write(b"x")
                await asyncio.sleep(SOON / 10)
                if not connections:
                    return
            raise AssertionError("it is still listened to")

    asyncio.run(look())


def test_one_who_does_not_take_the_answer_is_sent_away(impatient):
    async def look():
        async with served() as (open_line, connections):
            await open_line(GET.replace(b"/ ", b"/much ", 1))
            await asyncio.sleep(SOON / 2)
            assert connections
            await until_gone(connections)

    asyncio.run(look())


def test_a_page_stays_and_one_that_takes_nothing_any_more_goes(impatient):
    async def look():
        async with served(ws_ping_interval=SOON, ws_ping_timeout=SOON) as (open_line, connections):
            await open_line((HANDSHAKE + b"\r\n").replace(b"/ws", b"/much", 1))
            await asyncio.sleep(SOON / 2)
            assert connections
            await until_gone(connections)
        async with served() as (open_line, connections):
            await open_line(HANDSHAKE + b"\r\n")
            await asyncio.sleep(3 * SOON)
            assert connections

    asyncio.run(look())


def test_there_is_room_for_so_many():
    async def look():
        async with served(limit_concurrency=3) as (open_line, connections):
            for _ in range(3):
                await open_line()
            reader, _ = await open_line()
            said = await asyncio.wait_for(reader.read(2**16), PATIENCE)
            assert said.startswith(b"HTTP/1.1 503 ")
            assert said.endswith(b"too many connections\n")
            assert len(connections) == 3

    asyncio.run(look())


@pytest.mark.parametrize(
    "said",
    [b"\0\1\2\r\n\r\n", GET.replace(b"Host", b"Host: there\r\nHost"), HANDSHAKE + b"Content-Length: 5\r\n\r\nhello",
     HANDSHAKE + b"X: " + b"x" * 9000 + b"\r\n\r\n", HANDSHAKE + b"X: y\r\n" * 500 + b"\r\n"],
    ids=["noise", "two hosts", "handshake with a body", "long header", "many headers"],
)  # fmt: skip
def test_what_is_no_request_is_answered_with_the_usual_headers(said):
    async def look():
        async with served() as (open_line, connections):
            reader, _ = await open_line(said)
            answer = await asyncio.wait_for(reader.read(2**16), PATIENCE)
            head = answer.partition(b"\r\n\r\n")[0].decode().lower()
            assert head.startswith("http/1.1 400 ")
            assert all(f"\r\n{name}: {text}".lower() in head for name, text in HEADERS.items())
            await until_gone(connections)

    asyncio.run(look())


def test_files_are_opened_as_connections_need_them():
    wanted = MAX_CONNECTIONS + SPARE_CONNECTIONS
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    try:
        resource.setrlimit(resource.RLIMIT_NOFILE, (256, hard))
        assert make_room() == wanted
        assert resource.getrlimit(resource.RLIMIT_NOFILE) == (wanted + transport.OTHER_FILES, hard)
    finally:
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


@pytest.mark.parametrize(("most", "room"), [(1024, 1024 - transport.OTHER_FILES), (100, LEAST_CONNECTIONS)])
def test_there_are_fewer_connections_where_the_system_gives_few_files(monkeypatch, most, room):
    given = []
    monkeypatch.setattr(resource, "getrlimit", lambda _: (100, most))
    monkeypatch.setattr(resource, "setrlimit", lambda _, both: given.append(both))
    assert make_room() == room
    assert given == [(most, most)]
