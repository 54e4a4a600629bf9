"""Access control: accept only requests from pages that this server served under its own name.

A page of another site can send requests here through a visitor's browser. It is recognised by its Origin, and in case
of DNS rebinding by the Host of the request. Unless bound to the loopback, the server also requires a token, which is
in the address that it prints.
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
"""Prefix of the cookie's name; the port follows, because cookies do not distinguish ports."""
TOKEN_BYTES = 16

LOCAL_NAMES = ("localhost", "127.0.0.1", "::1")

ANYWHERE = ("", "0.0.0.0", "::")
"""Hosts that mean all addresses of this machine."""

FAR_AWAY = ("192.0.2.1", 9)
"""An address on another network, reserved for documentation: RFC 5737."""

ENTRANCE = "plywise.entrance"
"""The key of the entrance in a request's scope."""

PAGE_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; "
    "frame-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
)
"""Content security policy of the page: only resources of this server."""

HEADERS = {
    "content-security-policy": PAGE_POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "permissions-policy": "camera=(), microphone=(), geolocation=()",
}
"""Default headers of every answer."""

REFUSED = 4403
"""Close code of a refused WebSocket; the browser sees HTTP's 403."""


@dataclass(frozen=True)
class Entrance:
    """The names of the server and its access token.

    host: the name or IP address that it is bound to
    port: its port
    token: required from clients; "" if none
    """

    host: str
    port: int
    token: str = ""
    names: frozenset[str] = field(default=frozenset())

    @classmethod
    def at(cls, host: str, port: int, names: Iterable[str] = ()) -> "Entrance":
        """Return the entrance of a server bound to a host, with a new token unless that is the loopback.

        names: further names of this machine.
        """
        token = "" if is_loopback(host) else secrets.token_urlsafe(TOKEN_BYTES)
        return cls(host, port, token, frozenset(name.lower() for name in (*LOCAL_NAMES, host, *names)))

    @property
    def address(self) -> str:
        """The URL for a browser on this machine."""
        return self._address("localhost" if self.host in ANYWHERE else self.host)

    def address_for_others(self) -> str:
        """Return the URL for a browser on another machine; "" on the loopback."""
        if not self.token:
            return ""
        return self._address(address_of_machine() if self.host in ANYWHERE else self.host)

    def _address(self, host: str) -> str:
        shown = f"[{host}]" if ":" in host else host
        return f"http://{shown}:{self.port}/" + (f"?token={self.token}" if self.token else "")

    def why_not(self, headers: Headers) -> str:
        """Return the reason for refusing a request, in one line; "" if it is accepted."""
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

        IP addresses are always accepted unless bound to the loopback, because DNS rebinding cannot forge them.
        """
        name, port = split_host(host)
        if port != self.port:
            return False
        return name in self.names or (bool(self.token) and _is_number(name))

    @property
    def cookie(self) -> str:
        """The name of the cookie with the token."""
        return f"{COOKIE}_{self.port}"

    def knows(self, token: str) -> bool:
        """Return whether a token is valid."""
        return not self.token or hmac.compare_digest(token.encode(), self.token.encode())


def split_host(host: str) -> tuple[str, int | None]:
    """Return the name and the port of a Host, by default 80; None for an invalid port.

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
    """Return whether a name or IP address is the loopback."""
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


def address_of_machine() -> str:
    """Return this machine's IP address on the network, or its name. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as line:
        try:
            line.connect(FAR_AWAY)
            found = str(line.getsockname()[0])
        except OSError:  # no network
            found = "0.0.0.0"
    return socket.gethostname() if found == "0.0.0.0" or is_loopback(found) else found


class Guard:
    """ASGI middleware that checks access and adds security headers.

    It passes the entrance on in the scope.
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
            reason = "open the URL printed by plywise serve, which contains the access token"
        if not reason:
            await self.app({**scope, ENTRANCE: entrance}, receive, _with_headers(send))
        elif scope["type"] == "http":
            await PlainTextResponse(f"{reason}\n", 403)(scope, receive, _with_headers(send))
        else:
            await receive()
            await send({"type": "websocket.close", "code": REFUSED, "reason": reason[:100]})


def _let_in(entrance: Entrance) -> RedirectResponse:
    """Return the answer to a URL with a valid token: store it in a cookie and redirect to the URL without it.

    The cookie must be "lax", to be sent after a link from another site: with "strict" a link in webmail would set the
    cookie without giving access.
    """
    answer = RedirectResponse("/", 303)
    answer.set_cookie(entrance.cookie, entrance.token, httponly=True, samesite="lax", path="/")
    return answer


def _token_in(headers: Headers, cookie: str) -> str:
    """Return the token in a browser's cookie; "" if there is none."""
    cookies: SimpleCookie = SimpleCookie()
    try:
        cookies.load(headers.get("cookie", ""))
    except CookieError:
        return ""
    return cookies[cookie].value if cookie in cookies else ""


def _with_headers(send: Send, headers: Mapping[str, str] = HEADERS) -> Send:
    """Return a `send` that adds default headers to answers."""

    async def send_on(message: Message) -> None:
        if message["type"] == "http.response.start":
            there = {name.lower() for name, _ in message.get("headers", [])}
            added = [(name.encode(), text.encode()) for name, text in headers.items() if name.encode() not in there]
            message["headers"] = [*message.get("headers", []), *added]
        await send(message)

    return send_on
