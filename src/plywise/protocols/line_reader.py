"""What a program writes, read line by line in a thread of its own, so that the program never waits for us."""

import os
import selectors
from collections import deque
from threading import Condition, Thread

from plywise.protocols.transcript import ERROR, FROM, Transcript

PIECE = 2**16
"""Bytes read at once."""

MAX_LINE = 2**20
"""Bytes after which a line is cut."""

BUDGET = 2**25
"""Bytes that a program may write on one order: what it writes beyond them, nobody reads."""

LINE_COST = 64
"""What a line costs besides its bytes, so that empty ones are not for nothing."""


class LineReader:
    """Reads a program's stdout and stderr to their ends; both are noted, and the lines of stdout can be taken.

    A line that the program did not end, before it closed stdout, is noted but never taken.
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
        """Return the next line, without its end; None if none comes in so many seconds, or ever."""
        with self._changed:
            self._changed.wait_for(lambda: self._lines or self.has_ended or self._left <= 0, seconds)
            return self._lines.popleft() if self._lines else None

    def renew_budget(self) -> None:
        """Let the program write as much as after the last order."""
        with self._changed:
            self._left = BUDGET
            self._changed.notify_all()

    @property
    def is_spent(self) -> bool:
        """Whether the program has written as much as it may."""
        return self._left <= 0

    @property
    def has_ended(self) -> bool:
        """Whether stdout is closed. Lines may still wait to be taken."""
        return self._stdout not in self._open

    def drain(self) -> None:
        """Go on reading to the ends, for the transcript alone."""
        with self._changed:
            self._drains = True
            self._lines.clear()
            self._changed.notify_all()

    def wait_for_end(self, seconds: float) -> None:
        """Wait until stdout is closed, at most so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: self.has_ended, seconds)

    def wait_for_both_ends(self, seconds: float) -> None:
        """Wait until stdout and stderr are closed, at most so many seconds."""
        with self._changed:
            self._changed.wait_for(lambda: not self._open, seconds)

    def close(self, seconds: float) -> None:
        """Read to the ends, but not for more than so many seconds: another process may hold the pipes."""
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
        """Note the lines that a piece ends, and let those of stdout be taken. An empty piece ends the last line."""
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
