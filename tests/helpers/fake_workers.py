"""Workers' processes that a test plays itself: it reads what they are asked, and says what they answer."""

import os
import socket

from plywise.live import workers
from plywise.process.children import Frames, exit_in_words, frame


class FakeProcess:
    """Stands where a worker's process does. orders: what it was asked. A test says what it says."""

    def __init__(self, *_):
        self.line, self._end = socket.socketpair()
        self.frames = Frames(self.line)
        self.printed, self._prints = os.pipe()
        self.pid = os.getpid()
        self.prints, self.last_line, self.code = True, "", -9
        self.orders = []
        self.is_ended = False
        self.say(workers.READY)

    # --- as a worker's process ----------------------------------------------------------------------------------------

    def send(self, message):
        self.orders.append(message)

    def read(self):
        self.line.setblocking(False)
        return self.frames.read()

    def read_lines(self):
        return []

    def has_ended(self):
        return self.is_ended

    def end(self):
        self.is_ended = True
        self.line.close()
        self._end.close()
        for number in (self.printed, self._prints):
            os.close(number)
        return self.code

    end_soon = end

    def describe_end(self, code):
        return exit_in_words(code)

    # --- as a test --------------------------------------------------------------------------------------------------

    @property
    def job(self):
        """The number and the question of the job that it was given last; None where it was given none."""
        given = [message for message in self.orders if message[0] == workers.DO]
        return (given[-1][1], given[-1][3]) if given else None

    def is_told_to_stop(self):
        """Whether it is to stop the job that it was given last."""
        return self.job is not None and (workers.STOP, self.job[0]) in self.orders

    def say(self, *message):
        self._end.sendall(frame(message))

    def tell(self, **news):
        self.say(workers.NEWS, self.job[0], news)

    def answer(self, **answer):
        self.say(workers.ENDED, self.job[0], answer, "", ())

    def die(self):
        self._end.shutdown(socket.SHUT_RDWR)


class Staff:
    """Workers whose processes are played by a test; as a context, between their start and their end.

    megabytes: that they may take; theirs is the memory of the process which runs the tests
    processes: all that were started
    """

    def __init__(self, monkeypatch, number, megabytes=float("inf")):
        self.processes = []
        monkeypatch.setattr(workers, "WorkerProcess", self._hire)
        monkeypatch.setattr(workers, "CHECK_EVERY", 0.01)
        self.workers = workers.Workers(number, megabytes)

    def _hire(self, *words):
        self.processes.append(FakeProcess(*words))
        return self.processes[-1]

    async def __aenter__(self):
        self.workers.start(at_once=False)
        return self

    async def __aexit__(self, *_):
        await self.workers.close()

    def job(self, owner, name, **options):
        """Return a job that is asked for."""
        heard = []
        job = workers.Job(owner, "move", {"name": name}, heard.append, options.pop("seconds", 60.0), **options)
        job.heard = heard
        return self.workers.ask(job)

    def who_does(self, name):
        """Return the process that has a job now; None where none has."""
        for each in self.processes:
            if not each.is_ended and each.job is not None and each.job[1]["name"] == name:
                return each
        return None
