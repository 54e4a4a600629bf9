"""A worker process, started by the local runner, which passes it a socket and an open file.

It runs one job after another. It ends with the process that started it, even if that is killed during a long job: a
thread waits for the end of the socket, and then ends this process and its children. Ctrl-C is handled by the other
process. Its output goes to stderr, which the other process reads.
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
    """Get ready, then run jobs until the other process ends this one."""
    line = line_to_parent()
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
    listen(line, asked.put)
    try:
        work = unpack(_luggage(int(sys.argv[4])))
    except BaseException as error:  # noqa: BLE001 - a task may raise anything; the other process reports it
        line.sendall(frame(("refused", reason_of(error))))
        return
    line.sendall(frame(("ready", platform.node())))
    while True:
        key = asked.get()
        line.sendall(frame(("ended", key, *attempt(work, key))))


def _luggage(file: int) -> Luggage:
    """Read the luggage from an open file without moving its offset, because other workers read it at the same time."""
    found: Luggage = pickle.loads(os.pread(file, os.fstat(file).st_size, 0))
    os.close(file)
    return found
