"""Lines of a dialogue with another program: read as they come, and written at once."""

import sys
from collections.abc import Iterator


def read_lines() -> Iterator[str]:
    """Yield the lines of stdin until its end. What is no UTF-8 becomes a sign that no command has."""
    for line in sys.stdin.buffer:
        yield line.decode(errors="replace")


def write_line(line: str) -> None:
    """Write a line to stdout, at once. Where the other program has gone, it is lost: stdin will have ended as well."""
    try:
        sys.stdout.write(f"{line}\n")
        sys.stdout.flush()
    except (BrokenPipeError, ValueError):
        return
