"""What every worker does, wherever it is: it prepares, and turns a key into an answer or a reason."""

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
"""Where nothing is the user's own."""

encode = json.JSONEncoder(ensure_ascii=False, allow_nan=False).encode


class Attempt(NamedTuple):
    """What came of a job: its answer as JSON, or None and why; how many seconds it took."""

    text: str | None
    reason: str
    seconds: float


def unpack(luggage: Luggage, at_home: bool = False) -> Work:
    """Return what does a task's jobs. at_home: in the process that packed it, which has all modules already."""
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
    """Print a warning as one line: where in Plywise it was given is nothing to those who read it."""
    print(message, file=sys.stderr)


def attempt(work: Work, key: str) -> Attempt:
    """Do the job of a key. Whatever it raises is the reason why it failed."""
    began = time.perf_counter()
    try:
        text, reason = encode(work(key)), ""
    except KeyboardInterrupt:
        raise
    except BaseException as error:  # noqa: BLE001 - a job may raise anything, SystemExit too; the others go on
        text, reason = None, reason_of(error)
    return Attempt(text, reason, time.perf_counter() - began)


def reason_of(error: BaseException) -> str:
    """Return in one line what an exception says, and where in the user's own files it was raised."""
    try:
        said = " ".join(str(error).split())
    except Exception:  # noqa: BLE001 - a user's exception may not even have a text
        said = ""
    if isinstance(error, InputError):
        return said or "bad input"
    place = _place(error)
    return f"{place}{type(error).__name__}{': ' if said else ''}{said}"


def _place(error: BaseException) -> str:
    for frame in reversed(traceback.extract_tb(error.__traceback__)):
        if not frame.filename.startswith(OURS):
            return f"{frame.filename}:{frame.lineno}: "
    return ""
