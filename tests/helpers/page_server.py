"""The server of the page as a process of its own, and pages that speak to it without a browser."""

import http.client
import json
import os
import signal
import subprocess
import time
from collections import deque
from contextlib import ExitStack
from tempfile import TemporaryDirectory
from urllib.parse import urlsplit

from websockets.sync.client import connect

from tests.helpers.program import PROGRAM

PATIENCE = 30.0
"""Seconds within which whatever is waited for must happen."""


class PageServer:
    """`plywise serve` as a process. words: of its command line; names are put in its environment.

    store: where it keeps games; None: in a folder that goes with the process
    """

    def __init__(self, *words, port=0, store=None, **environment):
        self._folder = TemporaryDirectory()
        place = store or f"{self._folder.name}/games.sqlite3"
        command = [PROGRAM, "serve", "--port", str(port), "--no-browser", "--store", str(place), *map(str, words)]
        self.process = subprocess.Popen(
            command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=os.environ | environment
        )
        self.address = self.process.stdout.readline().strip()
        self.errors = ""
        if not self.address:
            self.errors = self.process.stderr.read()
            raise RuntimeError(f"it does not serve: {self.errors}")
        self.netloc = urlsplit(self.address).netloc

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()

    def end(self, number=signal.SIGTERM):
        """End the server with a signal; return its exit code. What it has printed is in `errors`."""
        if self.process.poll() is None:
            self.process.send_signal(number)
        _, errors = self.process.communicate(timeout=PATIENCE)
        self.errors += errors
        self._folder.cleanup()
        return self.process.returncode

    def page(self, session="session-1", **options):
        """Return a page that is connected."""
        return Page(f"ws://{self.netloc}/ws?session={session}", **options)

    def get(self, path="/", **headers):
        """Return the answer to a GET: its status, its headers in lower case, and its body."""
        line = http.client.HTTPConnection(self.netloc, timeout=PATIENCE)
        line.request("GET", path, headers={name.replace("_", "-"): text for name, text in headers.items()})
        answer = line.getresponse()
        found = answer.status, {name.lower(): text for name, text in answer.getheaders()}, answer.read().decode()
        line.close()
        return found


class Page:
    """A page's WebSocket: asks and waits for the answer; events are kept until they are asked for."""

    def __init__(self, address, **options):
        self._stack = ExitStack()
        self.socket = self._stack.enter_context(connect(address, open_timeout=PATIENCE, max_size=2**24, **options))
        self.events = deque()
        self.number = 0
        self.board = None

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.close()

    def close(self):
        """Close the connection."""
        self._stack.close()

    def receive(self, seconds=PATIENCE):
        """Return the next message."""
        message = json.loads(self.socket.recv(timeout=seconds))
        if message.get("event") == "board":
            self.board = message
        return message

    def send(self, do, **given):
        """Send a request; return its number."""
        self.number += 1
        self.socket.send(json.dumps({"id": self.number, "do": do, **given}))
        return self.number

    def ask(self, do, **given):
        """Send a request and return the answer, without its id."""
        return self.answer_to(self.send(do, **given))

    def answer_to(self, number):
        """Return the answer to a request."""
        while True:
            message = self.receive()
            if message.get("id") == number and "event" not in message:
                del message["id"]
                return message
            self.events.append(message)

    def until(self, fits, seconds=PATIENCE):
        """Return the first event that fits, and forget those before it."""
        deadline = time.monotonic() + seconds
        while True:
            while self.events:
                event = self.events.popleft()
                if fits(event):
                    return event
            self.events.append(self.receive(max(deadline - time.monotonic(), 0.01)))

    def board_at(self, ply):
        """Return the board once so many plies have been played."""
        return self.until(lambda event: event.get("event") == "board" and event["plies"] == ply)

    def begin(self, game, **given):
        """Begin a game; return its board."""
        answer = self.ask("new", game=game, **given)
        assert answer.get("ok"), answer
        return self.until(lambda event: event.get("event") == "board" and event["game_id"] == answer["game_id"])
