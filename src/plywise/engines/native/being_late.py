"""Calls of plain Python that are broken off when they take too long, whatever they do, and cost nothing until then."""

import threading
from collections.abc import Callable
from contextlib import suppress
from ctypes import c_ulong, py_object, pythonapi
from typing import Any


class Late(BaseException):
    """A call took too long. No Exception: rules may catch those."""


def within(seconds: float, ask: Callable[[], Any]) -> Any:
    """Return what a call returns, or raise what it raises. Raises Late, soon after so many seconds.

    Another thread raises it here, between two steps of the interpreter: again and again, in case it is caught.
    """
    this, over, lock = c_ulong(threading.get_ident()), threading.Event(), threading.Lock()

    def watch() -> None:
        while not over.wait(seconds):
            with lock:
                if not over.is_set():
                    pythonapi.PyThreadState_SetAsyncExc(this, py_object(Late))

    threading.Thread(target=watch, daemon=True, name="plywise-within").start()
    try:
        return ask()
    finally:
        while not over.is_set():
            with suppress(Late), lock:  # it may come even here
                over.set()
        with suppress(Late):
            for _ in range(100):  # or here. To call it off instead leaves CPython 3.11 in endless loops under a trace
                pass


__all__ = ["Late", "within"]
