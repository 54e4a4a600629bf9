"""Read a program's output line by line in a separate thread, so that the program never blocks."""

import os
import selectors
from collections import deque
from threading import Condition, Thread

from plywise.protocols.transcript import ERROR, FROM, Transcript

PIECE = 2**16
"""Bytes read at once."""

MAX_LINE = 2**20
"""Bytes after which a line is split."""

BUDGET = 2**25
"""Bytes that a program may write after one command; further output is not read."""

LINE_COST = 64
"""Cost of a line besides its bytes, so that empty lines count, too."""


class LineReader:
    """Reads a program's stdout and stderr into the transcript; lines of stdout can be taken.

    An incomplete last line of stdout is only in the transcript.
    """

    def __init__(self, stdout: int, stderr: int, transcript: Transcript) -> None:
        self._stdout = stdout
        self._transcript = transcript
        self._begun = {stdout: b"", stderr: b""}
        self._lines: deque[bytes] = deque()
        self._changed = Condition()
        self._left = BUDGET
        self._drains = False
        self._open = {stdout, stderr}
        self._woken, self._wake = os.pipe()
        self._thread = Thread(target=self._read, name="plywise-read", daemon=True)
        self._thread.start()

    def take(self, seconds: float) -> bytes | None:
        """Return the next line without its newline; None after `seconds`, or if there will be none."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self.has_ended or self._left <= 0, seconds)
            return self._lines.popleft() if self._lines else None

    def renew_budget(self) -> None:
        """Reset the bytes that the program may write."""
        with self._changed:
            self._left = BUDGET
            self._changed.notify_all()

    @property
    def is_spent(self) -> bool:
        """Whether the program has used its budget."""
        return self._left <= 0

    @property
    def has_ended(self) -> bool:
        """Whether stdout is closed. There may still be lines to take."""
        return self._stdout not in self._open

    def drain(self) -> None:
        """Read the rest of the output, for the transcript only."""
        with self._changed:
            self._drains = True
            self._lines.clear()
            self._changed.notify_all()

    def wait_for_end(self, seconds: float) -> None:
        """Wait until stdout is closed, at most `seconds`."""
        with self._changed:
            self._changed.wait_for(lambda: self.has_ended, seconds)

    def wait_for_both_ends(self, seconds: float) -> None:
        """Wait until stdout and stderr are closed, at most `seconds`."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open, seconds)

    def close(self, seconds: float) -> None:
        """Read the rest for at most `seconds`, because another process may keep the pipes open, and stop."""
        self.drain()
        self._thread.join(seconds)
        os.write(self._wake, b"!")
        self._thread.join()
        os.close(self._wake)
        os.close(self._woken)

    def _read(self) -> None:
        with selectors.DefaultSelector() as selector:
            for descriptor in (*self._begun, self._woken):
                selector.register(descriptor, selectors.EVENT_READ)
            while len(selector.get_map()) > 1:
                for key, _ in selector.select():
                    if key.fd == self._woken:
                        return
                    piece = os.read(key.fd, PIECE)
                    self._split(key.fd, piece)
                    if not piece:
                        selector.unregister(key.fd)
                with self._changed:
                    self._changed.wait_for(lambda: self._left > 0 or self._drains)

    def _split(self, source: int, piece: bytes) -> None:
        """Split a piece of output into lines. An empty piece ends the last line."""
        mark = FROM if source == self._stdout else ERROR
        *lines, rest = (self._begun[source] + piece).split(b"\n")
        while len(rest) > MAX_LINE:
            lines, rest = [*lines, rest[:MAX_LINE]], rest[MAX_LINE:]
        self._begun[source] = rest
        lines = [line.removesuffix(b"\r") for line in lines]
        for line in lines:
            self._transcript.note(mark, line)
        if rest and not piece:
            self._transcript.note(mark, rest, ends=False)
        with self._changed:
            self._left -= len(piece) + LINE_COST * len(lines)
            if source == self._stdout:
                self._lines.extend([] if self._drains else lines)
            if not piece:
                self._open.remove(source)
            self._changed.notify_all()
