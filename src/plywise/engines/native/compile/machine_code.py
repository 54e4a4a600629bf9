"""Object code as stored on disk: with the name of its function, and checked before it is loaded."""

import json
import os
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache

from plywise.engines.native.interrupts import catch_interrupts

QUIET = threading.RLock()
"""Held while this process compiles or loads; a fork waits for it."""

if hasattr(os, "register_at_fork"):  # in a forked child, no lock may stay locked by a thread that does not exist there
    os.register_at_fork(before=QUIET.acquire, after_in_parent=QUIET.release, after_in_child=QUIET.release)


class Unloadable(Exception):
    """The stored object code cannot be loaded here."""


@cache
def made_for() -> str:
    """Return what object code depends on besides its source: see machine_description."""
    from plywise.compiler.lowering.object_code import machine_description

    return machine_description()


def packed(symbol: str, code: bytes) -> bytes:
    """Return object code in its stored form."""
    return json.dumps({"symbol": symbol, "size": len(code)}).encode() + b"\n" + code


def load(body: bytes) -> int:
    """Load stored object code; return the address of its function. Raises Unloadable."""
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
    """In this context this thread loads compiled code, which takes moments; Ctrl-C is deferred until it is done."""
    pressed: list[bool] = []
    with QUIET, catch_interrupts(lambda: pressed.append(True)):
        yield
    if pressed:
        raise KeyboardInterrupt


__all__ = ["QUIET", "Unloadable", "load", "loading", "made_for", "packed"]
