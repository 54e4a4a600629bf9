"""Each message of a page gets one answer, whatever it is."""

import os
import sys
from contextlib import suppress

from plywise.errors import InputError
from plywise.games.user_files import place_of
from plywise.live.rule_faults import find_fault
from plywise.live.threads import in_thread
from plywise.web.messages import Refused, error_of, read_request
from plywise.web.requests import REQUESTS
from plywise.web.visit import Visit


async def answer(visit: Visit, text: str | bytes) -> None:
    """Do what a message asks for, and send the answer; a page never sees why Python could not do it."""
    try:
        request = read_request(text)
    except Refused as refused:
        visit.connection.send(error_of(refused.id, refused.reason))
        return
    try:
        told = await REQUESTS[request.do](visit, request.given)
        visit.connection.send({"id": request.id, "ok": True, **told})
    except InputError as error:
        visit.connection.send(error_of(request.id, error))
    except Exception as error:  # noqa: BLE001 - a user's rules may raise anything; the other pages go on
        visit.connection.send(error_of(request.id, await _fault_of(visit) or _say_unexpected(request.do, error)))


async def _fault_of(visit: Visit) -> str:
    """Return which rule of the game under way is at fault where something has failed; "" where none is found."""
    ongoing = visit.session.ongoing
    with suppress(Exception):
        return "" if ongoing is None else await in_thread(find_fault, ongoing.game, ongoing.states)
    return ""


def _say_unexpected(do: str, error: Exception) -> str:
    """Return in a line what nobody expected, and say it on stderr."""
    if os.environ.get("PLYWISE_DEBUG"):
        raise error
    where = place_of(error)
    what = f"{type(error).__name__}: {' '.join(str(error).split())}"
    line = f"{where}: {what}" if where else f"{do}: an error of Plywise's own, please report it: {what}"
    with suppress(OSError):  # nobody reads it any more
        print(line, file=sys.stderr, flush=True)
    return line
