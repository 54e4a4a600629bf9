"""A dialogue with a server in this process: lines go in, and what it says can be waited for."""

import queue
import threading
import time

SECONDS = 120
"""After which an answer no longer comes."""


class Dialogue:
    """serve: takes the lines, until they end or it has enough. said: all that was written."""

    def __init__(self, make_server):
        self.lines = queue.SimpleQueue()
        self.said = []
        self._heard = threading.Condition()
        self.server = server = make_server(self._write)
        self._thread = threading.Thread(target=server.serve, args=(iter(self.lines.get, None),), daemon=True)
        self._thread.start()

    def _write(self, line):
        with self._heard:
            self.said.append(line)
            self._heard.notify_all()

    def send(self, *lines):
        for line in lines:
            self.lines.put(f"{line}\n")

    def wait_for(self, beginning, count=1):
        """Wait until so many lines begin so; return the last of these."""

        def found():
            return [line for line in self.said if line.startswith(beginning)]

        with self._heard:
            assert self._heard.wait_for(lambda: len(found()) >= count, SECONDS), (beginning, self.said)
            return found()[count - 1]

    def ask(self, *lines, answer):
        """Send lines, and return the first line after that which begins as the answer does."""
        before = len([line for line in self.said if line.startswith(answer)])
        self.send(*lines)
        return self.wait_for(answer, before + 1)

    def count(self, beginning):
        return len([line for line in self.said if line.startswith(beginning)])

    def end(self):
        """Let the lines end, and wait until the server has noticed."""
        self.lines.put(None)
        self._thread.join(SECONDS)
        assert not self._thread.is_alive()


def seconds_of(call):
    began = time.perf_counter()
    call()
    return time.perf_counter() - began
