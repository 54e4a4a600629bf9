"""An untrusted program, with line-by-line communication over its stdin and stdout."""

import os
import selectors
import signal
import time
from collections.abc import Sequence
from contextlib import suppress
from math import inf
from subprocess import TimeoutExpired

from plywise.errors import printable
from plywise.process.children import exit_in_words
from plywise.protocols.launch import kill_group, launch
from plywise.protocols.line_reader import LineReader
from plywise.protocols.transcript import EVENT, TO, Transcript

EXIT_SECONDS = 0.5
"""Time for a program to end after the command to exit, again after SIGTERM, and for its last output to arrive."""

TICK = 0.05
"""Seconds between checks whether a silent program still runs."""

SHOWN = 80
"""Number of characters of a program's output that messages quote."""


class ProgramFailure(Exception):
    """A program fails.

    kind: "crash", "no answer" (in time), "garbage" (an unreadable answer) or "error" (reported by the program)
    detail: what happened, in one line
    """

    def __init__(self, kind: str, detail: str) -> None:
        super().__init__(f"{kind}: {detail}")
        self.kind = kind
        self.detail = detail


class Program:
    """A running program, used by one thread.

    words: its path and its arguments
    transcript: records all communication

    Raises ProgramFailure if it cannot be started; all methods except `end` raise it if the program fails.
    """

    def __init__(self, words: Sequence[str], transcript: Transcript) -> None:
        self.name = os.path.basename(words[0])
        self._transcript = transcript
        self._note(f"starting {' '.join(words)}")
        try:
            self._process = launch(words)
        except OSError as error:
            self._note(f"failed: {error.strerror}")
            raise ProgramFailure("crash", f"{self.name} cannot be started: {error.strerror}") from None
        stdin, stdout, stderr = self._process.stdin, self._process.stdout, self._process.stderr
        assert stdin is not None
        assert stdout is not None
        assert stderr is not None
        self._stdin = stdin
        os.set_blocking(stdin.fileno(), False)
        self._reader = LineReader(stdout.fileno(), stderr.fileno(), transcript)

    @property
    def pid(self) -> int:
        """Its process id."""
        return self._process.pid

    @property
    def is_running(self) -> bool:
        """Whether it has not ended."""
        return self._process.poll() is None

    def send(self, line: str, deadline: float = inf) -> None:
        """Write a line to the program's stdin. deadline: a time.monotonic()."""
        data = line.encode() + b"\n"
        self._transcript.note(TO, data[:-1])
        self._reader.renew_budget()
        while data:
            try:
                data = data[os.write(self._stdin.fileno(), data) :]
            except BlockingIOError:
                self._wait_until_writable(deadline)
            except BrokenPipeError:
                raise self._failure("has closed its stdin") from None

    def read_line(self, deadline: float = inf) -> str:
        """Return the next line of the program's output, stripped. deadline: a time.monotonic().

        Invalid UTF-8 is replaced.
        """
        while time.monotonic() < deadline:
            line = self._reader.take(max(0.0, min(TICK, deadline - time.monotonic())))
            if line is None and (self._reader.has_ended or not self.is_running):
                line = self._take_last()
            if line is not None:
                return line.decode(errors="replace").strip()
            if self._reader.is_spent:
                raise ProgramFailure("garbage", f"{self.name} writes without end")
        raise ProgramFailure("no answer", f"{self.name} is silent")

    def end(self, farewell: str | None = None) -> None:
        """End the program and its process group.

        farewell: the command to exit, after which it has EXIT_SECONDS; None: kill it at once.
        """
        if self._stdin.closed:
            return
        try:
            if farewell is not None and self.is_running:
                self._ask_to_exit(farewell)
        finally:
            self._kill()

    def _ask_to_exit(self, farewell: str) -> None:
        with suppress(ProgramFailure):  # closing its stdin and SIGTERM follow
            self.send(farewell, time.monotonic() + EXIT_SECONDS)
        self._reader.drain()
        self._stdin.close()
        if not self._exits():
            with suppress(ProcessLookupError, PermissionError):
                os.killpg(self.pid, signal.SIGTERM)
            self._exits()

    def _exits(self) -> bool:
        """Return whether it ends within EXIT_SECONDS."""
        try:
            self._process.wait(EXIT_SECONDS)
        except TimeoutExpired:
            return False
        return True

    def _kill(self) -> None:
        """Kill the remaining processes and close the pipes."""
        kill_group(self._process)
        self._process.wait()
        self._reader.close(EXIT_SECONDS)
        for pipe in (self._stdin, self._process.stdout, self._process.stderr):
            assert pipe is not None
            pipe.close()
        self._note(exit_in_words(self._process.returncode))

    def _wait_until_writable(self, deadline: float) -> None:
        """Wait until the program has read some of what was sent."""
        with selectors.DefaultSelector() as selector:
            selector.register(self._stdin.fileno(), selectors.EVENT_WRITE)
            if not selector.select(max(0.0, min(deadline - time.monotonic(), 3600))):
                raise ProgramFailure("no answer", f"{self.name} does not read its stdin")

    def _take_last(self) -> bytes:
        """Return the next line of a program that has closed stdout or ended; raise its failure if none is left."""
        if not self.is_running:
            kill_group(self._process)  # its children may hold the pipes
        self._reader.wait_for_end(EXIT_SECONDS)
        line = self._reader.take(0)
        if line is None:
            raise self._failure("has closed its stdout")
        return line

    def _failure(self, otherwise: str) -> ProgramFailure:
        """Return the failure of a program that cannot be used any more. otherwise: the detail if it still runs."""
        if self._exits():
            self._reader.wait_for_both_ends(EXIT_SECONDS)  # the reason may still be in the pipe
        what = otherwise if self.is_running else exit_in_words(self._process.returncode)
        error = self._transcript.last_error()
        return ProgramFailure("crash", f"{self.name} {what}{error and f': {printable(shorten(error))}'}")

    def _note(self, what: str) -> None:
        self._transcript.note(EVENT, what.encode(errors="replace"))


def shorten(text: str) -> str:
    """Shorten a text for a message."""
    return text if len(text) <= SHOWN else f"{text[:SHOWN]} ..."
