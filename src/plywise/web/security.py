"""Who may speak to the server: pages that it served itself, under its own name.

A page of another site can send requests here through the browser of somebody who reads it. It is recognised by its
Origin; and where it has let its own name point to this machine (DNS rebinding), by the Host that the browser asked for.
Bound elsewhere than to the loopback, the server wants a token, too, which is in the address that it prints.
"""

import hmac
import ipaddress
import secrets
import socket
from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass, field
from http.cookies import CookieError, SimpleCookie
from urllib.parse import parse_qs

from starlette.datastructures import Headers
from starlette.responses import PlainTextResponse, RedirectResponse
from starlette.types import ASGIApp, Message, Receive, Scope, Send

COOKIE = "plywise_token"
"""The beginning of the cookie's name; the port is its end, as cookies do not tell ports apart."""
TOKEN_BYTES = 16

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")

ANYWHERE = ("", "0.0.0.0", "::")
"""Hosts that stand for all addresses of this machine."""

FAR_AWAY = ("192.0.2.1", 9)
"""A place on another network, reserved for documentation: RFC 5737."""

ENTRANCE = "plywise.entrance"
"""Where a request's scope has the entrance."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""What the page may load: nothing but what this server has."""

HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Sent with every answer, unless it has its own."""

REFUSED = 4403
"""The code with which a WebSocket is closed that may not be opened; the browser sees HTTP's 403."""


@dataclass(frozen=True)
class Entrance:
    """Under what names the server is reached, and by whom.

    host: the name or number that it is bound to
    port: the number of its port
    token: what a visitor must know; "" if nothing
    """

    host: str
    port: int
    token: str = ""
    names: frozenset[str] = field(default=frozenset())

    @classmethod
    def at(cls, host: str, port: int, names: Iterable[str] = ()) -> "Entrance":
        """Return the entrance of a server that is bound to a host: with a new token, unless that is the loopback.

        names: of this machine.
        """
        token = "" if is_loopback(host) else secrets.token_urlsafe(TOKEN_BYTES)
        return cls(host, port, token, frozenset(name.lower() for name in (*LOCAL_NAMES, host, *names)))

    @property
    def address(self) -> str:
        """What a browser on this machine is to open."""
        return self._address("localhost" if self.host in ANYWHERE else self.host)

    def address_for_others(self) -> str:
        """Return what a browser on another machine is to open; "" where none can come."""
        if not self.token:
            return ""
        return self._address(number_of_machine() if self.host in ANYWHERE else self.host)

    def _address(self, host: str) -> str:
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def why_not(self, headers: Headers) -> str:
        """Return why a request is refused, in a line; "" if it is not."""
        host = headers.get("host", "")
        if not self._is_own(host):
            return f"the Host {host[:80]!r} does not name this server"
        origin = headers.get("origin")
        if origin is not None and origin.lower() != f"http://{host.lower()}":
            return f"requests from {origin[:80]!r} are not allowed"
        if headers.get("sec-fetch-site", "none") == "cross-site" and headers.get("sec-fetch-mode") != "navigate":
            return "requests from other sites are not allowed"
        return ""

    def _is_own(self, host: str) -> bool:
        """Return whether a Host is one of this server's names, with its port.

        Numbers are always its own where it is bound elsewhere than to the loopback: nobody can let them point here.
        """
        name, port = split_host(host)
        if port != self.port:
            return False
        return name in self.names or (bool(self.token) and _is_number(name))

    @property
    def cookie(self) -> str:
        """The name of the cookie by which a browser remembers the token."""
        return f"{COOKIE}_{self.port}"

    def knows(self, token: str) -> bool:
        """Return whether a visitor knows the token."""
        return not self.token or hmac.compare_digest(token.encode(), self.token.encode())


def split_host(host: str) -> tuple[str, int | None]:
    """Return the name and the port of a Host, 80 where none is given; None for what is not a port.

    >>> split_host("localhost:80"), split_host("[::1]:8000"), split_host("here"), split_host("a:b")
    (('localhost', 80), ('::1', 8000), ('here', 80), ('a', None))
    """
    if host.startswith("["):
        name, _, rest = host[1:].partition("]")
        rest = rest.removeprefix(":")
    else:
        name, _, rest = host.partition(":")
    if not rest:
        return name.lower().rstrip("."), 80
    return name.lower().rstrip("."), int(rest) if rest.isascii() and rest.isdigit() and len(rest) < 6 else None


def is_loopback(host: str) -> bool:
    """Return whether a name or number is that of this machine alone."""
    if host.lower() == "localhost":
        return True
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return False


def _is_number(name: str) -> bool:
    try:
        ipaddress.ip_address(name)
    except ValueError:
        return False
    return True


def number_of_machine() -> str:
    """Return the number under which other machines find this one, or else its name. Nothing is sent for that."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(FAR_AWAY)
            found = str(line.getsockname()[0])
        except OSError:  # no network
            found = "0.0.0.0"
    return socket.gethostname() if found == "0.0.0.0" or is_loopback(found) else found


class Guard:
    """Lets in who may come, and tells browsers what the page may do. An ASGI application around another one.

    It passes the entrance on, in the scope.
    """

    def __init__(self, app: ASGIApp, entrance: Callable[[], Entrance]) -> None:
        self.app, self._entrance = app, entrance

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        entrance, headers = self._entrance(), Headers(scope=scope)
        reason = entrance.why_not(headers)
        if not reason and not entrance.knows(_token_in(headers, entrance.cookie)):
            asked = parse_qs(scope.get("query_string", b"").decode("latin-1")).get("token", [""])[0]
            if scope["type"] == "http" and scope["path"] == "/" and asked and entrance.knows(asked):
                await _let_in(entrance)(scope, receive, _with_headers(send))
                return
            reason = "open the address that plywise serve has printed: it has the token in it"
        if not reason:
            await self.app({**scope, ENTRANCE: entrance}, receive, _with_headers(send))
        elif scope["type"] == "http":
            await PlainTextResponse(f"{reason}\n", 403)(scope, receive, _with_headers(send))
        else:
            await receive()
            await send({"type": "websocket.close", "code": REFUSED, "reason": reason[:100]})


def _let_in(entrance: Entrance) -> RedirectResponse:
    """Return the answer to one who knows the token: from now on the browser knows it, and the address does not.

    The cookie is also sent with a link that another site leads here by ("lax"): with "strict" who follows one, in a
    mail that is read in the browser, would set the cookie and not be let in.
    """
    answer = RedirectResponse("/", 303)
    answer.set_cookie(entrance.cookie, entrance.token, httponly=True, samesite="lax", path="/")
    return answer


def _token_in(headers: Headers, cookie: str) -> str:
    """Return the token that a browser has kept; "" if none."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[cookie].value if cookie in cookies else ""


def _with_headers(send: Send, headers: Mapping[str, str] = HEADERS) -> Send:
    """Return what sends an answer with our headers, where it has none of its own."""

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message.get("headers", [])}
            added = [(name.encode(), text.encode()) for name, text in headers.items() if name.encode() not in there]
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return send_on
