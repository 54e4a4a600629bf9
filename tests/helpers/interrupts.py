"""Ctrl-C, pressed while this process is at work."""

import os
import signal
import threading
import time
from contextlib import contextmanager

import pytest


class Presser:
    """Counts the calls of some functions, and presses Ctrl-C at one of them.

    at: at which call, from 1; None: never
    calls: how many there were
    """

    def __init__(self, monkeypatch, *functions):
        self.at, self.calls = None, 0
        for owner, name in functions:
            monkeypatch.setattr(owner, name, self._counted(getattr(owner, name)))

    def _counted(self, function):
        def counted(*args, **options):
            self.calls += 1
            if self.calls == self.at:
                raise KeyboardInterrupt
            return function(*args, **options)

        return counted

    def press_at(self, call):
        """Press at this call, counted from now."""
        self.at, self.calls = call, 0


SOON = 20.0  # seconds, on a busy machine; what is interrupted would take minutes


@contextmanager
def interrupted_after(seconds):
    """Press Ctrl-C so many seconds from now: what is done meanwhile raises KeyboardInterrupt soon afterwards."""
    timer = threading.Timer(seconds, os.kill, (os.getpid(), signal.SIGINT))
    began = time.perf_counter()
    timer.start()
    try:
        with pytest.raises(KeyboardInterrupt):
            yield
    finally:
        timer.cancel()
        timer.join()
    assert time.perf_counter() - began < seconds + SOON
