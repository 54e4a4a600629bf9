"""Hostile pages: whatever they send, each message has one answer in one line, and another page is not disturbed."""

import json
import random
from urllib.parse import quote

import pytest
from websockets.exceptions import ConnectionClosed

from plywise.web.limits import MAX_FRAME_BYTES
from plywise.web.messages import FIELDS
from tests.helpers.page_server import PATIENCE, PageServer

VALUES = (
    None, True, False, 0, 1, 3, -1, 2**53, 2**63, 1e308, -0.5, "", "4", "0", "1-1", "nim", "tictactoe",
    "connect4:width=99",
    "chess:moves=1,moves=2", "go:size=2", "human", "random", "uci:sh", "engine:level=99", "engine:time=1e9", "json",
    "pgn",
    "MAX", "MIN", "a" * 300, "\u202e", "\0", "\n", "<script>", "../../etc/passwd", "X........", "{}", "[]", "(;GM[1])",
    [], {}, [[]], {"a": {}}, ["4"], "ﷺ" * 50, "0+0", "nan", "1e9+1e9", "-1+0", "8" * 4000,
)  # fmt: skip

RAW = (
    "", " ", "{", "}", "[]", "null", "1", '""', "{}", '{"id":1}', '{"do":"new"}', '{"id":1,"do":"new"', "\0",
    "\x7f" * 99,
    "[" * 5000, '{"id":' * 2000, '{"id":1e400,"do":"list"}', '{"id":1,"id":2,"do":"stop"}', "🂡" * 100, "NaN",
)  # fmt: skip


def mutate(source):
    """Return a message: mostly a request with fields that are wrong, sometimes nothing that could be one."""
    if source.random() < 0.15:
        return source.choice(RAW)
    do = source.choice([*FIELDS, "nothing", 7])
    told = {"id": source.choice((source.randrange(10**6), source.randrange(10**6), -1, "1", None)), "do": do}
    for name in FIELDS.get(do, ()):
        if source.random() < 0.8:
            told[name] = source.choice(VALUES)
    if source.random() < 0.1:
        told[source.choice(("x", "__class__", "game"))] = source.choice(VALUES)
    text = json.dumps(told)
    if source.random() < 0.1:
        place = source.randrange(len(text))
        text = text[:place] + source.choice('{}[]",:\\x') + text[place + 1 :]
    return text


def answers(page, number):
    """Read so many answers; return those that are errors."""
    found = []
    while number:
        message = page.receive(PATIENCE)
        if "event" in message:
            assert message["event"] in {"board", "thinking", "idle", "analysis", "values", "failure", "class"}
            continue
        number -= 1
        assert ("ok" in message) != ("error" in message), message
        if "error" in message:
            found.append(message["error"])
            assert "\n" not in message["error"]
            assert "Plywise's own" not in message["error"], message
    return found


@pytest.mark.fast_with("500")
@pytest.mark.parametrize("number", [500, 100_000])
def test_hostile_messages(number):
    source, burst = random.Random(number), 20
    with PageServer("--workers", 1) as server, server.page("undisturbed") as calm:
        board = calm.begin("tictactoe", max="human", min="human")
        refused = 0
        with server.page("hostile-1") as hostile:
            for sent in range(0, number, burst):
                for _ in range(burst):
                    hostile.socket.send(mutate(source))
                refused += len(answers(hostile, burst))
                if sent % (number // 4) == 0:
                    assert calm.ask("show", ply=0)["ok"]
        assert refused > number / 2
        for ply, word in enumerate("402"):
            assert calm.ask("play", move=word, ply=ply)["ok"]
        assert calm.board["game_id"] == board["game_id"]
    assert server.errors == "serving the page until Ctrl-C\n"


def test_what_is_far_too_long_ends_that_connection_alone():
    with PageServer("--workers", 1) as server, server.page("undisturbed") as calm:
        with server.page("too-long-1") as page:
            page.socket.send("x" * (MAX_FRAME_BYTES - 1))
            assert page.receive()["error"].startswith("a message has at most")
            with pytest.raises(ConnectionClosed) as closed:  # noqa: PT012
                page.socket.send("x" * (MAX_FRAME_BYTES + 1))
                page.receive()
            assert closed.value.rcvd.code == 1009
        with server.page("bytes-only") as page:
            page.socket.send(b"\xff\x00")
            assert page.receive() == {"id": None, "error": "a message is a text, not bytes"}
        assert calm.ask("list")["ok"]


def test_session_ids():
    with PageServer("--workers", 1) as server:
        for session in ("", "short", "x" * 65, "a/../../b-c-d", "ä" * 9):
            with server.page(quote(session)) as page:
                assert page.receive()["error"].startswith("a session's id is")
                with pytest.raises(ConnectionClosed):
                    page.receive()
