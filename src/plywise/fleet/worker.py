"""A worker process, started by the runner of local processes, which gives it a socket and an open file.

It does one job after another. It lives no longer than the process that started it, even where that is killed and a job
takes hours: a thread waits for the end of the socket, and then ends this process and all that it started. Ctrl-C is the
other process's affair. What it prints goes to stderr, which the other process reads.
"""

import os
import pickle
import platform
import queue
import sys
from typing import Any

from plywise.fleet.runner import Luggage
from plywise.fleet.work import attempt, reason_of, unpack
from plywise.process.children import frame, line_to_parent, listen


def main() -> None:
    """Get ready, then do jobs until the other process ends this one."""
    line = line_to_parent()
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
    listen(line, asked.put)
    try:
        work = unpack(_luggage(int(sys.argv[4])))
    except BaseException as error:  # noqa: BLE001 - a task may raise anything; the other process says it
        line.sendall(frame(("refused", reason_of(error))))
        return
    line.sendall(frame(("ready", platform.node())))
    while True:
        key = asked.get()
        line.sendall(frame(("ended", key, *attempt(work, key))))


def _luggage(file: int) -> Luggage:
    """Return what an open file holds. Other workers read it at the same time, so that its place stays where it is."""
    found: Luggage = pickle.loads(os.pread(file, os.fstat(file).st_size, 0))
    os.close(file)
    return found
