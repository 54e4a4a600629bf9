"""The server's routes: the page, its static files, its WebSocket, the lessons and the trees."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path

from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import FileResponse, HTMLResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route, WebSocketRoute
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp
from starlette.websockets import WebSocket, WebSocketDisconnect

from plywise.errors import InputError
from plywise.web import answering, limits
from plywise.web.client_connection import ClientConnection
from plywise.web.connection import Connection
from plywise.web.course import STEPS, course_page
from plywise.web.messages import error_of, write
from plywise.web.security import Entrance, Guard
from plywise.web.sessions import Sessions
from plywise.web.trees import policy_of

TOO_MANY = 1013
"""The close code for too many connections: "try again later"."""

MAX_UNANSWERED = 16
"""Concurrent requests of one page; further ones wait."""


def make_app(sessions: Callable[[], Sessions], entrance: Callable[[], Entrance]) -> ASGIApp:
    """Make the ASGI application. sessions: called once the event loop runs. entrance: access control."""

    @asynccontextmanager
    async def live(app: Starlette) -> AsyncIterator[None]:
        app.state.sessions = sessions()
        app.state.sessions.start()
        yield
        await app.state.sessions.close()

    static = static_folder()
    routes = [
        Route("/", _send_page),
        Route("/tree/{name}", _send_tree),
        Route("/course/{name}", _send_course),
        WebSocketRoute("/ws", _speak),
        Mount("/static", StaticFiles(directory=static, check_dir=False)),
    ]
    return Guard(Starlette(routes=routes, lifespan=live), entrance)


def static_folder() -> Path:
    """Return the folder of the page's static files."""
    return Path(str(files("plywise.web") / "static"))


async def _send_page(request: Request) -> Response:
    page = static_folder() / "index.html"
    if not page.is_file():
        return PlainTextResponse("the page is not built: run make page\n", 500)
    return FileResponse(page, headers={"cache-control": "no-cache"})


async def _send_tree(request: Request) -> Response:
    page = request.app.state.sessions.trees.find(request.path_params["name"])
    if page is None:
        return PlainTextResponse("this tree has expired: request it again\n", 404)
    return HTMLResponse(page, headers={"content-security-policy": policy_of(page), "cache-control": "no-store"})


async def _send_course(request: Request) -> Response:
    name = request.path_params["name"]
    page = course_page(name)
    if page is None:
        return PlainTextResponse("no such lesson\n", 404)
    headers = {"content-security-policy": policy_of(page)} if name.endswith(STEPS) else {}
    return HTMLResponse(page, headers=headers | {"cache-control": "no-cache"})


async def _speak(socket: WebSocket) -> None:
    """Answer a page while it is connected."""
    sessions: Sessions = socket.app.state.sessions
    await socket.accept()
    if len(sessions.connections) >= limits.MAX_CONNECTIONS:
        await _refuse(socket, f"{limits.MAX_CONNECTIONS:,} pages are connected already")
        return
    connection = Connection(socket)
    try:
        client = ClientConnection(sessions, connection, socket.query_params.get("session", ""))
    except InputError as error:
        connection.forget()
        await _refuse(socket, str(error))
        return
    try:
        await client.enter()
        await _answer_all(socket, client)
    except InputError as error:
        await _refuse(socket, str(error))
    finally:
        client.leave()


async def _refuse(socket: WebSocket, reason: str) -> None:
    await socket.send_text(write(error_of(None, reason)))
    await socket.close(TOO_MANY, reason[:100])


async def _answer_all(socket: WebSocket, client: ClientConnection) -> None:
    """Answer a page's requests: quick ones in order, while slow ones wait for a worker."""
    room, tasks = asyncio.Semaphore(MAX_UNANSWERED), set[asyncio.Task[None]]()

    async def answer(text: str | bytes) -> None:
        try:
            await answering.answer(client, text)
        finally:
            room.release()

    try:
        while True:
            message = await socket.receive()
            if message["type"] == "websocket.disconnect":
                return
            await room.acquire()
            text = message.get("text")
            task = asyncio.create_task(answer(message["bytes"] if text is None else text))
            tasks.add(task)
            task.add_done_callback(tasks.discard)
    except WebSocketDisconnect:
        return
    finally:
        for task in tasks:
            task.cancel()
