"""Only pages that the server has served itself speak to it, under its own name."""

import pytest
from starlette.datastructures import Headers
from websockets.exceptions import InvalidStatus

from plywise.web.security import HEADERS, Entrance, is_loopback, split_host
from tests.helpers.page_server import Page, PageServer

LOCAL, WIDE = Entrance.at("127.0.0.1", 8000), Entrance.at("0.0.0.0", 8000, ["box", "box.local"])


@pytest.fixture(scope="module")
def server():
    with PageServer() as server:
        yield server
    assert "Traceback" not in server.errors


@pytest.mark.parametrize(
    "host", ["localhost:8000", "127.0.0.1:8000", "[::1]:8000", "LOCALHOST:8000", "localhost.:8000"]
)
def test_its_own_names(host):
    assert LOCAL.why_not(Headers({"host": host})) == ""


@pytest.mark.parametrize(
    "host",
    [
        "evil.example:8000", "evil.example", "localhost", "localhost:8001", "localhost:", "127.0.0.1.evil.example:8000",
        "192.168.0.7:8000", "", ":8000", "[::1]", "[::1]:9", "localhost:08000x", "localhost:8000:8000", "127.1:8000",
    ],
)  # fmt: skip
def test_a_name_that_points_here_is_not_its_own(host):
    assert LOCAL.why_not(Headers({"host": host}))


@pytest.mark.parametrize(
    "origin",
    ["https://localhost:8000", "http://localhost", "http://evil.example", "null", "", "http://localhost:8001",
     "http://127.0.0.1:8000", "file://", "http://localhost:8000.evil.example"],
)  # fmt: skip
def test_pages_from_elsewhere(origin):
    assert LOCAL.why_not(Headers({"host": "localhost:8000", "origin": origin}))


def test_its_own_page_and_programs_without_an_origin_may_come():
    assert LOCAL.why_not(Headers({"host": "localhost:8000", "origin": "http://localhost:8000"})) == ""
    assert LOCAL.why_not(Headers({"host": "localhost:8000"})) == ""
    assert LOCAL.why_not(Headers({"host": "localhost:8000", "sec-fetch-site": "cross-site"}))


def test_bound_elsewhere_it_has_a_token_and_its_numbers_are_its_names():
    assert not LOCAL.token
    assert LOCAL.knows("")
    assert len(WIDE.token) >= 20
    assert WIDE.address.endswith(f"/?token={WIDE.token}")
    assert WIDE.knows(WIDE.token)
    assert not WIDE.knows("")
    assert not WIDE.knows("ä" + WIDE.token)
    for host in ("192.168.0.7:8000", "box:8000", "Box.local:8000", "[fe80::1]:8000"):
        assert WIDE.why_not(Headers({"host": host})) == "", host
    assert WIDE.why_not(Headers({"host": "evil.example:8000"}))


def test_what_a_loopback_is():
    assert is_loopback("localhost")
    assert is_loopback("127.9.9.9")
    assert is_loopback("::1")
    assert not is_loopback("0.0.0.0")
    assert not is_loopback("box")
    assert split_host("") == ("", 80)


# --- a real server ----------------------------------------------------------------------------------------------------


def test_every_answer_has_a_strict_policy(server):
    for path in ("/", "/static/nothing.js", "/nowhere", "/tree/nothing"):
        _, headers, _ = server.get(path)
        assert {name: headers[name] for name in HEADERS} == HEADERS, path
        assert "unsafe" not in headers["content-security-policy"]
        assert "server" not in headers


def test_dns_rebinding_over_http(server):
    port = server.netloc.partition(":")[2]
    status, headers, said = server.get("/", Host=f"evil.example:{port}")
    assert status == 403
    assert said == f"the Host 'evil.example:{port}' does not name this server\n"
    assert headers["content-security-policy"]


@pytest.mark.parametrize("origin", ["http://evil.example", "null", "https://127.0.0.1"])
def test_a_cross_site_websocket_is_not_opened(server, origin):
    with pytest.raises(InvalidStatus) as refused:
        server.page(origin=origin)
    assert refused.value.response.status_code == 403
    assert server.get("/", Origin=origin)[0] == 403


def test_dns_rebinding_over_a_websocket(server):
    import socket

    host, _, port = server.netloc.partition(":")
    with socket.create_connection((host, int(port))) as line, pytest.raises(InvalidStatus) as refused:
        Page(f"ws://evil.example:{port}/ws?session=session-1", sock=line)
    assert refused.value.response.status_code == 403


def test_its_own_page_may_speak(server):
    with server.page(origin=f"http://{server.netloc}") as page:
        assert page.ask("games")["ok"]


def test_who_does_not_know_the_token_stays_outside():
    with PageServer("--host", "0.0.0.0") as server:
        port = server.netloc.rpartition(":")[2]
        server.netloc = f"127.0.0.1:{port}"
        token = server.address.partition("token=")[2]
        for path in ("/", "/static/app.js", "/tree/x", "/?token=wrong"):
            assert server.get(path)[0] == 403, path
        with pytest.raises(InvalidStatus):
            server.page()
        status, headers, _ = server.get(f"/?token={token}")
        cookie = headers["set-cookie"]
        assert status == 303
        assert headers["location"] == "/"
        assert "HttpOnly" in cookie
        assert "SameSite=lax" in cookie  # a link in a mail leads in, too; a cross-site WebSocket has its Origin
        assert cookie.startswith(f"plywise_token_{port}=")  # beside those of other servers of this machine
        known = {"Cookie": cookie.partition(";")[0]}
        assert server.get("/tree/x", **known)[0] == 404
        with server.page(additional_headers=known) as page:
            assert page.ask("list") == {"ok": True, "games": []}
        with pytest.raises(InvalidStatus):
            server.page(additional_headers=known, origin="http://evil.example")
