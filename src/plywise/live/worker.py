"""A process that searches and compiles for an interactive program, connected by a socket.

It runs one job after another, reports progress, and stops a job on request. It caches recent games, compiled and with
their players. It ends with the program in any case.
"""

import os
import queue
import socket
import sys
import threading
from contextlib import suppress
from typing import Any

from plywise.engines.announcing import hearers
from plywise.errors import InputError
from plywise.fleet.work import reason_of
from plywise.live.tasks import TASKS
from plywise.live.warm_games import WarmGames
from plywise.live.work import Work
from plywise.process.children import frame, line_to_parent, listen
from plywise.process.memory import share_memory

DO, STOP = "do", "stop"
READY, NEWS, ENDED = "ready", "news", "ended"
"""Kinds of messages to and from a worker."""


NICE = 5
"""Searches have a lower priority than the program itself."""


class Orders:
    """The program's orders: jobs to run and to stop."""

    def __init__(self) -> None:
        self._jobs: queue.SimpleQueue[tuple[int, str, dict[str, Any]]] = queue.SimpleQueue()
        self._flags: dict[int, threading.Event] = {}

    def hear(self, message: Any) -> None:
        """Process a message."""
        match message:
            case (str(word), int(key), str(task), dict(asked)) if word == DO:
                self._flags[key] = threading.Event()
                self._jobs.put((key, task, asked))
            case (str(word), int(key)) if word == STOP and key in self._flags:
                self._flags[key].set()

    def next(self) -> tuple[int, threading.Event, str, dict[str, Any]]:
        """Wait for the next job; return its number, its stop flag, the task and the parameters."""
        key, task, asked = self._jobs.get()
        return key, self._flags[key], task, asked

    def forget(self, key: int) -> None:
        """Remove a job that has ended."""
        self._flags.pop(key, None)


def main() -> None:
    """Run jobs until the program ends this process."""
    line = line_to_parent()
    share_memory(int(sys.argv[4]))
    with suppress(OSError):
        os.nice(NICE)
    orders, games = Orders(), WarmGames()
    listen(line, orders.hear)
    line.sendall(frame((READY,)))
    while True:
        key, flag, task, asked = orders.next()
        answer, reason = _do(line, games, key, flag, task, asked)
        orders.forget(key)
        line.sendall(frame((ENDED, key, answer, reason, games.texts())))


def _do(
    line: socket.socket, games: WarmGames, key: int, flag: threading.Event, task: str, asked: dict[str, Any]
) -> tuple[dict[str, Any] | None, str]:
    """Run a job and return its answer; None and a reason after any failure."""

    def tell(news: dict[str, Any]) -> None:
        line.sendall(frame((NEWS, key, news)))

    work = Work(games, asked, tell, flag)
    hearers[:] = [work.hear_compiling]
    try:
        return TASKS[task](work), ""
    except KeyboardInterrupt:  # raised by a stopped search
        return {"stopped": True}, ""
    except InputError as error:
        return None, reason_of(error)
    except BaseException as error:  # noqa: BLE001 - a user's rule may raise anything, SystemExit too
        by_player = task == "move" and asked.get("who", "").startswith("function")  # its code may be at fault
        return None, (not by_player and work.find_fault()) or reason_of(error)
    finally:
        hearers.clear()
