"""A transcript of the communication with a program, with times, in bounded memory."""

import os
import time
from collections import deque
from collections.abc import Callable
from io import BytesIO
from pathlib import Path
from shutil import copyfileobj
from tempfile import NamedTemporaryFile, SpooledTemporaryFile
from threading import Lock
from typing import IO

TO, FROM, ERROR, EVENT = ">", "<", "!", "#"
"""Marks of lines sent, lines from stdout and from stderr, and events."""

MAX_IN_MEMORY = 2**18
"""Bytes kept in memory; a longer transcript is in a temporary file."""

MAX_PART = 2**27
"""Bytes of each of the two parts; of a longer transcript at least the last part of this size is kept."""

LAST_LINES, LAST_LENGTH = 10, 200
"""Number and length of the last lines of stderr kept for messages."""


class Transcript:
    """Lines of communication, each with the seconds since the start and a mark.

    clock: returns the time in seconds
    folder: for files that begin with `name`, written continuously and all kept; None: no files

    Any thread may add lines.
    """

    def __init__(
        self, clock: Callable[[], float] = time.monotonic, folder: Path | None = None, name: str = "said"
    ) -> None:
        self._clock = clock
        self._began = clock()
        self._folder = folder
        self._name = name
        self._parts: list[IO[bytes]] = []
        self._cut, self._full = False, ""
        self._lock = Lock()
        self._last: deque[str] = deque(maxlen=LAST_LINES)

    def note(self, mark: str, line: bytes, ends: bool = True) -> None:
        """Add a line without its newline. ends: whether it had one."""
        entry = f"{self._clock() - self._began:10.3f} {mark}{' ' if ends else '~'}".encode() + line + b"\n"
        with self._lock:
            if mark == ERROR and line.strip():
                self._last.append(line[:LAST_LENGTH].decode(errors="replace").strip())
            if self._full:
                return
            try:
                if not self._parts or self._parts[-1].tell() >= MAX_PART:
                    self._begin_part()
                self._parts[-1].write(entry)
            except OSError as error:  # disk full: the game goes on
                self._full = f"# the rest could not be written: {error.strerror}\n"

    def last_error(self) -> str:
        """Return the last line that came from stderr, shortened; "" if there was none."""
        with self._lock:
            return self._last[-1] if self._last else ""

    def write(self, path: Path) -> None:
        """Write the transcript to a file. Raises OSError."""
        with path.open("wb") as file:
            self._copy(file)

    def read(self) -> bytes:
        """Return the transcript."""
        whole = BytesIO()
        self._copy(whole)
        return whole.getvalue()

    def close(self) -> None:
        """Discard everything except files in a folder."""
        with self._lock:
            for part in self._parts:
                part.close()
            self._parts.clear()

    __del__ = close  # avoids a warning about an unclosed file

    def _copy(self, file: IO[bytes]) -> None:
        with self._lock:
            if self._cut:
                file.write(b"# earlier lines are not kept\n")
            for part in self._parts:
                part.seek(0)
                copyfileobj(part, file)
                part.seek(0, os.SEEK_END)
            file.write(self._full.encode())

    def _begin_part(self) -> None:
        """Begin another part, and discard all but one before it."""
        self._parts.append(self._new_part())
        if len(self._parts) > 2:
            self._parts.pop(0).close()
            self._cut = True

    def _new_part(self) -> IO[bytes]:
        if self._folder is None:
            return SpooledTemporaryFile(MAX_IN_MEMORY)
        return NamedTemporaryFile(
            prefix=f"{self._name}-", suffix=".txt", dir=str(self._folder), buffering=0, delete=False
        )
