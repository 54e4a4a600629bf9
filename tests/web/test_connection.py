"""What waits for a page, and what happens where it does not take it."""

import asyncio
import json

import pytest
from starlette.websockets import WebSocketState

from plywise.web.connection import TOO_SLOW, Connection
from plywise.web.limits import MAX_UNSENT, MAX_UNSENT_CHARACTERS


class Socket:
    """A page's socket that takes messages only while it may."""

    def __init__(self):
        self.taken, self.closed = [], None
        self.may = asyncio.Event()
        self.application_state = WebSocketState.CONNECTED

    async def send_text(self, text):
        await self.may.wait()
        self.taken.append(json.loads(text))

    async def close(self, code):
        self.closed = code


def test_messages_come_in_their_order():
    async def look():
        socket = Socket()
        connection = Connection(socket)
        socket.may.set()
        for number in range(MAX_UNSENT // 2):
            connection.send({"id": number})
        for _ in range(3 * MAX_UNSENT):
            await asyncio.sleep(0)
        assert [each["id"] for each in socket.taken] == list(range(MAX_UNSENT // 2))
        for number in range(5):  # what was taken no longer counts
            connection.send({"text": "x" * (MAX_UNSENT_CHARACTERS // 3), "id": number})
            await asyncio.sleep(0.001)
        assert socket.taken[-1]["id"] == 4
        assert socket.closed is None
        connection.forget()

    asyncio.run(look())


@pytest.mark.parametrize(("length", "most"), [(1, MAX_UNSENT + 2), (MAX_UNSENT_CHARACTERS // 10, 12)])
def test_a_page_that_takes_nothing_is_disconnected_before_much_waits_for_it(length, most):
    async def look():
        socket = Socket()
        connection = Connection(socket)
        for number in range(2 * MAX_UNSENT):
            connection.send({"id": number, "text": "x" * length})
            await asyncio.sleep(0)
            if socket.closed is not None:
                break
        assert socket.closed == TOO_SLOW
        assert most // 2 < number <= most

    asyncio.run(look())


def test_a_page_that_is_behind_is_told_no_more_than_it_needs():
    async def look():
        socket = Socket()
        connection = Connection(socket)
        for number in range(MAX_UNSENT // 2 + 2):
            connection.send({"id": number})
        connection.send({"event": "thinking"})
        connection.send({"event": "board"})
        socket.may.set()
        for _ in range(3 * MAX_UNSENT):
            await asyncio.sleep(0)
        assert socket.taken[-1] == {"event": "board"}
        assert {"event": "thinking"} not in socket.taken
        connection.forget()

    asyncio.run(look())


def test_halves_of_characters_in_a_users_words_are_escaped():
    async def look():
        socket = Socket()
        socket.may.set()
        connection = Connection(socket)
        connection.send({"event": "board", "legal": ["\ud800", "ﷺ", "é"]})
        await asyncio.sleep(0.01)
        assert socket.taken == [{"event": "board", "legal": ["\ud800", "ﷺ", "é"]}]
        connection.forget()

    asyncio.run(look())
