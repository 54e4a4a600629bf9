"""Answer each message of a page exactly once."""

import os
import sys
from contextlib import suppress

from plywise.errors import InputError
from plywise.games.user_files import place_of
from plywise.live.rule_faults import find_fault
from plywise.live.threads import in_thread
from plywise.web.client_connection import ClientConnection
from plywise.web.messages import Refused, error_of, read_request
from plywise.web.requests import REQUESTS


async def answer(client: ClientConnection, text: str | bytes) -> None:
    """Execute a request and send the answer; tracebacks are never sent."""
    try:
        request = read_request(text)
    except Refused as refused:
        client.connection.send(error_of(refused.id, refused.reason))
        return
    try:
        result = await REQUESTS[request.do](client, request.given)
        client.connection.send({"id": request.id, "ok": True, **result})
    except InputError as error:
        client.connection.send(error_of(request.id, error))
    except Exception as error:  # noqa: BLE001 - a user's rules may raise anything; the server goes on
        client.connection.send(error_of(request.id, await _fault_of(client) or _say_unexpected(request.do, error)))


async def _fault_of(client: ClientConnection) -> str:
    """Return the fault of the game's rules behind a failure; "" if none is found."""
    ongoing = client.session.ongoing
    with suppress(Exception):
        return "" if ongoing is None else await in_thread(find_fault, ongoing.game, ongoing.states)
    return ""


def _say_unexpected(do: str, error: Exception) -> str:
    """Describe an unexpected exception in one line, and print it on stderr."""
    if os.environ.get("PLYWISE_DEBUG"):
        raise error
    where = place_of(error)
    what = f"{type(error).__name__}: {' '.join(str(error).split())}"
    line = f"{where}: {what}" if where else f"{do}: internal error of Plywise, please report it: {what}"
    with suppress(OSError):  # stderr may be closed
        print(line, file=sys.stderr, flush=True)
    return line
