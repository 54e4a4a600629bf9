"""Ctrl-C, pressed while this process is at work."""

import os
import signal
import threading
import time
from contextlib import contextmanager

import pytest

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
