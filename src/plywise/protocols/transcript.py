"""All that is said to a program and by it, with times: wholly kept, but in bounded memory."""

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
"""The marks of what is sent, of what comes from stdout and from stderr, and of what happened."""

MAX_IN_MEMORY = 2**18
"""Bytes kept in memory; more are kept in a file without a name."""

MAX_PART = 2**27
"""Bytes of each of the two parts: of a longer transcript at least so many are kept, the latest."""

LAST_LINES, LAST_LENGTH = 10, 200
"""How many lines of stderr are at hand for messages, and how much of each."""


class Transcript:
    """What was said, line by line, each with the seconds since the beginning and a mark.

    clock: tells the time in seconds
    folder: where it is written as it grows, into files that begin with `name`, all of which stay; None: nowhere

    Any thread may add to it.
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
        """Add a line, without its end. ends: whether it had one, or goes on."""
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
            except OSError as error:  # no room: the game goes on, and whoever reads this is told
                self._full = f"# no more could be kept: {error.strerror}\n"

    def last_error(self) -> str:
        """Return the last line that came from stderr, shortened; "" if there was none."""
        with self._lock:
            return self._last[-1] if self._last else ""

    def write(self, path: Path) -> None:
        """Write all that is kept into a file. Raises OSError."""
        with path.open("wb") as file:
            self._copy(file)

    def read(self) -> bytes:
        """Return all that is kept."""
        whole = BytesIO()
        self._copy(whole)
        return whole.getvalue()

    def close(self) -> None:
        """Forget everything but files in a folder."""
        with self._lock:
            for part in self._parts:
                part.close()
            self._parts.clear()

    __del__ = close  # a file that nobody closed would be warned of

    def _copy(self, file: IO[bytes]) -> None:
        with self._lock:
            if self._cut:
                file.write(b"# what came before is not kept\n")
            for part in self._parts:
                part.seek(0)
                copyfileobj(part, file)
                part.seek(0, os.SEEK_END)
            file.write(self._full.encode())

    def _begin_part(self) -> None:
        """Begin another part, and forget all but one before it."""
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
