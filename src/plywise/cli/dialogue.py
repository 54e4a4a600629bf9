"""Lines of a dialogue with another program: read as they come, and written at once."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager, redirect_stdout


def read_lines() -> Iterator[str]:
    """Yield the lines of stdin until its end. What is no UTF-8 becomes a sign that no command has."""
    for line in sys.stdin.buffer:
        yield line.decode(errors="replace")


@contextmanager
def only_the_dialogue_on_stdout() -> Iterator[Callable[[str], None]]:
    """In this context, what a user's rules print goes to stderr. It gives the function that writes a line to stdout.

    A line is written at once. Where the other program has gone, it is lost: stdin will have ended as well.
    """
    stdout = sys.stdout

    def write_line(line: str) -> None:
        try:
            stdout.write(f"{line}\n")
            stdout.flush()
        except (BrokenPipeError, ValueError):
            return

    with redirect_stdout(sys.stderr):
        yield write_line
