"""The server's own accounts: who is connected, in which session, and that nobody is counted who is not there."""

import asyncio
import gc
import json
from contextlib import asynccontextmanager

import pytest

from plywise.live.limits import MAX_CONNECTIONS_OF_SESSION
from plywise.live.threads import in_thread
from plywise.web import limits
from plywise.web.app import make_app
from plywise.web.catalogue import Catalogue
from plywise.web.security import Entrance
from plywise.web.sessions import Sessions

ENTRANCE = Entrance.at("127.0.0.1", 8000)
PATIENCE = 5.0


class NoWorkers:
    """Workers that are asked nothing."""

    def start(self):
        pass

    def stop(self, job):
        raise AssertionError("nothing was asked")

    async def close(self):
        pass


class Kept:
    """Games kept in memory."""

    def __init__(self):
        self.games = {}

    def save(self, game_id, ongoing):
        self.games[game_id] = ongoing.words

    def load(self, game_id):
        return None


class Page:
    """A page that speaks to the application without a network."""

    def __init__(self, app, session):
        self._to, self._from = asyncio.Queue(), asyncio.Queue()
        self._to.put_nowait({"type": "websocket.connect"})
        scope = {
            "type": "websocket", "path": "/ws", "query_string": f"session={session}".encode(), "subprotocols": [],
            "headers": [(b"host", b"127.0.0.1:8000")],
        }  # fmt: skip
        self.task = asyncio.create_task(app(scope, self._to.get, self._from.put))

    def send(self, do, **given):
        self._to.put_nowait({"type": "websocket.receive", "text": json.dumps({"id": 1, "do": do, **given})})

    async def receive(self, *kinds):
        """Return the next message that has one of some keys; None where the connection is closed."""
        async with asyncio.timeout(PATIENCE):
            while True:
                message = await self._from.get()
                if message["type"] == "websocket.close":
                    return None
                told = json.loads(message.get("text", "{}"))
                if told.keys() & set(kinds):
                    return told

    async def ask(self, do, **given):
        self.send(do, **given)
        return await self.receive("ok", "error")

    async def leave(self):
        self._to.put_nowait({"type": "websocket.disconnect", "code": 1001})
        await asyncio.wait_for(self.task, PATIENCE)


@asynccontextmanager
async def served():
    """Yield the application and its sessions, between its beginning and its end."""
    sessions = Sessions(Catalogue(), NoWorkers(), Kept())
    app = make_app(lambda: sessions, lambda: ENTRANCE)
    to, said = asyncio.Queue(), asyncio.Queue()
    living = asyncio.create_task(app({"type": "lifespan", "state": {}}, to.get, said.put))
    to.put_nowait({"type": "lifespan.startup"})
    assert (await said.get())["type"] == "lifespan.startup.complete"
    yield app, sessions
    to.put_nowait({"type": "lifespan.shutdown"})
    await living


async def begin(page, game="tictactoe"):
    assert "ok" in await page.ask("new", game=game, max="human", min="human")


def test_a_page_for_which_there_is_no_room_on_a_board_is_not_counted():
    async def look():
        async with served() as (app, sessions):
            pages = [Page(app, "one-board") for _ in range(MAX_CONNECTIONS_OF_SESSION)]
            await begin(pages[0])
            for _ in range(3):
                late = Page(app, "one-board")
                assert (await late.receive("error"))["error"] == "this game is open on too many pages"
                assert await late.receive() is None
                await late.task
            assert len(sessions.connections) == len(pages)
            other = Page(app, "other-board")
            await begin(other)
            mine, full = sessions.session_of("other-board"), sessions.session_of("one-board").game_id
            assert "too many" in (await other.ask("open", game_id=full))["error"]
            assert sessions.session_of("other-board") is mine
            assert len(mine.connections) == 1
            assert "ok" in await other.ask("play", move="4", ply=0)
            for page in [*pages, other]:
                await page.leave()
            assert not sessions.connections

    asyncio.run(look())


@pytest.mark.slow
def test_the_games_are_looked_at_once_however_many_ask(monkeypatch):
    looked, describe = [], Catalogue.describe
    monkeypatch.setattr(Catalogue, "describe", lambda self: (looked.append(self), describe(self))[1])

    async def look():
        async with served() as (app, _):
            pages = [Page(app, f"session-{number}") for number in range(8)]
            told = await asyncio.gather(*(page.ask("games") for page in pages))
            assert all(each["games"] == told[0]["games"] for each in told)
            for page in pages:
                await page.leave()
        assert len(looked) == 1

    asyncio.run(look())


def test_who_goes_before_it_is_refused_leaves_nothing_behind(monkeypatch):
    strange = []

    async def look():
        asyncio.get_running_loop().set_exception_handler(lambda _, context: strange.append(context["message"]))
        async with served() as (app, sessions):
            page = Page(app, "one-board")
            await begin(page)
            async with sessions.session_of("one-board").lock:
                page.send("play", move="nowhere", ply=0)
                await asyncio.sleep(0.01)
                await page.leave()
            await asyncio.sleep(0.05)
            gc.collect()

    asyncio.run(look())
    gc.collect()
    assert strange == []


def test_where_all_sessions_are_taken_the_one_that_was_left_first_is_forgotten(monkeypatch):
    monkeypatch.setattr(limits, "MAX_SESSIONS", 3)

    async def look():
        async with served() as (app, sessions):
            pages = [Page(app, f"session-{number}") for number in range(3)]
            for page in pages:
                await begin(page)
            late = Page(app, "session-late")
            assert (await late.receive("error"))["error"] == "3 pages are already open"
            kept = sessions.session_of("session-0")
            await pages[1].leave()
            await pages[0].leave()
            new = Page(app, "session-new")
            await begin(new)
            assert sessions.session_of("session-0") is kept
            assert sessions.playing(kept.game_id) is kept
            for page in (pages[2], new):
                await page.leave()

    asyncio.run(look())


@pytest.mark.slow_with("players-given2")
@pytest.mark.parametrize(
    ("do", "given"),
    [("play", {"move": "4", "ply": 0}), ("resign", {}), ("players", {"min": "random"})],
)
def test_what_a_page_has_begun_is_done_and_told_although_it_has_gone(monkeypatch, do, given):
    async def look():
        async with served() as (app, sessions):
            one, other = Page(app, "one-board"), Page(app, "one-board")
            await begin(one)
            await other.receive("event")
            session, saved = sessions.session_of("one-board"), asyncio.Event()

            async def slowly(what, *words):
                saved.set()
                await asyncio.sleep(0.05)
                return await in_thread(what, *words)

            monkeypatch.setattr("plywise.live.session.in_thread", slowly)
            one.send(do, **given)
            await asyncio.wait_for(saved.wait(), PATIENCE)
            await one.leave()
            board = await other.receive("event")
            assert board["over"] or board["plies"] or board["players"]["MIN"] == "random"
            assert sessions.kept.games[session.game_id] == session.game.words
            await other.leave()

    asyncio.run(look())
