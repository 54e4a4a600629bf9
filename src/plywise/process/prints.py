"""What a user's rules print: it goes to stderr, so that stdout holds results only, and only its first lines are kept.

A search calls the rules a thousand times a second, and the games that people have often print in them.
"""

import builtins
import io
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

MAX_LINES = 20
"""The lines that a process passes on."""


class Prints:
    """Stands in for the built-in `print` while a stdout is in use."""

    def __init__(self) -> None:
        self.genuine, self.stdout, self.left = builtins.print, sys.stdout, MAX_LINES

    def take(self, *values: Any, **options: Any) -> None:
        """Print, as `print` does, but on stderr where it would be on stdout."""
        file = options.get("file")
        if file is not self.stdout and (file is not None or sys.stdout not in (self.stdout, sys.stderr)):
            self.genuine(*values, **options)
            return
        if self.left <= 0:
            return
        text = io.StringIO()
        self.genuine(*values, **(options | {"file": text, "flush": False}))
        self.left -= max(1, text.getvalue().count("\n"))
        with suppress(OSError, ValueError, AttributeError):  # stderr is closed, or its reader has gone
            sys.stderr.write(text.getvalue())
            if self.left <= 0:
                sys.stderr.write(f"the rules print more than {MAX_LINES} lines; no more of them are shown\n")


def _install(prints: Prints) -> None:
    def take(*values: Any, **options: Any) -> None:
        prints.take(*values, **options)

    for name in ("__module__", "__name__", "__qualname__", "__doc__"):  # a game's fingerprint knows it by its name
        setattr(take, name, getattr(prints.genuine, name))
    builtins.print = take


def divert_prints() -> None:
    """From now on, what rules print goes to stderr."""
    _install(Prints())


@contextmanager
def prints_diverted() -> Iterator[None]:
    """In this context, what rules print goes to stderr."""
    prints = Prints()
    _install(prints)
    try:
        yield
    finally:
        builtins.print = prints.genuine


__all__ = ["divert_prints", "prints_diverted"]
