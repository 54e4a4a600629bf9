"""A worker process, started by the runner of local processes, which gives it a socket and an open file.

It does one job after another. It lives no longer than the process that started it, even where that is killed and a job
takes hours: a thread waits for the end of the socket, and then ends this process and all that it started. Ctrl-C is the
other process's affair. What it prints goes to stderr, which the other process reads.
"""

import os
import pickle
import platform
import queue
import signal
import socket
import sys
import threading
from collections.abc import Callable
from typing import Any

from plywise.fleet.frames import HEAD, frame
from plywise.fleet.runner import Luggage
from plywise.fleet.work import attempt, reason_of, unpack

STDIN, STDOUT, STDERR = range(3)


def main() -> None:
    """Get ready, then do jobs until the other process ends this one."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    os.dup2(STDERR, STDOUT)
    line = socket.socket(fileno=int(sys.argv[1]))
    line.set_inheritable(False)
    asked: queue.SimpleQueue[Any] = queue.SimpleQueue()
    threading.Thread(target=listen, args=(line, asked.put), daemon=True, name="plywise-fleet").start()
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


def listen(line: socket.socket, hear: Callable[[Any], None]) -> None:
    """Read what the other process says; end everything where it is no more. hear: takes each message."""
    try:
        with line.makefile("rb") as stream:
            while head := stream.read(HEAD.size):
                hear(pickle.loads(stream.read(HEAD.unpack(head)[0])))
    except BaseException:  # noqa: BLE001 - a torn message: the other process was killed
        pass
    finally:
        _end_all()


def _end_all() -> None:
    """End this process and all that it started."""
    if os.getpgid(0) == os.getpid():
        os.killpg(0, signal.SIGKILL)
    os._exit(1)
