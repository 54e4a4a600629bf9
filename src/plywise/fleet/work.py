"""The work of any worker: prepare the task, and turn a key into an answer or a reason."""

import json
import os
import pickle
import sys
import sysconfig
import time
import traceback
import warnings
from typing import Any, NamedTuple

from plywise.errors import InputError
from plywise.fleet.runner import Luggage
from plywise.fleet.sources import install
from plywise.fleet.task import Work
from plywise.version import VERSION

OURS = (
    os.path.dirname(os.path.dirname(os.path.abspath(__file__))) + os.sep,
    *(os.path.abspath(sysconfig.get_path(name)) + os.sep for name in ("stdlib", "purelib", "platlib")),
    "<",  # what has no file
)
"""Files that are not the user's."""

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class Attempt(NamedTuple):
    """The result of a job: its answer as JSON, or None and the reason; and the seconds it took."""

    text: str | None
    reason: str
    seconds: float


def unpack(luggage: Luggage, at_home: bool = False) -> Work:
    """Return the function that runs a task's jobs. at_home: in the process that packed it, with all modules."""
    if luggage.version != VERSION:
        raise InputError(f"a worker has Plywise {VERSION}, and the task comes from {luggage.version}")
    if not at_home:
        there = [place for place in luggage.path if os.path.exists(place)]  # on another machine, not all may be
        sys.path[:] = [*there, *(place for place in sys.path if place not in there)]
        install(luggage.sources)
        warnings.showwarning = _say_warning  # type: ignore[assignment]
    work: Work = pickle.loads(luggage.task).prepare()
    return work


def _say_warning(message: Warning | str, *where: Any) -> None:
    """Print a warning as one line, without its place in Plywise."""
    print(message, file=sys.stderr)


def attempt(work: Work, key: str) -> Attempt:
    """Run the job of a key; an exception is the reason for its failure."""
    began = time.perf_counter()
    try:
        text, reason = encode(work(key)), ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a job may raise anything, SystemExit too; the others go on
        text, reason = None, reason_of(error)
    return Attempt(text, reason, time.perf_counter() - began)


def reason_of(error: BaseException) -> str:
    """Return an exception's message in one line, with the place in the user's files where it was raised."""
    try:
        message = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - a user's exception may not even have a text
        message = ""
    if isinstance(error, InputError):
        return message or "bad input"
    place = _place(error)
    return f"{place}{type(error).__name__}{': ' if message else ''}{message}"


def _place(error: BaseException) -> str:
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith(OURS):
            return f"{frame.filename}:{frame.lineno}: "
    return ""
