"""The standard streams: closed ones are replaced, messages may be lost, and unwritable output is discarded."""

import io
import os
import sys
from contextlib import suppress

STDIN, STDOUT, STDERR = range(3)


class _Messages(io.FileIO):
    """Stderr, whose reader may disappear: messages are then lost, and the program goes on."""

    def write(self, data: object) -> int:
        """Write what can be written."""
        try:
            return super().write(data)  # type: ignore[arg-type]
        except OSError:
            return len(data)  # type: ignore[arg-type]


def prepare_streams() -> None:
    """Replace standard streams that are closed, as after `>&-`, so that no message stops the program.

    A closed stdin or stdout becomes one that fails where it is used: a file opened later must not take its place.
    """
    for number, mode in ((STDIN, os.O_WRONLY), (STDOUT, os.O_RDONLY), (STDERR, os.O_WRONLY)):
        try:
            os.fstat(number)
        except OSError:
            os.open(os.devnull, mode)  # takes the lowest number that is free: this one
    if sys.stdin is None:
        sys.stdin = open(STDIN, encoding="utf-8", closefd=False)  # noqa: SIM115 - open as long as the program
    if sys.stdout is None:
        sys.stdout = open(STDOUT, "w", encoding="utf-8", closefd=False)  # noqa: SIM115
    encoding = "utf-8" if sys.stderr is None else sys.stderr.encoding
    raw = _Messages(STDERR, "w", closefd=False)
    sys.stderr = io.TextIOWrapper(raw, encoding, "backslashreplace", line_buffering=True, write_through=True)


def escape_unencodable() -> None:
    """Print characters outside a stream's encoding as escapes, which JSON accepts as well."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")


def discard_unwritten() -> None:
    """Discard unwritten output, so that the interpreter does not try to write it again at exit."""
    try:
        sys.stdout.flush()
    except (OSError, ValueError):
        with suppress(OSError, ValueError):
            os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
