"""Object code as it is kept on disk: with the name of its function, and checked before it is loaded."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from plywise.engines.native.interrupts import catch_interrupts

QUIET = threading.RLock()
"""Held while this process compiles or loads; whoever forks waits for it."""

if hasattr(os, "register_at_fork"):  # in the child of a fork, no lock may stay locked by a thread that is not there
    os.register_at_fork(before=QUIET.acquire, after_in_parent=QUIET.release, after_in_child=QUIET.release)


class Unloadable(Exception):
    """What is kept is no object code that can be loaded here."""


@cache
def made_for() -> str:
    """Return what object code here depends on besides its source: see machine_description."""
    from plywise.compiler.lowering.object_code import machine_description

    return machine_description()


def packed(symbol: str, code: bytes) -> bytes:
    """Return object code as it is kept."""
    return json.dumps({"symbol": symbol, "size": len(code)}).encode() + b"\n" + code


def load(body: bytes) -> int:
    """Load what is kept; return the address of its function. Raises Unloadable."""
    head, _, code = body.partition(b"\n")
    try:
        said = json.loads(head)
        symbol, size = said["symbol"], said["size"]
    except (ValueError, KeyError, TypeError, RecursionError):
        raise Unloadable("no object code") from None
    if size != len(code):
        raise Unloadable("no object code")
    from plywise.compiler.lowering.object_code import BadObject, load_object

    try:
        return load_object(code, symbol)
    except BadObject as error:
        raise Unloadable(str(error)) from None


@contextmanager
def loading() -> Iterator[None]:
    """In this context this thread loads what was compiled, which takes moments; Ctrl-C waits for its end."""
    pressed: list[bool] = []
    with QUIET, catch_interrupts(lambda: pressed.append(True)):
        yield
    if pressed:
        raise KeyboardInterrupt


__all__ = ["QUIET", "Unloadable", "load", "loading", "made_for", "packed"]
