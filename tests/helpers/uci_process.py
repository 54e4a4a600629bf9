"""The installed program as a UCI program in a process of its own: lines go in, and what it says can be waited for."""

import subprocess
import threading
import time
from contextlib import suppress
from queue import Empty, SimpleQueue

from tests.helpers.program import PROGRAM

SECONDS = 120
"""After which an answer no longer comes."""


class UciProcess:
    """said: all that it wrote, each line with when it came."""

    def __init__(self, *words):
        self.process = subprocess.Popen(
            [PROGRAM, "uci", *words], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        )
        self.said = []
        self._lines = SimpleQueue()
        self._errors = []
        self._readers = [threading.Thread(target=each, daemon=True) for each in (self._read, self._read_errors)]
        for reader in self._readers:
            reader.start()

    def _read(self):
        for line in self.process.stdout:
            self._lines.put((time.perf_counter(), line.decode().rstrip("\n")))

    def _read_errors(self):
        for line in self.process.stderr:
            self._errors.append(line.decode())

    def send(self, *lines):
        self.write("".join(f"{line}\n" for line in lines).encode())

    def write(self, raw):
        """Write bytes; return whether it still reads."""
        try:
            self.process.stdin.write(raw)
            self.process.stdin.flush()
        except (BrokenPipeError, ValueError):
            return False
        return True

    def wait_for(self, beginning):
        """Wait for the next line that begins so; return when it came, and the line."""
        end = time.monotonic() + SECONDS
        while True:
            try:
                self.said.append(self._lines.get(timeout=max(0.0, end - time.monotonic())))
            except Empty:
                raise AssertionError((beginning, self.said[-9:], self._errors)) from None
            if self.said[-1][1].startswith(beginning):
                return self.said[-1]

    def seconds_until(self, line, answer):
        """Return how long the answer to a line takes."""
        began = time.perf_counter()
        self.send(line)
        return self.wait_for(answer)[0] - began

    def count(self, beginning):
        """Return how many of the lines that came until now begin so."""
        while not self._lines.empty():
            self.said.append(self._lines.get())
        return len([line for _, line in self.said if line.startswith(beginning)])

    def end(self):
        """Let stdin end; return the exit code and what it wrote on stderr besides what it compiles. Nothing is left."""
        with suppress(BrokenPipeError):
            self.process.stdin.close()
        try:
            code = self.process.wait(SECONDS)
        except subprocess.TimeoutExpired:
            self.process.kill()
            raise AssertionError("it went on after the end of stdin") from None
        for reader in self._readers:
            reader.join(SECONDS)
        for pipe in (self.process.stdout, self.process.stderr):
            pipe.close()
        return code, "".join(line for line in self._errors if not line.startswith("compiling "))
